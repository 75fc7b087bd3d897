import ModelObjectEssentials

/// A value of a user's type, in which models are objects.
private struct EmbeddingValue: Encodable {
  let value: any Encodable
  let encoding: ModelEncoding

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try encoding.whileCurrent { try container.encode(value) }
  }
}

extension ValueCoder {
  /// The value in the form in which coders encode it themselves; nil if the table gives it.
  private func ownForm(of value: Any, _ encoding: ModelEncoding) -> (any Encodable)? {
    let usesOwnDates = encoding.usesOwnDates
    guard isNative(usesOwnDates: usesOwnDates), !isDated(usesOwnDates: usesOwnDates) else {
      return nil
    }
    if case .value = kind, native != shape.valueType, case .foreign(let date) = Input(value) {
      return date as? Date
    }
    return Unknown.encodable(value)
  }

  /// The elements of a container that are not left out; nil if it is encoded whole.
  ///
  /// Those of a set, and of a dictionary that Swift encodes as an array, are in an order that they alone
  /// decide: a record has changed if its text has.
  private func elements(of value: Any, _ encoding: ModelEncoding) -> Any? {
    let isWhole = native != nil && !holdsUnordered
    guard holdsModels || !isWhole, native != nil || !encoding.usesOwnDates else { return nil }
    switch kind {
    case .list(_, let element):
      guard let values = (value as? any Container)?.orderedElements else { return nil }
      if isWhole, values.allSatisfy({ encoding.encodes($0) }) { return nil }
      return values.compactMap { element.encodable($0, encoding) as Any? }
    case .dictionary(_, let key, let element):
      guard let pairs = (value as? any Container)?.pairs else { return nil }
      if native != nil, pairs.allSatisfy({ encoding.encodes($1) }) {
        if isArrayOfPairs { return array(of: pairs, key: key, element: element, in: encoding) }
        if isWhole { return nil }
      }
      var named: [String: Any] = [:]
      for (name, value) in pairs {
        named[key.keyText(any: name)] = element.encodable(value, encoding)
      }
      return named
    default: return nil
    }
  }

  /// The keys and values of a dictionary in turns, in the order of the keys.
  private func array(
    of pairs: [(Any, Any)],
    key: any Shape,
    element: ValueCoder,
    in encoding: ModelEncoding
  ) -> [Any] {
    let sorted = pairs.inKeyOrder { key.keyText(any: $0.0) }
    return sorted.flatMap { name, value -> [Any] in
      guard let value = element.encodable(value, encoding) else { return [] }
      return [name, value]
    }
  }

  /// Gives an encoder a nil, by the method for the type: some write it, most leave it out.
  func encodeNoValue(_ container: inout KeyedTarget, _ key: AnyKey) throws {
    if let scalar { return try scalar.encodeNil(&container, key) }
    func encode<Value: Encodable>(_ type: Value.Type) throws {
      try container.encodeIfPresent(Value?.none, forKey: key)
    }
    if let native { try encode(native) } else { try encode(String.self) }
  }

  /// The value for a container, without parts that are left out; nil if it is left out itself.
  func encodable(_ value: Any, _ encoding: ModelEncoding) -> (any Encodable)? {
    switch kind {
    case .optional(let wrapped):
      guard let value = shape.opened(any: value) else { return EncodedTree(JSONNull.value) }
      return wrapped.encodable(value, encoding)
    case .model:
      let model = shape.structShape?.standIn(forAny: value) ?? value as? any Model
      guard let model, encoding.exporter.writes(model) else { return nil }
      return model
    default:
      if let elements = elements(of: value, encoding) { return EncodedTree(elements) }
      if let own = ownForm(of: value, encoding) {
        let embeds = shape.isEncoded && encoding.exporter.writesIdentities
        return embeds ? EmbeddingValue(value: own, encoding: ModelEncoding(inside: encoding)) : own
      }
      if shape.isUntyped, dateFormat == nil, !encoding.usesOwnDates {
        return EncodedTree.ifEncodable(value)
      }
      let plain = encoding.exporter.builder.value(forCoders: true) { sink in
        sink.with(dateFormat) { if !shape.write(any: value, to: sink) { sink.leaveOut() } }
      }
      return plain.map { EncodedTree($0) }
    }
  }
}
