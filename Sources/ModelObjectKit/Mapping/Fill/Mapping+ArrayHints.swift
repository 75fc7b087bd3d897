// A path that counts an element like a key, `data.1.dog`, finds nothing in an array: it has to be
// `data[1].dog`.

extension Mapping {
  /// How a key path of a property has to be written to lead through the arrays of the input; nil if
  /// none counts elements like keys.
  func indexedPath(of number: Int, _ schema: ModelSchema, in source: ObjectSource) -> String? {
    guard schema.properties[number].keys.contains(where: countsElements) else { return nil }
    for pair in (try? knownPairs(in: source.inKeyOrder, schema.keys)) ?? [] {
      for target in schema.keys.targets(of: pair.targets) where target.property == number {
        let path = indexed(target.path, from: pair.source, schema.matching)
        if let path { return ([.key(pair.key.text)] + path).path }
      }
    }
    return nil
  }

  private func countsElements(_ key: String) -> Bool {
    key.utf8.contains(UInt8(ascii: "."))
      && JSONKey(key).alternatives[0].path?.contains { $0.countedIndex != nil } == true
  }

  /// A path with an index for each number that finds an array; nil if there is none, or a decoder
  /// would have to be asked again.
  func indexed(_ path: [PathStep], from source: ValueLocation, _ matching: KeyMatching)
    -> [PathStep]?
  {
    if case .original = source { return nil }
    let (position, depth) = (reader.position, reader.remainingDepth)
    defer { (reader.position, reader.remainingDepth) = (position, depth) }
    // The depth is checked when the input is mapped.
    reader.remainingDepth = .max / 2
    var indexed = path
    for place in path.indices {
      guard let index = path[place].countedIndex,
        let end = try? follow(Array(indexed[..<place]), from: source, matching),
        case .array? = try? input(from: end.source)
      else { continue }
      indexed[place] = .index(index)
    }
    return indexed == path ? nil : indexed
  }
}

extension PathStep {
  /// The index that a name of digits would be.
  fileprivate var countedIndex: Int? {
    guard let name, name.utf8.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
    else { return nil }
    return Int(name)
  }
}
