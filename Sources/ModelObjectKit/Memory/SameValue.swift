import ModelObjectEssentials

/// Whether a hook gave back the value that it was handed.
///
/// Containers are the same if they share their storage. In doubt false: the value is taken as new.
func isSameValue(_ handed: Any, _ value: Any) -> Bool {
  func isSame<Value, Part: Equatable>(_ held: Value, _ part: (Value) -> Part) -> Bool {
    payload(of: handed, as: Value.self).map(part) == part(held)
  }
  if let text = payload(of: value, as: String.self) { return isSame(text) { ExactKey($0) } }
  if let integer = payload(of: value, as: Int.self) { return isSame(integer) { $0 } }
  if let double = payload(of: value, as: Double.self) { return isSame(double, \.bitPattern) }
  if let bool = payload(of: value, as: Bool.self) { return isSame(bool) { $0 } }
  if let array = payload(of: value, as: [Any].self) { return isSame(array) { StorageMark($0) } }
  if let pairs = payload(of: value, as: [String: Any].self) {
    return isSame(pairs) { StorageMark($0) }
  }
  guard let value = value as? AnyHashable, let handed = handed as? AnyHashable else {
    return false
  }
  // Foundation's strings are equal if their characters are equivalent.
  if let text = value.base as? String, let handed = handed.base as? String {
    return ExactKey(text) == ExactKey(handed)
  }
  return value == handed
}

/// What values have in common that are the same, to find them by.
enum ValueMark: Hashable {
  case text(ExactKey)
  case integer(Int)
  case double(UInt64)
  case bool(Bool)
  case container(StorageMark)
  case date(Date)
  /// The hash of another type may not be true to its `==`.
  case other

  init(_ value: Any) {
    self =
      if let text = payload(of: value, as: String.self) {
        .text(ExactKey(text))
      } else if let integer = payload(of: value, as: Int.self) {
        .integer(integer)
      } else if let double = payload(of: value, as: Double.self) {
        .double(double.bitPattern)
      } else if let bool = payload(of: value, as: Bool.self) {
        .bool(bool)
      } else if let array = payload(of: value, as: [Any].self) {
        .container(StorageMark(array))
      } else if let pairs = payload(of: value, as: [String: Any].self) {
        .container(StorageMark(pairs))
      } else if let date = payload(of: value, as: Date.self) { .date(date) } else { .other }
  }
}
