/// Tells whether a hook gave a value back as it got it.
enum HandedValue {
  /// Whether two values are the same without a doubt.
  ///
  /// Containers are the same where they share their storage; where that is not known, the answer is
  /// no, and the value counts as new.
  static func isSame(_ handed: Any, _ value: Any) -> Bool {
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
}
