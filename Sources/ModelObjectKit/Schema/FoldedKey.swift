import ModelObjectEssentials

/// A key for fuzzy matching: with its case folded, and without `_`, `-` and spaces.
///
/// All other characters are kept. Case is folded by Unicode's rules, without a locale, and
/// canonically equivalent strings are the same.
struct FoldedKey: Hashable {
  let text: String

  init(_ key: String) {
    if case .folded(let text) = ByteView.with(
      key,
      { $0.withFolded(limit: $0.count) { String($0) } }
    ) {
      self.text = text
      return
    }
    let letters = key.unicodeScalars.filter { !"_- ".unicodeScalars.contains($0) }
    text = Self.folded(String(letters).decomposedStringWithCanonicalMapping.unicodeScalars)
  }

  /// Whether nothing is left of the key; such a key matches nothing.
  var isEmpty: Bool { text.isEmpty }

  /// The text that names share if they match the same keys; a name that folds to nothing only
  /// matches exactly.
  static func shared(by name: String, _ matching: KeyMatching) -> String {
    let folded = matching == .fuzzy ? FoldedKey(name).text : ""
    return folded.isEmpty ? name : folded
  }

  /// Folds case through lower case (`ẞ` is `ß`) and upper case, which unites letters that lower case
  /// doesn't (`ß` and `SS`); the dotless `ı` is a separate letter.
  private static func folded(_ scalars: String.UnicodeScalarView) -> String {
    var folded = ""
    for scalar in scalars {
      if scalar == "\u{131}" {
        folded.unicodeScalars.append(scalar)
      } else {
        for lower in scalar.properties.lowercaseMapping.unicodeScalars {
          for upper in lower.properties.uppercaseMapping.unicodeScalars {
            folded += upper.properties.lowercaseMapping
          }
        }
      }
    }
    return folded
  }
}

/// A key by its bytes: canonically equivalent keys are equal as strings, but different.
struct ExactKey: Hashable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (first: ExactKey, second: ExactKey) -> Bool {
    ByteView.with(first.text) { first in ByteView.with(second.text) { first.equals($0) } }
  }

  func hash(into hasher: inout Hasher) {
    ByteView.with(text) { $0.hash(into: &hasher) }
  }
}
