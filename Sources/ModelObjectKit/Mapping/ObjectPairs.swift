/// The pairs of an object, each key once: what the full way works on.
///
/// It is made once for an object, of text or of a dictionary alike. All that concerns several keys
/// of an object is asked of it: which keys come twice, which compete for a property.
struct ObjectPairs {
  /// A pair: its key, the list of targets that the key feeds, and where its value is.
  struct Pair {
    /// Where the key is in the text.
    let token: JSONStringToken
    /// The number of the list of targets that the key feeds; negative where there is none.
    let number: Int
    /// The place of the key's spelling, where it is one that the class foresaw; else negative.
    let place: Int
    /// Where the value begins in the text, and where it ends.
    let value: Int
    let end: Int
    /// The place of the key and the value that do not come from the text; negative where they do.
    let entry: Int
    /// Whether the value is a text without escapes.
    let isPlainText: Bool
    /// The pair's place in the input, where some of the pairs were put into another order.
    fileprivate(set) var order = 0
  }

  /// In text order, those of a dictionary in the order of their keys; what competes for a property
  /// from the worst key to the best.
  fileprivate(set) var list: [Pair] = []
  /// The keys and values that do not come from the text.
  fileprivate(set) var treeKeys: [String] = []
  fileprivate(set) var treeValues: [Any] = []
  /// The properties that several of the keys feed.
  fileprivate(set) var contested = PropertySet()
  /// The properties fed by a key that stood in the text twice; only its last value is in the list.
  fileprivate(set) var repeated = PropertySet()
  /// The end of the object in the text.
  fileprivate(set) var end = 0

  /// Where the value of a pair is.
  func source(at place: Int) -> Source {
    let pair = list[place]
    return pair.entry >= 0 ? .tree(treeValues[pair.entry]) : .text(pair.value)
  }
}

/// Where the value of a pair is.
enum Source {
  /// At an offset of the text.
  case text(Int)
  case tree(Any)
  case null
}

extension Mapping {
  /// The pairs of an object; the reader goes behind it.
  func pairs(of pairs: Input.Pairs, _ schema: ModelSchema) throws(Misfit) -> ObjectPairs {
    switch pairs {
    case .unread: try textPairs(schema)
    case .tree(let dictionary): self.pairs(of: dictionary, schema)
    }
  }

  func key(
    of pair: ObjectPairs.Pair,
    in pairs: ObjectPairs,
    _ keys: KeyIndex
  ) -> String {
    if pair.entry >= 0 { return pairs.treeKeys[pair.entry] }
    return keys.shortText(at: pair.place) ?? reader.text(of: pair.token)
  }

  // MARK: - From text

  private func textPairs(_ schema: ModelSchema) throws(Misfit) -> ObjectPairs {
    let keys = schema.keys
    var reader = reader
    var pairs = ObjectPairs()
    pairs.list.reserveCapacity(schema.properties.count)
    var properties = PropertySet()
    var others = PropertySet()
    var unknown: [UInt64] = []
    var mayRepeat = false
    var mayCompete = false
    var previous = keys.firstPlace
    var found = try reader.openObject(keys, &previous)
    while !found.isNone {
      let (token, number) = (found.token, found.number)
      if number < 0 {
        unknown.append(hash(of: token))
      } else if case let property = keys.property(of: number), property >= 0 {
        if !properties.insert(property) { (mayRepeat, mayCompete) = (true, true) }
      } else {
        mayCompete = true
        if !others.insert(number) { mayRepeat = true }
      }
      let isText = reader.next() == UInt8(ascii: "\"")
      let value = reader.position
      var isPlainText = false
      if isText {
        isPlainText = !(try reader.string().hasEscapes)
      } else {
        try passValue(&reader)
      }
      pairs.list.append(
        ObjectPairs.Pair(
          token: token,
          number: number,
          place: found.place,
          value: value,
          end: reader.position,
          entry: -1,
          isPlainText: isPlainText
        )
      )
      found = try reader.nextKey(in: keys, after: &previous)
    }
    pairs.end = reader.position
    self.reader = reader
    if mayRepeat || Self.hasRepetition(&unknown) { dropRepetitions(in: &pairs, keys) }
    if mayCompete { findContests(in: &pairs, keys) }
    return pairs
  }

  private func hash(of key: JSONStringToken) -> UInt64 {
    guard key.hasEscapes else { return SpellingTable.hash(of: reader.view(of: key)) }
    return ByteView.with(reader.text(of: key)) { SpellingTable.hash(of: $0) }
  }

  /// Whether a number stands in a list twice.
  private static func hasRepetition(_ hashes: inout [UInt64]) -> Bool {
    guard hashes.count > 48 else {
      return hashes.indices.contains { index in
        hashes[..<index].contains(hashes[index])
      }
    }
    hashes.sort()
    return zip(hashes, hashes.dropFirst()).contains { $0 == $1 }
  }

  /// Of a key that stands there twice the last value counts.
  private func dropRepetitions(in pairs: inout ObjectPairs, _ keys: KeyIndex) {
    var seen: Set<ExactKey> = []
    var lasts: [ObjectPairs.Pair] = []
    for pair in pairs.list.reversed() {
      if seen.insert(ExactKey(key(of: pair, in: pairs, keys))).inserted {
        lasts.append(pair)
      } else if pair.number >= 0 {
        for target in keys.targets(of: pair.number) { pairs.repeated.insert(target.property) }
      }
    }
    pairs.list = lasts.reversed()
  }

