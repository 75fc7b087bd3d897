/// The place of a property that holds one object, or none.
struct ReferenceSlot {
  private let declaredClass: AnyClass
  private let isOptional: Bool
  private let slot: Slot<AnyObject?>

  /// Nil if the property is neither of the class nor an optional of it.
  init?(_ property: StoredProperty, of declaredClass: AnyClass) {
    guard let slot = Slot<AnyObject?>(objectOf: declaredClass, at: property.place) else {
      return nil
    }
    self.slot = slot
    self.declaredClass = declaredClass
    isOptional = property.type != declaredClass
  }

  /// The object that the property holds.
  func read(from object: AnyObject) -> AnyObject? { slot.read(from: object) }

  /// Whether the property holds nothing.
  @inline(__always)
  func isEmpty(in memory: ObjectMemory) -> Bool { slot.borrow(from: memory) { $0 == nil } }

  /// Replaces the object that the property holds; false if the new one is not of the declared
  /// class, or is nil and the property isn't optional.
  func write(_ value: AnyObject?, to object: AnyObject) -> Bool {
    guard value.map({ isInstance($0, of: declaredClass) }) ?? isOptional else { return false }
    slot.write(value, to: object)
    return true
  }

  /// Hands an object over to a property; nothing happens if it is not of the declared class.
  @inline(__always)
  func write(_ value: consuming AnyObject, in memory: ObjectMemory) {
    guard isInstance(value, of: declaredClass) else { return }
    slot.write(consume value, in: memory)
  }
}

#if !PublicSymbols
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
