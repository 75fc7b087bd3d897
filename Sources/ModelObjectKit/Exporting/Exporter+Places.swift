import ModelObjectEssentials

/// The export of every class with any options.
extension Exporter {
  /// Passes a model as an object: each place of the plan that has a value, in order.
  ///
  /// For a model with a hook, its dictionaries show what the hook has changed.
  func writeObject(
    _ model: any Model,
    _ plan: ExportPlan,
    to sink: any ExportSink,
    isRoot: Bool,
    _ exported: ExportedDictionary? = nil
  ) throws {
    let export = try ModelExport(model, plan, by: self, isRoot: isRoot).checked()
    let pairs = export.pairs(exported)
    sink.begin(isArray: false, count: plan.places.count)
    if numbersModels, plan.schema.type.structType == nil { writeNumber(of: model, to: sink, pairs) }
    try export.write(pairs, to: sink)
    sink.end(isArray: false)
  }

  /// Numbers a model whose object has been opened.
  @inline(never)
  private func writeNumber(
    of model: any Model,
    to sink: any ExportSink,
    _ pairs: [ModelExport.Pair]
  ) {
    sink.key("$id")
    sink.text(numbers.add(model))
    for case .changed(let value, _?) in pairs.map(\.content) { numbers.addObjects(in: value) }
  }
}

/// The content of an export under a key.
enum PairContent {
  case property(Property)
  /// A property whose value, if it is an array, is written as an object with indexes as keys.
  case counted(Property)
  /// The object or array for key paths.
  case inner(ExportPlan.Place)
  case tag(String)
  /// The value of an unknown key.
  case unknownValue(Any)
  /// The result of a transform.
  case written(Any, Property)
  /// A value that `didExport` has set, and the property with the same key.
  case changed(Any, Property?)
  /// A property that isn't written.
  case nothing(Property)
}

extension ModelExport {
  typealias Pair = (key: ExportKey, content: PairContent)

  /// The pairs of the object, in order.
  ///
  /// Values that the hook didn't change are written as those of the property, also under another
  /// key; new keys follow, sorted.
  func pairs(_ exported: ExportedDictionary? = nil) -> [Pair] {
    guard let exported else {
      return pairs(in: plan.places) + unknownPairs.map { (ExportKey($0), .unknownValue($1)) }
    }
    var pairs: [Pair] = []
    var rest = exported.after
    var removed: [(value: Any, content: PairContent)] = []
    @inline(never)
    func add(_ key: ExportKey, _ content: PairContent?, _ property: Property?) {
      let before = exported.before[key.text]
      let after = rest.removeValue(forKey: key.text)
      // The hook doesn't see a value that a dictionary can't hold.
      let isUnchanged = before.map { before in after.map { isSameValue(before, $0) } ?? false }
      if let content, isUnchanged ?? (after == nil) {
        pairs.append((key, content))
      } else if let after {
        pairs.append((key, .changed(after, property)))
      } else if let content, let before {
        removed.append((before, content))
      }
    }
    for place in plan.places {
      for (key, content) in self.pairs(in: [place]) { add(key, content, place.properties.first) }
      add(place.key, nil, place.properties.first)
    }
    let unknown = Dictionary(unknownPairs) { $1 }
    for (key, value) in rest.inKeyOrder() {
      if exported.before[key] == nil,
        let index = removed.firstIndex(where: { isSameValue($0.value, value) })
      {
        pairs.append((ExportKey(key), removed.remove(at: index).content))
      } else {
        add(ExportKey(key), unknown[key].map { .unknownValue($0) }, nil)
      }
    }
    return pairs
  }

  /// The keys of a row that the object has no value for: its columns become null.
  var nullKeys: [String] {
    pairs().compactMap { key, content in
      switch content {
      case .nothing: key.text
      case .property(let property) where property.write != nil: key.text
      default: nil
      }
    }
  }

  /// The pairs of some places.
  func pairs(in places: [ExportPlan.Place]) -> [Pair] {
    var pairs: [Pair] = []
    for place in places {
      switch content(of: place) {
      case .property(let property)? where options.counts(property):
        if let tag = place.tag { pairs.append((place.key, .tag(tag.text))) }
        pairs.append((ExportKey(place.key.countedText), .counted(property)))
      case let content?: pairs.append((place.key, content))
      case nil:
        if let property = place.first(where: isChosen) {
          pairs.append((place.key, .nothing(property)))
        }
      }
    }
    return pairs
  }

  /// Passes pairs.
  func write(_ pairs: [Pair], to sink: any ExportSink) throws {
    let sorted = options.sortedKeys ? pairs.inKeyOrder { $0.key.text } : pairs
    for (key, content) in sorted {
      if case .nothing = content { continue }
      sink.key(key)
      try write(content, to: sink)
    }
  }

  func write(_ content: PairContent, to sink: any ExportSink) throws {
    if case .property(let property) = content, property.write == nil {
      property.write(from: model, to: sink)
    } else {
      try writeOther(content, to: sink)
    }
  }

  /// It isn't inlined, so that nested models take less of the stack.
  @inline(never)
  private func writeOther(_ content: PairContent, to sink: any ExportSink) throws {
    switch content {
    case .property:
      guard let written = try written(content) else { return sink.leaveOut() }
      try write(written, to: sink)
    case .counted(let property):
      let value = property.value(in: model)
      guard let elements = value.flatMap({ ($0 as? any Container)?.elements }) else {
        return property.write(from: model, to: sink)
      }
      sink.begin(isArray: false, count: elements.count)
      let keys = elements.indices.map { String($0) }
      for index in options.sortedKeys ? keyOrder(keys) : Array(elements.indices) {
        sink.key(keys[index])
        let element = elements[index]
        if let model = reference(in: element) as? any Model {
          sink.model(model)
        } else {
          sink.untyped(element)
        }
      }
      sink.end(isArray: false)
    case .written(let value, let property):
      sink.with(property.dateFormat) { sink.untyped(value) }
    case .inner(let array) where array.innerIsArray:
      let elements = try elements(of: array)
      sink.begin(isArray: true, count: elements.count)
      for content in elements {
        if let content { try write(content, to: sink) } else { sink.null() }
      }
      sink.end(isArray: true)
    case .inner(let object):
      sink.begin(isArray: false, count: object.inner.count)
      try write(pairs(in: object.inner), to: sink)
      sink.end(isArray: false)
    case .tag(let tag): sink.text(tag)
    case .unknownValue(let value): plan.unknownKeys?.write(value, to: sink)
    case .changed(let value, _): sink.passesOn { sink.untyped(value) }
    case .nothing: sink.leaveOut()
    }
  }
}
