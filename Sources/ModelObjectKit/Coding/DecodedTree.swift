import Foundation

/// The shape of plain values that are decoded where there is no type to decode.
///
/// Scalars are tried before containers: some decoders make an array of everything. Only where a
/// property's type is an object or array, these come first.
indirect enum TreeShape {
  case any
  case model(any Model.Type)
  case array(TreeShape)
  case dictionary(TreeShape)
}

extension DecodingPlace {
  /// Decodes null, a scalar, `[Any]` or `[String: Any]`; nil where none of these can be decoded.
  func tree(_ shape: TreeShape, _ decoding: ModelDecoding) throws(Misfit) -> Any? {
    try decoding.descend()
    defer { decoding.ascend() }
    return try decoding.mapping.onEnoughStack { () throws(Misfit) in
      try whole(shape, decoding)
    }
  }

  private func whole(_ shape: TreeShape, _ decoding: ModelDecoding) throws(Misfit) -> Any? {
    if isNull { return NSNull() }
    if case .array(let element) = shape {
      if let elements = try decoding.elements(element, at: self) { return elements }
    } else if let value = try decoding.container(shape, at: self) {
      return value
    }
    if case .dictionary(let inner) = shape,
      let value = try decoding.container(.array(inner), at: self)
    {
      return pairs(value) ?? value
    }
    if let value = scalar {
      // Decoders of forms take a key without a value for a flag that is not set.
      guard let bool = value as? Bool, !bool else { return value }
      return try filledContainer(decoding) ?? value
    }
    if let value = try decoding.container(.dictionary(.any), at: self) {
      guard let pairs = value as? [String: Any], pairs.isEmpty else { return value }
      // Some decoders give any container; the one that is not empty is the right one.
      return try elements(decoding, besides: value)
    }
    if let value = try decoding.container(.array(.any), at: self) { return value }
    return scalar(Date.self) ?? scalar(Data.self) ?? plainScalar
  }

  /// The elements of a decoder that gives any container; nil where each is an array of one element
  /// again, without end, as for a text that can't be decoded.
  private func elements(_ decoding: ModelDecoding, besides value: Any) throws(Misfit) -> Any? {
    guard decoding.loneElements < (decoding.isBottomless ? 1 : 16) else {
      decoding.isBottomless = true
      return nil
    }
    decoding.loneElements += 1
    defer { decoding.loneElements -= 1 }
    guard let elements = try decoding.container(.array(.any), at: self) else { return value }
    return decoding.isBottomless && (elements as? [Any])?.isEmpty == true ? nil : elements
  }

  /// The array or object at the place; nil where there is none that is not empty.
  private func filledContainer(_ decoding: ModelDecoding) throws(Misfit) -> Any? {
    if let elements = try decoding.container(.array(.any), at: self) as? [Any], !elements.isEmpty {
      return elements
    }
    if let pairs = try decoding.container(.dictionary(.any), at: self) as? [String: Any],
      !pairs.isEmpty
    {
      return pairs
    }
    return nil
  }

  /// The dictionary of an array in which keys and values alternate, as dictionaries are encoded
  /// whose keys are neither text nor `Int`.
  private func pairs(_ elements: Any) -> [String: Any]? {
    guard let elements = elements as? [Any], elements.count.isMultiple(of: 2) else { return nil }
    var pairs: [String: Any] = [:]
    for place in stride(from: 0, to: elements.count, by: 2) {
      switch elements[place] {
      case let key as String: pairs[key] = elements[place + 1]
      case let key as Int: pairs[String(key)] = elements[place + 1]
      default: return nil
      }
    }
    return pairs
  }

  /// The scalar of a decoder that decodes no types but its own.
  private var plainScalar: Any? {
    guard case .element(let container) = self else { return nil }
    return (try? container.decode(String.self)) ?? (try? container.decode(Bool.self))
      ?? (try? container.decode(Int.self)) ?? (try? container.decode(Double.self))
  }

  /// A text, a boolean or a number, tried from the strictest to the loosest; nil for anything else.
  var scalar: Any? {
    if let text = scalar(String.self) { return text }
    if let bool = scalar(Bool.self) { return bool }
    return number
  }

