import ModelObjectEssentials

extension ValueCoder {
  /// Decodes a value; an existing model is updated and returned.
  ///
  /// A model decodes itself: it finds the running coding in the thread's state.
  func decode(
    _ place: DecodingPlace,
    existing: AnyObject? = nil,
    takesEmpty: Bool = false
  ) throws(Misfit) -> Any {
    guard let modelClass else { return try decodeOther(place) }
    let outer = place.decoding.beginModel(existing, takesEmpty: takesEmpty)
    do {
      let model = try place.decode(modelClass, ifPresent: optional != nil)
      place.decoding.endModel(outer)
      if let model { return value(of: model) }
    } catch {
      place.decoding.endModel(outer)
      return try decode(place, existing, insteadOf: error)
    }
    return try decodeOther(place, insteadOf: Misfit.null)
  }

  /// Decodes what there is instead of a model.
  @inline(never)
  private func decode(
    _ place: DecodingPlace,
    _ existing: AnyObject?,
    insteadOf failure: any Error
  ) throws(Misfit) -> Any {
    guard let empty = failure as? EmptyObject else {
      return try decodeOther(place, insteadOf: failure)
    }
    // An empty element of XML is an empty text, too.
    let scalar = place.decoding.kind.scalar(place)
    guard scalar == nil || (scalar as? String)?.isEmpty == true else { throw place.refusal }
    if empty.isText, optional != nil { return shape.null }
    return try decode(place, existing: existing, takesEmpty: true)
  }

  /// Decodes any other value, and what there is instead of a model that hasn't decoded itself.
  @inline(never)
  private func decodeOther(
    _ place: DecodingPlace,
    insteadOf failure: (any Error)? = nil
  ) throws(Misfit) -> Any {
    do throws(Misfit) {
      if let misfit = failure as? Misfit { throw misfit }
      if failure != nil { return try decodeOtherwise(place) }
      let value = try wrapped.decode(place, ifPresent: optional != nil)
      if let value { return value }
    } catch {
      guard case .null = error else { throw error }
    }
    guard optional != nil else { throw .null }
    return shape.null
  }

  /// Decodes a value; for null if that may be there, returns nil or throws `null`.
  private func decode(_ place: DecodingPlace, ifPresent: Bool) throws(Misfit) -> Any? {
    switch kind {
    case .value: return try decodeValue(place, ifPresent: ifPresent)
    case .model, .optional: return try decodeOtherwise(place)
    case .list, .dictionary:
      // Some decoders say it of an array that begins with null.
      if ifPresent, place.isNull, place.decoding.kind.converts || !place.hasElements { return nil }
      let value = try decodeContainer(place)
      guard !place.decoding.kind.converts, case .list = kind, place.isNoArray(value) else {
        return value
      }
      throw place.refusal
    }
  }

  /// Decodes an array, a set or a dictionary.
  private func decodeContainer(_ place: DecodingPlace) throws(Misfit) -> Any {
    switch kind {
    case .value, .model, .optional: break
    case .list(let type, let element):
      if !holdsModels, let values = try nativeContainer(place) { return values }
      // Some decoders find dates only in the array itself.
      if isDate, !place.decoding.kind.converts, !isNative(in: place.decoding) {
        let input = try place.input(tree)
        if place.decoding.holdsUnreadable(input), let own = try? nativeValue(place) { return own }
        return try value(of: input, place.decoding)
      }
      if let values = try element.decodeElements(place) {
        if let made = type.made(of: values) { return made }
      } else if place.decoding.kind.converts, let value = try loneElement(place, element),
        let made = type.made(of: [value])
      {
        return made
      }
    case .dictionary(let type, let key, let element):
      // For keys that aren't strings it depends on the coder whether there is an object or an array.
      let isNamed = type.keyType == String.self || type.keyType == Int.self
      if !holdsModels || !isNamed, let values = try nativeContainer(place),
        try hasAllKeys(type, values, at: place)
      {
        return values
      }
      // What coders don't know is converted by the table, as a whole. A row has it as JSON, which
      // it reads only for a type.
      guard element.native != nil || element.isDate else {
        guard place.decoding.kind is RowCoders else { break }
        return try value(of: try place.input(tree), place.decoding)
      }
      guard let pairs = try element.decodePairs(place, key) else {
        if !isNamed, let values = try? nativeValue(place) { return values }
        break
      }
      return try shape.read(.object(.tree(pairs)), place.decoding.mapping)
    }
    return try decodeOtherwise(place)
  }

