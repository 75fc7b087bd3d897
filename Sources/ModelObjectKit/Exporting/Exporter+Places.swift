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
    let contents = PlaceContents(model, plan, options, isRoot: isRoot)
    let walk = PlaceWalk(contents, sink)
    sink.beginObject(count: plan.places.count)
    try walk.give(options.sortedKeys ? plan.sortedPlaces : plan.places)
    walk.giveUnknownKeys()
    sink.endObject()
  }
}

/// The walk through the places of one model.
private struct PlaceWalk {
  private let contents: PlaceContents
  private let sink: any ExportSink
  private var model: any Model { contents.model }
  private var options: ExportOptions { contents.options }

  init(_ contents: PlaceContents, _ sink: any ExportSink) {
    self.contents = contents
    self.sink = sink
  }

  func give(_ places: [ExportPlan.Place]) throws {
    for place in places {
      switch contents.content(of: place) {
      case .field(let field):
        let isNested = field.isRelationship && options.relationships == .nestedAttributes
        if isNested {
          if let tag = place.tag { give(tag.text, at: place) }
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

  /// Gives the unknown keys that the model keeps.
  func giveUnknownKeys() {
    guard let rules = contents.plan.unknownKeys?.rules else { return }
    for (key, value) in contents.unknownPairs {
      sink.key(key)
      rules.give(value, to: sink)
    }
  }

  private func give(_ field: ExportPlan.Field) throws {
    guard let write = field.write else { return field.property.give(from: model, to: sink) }
    guard let written = try contents.written(field, write) else { return sink.leaveOut() }
    guard let format = field.dateFormat else { return sink.untyped(written) }
    sink.with(dateFormat: format) { sink.untyped(written) }
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
      for place in contents.filled(places) { try giveElement(place) }
      sink.endArray()
    }
  }

  /// Gives the content of an index; null where there is none, so that the others keep their
  /// indexes.
  private func giveElement(_ place: ExportPlan.Place?) throws {
    guard let place else { return sink.null() }
    switch contents.content(of: place) {
    case .field(let field): try give(field)
    case .inner: try giveInner(of: place)
    case .tag, .nothing: sink.null()
    }
  }
}
