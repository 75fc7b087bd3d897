import ModelObjectEssentials

/// A model that is being encoded: each pair of its export, by the property's own type.
final class EncodedObject: Encodable {
  let encoding: ModelEncoding
  let export: ModelExport
  private let coders: [PropertyCoder]
  private let exported: ExportedDictionary?
  /// The object or array for key paths that gets the encoder; nil for the model itself.
  private let place: ExportPlan.Place?
  /// What the row that the model was read from has besides; nil if there is nothing.
  let rests: ColumnRests?
  /// What else there was: in an object or array for key paths, or in the columns of a row by their
  /// keys.
  private let rest: Any?

  init(
    _ encoding: ModelEncoding,
    _ export: ModelExport,
    exported: ExportedDictionary?,
    rests: ColumnRests?,
    at place: ExportPlan.Place? = nil,
    rest: Any? = nil
  ) {
    (self.encoding, self.export, self.exported) = (encoding, export, exported)
    (self.rests, self.place, self.rest) = (rests, place, place == nil ? rests?.parts : rest)
    coders = CodingPlan.of(export.plan.schema).coders
  }

  func encode(to encoder: any Encoder) throws {
    if let place, place.innerIsArray { return try encodeElements(of: place, to: encoder) }
    var container = encoder.container(keyedBy: AnyKey.self)
    var others = rest as? [String: Any] ?? [:]
    for (key, content) in place.map({ export.pairs(in: $0.inner) }) ?? export.pairs(exported) {
      let (rest, key) = (remove(key.text, from: &others), AnyKey(key.text))
      if let kept = rests?.value(insteadOf: content, at: key.stringValue, part: rest) {
        try encoding.encode(encodable(kept: kept), to: &container, key)
      } else if case .property(let property) = content, property.write == nil {
        let isEncoded = try coders[property.number].encode(
          from: export.model,
          to: &container,
          key,
          encoding
        )
        if !isEncoded { try container.encodeNil(forKey: key) }
      } else if let value = try encodable(content, rest) {
        try encoding.encode(value, to: &container, key)
      } else {
        switch content {
        case .property(let property), .nothing(let property):
          try coders[property.number].valueCoder.wrapped.encodeNoValue(&container, key)
        default: break
        }
      }
    }
    guard place != nil else { return }
    for (key, value) in others.inKeyOrder() {
      try encoding.encode(EncodedTree(value), to: &container, AnyKey(key))
    }
  }

  /// Removes what there was under a key, perhaps in another spelling.
  func remove(_ key: String, from others: inout [String: Any]) -> Any? {
    if others.isEmpty { return nil }
    let key = export.plan.schema.key(of: key, in: others)
    return key.flatMap { others.removeValue(forKey: $0) }
  }

  /// Whether there was something else than the object or array of which parts are written, which would
  /// be lost.
  func isInTheWay(_ rest: Any?, of place: ExportPlan.Place) -> Bool {
    guard let rest, !ColumnRests.isVoid(rest) else { return false }
    return place.innerIsArray ? !(rest is [Any]) : !(rest is [String: Any])
  }

  /// A content for an encoder: the results of transforms and hooks, with dates as the encoder has
  /// them, or the options or the property; other values as in an export; nil if there is none.
  private func encodable(_ content: PairContent?, _ rest: Any?) throws -> (any Encodable)? {
    if let kept = rests?.value(insteadOf: content, at: "", part: rest) { return EncodedTree(kept) }
    var value = rest
    switch content {
    case .property(let property):
      guard property.write == nil else {
        return try export.written(.property(property)).flatMap { try encodable($0, rest) }
      }
      return property.value(in: export.model).flatMap {
        coders[property.number].valueCoder.encodable($0, encoding)
      }
    case .inner(let place):
      if let rest, isInTheWay(rest, of: place) { return EncodedTree(rest) }
      if self.place == nil, let text = try text(of: place, rest) { return text }
      return EncodedObject(
        encoding,
        export,
        exported: exported,
        rests: rests,
        at: place,
        rest: rest
      )
    case .tag(let tag): return tag
    case .written(let written, let property): return try encodable(written, of: property)
    case .changed(let changed, _):
      value = encoding.usesOwnDates ? try plain(.changed(changed, nil)) : changed
    case nil, .nothing: break
    case .unknownValue(let kept):
      let hasFormat = export.plan.unknownKeys?.property.dateFormat != nil
      let isPlain = encoding.usesOwnDates || hasFormat || kept is RawJSON
      value = isPlain ? try plain(.unknownValue(kept)) : kept
    case .counted(let property): value = try plain(.counted(property))
    }
    return value.flatMap { EncodedTree.ifEncodable($0) }
  }

  /// The result of a transform for an encoder; nil if it is left out.
  private func encodable(_ written: Any, of property: Property) throws -> (any Encodable)? {
    if case .null = Input(written) { return EncodedTree(JSONNull.value) }
    if let coder = coders[property.number].transformed {
      return coder.encodable(written, encoding)
    }
    let hasFormat = encoding.usesOwnDates || property.dateFormat != nil
    let value: Any? = hasFormat ? try plain(.written(written, property)) : written
    return value.flatMap { EncodedTree.ifEncodable($0) }
  }

  /// A content as plain values, as in an export.
  func plain(_ content: PairContent) throws -> Any? {
    try encoding.exporter.builder.value(forCoders: true) { try export.write(content, to: $0) }
  }

  /// Encodes an array for key paths; an index without a content is null, so that the others keep
  /// theirs.
  private func encodeElements(of place: ExportPlan.Place, to encoder: any Encoder) throws {
    var container = encoder.unkeyedContainer()
    let (contents, others) = (try export.elements(of: place), rest as? [Any] ?? [])
    for index in 0..<max(contents.count, others.count) {
      let content = contents.indices.contains(index) ? contents[index] : nil
      let rest = others.indices.contains(index) ? others[index] : nil
      if let element = try encodable(content, rest) {
        try encoding.whileCurrent { try container.encode(element) }
      } else {
        try container.encodeNil()
      }
    }
  }
}
