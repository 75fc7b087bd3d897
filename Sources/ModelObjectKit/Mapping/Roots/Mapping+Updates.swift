extension Mapping {
  /// Updates a model from the input.
  func update(_ model: any Model) throws {
    state.throwsRejection = true
    state.isUpdating = true
    let schema = SchemaCache.schema(of: type(of: model))
    try rootValue(.object, schema.type) { input throws(Misfit) in
      guard case .object(let pairs) = input else { throw .mismatch }
      let source = ObjectSource(pairs)
      let isRoot = enter(schema)
      defer { leave(isRoot) }
      _ = try referredModel(by: source, schema.type)
      let (plan, memory) = (schema.classPlan, ObjectMemory(model))
      var object = ObjectFilling(plan, memory, from: source, isFresh: false, isRoot: true)
      try fill(&object, schema)
    }
  }

  /// Updates a model with one pair, as `serializeValue(_:key:)` does by default.
  func update(_ model: any Model, _ key: String, _ value: Any?) throws {
    let schema = SchemaCache.schema(of: type(of: model))
    state.isUpdating = true
    try rootValue { () throws(Misfit) in
      let isRoot = enter(schema)
      defer { leave(isRoot) }
      var object = ObjectFilling(schema.classPlan, ObjectMemory(model), from: .none, isFresh: false)
      save(&object, schema)
      let source = value.map { ValueLocation.tree($0) } ?? .null
      try assign(source, to: schema.keys.find(key), &object, key: .text(key))
      finish(&object)
    }
  }
}