  /// An integer, a `Double`, or a `Decimal` where no `Double` has its digits.
  ///
  /// A decoder of JSON gives an `Int` for every number whose nearest `Double` is integral; only the
  /// `Decimal` is exact. Other formats hold a `Decimal` as an object, with keys of its own.
  private var number: Any? {
    let decimal = scalar(Decimal.self)
    if let value = scalar(Int.self), decimal == nil || decimal == Decimal(value) { return value }
    if let value = scalar(UInt64.self), decimal == nil || decimal == Decimal(value) { return value }
    guard let double = scalar(Double.self) else { return decimal }
    guard let decimal, decimal != 0, !decimal.isNaN else { return double }
    let shortest = Number.double(double).decimal
    return shortest == nil || shortest == decimal ? double : decimal
  }
}

/// A container whose contents become plain values; the decoder makes a new decoder for it.
struct DecodedContainer: Decodable {
  let value: Any

  init(from decoder: any Decoder) throws {
    guard let decoding = ModelDecoding.current else { throw Misfit.mismatch }
    value = try decoding.container(in: decoder)
  }
}

extension ModelDecoding {
  /// The container at a place as plain values; nil where there is none of the shape.
  func container(_ shape: TreeShape, at place: DecodingPlace) throws(Misfit) -> Any? {
    if case .any = shape { return nil }
    let outer = self.shape
    self.shape = shape
    defer { self.shape = outer }
    do {
      return try asking { try place.decode(DecodedContainer.self) }.value
    } catch {
      if let misfit = error as? Misfit, misfit.isFatal { throw misfit }
      return nil
    }
  }

  /// The elements of an array as plain values; nil where there is none.
  ///
  /// It is decoded as an array: only then do decoders of XML collect the elements of one name.
  func elements(_ shape: TreeShape, at place: DecodingPlace) throws(Misfit) -> Any? {
    let outer = self.shape
    self.shape = shape
    defer { self.shape = outer }
    do {
      return try asking { try place.decode([DecodedElementTree].self) }.compactMap(\.value)
    } catch {
      if let misfit = error as? Misfit, misfit.isFatal { throw misfit }
      return nil
    }
  }

  /// The pairs of a container as plain values, each key once.
  ///
  /// A repeated key stands for an array where no property's type says otherwise.
  func pairs(
    of container: KeyedSource,
    isUntyped: (String) -> Bool,
    value: (AnyKey) throws(Misfit) -> Any?
  ) throws(Misfit) -> [String: Any] {
    var pairs: [String: Any] = [:]
    var told = Set<String>()
    var repeated = Set<String>()
    for key in container.allKeys {
      let name = key.stringValue
      if told.insert(name).inserted {
        pairs[name] = try value(key)
      } else if isUntyped(name), repeated.insert(name).inserted,
        let values = try elements(.any, at: .keyed(container, key))
      {
        pairs[name] = values
      }
    }
    return pairs
  }

  /// The contents of a decoder that holds a container of the present `shape`.
  fileprivate func container(in decoder: any Decoder) throws -> Any {
    let lone = loneElements
    defer { loneElements = lone }
    switch shape {
    case .any: throw Misfit.mismatch
    case .model(let type):
      loneElements = 0
      let container = try decoder.container(keyedBy: AnyKey.self)
      return try tree(of: container, SchemaCache.schema(of: type))
    case .dictionary(let shape):
      loneElements = 0
      let container = try decoder.container(keyedBy: AnyKey.self)
      return try pairs(of: container) { _ in
        if case .any = shape { true } else { false }
      } value: { key throws(Misfit) in
        try DecodingPlace.keyed(container, key).tree(shape, self)
      }
    case .array(let shape):
      var container = try decoder.unkeyedContainer()
      if container.count != 1 { loneElements = 0 }
      var elements: [Any] = []
      while !container.isAtEnd {
        let outer = self.shape
        self.shape = shape
        defer { self.shape = outer }
        if let value = try asking({ try container.decode(DecodedElementTree.self) }).value {
          elements.append(value)
        }
      }
      return elements
    }
  }
}

/// An element of an array as plain values.
private struct DecodedElementTree: Decodable {
  let value: Any?

  init(from decoder: any Decoder) throws {
    guard let decoding = ModelDecoding.current else { throw Misfit.mismatch }
    if case .model = decoding.shape, let value = try? decoding.container(in: decoder) {
      self.value = value
      return
    }
    let place = DecodingPlace.element(try decoder.singleValueContainer())
    if case .model = decoding.shape {
      value = try place.tree(.any, decoding)
    } else {
      value = try place.tree(decoding.shape, decoding)
    }
  }
}
