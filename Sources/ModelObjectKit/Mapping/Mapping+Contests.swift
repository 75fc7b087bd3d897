/// Where the value of a pair is.
enum Source {
  /// At an offset of the text.
  case text(Int)
  case tree(Any)
  case null
}

/// A pair of an object.
struct Pair {
  /// The key; nil where it is only marked in the text.
  let key: String?
  /// Where the key is in the text.
  let token: JSONStringToken
  /// The number of the list of targets that the key feeds; negative where there is none, or where
  /// nobody asked.
  let number: Int
  let source: Source

  init(key: String, number: Int, source: Source) {
    self.key = key
    token = JSONStringToken(start: 0, end: 0, hasEscapes: false)
    self.number = number
    self.source = source
  }

  init(token: JSONStringToken, number: Int, source: Source) {
    key = nil
    self.token = token
    self.number = number
    self.source = source
  }
}

/// How good a key is for a property, when several compete: smaller is better.
///
/// 1. The place of the key in the property's `keyMapping`; whole keys before paths.
/// 2. The exact spelling, then that of a wrapper's storage, before others.
/// 3. The smaller key by its UTF-8 bytes.
struct KeyRank {
  let order: Int
  let distance: Int
  let key: String

  init(_ target: KeyIndex.Target, _ key: String) {
    order = target.order
    distance = target.distance(of: key)
    self.key = key
  }

  func isBetter(than other: KeyRank) -> Bool {
    if order != other.order { return order < other.order }
    if distance != other.distance { return distance < other.distance }
    return key.utf8.lexicographicallyPrecedes(other.key.utf8)
  }
}

extension Mapping {
  /// The input at a source; the reader stands behind it, or at it where it is unread.
  func input(from source: Source) throws(Misfit) -> Input {
    switch source {
    case .null: return .null
    case .tree(let value): return Input(value)
    case .text(let offset):
      reader.position = offset
      return try reader.value()
    }
  }

