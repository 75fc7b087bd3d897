// Pairs of an object whose keys its class knows.

/// A key that a class knows, and its value.
struct KnownPair {
  /// Its number among all pairs of the object.
  let number: Int
  let targets: TargetList
  let source: ValueLocation
  let key: PairKey
}

/// The key of a pair, or the path to a value behind it, whose text is made only if it is named.
///
/// It isn't a closure, as the compiler copies a function for each closure that is passed to it.
enum PairKey {
  case text(String)
  case token(JSONStringToken, in: ByteView)
  /// The steps to a value behind a key.
  indirect case path([PathStep], behind: PairKey)

  var text: String {
    switch self {
    case .path(let steps, let key): ([.key(key.text)] + steps).path
    default: key
    }
  }

  /// The key without the steps behind it.
  var key: String {
    switch self {
    case .text(let text): text
    case .token(let token, let bytes): bytes.text(of: token)
    case .path(_, let key): key.key
    }
  }
}

/// One of several keys of an object that lead to the same property.
struct RivalKey {
  let rank: KeyRank
  /// The number of its pair.
  let pair: Int
  let source: ValueLocation
  let path: PairKey
  /// Whether its value is null, so that it comes last.
  let isNull: Bool

  func precedes(_ other: RivalKey) -> Bool {
    isNull == other.isNull ? rank.isBetter(than: other.rank) : other.isNull
  }

  /// Whether it is the key of an offered value.
  func isKey(of offer: Offer) -> Bool {
    if case (.text(let place), .text(let own)) = (offer.source, source) { return place == own }
    // A whole key may be spelled as a path is.
    return path.key == offer.path.key && path.text == offer.path.text
  }
}

/// How good a key is for a property when several compete; smaller is better.
///
/// 1. The position of the key in the property's `keyMapping`; keys before paths.
/// 2. The exact spelling, then the spelling of a wrapper's storage, then any other.
/// 3. The smaller key by its UTF-8 bytes.
struct KeyRank {
  private let order: Int
  private let distance: Int
  private let key: String

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
