// Key paths in an object whose keys don't compete: all of one key are followed at once.

extension DecodedObject {
  /// Decodes properties from the values at their paths in the value of a key.
  ///
  /// Common values of a column come from its text, of which a row makes a new decoder each time;
  /// those of Foundation's decoders from the containers on the paths. Each other value is looked for
  /// alone.
  func decodeParts(
    _ targets: [KeyIndex.Target],
    under key: AnyKey,
    into object: inout ObjectFilling,
    plan: CodingPlan
  ) throws(Misfit) {
    let (place, model) = (decoding.place(container, key), object.memory.model(of: object.plan.type))
    let others =
      if let row = decoding.kind as? RowCoders {
        try writeParts(targets, row.text(place), of: object, plan: plan)
      } else { try decodeParts(targets, from: place, into: model, plan: plan) }
    let levels = decoding.mapping.reader.remainingDepth
    defer { decoding.mapping.reader.remainingDepth = levels }
    for target in others {
      decoding.mapping.reader.remainingDepth = max(levels - target.path.count, 0)
      let pair = DecodedPair(
        place: place,
        path: target.path,
        coder: plan.coders[target.property],
        model: model,
        schema: plan.schema
      )
      _ = try read(pair, target.property)
    }
  }

  /// Writes the common values at paths in the JSON of a column; returns the targets of the others.
  @inline(never)
  private func writeParts(
    _ targets: [KeyIndex.Target],
    _ text: String?,
    of object: borrowing ObjectFilling,
    plan: CodingPlan
  ) throws(Misfit) -> [KeyIndex.Target] {
    guard let text, let tree = Mapping.markedTree(of: text) else { return targets }
    var others: [KeyIndex.Target] = []
    for target in targets {
      guard var value = value(at: target.path[...], in: tree, plan.schema.matching) else {
        missingParts?.insert(target.property)
        continue
      }
      guard target.path.count <= decoding.mapping.reader.remainingDepth else {
        throw .tooDeep(offset: 0)
      }
      let slot = object.plan.slots[target.property].direct
      let isWritten = plan.slots[target.property] != nil && slot.write(&value, in: object.memory)
      if !isWritten { others.append(target) }
    }
    return others
  }

  /// The value at the end of a path; nil if there is none.
  private func value(at path: ArraySlice<PathStep>, in tree: Any, _ matching: KeyMatching) -> Any? {
    var value = tree
    for step in path {
      switch (step, value) {
      case (.key(let name), let pairs as [String: Any]):
        guard let inner = pairs.value(for: WantedKey(name, matching)) else { return nil }
        value = inner
      case (.index(let index), let elements as [Any]) where elements.indices.contains(index):
        value = elements[index]
      // Null above the end is the value of the path.
      default: return isJSONNull(value) ? value : nil
      }
    }
    return value
  }

  /// Decodes the scalars at paths through objects, each container once; returns the targets of all
  /// other values.
  @inline(never)
  private func decodeParts(
    _ targets: [KeyIndex.Target],
    from place: DecodingPlace,
    into model: any Model,
    plan: CodingPlan
  ) throws(Misfit) -> [KeyIndex.Target] {
    typealias Part = (number: Int, path: ArraySlice<PathStep>)
    var isDone = [Bool](repeating: false, count: targets.count)
    func visit(_ parts: [Part], _ decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: AnyKey.self)
      var inner: [(key: AnyKey, parts: [Part])] = []
      for (number, path) in parts {
        guard case .key(let name)? = path.first else { continue }
        let key = container.key(
          for: name,
          plan.schema.matching,
          among: container.allKeys
        )
        guard let key else {
          isDone[number] = true
          continue
        }
        let part = (number, path.dropFirst())
        if path.count == 1 {
          let property = targets[number].property
          isDone[number] = decodeScalar(
            property,
            from: container,
            under: key,
            into: model,
            plan: plan
          )
        } else if let index = inner.firstIndex(where: { $0.key.stringValue == key.stringValue }) {
          inner[index].parts.append(part)
        } else {
          inner.append((key, [part]))
        }
      }
      for (key, parts) in inner { try follow(parts, from: decoding.place(container, key)) }
    }
    func follow(_ parts: [Part], from place: DecodingPlace) throws(Misfit) {
      _ = try decoding.atNextLevel { () throws(Misfit) in
        try place.visited {
          try visit(parts, $0)
          return true
        }
      }
    }
    try follow(targets.indices.map { ($0, targets[$0].path[...]) }, from: place)
    return targets.indices.filter { !isDone[$0] }.map { targets[$0] }
  }
}

extension [String: Any] {
  /// The value of the best key for a name whose value isn't null.
  fileprivate func value(for wanted: WantedKey) -> Any? {
    if let value = value(under: wanted.name), !isJSONNull(value) { return value }
    let values = filter { wanted.matches($0.key) && !isJSONNull($0.value) }
    return (wanted.best(of: values.isEmpty ? keys : values.keys, \.self)).flatMap { self[$0] }
  }
}
