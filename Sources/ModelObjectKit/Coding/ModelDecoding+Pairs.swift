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
    let mark = mapping.notes.mark
    let property = coder.property
    let place = place(container, key)
    let name = key.stringValue
    if property.takesElementClass, coder.isMapped(in: self) {
      mapping.elementClass = mapping.namedClass(property, schema)
    }
    defer { mapping.elementClass = nil }
    return try mapping.within(.key(name), .key(property.name), of: schema.type) {
      () throws(Misfit) in
      do throws(Misfit) {
        if isRefused {
          try coder.convert(place, into: model)
        } else if path.isEmpty {
          try decode(place, coder, model, isArray: isArray)
        } else {
          return try place.walk(path[...], isFuzzy: schema.isFuzzy) { place, steps throws(Misfit) in
            let outer = (notedDepth, mapping.notes.steps)
            notedDepth = place.path.count
            mapping.notes.enter(steps)
            defer { (notedDepth, mapping.notes.steps) = outer }
            try decode(place, coder, model, isArray: false)
          }
        }
        return true
      } catch {
        if error.isFatal { throw error }
        if mapping.notes.isKept {
          mapping.noteOutcome(error, tableInput, property, model, since: mark)
        }
        return false
      }
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
    let property = coder.property
    let isMapped = isArray || (coder.isDated && usesOwnDates)
    guard isMapped || property.transform != nil else {
      return try coder.decode(place, into: model)
    }
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
