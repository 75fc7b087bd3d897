import Foundation

/// The shape of plain values that are decoded if there is no type to decode.
///
/// Scalars are tried before containers: some decoders make an array of everything. Only where a
/// property's type is an object or array, these come first.
indirect enum TreeShape {
  case any
  case text
  case model(any Model.Type)
  /// A model of a class that is made in place of the value.
  case instance(any Model.Type)
  case array(TreeShape)
  case dictionary(TreeShape)
}

extension DecodingPlace {
  /// Decodes null, a scalar, `[Any]` or `[String: Any]`; nil if none of these can be decoded.
  func tree(_ shape: TreeShape, _ decoding: ModelDecoding) throws(Misfit) -> Any? {
    try decoding.mapping.checkStack()
    return try whole(shape, decoding)
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
    if case .text = shape, let text = scalar(String.self) { return text }
    let kind = decoding.kind.scalars
    if let value = scalar(kind) {
      guard kind == .loose else { return value }
      // Decoders of forms take a key without a value for a flag that is not set, those of XML an
      // element with others in it for an empty string.
      if value as? Bool == false { return try filledContainer(decoding) ?? value }
      guard (value as? String)?.isEmpty == true else { return value }
      return try filledObject(decoding) ?? value
    }
    let leaf: TreeShape = if case .instance = shape { shape } else { .any }
    // The rows of an association can't be asked for a keyed container.
    if kind == .row, let rows = try decoding.container(.array(leaf), at: self) { return rows }
    if let value = try decoding.container(.dictionary(leaf), at: self) {
      guard let pairs = value as? [String: Any], pairs.isEmpty else { return value }
      // Some decoders give any container; the one that is not empty is the right one.
      return try elements(decoding, besides: value)
    }
    if let value = try decoding.container(.array(leaf), at: self) { return value }
    return scalar(Date.self) ?? scalar(Data.self) ?? plainScalar
  }

  /// The elements of a decoder that gives any container; nil if each is an array of one element
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

  /// The array or object at the place; nil if there is none that is not empty.
  private func filledContainer(_ decoding: ModelDecoding) throws(Misfit) -> Any? {
    if let elements = try decoding.container(.array(.any), at: self) as? [Any], !elements.isEmpty {
      return elements
    }
    return try filledObject(decoding)
  }

  /// The object at the place; nil if there is none with a key that isn't empty.
  ///
  /// For some decoders a string is an object, whose only key is empty, and its value that string.
  private func filledObject(_ decoding: ModelDecoding) throws(Misfit) -> Any? {
    let hasKeys = try decoding.visited {
      try $0.container(keyedBy: AnyKey.self).allKeys.contains { !$0.stringValue.isEmpty }
    } decode: {
      try decode(Visited.self).result as? Bool
    }
    return hasKeys == true ? try decoding.container(.dictionary(.any), at: self) : nil
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
  func scalar(_ kind: CoderKind.Scalars) -> Any? {
    switch kind {
    case .strict: scalar(String.self) ?? scalar(Bool.self) ?? number
    case .loose: scalar(String.self) ?? number ?? scalar(Bool.self)
    case .yaml:
      scalar(Int.self) ?? scalar(UInt64.self) ?? scalar(Double.self) ?? scalar(Bool.self)
        ?? scalar(String.self)
    case .row: column
    }
  }

  /// The value of a column; nil for a row or rows of another table, and for a blob of a row that was
  /// copied.
  private var column: Any? {
    guard case .keyed(let container, let key) = self else { return nil }
    // Only columns have numbers and strings. Only those of rows that were copied refuse a `Double`,
    // and these don't change.
    let double = try? container.decode(Double.self, forKey: key)
    guard double != nil || (try? container.decode(String.self, forKey: key)) != nil else {
      return nil
    }
    // A record's own strategies for data and dates don't count for optionals.
    if let data = scalar(Data?.self) ?? nil {
      guard !data.contains(0), let text = String(validating: data, as: UTF8.self) else {
        return data
      }
      // The statement has a text for a number, too; no text of digits is a date.
      let isNumber = ByteView.with(text) { DecimalText($0) != nil }
      guard isNumber, (scalar(Date?.self) ?? nil) != nil else { return text }
    }
    guard let double, let integer = scalar(Int.self), Double(integer) == double else {
      return double
    }
    return integer
  }

  /// An integer, a `Double`, or a `Decimal` if no `Double` has its digits.
  ///
  /// A decoder of JSON gives an `Int` for every number whose nearest `Double` is integral; only the
  /// `Decimal` is exact. Other formats hold a `Decimal` as an object, with keys of its own. Some
  /// decoders stop the program if an `Int` can't hold the number.
  private var number: Any? {
    let decimal = scalar(Decimal.self)
    if let value = scalar(UInt64.self), decimal == nil || decimal == Decimal(value) {
      return Int(exactly: value) ?? value
    }
    if let value = scalar(Int.self), decimal == nil || decimal == Decimal(value) { return value }
    guard let double = scalar(Double.self) else { return decimal }
    guard let decimal, decimal != 0, !decimal.isNaN else { return double }
    let shortest = Number.double(double).decimal
    return shortest == nil || shortest == decimal ? double : decimal
  }
}

extension ModelDecoding {
  /// The container at a place as plain values; nil if there is none of the shape.
  func container(_ shape: TreeShape, at place: DecodingPlace) throws(Misfit) -> Any? {
    switch shape {
    case .any, .text: return nil
    default: break
    }
    do {
      return try visiting({ try container(shape, in: $0) }) {
        try place.decode(Visited.self)
      }.result
    } catch {
      guard let misfit = error as? Misfit else { return nil }
      if case .instance = shape { throw misfit }
      if misfit.isFatal { throw misfit }
      return nil
    }
  }

