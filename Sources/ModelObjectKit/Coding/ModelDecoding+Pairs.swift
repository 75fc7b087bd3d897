extension ModelDecoding {
  @inline(never)
  fileprivate func begin(_ pair: DecodedPair) -> (mark: Notes.Mark, isNoted: Bool) {
    let property = pair.coder.property
    if property.allowsElementClass, pair.coder.isMapped(in: self) {
      mapping.state.rules.elementClass = mapping.namedClass(property, pair.schema)
    }
    let mark = mapping.notes.mark
    let step = PathStep.key(pair.key)
    return (mark, mapping.addStep(step, .key(property.name), of: pair.schema.type))
  }

  @inline(never)
  fileprivate func end(_ outer: (mark: Notes.Mark, isNoted: Bool)) {
    if outer.isNoted { mapping.removeStep() }
    mapping.state.rules.elementClass = nil
  }

  @inline(never)
  fileprivate func note(
    _ misfit: Misfit,
    _ pair: DecodedPair,
    since mark: Notes.Mark
  ) throws(Misfit) {
    if misfit.isFatal {
      mapping.trace(misfit, .key(pair.key))
      throw misfit
    }
    if case .null = misfit {} else { mapping.state.misfitCount += 1 }
    if mapping.notes.isOn {
      mapping.noteOutcome(misfit, tableInput, of: pair.coder.property, in: pair.model, since: mark)
    }
  }

  /// Decodes a value that isn't simply the property's own; false if there is none at the path.
  @inline(never)
  fileprivate func decodePart(_ pair: DecodedPair, since mark: Notes.Mark) throws(Misfit) -> Bool {
    let (coder, model) = (pair.coder, pair.model)
    if pair.isRefused {
      try coder.convert(pair.place, into: model)
    } else if pair.path.isEmpty {
      try map(pair.place, by: coder, into: model, isArray: pair.isArray)
    } else {
      return try decodeAtPath(pair, since: mark)
    }
    return true
  }

  /// Decodes the value at the end of a path; false if there is none, or if it doesn't fit.
  private func decodeAtPath(_ pair: DecodedPair, since mark: Notes.Mark) throws(Misfit) -> Bool {
    let (path, matching) = (pair.path[...], pair.schema.matching)
    var fits = true
    let isFound = try pair.place.walk(path, matching: matching) { place, steps throws(Misfit) in
      let outer = (notedDepth, mapping.notes.steps)
      notedDepth = place.path.count
      mapping.notes.enter(steps)
      defer { (notedDepth, mapping.notes.steps) = outer }
      do throws(Misfit) {
        try map(place, by: pair.coder, into: pair.model, isArray: false)
      } catch {
        try note(error, pair, since: mark)
        fits = false
      }
    }
    return isFound && fits
  }

  /// Decodes the value at a place, after the property's transform; one that the transform returns
  /// as it was is decoded as if there were none.
  private func map(
    _ place: DecodingPlace,
    by coder: PropertyCoder,
    into model: any Model,
    isArray: Bool
  ) throws(Misfit) {
    var changed: Input?
    if let transform = coder.property.transform {
      changed = try self.changed(place, coder: coder, by: transform, isArray: isArray)
    }
    if changed == nil, isArray || coder.isDated(in: self) {
      let input = try place.input(isArray ? .array(.any) : coder.valueCoder.tree)
      // Other decoders have dates of their own, which they give for the type alone.
      if isArray || kind.converts || !holdsUnreadable(input) { changed = input }
    }
    guard let changed else { return try coder.decode(place, into: model) }
    tableInput = changed
    try coder.property.map(changed, into: model, mapping)
  }

  /// What a transform makes of the value at a place, which is decoded by the transform's type; nil if
  /// it has none and returns what it gets.
  private func changed(
    _ place: DecodingPlace,
    coder: PropertyCoder,
    by transform: PropertyTransform,
    isArray: Bool
  ) throws(Misfit) -> Input? {
    // The class for the property's objects isn't for what the transform gets.
    let elementClass = mapping.state.rules.elementClass
    mapping.state.rules.elementClass = nil
    defer { mapping.state.rules.elementClass = elementClass }
    guard let typed = coder.transformed, !isArray else {
      let input = try place.input(isArray ? .array(.any) : coder.valueCoder.tree)
      return try mapping.changed(input, of: coder.property, by: transform)
    }
    let isDated = typed.isDated(usesOwnDates: usesOwnDates)
    let raw = try mapping.typedValue(typed.shape, from: tableInput) { () throws(Misfit) in
      try isDated ? typed.decodeByTable(place) : typed.decode(place)
    }
    guard let raw else { return .null }
    let input = { (try? place.input(typed.tree)) ?? .null }
    return mapping.input(
      of: try mapping.result(of: transform, raw, for: coder.property, from: input())
    )
  }
}

/// A pair of a decoder's object, for a property.
struct DecodedPair {
  let place: DecodingPlace
  var path: [PathStep] = []
  /// The key under which a hook passes the value on, for issues; nil for its own.
  var passedKey: String?
  let coder: PropertyCoder
  let model: any Model
  let schema: ModelSchema
  /// Whether the value is an array, as the container has the key several times.
  var isArray = false
  /// Whether the value was refused before: it doesn't decode as the property's type.
  var isRefused = false
  /// The value by the property's own type, if it was decoded before.
  var decoded: Any?

  var key: String {
    if let passedKey { return passedKey }
    return if case .keyed(_, let key) = place.holder { key.stringValue } else { "" }
  }

  /// Whether the value is decoded as the property's type says.
  private var isWhole: Bool {
    path.isEmpty && !isArray && !isRefused && coder.property.transform == nil
      && !coder.isDated(in: place.decoding)
  }

  /// Sets the property to the value if that was decoded before.
  @inline(never)
  private func setDecoded() -> Bool {
    guard let decoded else { return false }
    coder.property.set(decoded, in: model)
    return true
  }

  /// Reads the value into the property; false if it doesn't fit, which has been noted then.
  func read() throws(Misfit) -> Bool {
    let decoding = place.decoding
    let outer = decoding.begin(self)
    defer { decoding.end(outer) }
    do throws(Misfit) {
      guard isWhole else { return try decoding.decodePart(self, since: outer.mark) }
      if !setDecoded() { try coder.decode(place, into: model) }
      return true
    } catch {
      try decoding.note(error, self, since: outer.mark)
      return false
    }
  }
}
