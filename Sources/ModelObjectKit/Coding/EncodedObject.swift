import Foundation

/// A model that is being encoded: each pair of its export, by the property's own type.
struct EncodedObject: Encodable {
  let encoding: ModelEncoding
  let export: ModelExport
  let coders: [PropertyCoder]
  let exported: ExportedDictionary?
  /// The object or array for key paths that gets the encoder; nil for the model itself.
  private(set) var place: ExportPlan.Place?

  func encode(to encoder: any Encoder) throws {
    if let place, place.innerIsArray { return try encodeElements(of: place, to: encoder) }
    var pairs = EncodedPairs(encoding, encoder)
    for (key, content) in place.map({ export.pairs(in: $0.inner) }) ?? export.pairs(exported) {
      try encode(content, AnyKey(key.text), to: &pairs)
    }
  }

  /// Encodes a property by its own type, unless a transform or a date format says otherwise; the
  /// results of transforms and hooks as they are; anything else as in an export.
  private func encode(_ content: PairContent, _ key: AnyKey, to pairs: inout EncodedPairs) throws {
    let value: Any?
    switch content {
    case .property(let property):
      let coder = coders[property.number]
      if let write = property.write {
        value = try export.written(property, write)
      } else if encoding.usesOwnDates, coder.isDated {
        value = try plain(content)
      } else {
        let isEncoded = try coder.encode(from: export.model, to: &pairs, key)
        if !isEncoded { try pairs.container.encodeNil(forKey: key) }
        return
      }
    case .inner(let place): return try pairs.encode(inner(place), key)
    case .tag(let tag): return try pairs.container.encode(tag, forKey: key)
    case .written(let written, _), .changed(let written, _): value = written
    case .nothing(let property):
      return try coders[property.number].valueCoder.wrapped.encodeNoValue(&pairs.container, key)
    case .counted, .unknownValue: value = try plain(content)
    }
    if let value { try pairs.encode(EncodedTree(value), key) }
  }

  /// A content as plain values, as in an export.
  private func plain(_ content: PairContent) throws -> Any? {
    try encoding.exporter.builder.value { try export.write(content, to: $0) }
  }

  // MARK: - Key paths

  private func inner(_ place: ExportPlan.Place) -> EncodedObject {
    var inner = self
    inner.place = place
    return inner
  }

  private func encodeElements(of place: ExportPlan.Place, to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    for content in try export.elements(of: place) {
      if let element = try element(content) {
        try encoding.whileCurrent { try container.encode(EncodedTree(element)) }
      } else {
        try container.encodeNil()
      }
    }
  }

  /// The content of an index; nil if there is none, so that the others keep their indexes.
  private func element(_ content: PairContent?) throws -> (any Encodable)? {
    switch content {
    case .written(let written, _): return EncodedTree(written)
    case .property(let property):
      guard let value = property.value(in: export.model) else { return nil }
      return coders[property.number].valueCoder.encodable(value, encoding)
    case .inner(let place): return inner(place)
    default: return nil
    }
  }
}

/// The container to which the pairs of a model are encoded.
struct EncodedPairs {
  let encoding: ModelEncoding
  var container: KeyedTarget

  init(_ encoding: ModelEncoding, _ encoder: any Encoder) {
    self.encoding = encoding
    container = encoder.container(keyedBy: AnyKey.self)
  }

  /// Encodes a value in which there may be models.
  mutating func encode(_ value: any Encodable, _ key: AnyKey) throws {
    let state = ThreadState.ofThread()
    let outer = state.coding
    state.coding = encoding
    defer { state.coding = outer }
    try container.encode(value, forKey: key)
  }
}
