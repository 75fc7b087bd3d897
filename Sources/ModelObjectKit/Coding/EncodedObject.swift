import Foundation

/// A model on its way into an encoder: each place of its plan, by the property's own type.
struct EncodedObject {
  private let encoding: ModelEncoding
  private let model: any Model
  private let plan: ExportPlan
  private let coders: [PropertyCoder]
  private let options: ExportOptions
  /// The names of the properties that are written; nil for all.
  var chosen: Set<String>?

  init(
    _ encoding: ModelEncoding,
    _ model: any Model,
    _ schema: ModelSchema,
    _ plan: ExportPlan
  ) {
    self.encoding = encoding
    self.model = model
    self.plan = plan
    coders = CodingPlan.of(schema).coders
    options = encoding.options
  }

  func encode(_ places: [ExportPlan.Place], to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    for place in places { try encode(place, in: &container) }
  }

  /// Encodes the unknown keys that the model keeps, behind the known ones, which win.
  func encodeUnknownKeys(to encoder: any Encoder) throws {
    guard let unknownKeys = plan.unknownKeys,
      chosen?.contains(unknownKeys.property.name) != false
    else { return }
    var container = encoder.container(keyedBy: AnyKey.self)
    let counts = options.relationships == .nestedAttributes
    for (key, value) in unknownKeys.pairs(of: model)
    where !plan.hasPlace(for: key, counted: counts) {
      let tree = encoding.tree { unknownKeys.rules.give(value, to: $0) }
      if let tree { try encode(tree, key, in: &container) }
    }
  }

  /// Encodes what a hook has left: what it did not touch as the property's own type, the rest as it
  /// is.
  func encode(
    _ places: [ExportPlan.Place],
    _ exported: ExportedDictionary,
    to encoder: any Encoder
  ) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    var rest = exported.after
    for place in places {
      let key = key(of: place)
      let before = exported.before[key]
      let after = rest.removeValue(forKey: key)
      if let before, let after {
        if isSameValue(before, after) {
          try encode(place, in: &container)
        } else {
          try encode(after, key, in: &container)
        }
      } else if let after {
        try encode(after, key, in: &container)
      } else if before == nil {
        // Nothing was there for the hook: a nil, which the encoder wants to know of.
        try encode(place, in: &container)
      }
    }
    for (key, value) in rest.sorted(by: { $0.key < $1.key }) {
      try encode(value, key, in: &container)
    }
  }

  private func encode(
    _ value: Any,
    _ key: String,
    in container: inout KeyedEncodingContainer<AnyKey>
  ) throws {
    try encoding.asking { try container.encode(EncodedTree(value), forKey: AnyKey(key)) }
  }

  private func key(of place: ExportPlan.Place) -> String {
    let isCounted =
      options.relationships == .nestedAttributes
      && place.fields.contains { isThere(plan.fields[$0]) && plan.fields[$0].isRelationship }
    return isCounted ? place.key.countedText : place.key.text
  }

  // MARK: - Places

  private func encode(
    _ place: ExportPlan.Place,
    in container: inout KeyedEncodingContainer<AnyKey>
  ) throws {
    let key = AnyKey(place.key.text)
    if let field = place.fields.lazy.map({ plan.fields[$0] }).first(where: { isThere($0) }) {
      return try encode(field, key, in: &container)
    }
    if isThere(place.inner) {
      let inner = EncodedInner(object: self, inner: place.inner)
      return try encoding.asking { try container.encode(inner, forKey: key) }
    }
    if let tag = place.tag { return try container.encode(tag, forKey: key) }
    if let first = place.fields.first, isChosen(plan.fields[first]) {
      try coders[plan.fields[first].number].encodeNoValue(&container, key)
    }
  }

  private func encode(
    _ field: ExportPlan.Field,
    _ key: AnyKey,
    in container: inout KeyedEncodingContainer<AnyKey>
  ) throws {
    if let write = field.write {
      if let value = try written(field, write) {
        try encode(value, key.stringValue, in: &container)
      }
    } else if field.isRelationship, options.relationships == .nestedAttributes {
      let name = ExportKey(key.stringValue).countedText
      let tree = encoding.tree { sink in
        sink.beginObject(count: 1)
        sink.countedKey(name)
        field.property.give(from: model, to: sink)
        sink.endObject()
      }
      if let value = (tree as? [String: Any])?[name] {
        try encode(value, name, in: &container)
      }
    } else if coders[field.number].isDated, encoding.usesOwnDates,
      !field.property.isNil(in: model)
    {
      let tree = encoding.tree { field.property.give(from: model, to: $0) }
      if let tree { try encode(tree, key.stringValue, in: &container) }
    } else if try !coders[field.number].encode(from: model, &container, key, encoding) {
      try container.encodeNil(forKey: key)
    }
  }

  /// What a transform makes of a property's value; nil where it is left out.
  private func written(
    _ field: ExportPlan.Field,
    _ write: (Any?) throws -> Any?
  ) throws -> Any? {
    let value = field.property.value(in: model)
    do {
      if let written = try write(value) { return written }
    } catch {
      let path = PathStep.key(field.property.name).joined(to: "")
      throw ModelError(.rejected, path: path, underlying: error)
    }
    return options.includesNulls || (value == nil && !plan.defaultIsNil(field)) ? NSNull() : nil
  }

  // MARK: - What is there

  private func isChosen(_ field: ExportPlan.Field) -> Bool {
    if let chosen, !chosen.contains(field.property.name) { return false }
    return options.relationships != .none || !field.isRelationship
  }

  /// Whether the property has something to write: a nil only where that is asked for, or where a
  /// fresh object holds something else.
  private func isThere(_ field: ExportPlan.Field) -> Bool {
    guard isChosen(field) else { return false }
    guard field.isOptional, !options.includesNulls, field.write == nil else { return true }
    return !field.property.isNil(in: model) || !plan.defaultIsNil(field)
  }

  private func isThere(_ inner: ExportPlan.Inner) -> Bool {
    switch inner {
    case .nothing: false
    case .object(let places): places.contains { isThere($0) }
    case .array(let places): places.contains { $0.map { isThere($0) } ?? false }
    }
  }

  private func isThere(_ place: ExportPlan.Place) -> Bool {
    place.fields.contains { isThere(plan.fields[$0]) } || isThere(place.inner)
  }

  // MARK: - Behind paths

  /// An object or array that paths lead through, in an encoder of its own.
  private struct EncodedInner: Encodable {
    let object: EncodedObject
    let inner: ExportPlan.Inner

    func encode(to encoder: any Encoder) throws {
      switch inner {
      case .nothing: break
      case .object(let places): try object.encode(places, to: encoder)
      case .array(let places):
        var container = encoder.unkeyedContainer()
        let end = (places.lastIndex { $0.map { object.isThere($0) } ?? false } ?? -1) + 1
        for place in places[..<end] {
          if let element = try place.flatMap({ try object.element($0) }) {
            try object.encoding.asking { try container.encode(EncodedTree(element)) }
          } else {
            try container.encodeNil()
          }
        }
      }
    }
  }

  /// What stands at an index; nil where that is nothing, so that the others keep theirs.
  private func element(_ place: ExportPlan.Place) throws -> (any Encodable)? {
    if let field = place.fields.lazy.map({ plan.fields[$0] }).first(where: { isThere($0) }) {
      if let write = field.write { return try written(field, write).map { EncodedTree($0) } }
      return coders[field.number].encodable(in: model, encoding)
    }
    return isThere(place.inner) ? EncodedInner(object: self, inner: place.inner) : nil
  }
}
