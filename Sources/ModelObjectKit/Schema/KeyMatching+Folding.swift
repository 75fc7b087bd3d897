// What a rule for keys does: everything else asks here.

extension KeyMatching {
  /// Whether other spellings of a name match it.
  var takesOtherSpellings: Bool {
    switch self {
    case .fuzzy: true
    case .exact: false
    }
  }

  /// The rule of all by which most spellings are alike.
  static var loosest: KeyMatching { .fuzzy }
}
