import ModelObjectEssentials

/// The shape of structs that are mapped by their properties, in an object that stands for a value.
protocol StructShape: Shape {
  /// The class of these objects.
  var standIn: any Model.Type { get }
  /// A new object with a value.
  func standIn(for value: Value) -> any Model
  /// Passes the value at a place to a sink from its memory; false if that isn't all there is to it.
  func write(at place: FieldPlace, in memory: ObjectMemory, to sink: any ValueSink) -> Bool
  /// Passes an array of values to a sink, by one object at most; false if it is none.
  func write(all values: Any, to sink: any ValueSink) -> Bool
  /// The value of such an object; nil for any other.
  func value(of standIn: any Model) -> Value?

  /// Whether a type is an array of the structs, or an optional one.
  func isList(_ type: Any.Type) -> Bool
  func newList() -> any NewStructs
  /// The offset of the value in the object that stands for it.
  var offset: Int { get }
  /// Makes a value if a place holds nil.
  func fill(_ place: FieldPlace, in memory: ObjectMemory)
  /// A new object with the value at a place that holds one, or an optional one.
  func standIn(at place: FieldPlace, in memory: ObjectMemory) -> any Model
  /// Writes the value of such an object to such a place.
  func write(_ standIn: any Model, to place: FieldPlace, in memory: ObjectMemory)
  /// Whether there is nil at a place that holds a value, or an optional one.
  func isNil(at place: FieldPlace, in memory: ObjectMemory) -> Bool
  /// Writes nil to a place; false if it doesn't hold an optional.
  func setNil(at place: FieldPlace, in memory: ObjectMemory) -> Bool
  /// Calls a closure with the memory of the value at a place, or of each in an array, as that of the object
  /// that stands for it; returns their number, or nil for nil.
  func each(at place: FieldPlace, in memory: ObjectMemory, _ body: (ObjectMemory) -> Void) -> Int?
}

extension StructShape {
  /// A new object with a value; nil for a value of another type.
  func standIn(forAny value: Any) -> (any Model)? { typed(value).map { standIn(for: $0) } }
  func anyValue(of standIn: any Model) -> Any? { value(of: standIn) }
}

/// A `ModelStruct`.
struct ModelStructShape<Value: ModelStruct>: StructShape {
  let standIn: any Model.Type
  /// The place of the value in the object that stands for it.
  private let slot: Slot<Value>
  let heldModels: HeldModels

  /// Nil if the properties of structs can't be seen.
  init?() {
    guard let type = modelType(Value._standIn), type.structType == Value.self,
      let slot = StoredProperty.all(of: type).last.flatMap({ Slot<Value>($0) })
    else { return nil }
    standIn = type
    self.slot = slot
    heldModels = StructModels.held(by: Value.self)
  }

  var structShape: (any StructShape)? { self }

  func standIn(for value: Value) -> any Model {
    let object = standIn.init()
    slot.write(value, to: object)
    return object
  }

  func value(of standIn: any Model) -> Value? {
    type(of: standIn) == self.standIn ? slot.read(from: standIn) : nil
  }

  func isList(_ type: Any.Type) -> Bool { type == [Value].self || type == [Value]?.self }
  func newList() -> any NewStructs { ReadStructs(slot, standIn) }
  var offset: Int { slot.offset }

  func fill(_ place: FieldPlace, in memory: ObjectMemory) {
    guard let place = Slot<Value?>(place), place.borrow(from: memory, { $0 == nil }) else { return }
    place.write(Value(), in: memory)
  }

  func standIn(at place: FieldPlace, in memory: ObjectMemory) -> any Model {
    let object = standIn.init()
    if let place = Slot<Value>(place) {
      slot.write(place.read(from: memory), to: object)
    } else if let value = Slot<Value?>(place)?.read(from: memory) {
      slot.write(value, to: object)
    }
    return object
  }

  func isNil(at place: FieldPlace, in memory: ObjectMemory) -> Bool {
    guard place.type != Value.self else { return false }
    // Not by `map`, for which the runtime would look up the type of the optional.
    guard let place = Slot<Value?>(place) else { return true }
    return place.borrow(from: memory) { $0 == nil }
  }

  func setNil(at place: FieldPlace, in memory: ObjectMemory) -> Bool {
    if let place = Slot<Value?>(place) {
      place.write(nil, in: memory)
    } else if let place = Slot<[Value]?>(place) {
      place.write(nil, in: memory)
    } else {
      return false
    }
    return true
  }

  func each(at place: FieldPlace, in memory: ObjectMemory, _ body: (ObjectMemory) -> Void) -> Int? {
    let values: [Value]
    if let place = Slot<[Value]>(place) {
      values = place.read(from: memory)
    } else if let place = Slot<[Value]?>(place) {
      guard let list = place.read(from: memory) else { return nil }
      values = list
    } else {
      if isNil(at: place, in: memory) { return nil }
      // The value of an optional is where the optional is.
      body(memory.moved(from: place.offset, to: offset))
      return 1
    }
    ObjectMemory.each(of: values, at: offset) { memory, _ in body(memory) }
    return values.count
  }

