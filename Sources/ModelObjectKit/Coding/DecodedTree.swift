import ModelObjectEssentials

/// The shape of plain values that are decoded if there is no type to decode.
///
/// Scalars are tried before containers: some decoders make an array of everything. Only where a
/// property's type is an object or array, these come first.
indirect enum TreeShape {
  case any
  case text
  /// What a user's `Codable` type is made of, which a column of a row has as JSON.
  case coded
  case model(any Model.Type)
  /// A model of a class that is made in place of the value.
  case instance(any Model.Type)
  case array(TreeShape)
  case dictionary(TreeShape)

  /// The shape of a row of an association that is decoded in place of the value.
  var ofRow: TreeShape {
    switch self {
    case .any, .coded: .dictionary(.any)
    default: self
    }
  }
}

extension DecodingPlace {
  /// Decodes null, a scalar, `[Any]` or `[String: Any]`; nil if none of these can be decoded.
  func tree(_ shape: TreeShape) throws(Misfit) -> Any? {
    try decoding.mapping.checkStack()
    if isNull { return JSONNull.value }
    if let value = try container(shape) {
      return Self.isEmpty(value) ? scalar(insteadOf: value) : value
    }
    if let value = try scalar(shape) { return value }
    let leaf: TreeShape = if case .instance = shape { shape } else { .any }
    // The rows of an association can't be asked for a keyed container.
    if decoding.kind.scalars == .row, let rows = try container(.array(leaf)) { return rows }
    if let value = try container(.dictionary(leaf)) { return try filled(insteadOf: value) }
    if let value = try container(.array(leaf)) { return scalar(insteadOf: value) }
    if let value = scalar(Date.self) ?? scalar(Data.self) ?? plainScalar { return value }
    try checkSyntax()
    return nil
  }

  /// A text, a boolean or a number, or the container that a decoder has under it; nil for anything
  /// else.
  private func scalar(_ shape: TreeShape) throws(Misfit) -> Any? {
    if case .text = shape, let text = scalar(String.self) { return text }
    guard let value = anyScalar else { return nil }
    guard decoding.kind.scalars == .loose else { return value }
    // Decoders of forms take a key without a value for a flag that is not set, those of XML an
    // element with others in it for an empty string.
    let isFlag = value as? Bool == false
    guard isFlag || (value as? String)?.isEmpty == true else { return value }
    if isFlag, let elements = try container(.array(.any)) as? [Any], !elements.isEmpty {
      return elements
    }
    // For some decoders a string is an object, whose only key is empty, and its value that string.
    let hasKeys = try visited {
      try $0.container(keyedBy: AnyKey.self).allKeys.contains { !$0.stringValue.isEmpty }
    }
    return hasKeys as? Bool == true ? try container(.dictionary(.any)) ?? value : value
  }

  /// What isn't empty at a place where some decoders give any container, or the decimal of which an
  /// encoder has made an object.
  @inline(never)
  private func filled(insteadOf value: Any) throws(Misfit) -> Any? {
    guard let pairs = value as? [String: Any] else { return value }
    if Set(pairs.keys) == Self.keysOfDecimals {
      // In JSON it is an object.
      let isAsked = decoding.kind.isFoundations
      return (isAsked ? scalar(Decimal.self) : Self.decimal(of: pairs)) ?? value
    }
    guard pairs.isEmpty else { return value }
    let elements = try elements(besides: value)
    return Self.isEmpty(elements) ? scalar(insteadOf: isCounted ? elements : value) : elements
  }

  private static let keysOfDecimals: Set = [
    "exponent", "length", "isNegative", "isCompact", "mantissa",
  ]

  /// The decimal that is encoded as an object with these pairs; nil for others.
  ///
  /// Other decoders than Foundation's aren't asked for it: some stop the program if a part is larger
  /// than the type that they are asked for then.
  private static func decimal(of pairs: [String: Any]) -> Decimal? {
    guard let exponent = pairs["exponent"] as? Int, let isNegative = pairs["isNegative"] as? Bool,
      let words = pairs["mantissa"] as? [Any], let length = pairs["length"] as? Int,
      -128...127 ~= exponent, 0...8 ~= length, length <= words.count
    else { return nil }
    if length == 0, isNegative { return .nan }
    var significand: Decimal = 0
    for word in words.prefix(length).reversed() {
      guard let word = word as? Int, 0...0xFFFF ~= word else { return nil }
      significand = significand * 0x10000 + Decimal(word)
    }
    return Decimal(
      sign: isNegative ? .minus : .plus,
      exponent: exponent,
      significand: significand
    )
  }

