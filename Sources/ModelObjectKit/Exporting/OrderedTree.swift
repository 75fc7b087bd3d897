import Foundation

/// Writes a dictionary that `didExport` may have changed, with keys in the order of its models.
///
/// A dictionary has no order of its own, so it is taken from the models: the keys of a class's plan
/// come first, in the plan's order, and those that a hook has added behind them, sorted. Keys of
/// dictionaries that belong to no model are sorted.
struct OrderedTree<Sink: OrderedSink> {
  private let style: ExportOptions.KeyStyle
  private let writer: Sink

  /// The origin of a part of the tree, as far as it is known.
  private enum Origin {
    case unknown
    /// A value, and the rules of its type where these tell more than the value.
    case value(Any, ValueRules?)
    /// A value that no rules of the package read back: it is not taken apart.
    case whole(Any)
    /// An object or array for key paths, at a place of a model's plan.
    case inner(ExportPlan.Inner, any Model, ExportPlan)

    /// The value that the part was made from; nil where it is not one value.
    var value: Any? {
      switch self {
      case .value(let value, _), .whole(let value): value
      case .unknown, .inner: nil
      }
    }
  }

  init(_ writer: Sink, _ options: ExportOptions) {
    self.writer = writer
    style = options.keyStyle
  }

  func give(_ dictionary: [String: Any], of model: any Model) {
    writer.passesOn { giveParts(of: dictionary, .value(model, nil)) }
  }

  private func give(_ tree: Any, _ origin: Origin) {
    if case .whole = origin {
      writer.whole { giveParts(of: tree, origin) }
    } else {
      giveParts(of: tree, origin)
    }
  }

  private func giveParts(of tree: Any, _ origin: Origin) {
    // Foundation's containers may hold themselves; the writer ends such cycles.
    guard reference(in: tree) == nil else { return writer.untyped(tree) }
    switch Input(tree) {
    case .object where !writer.mayNest(), .array where !writer.mayNest(): writer.leaveOut()
    case .object(.tree(let pairs)):
      tell(origin)
      writer.beginObject(count: pairs.count)
      for (key, value, origin) in ordered(pairs, origin) {
        writer.key(key)
        give(value, origin)
      }
      writer.endObject()
    case .array(.tree(let elements)):
      tell(origin)
      writer.beginArray(count: elements.count)
      let origins = origins(of: elements.count, in: origin)
      for (element, origin) in zip(elements, origins) { give(element, origin) }
      writer.endArray()
    default:
      if let (date, format) = countedDate(tree, origin) {
        writer.with(dateFormat: format) { writer.date(date) }
      } else if let float = origin.value as? Float, isSame(tree, float) {
        writer.float(float)
      } else {
        writer.untyped(tree)
      }
    }
  }

  /// Whether a value of the tree is the number that was made of a `Float`, which has its own digits.
  private func isSame(_ tree: Any, _ float: Float) -> Bool {
    payload(of: tree, as: Double.self) == TreeBuilder.number(float)
  }

  /// The date that was written as a number, and its format: written anew, it has exact digits.
  private func countedDate(_ tree: Any, _ origin: Origin) -> (Date, DateOptions.Format)? {
    guard let date = origin.value as? Date, let number = payload(of: tree, as: Double.self) else {
      return nil
    }
    return [.secondsSince1970, .millisecondsSince1970]
      .first { DateText.number(date, format: $0) == number }
      .map { (date, $0) }
  }

  /// Tells the sink the origin of the next container.
  private func tell(_ origin: Origin) {
    switch origin {
    case .unknown, .whole: break
    case .inner: writer.comes(from: .path)
    case .value(let value, let rules):
      if let model = reference(in: value) as? any Model {
        writer.comes(from: .model(model))
      } else if value is any SetType {
        writer.comes(from: .set)
      } else if let rules, isEncoded(rules) {
        writer.comes(from: .encoded)
      }
    }
  }

  /// Whether the values themselves are encoded by their `Codable` conformance.
  private func isEncoded(_ rules: ValueRules) -> Bool {
    rules.isEncoded && rules.elementRules == nil
  }

  /// The origin of a value with the rules of its type; a whole where there are no rules, or these
  /// know no parts of it.
  private func origin(_ value: Any, _ rules: ValueRules?) -> Origin {
    guard let rules, !rules.isUntyped else { return .whole(value) }
    if rules.takesNull { return origin(value, rules.elementRules) }
    let isKnown = rules.elementRules != nil || rules.isEncoded || rules.contents.holdsModels
    return isKnown ? .value(value, rules) : .whole(value)
  }

  private typealias Pair = (key: String, value: Any, origin: Origin)

  private func ordered(_ pairs: [String: Any], _ origin: Origin) -> [Pair] {
    switch origin {
    case .unknown: return sorted(pairs) { _ in .unknown }
    case .inner(.object(let places), let model, let plan):
      return ordered(pairs, places, model, plan)
    case .inner: return sorted(pairs) { _ in .unknown }
    case .value(_, let rules?) where isEncoded(rules): return sorted(pairs) { _ in .whole(()) }
    case .value(let value, let rules): return ordered(pairs, value, rules?.elementRules)
    case .whole(let value): return ordered(pairs, value, nil)
    }
  }

  private func ordered(_ pairs: [String: Any], _ value: Any, _ rules: ValueRules?) -> [Pair] {
    if let model = reference(in: value) as? any Model {
      let schema = SchemaCache.schema(of: type(of: model))
      let plan = schema.outgoing.export(schema, style)
      let kept = plan.unknownKeys?.read(from: model) ?? [:]
      return ordered(pairs, plan.places, model, plan, kept: kept)
    }
    switch Input(value) {
    case .object(.tree(let values)):
      return sorted(pairs) { values[$0].map { origin($0, rules) } ?? .unknown }
    case .array(.tree(let values)):
      // An array that was written as an object whose keys count its elements.
      return sorted(pairs) {
        Int($0) ?? .max
      } origin: { key in
        Int(key).flatMap { values.indices.contains($0) ? origin(values[$0], rules) : nil }
          ?? .unknown
      }
    default: return sorted(pairs) { _ in .unknown }
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
    return ordered + sorted(rest) { key in kept[key].map { .whole($0) } ?? .unknown }
  }

  private func origin(
    of place: ExportPlan.Place,
    _ model: any Model,
    _ plan: ExportPlan
  ) -> Origin {
    for field in place.fields {
      let field = plan.fields[field]
      guard let value = field.property.value(in: model) else { continue }
      return field.write == nil ? origin(value, field.property.rules) : .whole(value)
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
          ? $0.rank < $1.rank : $0.key.precedes($1.key)
      }
      .map { ($0.key, $0.value, origin($0.key)) }
  }

  /// The origins of the elements of an array; unknown where some of them were left out, as it is
  /// not known which.
  private func origins(of count: Int, in origin: Origin) -> [Origin] {
    switch origin {
    case .value(let value, _), .whole(let value):
      var rules: ValueRules?
      if case .value(_, let known) = origin { rules = known?.elementRules }
      if case .array(.tree(let values)) = Input(value), values.count == count {
        return values.map { self.origin($0, rules) }
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

/// A collection whose elements have no order.
private protocol SetType {}

extension Set: SetType {}
