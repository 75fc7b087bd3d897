extension Mapping {
  /// Notes a key that no property takes.
  func noteUnknown(_ key: String, _ schema: ModelSchema) {
    guard notes.takes(.unknownKey) else { return }
    let path = PathStep.key(key).joined(to: "")
    if let (name, reason) = schema.untouched(by: key) {
      notes.add(ModelError.Issue(kind: .unknownKey, path: path, expected: name, found: reason))
    } else {
      let nearest = NameDistance.nearest(to: key, among: schema.declaration.names)
      notes.add(ModelError.Issue(kind: .unknownKey, path: path, expected: nearest))
    }
  }

  /// Notes the properties that no key of the input belongs to.
  func noteMissing(_ object: ObjectUnderWay) {
    guard notes.isKept, !state.isOpen else { return }
    let schema = object.schema
    for (index, property) in schema.properties.enumerated()
    where !object.state.fed.contains(index) {
      let key = PathStep.key(property.terms.firstKey).joined(to: "")
      if !property.rules.takesNull {
        notes.add(
          ModelError.Issue(kind: .missingKey, path: key, expected: property.rules.typeName)
        )
      }
      guard notes.isReport else { continue }
      let keys = schema.lists.keyMapping[property.name]?.alternatives.map(\.text) ?? []
      let reason = keys.isEmpty ? "no such key" : "no such key: " + keys.joined(separator: ", ")
      notes.add(
        MappingReport.Unfed(property: property.name, issuePath: key, reason: reason)
      )
    }
    guard notes.isReport else { return }
    for (name, reason) in schema.untouched {
      notes.add(MappingReport.Unfed(property: name, reason: reason))
    }
  }

  /// Notes what became of a property's value: why it was not taken, and for a report also that it
  /// was.
  ///
  /// The paths are still those inside of the property.
  func noteOutcome(
    _ misfit: Misfit?,
    _ input: Input,
    _ property: Property,
    _ target: AnyObject,
    since mark: Notes.Mark
  ) {
    guard let misfit else {
      guard notes.isReport else { return }
      notes.add(MappingReport.Match(property: "", key: "", value: property.valueText(in: target)))
      return
    }
    noteIssue(misfit, input, property.rules)
    defer { forgetInside() }
    guard notes.isReport else { return }
    let reason = reason(misfit, input, property.rules, since: mark)
    notes.add(MappingReport.Unfed(property: "", key: "", reason: reason))
  }

  /// What is wrong inside of the value that a type has just refused, to be put behind what it is.
  private func inside(_ rules: ValueRules) -> String {
    guard let inside = insideOfMisfit, inside.typeName == rules.typeName else { return "" }
    return " in which \(inside.words)"
  }

  func forgetInside() {
    if insideOfMisfit != nil { insideOfMisfit = nil }
  }

  /// Notes for a report that a property was fed by a better key than the ones before: objects for
  /// one model merge, of all else nothing is left.
  ///
  /// The marks are those at the beginning of the object and of the better value.
  func noteBetterKey(_ property: Property, since start: Notes.Mark, before mark: Notes.Mark) {
    guard notes.isReport, !property.holdsOneModel else { return }
    notes.replaceMatches(of: property.name, from: start, to: mark)
  }

  /// Notes what is wrong with a value; who rejected a model has said so.
  func noteIssue(_ misfit: Misfit, _ input: Input, _ rules: ValueRules) {
    if input.isCutString { return }
    switch misfit {
    case .null:
      notes.add(ModelError.Issue(kind: .unexpectedNull, path: "", expected: rules.typeName))
    case .rejected, .unfinished: break
    default:
      notes.add(
        ModelError.Issue(
          kind: .typeMismatch,
          path: "",
          expected: rules.typeName,
          found: input.description + inside(rules)
        )
      )
    }
  }

  /// Notes for a report why an element or a pair of a value was left out.
  func notePart(_ misfit: Misfit, _ input: Input, _ rules: ValueRules) {
    guard notes.isReport else { return }
    leftOutPart = true
    if case .rejected = misfit { return }
    let reason = reason(misfit, input, rules, since: notes.mark)
    notes.add(MappingReport.Unfed(property: "", key: "", reason: reason, subject: .part))
  }

  /// Whether the element or pair at hand was left out.
  func takeLeftOut() -> Bool {
    defer { leftOutPart = false }
    return leftOutPart
  }

  /// Why a value was not taken, in plain words.
  private func reason(
    _ misfit: Misfit,
    _ input: Input,
    _ rules: ValueRules,
    since mark: Notes.Mark
  ) -> String {
    switch misfit {
    case .null: return input.reasonForNull
    case .rejected:
      // Where the reason lies deeper, the line of its own tells it.
      let issue = notes.issues(since: mark).last { $0.kind == .rejected && $0.path.isEmpty }
      return issue?.explanation ?? "rejected"
    default: return rules.reason(input, options) + inside(rules)
    }
  }
}
