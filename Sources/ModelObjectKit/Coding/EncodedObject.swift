import Foundation

/// A model that is being encoded: each place of its plan, by the property's own type.
struct EncodedObject {
  private let encoding: ModelEncoding
  private let contents: PlaceContents
  private let coders: [PropertyCoder]
  private var model: any Model { contents.model }
  private var plan: ExportPlan { contents.plan }
  private var options: ExportOptions { contents.options }

  init(_ encoding: ModelEncoding, _ contents: PlaceContents) {
    self.encoding = encoding
    self.contents = contents
    coders = CodingPlan.of(contents.plan.schema).coders
  }

  func encode(_ places: [ExportPlan.Place], to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    for place in places { try encode(place, in: &container) }
  }

  /// Encodes the unknown keys that the model keeps.
  func encodeUnknownKeys(to encoder: any Encoder) throws {
    let pairs = contents.unknownPairs
    guard let rules = plan.unknownKeys?.rules, !pairs.isEmpty else { return }
    var container = encoder.container(keyedBy: AnyKey.self)
    for (key, value) in pairs {
      if let tree = encoding.tree({ rules.give(value, to: $0) }) {
        try encode(tree, key, in: &container)
      }
    }
  }

  /// Encodes the result of `didExport`: values that it did not change as the property's own type,
  /// the others as they are.
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
      if let after {
        if let before, isSameValue(before, after), !contents.isEmpty(place) {
          try encode(place, in: &container)
        } else {
          try encode(after, key, in: &container)
        }
      } else if before == nil {
        // The hook saw nothing for this nil, but the encoder may write it.
        try encode(place, in: &container)
      }
    }
    for (key, value) in rest.inKeyOrder() {
      try encode(value, key, in: &container)
    }
  }

  private func encode(
    _ value: Any,
    _ key: String,
    in container: inout KeyedTarget
  ) throws {
    try encoding.asking { try container.encode(EncodedTree(value), forKey: AnyKey(key)) }
  }

  private func key(of place: ExportPlan.Place) -> String {
    guard options.relationships == .nestedAttributes,
      case .field(let field) = contents.content(of: place), field.isRelationship
    else { return place.key.text }
    return place.key.countedText
  }

  // MARK: - Places

  private func encode(
    _ place: ExportPlan.Place,
    in container: inout KeyedTarget
  ) throws {
    let key = AnyKey(place.key.text)
    switch contents.content(of: place) {
    case .field(let field): try encode(field, key, in: &container)
    case .inner:
      let inner = EncodedInner(object: self, inner: place.inner)
      try encoding.asking { try container.encode(inner, forKey: key) }
    case .tag(let tag): try container.encode(tag, forKey: key)
    case .nothing:
      guard let first = place.fields.first, contents.isChosen(plan.fields[first]) else { return }
      try coders[plan.fields[first].number].encodeNoValue(&container, key)
    }
  }

  private func encode(
    _ field: ExportPlan.Field,
    _ key: AnyKey,
    in container: inout KeyedTarget
  ) throws {
    if let write = field.write {
      if let value = try contents.written(field, write) {
        try encode(value, key.stringValue, in: &container)
      }
    } else if field.isRelationship, options.relationships == .nestedAttributes {
      let name = ExportKey(key.stringValue).countedText
      if let value = encoding.tree({ try? contents.give(.counted(field), to: $0) }) {
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

  // MARK: - Key paths

  /// An object or array for key paths, which gets an encoder of its own.
  private struct EncodedInner: Encodable {
    let object: EncodedObject
    let inner: ExportPlan.Inner

    func encode(to encoder: any Encoder) throws {
      switch inner {
      case .nothing: break
      case .object(let places): try object.encode(places, to: encoder)
      case .array(let places):
        var container = encoder.unkeyedContainer()
        for place in object.contents.filled(places) {
          if let element = try place.flatMap({ try object.element($0) }) {
            try object.encoding.asking { try container.encode(EncodedTree(element)) }
          } else {
            try container.encodeNil()
          }
        }
      }
    }
  }

  /// The content of an index; nil where there is none, so that the others keep their indexes.
  private func element(_ place: ExportPlan.Place) throws -> (any Encodable)? {
    switch contents.content(of: place) {
    case .field(let field):
      if let write = field.write {
        return try contents.written(field, write).map { EncodedTree($0) }
      }
      return coders[field.number].encodable(in: model, encoding)
    case .inner: return EncodedInner(object: self, inner: place.inner)
    case .tag, .nothing: return nil
    }
  }
}
