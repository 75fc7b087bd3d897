// Collect: all pairs of an object are known before one of them has an effect.

extension Mapping {
  /// The node on the tape of the object or array at an offset of the text, which is recorded with
  /// everything in it, unless it is part of what was recorded last.
  func node(at offset: Int) throws(Misfit) -> Int {
    if !state.tape.contains(offset) { try record(from: offset, reader.remainingDepth) }
    return state.tape.node(at: offset)
  }

  @inline(never)
  private func record(from offset: Int, _ depth: Int) throws(Misfit) {
    var reader = reader
    (reader.position, reader.remainingDepth) = (offset, depth)
    _ = reader.next()
    try state.tape.record(&reader)
  }

  /// Moves past the value at the position; jumps if it was recorded.
  @inline(never)
  func passValue(_ reader: inout JSONReader) throws(Misfit) {
    _ = reader.next()
    if state.tape.contains(reader.position) {
      reader.position = state.tape.end(of: state.tape.node(at: reader.position))
    } else {
      try reader.skipValue()
    }
  }

  /// The offset after an object or array of the text.
  func end(ofPartsAt offset: Int) throws(Misfit) -> Int {
    state.tape.end(of: try node(at: offset))
  }

  /// All pairs of an object, in the order of the input.
  func pairs(of source: ObjectSource) throws(Misfit) -> [ObjectSource.Pair] {
    switch source {
    case .text(let start):
      let object = try node(at: start)
      var pairs: [ObjectSource.Pair] = []
      pairs.reserveCapacity(state.tape[object].partCount)
      var index = object + 1
      while index < state.tape[object].next - 1 {
        let key = reader.bytes.text(of: state.tape[index].token)
        pairs.append((key, .text(state.tape[index + 1].begin)))
        index = state.tape.index(after: index + 1)
      }
      return pairs
    case .dictionary(let dictionary): return dictionary.map { ($0.key, .tree($0.value)) }
    case .list(let pairs): return pairs
    case .decoded, .none: return []
    }
  }

  /// The known keys of an object and their values, in the order of the input; if some properties
  /// are named, without those that set only another one.
  ///
  /// It is late if the object has been entered.
  func knownPairs(
    in source: ObjectSource,
    _ keys: KeyIndex,
    for properties: PropertySet? = nil,
    isLate: Bool = false
  ) throws(Misfit) -> [KnownPair] {
    func isWanted(_ targets: TargetList) -> Bool {
      guard !targets.isNone else { return false }
      let only = keys.property(of: targets)
      return only < 0 || properties?.contains(only) != false
    }
    guard case .text(let start) = source else {
      return try pairs(of: source).enumerated().compactMap { number, pair in
        let targets = keys.find(pair.key)
        guard isWanted(targets) else { return nil }
        let key = PairKey.text(pair.key)
        return KnownPair(number: number, targets: targets, source: pair.source, key: key)
      }
    }
    var known: [KnownPair] = []
    var number = 0
    _ = try eachPair(ofObjectAt: start, keys, isLate: isLate) { pair in
      let targets = pair.key.targets
      if isWanted(targets) {
        let key = PairKey.token(pair.key.token, in: state.reader.bytes)
        known.append(
          KnownPair(number: number, targets: targets, source: .text(pair.begin), key: key)
        )
      }
      number += 1
    }
    return known
  }
}

// MARK: - Keys that compete

/// A pair of an object of the text, or the end of that, which has no key.
struct TextPair: BitwiseCopyable {
  let key: JSONReader.FoundKey
  /// The offset of the value.
  let begin: Int
  /// The offset after the value.
  var end = 0
  /// Whether the value is a string with escapes.
  var hasEscapes = false

  /// The value, which is a string.
  @inline(__always)
  var text: JSONStringToken {
    JSONStringToken(start: begin &+ 1, end: end &- 1, hasEscapes: hasEscapes)
  }
}

/// The properties to which keys of an object lead, and those to which several do.
private struct SeenProperties {
  private var all = PropertySet()
  private(set) var contested = PropertySet()

  @inline(__always)
  mutating func see(_ targets: TargetList, _ keys: KeyIndex) {
    guard !targets.isNone else { return }
    let only = keys.property(of: targets)
    if only >= 0 {
      if !all.insert(only) { contested.insert(only) }
    } else {
      for target in keys.targets(of: targets) where !all.insert(target.property) {
        contested.insert(target.property)
      }
    }
  }
}

