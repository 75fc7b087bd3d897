import ModelObjectEssentials

extension String {
  /// Whether another string is in it; what the standard library has for that needs newer systems.
  func mentions(_ text: String) -> Bool { components(separatedBy: text).count > 1 }
}