  // MARK: - From a dictionary

  private func pairs(of dictionary: [String: Any], _ schema: ModelSchema) -> ObjectPairs {
    var pairs = ObjectPairs()
    pairs.list.reserveCapacity(dictionary.count)
    pairs.treeKeys.reserveCapacity(dictionary.count)
    pairs.treeValues.reserveCapacity(dictionary.count)
    for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
      append(key, value, to: &pairs, schema.keys)
    }
    findContests(in: &pairs, schema.keys)
    return pairs
  }

  private func append(
    _ key: String,
    _ value: Any,
    to pairs: inout ObjectPairs,
    _ keys: KeyIndex
  ) {
    pairs.list.append(
      ObjectPairs.Pair(
        token: JSONStringToken(start: 0, end: 0, hasEscapes: false),
        number: keys.find(key),
        place: -1,
        value: -1,
        end: -1,
        entry: pairs.treeKeys.count,
        isPlainText: false
      )
    )
    pairs.treeKeys.append(key)
    pairs.treeValues.append(value)
  }

  /// The pairs of a dictionary that `willMap` made of another one; what it left as it was is still
  /// read from the input itself.
  func pairs(
    of changed: [String: Any],
    insteadOf given: [String: Any],
    _ originals: ObjectPairs,
    _ schema: ModelSchema
  ) -> ObjectPairs {
    var pairs = ObjectPairs()
    pairs.end = originals.end
    var known: Set<String> = []
    for pair in originals.list {
      let key = key(of: pair, in: originals, schema.keys)
      known.insert(key)
      guard let value = changed[key] else { continue }
      if pair.entry < 0, let former = given[key], isSameValue(former, value) {
        pairs.list.append(pair)
      } else {
        append(key, value, to: &pairs, schema.keys)
      }
    }
    for (key, value) in changed.sorted(by: { $0.key < $1.key }) where !known.contains(key) {
      append(key, value, to: &pairs, schema.keys)
    }
    findContests(in: &pairs, schema.keys)
    return pairs
  }

  // MARK: - Competing keys

  /// Finds the properties that several keys feed, and puts these pairs in order: from the worst key
  /// to the best, in the places that they have among the pairs.
  private func findContests(in pairs: inout ObjectPairs, _ keys: KeyIndex) {
    var seen = PropertySet()
    for pair in pairs.list where pair.number >= 0 {
      let property = keys.property(of: pair.number)
      if property >= 0 {
        if !seen.insert(property) { pairs.contested.insert(property) }
        continue
      }
      for target in keys.targets(of: pair.number) where !seen.insert(target.property) {
        pairs.contested.insert(target.property)
      }
    }
    guard !pairs.contested.isEmpty else { return }
    for place in pairs.list.indices { pairs.list[place].order = place }
    var ranked: [(place: Int, rank: KeyRank)] = []
    for (place, pair) in pairs.list.enumerated() where pair.number >= 0 {
      let ranks = keys.targets(of: pair.number)
        .filter { pairs.contested.contains($0.property) }
        .map { KeyRank($0, key(of: pair, in: pairs, keys)) }
      if let best = ranks.min(by: { $0.isBetter(than: $1) }) { ranked.append((place, best)) }
    }
    let unordered = pairs.list
    for (target, source) in zip(ranked, ranked.sorted { $1.rank.isBetter(than: $0.rank) }) {
      pairs.list[target.place] = unordered[source.place]
    }
  }
}

extension ObjectUnderWay {
  /// The key of a pair.
  func key(at place: Int) -> String {
    let pair = pairs.list[place]
    if pair.entry >= 0 { return pairs.treeKeys[pair.entry] }
    return keys.shortText(at: pair.place) ?? mapping.reader.text(of: pair.token)
  }

  /// The place of a pair in the input.
  func order(at place: Int) -> Int {
    pairs.contested.isEmpty ? place : pairs.list[place].order
  }

  /// Where the value of a pair is.
  func source(at place: Int) -> Source { pairs.source(at: place) }
}

/// Whether two values are the same without a doubt: a hook gave back what it was handed.
///
/// Containers are the same where they share their storage; where that is not known, the answer is
/// no, and the value counts as new.
func isSameValue(_ handed: Any, _ value: Any) -> Bool {
  if let text = payload(of: value, as: String.self) {
    return text == payload(of: handed, as: String.self)
  }
  if let integer = payload(of: value, as: Int.self) {
    return integer == payload(of: handed, as: Int.self)
  }
  if let double = payload(of: value, as: Double.self) {
    return double.bitPattern == payload(of: handed, as: Double.self)?.bitPattern
  }
  if let bool = payload(of: value, as: Bool.self) {
    return bool == payload(of: handed, as: Bool.self)
  }
  if let array = payload(of: value, as: [Any].self) {
    return payload(of: handed, as: [Any].self).map { StorageMark($0) } == StorageMark(array)
  }
  if let dictionary = payload(of: value, as: [String: Any].self) {
    return payload(of: handed, as: [String: Any].self).map { StorageMark($0) }
      == StorageMark(dictionary)
  }
  guard let value = value as? AnyHashable, let handed = handed as? AnyHashable else {
    return false
  }
  return value == handed
}
