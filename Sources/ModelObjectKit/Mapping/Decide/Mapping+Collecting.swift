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

  /// Moves the reader to an object, to look at its pairs before it is entered.
  func moveReader(to source: ObjectSource) {
    if case .text(let start) = source { reader.position = start }
  }

  /// Records an object that is being filled, so that values in it may be passed now and read later.
  func recordAround(_ object: borrowing ObjectFilling) throws(Misfit) {
    guard case .text(let start) = object.source, !state.tape.contains(start) else { return }
    try record(from: start, reader.remainingDepth + 1)
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
  func knownPairs(
    in source: ObjectSource,
    _ keys: KeyIndex,
    for properties: PropertySet? = nil
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
    _ = try eachPair(ofObjectAt: start, keys) { pair in
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
}

extension Mapping {
  /// Finds the keys of an object that compete for a property, once.
  ///
  /// It is done before a hook gets the first pair; else when a second key comes for a property, before
  /// a value has effects beyond its place, and before a note counts. The pairs of a text are kept in
  /// `pairs` if its hook will get them from there.
  @inline(never)
  func collect(_ object: inout ObjectFilling, keepsPairs: Bool = false) throws(Misfit) {
    guard !object.isCollected else { return }
    object.isCollected = true
    let contested = try contestedProperties(of: object, keepsPairs: keepsPairs)
    guard !contested.isEmpty else { return }
    let rivals = try rivals(for: contested, object.plan, in: object.source)
      .filter { $0.value.count > 1 }
    extras(of: &object).rivals = rivals
    // From now on each key is judged.
    object.isDirect = false
    let position = reader.position
    defer { reader.position = position }
    for (number, keys) in rivals where object.decided.contains(number) {
      // The first key that came has decided so far.
      guard let first = keys.min(by: { $0.pair < $1.pair }), first.pair != keys[0].pair else {
        continue
      }
      let best = Offer(number: number, source: keys[0].source, path: keys[0].path)
      try replace(with: best, &object)
    }
  }

  /// The properties to which several keys may lead.
  private func contestedProperties(
    of object: borrowing ObjectFilling,
    keepsPairs: Bool
  ) throws(Misfit) -> PropertySet {
    let keys = object.plan.keys
    guard case .text(let start) = object.source else {
      return contestedProperties(of: try pairs(of: object.source), keys)
    }
    var seen = SeenProperties()
    let first = state.pairs.count
    defer { if !keepsPairs { state.pairs.removeAll(from: first) } }
    let end = try addPairs(ofObjectAt: start, keys)
    for index in first..<state.pairs.count { seen.see(state.pairs[index].key.targets, keys) }
    state.pairs.append(TextPair(key: .none, begin: end))
    return seen.contested
  }

  /// Adds the pairs of an object of the text to `pairs`, and returns the offset after it.
  @inline(never)
  private func addPairs(ofObjectAt start: Int, _ keys: KeyIndex) throws(Misfit) -> Int {
    try eachPair(ofObjectAt: start, keys) { pair in
      state.pairs.append(pair)
    }
  }

  /// Calls a closure with the pairs of an object of the text, and returns the offset after it; the
  /// reader learns the gaps between the pairs, and stays where it is.
  ///
  /// What is nested in the object is recorded once, with all around it, and passed by a jump. If the
  /// object has been entered, that is all of the text: keys may compete on every level. Arrays of values
  /// without parts are only passed.
  @inline(__always)
  private func eachPair(
    ofObjectAt start: Int,
    _ keys: KeyIndex,
    _ body: (TextPair) -> Void
  ) throws(Misfit) -> Int {
    var reader = reader
    let (position, depth) = (reader.position, reader.remainingDepth)
    let hasEntered = position > start
    reader.position = start
    // If the object has been entered, no depth may be left for it.
    reader.remainingDepth += 1
    try reader.eachPair(in: keys) { reader throws(Misfit) in
      if !state.tape.contains(reader.position) {
        if try reader.passPlainArray() { return }
        try hasEntered ? record(from: 0, options.maximumDepth) : record(from: start, depth)
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
    _ plan: ClassPlan,
    in source: ObjectSource
  ) throws(Misfit) -> [Int: [RivalKey]] {
    let properties = plan.schema.properties
    let (position, depth) = (reader.position, reader.remainingDepth)
    defer { (reader.position, reader.remainingDepth) = (position, depth) }
    var rivals: [Int: [RivalKey]] = [:]
    for pair in try knownPairs(in: source, plan.keys, for: contested) {
      let list = plan.keys.targets(of: pair.targets)
      guard list.contains(where: { contested.contains($0.property) }) else { continue }
      let values = try values(for: pair.targets, at: pair.source, by: plan)
      for (index, target) in list.enumerated() where contested.contains(target.property) {
        guard let source = values.source(at: index, in: reader) else { continue }
        let isNull = try self.isNull(source, for: properties[target.property])
        let path = values.path(at: index, behind: pair.key, in: reader)
        let rank = KeyRank(target, pair.key.text)
        rivals[target.property, default: []].append(
          RivalKey(rank: rank, pair: pair.number, source: source, path: path, isNull: isNull)
        )
      }
    }
    for (property, keys) in rivals where keys.count > 1 {
      let keys = Array(keys.reversed())
      let order = Order { keys[$0].precedes(keys[$1]) }
      rivals[property] = order.sorted(keys.count).map { keys[$0] }
    }
    return rivals
  }

  /// Whether several keys lead to a property, which is found out before a value has effects.
  @inline(never)
  func hasRivals(_ number: Int, _ object: inout ObjectFilling) throws(Misfit) -> Bool {
    try collect(&object)
    return object.extras?.rivals[number] != nil
  }
}
