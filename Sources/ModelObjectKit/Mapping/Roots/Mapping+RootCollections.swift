extension Mapping {
  /// Maps the input's array to models; elements that aren't objects, or are rejected, are left out.
  ///
  /// With a list, the models are matched with its elements.
  func roots<Root>(of type: Root.Type, _ list: ListMatching? = nil) throws -> [Root] {
    let shape = shape(for: [Root].self)
    state.rules.list = list
    let structShape = shape?.element?.structShape
    let declared = structShape?.standIn ?? (type as? AnyClass).flatMap(modelType)
    fixOptions(of: declared)
    recordModelsOfRoot()
    return try rootValue(.array, of: declared) { input throws(Misfit) in
      if let structShape, case .array(.text) = input,
        let structs = try shortStructs(structShape), let values = structs.takeAll() as? [Root]
      {
        return values
      }
      if structShape == nil, let declared, case .array(.text) = input,
        let models = try shortModels(declared, as: type)
      {
        return models
      }
      return try shape?.read(input, self) ?? []
    }
  }

  /// Maps the text's array the short way; nil, with nothing read, if the class or the mapping
  /// needs the full way.
  func shortModels<Root>(
    _ declared: any Model.Type,
    as type: Root.Type
  ) throws(Misfit) -> [Root]? {
    guard !notes.isOn, state.rules.list == nil, declared != declared.root else { return nil }
    let plan = SchemaCache.schema(of: declared).classPlan
    guard way(of: plan) != .full else { return nil }
    return nativeArray(of: type, from: try models(declared, plan))
  }

  /// Updates models by their keys, with the values of the object; returns the model for each
  /// key in the input's order, nil for null, and whether the input was taken.
  ///
  /// A value that doesn't fit leaves the model that is there.
  func update<Root>(
    byKey former: [String: Root],
    _ type: any Model.Type
  ) throws -> [(key: String, model: AnyObject?, isTaken: Bool)] {
    fixOptions(of: type)
    recordModelsOfRoot()
    guard let shape = shape(of: type) else { return [] }
    return try rootValue(.object, of: type) { input throws(Misfit) in
      var models: [(key: String, model: AnyObject?, isTaken: Bool)] = []
      func add(_ key: String, _ input: Input) throws(Misfit) {
        if options.isNumber(key) { return }
        let existing = former[key] as AnyObject?
        state.rules.isUpdating = true
        defer { state.rules.isUpdating = false }
        do throws(Misfit) {
          models.append((key, try model(of: type, from: input, updating: existing), true))
        } catch {
          if error.isFatal { throw error }
          note(error, of: input, as: shape)
          if case .null = error {
            models.append((key, nil, true))
          } else if let existing {
            models.append((key, existing, false))
          }
        }
      }
      guard case .object(let pairs) = input else { throw .mismatch }
      try eachPair(of: pairs, add)
      return models
    }
  }

  /// Maps the values of the object to models, by their keys.
  func rootsByKey<Root>(of type: Root.Type) throws -> [String: Root] {
    let shape = shape(for: [String: Root].self)
    fixOptions(of: type as? any Model.Type)
    recordModelsOfRoot()
    return try rootValue(.object, of: type as? any Model.Type) { input throws(Misfit) in
      try shape?.read(input, self) ?? [:]
    }
  }
}
