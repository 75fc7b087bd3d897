#if !PublicSymbols
/// The place of a property that holds one object, or none.
///
/// - Assumes: `Image` and `Image?` are both one word that holds a reference; nil is zero.
/// - Canary: `ReferenceSlots`.
/// - If it fails: no case is known; Objective-C and C get such references in this form.
/// - A user would see: a nested model that is not there.
@safe struct ReferenceSlot {
  /// The class that the property declares.
  let declaredClass: AnyClass
  let isOptional: Bool
  private let offset: Int

  /// Nil if the property is neither of the class nor an optional of it.
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

  /// Replaces the object that the property holds; false if the new one is not of the declared
  /// class, or is nil and the property isn't optional.
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

  /// Hands an object over to a property that holds none; nothing happens if it holds one, or the
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
#endif
