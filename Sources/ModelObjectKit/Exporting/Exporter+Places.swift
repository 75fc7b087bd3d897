import Foundation

/// The export of every class with any options.
extension Exporter {
  /// Passes a model as an object: each place of the plan that has a value, in order.
  ///
  /// For a model with a hook, its dictionaries show what the hook has changed.
  func giveObject(
    _ model: any Model,
    _ plan: ExportPlan,
    to sink: any ExportSink,
    isRoot: Bool,
    _ exported: ExportedDictionary? = nil
  ) throws {
    let contents = PlaceContents(model, plan, options, isRoot: isRoot)
    sink.beginObject(count: plan.places.count)
    giveNumber(of: model, to: sink)
    try contents.eachPair(exported) { key, content in
      sink.key(key)
      try contents.give(content, to: sink)
    }
    sink.endObject()
  }
}

/// A key of an exported object.
enum PairKey {
  case place(ExportKey)
  case own(String)

  var text: String {
    switch self {
    case .place(let key): key.text
    case .own(let key): key
    }
  }
}

/// The content of an export under a key.
enum PairContent {
  case field(ExportPlan.Field)
  /// A field whose value, if it is an array, is written as an object with indexes as keys.
  case counted(ExportPlan.Field)
  /// The object or array for key paths.
  case inner(ExportPlan.Inner)
  case tag(String)
  /// The value of an unknown key.
  case kept(Any)
  /// The result of a transform.
  case written(Any, ExportPlan.Field)
  /// A value that `didExport` has set, and the field with the same key.
  case changed(Any, ExportPlan.Field?)
}

extension PlaceContents {
  /// Calls a closure with the pairs of the object, in order.
  ///
  /// Values that the hook didn't change are written as those of the property; new keys follow,
  /// sorted. `nothing` is called for a property that isn't written.
  func eachPair(
    _ exported: ExportedDictionary? = nil,
    nothing: (PairKey, ExportPlan.Field) throws -> Void = { _, _ in },
    _ body: (PairKey, PairContent) throws -> Void
  ) throws {
    let places = options.sortedKeys ? plan.sortedPlaces : plan.places
    guard let exported else {
      try eachPair(in: places, nothing: nothing, body)
      for (key, value) in unknownPairs { try body(.own(key), .kept(value)) }
      return
    }
    var rest = exported.after
    func give(_ key: PairKey, _ content: PairContent?, _ field: ExportPlan.Field?) throws {
      guard let after = rest.removeValue(forKey: key.text) else {
        // The hook doesn't see a value that a dictionary can't hold.
        guard let content, field?.write == nil, exported.before[key.text] == nil else { return }
        return try body(key, content)
      }
      if let content, field?.write == nil, let before = exported.before[key.text],
        isSameValue(before, after)
      {
        try body(key, content)
      } else {
        try body(key, .changed(after, field))
      }
    }
    for place in places {
      let field = place.fields.first.map { plan.fields[$0] }
      try eachPair(in: [place]) { key, field in
        if exported.before[key.text] == nil, rest[key.text] == nil { try nothing(key, field) }
      } _: {
        try give($0, $1, field)
      }
      try give(.place(place.key), nil, field)
    }
    let kept = Dictionary(unknownPairs) { $1 }
    for key in rest.keys.inKeyOrder() { try give(.own(key), kept[key].map { .kept($0) }, nil) }
  }

  /// Calls a closure with the pairs of some places.
  func eachPair(
    in places: [ExportPlan.Place],
    nothing: (PairKey, ExportPlan.Field) throws -> Void = { _, _ in },
    _ body: (PairKey, PairContent) throws -> Void
  ) throws {
    for place in places {
      switch content(of: place) {
      case .field(let field)
      where field.isRelationship && options.relationships == .nestedAttributes:
        if let tag = place.tag { try body(.place(place.key), .tag(tag.text)) }
        try body(.own(place.key.countedText), .counted(field))
      case .field(let field): try body(.place(place.key), .field(field))
      case .inner: try body(.place(place.key), .inner(place.inner))
      case .tag(let tag): try body(.place(place.key), .tag(tag))
      case .nothing:
        guard let field = place.fields.first.map({ plan.fields[$0] }), isChosen(field) else {
          continue
        }
        try nothing(.place(place.key), field)
      }
    }
  }

  /// The content of an index; nil if there is none, so that the others keep their indexes.
  func element(_ place: ExportPlan.Place?) -> PairContent? {
    guard let place else { return nil }
    switch content(of: place) {
    case .field(let field): return .field(field)
    case .inner: return .inner(place.inner)
    case .tag, .nothing: return nil
    }
  }

  func give(_ content: PairContent, to sink: any ExportSink) throws {
    switch content {
    case .counted(let field):
      try sink.models?.giveCounted(to: sink) { try give(.field(field), to: $0) }
    case .field(let field):
      guard let write = field.write else { return field.property.give(from: model, to: sink) }
      guard let written = try written(field, write) else { return sink.leaveOut() }
      try give(.written(written, field), to: sink)
    case .written(let value, let field):
      guard let format = field.dateFormat else { return sink.untyped(value) }
      sink.with(dateFormat: format) { sink.untyped(value) }
    case .inner(.nothing): sink.leaveOut()
    case .inner(.object(let places)):
      sink.beginObject(count: places.count)
      try eachPair(in: places) { key, content in
        sink.key(key)
        try give(content, to: sink)
      }
      sink.endObject()
    case .inner(.array(let places)):
      sink.beginArray(count: places.count)
      for place in filled(places) {
        if let content = element(place) { try give(content, to: sink) } else { sink.null() }
      }
      sink.endArray()
    case .tag(let tag): sink.text(tag)
    case .kept(let value): plan.unknownKeys?.give(value, to: sink)
    case .changed(let value, _): sink.passesOn { sink.untyped(value) }
    }
  }
}

extension ExportSink {
  fileprivate func key(_ key: PairKey) {
    switch key {
    case .place(let key): self.key(key)
    case .own(let key): self.key(key)
    }
  }
}
