extension Mapping {
  /// Maps pairs through the class's own hook.
  func mapWithHook(_ filling: inout Filling, _ pairs: [Pair]) throws(Misfit) {
    let end = reader.position
    let ordered = worstFirst(pairs, &filling)
    let orders = try countingOrders(ordered, filling)
    let frame = HookFrame(self, filling, pairs: ordered, countingOrders: orders)
    try descend()
    defer { reader.remainingDepth += 1 }
    filling = try frame.run()
    reader.position = end
    noteMissing(filling)
  }

  /// Maps the pairs of the text at hand through the class's own hook: one by one, or where keys
  /// compete in the order that they need.
  func mapTextWithHook(_ filling: inout Filling) throws(Misfit) {
    guard let pairs = try distinctPairs(filling.schema.textPlan) else {
      return try mapWithHook(&filling, try list(of: .unread, filling.schema.keys))
    }
    let frame = HookFrame(self, filling, pairs: [], countingOrders: [:])
    filling = try frame.run(pairs)
    noteMissing(filling)
  }

  /// The pairs of the object at hand, and the reader goes behind it; nil, and the reader stays,
  /// where a key is escaped, or two are the same or feed the same property.
  private func distinctPairs(_ plan: TextPlan) throws(Misfit) -> [TextPair]? {
    let start = reader.position
    let depth = reader.remainingDepth
    let keys = plan.keys
    let hasKnownTrees = !knownTrees.isEmpty
    var reader = reader
    var previous = keys.firstPlace
    var seen = Claims(plan)
    var unknown: [UInt64] = []
    var pairs: [TextPair] = []
    pairs.reserveCapacity(plan.propertyCount)
    var found = try reader.openObject(keys, &previous)
    while !found.isNone {
      let key = found
      let property = key.number < 0 ? -1 : keys.property(of: key.number)
      if key.number < 0 { unknown.append(SpellingTable.hash(of: reader.view(of: key.token))) }
      if key.token.hasEscapes || key.number >= 0 && (property < 0 || !seen.insert(property, .fed)) {
        self.reader.position = start
        self.reader.remainingDepth = depth
        return nil
      }
      let isText = reader.next() == UInt8(ascii: "\"")
      let value = reader.position
      var isPlainText = false
      if isText {
        isPlainText = !(try reader.string().hasEscapes)
      } else if hasKnownTrees {
        self.reader = reader
        try skipKnownValue()
        reader = self.reader
      } else {
        try passValue(&reader)
      }
      pairs.append(
        TextPair(key: key, value: value, end: reader.position, isPlainText: isPlainText)
      )
      found = try reader.nextKey(in: keys, after: &previous)
    }
    self.reader = reader
    guard Self.hasRepetition(&unknown) else { return pairs }
    self.reader.position = start
    return nil
  }

  /// Maps the pairs of a dictionary that `willMap` made of another one; what it left as it was is
  /// still read from the input itself.
  func mapPairs(
    _ filling: inout Filling,
    _ changed: [String: Any],
    insteadOf given: [String: Any],
    _ pairs: Input.Pairs
  ) throws(Misfit) {
    let keys = filling.schema.keys
    let originals = try list(of: pairs, keys)
    var list: [Pair] = []
    for pair in originals {
      let key = text(of: pair)
      guard let value = changed[key] else { continue }
      let isSame = given[key].map { HandedValue.isSame($0, value) } ?? false
      let source = isSame ? pair.source : .tree(value)
      list.append(Pair(key: key, number: pair.number, source: source))
    }
    let known = Set(originals.map { text(of: $0) })
    for (key, value) in changed.sorted(by: { $0.key < $1.key }) where !known.contains(key) {
      list.append(Pair(key: key, number: keys.find(key), source: .tree(value)))
    }
    try mapWithHook(&filling, list)
  }

  /// The value of a pair as a hook gets it; nil for null.
  func handedValue(of source: Source) throws(Misfit) -> Any? {
    if case .tree(let value) = source {
      if case .null = Input(value) { return nil }
      return value
    }
    let input = try input(from: source)
    if case .null = input { return nil }
    return try hookTree { () throws(Misfit) -> Any in try tree(of: input) }
  }

  /// Whether hooks get text as it stands in the input, and no date in its place.
  var handsTextAsItIs: Bool {
    let conversion = options.dates.conversion
    return conversion == .automatic || conversion == .string
  }

  /// For properties that several keys compete for, and that list their keys, the alternative that
  /// counts.
  private func countingOrders(
    _ pairs: [Pair],
    _ filling: Filling
  ) throws(Misfit) -> [Int: Int] {
    guard filling.claims.hasAny(.contested) else { return [:] }
    return try candidates(in: pairs, filling)
      .filter { filling.schema.properties[$0.key].terms.hasKeyMapping }
      .compactMapValues { $0.last?.rank.order }
  }

  /// The pairs in their order, but those that compete with others for a property from the worst
  /// key to the best, in the places that they have among them.
  private func worstFirst(_ pairs: [Pair], _ filling: inout Filling) -> [Pair] {
    let keys = filling.schema.keys
    var seen = Claims(filling.schema.textPlan)
    for pair in pairs where pair.number >= 0 {
      let property = keys.property(of: pair.number)
      if property >= 0 {
        if !seen.insert(property, .fed) { filling.claims.insert(property, .contested) }
        continue
      }
      for target in keys.targets(of: pair.number) where !seen.insert(target.property, .fed) {
        filling.claims.insert(target.property, .contested)
      }
    }
    guard filling.claims.hasAny(.contested) else { return pairs }
    var ranked: [(place: Int, rank: KeyRank)] = []
    for (place, pair) in pairs.enumerated() where pair.number >= 0 {
      let ranks = keys.targets(of: pair.number)
        .filter { filling.claims.contains($0.property, .contested) }
        .map { KeyRank($0, text(of: pair)) }
      if let best = ranks.min(by: { $0.isBetter(than: $1) }) { ranked.append((place, best)) }
    }
    var ordered = pairs
    for (target, source) in zip(ranked, ranked.sorted { $1.rank.isBetter(than: $0.rank) }) {
      ordered[target.place] = pairs[source.place]
    }
    return ordered
  }
}

/// A pair of an object in the text whose keys have nothing to do with one another.
struct TextPair {
  let key: JSONReader.FoundKey
  /// Where the value begins, and where it ends.
  let value: Int
  let end: Int
  /// Whether the value is a text without escapes.
  let isPlainText: Bool
}
