extension Mapping {
  func textPairs(_ schema: ModelSchema) throws(Misfit) -> ObjectPairs {
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
}
