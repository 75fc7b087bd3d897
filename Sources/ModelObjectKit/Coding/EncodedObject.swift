import Foundation

/// A model that is being encoded: each pair of its export, by the property's own type.
struct EncodedObject {
  private let encoding: ModelEncoding
  private let contents: PlaceContents
  private let coders: [PropertyCoder]
  private var model: any Model { contents.model }

  init(_ encoding: ModelEncoding, _ contents: PlaceContents) {
    self.encoding = encoding
    self.contents = contents
    coders = CodingPlan.of(contents.plan.schema).coders
  }

  /// Encodes the pairs of the object; values that its hook changed, as they are.
  func encode(_ exported: ExportedDictionary?, to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try contents.eachPair(exported) { key, field in
      try coders[field.number].encodeNoValue(&container, AnyKey(key.text))
    } _: { key, content in
      try encode(content, key, in: &container)
    }
  }

  private func encode(
    _ content: PairContent,
    _ key: ExportKey,
    in container: inout KeyedTarget
  ) throws {
    switch content {
    case .field(let field): try encode(field, key, in: &container)
    case .counted:
      let tree = encoding.tree { try? contents.give(content, to: $0) }
      if let tree { try encode(tree, key, in: &container) }
    case .inner(let place):
      let inner = EncodedInner(object: self, place: place)
      try encoding.asking { try container.encode(inner, forKey: AnyKey(key.text)) }
    case .tag(let tag): try container.encode(tag, forKey: AnyKey(key.text))
    case .kept(let value):
      let tree = encoding.tree { contents.plan.unknownKeys?.give(value, to: $0) }
      if let tree { try encode(tree, key, in: &container) }
    case .written(let value, _), .changed(let value, _): try encode(value, key, in: &container)
    }
  }

  private func encode(_ value: Any, _ key: ExportKey, in container: inout KeyedTarget) throws {
    try encoding.asking { try container.encode(EncodedTree(value), forKey: AnyKey(key.text)) }
  }

  private func encode(
    _ field: ExportPlan.Field,
    _ key: ExportKey,
    in container: inout KeyedTarget
  ) throws {
    if let write = field.write {
      if let value = try contents.written(field, write) { try encode(value, key, in: &container) }
    } else if coders[field.number].isDated, encoding.usesOwnDates,
      !field.property.isNil(in: model)
    {
      let tree = encoding.tree { field.property.give(from: model, to: $0) }
      if let tree { try encode(tree, key, in: &container) }
    } else {
      let key = AnyKey(key.text)
      if try !coders[field.number].encode(from: model, &container, key, encoding) {
        try container.encodeNil(forKey: key)
      }
    }
  }

  // MARK: - Key paths

  /// An object or array for key paths, which gets an encoder of its own.
  private struct EncodedInner: Encodable {
    let object: EncodedObject
    let place: ExportPlan.Place

    func encode(to encoder: any Encoder) throws {
      guard place.innerIsArray else {
        var container = encoder.container(keyedBy: AnyKey.self)
        return try object.contents.eachPair(in: place.inner) { key, field in
          try object.coders[field.number].encodeNoValue(&container, AnyKey(key.text))
        } _: { key, content in
          try object.encode(content, key, in: &container)
        }
      }
      var container = encoder.unkeyedContainer()
      for content in object.contents.elements(of: place) {
        if let element = try object.element(content) {
          try object.encoding.asking { try container.encode(EncodedTree(element)) }
        } else {
          try container.encodeNil()
        }
      }
    }
  }

  /// The content of an index; nil if there is none, so that the others keep their indexes.
  private func element(_ content: PairContent?) throws -> (any Encodable)? {
    switch content {
    case .field(let field):
      if let write = field.write {
        return try contents.written(field, write).map { EncodedTree($0) }
      }
      return coders[field.number].encodable(in: model, encoding)
    case .inner(let place): return EncodedInner(object: self, place: place)
    default: return nil
    }
  }
}
