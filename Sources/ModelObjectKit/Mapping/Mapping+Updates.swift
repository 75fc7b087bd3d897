extension Mapping {
  /// Updates a model from the dictionary, or from the text if there is none.
  func update(_ model: any Model, _ dictionary: [String: Any]? = nil) throws {
    state.throwsRejection = true
    state.isUpdating = true
    let schema = SchemaCache.schema(of: type(of: model))
    try rootValue(dictionary.map { .object(.tree($0)) }, .object, schema.type) {
      input throws(Misfit) in
      guard case .object(let pairs) = input else { throw .mismatch }
      _ = try referredModel(by: pairs, schema.type)
      try fill(model, schema, .input(pairs), nil, Stage(isFresh: false, isRoot: true))
    }
  }

  /// Updates a model with one pair, as `serializeValue(_:key:)` does by default.
  func update(_ model: any Model, _ key: String, _ value: Any?) throws {
    let schema = SchemaCache.schema(of: type(of: model))
    state.isUpdating = true
    try rootValue { () throws(Misfit) in
      let outer = enter(schema)
      defer { leave(outer) }
      var object = ObjectFilling(
        schema.textPlan,
        ObjectMemory(model),
        from: .none,
        isFresh: false,
        makesModels: false,
        isWatched: true
      )
      try undoing(model, schema) { _ throws(Misfit) in
        let source = value.map { Source.tree($0) } ?? .null
        try give(source, to: schema.keys.find(key), model, &object) { key }
        finish(model, &object)
      }
    }
  }
}
