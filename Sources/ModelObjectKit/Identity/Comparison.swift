/// One comparison of two models, and of all models that are reached from them.
///
/// Two models that have been met together count as equal from then on: a difference between them is
/// found by their first comparison, and cyclic graphs come to an end. Pairs wait in a list, so that
/// long chains need no stack; only overrides of `isEqual(to:)` and sets call the comparison again
/// while it is running.
final class Comparison: ModelComparer {
  private struct Pair: Hashable {
    let first: ObjectIdentifier
    let second: ObjectIdentifier
  }

  let stack = StackGuard()
  /// The pairs that count as equal, in the order in which they were met.
  private var met: [Pair] = []
  private var members: Set<Pair> = []
  /// The containers in these pairs, kept alive so that no other object gets their addresses.
  private var containers: [AnyObject] = []
  /// The pairs whose properties are still to be compared.
  private var waiting: [(first: any Model, second: any Model)] = []

  /// Whether two models are equal: the implementation of `==`.
  static func areEqual(_ first: any Model, _ second: any Model) -> Bool {
    let schema = SchemaCache.schema(of: type(of: first))
    if schema.hooks.contains(.isEqual) { return inComparison { $0.ask(first, second) } }
    if first === second { return true }
    guard type(of: first) == type(of: second) else { return false }
    let plan = schema.outgoing.identity(schema)
    if let slots = plan.flatSlots { return areEqualFlat(first, second, slots) }
    // A value that holds models may call this while they are being compared.
    return inComparison { $0.isKnown(first, second) || $0.compare(first, second) }
  }

  /// Whether two models are of one class with equal properties: the default of `isEqual(to:)`.
  static func haveEqualProperties(_ first: any Model, _ second: any Model) -> Bool {
    if first === second { return true }
    guard type(of: first) == type(of: second) else { return false }
    let schema = SchemaCache.schema(of: type(of: first))
    let plan = schema.outgoing.identity(schema)
    if let slots = plan.flatSlots { return areEqualFlat(first, second, slots) }
    return inComparison { $0.compare(first, second) }
  }

  /// The names of the properties in which two models differ; all of the first one's where the
  /// second is of another class.
  ///
  /// References back to the two models are no difference.
  static func differences(_ first: any Model, _ second: any Model) -> Set<String> {
    if first === second { return [] }
    let schema = SchemaCache.schema(of: type(of: first))
    let plan = schema.outgoing.identity(schema)
    let properties = plan.properties + plan.opaque
    guard type(of: first) == type(of: second) else {
      return Set(properties.filter(\.isCompared).map(\.name))
    }
    var names: Set<String> = []
    _ = inComparison { comparison in
      let start = comparison.met.count
      _ = comparison.meet(first, second)
      for property in properties
      where !comparison.areEqual(first, second, by: { property.areEqual(in: $0, $1, comparison) }) {
        names.insert(property.name)
      }
      comparison.forget(from: start)
      return true
    }
    return names
  }

  /// Calls a closure with the current thread's comparison, or a new one.
  private static func inComparison(_ body: (Comparison) -> Bool) -> Bool {
    let state = ThreadState.ofThread()
    if let comparison = state.comparison as? Comparison { return body(comparison) }
    let comparison = Comparison()
    state.comparison = comparison
    defer { state.comparison = nil }
    return body(comparison)
  }

  /// Calls an override of `isEqual(to:)`; two models that have been met count as equal.
  private func ask(_ first: any Model, _ second: any Model) -> Bool {
    guard meet(first, second) else { return true }
    let start = met.count - 1
    let areEqual = stack.run { first.isEqual(toModel: second) }
    if !areEqual { forget(from: start) }
    return areEqual
  }

  /// Compares the properties of two models of one class, and of all that is reached from them.
  private func compare(_ first: any Model, _ second: any Model) -> Bool {
    let start = met.count
    // Where an override calls `super` the pair has been met, but its properties are not compared.
    _ = meet(first, second)
    if areEqual(first, second, by: { haveEqualProperties($0, $1) }) { return true }
    forget(from: start)
    return false
  }

  /// Compares two models by a closure, and all models reached from them by their properties.
  private func areEqual(
    _ first: any Model,
    _ second: any Model,
    by compare: (any Model, any Model) -> Bool
  ) -> Bool {
    let start = met.count
    let outer = waiting
    waiting = []
    defer { waiting = outer }
    var areEqual = stack.run { compare(first, second) }
    while areEqual, let pair = waiting.popLast() {
      areEqual = stack.run { haveEqualProperties(pair.first, pair.second) }
    }
    if !areEqual { forget(from: start) }
    return areEqual
  }

  private func isKnown(_ first: any Model, _ second: any Model) -> Bool {
    !members.isEmpty
      && members.contains(Pair(first: ObjectIdentifier(first), second: ObjectIdentifier(second)))
  }

  func haveMet(_ first: AnyObject, _ second: AnyObject) -> Bool {
    guard meet(first, second) else { return true }
    containers.append(first)
    containers.append(second)
    return false
  }

  /// Notes that a pair is met; false where it has been met before.
  private func meet(_ first: AnyObject, _ second: AnyObject) -> Bool {
    let pair = Pair(first: ObjectIdentifier(first), second: ObjectIdentifier(second))
    guard members.insert(pair).inserted else { return false }
    met.append(pair)
    return true
  }

  /// Forgets the pairs that were met since a difference was being looked for.
  private func forget(from start: Int) {
    for pair in met[start...] { members.remove(pair) }
    met.removeSubrange(start...)
  }

  /// Whether two models in a property may be equal: their own properties are compared later.
  func areEqual(_ first: any Model, _ second: any Model) -> Bool {
    let schema = SchemaCache.schema(of: type(of: first))
    if schema.hooks.contains(.isEqual) { return ask(first, second) }
    if first === second { return true }
    guard type(of: first) == type(of: second) else { return false }
    let plan = schema.outgoing.identity(schema)
    if let slots = plan.flatSlots { return Self.areEqualFlat(first, second, slots) }
    if meet(first, second) { waiting.append((first, second)) }
    return true
  }

  private func haveEqualProperties(_ first: any Model, _ second: any Model) -> Bool {
    let schema = SchemaCache.schema(of: type(of: first))
    let plan = schema.outgoing.identity(schema)
    return plan.properties.allSatisfy { $0.areEqual(in: first, second, self) }
      && plan.opaque.allSatisfy { $0.areEqual(in: first, second, self) }
  }

  /// Compares properties that all are of the commonest types.
  private static func areEqualFlat(
    _ first: any Model,
    _ second: any Model,
    _ slots: [PlainSlot]
  ) -> Bool {
    ObjectMemory.with(first) { object in
      ObjectMemory.with(second) { other in
        slots.allSatisfy { $0.areSame(in: object, other) }
      }
    }
  }
}
