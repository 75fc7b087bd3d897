extension Mapping {
  /// Converts the input and assigns the value to a property of an object.
  ///
  /// False if the input doesn't fit; the reason is noted then. The models of a list are matched by their
  /// identity.
  @inline(never)
  func map(
    _ offer: Offer,
    _ assignment: borrowing Assignment,
    into object: AnyObject,
    of schema: ModelSchema
  ) throws(Misfit) -> Bool {
    let property = assignment.property
    let outer = leaveOuter(offer, assignment, of: schema)
    defer { goBack(to: outer) }
    var input = assignment.input
    var misfit: Misfit?
    do throws(Misfit) {
      try prepare(&input, for: property, schema)
      try property.map(input, into: object, self)
    } catch {
      misfit = try settle(error, offer, since: outer)
    }
    state.rules.elementClass = nil
    if property.keepsText { reader.keepsEscapes = false }
    if state.notes.isOn { noteOutcome(misfit, input, of: property, in: object, since: outer.mark) }
    return misfit == nil
  }

  /// What is there before a value is read.
  private struct OuterValue {
    let mark: Notes.Mark
    let undoMark: UndoList.Mark
    let list: ListMatching?
    /// Whether the value is one that a transform has made, if keys that occur twice are looked for.
    let isMade: Bool
    /// Whether a step was added for the value.
    let isNoted: Bool
  }

  @inline(never)
  private func leaveOuter(
    _ offer: Offer,
    _ assignment: Assignment,
    of schema: ModelSchema
  ) -> OuterValue {
    defer { state.rules.list = assignment.list }
    return OuterValue(
      mark: notes.mark,
      undoMark: undoMark,
      list: state.rules.list,
      isMade: state.rare?.duplicateKeys?.isMade == true,
      isNoted: addStep(.key(offer.path.text), .key(assignment.property.name), of: schema.type)
    )
  }

  @inline(never)
  private func goBack(to outer: OuterValue) {
    state.rules.list = outer.list
    state.rare?.duplicateKeys?.isMade = outer.isMade
    if outer.isNoted { removeStep() }
  }

  /// Applies a property's transform, and sets how the models in the input are made.
  @inline(never)
  private func prepare(
    _ input: inout Input,
    for property: Property,
    _ schema: ModelSchema
  ) throws(Misfit) {
    if let transform = property.transform {
      if isUnfinished(input) { throw .unfinished }
      if let keys = state.rare?.duplicateKeys, transform.isJSONText {
        findDuplicateKeys(keys, in: input, schema)
      }
      if let value = try changed(input, of: property, by: transform) {
        input = value
        if let keys = state.rare?.duplicateKeys, !transform.isJSONText {
          findDuplicateKeysMade(keys)
        }
      }
    }
    if property.allowsElementClass, !property.isNull(input) {
      state.rules.elementClass = namedClass(property, schema)
    }
  }

  /// Undoes what a value that doesn't fit has changed; throws what ends the mapping.
  @inline(never)
  private func settle(
    _ misfit: Misfit,
    _ offer: Offer,
    since outer: OuterValue
  ) throws(Misfit) -> Misfit {
    if misfit.isFatal {
      trace(misfit, .key(offer.path.text))
      throw misfit
    }
    if case .null = misfit {} else { state.misfitCount += 1 }
    undo(since: outer.undoMark)
    return misfit
  }

  /// The input after a property's transform.
  func transformed(
    _ input: Input,
    of property: Property,
    by transform: PropertyTransform
  ) throws(Misfit) -> Input {
    try changed(input, of: property, by: transform) ?? input
  }

  /// What a property's transform makes of an input; nil if the input is mapped as it is: the transform
  /// reads JSON in strings, and it is none, or has no type and returns what it gets, which may be a
  /// date in place of a string, or have fewer digits than the input.
  func changed(
    _ input: Input,
    of property: Property,
    by transform: PropertyTransform
  ) throws(Misfit) -> Input? {
    if transform.isJSONText { return try parsed(input, property) }
    if let shape = transform.input.flatMap({ shape(of: $0) }) {
      let outer = state.rules.hasAnyForm
      state.rules.hasAnyForm = true
      defer { state.rules.hasAnyForm = outer }
      let raw = try typedValue(shape, from: input) { () throws(Misfit) in
        try property.dated(self) { () throws(Misfit) in try shape.read(input, self) }
      }
      guard let raw else { return .null }
      return self.input(of: try result(of: transform, raw, for: property, from: input))
    }
    let mark = notes.mark
    let raw: Any? = if case .null = input { nil } else { try handedTree(of: input) }
    let value = try result(of: transform, raw, for: property, from: input)
    guard let raw, let value, isSameValue(raw, value) else {
      return self.input(of: value)
    }
    // They are noted when the input is mapped.
    notes.forget(since: mark)
    return nil
  }

  /// The plain value that code gets which may return it unchanged: a number that no type holds has a
  /// stand-in, and is read from the input then.
  func handedTree(of input: Input) throws(Misfit) -> Any {
    try makingHookTree { () throws(Misfit) in try tree(of: input) }
  }

  /// The value that a closure reads for a transform's type, nil for null; an input that the type
  /// refuses is noted.
  func typedValue(
    _ shape: any Shape,
    from input: @autoclosure () -> Input,
    _ read: () throws(Misfit) -> Any
  ) throws(Misfit) -> Any? {
    do throws(Misfit) {
      return try read()
    } catch {
      if case .null = error { return nil }
      guard case .mismatch = error else { throw error }
      noteIssue(error, of: input(), as: shape)
      throw .rejected
    }
  }

  /// The result of a transform; a nil for a property that takes none is noted with the input.
  @inline(never)
  func result(
    of transform: PropertyTransform,
    _ raw: Any?,
    for property: Property,
    from input: @autoclosure () -> Input
  ) throws(Misfit) -> Any? {
    let value: Any?
    do {
      value = try transform.read(raw)
    } catch {
      throw rejection(error, false, of: input())
    }
    guard case .null = self.input(of: value), raw != nil, !property.shape.takesNull else {
      return value
    }
    let input = input()
    let (expected, found) = (property.shape.typeName, input.description)
    let issue = ModelError.Issue(.unexpectedNull, expected: expected, found: found)
    notes.add(issue, as: .unexpectedNull, of: input)
    throw .rejected
  }

  /// The class of the objects in a property by the `arrayMapping` of the options or of the class;
  /// nil if there is none.
  func namedClass(_ property: Property, _ schema: ModelSchema) -> (any Model.Type)? {
    let (own, others) = (schema.elementClasses, options.elementClasses)
    if own.isEmpty && others.isEmpty { return nil }
    let names = property.foldedNames.lazy
    return names.compactMap { others[$0] }.first ?? names.compactMap { own[$0] }.first
  }
}
