#if !PublicSymbols
/// The place of one stored property in the objects of a class, with its type.
///
/// A slot is only made if the runtime reports that type, so reading and writing through it is as
/// safe as the property itself. The schema guarantees that the object is of the class that has the
/// property, or of a subclass.
@safe struct Slot<Value> {
  let offset: Int

  /// Nil if the property holds another type.
  init?(_ property: StoredProperty) {
    self.init(property.place)
  }

  /// Nil if the place has another type.
  @inline(__always)
  init?(_ place: FieldPlace) {
    guard place.type == Value.self else { return nil }
    offset = place.offset
  }

  /// The value that an object holds.
  func read(from object: AnyObject) -> Value {
    defer { extendLifetime(object) }
    return read(from: ObjectMemory(object))
  }

  /// Replaces the value that an object holds; the old one is released.
  func write(_ value: Value, to object: AnyObject) {
    write(value, in: ObjectMemory(object))
    extendLifetime(object)
  }
}

extension Slot where Value == AnyObject? {
  /// The slot of a property that holds an object of a class, or an optional one; nil for any other.
  ///
  /// Only objects of that class may be written to it, and nil only if it is optional.
  ///
  /// - Assumes: `Image` and `Image?` are both one word that holds a reference; nil is zero.
  /// - Canary: `ReferenceSlots`.
  /// - If it fails: no case is known; Objective-C and C get such references in this form.
  /// - A user would see: a nested model that is not there.
  init?(objectOf type: AnyClass, at place: FieldPlace) {
    func optional<Wrapped>(_ type: Wrapped.Type) -> Any.Type { Wrapped?.self }
    guard place.type == type || place.type == optional(type) else { return nil }
    offset = place.offset
  }
}
#endif

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