  /// Whether each key of an object is one of a dictionary: of two spellings of a number a decoder takes
  /// any.
  private func hasAllKeys(
    _ type: any Container.Type,
    _ values: Any,
    at place: DecodingPlace
  ) throws(Misfit) -> Bool {
    guard type.keyType == Int.self else { return true }
    let count = try place.visited { try $0.container(keyedBy: AnyKey.self).allKeys.count } as? Int
    return count == nil || count == (values as? any Collection)?.count
  }

  /// The only element of an array or a set, in the form that the decoder has for its type; nil if there
  /// is none, or if the table reads it in the same way.
  private func loneElement(
    _ place: DecodingPlace,
    _ element: ValueCoder
  ) throws(Misfit) -> Any? {
    let decoding = place.decoding
    guard !holdsModels, element.wrapped.scalar == nil, !place.isNull,
      element.isNative(in: decoding)
    else { return nil }
    // An empty string has no elements.
    if let text = place.scalar(String.self), text.isEmpty || Text.string(text).isNull { return nil }
    let mark = decoding.mapping.notes.mark
    do {
      return isDate ? try element.decode(place) : try element.nativeValue(place)
    } catch {
      if let misfit = error as? Misfit, misfit.isFatal { throw misfit }
      decoding.mapping.notes.forget(since: mark)
      return nil
    }
  }

  private func decodeValue(_ place: DecodingPlace, ifPresent: Bool) throws(Misfit) -> Any? {
    let decoding = place.decoding
    if isNative(in: decoding) {
      let mark = decoding.mapping.notes.mark
      do {
        return try nativeValue(place, ifPresent: ifPresent)
      } catch {
        if let misfit = error as? Misfit, misfit.isFatal { throw misfit }
        // A column has JSON, as text.
        if shape.leaf == RawJSON.self, decoding.kind is RowCoders {
          throw place.misfit(error, shape)
        }
        decoding.mapping.notes.forget(since: mark)
      }
    }
    do throws(Misfit) {
      return try decodeOtherwise(place)
    } catch {
      if case .null = error, ifPresent { return nil }
      // What a date or a user's type is made of may be such that only the decoder converts it.
      if isOwnCodable || isDate && !decoding.kind.converts,
        !isNative(usesOwnDates: decoding.usesOwnDates), !(decoding.kind is FoundationCoders),
        !error.isFatal, let value = try? nativeValue(place)
      {
        return value
      }
      throw error
    }
  }

  /// Decodes the element that a decoder holds.
  ///
  /// If elements that don't fit are left out, a model may also be made of plain values.
  func decodeElement(
    _ decoder: any Decoder,
    _ decoding: ModelDecoding,
    isLenient: Bool
  ) throws -> Any {
    let isLoose = !decoding.kind.converts
    defer { decoding.refusesEmpty = false }
    guard case .model(let type) = kind, !(isLoose && isLenient) else {
      if decoding.kind is RowCoders { return try decodeRow(decoder, decoding) }
      return try decode(decoding.place(in: decoder))
    }
    do {
      decoding.refusesEmpty = isLoose
      return value(of: try ModelDecoding.model(type, from: decoder))
    } catch  where isLenient && !(error is Misfit) {
      return try decodeByTable(decoding.place(in: decoder))
    }
  }

  /// Decodes a row of an association: other containers than its keyed one stop the program.
  private func decodeRow(_ decoder: any Decoder, _ decoding: ModelDecoding) throws -> Any {
    if isNative(usesOwnDates: decoding.usesOwnDates), let native,
      let value = try? ask(decoding, { try converted(native.init(from: decoder), decoding) })
    {
      return value
    }
    let row = try decoding.container(tableShape(decoding).ofRow, in: decoder)
    return try value(of: decoding.input(of: row), decoding)
  }

  /// The value of what doesn't decode as the type: converted, if the decoder says what that is; else it
  /// doesn't fit.
  func decodeOtherwise(_ place: DecodingPlace) throws(Misfit) -> Any {
    let decoding = place.decoding
    if !decoding.kind.converts, isNative(usesOwnDates: decoding.usesOwnDates) {
      let refusal = place.refusal
      guard case .null = refusal else { throw refusal }
      return try value(of: .null, decoding)
    }
    return try decodeByTable(place)
  }

  /// The value that the table makes of the plain values at a place.
  func decodeByTable(_ place: DecodingPlace) throws(Misfit) -> Any {
    if isWide, place.decoding.kind is FoundationCoders,
      let decimal = place.scalar(Decimal.self)
    {
      let input = place.decoding.input(of: decimal)
      if Number.decimal(decimal).mayBeCut { throw .mismatch }
      return try value(of: input, place.decoding)
    }
    return try value(of: try place.input(tableShape(place.decoding)), place.decoding)
  }

