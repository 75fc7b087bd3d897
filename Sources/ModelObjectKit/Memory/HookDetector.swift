#if !PublicSymbols
import ModelObjectEssentials

/// Finds which classes override one method of a base class, by comparing method tables.
///
/// Of two probe subclasses one overrides the method and one doesn't. The one word in which the
/// first differs from the base class and the second does not is the method's index; a class
/// overrides the method if its word there differs from the base's. Unless exactly one word
/// differs so, every class is taken to override all hooks: slower, never wrong.
///
/// - Assumes: the words after the header of a class's metadata hold the addresses of its methods,
///   the inherited ones first, and the optimizer leaves the entry of an overridden method in place.
/// - Canary: `HookDetectors`, also in an optimized build.
/// - If it fails: every class is taken to override all hooks, and identity families are those of
///   `subclasses` alone.
/// - A user would see: mapping that takes three to four times as long, and archives whose values
///   stand in rows; the values are the same. Classes that only `modelType(for:)` picks have
///   identities of their own.
struct HookDetector {
  private let base: AnyClass
  private let index: Int?

  init(base: AnyClass, overriding: AnyClass, plain: AnyClass) {
    self.base = base
    let (original, changed) = (ClassMetadata(base), ClassMetadata(overriding))
    let unchanged = ClassMetadata(plain)
    let count = min(original.wordCount, changed.wordCount, unchanged.wordCount)
    let indexes = (0..<count).lazy.filter {
      let word = original.word(at: $0)
      return changed.word(at: $0) != word && unchanged.word(at: $0) == word
    }
    let isFound = indexes.prefix(2).count == 1 && !Self.isSwitchedOff
    index = isFound ? indexes.first : nil
  }

  #if DEBUG
  /// Whether no detector may find its index, so that tests show what a runtime of another layout
  /// would do: the environment variable MODELOBJECT_HOOKS is `all`.
  static let isSwitchedOff = ProcessInfo.processInfo.environment["MODELOBJECT_HOOKS"] == "all"
  #else
  static let isSwitchedOff = false
  #endif

  /// Whether the index of the method was found.
  var isExact: Bool { index != nil }

  func isOverridden(in type: AnyClass) -> Bool {
    guard let index else { return true }
    return ClassMetadata(type).word(at: index) != ClassMetadata(base).word(at: index)
  }
}
#endif