  private static func isEmpty(_ value: Any?) -> Bool {
    (value as? [Any])?.isEmpty ?? (value as? [String: Any])?.isEmpty ?? false
  }

  /// The scalar for which some decoders give any container, an empty one; else the value.
  ///
  /// An element without contents may be an empty string for a decoder, and an empty array empty
  /// bytes: those of arrays have a count.
  private func scalar(insteadOf value: Any?) -> Any? {
    guard decoding.kind.scalars == .loose, Self.isEmpty(value) else { return value }
    if let scalar = anyScalar {
      let isVoid = (scalar as? String)?.isEmpty == true || scalar as? Bool == false
      return isVoid && !isUncounted ? value : scalar
    }
    if let date = scalar(Date.self) { return date }
    if let data = scalar(Data.self), !data.isEmpty || !isCounted { return data }
    return value
  }

  /// The scalar of which a decoder has made an empty array, set or dictionary; nil if it is one, or has
  /// something in it.
  func scalar(insteadOfEmpty container: Any) -> Any? {
    guard decoding.kind.scalars == .loose, (container as? any Collection)?.isEmpty == true else {
      return nil
    }
    let scalar = scalar(insteadOf: [Any]())
    return Self.isEmpty(scalar) ? nil : scalar
  }

  /// Whether there is an array whose count the decoder knows.
  private var isCounted: Bool { scalar(CountOfElements.self)?.count != nil }

  /// Whether the decoder gives an array, whose count it doesn't know: it gives one of anything.
  private var isUncounted: Bool { scalar(CountOfElements.self).map { $0.count == nil } == true }

  /// The elements of a decoder that gives any container; nil if each is an array of one element
  /// again, without end, as for a text that can't be decoded.
  private func elements(besides value: Any) throws(Misfit) -> Any? {
    guard decoding.loneElements < (decoding.isBottomless ? 1 : 16) else {
      decoding.isBottomless = true
      return nil
    }
    decoding.loneElements += 1
    defer { decoding.loneElements -= 1 }
    guard let elements = try container(.array(.any)) else { return value }
    return decoding.isBottomless && (elements as? [Any])?.isEmpty == true ? nil : elements
  }
}

extension DecodingPlace {
  /// Ends the decoding if the value isn't JSON: one of Foundation's decoders looks at numbers and strings
  /// only if it is asked for them.
  ///
  /// Its error is passed on, which it makes its own of then.
  @inline(never)
  private func checkSyntax() throws(Misfit) {
    struct Keys: Decodable {
      init(from decoder: any Decoder) throws { _ = try decoder.container(keyedBy: AnyKey.self) }
    }
    guard decoding.kind.isFoundations else { return }
    do {
      for type in [String.self, Double.self, Keys.self] as [any Decodable.Type] {
        do {
          _ = try decode(type)
        } catch  where Self.isOfSyntax(error) {
          throw error
        } catch {}
      }
    } catch {
      decoding.syntaxError = error
      throw decoding.mapping.stop(ModelError(.malformedJSON, underlyingError: error))
    }
  }

  /// Whether an error is about the text, which no type could be decoded from.
  private static func isOfSyntax(_ error: any Error) -> Bool {
    String(reflecting: type(of: error)).hasSuffix(".JSONError")
      && !"\(error)".hasPrefix("numberIsNotRepresentable")
  }

  /// The container at the place as plain values; nil if there is none of the shape.
  private func container(_ shape: TreeShape) throws(Misfit) -> Any? {
    switch shape {
    case .any, .text: return nil
    case .coded:
      // Rows of an association stop the program if they are asked for an object.
      guard decoding.kind.scalars == .row, let value = anyScalar, value is String || value is Data
      else { return nil }
      if let object = try container(.dictionary(.any)) { return object }
      return try elements(.any)
    case .array(let element): return try elements(element)
    case .model, .dictionary: return try visited { try decoding.container(shape, in: $0) }
    case .instance(let type):
      do {
        return try decoding.visiting({ try decoding.nested(type, $0) }) {
          try decode(Visited.self).result
        }
      } catch {
        if let misfit = error as? Misfit { throw misfit }
        return nil
      }
    }
  }

