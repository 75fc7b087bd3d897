extension Mapping {
  /// Notes a key that no property takes.
  func noteUnknown(_ key: String, _ schema: ModelSchema) {
    let nearest = NameDistance.nearest(to: key, among: schema.properties.map(\.name))
    notes.add(
      ModelError.Issue(kind: .unknownKey, path: PathStep.key(key).joined(to: ""), expected: nearest)
    )
  }

  /// Notes the properties that no key of the input belongs to.
  func noteMissing(_ filling: Filling) {
    guard notes.isKept else { return }
    let schema = filling.schema
    for (index, property) in schema.properties.enumerated() where !filling.fed.contains(index) {
      let key = PathStep.key(property.terms.firstKey).joined(to: "")
      if !property.rules.takesNull {
        notes.add(
          ModelError.Issue(kind: .missingKey, path: key, expected: property.rules.typeName)
        )
      }
      if notes.isReport {
        notes.add(
          MappingReport.LeftAlone(property: property.name, key: key, reason: "no such key")
        )
      }
    }
    guard notes.isReport else { return }
    for (name, reason) in schema.untouched {
      notes.add(MappingReport.LeftAlone(property: name, key: nil, reason: reason))
    }
  }

  /// Notes for a report what became of a value: that it was taken, or why it was not.
  ///
  /// The paths are still those inside of the property.
  func noteOutcome(
    _ fits: Bool,
    _ property: Property,
    _ model: any Model,
    since mark: Notes.Mark
  ) {
    guard notes.isReport else { return }
    if fits {
      notes.add(
        MappingReport.Match(property: "", key: "", value: property.valueText(in: model))
      )
    } else if let issue = notes.issues(since: mark).last {
      notes.add(
        MappingReport.LeftAlone(property: "", key: "", reason: issue.explanation)
      )
    }
  }
}
