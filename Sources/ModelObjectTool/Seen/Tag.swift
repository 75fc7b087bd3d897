import ModelObjectKit

/// A key whose value may identify the class of an object, and the value.
struct Tag: Hashable {
  let key: String
  let value: String

  /// The greatest number of UTF-8 bytes of a tag: longer strings aren't names of classes.
  private static let maximumLength = 60

  /// The keys that identify classes, the likeliest first.
  private static let keys = [
    "@odata.type", "$type", "__typename", "_type", "@type", "type", "kind", "_class", "@class",
    "object", "event",
  ]

  init(key: String, value: String) {
    self.key = key
    self.value = value
  }

  /// The tag of an object: the likeliest of its keys that holds a text.
  init?(of pairs: [JSONTree.Pair]) {
    var best: (rank: Int, tag: Tag)?
    for pair in pairs {
      guard case .text(let value) = pair.value, (1...Self.maximumLength).contains(value.utf8.count),
        let rank = Self.rank(of: pair.key), rank < best?.rank ?? .max
      else { continue }
      best = (rank, Tag(key: pair.key, value: value))
    }
    guard let best else { return nil }
    self = best.tag
  }

  /// The rank of a key, 0 for the likeliest; nil if it doesn't identify classes.
  ///
  /// `event_type`, `eventType` and `itemKind` come last.
  private static func rank(of key: String) -> Int? {
    if let place = keys.firstIndex(of: key) { return place }
    let endings = ["_type", "Type", "-type", "_kind", "Kind"]
    return endings.contains(where: key.hasSuffix) ? keys.count : nil
  }
}