extension JSONReader {
  /// Calls `body` with each pair of the object at the position, and `pass` to move past a value that
  /// is an object or array.
  @inline(__always)
  fileprivate mutating func eachPair(
    in keys: KeyIndex,
    pass: (inout JSONReader) throws(Misfit) -> Void,
    _ body: (TextPair) -> Void
  ) throws(Misfit) {
    var spelling = keys.firstIndex
    var found = try openObject(keys, &spelling)
    while !found.isNone {
      let first = next()
      var pair = TextPair(key: found, begin: position)
      switch first {
      case UInt8(ascii: "\""): pair.hasEscapes = try string().hasEscapes
      case UInt8(ascii: "{"), UInt8(ascii: "["): try pass(&self)
      default: try skipWordOrNumber(first, isComplete: true)
      }
      pair.end = position
      body(pair)
      found = try nextKey(in: keys, after: &spelling)
    }
  }

  /// Whether several keys of the object at the position lead to the same property; the reader learns
  /// the gaps between its pairs, and stays in front of it.
  mutating func seesRivals(_ keys: KeyIndex) throws(Misfit) -> Bool {
    let (start, depth) = (position, remainingDepth)
    var seen = SeenProperties()
    try eachPair(in: keys) { reader throws(Misfit) in
      try reader.skipValue()
    } _: { pair in
      seen.see(pair.key.targets, keys)
    }
    (position, remainingDepth) = (start, depth)
    return !seen.contested.isEmpty
  }
}

extension Mapping {
  /// Finds the keys of an object that compete for a property, once.
  ///
  /// It is done before a hook gets the first pair, or a setter is called; else when a second key comes
  /// for a property, or before a value has effects beyond its place. The pairs of a text are kept in
  /// `pairs` if its hook will get them from there.
  @inline(never)
  func collect(
    _ object: inout ObjectFilling,
    isLate: Bool = false,
    keepsPairs: Bool = false
  ) throws(Misfit) {
    guard !object.isCollected else { return }
    object.isCollected = true
    let contested = try contestedProperties(of: object, isLate: isLate, keepsPairs: keepsPairs)
    guard !contested.isEmpty else { return }
    let rivals = try rivals(for: contested, in: object, isLate: isLate)
    extras(of: &object).rivals = rivals.filter { $0.value.count > 1 }
    // From now on each key is judged.
    object.isDirect = false
  }

  /// The properties to which several keys may lead.
  private func contestedProperties(
    of object: borrowing ObjectFilling,
    isLate: Bool,
    keepsPairs: Bool
  ) throws(Misfit) -> PropertySet {
    let keys = object.plan.keys
    guard case .text(let start) = object.source else {
      return contestedProperties(of: try pairs(of: object.source), keys)
    }
    var seen = SeenProperties()
    let first = state.pairs.count
    defer { if !keepsPairs { state.pairs.removeAll(from: first) } }
    let end = try addPairs(ofObjectAt: start, keys, isLate: isLate)
    for index in first..<state.pairs.count { seen.see(state.pairs[index].key.targets, keys) }
    state.pairs.append(TextPair(key: .none, begin: end))
    return seen.contested
  }

  /// Adds the pairs of an object of the text to `pairs`, and returns the offset after it.
  @inline(never)
  private func addPairs(
    ofObjectAt start: Int,
    _ keys: KeyIndex,
    isLate: Bool
  ) throws(Misfit) -> Int {
    try eachPair(ofObjectAt: start, keys, isLate: isLate) { pair in
      state.pairs.append(pair)
    }
  }

  /// Calls a closure with the pairs of an object of the text, and returns the offset after it; the
  /// reader learns the gaps between the pairs, and stays where it is.
  ///
  /// What is nested in the object is recorded once, with all around it, and passed by a jump. If the
  /// object has been entered, that is all of the text: keys may compete on every level.
  @inline(__always)
  private func eachPair(
    ofObjectAt start: Int,
    _ keys: KeyIndex,
    isLate: Bool,
    _ body: (TextPair) -> Void
  ) throws(Misfit) -> Int {
    var reader = reader
    let (position, depth) = (reader.position, reader.remainingDepth)
    reader.position = start
    // If the object has been entered, no depth may be left for it.
    reader.remainingDepth += 1
    try reader.eachPair(in: keys) { reader throws(Misfit) in
      if !state.tape.contains(reader.position) {
        try isLate ? record(from: 0, state.depthLimit) : record(from: start, depth)
      }
      try passValue(&reader)
    } _: { pair in
      body(pair)
    }
    let end = reader.position
    (reader.position, reader.remainingDepth) = (position, depth)
    self.reader = reader
    return end
  }

