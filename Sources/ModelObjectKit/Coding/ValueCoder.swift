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
  /// Whether the values are integers for which a `Double` has too few digits, and decoders a `Decimal`.
  let isWide: Bool
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
  let optional: ValueCoder?
  /// The class of a model, or of that in optionals; nil for any other value.
  let modelClass: (any Model.Type)?
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
    modelClass = shape.modelClass ?? shape.structShape?.standIn ?? optional?.modelClass
    scalar = shape.valueType as? any CodedScalar.Type
    isWide = (shape.valueType as? any FixedWidthInteger.Type)?.bitWidth == 128
    isOwnCodable =
      shape.isEncoded || shape.valueType is any ModelValue.Type
      || (shape.leaf == nil && shape.valueType is any RawRepresentable.Type)
    holdsModels = shape.heldModels.isRelationship || shape.standIns != nil
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
    // Structs in a container aren't coded by themselves.
    let isOwn = shape.structShape == nil && shape.standIns != nil
    native = isOwn ? nil : coded as? any (Decodable & Encodable).Type
  }

  private static func kind(of shape: any Shape, _ dateFormat: DateOptions.Format?) -> Kind {
    if let type = shape.modelClass ?? shape.structShape?.standIn { return .model(type) }
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

  /// Whether it is that of sets.
  var isSet: Bool {
    if case .list(let type, _) = kind { type.listType != shape.valueType } else { false }
  }

  /// Whether it is that of dictionaries which Swift encodes as an array, with keys and values in turns.
  var isArrayOfPairs: Bool {
    guard case .dictionary(let type, _, _) = kind, let key = type.keyType else { return false }
    if #available(iOS 15.4, macOS 12.3, tvOS 15.4, *), key is any CodingKeyRepresentable.Type {
      return false
    }
    return key != String.self && key != Int.self
  }

  /// Whether it is that of sets and the like, or they are its elements.
  var holdsUnordered: Bool {
    if isSet || isArrayOfPairs { return true }
    return switch kind {
    case .optional(let element), .list(_, let element): element.holdsUnordered
    // Those with integers as keys are for the coder to encode.
    case .dictionary(let type, _, let element):
      type.keyType == String.self && element.holdsUnordered
    case .value, .model: false
    }
  }

  /// A decoded model, or the struct that it stands for.
  func value(of model: Any) -> Any {
    guard let structShape = shape.wrapped.structShape, let standIn = model as? any Model else {
      return model
    }
    return structShape.anyValue(of: standIn) ?? model
  }

  /// The coder of the values in an optional, and in one in that.
  var wrapped: ValueCoder { optional?.wrapped ?? self }

  /// Whether there is a date format that counts, not the coder's: for dates always, for dates in
  /// other values if the options have dates, too.
  func isDated(usesOwnDates: Bool) -> Bool { dateFormat != nil && (isDate || usesOwnDates) }

  /// Whether coders are given or asked for the type, unless the options have dates for it.
  func isNative(usesOwnDates: Bool) -> Bool { native != nil && !(usesOwnDates && mayHoldDates) }

  /// The same for a decoder: with options, all values of users' types are read as these say, if the
  /// decoder says what their parts are; those in a row's columns are JSON, and a property list has
  /// types of its own.
  func isNative(in decoding: ModelDecoding) -> Bool {
    let kind = decoding.kind
    let hasRules = kind.converts && !decoding.readsRow && !kind.hasTypesOfItsOwn
    let isByRules = decoding.usesOwnDates && shape.isEncoded && hasRules
    return isNative(usesOwnDates: decoding.usesOwnDates) && !isByRules
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
///
/// Not `Int128` and `UInt128`: some coders lack them, and with options they are written all the same.
private let codedTypes: [Any.Type] =
  [Data.self, URL.self, UUID.self, Decimal.self, TimeZone.self] + codedTypesOfFoundation
