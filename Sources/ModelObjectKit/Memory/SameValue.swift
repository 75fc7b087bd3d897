/// Whether a hook gave back the value that it was handed.
///
/// Containers are the same if they share their storage. In doubt false: the value is taken as new.
func isSameValue(_ handed: Any, _ value: Any) -> Bool {
  func isSame<Value, Part: Equatable>(_ held: Value, _ part: (Value) -> Part) -> Bool {
    payload(of: handed, as: Value.self).map(part) == part(held)
  }
  if let text = payload(of: value, as: String.self) { return isSame(text) { $0 } }
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
  return value == handed
}

/// What all values have in common that are the same as one, to find them by; nil for a value that is
/// the same as none.
func valueMark(_ value: Any) -> AnyHashable? {
  if let double = payload(of: value, as: Double.self) { return double.bitPattern }
  if let array = payload(of: value, as: [Any].self) { return StorageMark(array) }
  if let pairs = payload(of: value, as: [String: Any].self) { return StorageMark(pairs) }
  return value as? AnyHashable
}
