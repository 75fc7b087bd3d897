extension ModelDecoding {
  func keys(of container: KeyedSource) -> [AnyKey] {
    kind.isFoundations ? container.offeredKeys : container.allKeys
  }

  /// Gives a property the value under a key, or at the end of a path from there; false if it doesn't
  /// fit, which has been noted then.
  ///
  /// The value is an array if the container has the key several times; one that was refused doesn't
  /// decode as the property's type.
  func decode(
    _ key: AnyKey,
    _ path: [PathStep] = [],
    isArray: Bool = false,
    isRefused: Bool = false,
    in container: KeyedSource,
    _ coder: PropertyCoder,
    _ model: any Model,
    _ schema: ModelSchema
  ) throws(Misfit) -> Bool {
    let mark = begin(coder, schema)
    let isNoted = addStep(key, coder.property, schema)
    defer {
      if isNoted { mapping.removeStep() }
      mapping.state.place.elementClass = nil
    }
    do throws(Misfit) {
      let place = place(container, key)
      if isRefused {
        try coder.convert(place, into: model)
      } else if path.isEmpty {
        try decode(place, coder, model, isArray: isArray)
      } else {
        return try decode(place, at: path, coder, model, schema)
      }
      return true
    } catch {
      try note(error, key, coder.property, model, since: mark)
      return false
    }
  }

  @inline(never)
  private func begin(_ coder: PropertyCoder, _ schema: ModelSchema) -> Notes.Mark {
    if coder.property.takesElementClass, coder.isMapped(in: self) {
      mapping.state.place.elementClass = mapping.namedClass(coder.property, schema)
    }
    return mapping.notes.mark
  }

  @inline(__always)
  private func addStep(_ key: AnyKey, _ property: Property, _ schema: ModelSchema) -> Bool {
    mapping.addStep(.key(key.stringValue), .key(property.name), of: schema.type)
  }

  /// Decodes the value at the end of a path; false if there is none.
  @inline(never)
  private func decode(
    _ place: DecodingPlace,
    at path: [PathStep],
    _ coder: PropertyCoder,
    _ model: any Model,
    _ schema: ModelSchema
  ) throws(Misfit) -> Bool {
    try place.walk(path[...], isFuzzy: schema.isFuzzy) { place, steps throws(Misfit) in
      let outer = (notedDepth, mapping.notes.steps)
      notedDepth = place.path.count
      mapping.notes.enter(steps)
      defer { (notedDepth, mapping.notes.steps) = outer }
      try decode(place, coder, model, isArray: false)
    }
  }

  @inline(never)
  private func note(
    _ misfit: Misfit,
    _ key: AnyKey,
    _ property: Property,
    _ model: any Model,
    since mark: Notes.Mark
  ) throws(Misfit) {
    if misfit.isFatal {
      mapping.trace(misfit, .key(key.stringValue))
      throw misfit
    }
    if mapping.notes.isKept {
      mapping.noteOutcome(misfit, tableInput, property, model, since: mark)
    }
  }

  /// Decodes the value at a place, after the property's transform; one that the transform returns
  /// as it was is decoded as if there were none.
  private func decode(
    _ place: DecodingPlace,
    _ coder: PropertyCoder,
    _ model: any Model,
    isArray: Bool
  ) throws(Misfit) {
    let isMapped = isArray || (coder.isDated && usesOwnDates)
    guard isMapped || coder.property.transform != nil else {
      return try coder.decode(place, into: model)
    }
    try map(place, coder, model, isMapped: isMapped, isArray: isArray)
  }

  @inline(never)
  private func map(
    _ place: DecodingPlace,
    _ coder: PropertyCoder,
    _ model: any Model,
    isMapped: Bool,
    isArray: Bool
  ) throws(Misfit) {
    let property = coder.property
    var input = try place.input(isArray ? .array(.any) : coder.valueCoder.tree)
    if let transform = property.transform {
      let (raw, value) = try mapping.transformedValue(input, property, transform)
      let isSame =
        if let raw, let value { isSameValue(raw, value) } else { raw == nil && value == nil }
      if !isMapped, isSame { return try coder.decode(place, into: model) }
      input = Input(value)
      tableInput = input
    }
    try property.map(input, into: model, mapping)
  }
}
