/// The place of one stored property in the objects of a class, with the type of what lies there.
///
/// A slot is only made where the runtime's own answer says that the type is right, so reading and
/// writing through it is as safe as the property itself. The object must be of the class, or of a
/// subclass of the class, that the stored property was asked of; the schema sees to that.
@safe struct Slot<Value> {
  let offset: Int

  /// Nil where the property holds another type.
  init?(_ property: StoredProperty) {
    self.init(property.place)
  }

  /// Nil where another type lies there.
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
/// - Where it fails: there is none known; Objective-C and C are told of such references so.
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

  /// Nil where the property holds something else than references to a class, or none.
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
    // A class reference and an optional one share one word; the schema knows that it lies here.
    return unsafe address(in: object).pointee
  }

  /// Whether the property holds nothing.
  func isEmpty(in memory: ObjectMemory) -> Bool {
    memory.isZero(at: offset)
  }

  /// Replaces the object that the property holds, and tells whether that was possible: the new one
  /// must be of the declared class, and nil needs an optional.
  func write(_ value: AnyObject?, to object: AnyObject) -> Bool {
    guard value.map({ isInstance($0, of: declaredClass) }) ?? isOptional else { return false }
    defer { extendLifetime(object) }
    // The place is that of a reference; the class of what is stored was checked. The old object is
    // released last: its `deinit` may look at the property, or set it.
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
    // The place holds no reference, so none is lost; the maker of the memory holds the object.
    unsafe memory.place(offset).assumingMemoryBound(to: AnyObject?.self)
      .initialize(to: consume value)
  }

  private func address(in object: AnyObject) -> UnsafeMutablePointer<AnyObject?> {
    unsafe (Unmanaged.passUnretained(object).toOpaque() + offset)
      .assumingMemoryBound(to: AnyObject?.self)
  }
}

/// What `Optional` tells of itself without knowing what it wraps.
protocol OptionalType {
  static var wrappedType: Any.Type { get }
  /// What it holds; nil for nil.
  var wrappedValue: Any? { get }
}

extension Optional: OptionalType {
  static var wrappedType: Any.Type { Wrapped.self }
  var wrappedValue: Any? { self }
}

/// Whether an object is of a class or of a subclass of it.
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
