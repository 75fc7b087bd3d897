/// A key for fuzzy matching: with its case folded, and without `_`, `-` and spaces.
///
/// All other characters are kept. Case is folded by Unicode's rules, without a locale. Canonically
/// equivalent keys have canonically equivalent texts, which are equal as strings, but may have other
/// bytes.
package struct FoldedKey: Hashable {
  package let text: String

  package init(_ key: String) {
    if case .folded(let text) = ByteView.with(
      key,
      { $0.withFolded(limit: $0.count) { String($0) } }
    ) {
      self.text = text
      return
    }
    text = Self.folded(key.unicodeScalars.filter { !KeyMatching.isSeparator($0) })
  }

  /// Whether nothing is left of the key; such a key matches nothing.
  var isEmpty: Bool { text.isEmpty }

  /// The text that names share if they match the same keys; a name that folds to nothing only
  /// matches exactly.
  static func shared(by name: String, _ matching: KeyMatching) -> String {
    let folded = matching.takesOtherSpellings ? FoldedKey(name).text : ""
    return folded.isEmpty ? name : folded
  }

  /// Folds case through lower case (`ẞ` is `ß`) and upper case, which unites letters that lower case
  /// doesn't (`ß` and `SS`); the dotless `ı` is a separate letter.
  ///
  /// An iota below a letter becomes a letter of its own, after all other marks of the letter: only so
  /// do marks in another order give an equivalent text.
  private static func folded(_ scalars: String.UnicodeScalarView) -> String {
    var folded = ""
    var iotas = ""
    for scalar in scalars {
      if scalar.properties.canonicalCombiningClass == .notReordered {
        folded += iotas
        iotas = ""
      }
      if scalar == "\u{131}" {
        folded.unicodeScalars.append(scalar)
        continue
      }
      var letters = Self.letters(of: scalar)
      if scalar.hasIotaBelow, letters.last == "\u{3B9}" {
        letters.removeLast()
        iotas.append("\u{3B9}")
      }
      folded.unicodeScalars += letters
    }
    return folded + iotas
  }

  private static func letters(of scalar: Unicode.Scalar) -> String.UnicodeScalarView {
    var letters = "".unicodeScalars
    for lower in scalar.properties.lowercaseMapping.unicodeScalars {
      for upper in lower.properties.uppercaseMapping.unicodeScalars {
        letters += upper.properties.lowercaseMapping.unicodeScalars
      }
    }
    return letters
  }
}

extension Unicode.Scalar {
  /// Whether it is a Greek letter with an iota below, or that mark alone: in upper case, the iota is
  /// a letter after it.
  fileprivate var hasIotaBelow: Bool {
    if self == "\u{345}" { return true }
    let upper = properties.uppercaseMapping.unicodeScalars
    return upper.count > 1 && upper.last == "\u{399}"
  }
}
