/// How good a key is for a property when several compete; smaller is better.
///
/// 1. The position of the key in the property's `keyMapping`; keys before paths.
/// 2. The exact spelling, then the spelling of a wrapper's storage, then any other.
/// 3. The smaller key by its UTF-8 bytes.
struct KeyRank {
  private let order: Int
  private let distance: Int
  let key: String

  init(_ target: KeyIndex.Target, _ key: String) {
    order = target.order
    distance = target.distance(of: key)
    self.key = key
  }

  func isBetter(than other: KeyRank) -> Bool {
    if order != other.order { return order < other.order }
    if distance != other.distance { return distance < other.distance }
    return key.precedes(other.key)
  }
}
