import Foundation

/// What the rules ask of the copy that they work for.
protocol ModelCopier: AnyObject {
  /// The copy of a model; the same one each time, and perhaps not filled yet.
  func copied(_ model: any Model) -> any Model
}

/// What the rules ask of the comparison that they work for.
protocol ModelComparer: AnyObject {
  /// Whether two models are equal, as far as is known now: models in them are looked at later.
  func areEqual(_ first: any Model, _ second: any Model) -> Bool
}

/// A middle layer for the rules of types that compare and hash by themselves and hold no models.
class HashableRules<Value: Hashable>: Rules<Value> {
  final override func areEqual(
    _ first: Value,
    _ second: Value,
    _ comparer: any ModelComparer
  ) -> Bool {
    first == second
  }

  final override func hash(_ value: Value, into hasher: inout Hasher) {
    hasher.combine(value)
  }
}

/// Asks values of types that are not known what they themselves say.
enum Unknown {
  /// Whether two values are equal by their own `==`; nil where their type has none.
  static func areEqual(_ first: Any, _ second: Any) -> Bool? {
    func compare<Value: Equatable>(_ first: Value) -> Bool {
      (second as? Value).map { $0 == first } ?? false
    }
    return (first as? any Equatable).map { compare($0) }
  }

  /// Feeds a value to a hasher, where its type can be; models that it holds give their class only.
  static func hash(_ value: Any, into hasher: inout Hasher) {
    guard let value = value as? any Hashable else { return }
    let state = ThreadState.ofThread()
    let outer = state.isHashing
    state.isHashing = true
    defer { state.isHashing = outer }
    hasher.combine(value)
  }
}
