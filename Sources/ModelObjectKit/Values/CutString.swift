/// The beginning of a string whose end has not arrived yet, as an input.
///
/// Only types that keep text take it: any other type would make another value of the whole string.
/// A refusal is no mismatch, and is not reported.
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
