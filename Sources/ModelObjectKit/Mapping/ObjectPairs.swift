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
    var order = 0
  }

  /// The pairs in the order of the text, those of a dictionary in the order of their keys; pairs
  /// with competing keys are sorted from the worst key to the best.
  var list: [Pair] = []
  /// The keys and values that do not come from the text.
  var treeKeys: [String] = []
  var treeValues: [Any] = []
  /// The properties that several of the keys feed.
  var contested = PropertySet()
  /// The properties fed by a repeated key of the text; only its last value is in the list.
  var repeated = PropertySet()
  /// The offset of the object's end in the text.
  var end = 0

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

  /// Finds the properties that several keys feed, and sorts the pairs of these keys from the worst
  /// key to the best, within the places that they have among all pairs.
  func findContests(in pairs: inout ObjectPairs, _ keys: KeyIndex) {
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
