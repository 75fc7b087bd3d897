/// Whether a hook gave back the value that it was handed.
///
/// Containers are the same if they share their storage. In doubt false: the value is taken as new.
func isSameValue(_ handed: Any, _ value: Any) -> Bool {
  if let text = payload(of: value, as: String.self) {
    return text == payload(of: handed, as: String.self)
  }
  if let integer = payload(of: value, as: Int.self) {
    return integer == payload(of: handed, as: Int.self)
  }
  if let double = payload(of: value, as: Double.self) {
    return double.bitPattern == payload(of: handed, as: Double.self)?.bitPattern
  }
  if let bool = payload(of: value, as: Bool.self) {
    return bool == payload(of: handed, as: Bool.self)
  }
  if let array = payload(of: value, as: [Any].self) {
    return payload(of: handed, as: [Any].self).map { StorageMark($0) } == StorageMark(array)
  }
  if let dictionary = payload(of: value, as: [String: Any].self) {
    return payload(of: handed, as: [String: Any].self).map { StorageMark($0) }
      == StorageMark(dictionary)
  }
  guard let value = value as? AnyHashable, let handed = handed as? AnyHashable else {
    return false
  }
  return value == handed
}
