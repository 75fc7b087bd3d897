import Foundation

/// The way for every class and every option.
extension Exporter {
  /// Gives a model as an object: each place of the plan that has a value, in its order.
  func giveObject(
    _ model: any Model,
    _ plan: ExportPlan,
    to sink: any ExportSink,
    isRoot: Bool
  ) throws {
    var walk = PlaceWalk(self, model, plan, sink)
    if isRoot, let chosen = options.properties {
      let schema = SchemaCache.schema(of: type(of: model))
      walk.chosen = Set(chosen.map { schema.declaration.propertyName($0) })
    }
    sink.beginObject(count: plan.places.count)
    try walk.give(options.sortedKeys ? plan.sortedPlaces : plan.places)
    walk.giveUnknownKeys()
    sink.endObject()
  }
}

/// The walk through the places of one model.
private struct PlaceWalk {
  private let exporter: Exporter
  private let model: any Model
  private let plan: ExportPlan
  private let sink: any ExportSink
  private let options: ExportOptions
  /// The names of the properties that are written; nil for all.
  var chosen: Set<String>?

  init(_ exporter: Exporter, _ model: any Model, _ plan: ExportPlan, _ sink: any ExportSink) {
    self.exporter = exporter
    self.model = model
    self.plan = plan
    self.sink = sink
    options = exporter.options
  }

  func give(_ places: [ExportPlan.Place]) throws {
    for place in places {
      switch content(of: place) {
      case .field(let field):
        let isNested = field.isRelationship && options.relationships == .nestedAttributes
        if isNested {
          if let tag = place.tag { give(tag, at: place) }
          sink.countedKey(place.key.countedText)
        } else {
          sink.key(place.key)
        }
        try give(field)
      case .inner:
        sink.key(place.key)
        try giveInner(of: place)
      case .tag(let tag): give(tag, at: place)
      case .nothing: break
      }
    }
  }

  private func give(_ tag: String, at place: ExportPlan.Place) {
    sink.key(place.key)
    sink.text(tag)
  }

  /// Gives the unknown keys that the model keeps, behind the known ones, which win.
  func giveUnknownKeys() {
    guard let unknownKeys = plan.unknownKeys,
      chosen?.contains(unknownKeys.property.name) != false
    else { return }
    let counts = options.relationships == .nestedAttributes
    for (key, value) in unknownKeys.pairs(of: model)
    where !plan.hasPlace(for: key, counted: counts) {
      sink.key(key)
      unknownKeys.rules.give(value, to: sink)
    }
  }

  private enum Content {
    case field(ExportPlan.Field)
    case inner
    case tag(String)
    case nothing
  }

  /// What is written at a place: the first of its properties that has a value, else what lies
  /// behind it, else the tag.
  private func content(of place: ExportPlan.Place) -> Content {
    for number in place.fields where hasValue(plan.fields[number]) {
      return .field(plan.fields[number])
    }
    if hasValue(place.inner) { return .inner }
    return place.tag.map { .tag($0) } ?? .nothing
  }

  private func hasValue(_ inner: ExportPlan.Inner) -> Bool {
    switch inner {
    case .nothing: false
    case .object(let places): places.contains { hasContent($0) }
    case .array(let places): places.contains { $0.map { hasContent($0) } ?? false }
    }
  }

  private func hasContent(_ place: ExportPlan.Place) -> Bool {
    place.fields.contains { hasValue(plan.fields[$0]) } || hasValue(place.inner)
  }

  /// Whether the property is written: nil only as null where that is asked for, or where a fresh
  /// object holds something else.
  private func hasValue(_ field: ExportPlan.Field) -> Bool {
    if let chosen, !chosen.contains(field.property.name) { return false }
    if options.relationships == .none, field.isRelationship { return false }
    guard field.isOptional, !options.includesNulls, field.write == nil else { return true }
    return !field.property.isNil(in: model) || !plan.defaultIsNil(field)
  }

  private func give(_ field: ExportPlan.Field) throws {
    guard let write = field.write else { return field.property.give(from: model, to: sink) }
    let value = field.property.value(in: model)
    let written: Any?
    do {
      written = try write(value)
    } catch {
      let path = PathStep.key(field.property.name).joined(to: "")
      throw ModelError(.rejected, path: path, underlying: error)
    }
    if let written, let format = field.dateFormat {
      sink.with(dateFormat: format) { sink.untyped(written) }
    } else if let written {
      sink.untyped(written)
    } else if options.includesNulls || (value == nil && !plan.defaultIsNil(field)) {
      sink.null()
    } else {
      sink.leaveOut()
    }
  }

  private func giveInner(of place: ExportPlan.Place) throws {
    switch place.inner {
    case .nothing: sink.leaveOut()
    case .object(let places):
      sink.comes(from: .path)
      sink.beginObject(count: places.count)
      try give(places)
      sink.endObject()
    case .array(let places):
      sink.comes(from: .path)
      sink.beginArray(count: places.count)
      let end = (places.lastIndex { $0.map { hasContent($0) } ?? false } ?? -1) + 1
      for place in places[..<end] { try giveElement(place) }
      sink.endArray()
    }
  }

  /// Gives what stands at an index; null where that is nothing, so that the others keep theirs.
  private func giveElement(_ place: ExportPlan.Place?) throws {
    guard let place else { return sink.null() }
    switch content(of: place) {
    case .field(let field): try give(field)
    case .inner: try giveInner(of: place)
    case .tag, .nothing: sink.null()
    }
  }
}
