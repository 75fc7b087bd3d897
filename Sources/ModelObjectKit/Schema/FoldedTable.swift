/// Finds the numbers of folded keys.
///
/// Keys are found by their bytes. Folded keys that aren't ASCII are found as strings, of which
/// canonically equivalent ones are equal.
struct FoldedTable {
  private let plain: SpellingTable
  private let others: Immortal<[String: Int]>?
  /// The maximum size of a key in bytes.
  let maximumCount: Int

  /// Makes a table of keys with their indexes as numbers; if a key repeats, the first is used.
  init(_ keys: [String], isExact: Bool = false) {
    plain = SpellingTable(keys)
    maximumCount = plain.maximumCount
    let numbered = zip(keys, 0...).filter { !isExact && !$0.0.utf8.allSatisfy { $0 < 0x80 } }
    let others = Dictionary(numbered, uniquingKeysWith: min)
    self.others = others.isEmpty ? nil : Immortal(others)
  }

  /// The number of a key of ASCII; negative if there is none.
  func find(_ key: ByteView) -> Int { plain.find(key) }

  /// The number of a key; negative if there is none.
  func find(_ key: String) -> Int {
    others?.value[key] ?? ByteView.with(key) { plain.find($0) }
  }
}
