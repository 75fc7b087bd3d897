/// The conformances of values of unknown types.
///
/// It casts types to protocols, never values: a cast of a value fails outside the actor of an
/// isolated conformance, and models must be comparable anywhere.
enum Unknown {
  /// Whether two values are equal by their own `==`.
  ///
  /// Nil if their type has none, or if a value doesn't equal itself, such as one with a NaN: then
  /// `==` says nothing about the rest.
  static func areEqual(_ first: Any, _ second: Any) -> Bool? {
    func compare<Value: Equatable>(_ type: Value.Type) -> Bool? {
      guard let first = first as? Value, let second = second as? Value else { return false }
      if first == second { return true }
      return isItself(first) && isItself(second) ? false : nil
    }
    return (type(of: first) as? any Equatable.Type).flatMap { compare($0) }
  }

  /// Whether a value is the case of an enum that stands for all that it doesn't know.
  static func isCase(_ value: Any) -> Bool {
    func isUnknown<Value: UnknownRepresentable>(_ type: Value.Type) -> Bool {
      guard let value = value as? Value else { return false }
      return areEqual(value.rawValue, type.unknown.rawValue) == true
    }
    return (type(of: value) as? any UnknownRepresentable.Type).map { isUnknown($0) } ?? false
  }

  /// Adds a value to a hasher if its type is `Hashable` and it equals itself; models in it add only
  /// their class.
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

  /// The Swift value in its box in an Objective-C container; any other value unchanged.
  static func unboxed(_ value: Any) -> Any {
    #if canImport(ObjectiveC)
    guard reference(in: value) != nil else { return value }
    // The box, `__SwiftValue`, has its own class; only a cast of the value opens it.
    if let value = value as? any ModelValue { return value }
    if let value = value as? any RawRepresentable { return value }
    if let value = value as? any Encodable { return value }
    #endif
    return value
  }

  /// The raw value of a value; nil if its type has none.
  static func rawValue(of value: Any) -> Any? {
    func raw<Value: RawRepresentable>(_ type: Value.Type) -> Any? {
      (value as? Value)?.rawValue
    }
    return (type(of: value) as? any RawRepresentable.Type).flatMap { raw($0) }
  }

  /// A value as an `Encodable`; nil if its type doesn't conform.
  static func encodable(_ value: Any) -> (any Encodable)? {
    func open<Value: Encodable>(_ type: Value.Type) -> (any Encodable)? { value as? Value }
    return (type(of: value) as? any Encodable.Type).flatMap { open($0) }
  }

  /// The `modelValue` of a value; nil if its type isn't a `ModelValue`.
  static func modelValue(of value: Any) -> Any? {
    func ask<Value: ModelValue>(_ type: Value.Type) -> Any? { (value as? Value)?.modelValue }
    return (type(of: value) as? any ModelValue.Type).flatMap { ask($0) }
  }

  private static func isItself<Value: Equatable>(_ value: Value) -> Bool {
    let same = value
    return same == value
  }
}
