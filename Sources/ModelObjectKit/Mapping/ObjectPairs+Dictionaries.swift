extension Mapping {
  func pairs(of dictionary: [String: Any], _ schema: ModelSchema) -> ObjectPairs {
    var pairs = ObjectPairs()
    pairs.list.reserveCapacity(dictionary.count)
    pairs.treeKeys.reserveCapacity(dictionary.count)
    pairs.treeValues.reserveCapacity(dictionary.count)
    for (key, value) in dictionary.inKeyOrder() {
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
    for (key, value) in changed.inKeyOrder() where !known.contains(key) {
      append(key, value, to: &pairs, schema.keys)
    }
    findContests(in: &pairs, schema.keys)
    return pairs
  }
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
