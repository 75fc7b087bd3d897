extension ModelError.Issue {
  /// An issue with the value that is being read.
  @inline(never)
  init(_ kind: Kind, expected: String? = nil, found: String? = nil) {
    self.init(kind: kind, path: "", expected: expected, found: found)
  }

  /// The issue that a model takes the place of one of another class, or of one that has got its
  /// identity.
  static func replaced(_ former: any Model, by model: any Model) -> ModelError.Issue {
    let isOther = type(of: former) != type(of: model)
    func words(_ model: any Model) -> String {
      let name = "\(type(of: model))".withArticle
      let rule = isOther ? nil : SchemaCache.schema(of: type(of: model)).identity
      return rule.map { "\(name) with \($0.text(of: model))" } ?? name
    }
    return ModelError.Issue(.replaced, expected: words(former), found: words(model))
  }
}

extension Mapping {
  /// Notes a key that no property takes.
  func noteUnknown(
    _ key: String,
    _ source: ValueLocation,
    in schema: ModelSchema,
    behind path: [PathStep] = []
  ) throws(Misfit) {
    if let census = notes.census {
      census.add(
        .unknownKey,
        (path + [.key(key)]).path,
        of: schema.type.shown,
        found: try jsonType(of: source),
        expected: NameDistance.nearest(to: key, among: schema.declaration.names)
      )
    }
    guard notes.records(.unknownKey) else { return }
    // Of more keys than are listed, the nearest names aren't looked for.
    guard notes.hasRoom(for: .unknownKey) else { return note(.unknownKey, key, in: schema.type) }
    let untouched = schema.untouched(by: key)
    let name = untouched?.name ?? NameDistance.nearest(to: key, among: schema.declaration.names)
    note(.unknownKey, key, in: schema.type, expected: name, found: untouched?.reason)
  }

  private func jsonType(of source: ValueLocation) throws(Misfit) -> String {
    let start = reader.position
    defer { reader.position = start }
    return try input(from: source).jsonType
  }

  /// Notes an issue with a key of an object.
  @inline(never)
  func note(
    _ kind: ModelError.Issue.Kind,
    _ key: String,
    in type: (any Model.Type)?,
    expected: String? = nil,
    found: String? = nil
  ) {
    var issue = ModelError.Issue(kind, expected: expected, found: found)
    issue.typeName = type.map { "\($0.shown)" } ?? ""
    notes.add(issue, at: .key(key))
  }

  /// Notes the properties that no key of the input belongs to.
  func noteMissing(_ schema: ModelSchema, in source: ObjectSource, isThere: (Int) -> Bool) {
    guard notes.records(.missingKey), !state.cut.isUnfinished else { return }
    for (index, property) in schema.properties.enumerated() where !isThere(index) {
      let keys = property.keys
      let key = keys.first ?? property.name
      let hint = indexedPath(of: index, schema, in: source).map { "use \($0)" }
      if !property.shape.takesNull || schema.required.contains(index) {
        note(.missingKey, key, in: schema.type, expected: property.shape.typeName, found: hint)
      }
      guard notes.isReport else { continue }
      var reason = keys.isEmpty ? "no such key" : "no such key: " + keys.joined(separator: ", ")
      if let hint { reason += "; " + hint }
      notes.add(unmapped(property.name, issuePath: notes.path(.key(key)), because: reason))
    }
    guard notes.isReport else { return }
    for (name, reason) in schema.lists.untouched { notes.add(unmapped(name, because: reason)) }
  }

  /// The note for a report that a property, or a key or a part of its value, wasn't mapped.
  @inline(never)
  func unmapped(
    _ property: String? = nil,
    key: String? = nil,
    issuePath: String? = nil,
    because reason: String,
    subject: MappingReport.UnmappedPart.Subject = .property
  ) -> Notes.Note {
    .unmapped(
      MappingReport.UnmappedPart(
        property: notes.propertyPath(property.map { .key($0) }),
        key: key,
        issuePath: issuePath,
        reason: reason,
        subject: subject
      )
    )
  }

  /// Notes for a report that the value of a key gave way to that of a better one.
  func noteLost(
    _ key: PairKey,
    _ number: Int,
    of object: borrowing ObjectFilling,
    to better: PairKey
  ) {
    let reason = "lost to \(PathStep.key(better.text).joined(to: ""))"
    let name = object.schema.properties[number].name
    notes.add(unmapped(name, key: notes.path(.key(key.text)), because: reason, subject: .key))
  }

  /// Notes for a report what else there is to say about a key.
  func noteRemark(_ text: String, on key: String, _ property: String? = nil) {
    notes.add(unmapped(property, key: notes.path(.key(key)), because: text, subject: .remark))
  }

  /// Notes why a property did not take its value; for a report also that it took it.
  @inline(never)
  func noteOutcome(
    _ misfit: Misfit?,
    _ input: Input,
    of property: Property,
    in target: AnyObject,
    since mark: Notes.Mark
  ) {
    if case .unresolved? = misfit, !isResolving { return }
    guard let misfit else {
      guard notes.isReport else { return }
      return noteMatch(property.valueText(in: target))
    }
    noteMisfit(
      misfit,
      of: input,
      as: property.shape,
      options: property.dated(options),
      since: mark,
      subject: .property
    )
  }