  /// A part of a container; nil for one that can't be read, and for a model that was rejected.
  private func part(_ shape: TreeShape, at place: DecodingPlace) throws(Misfit) -> Any? {
    do throws(Misfit) {
      return try place.tree(shape, self)
    } catch {
      if error.isFatal { throw error }
      return nil
    }
  }

  /// The elements of an array as plain values; nil if there is none.
  ///
  /// It is decoded as an array: only then do decoders of XML collect the elements of one name.
  func elements(_ shape: TreeShape, at place: DecodingPlace) throws(Misfit) -> Any? {
    try atNextLevel { () throws(Misfit) in
      try visited {
        try element(shape, $0)
      } decode: {
        try place.decode([Visited].self)
      }?
      .compactMap(\.result)
    }
  }

  /// An element of an array as plain values.
  private func element(_ shape: TreeShape, _ decoder: any Decoder) throws -> Any? {
    var shape = shape
    // The elements of an association are rows.
    if kind.scalars == .row, case .any = shape {
      return try container(.dictionary(.any), in: decoder)
    }
    if case .model = shape {
      if let value = try? container(shape, in: decoder) { return value }
      shape = .any
    }
    return try part(shape, at: .element(try decoder.singleValueContainer()))
  }

  /// The contents of a decoder that holds a container of a shape.
  func container(_ shape: TreeShape, in decoder: any Decoder) throws -> Any {
    let lone = loneElements
    defer { loneElements = lone }
    // Only what is a container is a level.
    switch shape {
    case .any, .text: throw Misfit.mismatch
    case .instance(let type): return try nested(type, decoder)
    case .model(let type):
      loneElements = 0
      let container = try decoder.container(keyedBy: AnyKey.self)
      try descend()
      defer { ascend() }
      var schema = SchemaCache.schema(of: type)
      let object = DecodedObject(self, container)
      if let tags = schema.tags {
        let picked = try mapping.pickedClass(tags, in: .decoded(object))
        if !picked.isMisplaced { schema = SchemaCache.schema(of: picked.type) }
      }
      return try object.dictionary(schema)
    case .dictionary(let shape) where kind.isFoundations:
      // Only the keys of a `Dictionary` are left as they are by the decoder's strategy.
      let container = try decoder.singleValueContainer()
      try descend()
      defer { ascend() }
      return try visiting({ try part(shape, at: .element(try $0.singleValueContainer())) }) {
        try container.decode([String: Visited].self)
      }
      .compactMapValues(\.result)
    case .dictionary(let shape):
      loneElements = 0
      let container = try decoder.container(keyedBy: AnyKey.self)
      try descend()
      defer { ascend() }
      var pairs: [String: Any] = [:]
      var repeated: Set<String> = []
      for key in container.allKeys {
        let name = key.stringValue
        let place = DecodingPlace.keyed(container, key)
        if pairs[name] == nil {
          pairs[name] = try part(shape, at: place)
        } else if case .any = shape, repeated.insert(name).inserted {
          // A repeated key is an array if no type says otherwise.
          pairs[name] = try elements(.any, at: place) ?? pairs[name]
        }
      }
      return pairs
    case .array(let shape):
      var container = try decoder.unkeyedContainer()
      try descend()
      defer { ascend() }
      if container.count != 1 { loneElements = 0 }
      var elements: [Any] = []
      while !container.isAtEnd {
        let visited = try visiting({ try element(shape, $0) }) {
          try container.decode(Visited.self)
        }
        if let value = visited.result { elements.append(value) }
      }
      return elements
    }
  }
}
