/// A name to find among the keys of one object, for a step of a path.
///
/// A `KeyIndex` finds the keys of a class; this is the same rule for one name:
///
/// 1. The key with the same bytes is the best.
/// 2. Otherwise, if the rule takes other spellings, the smallest key that folds to the same text.
/// 3. A name that folds to nothing matches nothing else.
struct WantedKey {
  let name: String
  /// Nil if no other spelling matches.
  private let folded: FoldedKey?

  init(_ name: String, _ matching: KeyMatching) {
    self.name = name
    let folded = matching.takesOtherSpellings ? FoldedKey(name) : nil
    self.folded = folded?.isEmpty == true ? nil : folded
  }

  @inline(never)
  func matches(_ key: String) -> Bool {
    isExact(key) || folded.map { $0 == FoldedKey(key) } ?? false
  }

  /// Whether a key that matches is better than another one.
  func isBetter(_ key: String, than other: String) -> Bool {
    if isExact(other) { return false }
    return isExact(key) || key.precedes(other)
  }

  /// The best of the keys that match; nil if none does.
  ///
  /// It is compiled once for all kinds of keys.
  @_semantics("optimize.sil.specialize.generic.never")
  func best<Key>(of keys: some Sequence<Key>, _ text: (Key) -> String) -> Key? {
    keys.filter { matches(text($0)) }.min { isBetter(text($0), than: text($1)) }
  }

  private func isExact(_ key: String) -> Bool { ExactKey(name) == ExactKey(key) }
}

extension [String: Any] {
  /// The value under exactly that key; for Swift, strings of equivalent characters are equal.
  func value(under key: String) -> Any? {
    guard let index = index(forKey: key), ExactKey(self[index].key) == ExactKey(key) else {
      return nil
    }
    return self[index].value
  }
}
