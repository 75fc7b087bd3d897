/// The beginning of a string that is still arriving, as an input.
///
/// Only types that keep text read it: any other type would make a different value from the whole
/// string. For them it isn't a mismatch, and isn't reported.
struct CutString {
  let text: String

  /// Whether the whole string may be empty, or one of the strings that mean null.
  var mayBecomeNull: Bool {
    ["null", "nil", "<null>", "(null)"].contains { $0.hasPrefix(text.lowercased()) }
  }
}

extension Input {
  var isCutString: Bool {
    if case .foreign(let value) = self { value is CutString } else { false }
  }
}
