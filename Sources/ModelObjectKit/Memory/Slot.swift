/// The place of one stored property in the objects of a class, with its type.
///
/// A slot is only made where the runtime reports that type, so reading and writing through it is as
/// safe as the property itself. The schema guarantees that the object is of the class that has the
/// property, or of a subclass.
@safe struct Slot<Value> {
  let offset: Int

  /// Nil where the property holds another type.
  init?(_ property: StoredProperty) {
    self.init(property.place)
  }

  /// Nil where the place has another type.
  @inline(__always)
  init?(_ place: FieldPlace) {
    guard place.type == Value.self else { return nil }
    offset = place.offset
  }

  /// The value that an object holds.
  func read(from object: AnyObject) -> Value {
    defer { withExtendedLifetime(object) {} }
    return read(from: ObjectMemory(object))
  }

  /// Replaces the value that an object holds; the old one is released.
  func write(_ value: Value, to object: AnyObject) {
    write(value, in: ObjectMemory(object))
    withExtendedLifetime(object) {}
  }
}

/// The place of a property that holds one object, or none.
///
/// - Assumes: `Image` and `Image?` are both one word that holds a reference; nil is zero.
/// - Canary: `ReferenceSlots`.
/// - Where it fails: nowhere that is known; Objective-C and C get such references in this form.
/// - A user would see: a nested model that is not there.
@safe struct ReferenceSlot {
  /// The class that the property declares.
  let declaredClass: AnyClass
  let isOptional: Bool
  private let offset: Int

  /// Nil where the property holds no reference to a Swift class.
  init?(_ property: StoredProperty) {
    if let type = property.type as? AnyClass {
      declaredClass = type
      isOptional = false
    } else if let type = (property.type as? any OptionalType.Type)?.wrappedType as? AnyClass {
      declaredClass = type
      isOptional = true
    } else {
      return nil
    }
    offset = property.offset
  }

  /// Nil where the property is neither of the class nor an optional of it.
  init?(_ property: StoredProperty, of declaredClass: AnyClass) {
    func optional<Value>(_ type: Value.Type) -> Any.Type { Value?.self }
    isOptional = property.type != declaredClass
    guard !isOptional || property.type == optional(declaredClass) else {
      return nil
    }
    self.declaredClass = declaredClass
    offset = property.offset
  }

  /// The object that the property holds.
  func read(from object: AnyObject) -> AnyObject? {
    defer { extendLifetime(object) }
    // A class reference and an optional one are both one word; the schema guarantees its place.
    return unsafe address(in: object).pointee
  }

  /// Whether the property holds nothing.
  func isEmpty(in memory: ObjectMemory) -> Bool {
    memory.isZero(at: offset)
  }

  /// Replaces the object that the property holds; false where the new one is not of the declared
  /// class, or is nil and the property is no optional.
  func write(_ value: AnyObject?, to object: AnyObject) -> Bool {
    guard value.map({ isInstance($0, of: declaredClass) }) ?? isOptional else { return false }
    defer { extendLifetime(object) }
    // The place is that of a reference; the class of the new object was checked. The old object is
    // released last: its `deinit` may read the property, or set it.
    let place = unsafe address(in: object)
    let old = unsafe place.move()
    unsafe place.initialize(to: value)
    extendLifetime(old)
    return true
  }

  /// Hands an object over to a property that holds none; nothing happens where it holds one, or the
  /// object is not of the declared class.
  @inline(__always)
  func fill(with value: consuming AnyObject, in memory: ObjectMemory) {
    guard isInstance(value, of: declaredClass), isEmpty(in: memory) else { return }
    // The place holds no reference, so none is lost; the caller keeps the object alive.
    unsafe memory.place(offset).assumingMemoryBound(to: AnyObject?.self)
      .initialize(to: consume value)
  }

  private func address(in object: AnyObject) -> UnsafeMutablePointer<AnyObject?> {
    unsafe (Unmanaged.passUnretained(object).toOpaque() + offset)
      .assumingMemoryBound(to: AnyObject?.self)
  }
}

/// An `Optional` of any wrapped type.
protocol OptionalType {
  static var wrappedType: Any.Type { get }
  /// The value that it holds; nil for nil.
  var wrappedValue: Any? { get }
}

extension Optional: OptionalType {
  static var wrappedType: Any.Type { Wrapped.self }
  var wrappedValue: Any? { self }
}

/// Whether an object is of a class or of one of its subclasses.
func isInstance(_ object: AnyObject, of type: AnyClass) -> Bool {
  isSubclass(Swift.type(of: object), of: type)
}

/// Whether a class is another class or derives from it.
func isSubclass(_ type: AnyClass, of ancestor: AnyClass) -> Bool {
  var current: AnyClass? = type
  while let candidate = current {
    if candidate == ancestor { return true }
    current = superclass(of: candidate)
  }
  return false
}
