import Foundation

/// A model that is being encoded: each pair of its export, by the property's own type.
final class EncodedObject: Encodable {
  private let encoding: ModelEncoding
  private let export: ModelExport
  private let coders: [PropertyCoder]
  private let exported: ExportedDictionary?
  /// The object or array for key paths that gets the encoder; nil for the model itself.
  private let place: ExportPlan.Place?
  /// What else there was: in an object or array for key paths, or in the columns of a row by their
  /// keys.
  private let rest: Any?

  init(
    _ encoding: ModelEncoding,
    _ export: ModelExport,
    _ coders: [PropertyCoder],
    _ exported: ExportedDictionary?,
    at place: ExportPlan.Place? = nil,
    rest: Any?
  ) {
    (self.encoding, self.export, self.coders) = (encoding, export, coders)
    (self.exported, self.place, self.rest) = (exported, place, rest)
  }

  func encode(to encoder: any Encoder) throws {
    if let place, place.innerIsArray { return try encodeElements(of: place, to: encoder) }
    var pairs = EncodedPairs(encoding, encoder)
    var others = rest as? [String: Any] ?? [:]
    for (key, content) in place.map({ export.pairs(in: $0.inner) }) ?? export.pairs(exported) {
      let rest = others.removeValue(forKey: key.text)
      try encode(content, AnyKey(key.text), rest, to: &pairs)
    }
    guard place != nil else { return }
    for (key, value) in others.inKeyOrder() { try pairs.encode(EncodedTree(value), AnyKey(key)) }
  }

  /// Encodes a property by its own type, unless a transform or a date format says otherwise; the
  /// results of transforms and hooks as they are; anything else as in an export.
  private func encode(
    _ content: PairContent,
    _ key: AnyKey,
    _ rest: Any?,
    to pairs: inout EncodedPairs
  ) throws {
    var value = rest
    switch content {
    case .property(let property):
      guard let write = property.write else {
        let isEncoded = try coders[property.number].encode(from: export.model, to: &pairs, key)
        if !isEncoded { try pairs.container.encodeNil(forKey: key) }
        return
      }
      value = try export.written(property, write)
      guard value != nil else { return try encodeNoValue(of: property, key, to: &pairs) }
    case .inner(let place): return try pairs.encode(inner(place, rest), key)
    case .tag(let tag): return try pairs.container.encode(tag, forKey: key)
    case .written(let written, _), .changed(let written, _): value = written
    case .nothing(let property):
      guard rest != nil else { return try encodeNoValue(of: property, key, to: &pairs) }
    case .unknownValue(let kept):
      let hasFormat = export.plan.unknownKeys?.property.dateFormat != nil
      value = encoding.usesOwnDates || hasFormat ? try plain(content) : kept
    case .counted: value = try plain(content)
    }
    if let value { try pairs.encode(EncodedTree(value), key) }
  }

  private func encodeNoValue(
    of property: Property,
    _ key: AnyKey,
    to pairs: inout EncodedPairs
  ) throws {
    try coders[property.number].valueCoder.wrapped.encodeNoValue(&pairs.container, key)
  }

  /// A content as plain values, as in an export.
  private func plain(_ content: PairContent) throws -> Any? {
    try encoding.exporter.builder.value(keepingData: true) { try export.write(content, to: $0) }
  }

  // MARK: - Key paths

  private func inner(_ place: ExportPlan.Place, _ rest: Any?) -> EncodedObject {
    EncodedObject(encoding, export, coders, exported, at: place, rest: rest)
  }

  private func encodeElements(of place: ExportPlan.Place, to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    let (contents, others) = (try export.elements(of: place), rest as? [Any] ?? [])
    for index in 0..<max(contents.count, others.count) {
      let content = contents.indices.contains(index) ? contents[index] : nil
      let rest = others.indices.contains(index) ? others[index] : nil
      if let element = try element(content, rest) {
        try encoding.whileCurrent { try container.encode(EncodedTree(element)) }
      } else {
        try container.encodeNil()
      }
    }
  }

  /// The content of an index; nil if there is none, so that the others keep their indexes.
  private func element(_ content: PairContent?, _ rest: Any?) throws -> (any Encodable)? {
    switch content {
    case .written(let written, _): return EncodedTree(written)
    case .property(let property):
      guard let value = property.value(in: export.model) else { return nil }
      return coders[property.number].valueCoder.encodable(value, encoding)
    case .inner(let place): return inner(place, rest)
    default: return rest.map { EncodedTree($0) }
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