  private func contestedProperties(
    of pairs: [ObjectSource.Pair],
    _ keys: KeyIndex
  ) -> PropertySet {
    var seen = SeenProperties()
    for pair in pairs { seen.see(keys.find(pair.key), keys) }
    return seen.contested
  }

  /// The keys for each of some properties, one or several, best first: those with null come last,
  /// and of the same key the last pair comes first.
  @inline(never)
  func rivals(
    for contested: PropertySet,
    in object: borrowing ObjectFilling,
    isLate: Bool = false
  ) throws(Misfit) -> [Int: [RivalKey]] {
    let (plan, properties) = (object.plan, object.schema.properties)
    let (position, depth) = (reader.position, reader.remainingDepth)
    defer { (reader.position, reader.remainingDepth) = (position, depth) }
    var rivals: [Int: [RivalKey]] = [:]
    for pair in try knownPairs(in: object.source, plan.keys, for: contested, isLate: isLate) {
      let list = plan.keys.targets(of: pair.targets)
      guard list.contains(where: { contested.contains($0.property) }) else { continue }
      let values = try values(for: pair.targets, at: pair.source, by: plan)
      for (index, target) in list.enumerated() where contested.contains(target.property) {
        guard let source = values.source(at: index) else { continue }
        let isNull = try self.isNull(source, for: properties[target.property])
        let path = values.path(at: index, behind: pair.key, in: reader)
        let rank = KeyRank(target, pair.key.text)
        rivals[target.property, default: []].append(
          RivalKey(rank: rank, pair: pair.number, source: source, path: path, isNull: isNull)
        )
      }
    }
    for (property, keys) in rivals {
      let keys = Array(keys.reversed())
      let order = Order { keys[$0].precedes(keys[$1]) }
      rivals[property] = order.sorted(keys.count).map { keys[$0] }
    }
    return rivals
  }

  /// Sees which keys compete, before a value may have effects; true if several lead to the property.
  @inline(never)
  func collectRivals(for number: Int, _ object: inout ObjectFilling) throws(Misfit) -> Bool {
    try collect(&object, isLate: true)
    return object.extras?.rivals[number] != nil
  }

  /// Fills a property to which several keys lead.
  ///
  /// The best value that fits is mapped, and the others aren't. Null is used only if none fits.
  @inline(never)
  func fillByBest(_ number: Int, _ object: inout ObjectFilling) throws(Misfit) {
    let rivals = object.extras?.rivals[number] ?? []
    guard !rivals.isEmpty else { return }
    object.extras?.rivals[number] = []
    let start = reader.position
    defer { reader.position = start }
    // Those that were tried are tried again.
    object.extras?.notes.removeAll { $0.property == number && !$0.isTaken }
    let property = object.schema.properties[number]
    // The short way has used the first value that came, if that fitted.
    var taken = object.filled.contains(number) ? rivals.min { $0.pair < $1.pair } : nil
    if taken?.isNull == true || object.tried.contains(number) { taken = nil }
    if taken == nil { object.filled.remove(number) }
    let former = taken.map { _ in beginAgain(property, object) }
    var best: RivalKey?
    var null: RivalKey?
    var lost: [RivalKey] = []
    for rival in rivals {
      if best != nil {
        lost.append(rival)
      } else if let former, rival.pair == taken?.pair {
        property.restore(former, in: object.model)
        best = rival
      } else if rival.isNull, null != nil {
        lost.append(rival)
      } else {
        switch try assign(rival.source, number, &object, rival.path, takesNull: rival.isNull) {
        case .taken: best = rival
        case .null:
          null = null ?? rival
          lost.append(rival)
        case .misfit: break
        }
      }
    }
    // Null is used if a transform has made it of a value, too.
    if best == nil, let null, !null.isNull { try assign(null.source, number, &object, null.path) }
    object.extras?.awaited[number]?.others = lost.map { ($0.source, $0.path) }
    if notes.isReport, let best { noteLosers(lost, number, &object, to: best) }
  }

  /// Gives a property that has a value of the input the one that it had before, so that nothing of the
  /// former is left in the next; returns the former.
  func beginAgain(_ property: Property, _ object: borrowing ObjectFilling) -> Any {
    let former = property.savedValue(in: object.model)
    if let before = state.rare?.undoList?.value(of: property, savedAt: object.savedAt) {
      property.restore(before, in: object.model)
    } else if let nested = property.nested, object.schema.isNilWhenMade(property.number) {
      _ = nested.write(nil, to: object.model)
    } else if property.declared != nil {
      property.copy(from: object.plan.type.init(), to: object.model)
    }
    return former
  }
}
