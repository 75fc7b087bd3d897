/// The slot of a property that holds one model, or none, and its declared class.
struct NestedSlot {
  let declared: any Model.Type
  private let isOptional: Bool
  private let slot: Slot<AnyObject?>
  private let known = ImmortalHint<ClassPlan.Storage>()

  /// Nil if the property is neither of the class nor an optional of it.
  init?(_ stored: StoredProperty, _ declared: any Model.Type) {
    guard let slot = Slot<AnyObject?>(objectOf: declared, at: stored.place) else { return nil }
    self.slot = slot
    self.declared = declared
    isOptional = stored.type != declared
  }

  /// The plan of the declared class if the property holds nothing; the class must have been used
  /// before.
  @inline(__always)
  func planOfFirst(in memory: ObjectMemory) -> ClassPlan? {
    isEmpty(in: memory) ? known.plan(of: declared) : nil
  }

  /// The model that the property holds.
  func read(from object: AnyObject) -> AnyObject? { slot.read(from: object) }

  /// Whether the property holds nothing.
  @inline(__always)
  func isEmpty(in memory: ObjectMemory) -> Bool { slot.borrow(from: memory) { $0 == nil } }

  /// Replaces the model that the property holds; false if the new one is not of the declared class,
  /// or is nil and the property isn't optional.
  func write(_ value: AnyObject?, to object: AnyObject) -> Bool {
    guard value.map({ isInstance($0, of: declared) }) ?? isOptional else { return false }
    slot.write(value, to: object)
    return true
  }

  /// Hands a model over to the property; nothing happens if it is not of the declared class.
  @inline(__always)
  func write(_ value: consuming AnyObject, in memory: ObjectMemory) {
    guard isInstance(value, of: declared) else { return }
    slot.write(consume value, in: memory)
  }
}
