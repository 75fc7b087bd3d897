extension ModelDecoding {
  /// The pairs of an object as plain values, for hooks that are given a dictionary.
  func tree(
    of container: KeyedSource,
    _ schema: ModelSchema
  ) throws(Misfit) -> [String: Any] {
    var pairs = try pairs(of: container) {
      isUntyped($0, schema)
    } value: { key throws(Misfit) in
      try plainValue(key, container, schema)
    }
    guard pairs.isEmpty else { return pairs }
    let plan = CodingPlan.of(schema)
    for property in schema.properties.indices {
      if let key = ownCandidate(property, plan, container, hasTexts: false)?.key {
        pairs[key.stringValue] = try plainValue(key, container, schema)
      }
    }
    return pairs
  }

  func plainValue(
    _ key: AnyKey,
    _ container: KeyedSource,
    _ schema: ModelSchema
  ) throws(Misfit) -> Any? {
    let place = DecodingPlace.keyed(container, key)
    guard let number = property(of: key.stringValue, schema) else {
      return try place.tree(.any, self)
    }
    let coder = CodingPlan.of(schema).coders[number]
    let value = try place.tree(coder.shape, self)
    return coder.isMapped(in: self) ? value : coder.plainValue(value, place, self)
  }

  /// The property that a key feeds; nil where there is none, or only one with a path.
  private func property(of key: String, _ schema: ModelSchema) -> Int? {
    let targets = schema.keys.find(key)
    guard !targets.isNone, let target = schema.keys.targets(of: targets).first, target.path.isEmpty
    else { return nil }
    return target.property
  }

  /// Whether no property's type tells whether a key stands for an array.
  private func isUntyped(_ key: String, _ schema: ModelSchema) -> Bool {
    property(of: key, schema).map { schema.properties[$0].isUntyped } ?? true
  }
}

extension Property {
  /// Whether the property takes any value.
  var isUntyped: Bool { valueType == Any.self || valueType == Any?.self }
}
