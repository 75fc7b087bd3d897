extension Mapping {
  /// Updates a model from the input.
  func update(_ model: any Model) throws {
    state.throwsRejection = true
    let schema = SchemaCache.schema(of: type(of: model))
    try rootValue(.object, schema.type) { input throws(Misfit) in
      guard case .object(let pairs) = input else { throw .mismatch }
      let source = ObjectSource(pairs)
      let isRoot = enter(schema)
      defer { leave(isRoot) }
      if preservesReferences { _ = try referredModel(by: source, schema.type) }
      let frame = ObjectFrame(updating: model, schema, isRoot: true)
      state.frame = frame
      defer { state.frame = nil }
      var object = ObjectFilling(frame, from: source)
      try fill(&object, frame)
    }
  }

  /// Updates a model with one pair, as `serializeValue(_:key:)` does by default.
  func update(_ model: any Model, _ key: String, _ value: Any?) throws {
    let schema = SchemaCache.schema(of: type(of: model))
    try rootValue { () throws(Misfit) in
      let isRoot = enter(schema)
      defer { leave(isRoot) }
      let frame = ObjectFrame(updating: model, schema, isRoot: false)
      state.frame = frame
      defer { state.frame = nil }
      var object = ObjectFilling(frame, from: .none)
      save(&object, schema, in: nil)
      let source = value.map { ValueLocation.tree($0) } ?? .null
      try assign(source, to: schema.keys.find(key), &object, key: .text(key))
      finish(&object)
    }
  }
}
