import ModelObjectEssentials

/// How values of one type are decoded and encoded, by their shape.
///
/// 1. As the type itself, if coders know it: as in a class with synthesized conformance.
/// 2. A container element by element, if that fails or there are models in it.
/// 3. As plain values, which are converted as those of a dictionary.
final class ValueCoder {
  let shape: any Shape
  /// The type that decoders are asked for; nil if the type is not `Codable`.
  let native: (any (Decodable & Encodable).Type)?
  let kind: Kind
  /// The date format of the property.
  let dateFormat: DateOptions.Format?
  /// Whether the values are dates, or containers of them.
  let isDate: Bool
  /// Whether there may be dates among the values, whose format the options may give.
  private let mayHoldDates: Bool
  /// Whether values are coded by users' own code, or made by it of simpler ones; there may be models
  /// in them.
  let isOwnCodable: Bool
  /// Whether the values are of users' own types, or containers of them.
  let holdsOwnCodables: Bool
  /// The coder of the values in an optional or a container.
  let element: ValueCoder?
  /// The coder of the value in an optional; nil for any other type.
  private let optional: ValueCoder?
  /// The class of a model, or of that in optionals; nil for any other value.
  private let modelClass: (any Model.Type)?
  /// Whether the values are models, or containers of them.
  let holdsModels: Bool
  /// Whether there are values that decoders make of strings by a rule of their own.
  let isMadeOfText: Bool
  /// The shape of the plain values that are decoded in place of the type.
  let tree: TreeShape
  /// The type if containers have a method for it.
  let scalar: (any CodedScalar.Type)?

  indirect enum Kind {
    case value
    case model(any Model.Type)
    case optional(ValueCoder)
    /// An array or a set.
    case list(any Container.Type, ValueCoder)
    case dictionary(any Container.Type, key: any Shape, ValueCoder)
  }

  init(_ shape: any Shape, dateFormat: DateOptions.Format? = nil) {
    self.shape = shape
    self.dateFormat = dateFormat
    kind = Self.kind(of: shape, dateFormat)
    optional = if case .optional(let wrapped) = kind { wrapped } else { nil }
    modelClass = shape.modelClass ?? optional?.modelClass
    scalar = shape.valueType as? any CodedScalar.Type
    isOwnCodable =
      shape.isEncoded || shape.valueType is any ModelValue.Type
      || (shape.leaf == nil && shape.valueType is any RawRepresentable.Type)
    holdsModels = shape.heldModels.isRelationship
    element =
      switch kind {
      case .value, .model: nil
      case .optional(let element), .list(_, let element), .dictionary(_, _, let element): element
      }
    isMadeOfText =
      element?.isMadeOfText ?? (shape.valueType == Data.self || shape.valueType == URL.self)
    isDate = element?.isDate ?? (shape.leaf?.kind.schemaType == "date")
    holdsOwnCodables = element?.holdsOwnCodables ?? isOwnCodable
    mayHoldDates =
      element?.mayHoldDates
      ?? (isDate || isOwnCodable && !(shape.isEncoded && isMadeOfScalars(shape.valueType)))
    let coded: Any.Type?
    switch kind {
    case .value:
      coded = isDate ? Date.self : shape.valueType
      tree = coded == String.self ? .text : shape.isEncoded ? .coded : .any
    case .model(let type): (coded, tree) = (type, .model(type))
    case .optional(let wrapped): (coded, tree) = (wrapped.native, wrapped.tree)
    case .list(let type, let element): (coded, tree) = (type.listType, .array(element.tree))
    case .dictionary(let type, _, let element):
      // Coders write other keys and the values as an array.
      let isNamed = type.keyType == String.self || type.keyType == Int.self
      (coded, tree) = (type, isNamed ? .dictionary(element.tree) : .any)
    }
    native = coded as? any (Decodable & Encodable).Type
  }

  private static func kind(of shape: any Shape, _ dateFormat: DateOptions.Format?) -> Kind {
    if let type = shape.modelClass { return .model(type) }
    guard let element = shape.element.map({ ValueCoder($0, dateFormat: dateFormat) }) else {
      return .value
    }
    if shape.takesNull { return .optional(element) }
    guard let type = shape.valueType as? any Container.Type else { return .value }
    guard let key = type.keyType.flatMap({ ModelObjectKit.shape(of: $0) }) else {
      return .list(type, element)
    }
    return .dictionary(type, key: key, element)
  }

