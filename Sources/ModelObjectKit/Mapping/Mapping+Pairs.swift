extension Mapping {
  /// Reads the input at a source; the reader then stands behind it, or in front of an object or
  /// array that is unread.
  func input(from source: Source) throws(Misfit) -> Input {
    switch source {
    case .null: return .null
    case .tree(let value): return Input(value)
    case .text(let offset):
      reader.position = offset
      return try value()
    }
  }

  /// Converts the input and gives the value to a property of the target, an object or a draft.
  ///
  /// False where the input does not fit; then the reason is noted.
  func mapValue(
    _ property: Property,
    _ input: Input,
    _ target: AnyObject,
    _ schema: ModelSchema,
    _ list: ListUnderWay? = nil,
    key: () -> String
  ) throws(Misfit) -> Bool {
    let mark = notes.mark
    let undoMark = undoMark
    var input = input
    var misfit: Misfit?
    do throws(Misfit) {
      if let transform = property.terms.transform {
        if isUnfinished(input) { throw .unfinished }
        input = try transformed(input, property, transform)
      }
      if property.terms.takesElementClass { elementClass = namedClass(property, schema, key) }
      if let list {
        try map(input, property, of: target, list)
      } else {
        try property.map(input, into: target, self)
      }
    } catch {
      if error.isFatal {
        trace(error, .key(key()))
        throw error
      }
      undo(since: undoMark)
      misfit = error
    }
    elementClass = nil
    guard notes.isKept else { return misfit == nil }
    noteOutcome(misfit, input, property, target, since: mark)
    notes.prefix(since: mark, key: .key(key()), property: .key(property.name))
    return misfit == nil
  }

  /// Maps a list whose models are matched by their identity.
  private func map(
    _ input: Input,
    _ property: Property,
    of target: AnyObject,
    _ list: ListUnderWay
  ) throws(Misfit) {
    let outer = state.list
    state.list = list
    list.begin()
    defer { state.list = outer }
    try property.map(input, into: target, self, list) { list.tellsApart ? list.kept : nil }
  }

  /// The result of a transform.
  ///
  /// An input that the transform's type refuses is noted by that type; a nil by the input.
  func transformed(
    _ input: Input,
    _ property: Property,
    _ transform: PropertyTransform
  ) throws(Misfit) -> Input {
    var raw: Any?
    if let rules = transform.input.flatMap({ ValueRules.of($0) }) {
      do throws(Misfit) {
        raw = try rules.readAny(input, self)
      } catch {
        if case .null = error { return .null }
        guard case .mismatch = error else { throw error }
        noteIssue(error, input, rules)
        throw .rejected
      }
    } else if case .null = input {
    } else {
      raw = try tree(of: input)
    }
    let result: Input
    do {
      result = Input(try transform.read(raw))
    } catch {
      notes.add(ModelError.Issue(kind: .rejected, path: "", found: String(describing: error)))
      throw .rejected
    }
    guard case .null = result, raw != nil, !property.rules.takesNull else { return result }
    notes.add(
      ModelError.Issue(
        kind: .unexpectedNull,
        path: "",
        expected: property.rules.typeName,
        found: input.description
      )
    )
    throw .rejected
  }

  /// The class that the caller's or the class's `arrayMapping` names for the objects in a property;
  /// nil where there is none.
  func namedClass(
    _ property: Property,
    _ schema: ModelSchema,
    _ key: () -> String
  ) -> (any Model.Type)? {
    for classes in [namedClasses, schema.elementClasses] where !classes.isEmpty {
      let names = property.foldedNames
      if let named = names.lazy.compactMap({ classes[$0] }).first { return named }
      if let named = classes[FoldedKey(key()).text] { return named }
    }
    return nil
  }
}
