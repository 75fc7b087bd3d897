/// The pairs of an object, each key once, for the full way.
///
/// They are listed once for an object, of text or of a dictionary, with the answers on several
/// keys: which are repeated, and which compete for a property.
struct ObjectPairs {
  /// A pair: its key, the list of targets that the key feeds, and the source of its value.
  struct Pair {
    /// The key in the text.
    let token: JSONStringToken
    /// The number of the list of targets that the key feeds; negative where there is none.
    let targets: TargetList
    /// The place of the key's spelling; negative where it is not in the table.
    let spelling: SpellingPlace
    /// The offsets of the value's beginning and end in the text.
    let value: Int
    let end: Int
    /// The index of the key and the value in `treeKeys` and `treeValues`; negative where they come
    /// from the text.
    let entry: Int
    /// Whether the value is a string of the text without escapes.
    let isPlainText: Bool
    /// The index of the pair in the input; only set where keys compete.
    fileprivate(set) var order = 0
  }

  /// The pairs in the order of the text, those of a dictionary in the order of their keys; pairs
  /// with competing keys are sorted from the worst key to the best.
  fileprivate(set) var list: [Pair] = []
  /// The keys and values that do not come from the text.
  fileprivate(set) var treeKeys: [String] = []
  fileprivate(set) var treeValues: [Any] = []
  /// The properties that several of the keys feed.
  fileprivate(set) var contested = PropertySet()
  /// The properties fed by a repeated key of the text; only its last value is in the list.
  fileprivate(set) var repeated = PropertySet()
  /// The offset of the object's end in the text.
  fileprivate(set) var end = 0

  /// The source of a pair's value.
  func source(at place: Int) -> Source {
    let pair = list[place]
    return pair.entry >= 0 ? .tree(treeValues[pair.entry]) : .text(pair.value)
  }
}

/// The source of a value: an offset of the text, an untyped value, or null.
enum Source {
  case text(Int)
  case tree(Any)
  case null
}

extension Mapping {
  /// Lists the pairs of an object; the reader moves behind it.
  func pairs(of pairs: Input.Pairs, _ schema: ModelSchema) throws(Misfit) -> ObjectPairs {
    switch pairs {
    case .unread: try textPairs(schema)
    case .tree(let dictionary): self.pairs(of: dictionary, schema)
    }
  }

  @inline(__always)
  func key(
    of pair: ObjectPairs.Pair,
    in pairs: ObjectPairs,
    _ keys: KeyIndex
  ) -> String {
    if pair.entry >= 0 { return pairs.treeKeys[pair.entry] }
    return keys.shortText(at: pair.spelling) ?? reader.text(of: pair.token)
  }

  // MARK: - From text

  private func textPairs(_ schema: ModelSchema) throws(Misfit) -> ObjectPairs {
    let keys = schema.keys
    var reader = reader
    var pairs = ObjectPairs()
    pairs.list.reserveCapacity(schema.properties.count)
    var properties = PropertySet()
    var others = TargetListSet()
    var unknown: [UInt64] = []
    var mayRepeat = false
    var mayCompete = false
    var previous = keys.firstPlace
    var found = try reader.openObject(keys, &previous)
    while !found.isNone {
      let (token, targets) = (found.token, found.targets)
      if targets.isNone {
        unknown.append(hash(of: token))
      } else if case let property = keys.property(of: targets), property >= 0 {
        if !properties.insert(property) { (mayRepeat, mayCompete) = (true, true) }
      } else {
        mayCompete = true
        if !others.insert(targets) { mayRepeat = true }
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
          targets: targets,
          spelling: found.place,
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

  /// Whether a list holds a number twice; may sort the list.
  private static func hasRepetition(_ hashes: inout [UInt64]) -> Bool {
    guard hashes.count > 48 else {
      return hashes.indices.contains { index in
        hashes[..<index].contains(hashes[index])
      }
    }
    hashes.sort()
    return zip(hashes, hashes.dropFirst()).contains { $0 == $1 }
  }

  /// Drops all pairs of a repeated key but the last.
  private func dropRepetitions(in pairs: inout ObjectPairs, _ keys: KeyIndex) {
    var seen: Set<ExactKey> = []
    var lasts: [ObjectPairs.Pair] = []
    for pair in pairs.list.reversed() {
      if seen.insert(ExactKey(key(of: pair, in: pairs, keys))).inserted {
        lasts.append(pair)
      } else if !pair.targets.isNone {
        for target in keys.targets(of: pair.targets) { pairs.repeated.insert(target.property) }
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
        targets: keys.find(key),
        spelling: .none,
        value: -1,
        end: -1,
        entry: pairs.treeKeys.count,
        isPlainText: false
      )
    )
    pairs.treeKeys.append(key)
    pairs.treeValues.append(value)
  }

  /// Lists the pairs of the dictionary that `willMap` returned; unchanged values are still read
  /// from the text.
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

  /// Finds the properties that several keys feed, and sorts the pairs of these keys from the worst
  /// key to the best, within the places that they have among all pairs.
  private func findContests(in pairs: inout ObjectPairs, _ keys: KeyIndex) {
    var seen = PropertySet()
    for pair in pairs.list where !pair.targets.isNone {
      let property = keys.property(of: pair.targets)
      if property >= 0 {
        if !seen.insert(property) { pairs.contested.insert(property) }
        continue
      }
      for target in keys.targets(of: pair.targets) where !seen.insert(target.property) {
        pairs.contested.insert(target.property)
      }
    }
    guard !pairs.contested.isEmpty else { return }
    for place in pairs.list.indices { pairs.list[place].order = place }
    var ranked: [(place: Int, rank: KeyRank)] = []
    for (place, pair) in pairs.list.enumerated() where !pair.targets.isNone {
      let ranks = keys.targets(of: pair.targets)
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
  func key(at place: Int) -> String {
    mapping.key(of: pairs.list[place], in: pairs, keys)
  }

  /// The index of a pair in the input.
  func order(at place: Int) -> Int {
    pairs.contested.isEmpty ? place : pairs.list[place].order
  }

  func source(at place: Int) -> Source { pairs.source(at: place) }
}

/// Whether a hook gave back the value that it was handed.
///
/// Containers are the same where they share their storage. In doubt false: the value counts as new.
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
