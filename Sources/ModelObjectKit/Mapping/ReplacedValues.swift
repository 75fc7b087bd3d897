/// The initial values that the plain way has replaced, to be restored where several keys turn out
/// to compete for a property.
///
/// An empty value of a slot is not kept: a property without a kept value is cleared.
struct ReplacedValues {
  private var values: [(property: Int, value: Any)] = []

  /// A number of kept values: the values before it belong to other objects.
  typealias Mark = Int

  var mark: Mark { values.count }

  /// Forgets the values kept since the mark.
  @inline(__always)
  mutating func forget(since mark: Mark) {
    if values.count > mark { values.removeSubrange(mark...) }
  }

  /// The first value kept for a property since the mark; nil where there is none.
  func value(of property: Int, since mark: Mark) -> Any? {
    values[mark...].first { $0.property == property }?.value
  }

  /// Adds the values kept by a walk.
  @inline(__always)
  mutating func append(_ others: ReplacedValues) {
    if !others.values.isEmpty { values += others.values }
  }

  mutating func keep(_ property: Int, _ value: Any) {
    values.append((property, value))
  }

  /// Keeps the value of a slot.
  @inline(never)
  mutating func keep<Value>(_ property: Int, _ slot: Slot<Value>, _ memory: ObjectMemory) {
    values.append((property, KeptValue(slot.read(from: memory))))
  }

  /// Keeps the value of a slot, unless it is empty.
  @inline(__always)
  mutating func keep(_ property: Int, _ slot: DirectSlot, _ memory: ObjectMemory) {
    if !slot.isEmpty(in: memory) { keep(property, slot.kept(in: memory)) }
  }
}
