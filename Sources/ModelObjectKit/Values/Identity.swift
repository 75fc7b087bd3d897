import Foundation

/// A copy of a graph of models, as shapes use it.
protocol ModelCopier: AnyObject {
  /// The copy of a model: the same object each time, and perhaps not filled yet.
  func copied(_ model: any Model) -> any Model
  var containers: CopiedContainers { get }
}

/// A comparison of two graphs of models, as shapes use it.
protocol ModelComparer: AnyObject {
  /// Whether two models are equal as far as is known now: models in them are compared later.
  func areEqual(_ first: any Model, _ second: any Model) -> Bool
  /// Whether a check succeeds that is made later; as far as is known now, it does.
  func areEqual(later check: @escaping () -> Bool) -> Bool
  /// Whether at least one of some checks succeeds.
  func areEqual(inOneOf ways: [() -> Bool]) -> Bool
  /// Whether two containers have been met together before; from then on they count as equal.
  func haveMet(_ first: AnyObject, _ second: AnyObject) -> Bool
}

/// Uses conformances of values whose types are not known.
///
/// Types are asked whether they conform, never values: a cast of a value to a protocol fails away
/// from the actor that the conformance belongs to, and models must be comparable anywhere.
enum Unknown {
  /// Whether two values are equal by their own `==`.
  ///
  /// Nil where their type has none, and where a value does not equal itself, as one that holds a
  /// NaN: then `==` says nothing of the rest.
  static func areEqual(_ first: Any, _ second: Any) -> Bool? {
    func compare<Value: Equatable>(_ type: Value.Type) -> Bool? {
      guard let first = first as? Value, let second = second as? Value else { return false }
      if first == second { return true }
      return isItself(first) && isItself(second) ? false : nil
    }
    return (type(of: first) as? any Equatable.Type).flatMap { compare($0) }
  }

  /// Feeds a value to a hasher if its type is `Hashable` and it equals itself; models that it holds
  /// feed their class only.
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

  /// The Swift value in the box that it gets in an Objective-C container; any other value as it is.
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

  /// A value as an `Encodable`; nil where its type is none.
  static func encodable(_ value: Any) -> (any Encodable)? {
    func open<Value: Encodable>(_ type: Value.Type) -> (any Encodable)? { value as? Value }
    return (type(of: value) as? any Encodable.Type).flatMap { open($0) }
  }

  /// The `modelValue` of a value; nil where its type is no `ModelValue`.
  static func modelValue(of value: Any) -> Any? {
    func ask<Value: ModelValue>(_ type: Value.Type) -> Any? { (value as? Value)?.modelValue }
    return (type(of: value) as? any ModelValue.Type).flatMap { ask($0) }
  }

  private static func isItself<Value: Equatable>(_ value: Value) -> Bool {
    let same = value
    return same == value
  }
}