  /// The coder of the values in an optional, and in one in that.
  var wrapped: ValueCoder { optional?.wrapped ?? self }

  /// Whether there is a date format that counts, not the coder's: for dates always, for dates in
  /// other values if the options have dates, too.
  func isDated(usesOwnDates: Bool) -> Bool { dateFormat != nil && (isDate || usesOwnDates) }

  /// Whether coders are given or asked for the type, unless the options have dates for it.
  func isNative(usesOwnDates: Bool) -> Bool { native != nil && !(usesOwnDates && mayHoldDates) }

  // MARK: - In

  /// Decodes a value; an existing model is updated and returned.
  ///
  /// A model decodes itself: it finds the running coding in the thread's state.
  func decode(_ place: DecodingPlace, existing: AnyObject? = nil) throws(Misfit) -> Any {
    guard let modelClass else { return try decodeOther(place) }
    let outer = place.decoding.beginModel(existing)
    do {
      let model = try place.decode(modelClass, ifPresent: optional != nil)
      place.decoding.endModel(outer)
      if let model { return model }
    } catch {
      place.decoding.endModel(outer)
      return try decodeOther(place, insteadOf: error)
    }
    return try decodeOther(place, insteadOf: Misfit.null)
  }

  /// Decodes any other value, and what there is instead of a model that hasn't decoded itself.
  @inline(never)
  private func decodeOther(
    _ place: DecodingPlace,
    insteadOf failure: (any Error)? = nil
  ) throws(Misfit) -> Any {
    do throws(Misfit) {
      if let misfit = failure as? Misfit { throw misfit }
      if failure != nil { return try decodeByTable(place) }
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
    case .model, .optional: break
    case .list(let type, let element):
      if ifPresent, place.isNull { return nil }
      if !holdsModels, let values = try nativeContainer(place) { return values }
      // Some decoders find dates only in the array itself.
      if isDate, place.decoding.kind.scalars == .loose,
        !isNative(usesOwnDates: place.decoding.usesOwnDates)
      {
        return try value(of: try place.input(tree), place.decoding)
      }
      guard let values = try element.decodeElements(place) else { break }
      return type.made(of: values)
    case .dictionary(let type, let key, let element):
      if ifPresent, place.isNull { return nil }
      // For keys that aren't strings it depends on the coder whether there is an object or an array.
      let isNamed = type.keyType == String.self || type.keyType == Int.self
      if !holdsModels || !isNamed, let values = try nativeContainer(place) { return values }
      // What coders don't know is converted by the table, as a whole. A row has it as JSON, which
      // it reads only for a type.
      guard element.native != nil || element.isDate else {
        guard place.decoding.kind.scalars == .row else { break }
        return try value(of: try place.input(tree), place.decoding)
      }
      guard let pairs = try element.decodePairs(place, key) else {
        if !isNamed, let values = try? nativeValue(place) { return values }
        break
      }
      return try shape.read(.object(.tree(pairs)), place.decoding.mapping)
    }
    return try decodeByTable(place)
  }

