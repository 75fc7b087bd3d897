import Foundation

/// A model that is being encoded: each pair of its export, by the property's own type.
struct EncodedObject {
  let encoding: ModelEncoding
  let contents: PlaceContents
  let coders: [PropertyCoder]

  /// Encodes the pairs of the object.
  func encode(_ exported: ExportedDictionary?, to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    try contents.eachPair(exported) { key, property in
      try coders[property.number].valueCoder.encodeNoValue(&container, AnyKey(key.text))
    } _: { key, content in
      try encode(content, AnyKey(key.text), in: &container)
    }
  }

  /// Encodes a property by its own type, unless a transform or a date format says otherwise; the
  /// results of transforms and hooks as they are; anything else as in an export.
  private func encode(
    _ content: PairContent,
    _ key: AnyKey,
    in container: inout KeyedTarget
  ) throws {
    let value: Any?
    switch content {
    case .property(let property):
      let coder = coders[property.number]
      if let write = property.write {
        value = try contents.written(property, write)
      } else if encoding.writesDates(of: coder) {
        value = try encoding.tree { try contents.give(content, to: $0) }
      } else {
        let isEncoded = try coder.encode(from: contents.model, &container, key, encoding)
        if !isEncoded { try container.encodeNil(forKey: key) }
        return
      }
    case .inner(let place):
      let inner = EncodedInner(object: self, place: place)
      return try encoding.asking { try container.encode(inner, forKey: key) }
    case .tag(let tag): return try container.encode(tag, forKey: key)
    case .written(let written, _), .changed(let written, _): value = written
    case .counted, .kept: value = try encoding.tree { try contents.give(content, to: $0) }
    }
    guard let value else { return }
    try encoding.asking { try container.encode(EncodedTree(value), forKey: key) }
  }

  // MARK: - Key paths

  /// An object or array for key paths, which gets an encoder of its own.
  private struct EncodedInner: Encodable {
    let object: EncodedObject
    let place: ExportPlan.Place

    func encode(to encoder: any Encoder) throws {
      guard place.innerIsArray else {
        var container = encoder.container(keyedBy: AnyKey.self)
        return try object.contents.eachPair(in: place.inner) { key, property in
          try object.coders[property.number].valueCoder.encodeNoValue(&container, AnyKey(key.text))
        } _: { key, content in
          try object.encode(content, AnyKey(key.text), in: &container)
        }
      }
      var container = encoder.unkeyedContainer()
      for content in try object.contents.elements(of: place) {
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
    case .written(let written, _): return EncodedTree(written)
    case .property(let property):
      guard let value = property.value(in: contents.model) else { return nil }
      return coders[property.number].valueCoder.encodable(value, encoding)
    case .inner(let place): return EncodedInner(object: self, place: place)
    default: return nil
    }
  }
}