  func write(_ standIn: any Model, to place: FieldPlace, in memory: ObjectMemory) {
    let value = slot.read(from: standIn)
    if let place = Slot<Value>(place) {
      place.write(value, in: memory)
    } else {
      Slot<Value?>(place)?.write(value, in: memory)
    }
  }

  func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Value {
    switch input {
    case .object(let pairs):
      let object = try context.model(from: pairs, declared: standIn, existing: nil)
      if let value = value(of: object) { return value }
    case .foreign(let value): if let value = value as? Value { return value }
    case .null: throw .null
    case .text(let text) where text.isNull: throw .null
    default: break
    }
    throw .mismatch
  }

  func reason(_ input: Input, _ options: FixedOptions) -> String {
    "\(input.phrase) where an object is expected"
  }

  func text(of value: Value) -> String { typeName }

  func write(_ value: Value, to sink: any ValueSink) { sink.structure(standIn(for: value)) }

  func write(at place: FieldPlace, in memory: ObjectMemory, to sink: any ValueSink) -> Bool {
    guard !isNil(at: place, in: memory) else { return false }
    // The value of an optional is where the optional is.
    return sink.structure(of: standIn, in: memory.moved(from: place.offset, to: offset))
  }

  func write(all values: Any, to sink: any ValueSink) -> Bool {
    guard let values = values as? [Value] else { return false }
    var object: (any Model)?
    ObjectMemory.each(of: values, at: offset) { memory, index in
      if sink.structure(of: standIn, in: memory) { return }
      let standIn = object ?? standIn.init()
      object = standIn
      slot.write(values[index], to: standIn)
      sink.structure(standIn)
    }
    return true
  }

  func copy(_ value: Value, _ copier: any ModelCopier) -> Value {
    guard heldModels.holdsModels else { return value }
    let object = standIn(for: value)
    for property in declaration.others { property.copy(from: object, to: object, copier) }
    return slot.read(from: object)
  }

  func areEqual(_ first: Value, _ second: Value, _ comparer: any ModelComparer) -> Bool {
    if let areEqual = Unknown.areEqual(first, second) { return areEqual }
    let (first, second) = (standIn(for: first), standIn(for: second))
    return declaration.copied.allSatisfy { $0.areEqual(in: first, second, comparer) }
  }

  func hash(_ value: Value, into hasher: inout Hasher) {
    if Value.self is any Hashable.Type { return Unknown.hash(value, into: &hasher) }
    let object = standIn(for: value)
    for property in declaration.copied where !property.isOpaque && !property.heldModels.holdsModels
    {
      property.hash(of: object, into: &hasher)
    }
  }

  private var declaration: ClassDeclaration { SchemaCache.schema(of: standIn).declaration }
}

/// The structs of an array that is being read.
private final class ReadStructs<Value: ModelStruct>: NewStructs {
  private let values: StructBuffer<Value>
  private let slot: Slot<Value>
  private let type: any Model.Type

  init(_ slot: Slot<Value>, _ type: any Model.Type) {
    (self.slot, self.type) = (slot, type)
    values = StructBuffer()
  }

  func begin() -> ObjectMemory { values.append(Value(), at: slot.offset) }

  func standIn() -> any Model {
    let object = type.init()
    slot.write(values.last, to: object)
    return object
  }

  func end(_ standIn: any Model) { values.last = slot.read(from: standIn) }

  func write(to place: FieldPlace, in memory: ObjectMemory) {
    if let place = Slot<[Value]>(place) {
      place.write(values.takeAll(), in: memory)
    } else {
      Slot<[Value]?>(place)?.write(values.takeAll(), in: memory)
    }
  }

  func takeAll() -> Any { values.takeAll() }
}

/// The shape of a type of structs; nil if their properties can't be seen.
func structShape(of type: any ModelStruct.Type) -> (any Shape)? {
  func shape<Value: ModelStruct>(_ type: Value.Type) -> (any Shape)? { ModelStructShape<Value>() }
  return shape(type)
}

/// The models that a struct may hold, found out by the types of its properties.
enum StructModels {
  static func held(by type: Any.Type) -> HeldModels {
    let found = Found(in: type)
    guard found.writesModels else { return .none }
    let held = found.holdsModels ? HeldModels.anything : .handedOut
    // Sets of models, or of structs with models in them.
    let areHashed = found.areHashed || found.membersOfSets.contains { Found(in: $0).holdsModels }
    return areHashed ? held.hashed : held
  }

  private struct Found {
    /// The structs that were looked into: each may hold others of its own type.
    private var structs: [Any.Type] = []
    private(set) var holdsModels = false
    private(set) var writesModels = false
    private(set) var areHashed = false
    private(set) var membersOfSets: [Any.Type] = []

    init(in type: Any.Type) { look(into: type) }

    private mutating func look(into type: Any.Type) {
      if let container = type as? any Container.Type {
        if container.listType != type { membersOfSets.append(container.partType) }
        look(into: container.partType)
      } else if type is any ModelStruct.Type, let types = StoredProperty.types(inStructure: type) {
        guard !structs.contains(where: { $0 == type }) else { return }
        structs.append(type)
        for type in types { look(into: type) }
      } else if let held = shape(of: type)?.heldModels {
        holdsModels = holdsModels || held.holdsModels
        writesModels = writesModels || held.writesModels
        areHashed = areHashed || held.areHashed
      }
    }
  }
}
