/// What has come of a string whose end is still to come, as an input.
///
/// No type but those that keep text takes it: to any other it would be another value. What refuses
/// it is no mismatch, and is not reported.
struct CutString {
  let text: String

  /// Whether the whole string may be empty, or one of the texts that stand for null.
  var mayBecomeNull: Bool {
    ["null", "nil", "<null>", "(null)"].contains { $0.hasPrefix(text.lowercased()) }
  }
}

extension Input {
  var isCutString: Bool {
    if case .foreign(let value) = self { value is CutString } else { false }
  }
}
