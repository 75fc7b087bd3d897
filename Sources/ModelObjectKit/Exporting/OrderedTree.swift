/// Writes the tree that a hook had the last word about in the order of the models that it is made
/// of.
///
/// A dictionary has no order of its own, so the models are asked once more: the keys of a class's
/// plan come first, in the plan's order, and those that a hook has added behind them, sorted. What
/// belongs to no model is sorted.
struct OrderedTree {
  private let style: ExportOptions.KeyStyle
  private let writer: JSONWriter

  /// What a part of the tree was made of, as far as that is known.
  private enum Origin {
    case unknown
    case value(Any)
    /// What lies behind a place of a model's plan.
    case inner(ExportPlan.Inner, any Model, ExportPlan)
  }

  init(_ writer: JSONWriter, _ options: ExportOptions) {
    self.writer = writer
    style = options.keyStyle
  }

  func give(_ dictionary: [String: Any], of model: any Model) {
    writer.passesOn { give(dictionary, .value(model)) }
  }

  private func give(_ tree: Any, _ origin: Origin) {
    // What Foundation's containers hold may lead back to them; the writer watches over that.
    guard reference(in: tree) == nil else { return writer.untyped(tree) }
    switch Input(tree) {
    case .object(.tree(let pairs)):
      writer.stack.run {
        writer.beginObject(count: pairs.count)
        for (key, value, origin) in ordered(pairs, origin) {
          writer.key(key)
          give(value, origin)
        }
        writer.endObject()
      }
    case .array(.tree(let elements)):
      writer.stack.run {
        writer.beginArray(count: elements.count)
        let origins = origins(of: elements.count, in: origin)
        for (element, origin) in zip(elements, origins) { give(element, origin) }
        writer.endArray()
      }
    default: writer.untyped(tree)
    }
  }

  private typealias Pair = (key: String, value: Any, origin: Origin)

  private func ordered(_ pairs: [String: Any], _ origin: Origin) -> [Pair] {
    switch origin {
    case .unknown: return sorted(pairs) { _ in .unknown }
    case .inner(.object(let places), let model, let plan):
      return ordered(pairs, places, model, plan)
    case .inner: return sorted(pairs) { _ in .unknown }
    case .value(let value):
      if let model = reference(in: value) as? any Model {
        let schema = SchemaCache.schema(of: type(of: model))
        let plan = schema.outgoing.export(schema, style)
        let kept = plan.unknownKeys?.slot.read(from: model) ?? [:]
        return ordered(pairs, plan.places, model, plan, kept: kept)
      }
      switch Input(value) {
      case .object(.tree(let origins)):
        return sorted(pairs) { origins[$0].map { .value($0) } ?? .unknown }
      case .array(.tree(let origins)):
        // An array whose elements are counted by keys.
        return sorted(pairs) {
          Int($0) ?? .max
        } origin: { key in
          Int(key).flatMap { origins.indices.contains($0) ? .value(origins[$0]) : nil } ?? .unknown
        }
      default: return sorted(pairs) { _ in .unknown }
      }
    }
  }

  private func ordered(
    _ pairs: [String: Any],
    _ places: [ExportPlan.Place],
    _ model: any Model,
    _ plan: ExportPlan,
    kept: [String: Any] = [:]
  ) -> [Pair] {
    var rest = pairs
    var ordered: [Pair] = []
    for place in places {
      for key in [place.key.text, place.key.countedText] {
        guard let value = rest.removeValue(forKey: key) else { continue }
        ordered.append((key, value, origin(of: place, model, plan)))
      }
    }
    return ordered + sorted(rest) { key in kept[key].map { .value($0) } ?? .unknown }
  }

  private func origin(
    of place: ExportPlan.Place,
    _ model: any Model,
    _ plan: ExportPlan
  ) -> Origin {
    for field in place.fields {
      if let value = plan.fields[field].property.value(in: model) { return .value(value) }
    }
    return .inner(place.inner, model, plan)
  }

  private func sorted(
    _ pairs: [String: Any],
    by rank: (String) -> Int = { _ in 0 },
    origin: (String) -> Origin
  ) -> [Pair] {
    pairs
      .map { (rank: rank($0.key), key: $0.key, value: $0.value) }
      .sorted {
        $0.rank != $1.rank
          ? $0.rank < $1.rank : $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
      }
      .map { ($0.key, $0.value, origin($0.key)) }
  }

  /// The origins of the elements of an array; unknown where some of them were left out, for then
  /// there is no telling which.
  private func origins(of count: Int, in origin: Origin) -> [Origin] {
    switch origin {
    case .value(let value):
      if case .array(.tree(let origins)) = Input(value), origins.count == count {
        return origins.map { .value($0) }
      }
    case .inner(.array(let places), let model, let plan) where places.count >= count:
      return places.prefix(count).map { place in
        place.map { self.origin(of: $0, model, plan) } ?? .unknown
      }
    default: break
    }
    return Array(repeating: .unknown, count: count)
  }
}
