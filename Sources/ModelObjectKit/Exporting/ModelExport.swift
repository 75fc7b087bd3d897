import ModelObjectEssentials

/// What one model writes in an export, for exports and coders.
struct ModelExport {
  let model: any Model
  let plan: ExportPlan
  let exporter: Exporter
  let options: ExportOptions
  /// The names of the properties to write; nil for all.
  let chosen: Set<String>?
  /// The unknown keys to write, if nothing else is in their places.
  private let unknown: [String: Any]

  @inline(never)
  init(
    _ model: any Model,
    _ plan: ExportPlan,
    by exporter: Exporter,
    _ others: ExportOptions? = nil,
    isRoot: Bool
  ) {
    let options = others ?? exporter.options
    (self.model, self.plan, self.exporter, self.options) = (model, plan, exporter, options)
    chosen = isRoot ? options.chosen(of: plan.schema.declaration) : nil
    if let keys = plan.unknownKeys, chosen?.contains(keys.property.name) != false {
      unknown = keys.read(from: model)
    } else {
      unknown = [:]
    }
  }

  /// The export, if no two of the properties in it have the same key; else the whole export fails.
  func checked() throws -> ModelExport {
    guard let error = plan.clash(among: isChosen) else { return self }
    exporter.fail(error)
    throw error
  }

  /// The first of the place's properties that is written, or else the object or array for key
  /// paths; nil if there is none.
  ///
  /// A tag comes before them, except before a property whose value selects the same class.
  @inline(never)
  func content(of place: ExportPlan.Place) -> PairContent? {
    let property = place.properties.first { isWritten($0) }
    if let tag = place.tag, property.map({ !leaves($0, to: tag) }) ?? true {
      return keepsTag(place) ? nil : .tag(tag.text)
    }
    if let property { return .property(property) }
    return place.inner.contains { content(of: $0) != nil } ? .inner(place) : nil
  }

  /// Whether the value of a property is written instead of a tag, or under another key.
  private func leaves(_ property: Property, to tag: ClassFamily.WrittenTag) -> Bool {
    if property.isRelationship { return options.relationships == .nestedAttributes }
    let value = property.value(in: model)
    let write = property.write
    guard let written = write == nil ? value : try? write?(value) else { return false }
    if tag.isNamed(by: written) { return true }
    let isEmpty = (written as? String)?.isEmpty == true
    return tag.takesUnknown && !isEmpty && plan.schema.family.isUnknown(written, under: tag.key)
  }

  /// Whether the model keeps an unknown tag, which is exported unchanged.
  private func keepsTag(_ place: ExportPlan.Place) -> Bool {
    guard let tag = place.tag, place.properties.isEmpty, let value = unknown[tag.key] else {
      return false
    }
    return plan.schema.family.isUnknown(value, under: tag.key)
  }

  /// The elements of an array for key paths, up to the last one, with the results of transforms;
  /// nil for an index without one.
  func elements(of array: ExportPlan.Place) throws -> [PairContent?] {
    var elements: [PairContent?] = []
    for place in array.inner {
      guard let index = place.step.index, let content = content(of: place) else { continue }
      while elements.count <= index { elements.append(nil) }
      elements[index] = try written(content)
    }
    return elements
  }

  /// The unknown keys that the model keeps, sorted by their bytes; they come after the known ones,
  /// which win.
  var unknownPairs: [(key: String, value: Any)] {
    let counts = options.relationships == .nestedAttributes
    return unknown.filter { key, _ in plan.place(for: key, counted: counts).map(keepsTag) ?? true }
      .inKeyOrder { $0.key }
  }

  /// Whether the options include a property.
  func isChosen(_ property: Property) -> Bool { options.includes(property, of: chosen) }

  /// A content with the result of a property's transform, `NSNull` for null; nil if the property is
  /// omitted.
  func written(_ content: PairContent) throws -> PairContent? {
    guard case .property(let property) = content, let write = property.write else { return content }
    let value = property.value(in: model)
    do {
      let written =
        property.isJSONText ? exporter.jsonText(of: property, in: model) : try write(value)
      if let written { return .written(written, property) }
    } catch {
      let path = PathStep.key(property.name).joined(to: "")
      throw ModelError(.rejected, path: path, underlyingError: error)
    }
    let isNull = value == nil && !plan.schema.isNilWhenMade(property.number)
    return isNull || options.includesNulls ? .written(JSONNull.value, property) : nil
  }

  /// Whether a property is written.
  ///
  /// Nil is written only if the options say so, or if the property isn't nil in a new object. A
  /// property with a `write` is considered written.
  private func isWritten(_ property: Property) -> Bool {
    guard isChosen(property) else { return false }
    guard property.isOptional, !options.includesNulls, property.write == nil else { return true }
    return !property.isNil(in: model) || !plan.schema.isNilWhenMade(property.number)
  }
}

extension ExportOptions {
  /// Whether the elements of a property are written as Rails reads them.
  func counts(_ property: Property) -> Bool {
    relationships == .nestedAttributes && property.isRelationship && property.write == nil
  }

  /// The names of the properties to write of a root; nil for all.
  func chosen(of declaration: ClassDeclaration) -> Set<String>? {
    properties.map { Set($0.map { declaration.propertyName($0) }) }
  }

  /// Whether exports include a property, given the chosen ones.
  @inline(never)
  func includes(_ property: Property, of chosen: Set<String>?) -> Bool {
    chosen?.contains(property.name) != false
      && (relationships != .omitted || !property.isRelationship)
  }
}