  private func tableShape(_ decoding: ModelDecoding) -> TreeShape {
    let element = decoding.mapping.elementClass.map { TreeShape.instance($0) } ?? .any
    if shape.isUntyped { return element }
    if case .coded = tree { return tree }
    guard case .dictionary(_, _, let values) = kind, values.shape.isUntyped else { return .any }
    return .dictionary(element)
  }

  func value(of input: Input, _ decoding: ModelDecoding) throws(Misfit) -> Any {
    let mapping = decoding.mapping
    guard let dateFormat, mapping.elementClass == nil else {
      let value = try shape.read(input, mapping)
      return nestedAny(in: value) ?? value
    }
    return try mapping.using(mapping.options.with { $0.format = dateFormat }) {
      () throws(Misfit) in try self.shape.read(input, mapping)
    }
  }

  /// The value as the decoder decodes it; throws if the table reads the string that it is made of in
  /// another way.
  func nativeValue(_ place: DecodingPlace, ifPresent: Bool = false) throws -> Any? {
    guard let native else { throw Misfit.mismatch }
    let value = try ask(place.decoding) {
      try converted(place.decode(native, ifPresent), place.decoding)
    }
    if isMadeOfText, place.decoding.kind.converts, let value, isDoubtful(value),
      element != nil || place.scalar(String.self).map(isReadOtherwise) == true
    {
      throw Misfit.mismatch
    }
    return value
  }

  /// A container as a whole; nil if it doesn't fit.
  ///
  /// One in which there may be models isn't tried inside another one that is: it would be decoded
  /// twice, and what is in it four times.
  private func nativeContainer(_ place: DecodingPlace) throws(Misfit) -> Any? {
    let decoding = place.decoding
    let isTried = decoding.isTried
    let mayHoldModels = holdsModels || shape.isEncoded
    // A census would count what is in it twice.
    let isTriedOnce = isTried || decoding.usesOwnDates
    guard isNative(in: decoding), !(mayHoldModels && isTriedOnce) else {
      return nil
    }
    let mark = decoding.mapping.notes.mark
    if mayHoldModels { decoding.isTried = true }
    defer { decoding.isTried = isTried }
    do {
      return try nativeValue(place)
    } catch {
      if let misfit = error as? Misfit, misfit.isFatal { throw misfit }
      decoding.mapping.notes.forget(since: mark)
      return nil
    }
  }

  /// The value of the type, if decoders are asked for another one.
  func converted(_ value: Any?, _ decoding: ModelDecoding) throws(Misfit) -> Any? {
    guard let value, native != shape.valueType else { return value }
    switch kind {
    case .list(let type, _):
      return (value as? any Container)?.elements.flatMap { type.made(of: $0) }
    default: return try shape.read(decoding.mapping.input(of: value), decoding.mapping)
    }
  }

  private func ask<Result>(
    _ decoding: ModelDecoding,
    _ body: () throws -> Result
  ) rethrows -> Result {
    isOwnCodable || holdsModels ? try decoding.whileCurrent(body) : try body()
  }
}

extension Shape {
  var valueType: Any.Type { Value.self }
  fileprivate var null: Any { nullElement.map { $0 as Any } ?? JSONNull.value }
}

extension ModelDecoding {
  /// Whether there is a value that couldn't be read, perhaps in an array.
  func holdsUnreadable(_ input: Input) -> Bool {
    switch input {
    case .foreign(is UnreadableValue): true
    case .array(.tree(let elements)):
      elements.contains { holdsUnreadable(mapping.input(of: $0)) }
    default: false
    }
  }

  /// A value as input for the table, by which notes describe it.
  fileprivate func input(of value: Any) -> Input {
    let input = mapping.input(of: value)
    tableInput = input
    return input
  }
}

extension DecodingPlace {
  /// The plain values at the place, as input for the table.
  func input(_ shape: TreeShape) throws(Misfit) -> Input {
    let outer = decoding.marksUnreadable
    decoding.marksUnreadable = true
    defer { decoding.marksUnreadable = outer }
    return decoding.input(of: try tree(shape) ?? UnreadableValue())
  }

  /// Why the text of a column isn't the JSON that it should be.
  fileprivate func misfit(_ error: any Error, _ shape: any Shape) -> Misfit {
    if isNull { return .null }
    decoding.tableInput = decoding.kind.scalar(self).map { decoding.mapping.input(of: $0) } ?? .null
    if let misfit = error as? Misfit { return misfit }
    decoding.mapping.noteInside((error as? DecodingError)?.words(inside: path.count), shape)
    return .mismatch
  }
}
