import ModelObjectEssentials

extension String {
  /// The string with another one in each place of some text.
  ///
  /// What the standard library and Foundation have for that is newer than the oldest systems, or isn't
  /// in all of Foundation.
  func replacingEach(_ text: String, with other: String) -> String {
    components(separatedBy: text).joined(separator: other)
  }
}
