/// What is written of a model, and where: one rule for exports and coders.
struct PlaceContents {
  let model: any Model
  let plan: ExportPlan
  let options: ExportOptions
  /// The names of the properties that are written; nil for all.
  let chosen: Set<String>?

  init(_ model: any Model, _ plan: ExportPlan, _ options: ExportOptions, isRoot: Bool) {
    self.model = model
    self.plan = plan
    self.options = options
    let declaration = plan.schema.declaration
    chosen =
      isRoot ? options.properties.map { Set($0.map { declaration.propertyName($0) }) } : nil
  }

  /// What stands at a place.
  enum Content {
    case field(ExportPlan.Field)
    /// What lies behind it.
    case inner
    case tag(String)
    case nothing
  }

  /// The first of the place's properties that is written, else what lies behind it, else the tag.
  func content(of place: ExportPlan.Place) -> Content {
    for number in place.fields where isWritten(plan.fields[number]) {
      return .field(plan.fields[number])
    }
    if hasContent(place.inner) { return .inner }
    return place.tag.map { .tag($0) } ?? .nothing
  }

  /// The places of an array up to the last one that has something.
  func filled(_ places: [ExportPlan.Place?]) -> ArraySlice<ExportPlan.Place?> {
    places[..<((places.lastIndex { $0.map { hasContent($0) } ?? false } ?? -1) + 1)]
  }

  /// The unknown keys that the model keeps, behind the known ones, which win.
  var unknownPairs: [(key: String, value: Any)] {
    guard let unknownKeys = plan.unknownKeys,
      chosen?.contains(unknownKeys.property.name) != false
    else { return [] }
    let counts = options.relationships == .nestedAttributes
    return unknownKeys.pairs(of: model).filter { !plan.hasPlace(for: $0.key, counted: counts) }
  }

  /// Whether a property is asked for.
  func isChosen(_ field: ExportPlan.Field) -> Bool {
    if let chosen, !chosen.contains(field.property.name) { return false }
    return options.relationships != .none || !field.isRelationship
  }

  /// What becomes of a value that a transform has made nil: null, or nothing.
  func isNull(_ field: ExportPlan.Field, of value: Any?) -> Bool {
    options.includesNulls || (value == nil && !plan.leavesOutNil(of: field.number))
  }

  /// Whether a property is written.
  ///
  /// A nil is only where that is asked for, or where a fresh object holds something else. A transform
  /// is asked in any case.
  private func isWritten(_ field: ExportPlan.Field) -> Bool {
    guard isChosen(field) else { return false }
    guard field.isOptional, !options.includesNulls, field.write == nil else { return true }
    return !field.property.isNil(in: model) || !plan.leavesOutNil(of: field.number)
  }

  private func hasContent(_ inner: ExportPlan.Inner) -> Bool {
    switch inner {
    case .nothing: false
    case .object(let places): places.contains { hasContent($0) }
    case .array(let places): places.contains { $0.map { hasContent($0) } ?? false }
    }
  }

  private func hasContent(_ place: ExportPlan.Place) -> Bool {
    place.fields.contains { isWritten(plan.fields[$0]) } || hasContent(place.inner)
  }
}
