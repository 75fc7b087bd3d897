import ModelObjectEssentials

/// How a value of one type is read and written in a value of a user's `Codable` type, found out once
/// for the type.
final class StructType: Sendable {
  let form: Form
  /// The shape by which values are converted; nil for types that are only decoded by their own code.
  let shape: (any Shape)?

  enum Form: Sendable {
    case integer
    case float
    /// `String`, `Bool` or `Double`.
    case scalar
    case date
    case data
    case url
    case uuid
    case decimal
    /// A part that is passed on as its text.
    case raw
    case model
    /// A snapshot.
    case holder
    case list
    case set
    case dictionary
    /// An optional, or a type with a shape of its own: with raw values, or spelled as one string.
    case other
    /// A type that is decoded and encoded by its own code alone.
    case own
  }

  private init(_ type: Any.Type) {
    let known = ModelObjectKit.shape(of: type)
    let container = type as? any Container.Type
    shape = known ?? (type as? any DecodableContainer.Type)?.decodableShape
    if let scalar = Self.scalarForm(of: type) {
      form = scalar
    } else if known?.modelClass != nil {
      form = .model
    } else if type is any ModelHolder.Type {
      form = .holder
    } else if let container {
      form = Self.form(of: container, shape)
    } else {
      form = known?.isEncoded == false ? .other : .own
    }
  }

  private static func scalarForm(of type: Any.Type) -> Form? {
    if integers.contains(where: { $0 == type }) { return .integer }
    if [String.self, Bool.self, Double.self].contains(where: { $0 == type }) { return .scalar }
    if type == Float.self { return .float }
    if type == Date.self { return .date }
    if type == Data.self { return .data }
    if type == URL.self { return .url }
    if type == UUID.self { return .uuid }
    if type == RawJSON.self { return .raw }
    return type == Decimal.self ? .decimal : nil
  }

  private static func form(of type: any Container.Type, _ shape: (any Shape)?) -> Form {
    if type.keyType != nil { return .dictionary }
    if let shape, shape.isList { return type.listType == type ? .list : .set }
    return shape == nil ? .own : .other
  }

  private static let integers: [Any.Type] =
    [
      Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self, UInt16.self,
      UInt32.self, UInt64.self,
    ] + wideIntegers

  private static var wideIntegers: [Any.Type] {
    guard #available(macOS 15, iOS 18, tvOS 18, visionOS 2, *) else { return [] }
    return [Int128.self, UInt128.self]
  }

  private static let types = ImmortalTable<StructType>()

  static func of(_ type: Any.Type) -> StructType {
    let key = ObjectIdentifier(type)
    return types.with(key) { $0 } ?? types.insert(StructType(type), for: key)
  }
}

/// An optional or a collection of values that are only decoded, which has no shape for properties.
protocol DecodableContainer {
  static var decodableShape: (any Shape)? { get }
}

/// The shape of values that are decoded.
func decodedShape<Value: Decodable>(of type: Value.Type) -> any Shape<Value> {
  func typed(_ shape: some Shape) -> any Sendable { TypedShape(shape: shape) }
  if let known = shape(for: type) { return known }
  if let container = (type as? any DecodableContainer.Type)?.decodableShape,
    let known = typed(container) as? TypedShape<Value>
  {
    return known.shape
  }
  return DecodableShape<Value>()
}

extension Optional: DecodableContainer where Wrapped: Decodable {
  static var decodableShape: (any Shape)? {
    OptionalShape(inner: decodedShape(of: Wrapped.self))
  }
}

extension Array: DecodableContainer where Element: Decodable {
  static var decodableShape: (any Shape)? { ArrayShape(inner: decodedShape(of: Element.self)) }
}

extension Set: DecodableContainer where Element: Decodable {
  static var decodableShape: (any Shape)? { SetShape(inner: decodedShape(of: Element.self)) }
}

extension Dictionary: DecodableContainer where Key: Decodable, Value: Decodable {
  static var decodableShape: (any Shape)? {
    guard let key = ModelObjectKit.shape(for: Key.self), key.isKey else { return nil }
    return DictionaryShape(key: key, inner: decodedShape(of: Value.self))
  }
}
