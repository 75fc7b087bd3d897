/// Finds which classes override one method of a base class, by comparing method tables.
///
/// Of two probe subclasses one overrides the method and one doesn't. The one word in which the
/// first differs from the base class and the second does not is the method's place; a class
/// overrides the method where its word there differs from the base's. If not exactly one word
/// answers, every class counts as overriding: slower, never wrong.
struct HookDetector {
  private let base: AnyClass
  private let place: Int?

  init(base: AnyClass, overriding: AnyClass, plain: AnyClass) {
    self.base = base
    let original = ClassMetadata(base).words
    let changed = ClassMetadata(overriding).words
    let unchanged = ClassMetadata(plain).words
    let places = original.indices.filter {
      $0 < changed.count && $0 < unchanged.count && changed[$0] != original[$0]
        && unchanged[$0] == original[$0]
    }
    place = places.count == 1 ? places.first : nil
  }

  /// Whether the place of the method was found; canary tests ask.
  var isExact: Bool { place != nil }

  func isOverridden(in type: AnyClass) -> Bool {
    guard let place else { return true }
    return ClassMetadata(type).word(at: place) != ClassMetadata(base).word(at: place)
  }
}
