/// The slot of a property that holds a struct, an optional one or an array of them.
struct StructSlot {
  /// Whether it is an array.
  let isList: Bool
  let shape: any StructShape
  private let place: FieldPlace
  private let known = ImmortalHint<ClassPlan.Storage>()

  /// Nil for any other property.
  init?(_ property: Property) {
    guard !property.isAccessed else { return nil }
    if let shape = property.structShape {
      (self.shape, isList) = (shape, false)
    } else if let shape = property.shape.wrapped.element?.structShape,
      shape.isList(property.stored.type)
    {
      (self.shape, isList) = (shape, true)
    } else {
      return nil
    }
    place = property.stored.place
  }

  /// The plan of the struct; it must have been used before.
  var plan: ClassPlan? { known.plan(of: shape.standIn) }

  /// The memory of the struct, which is made if there is none, as that of the object that stands for it.
  func begin(in memory: ObjectMemory) -> ObjectMemory {
    shape.fill(place, in: memory)
    return memory.moved(from: place.offset, to: shape.offset)
  }

  /// An object that stands for the struct.
  func standIn(in memory: ObjectMemory) -> any Model { shape.standIn(at: place, in: memory) }

  /// Sets the property to the value of such an object.
  func end(_ standIn: any Model, in memory: ObjectMemory) {
    shape.write(standIn, to: place, in: memory)
  }

  func write(_ list: any NewStructs, in memory: ObjectMemory) { list.write(to: place, in: memory) }

  /// Sets the property to nil; false if it isn't optional.
  func setNil(in memory: ObjectMemory) -> Bool { shape.setNil(at: place, in: memory) }

  /// Calls a closure with the memory of each struct, as that of the object that stands for it; returns
  /// their number, or nil if the property is nil.
  func each(in memory: ObjectMemory, _ body: (ObjectMemory) -> Void) -> Int? {
    shape.each(at: place, in: memory, body)
  }
}

/// The structs of an array that is being read.
protocol NewStructs: AnyObject {
  /// Adds a new one; returns its memory, as that of the object that stands for it.
  func begin() -> ObjectMemory
  /// An object that stands for the last one.
  func standIn() -> any Model
  /// Sets the last one to the value of such an object.
  func end(_ standIn: any Model)
  func write(to place: FieldPlace, in memory: ObjectMemory)
  /// All of them, in an array of their type.
  func takeAll() -> Any
}
