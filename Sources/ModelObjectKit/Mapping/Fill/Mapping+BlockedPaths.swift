// A path of a property that ends at a value which is neither object nor array: if no other key decides,
// that is an issue.

extension Mapping {
  /// Notes the values at which paths of properties end that no key has decided.
  @inline(never)
  func noteBlockedPaths(of object: inout ObjectFilling) throws(Misfit) {
    guard object.plan.keys.hasPaths, !state.cut.isUnfinished else { return }
    let (position, depth) = (reader.position, reader.remainingDepth)
    defer { (reader.position, reader.remainingDepth) = (position, depth) }
    // The depth was checked when the values were passed.
    reader.remainingDepth = .max / 2
    for property in object.schema.properties
    where !object.decided.contains(property.number) && property.hasPath {
      // A path that counts an element like a key has a hint of its own.
      guard let place = try blockedPlace(property, object),
        indexedPath(of: property.number, object.schema, in: object.source) == nil
      else { continue }
      object.decided.insert(property.number)
      extras(of: &object).misfits.insert(property.number)
      note(place, property, of: object.plan.type)
    }
  }

  /// A value through which a path can't lead, and the step that it would have to take.
  private typealias BlockedPlace = (steps: [PathStep], input: Input, next: PathStep)

  private func blockedPlace(
    _ property: Property,
    _ object: borrowing ObjectFilling
  ) throws(Misfit) -> BlockedPlace? {
    let wanted = PropertySet([property.number])
    let pairs =
      object.schema.hooks.contains(.serializeValue)
      ? object.extras?.passedOn ?? []
      : try knownPairs(in: object.source, object.plan.keys, for: wanted)
    for pair in pairs {
      for target in object.plan.keys.targets(of: pair.targets)
      where target.property == property.number {
        for count in target.path.indices {
          let path = Array(target.path[..<count])
          let end = try follow(path, from: pair.source, object.schema.matching)
          guard let end else { break }
          let input = try input(from: end.source)
          if leads(target.path[count], through: input) { continue }
          if case .null = input { break }
          return ([.key(pair.key.text)] + end.steps, input, target.path[count])
        }
      }
    }
    return nil
  }

  private func leads(_ step: PathStep, through input: Input) -> Bool {
    switch (step, input) {
    case (.key, .object), (.index, .array): true
    default: false
    }
  }

  private func note(_ place: BlockedPlace, _ property: Property, of type: any Model.Type) {
    let (expected, found) = (
      place.next.index == nil ? "an object" : "an array", place.input.description
    )
    let steps = notes.steps
    notes.steps += place.steps.map { Notes.Step(key: $0) }
    notes.steps[steps.count].property = .key(property.name)
    notes.steps[steps.count].owner = type
    let issue = ModelError.Issue(.typeMismatch, expected: expected, found: found)
    notes.add(issue, as: .typeMismatch, of: place.input, expected: expected)
    if notes.isReport {
      let reason = "expected \(expected), found \(found)"
      notes.add(unmapped(key: notes.path(), because: reason))
    }
    notes.steps = steps
  }
}

extension Property {
  /// Whether one of its keys is a path.
  fileprivate var hasPath: Bool { key?.alternatives.contains { $0.path != nil } == true }
}