  /// The pairs of an object, each key once: in text order, the last value of a key that comes
  /// twice; those of a dictionary by their keys.
  func list(of pairs: Input.Pairs, _ keys: KeyIndex? = nil) throws(Misfit) -> [Pair] {
    var list: [Pair] = []
    switch pairs {
    case .tree(let dictionary):
      for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
        list.append(Pair(key: key, number: keys?.find(key) ?? -1, source: .tree(value)))
      }
    case .unread:
      guard try reader.open(closing: UInt8(ascii: "}")) else { return [] }
      var hashes: [UInt64] = []
      repeat {
        let token = try reader.key()
        _ = reader.next()
        let source = Source.text(reader.position)
        if token.hasEscapes {
          let key = reader.text(of: token)
          hashes.append(ByteView.with(key) { SpellingTable.hash(of: $0) })
          list.append(Pair(key: key, number: keys?.find(key) ?? -1, source: source))
        } else {
          let key = reader.view(of: token)
          hashes.append(SpellingTable.hash(of: key))
          list.append(Pair(token: token, number: keys?.find(key) ?? -1, source: source))
        }
        try skipKnownValue()
      } while try reader.hasMore(closing: UInt8(ascii: "}"))
      if Self.hasRepetition(&hashes) { list = withoutRepetition(list) }
    }
    return list
  }

  /// Moves past a value; at once where a tree was made of it, or it was passed before.
  func skipKnownValue() throws(Misfit) {
    if !knownTrees.isEmpty, let known = knownTrees[reader.position] {
      reader.position = known.end
    } else {
      try passValue(&reader)
    }
  }

  /// Whether a number stands in a list twice.
  static func hasRepetition(_ hashes: inout [UInt64]) -> Bool {
    guard hashes.count > 48 else {
      return hashes.indices.contains { index in
        hashes[..<index].contains(hashes[index])
      }
    }
    hashes.sort()
    return zip(hashes, hashes.dropFirst()).contains { $0 == $1 }
  }

  private func withoutRepetition(_ list: [Pair]) -> [Pair] {
    var seen: Set<ExactKey> = []
    return list.reversed().filter { seen.insert(ExactKey(text(of: $0))).inserted }.reversed()
  }

  /// The key of a pair.
  func text(of pair: Pair) -> String {
    pair.key ?? reader.text(of: pair.token)
  }

  /// Finds out which properties several keys compete for, before any is mapped.
  func lookAhead(_ filling: inout Filling, _ pairs: Input.Pairs) throws(Misfit) {
    let schema = filling.schema
    var seen = Claims(schema.textPlan)
    func see(_ number: Int) {
      guard number >= 0 else { return }
      for target in schema.keys.targets(of: number) where !seen.insert(target.property, .fed) {
        filling.claims.insert(target.property, .contested)
      }
    }
    switch pairs {
    case .tree(let dictionary):
      for key in dictionary.keys { see(schema.keys.find(key)) }
    case .unread:
      let start = reader.position
      let depth = reader.remainingDepth
      guard try reader.open(closing: UInt8(ascii: "}")) else {
        reader.position = start
        return
      }
      repeat {
        let key = try reader.key()
        see(
          key.hasEscapes
            ? schema.keys.find(reader.text(of: key)) : schema.keys.find(reader.view(of: key))
        )
        _ = reader.next()
        try skipKnownValue()
      } while try reader.hasMore(closing: UInt8(ascii: "}"))
      reader.position = start
      reader.remainingDepth = depth
    }
  }

  /// Maps what several keys compete for: from the worst to the best, so that the best value that
  /// fits stands in the end, and objects for one model merge into it.
  func mapContested(_ filling: inout Filling, _ object: ObjectSource) throws(Misfit) {
    guard filling.claims.hasAny(.contested) else { return }
    let end = reader.position
    let pairs: [Pair]
    switch object {
    case .tree(let dictionary): pairs = try list(of: .tree(dictionary))
    case .text(let start):
      reader.position = start
      pairs = try list(of: .unread)
    }
    // Text has been left by now, a dictionary not yet.
    let levels = if case .text = object { 1 } else { 0 }
    reader.remainingDepth -= levels
    defer { reader.remainingDepth += levels }
    let candidates = try candidates(in: pairs, filling)
    for (property, list) in candidates.sorted(by: { $0.key < $1.key }) {
      try mapBest(of: list.map(\.found), property, filling)
    }
    // Of a key that stands in text twice the last value counts, and a path may lead nowhere there.
    for property in filling.schema.properties.indices
    where candidates[property] == nil && filling.claims.contains(property, .contested) {
      filling.claims.remove(property, .fed)
    }
    reader.position = end
  }

  /// For each property that several keys compete for what they offer it, the worst first.
  ///
  /// Of the keys that the class itself lists for a property only those of the first alternative
  /// count that offers more than null.
  func candidates(in pairs: [Pair], _ filling: Filling) throws(Misfit) -> [Int: [Candidate]] {
    let schema = filling.schema
    var candidates: [Int: [Candidate]] = [:]
    for pair in pairs {
      let key = text(of: pair)
      let number = schema.keys.find(key)
      guard number >= 0 else { continue }
      for (target, found) in try found(by: number, from: pair.source, schema)
      where filling.claims.contains(target.property, .contested) {
        candidates[target.property, default: []].append(
          Candidate(rank: KeyRank(target, key), found: found.after(.key(key)))
        )
      }
    }
    for (property, list) in candidates {
      let list = list.sorted { $1.rank.isBetter(than: $0.rank) }
      candidates[property] = list
      guard schema.properties[property].terms.hasKeyMapping else { continue }
      for best in list.reversed()
      where try !isNull(best.found.source, for: schema.properties[property]) {
        candidates[property] = list.filter { $0.rank.order == best.rank.order }
        break
      }
    }
    return candidates
  }

  /// Whether there is nothing at a source, as a property sees it.
  func isNull(_ source: Source, for property: Property) throws(Misfit) -> Bool {
    let input = try input(from: source)
    if case .null = input { return true }
    return !property.rules.keepsNullText && input.isNullOrNullText
  }

  private func mapBest(
    of candidates: [Found],
    _ property: Int,
    _ filling: Filling
  ) throws(Misfit) {
    let before = notes.mark
    var isFed = false
    for candidate in candidates {
      let mark = notes.mark
      let fits = try mapValue(candidate, property, filling)
      // What was wrong with a value does not matter where another one is taken.
      if fits {
        if isFed {
          noteBetterKey(filling.schema.properties[property], since: before, before: mark)
        } else {
          notes.forget(from: before, to: mark)
        }
        isFed = true
      } else if isFed {
        notes.forget(since: mark)
      }
    }
  }
}

/// What a key offers to a property that others compete for as well.
struct Candidate {
  let rank: KeyRank
  let found: Found
}

/// Where the pairs of an object are, for coming back to them.
enum ObjectSource {
  case text(Int)
  case tree([String: Any])
}