  /// A part of a container; nil for a model that was rejected, and for one that can't be read,
  /// unless such parts are marked.
  fileprivate func part(_ shape: TreeShape) throws(Misfit) -> Any? {
    do throws(Misfit) {
      return try tree(shape) ?? (decoding.marksUnreadable ? UnreadableValue() : nil)
    } catch {
      if error.isFatal { throw error }
      return nil
    }
  }

  /// The elements of an array as plain values; nil if there is none.
  ///
  /// It is decoded as an array: only then do decoders of XML collect the elements of one name.
  func elements(_ shape: TreeShape) throws(Misfit) -> Any? {
    try decoding.atNextLevel { () throws(Misfit) in
      let results: [Any?]? = try decoding.visited {
        try decoding.element(shape, $0)
      } decode: {
        try decode([Visited].self).map(\.result)
      }
      return results.map { scalars(besides: $0).compactMap { $0 } }
    }
  }

  /// The elements of an array, with the dates and bytes among them that decoders know only as
  /// elements of the array itself.
  private func scalars(besides elements: [Any?]) -> [Any?] {
    guard decoding.kind.scalars == .loose else { return elements }
    func isMissing(_ element: Any?) -> Bool { element == nil || element is UnreadableValue }
    func fill<Value: Decodable>(_ elements: [Any?], with type: Value.Type) -> [Any?] {
      guard elements.contains(where: isMissing),
        let values = try? decode(ElementsOfType<Value>.self).values, values.count == elements.count
      else { return elements }
      return zip(elements, values).map { isMissing($0) ? $1 ?? $0 : $0 }
    }
    return fill(fill(elements, with: Date.self), with: Data.self)
  }
}

extension ModelDecoding {
  /// An element of an array as plain values.
  fileprivate func element(_ shape: TreeShape, _ decoder: any Decoder) throws -> Any? {
    var shape = shape
    // The elements of an association are rows.
    switch shape {
    case .any where kind.scalars == .row, .coded where kind.scalars == .row:
      return try container(shape.ofRow, in: decoder)
    default: break
    }
    if case .model = shape {
      if let value = try? container(shape, in: decoder) { return value }
      shape = .any
    }
    return try place(in: decoder).part(shape)
  }

  /// The contents of a decoder that holds a container of a shape.
  func container(_ shape: TreeShape, in decoder: any Decoder) throws -> Any {
    // Only what is a container is a level.
    switch shape {
    case .instance(let type): return try nested(type, decoder)
    case .model(let type):
      let container = try decoder.container(keyedBy: AnyKey.self)
      try mapping.descend()
      defer { mapping.ascend() }
      var schema = SchemaCache.schema(of: type)
      let object = DecodedObject(self, container)
      if let tags = schema.tags {
        // What the tag is counts when the object is mapped.
        let mark = mapping.notes.mark
        let picked = try mapping.pickedClass(tags, in: .decoded(object))
        mapping.notes.forget(since: mark)
        if !picked.isMisplaced { schema = SchemaCache.schema(of: picked.type) }
      }
      return try object.dictionary(schema)
    case .dictionary(let shape):
      return try pairs(in: decoder) { place, isRepeated in
        // A repeated key is an array if no type says otherwise.
        if isRepeated, case .any = shape, let elements = try place.elements(.any) {
          return elements
        }
        return try place.part(shape)
      }
    case .any, .text, .coded, .array: throw Misfit.mismatch
    }
  }
}

/// How many elements an array has; nil for what isn't one, of which some decoders make an empty one.
private struct CountOfElements: Decodable {
  let count: Int?

  init(from decoder: any Decoder) throws {
    count = try decoder.unkeyedContainer().count
  }
}

/// The elements of an array that are of a type; nil for others.
private struct ElementsOfType<Value: Decodable>: Decodable {
  private(set) var values: [Value?] = []

  init(from decoder: any Decoder) throws {
    var container = try decoder.unkeyedContainer()
    while !container.isAtEnd {
      let index = container.currentIndex
      values.append(try? container.decode(Value.self))
      // Some decoders move on whatever they find, others stay.
      if container.currentIndex == index { _ = try container.decode(Skipped.self) }
    }
  }

  private struct Skipped: Decodable {
    init(from decoder: any Decoder) {}
  }
}
