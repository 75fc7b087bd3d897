// What the files of this folder that assume something about the runtime offer to the rest of the
// library, by public functions alone. No property has a place here: all are reached by accessors.
#if PublicSymbols
extension StoredProperty {
  static var hasPlace: Bool { false }
  var place: FieldPlace { FieldPlace(type: Void.self, offset: offset) }
  var bytes: Range<Int> { offset..<offset }

  static func types(inStructure type: Any.Type) -> [Any.Type]? { nil }
  static func all(inStructure type: Any.Type) -> [StoredProperty] { [] }
  func moved(into holder: StoredProperty) -> StoredProperty { self }
}

struct FieldPlace {
  let type: Any.Type
  let offset: Int

  func write<Value>(_ value: Value, in memory: ObjectMemory) -> Bool { false }
}

struct ObjectMemory {
  let object: AnyObject

  init(_ object: AnyObject) { self.object = object }

  static func with<Result>(
    _ object: AnyObject,
    _ body: (ObjectMemory) throws -> Result
  ) rethrows -> Result {
    try body(ObjectMemory(object))
  }
}

extension ObjectMemory {
  static func each<Value>(
    of values: [Value],
    at offset: Int,
    _ body: (ObjectMemory, Int) -> Void
  ) {}

  func moved(from offset: Int, to other: Int) -> ObjectMemory { self }
}

/// No structs are filled in their places.
final class StructBuffer<Value> {
  private var values: [Value] = []

  var last: Value {
    get { values[values.count - 1] }
    set { values[values.count - 1] = newValue }
  }

  func append(_ value: consuming Value, at offset: Int) -> ObjectMemory {
    values.append(value)
    return ObjectMemory(self)
  }

  func takeAll() -> [Value] { values }
}

/// The place of a property: none is ever made.
struct Slot<Value> {
  private let never: Never
  var offset: Int { 0 }

  init?(_ property: StoredProperty) { return nil }
  init?(_ place: FieldPlace) { return nil }
  init?<Element>(arrayOf type: Element.Type, at place: FieldPlace) { return nil }
  init?(objectOf type: AnyClass, at place: FieldPlace) { return nil }

  func read(from object: AnyObject) -> Value { none() }
  func read(from memory: ObjectMemory) -> Value { none() }
  func write(_ value: Value, to object: AnyObject) { none() }
  // Inlined, it leaves the value to code that is never reached, which the optimizer of Swift 6.3.1
  // takes for a leak.
  @inline(never)
  func write(_ value: Value, in memory: ObjectMemory) { none() }
  func borrow<Result>(from memory: ObjectMemory, _ body: (borrowing Value) -> Result) -> Result {
    none()
  }

  private func none() -> Never { switch never {} }
}

/// The bytes of properties: there are none.
struct MemoryImage {
  init(of object: AnyObject, in range: Range<Int>) {}

  func isSame(as object: AnyObject, in range: Range<Int>) -> Bool { false }
}

/// Swift itself checks the accesses through key paths.
func checkExclusiveAccess(to memory: ObjectMemory, at offset: Int) {}
func isAccessed(_ memory: ObjectMemory, of type: AnyClass) -> Bool { false }

/// Every class counts as overriding every hook.
struct HookDetector {
  init(base: AnyClass, overriding: AnyClass, plain: AnyClass) {}

  var isExact: Bool { false }

  func isOverridden(in type: AnyClass) -> Bool { true }
}

/// Classes are not looked up by their names.
func classes(named parts: [Substring]) -> [AnyClass] { [] }

func isInstance(_ object: AnyObject, of type: AnyClass) -> Bool {
  isSubclass(Swift.type(of: object), of: type)
}

func isSubclass(_ type: AnyClass, of ancestor: AnyClass) -> Bool {
  func isSubclass<Ancestor: AnyObject>(of ancestor: Ancestor.Type) -> Bool {
    type is Ancestor.Type
  }
  return isSubclass(of: ancestor)
}

func nativeArray<Element>(of type: Element.Type, from objects: [AnyObject]) -> [Element] {
  objects.compactMap { $0 as? Element }
}

func nativeDictionary<Element>(
  of type: Element.Type,
  from objects: [String: AnyObject]
) -> [String: Element] {
  objects.compactMapValues { $0 as? Element }
}

// MARK: - Values in an Any

func payload<Value>(of any: Any, as type: Value.Type) -> Value? {
  holds(type, any) ? any as? Value : nil
}

func payload<Value>(of any: Any?, as type: Value.Type) -> Value? {
  any.flatMap { payload(of: $0, as: type) }
}

func movePayload<Value>(outOf any: inout Any, leaving value: Value) -> Value? {
  payload(of: any, as: Value.self)
}

func replacePayload<Value>(of any: inout Any?, with value: Value) { any = value }

func holds<Value>(_ type: Value.Type, _ any: Any) -> Bool { Swift.type(of: any) == type }

func reference(in any: Any) -> AnyObject? { type(of: any) is AnyClass ? any as AnyObject : nil }

/// Only nothing is known by its bits.
struct ValueBits: Equatable {
  init?(_ any: Any?) {
    guard any == nil else { return nil }
  }
}

/// Whether two containers have the same contents: for arrays by their storage, for dictionaries
/// value by value.
struct StorageMark: Hashable {
  private let storage: UInt
  private let values: [String: Any]

  init<Element>(_ array: [Element]) {
    // The address is only compared.
    storage = unsafe array.withUnsafeBufferPointer { UInt(bitPattern: $0.baseAddress) }
    values = [:]
  }

  init(_ dictionary: [String: Any]) {
    (storage, values) = (0, dictionary)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(storage)
    hasher.combine(values.count)
  }

  static func == (first: StorageMark, second: StorageMark) -> Bool {
    guard first.storage == second.storage else { return false }
    var open = [(first.values, second.values)]
    while let (values, others) = open.popLast() {
      guard values.count == others.count else { return false }
      for (key, value) in values {
        guard let other = others[key] else { return false }
        if let value = value as? [String: Any], let other = other as? [String: Any] {
          open.append((value, other))
        } else if !isSameValue(value, other) {
          return false
        }
      }
    }
    return true
  }
}
#endif
