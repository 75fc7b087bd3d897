import Foundation

/// What the rules ask of the copy that they work for.
protocol ModelCopier: AnyObject {
  /// The copy of a model; the same one each time, and perhaps not filled yet.
  func copied(_ model: any Model) -> any Model
  /// The copy of an array or dictionary of Foundation's; nil where it is shared, as no model is in
  /// it. Each is made once, and one that is met inside of itself stays as it is.
  func container(insteadOf container: AnyObject, _ make: () -> AnyObject?) -> AnyObject?
  /// What keeps the stack of the walk from its end.
  var stack: StackGuard { get }
}

/// What the rules ask of the comparison that they work for.
protocol ModelComparer: AnyObject {
  /// Whether two models are equal, as far as is known now: models in them are looked at later.
  func areEqual(_ first: any Model, _ second: any Model) -> Bool
  /// Whether two containers have been met together before; from then on they count as equal.
  func haveMet(_ first: AnyObject, _ second: AnyObject) -> Bool
  /// What keeps the stack of the walk from its end.
  var stack: StackGuard { get }
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
///
/// Types are asked whether they conform, never values: a cast of a value to a protocol fails away
/// from the actor that the conformance belongs to, and a model is equal or not wherever it is.
enum Unknown {
  /// Whether two values are equal by their own `==`.
  ///
  /// Nil where their type has none, and where a value does not even equal itself, as one that holds
  /// a number which is none: then `==` says nothing of the rest.
  static func areEqual(_ first: Any, _ second: Any) -> Bool? {
    func compare<Value: Equatable>(_ type: Value.Type) -> Bool? {
      guard let first = first as? Value, let second = second as? Value else { return false }
      if first == second { return true }
      return isItself(first) && isItself(second) ? false : nil
    }
    return (type(of: first) as? any Equatable.Type).flatMap { compare($0) }
  }

  /// Feeds a value to a hasher, where its type can be and it equals itself; models that it holds
  /// give their class only.
  static func hash(_ value: Any, into hasher: inout Hasher) {
    func feed<Value: Hashable>(_ type: Value.Type) {
      guard let value = value as? Value, isItself(value) else { return }
      let state = ThreadState.ofThread()
      let outer = state.isHashing
      state.isHashing = true
      defer { state.isHashing = outer }
      hasher.combine(value)
    }
    if let type = type(of: value) as? any Hashable.Type { feed(type) }
  }

  /// The value in a box that Swift's values get in containers of Objective-C's; another one as it is.
  static func unboxed(_ value: Any) -> Any {
    #if canImport(ObjectiveC)
    guard reference(in: value) != nil else { return value }
    // The box has a class of its own; only a cast of the value looks into it.
    if let value = value as? any ModelValue { return value }
    if let value = value as? any RawRepresentable { return value }
    if let value = value as? any Encodable { return value }
    #endif
    return value
  }

  /// The raw value of a value whose type has one.
  static func rawValue(of value: Any) -> Any? {
    func raw<Value: RawRepresentable>(_ type: Value.Type) -> Any? {
      (value as? Value)?.rawValue
    }
    return (type(of: value) as? any RawRepresentable.Type).flatMap { raw($0) }
  }

  /// A value as one that can be encoded; nil where its type can't.
  static func encodable(_ value: Any) -> (any Encodable)? {
    func open<Value: Encodable>(_ type: Value.Type) -> (any Encodable)? { value as? Value }
    return (type(of: value) as? any Encodable.Type).flatMap { open($0) }
  }

  /// What a user's type says of a value; nil where it is no `ModelValue`.
  static func modelValue(of value: Any) -> Any? {
    func ask<Value: ModelValue>(_ type: Value.Type) -> Any? { (value as? Value)?.modelValue }
    return (type(of: value) as? any ModelValue.Type).flatMap { ask($0) }
  }

  private static func isItself<Value: Equatable>(_ value: Value) -> Bool {
    let same = value
    return same == value
  }
}
