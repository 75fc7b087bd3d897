/// A kind of decoders and encoders: how they are asked for values.
///
/// There are three: Foundation's, which say of each value what it is, a database's rows, whose columns
/// answer to several types, and all others, which are asked for the types of properties alone.
protocol CoderKind: AnyObject, Sendable {
  /// Whether it says what a value is: then one that doesn't decode as the type of its property is
  /// converted, as one of a dictionary.
  var converts: Bool { get }
  /// Whether it has types of its own for numbers and dates, as a property list has: then it alone knows
  /// how a type is encoded.
  var hasTypesOfItsOwn: Bool { get }
  /// Whether only a `Dictionary` has its keys as they are, since the coder may change all others.
  var keepsKeysOfDictionaries: Bool { get }

  /// The keys that a container lists.
  func keys(of container: KeyedSource) -> [AnyKey]
  /// Whether containers may have keys for a class that they don't list.
  func mayHaveUnlistedKeys(_ schema: ModelSchema) -> Bool

  /// A text, a boolean or a number; nil for anything else.
  func scalar(_ place: DecodingPlace) -> Any?
  /// Null, a scalar, `[Any]` or `[String: Any]`; nil if none of these can be decoded.
  func tree(_ place: DecodingPlace, _ shape: TreeShape) throws(Misfit) -> Any?
  /// An element of an array as plain values.
  func element(_ decoder: any Decoder, of shape: TreeShape, in decoding: ModelDecoding) throws
    -> Any?
  /// What hooks see of a value that isn't a model.
  func view(_ place: DecodingPlace, _ coder: ValueCoder) throws(Misfit) -> DecodedView
}

extension CoderKind {
  var hasTypesOfItsOwn: Bool { false }
  var keepsKeysOfDictionaries: Bool { false }

  func element(
    _ decoder: any Decoder,
    of shape: TreeShape,
    in decoding: ModelDecoding
  ) throws -> Any? { try decoding.element(shape, decoder) }
}

/// The kinds of coders, by the names of their modules, or of the namespaces that their types are in.
enum CoderKinds {
  /// The kind of one type.
  private final class Entry: Sendable {
    let kind: any CoderKind
    init(_ kind: any CoderKind) { self.kind = kind }
  }

  private static let entries = ImmortalTable<Entry>()

  /// The kind of a decoder or encoder, found once for its type.
  static func of(_ coder: Any) -> any CoderKind {
    let type: Any.Type = type(of: coder)
    let key = ObjectIdentifier(type)
    return entries.with(key) { $0.kind } ?? entries.insert(Entry(kind(of: type)), for: key).kind
  }

  private static func kind(of type: Any.Type) -> any CoderKind {
    let name = String(reflecting: type)
    func isOf(_ module: String) -> Bool {
      name.hasPrefix(module + ".") || name.firstPlace(of: "." + module + ".") != nil
    }
    // ReerJSON, and the library's own, answer as Foundation's decoder does.
    if name.hasPrefix("FoundationEssentials.") || name.hasPrefix("Foundation.") || isOf("ReerJSON")
      || type == StructDecoder.self || type == StructEncoder.self
    {
      let isPropertyList = name.firstPlace(of: "Plist") != nil
      return isPropertyList ? FoundationCoders.propertyLists : FoundationCoders.all
    }
    if isOf("GRDB") { return RowCoders.all }
    return OtherCoders.known.first { isOf($0.name) } ?? OtherCoders.any
  }
}