  private func decodeValue(_ place: DecodingPlace, ifPresent: Bool) throws(Misfit) -> Any? {
    let decoding = place.decoding
    if isNative(usesOwnDates: decoding.usesOwnDates) {
      let mark = decoding.mapping.notes.mark
      do {
        return try nativeValue(place, ifPresent: ifPresent)
      } catch {
        if let misfit = error as? Misfit, misfit.isFatal { throw misfit }
        // The library's own decoder has read the value as the table would.
        if shape.isEncoded, decoding.isInside { throw place.misfit(error, shape) }
        decoding.mapping.notes.forget(since: mark)
      }
    }
    do throws(Misfit) {
      return try decodeByTable(place)
    } catch {
      if case .null = error, ifPresent { return nil }
      // The numbers of a user's type may be strings that only the decoder converts.
      if isOwnCodable, decoding.usesOwnDates, decoding.kind.scalars != .strict, !error.isFatal,
        let value = try? nativeValue(place)
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
    guard case .model(let type) = kind else {
      if decoding.kind.scalars == .row { return try decodeRow(decoder, decoding) }
      return try decode(decoding.place(in: decoder))
    }
    do {
      return try ModelDecoding.model(type, from: decoder)
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
    decoding.tableInput = Input(row)
    return try value(of: decoding.tableInput, decoding)
  }

  /// The value that the table makes of the plain values at a place.
  func decodeByTable(_ place: DecodingPlace) throws(Misfit) -> Any {
    try value(of: try place.input(tableShape(place.decoding)), place.decoding)
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
    if isMadeOfText, let value, isDoubtful(value),
      element != nil || place.scalar(String.self) != nil
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
    guard isNative(usesOwnDates: decoding.usesOwnDates), !(mayHoldModels && isTriedOnce) else {
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
    default: return try shape.read(Input(value), decoding.mapping)
    }
  }

  private func ask<Result>(
    _ decoding: ModelDecoding,
    _ body: () throws -> Result
  ) rethrows -> Result {
    isOwnCodable || holdsModels ? try decoding.whileCurrent(body) : try body()
  }
}

/// Whether values of a type consist of strings, numbers and bytes alone, and of models, which know
/// their dates themselves; false if it can't be known.
///
/// Nor is a type that contains itself: the options limit how deep its values may be.
private func isMadeOfScalars(_ type: Any.Type, in outer: [Any.Type] = []) -> Bool {
  func isScalar(_ inner: Any.Type) -> Bool { isMadeOfScalars(inner, in: outer + [type]) }
  func rawType<Value: RawRepresentable>(_ type: Value.Type) -> Any.Type { Value.RawValue.self }
  if type is any CodedScalar.Type || codedTypes.contains(where: { $0 == type }) { return true }
  guard !outer.contains(where: { $0 == type }) else { return false }
  if let shape = shape(of: type) {
    if shape.modelClass != nil { return true }
    if let element = shape.element {
      let key = (type as? any Container.Type)?.keyType
      return isScalar(element.valueType) && key.map(isScalar) != false
    }
    guard shape.isEncoded || shape.leaf == nil else { return false }
  }
  if let type = type as? any RawRepresentable.Type { return isScalar(rawType(type)) }
  return StoredProperty.types(inStructure: type)?.allSatisfy(isScalar) ?? false
}

/// The other types in which coders see neither a date nor anything else of the options.
private let codedTypes: [Any.Type] =
  [Data.self, URL.self, UUID.self, Decimal.self] + codedTypesOfFoundation

extension Shape {
  var valueType: Any.Type { Value.self }
  fileprivate var null: Any { nullElement.map { $0 as Any } ?? JSONNull.value }
}

extension DecodingPlace {
  /// The plain values at the place, as input for the table.
  func input(_ shape: TreeShape) throws(Misfit) -> Input {
    let outer = decoding.marksUnreadable
    decoding.marksUnreadable = true
    defer { decoding.marksUnreadable = outer }
    let input = Input(try tree(shape) ?? UnreadableValue())
    decoding.tableInput = input
    return input
  }

  /// Why a user's value at a place of the library's own decoder wasn't decoded, as the table says it.
  fileprivate func misfit(_ error: any Error, _ shape: any Shape) -> Misfit {
    let input = outline
    decoding.tableInput = input
    if input.isNullOrNullText { return .null }
    if let misfit = error as? Misfit { return misfit }
    decoding.mapping.noteInside((error as? DecodingError)?.words(inside: path.count), shape)
    return .mismatch
  }

  /// Null, a scalar, or a container without what is in it.
  private var outline: Input {
    if isNull { return .null }
    if let scalar = anyScalar { return Input(scalar) }
    let container = try? visited { decoder in
      let isObject = (try? decoder.container(keyedBy: AnyKey.self)) != nil
      if isObject { return [String: Any]() }
      _ = try decoder.unkeyedContainer()
      return [Any]()
    }
    return Input(container ?? UnreadableValue())
  }
}