  /// Notes why a value doesn't fit, and for a report that its property, or a part of that, wasn't
  /// mapped.
  @inline(never)
  func noteMisfit(
    _ misfit: Misfit,
    of input: Input,
    as shape: any Shape,
    options: FixedOptions,
    since mark: Notes.Mark,
    subject: MappingReport.UnmappedPart.Subject
  ) {
    noteIssue(misfit, of: input, as: shape)
    if notes.isReport,
      let reason = reason(
        misfit,
        of: input,
        as: shape,
        options: options,
        since: mark,
        subject: subject
      )
    {
      notes.add(unmapped(key: notes.path(), because: reason, subject: subject))
    }
    state.rare?.insideOfMisfit = nil
  }

  /// Notes for a report that the property whose value is being read took it, or a pair of it.
  func noteMatch(_ value: String, at key: PathStep? = nil) {
    let property = notes.propertyPath(key)
    notes.add(.match(MappingReport.Match(property: property, key: notes.path(), value: value)))
  }

  /// The words on the misfit inside the value that a type has just refused, to follow the value's
  /// own description; empty if there are none.
  private func inside(_ shape: any Shape) -> String {
    guard let inside = state.rare?.insideOfMisfit, inside.typeName == shape.typeName else {
      return ""
    }
    return inside.words
  }

  /// Notes why a value doesn't fit, unless a model was rejected: that is noted already.
  func noteIssue(_ misfit: Misfit, of input: Input, as shape: any Shape) {
    if input.isCutString { return }
    switch misfit {
    case .unresolved:
      guard !state.cut.awaitsMore else { return }
      let found = references.popMissingNumber().map { "$ref \"\($0.quoted)\"" } ?? input.description
      let issue = ModelError.Issue(.unresolved, expected: shape.typeName, found: found)
      notes.add(issue, as: .unresolved, of: input)
    case .null:
      let issue = ModelError.Issue(.unexpectedNull, expected: shape.typeName)
      notes.add(issue, as: .unexpectedNull, of: .null)
    case .rejected, .unfinished: break
    default:
      let found = (shape.rawValues == nil ? input.description : input.phrase) + inside(shape)
      let issue = ModelError.Issue(.typeMismatch, expected: shape.expectation, found: found)
      let kind =
        shape.isUnknownRawValue(input) ? ModelError.Issue.Kind.unknownRawValue : .typeMismatch
      notes.add(issue, as: kind, of: input, expected: shape.jsonWords)
    }
  }

  /// Notes that a value is converted: a report marks it, and with the options it is an issue.
  @inline(never)
  func noteConversion(of input: Input, to shape: any Shape) {
    if notes.isReport {
      return notes.add(
        unmapped(key: notes.path(), because: "from \(input.phrase)", subject: .converted)
      )
    }
    let (expected, found) = (shape.typeName, input.description)
    let issue = ModelError.Issue(.converted, expected: expected, found: found)
    notes.add(issue, as: .converted, of: input, expected: shape.jsonWords)
  }

  /// Notes that a model takes the place of those of another class.
  func noteReplaced(_ others: [any Model], by model: any Model) {
    guard let other = others.first(where: { type(of: $0) != type(of: model) }) else { return }
    notes.add(.replaced(other, by: model), as: .replaced)
  }

  /// Notes that an object has no identity, so that the store doesn't have it; a part of it may have had
  /// a value that doesn't fit.
  func noteUnidentified(_ misfit: Property? = nil) {
    let found = misfit.map { "the value of \($0.name) doesn't fit" }
    notes.add(ModelError.Issue(.unidentified, found: found), as: .unidentified)
  }

  /// Notes that an object has an identity at its end that another one has: a new object isn't in the
  /// store, a known one keeps its own there.
  func noteTaken(_ identity: String, isNew: Bool) {
    let found = "\(identity) from a hook, which another object has"
    let expected = isNew ? "an identity of its own" : "the identity under which it is filed"
    let issue = ModelError.Issue(.unidentified, expected: expected, found: found)
    notes.add(issue, as: .unidentified)
  }

  /// Whether the element or pair that was read last was left out; resets the mark.
  func popLeftOut() -> Bool {
    defer { notes.leftOutPart = false }
    return notes.leftOutPart
  }

  /// The reason why a value was not taken, for a report; nil for a part that was rejected, which is
  /// noted already.
  @inline(never)
  private func reason(
    _ misfit: Misfit,
    of input: Input,
    as shape: any Shape,
    options: FixedOptions,
    since mark: Notes.Mark,
    subject: MappingReport.UnmappedPart.Subject
  ) -> String? {
    switch misfit {
    case .null: return input.reasonForNull
    case .unresolved: return "no such object"
    case .rejected where subject == .part: return nil
    case .rejected:
      // A reason that is further in is noted in a line of its own.
      let path = notes.path()
      let issue = notes.issues(since: mark).last { $0.path == path }
      return issue?.explanation ?? "rejected"
    default: return shape.reason(input, options) + inside(shape)
    }
  }
}
