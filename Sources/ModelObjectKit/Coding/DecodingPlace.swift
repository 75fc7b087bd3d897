import ModelObjectEssentials

/// The place of a value in a decoder, which may be decoded as several types in turn.
///
/// Only values are decoded there, never containers: for each value the decoder makes a new decoder,
/// from which one container is taken. Many decoders stop the program at a second container, move on
/// with each, or give any container and fail later.
struct DecodingPlace {
  enum Holder {
    case keyed(KeyedSource, AnyKey)
    case element(any SingleValueDecodingContainer)
  }

  let decoding: ModelDecoding
  let holder: Holder

  /// The value's coding path.
  var path: [any CodingKey] {
    switch holder {
    case .keyed(let container, let key): container.codingPath + [key]
    case .element(let container): container.codingPath
    }
  }

  /// Decodes a value of a type, as a class with synthesized conformance does.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    switch holder {
    case .keyed(let container, let key): try container.decode(Value.self, forKey: key)
    case .element(let container): try container.decode(Value.self)
    }
  }

  /// The same; nil for null if that may be there.
  func decode(_ type: any (Decodable & Encodable).Type, _ ifPresent: Bool) throws -> Any? {
    if case .keyed(let container, let key) = holder, ifPresent {
      return try container.any(type, key)
    }
    return ifPresent && isNull ? nil : try decode(type)
  }

  /// Decodes a model; nil for null if that may be there.
  ///
  /// It is a reference all the way: a value of any type would take room on the stack of each call,
  /// for each model inside another one.
  func decode(_ model: any Model.Type, ifPresent: Bool) throws -> (any Model)? {
    if case .keyed(let container, let key) = holder, ifPresent {
      return try container.model(model, key)
    }
    return ifPresent && isNull ? nil : try decode(model)
  }

  /// Whether there is null; some decoders move on by asking, so it is asked at most once.
  var isNull: Bool {
    switch holder {
    case .keyed(let container, let key): (try? container.decodeNil(forKey: key)) ?? false
    case .element(let container): container.decodeNil()
    }
  }

  /// A value of one of the types that decoders decode themselves; nil if it is of another type.
  ///
  /// An element is decoded within another type, for which the decoder makes a new decoder; only
  /// Foundation's can be asked again.
  func scalar<Value: Decodable>(_ type: Value.Type) -> Value? {
    switch holder {
    case .keyed(let container, let key): try? container.decode(Value.self, forKey: key)
    case .element(let container) where decoding.kind is FoundationCoders:
      try? container.decode(Value.self)
    case .element: (try? visited { try $0.singleValueContainer().decode(Value.self) }) as? Value
    }
  }

  /// What formats with dates and bytes of their own have.
  var dateOrData: Any? {
    if let date = scalar(Date.self) { return date }
    return scalar(Data.self)
  }

  /// The same as `scalar`, of a type that containers have methods for, by these.
  func ask<Value: CodedScalar>(_ type: Value.Type) -> Value? {
    switch holder {
    case .keyed(let container, let key): try? Value.get(container, key)
    case .element: scalar(type)
    }
  }

  /// The scalar of a decoder that decodes no types but its own; it may move on with each question.
  var ownScalar: Any? {
    guard case .element(let container) = holder else { return nil }
    return (try? container.decode(String.self)) ?? (try? container.decode(Bool.self))
      ?? (try? container.decode(Int64.self)) ?? (try? container.decode(Double.self))
  }

  /// Why there is no value of the type that the decoder was asked for.
  var refusal: Misfit {
    let isNull = isNull
    decoding.tableInput = isNull ? .null : .foreign(UnreadableValue())
    return isNull ? .null : .mismatch
  }

  /// Whether there is an array with something in it.
  var hasElements: Bool {
    (try? elements(.any)).map { ($0 as? [Any])?.isEmpty == false } == true
  }
}

extension ModelDecoding {
  /// The place of a value under a key.
  func place(_ container: KeyedSource, _ key: AnyKey) -> DecodingPlace {
    DecodingPlace(decoding: self, holder: .keyed(container, key))
  }

  /// The place of the value that a decoder holds.
  func place(in decoder: any Decoder) throws -> DecodingPlace {
    DecodingPlace(decoding: self, holder: .element(try decoder.singleValueContainer()))
  }
}

extension KeyedSource {
  /// The value under a key; nil for null.
  fileprivate func any<Value: Decodable>(_ type: Value.Type, _ key: AnyKey) throws -> Any? {
    try decodeIfPresent(type, forKey: key)
  }

  /// The model under a key; nil for null.
  fileprivate func model<Value: Model>(_ type: Value.Type, _ key: AnyKey) throws -> (any Model)? {
    try decodeIfPresent(type, forKey: key)
  }
}
