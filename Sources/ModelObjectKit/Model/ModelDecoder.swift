/// Decodes plain `Codable` types from JSON by the rules of models.
///
/// Keys are matched and values converted as for a class; a `Codable` type in a property of a model
/// is read in the same way.
///
/// 1. A value is first read exactly, as `Codable` reads it: nothing is converted.
/// 2. If that fails, it is read once more, with the table of conversions: a property and an element
///    convert, an optional that doesn't fit is nil, and an element of a list that doesn't fit is
///    skipped. What is left nil or skipped is an issue.
/// 3. If a value still lacks something, it doesn't fit.
///
/// A type's own `init(from:)` is called. A single-value container never converts, so that types which
/// try one type after another see what is there; only the root does.
///
/// ```swift
/// struct Line: Codable {
///   var sku: String
///   var unitPrice: Double
///   var note: String?
/// }
///
/// let json = #"[{"sku": "a", "unit_price": "9.5", "note": {}}, {"sku": "b"}]"#
/// let lines = try ModelDecoder().decode([Line].self, from: json)
/// lines.map(\.unitPrice)  // [9.5]
/// ```
public struct ModelDecoder: Sendable {
  /// How keys are matched with those that types ask for.
  ///
  /// ```swift
  /// struct Owner: Codable { var fullName: String }
  /// let exact = ModelDecoder(keyMatching: .exact)
  /// let json = #"{"full_name": "Kim"}"#
  /// try ModelDecoder().decode(Owner.self, from: json).fullName  // "Kim"
  /// try exact.decode(Owner.self, from: json)  // throws
  /// ```
  public var keyMatching: KeyMatching

  /// The options of each decoding, which count for a model, too, in place of those of its class.
  ///
  /// ``MappingOptions/unknownKeys``, ``MappingOptions/missingKeys``, a census and references concern
  /// models alone.
  ///
  /// ```swift
  /// var decoder = ModelDecoder()
  /// decoder.options.mismatches = .fail
  /// try decoder.decode([Int].self, from: #"[1, "x"]"#)  // throws
  /// ```
  public var options: MappingOptions

  /// Makes a decoder.
  ///
  /// ```swift
  /// let decoder = ModelDecoder(options: .strict)
  /// try decoder.decode([String: Int].self, from: #"{"a": 1}"#)  // ["a": 1]
  /// ```
  public init(keyMatching: KeyMatching = .fuzzy, options: MappingOptions = .lenient) {
    self.keyMatching = keyMatching
    self.options = options
  }

  /// Decodes a value from JSON text.
  ///
  /// ```swift
  /// let json = #"{"start": "2024-05-01"}"#
  /// let days = try ModelDecoder().decode([String: Date].self, from: json)
  /// days["start"]?.timeIntervalSince1970  // 1714521600.0
  /// ```
  ///
  /// - Throws: A ``ModelError``: of code `malformedJSON` for text that isn't JSON, `tooDeep`, or
  ///   `invalidInput` if the value doesn't fit or the options make an issue an error; its `issues` say
  ///   where and why. For a model, the errors of its `init(json:)`.
  public func decode<Value: Decodable>(
    _ type: Value.Type,
    from json: some JSONSource
  ) throws -> Value {
    try Mapping.with(json, at: nil, options) { try $0.root(type, keyMatching) }
  }

  /// Reports what a decoding does with each key that the type asks for.
  ///
  /// ```swift
  /// struct Item: Codable {
  ///   var name: String
  ///   var count: Int?
  ///   var url: URL?
  /// }
  ///
  /// print(try ModelDecoder().explain(Item.self, from: #"{"name": 7, "count": "x"}"#))
  /// // Item: 1 mapped, 1 didn't fit
  /// //   name  ← name   "7" (from 7)
  /// //   count – count  "x" is not a number
  /// //   url   –        no such key
  /// ```
  ///
  /// - Throws: The errors of ``decode(_:from:)``, but none for values that don't fit.
  public func explain<Value: Decodable>(
    _ type: Value.Type,
    from json: some JSONSource
  ) throws -> MappingReport {
    try Mapping.with(json, at: nil, options, isReport: true) { mapping in
      let name = decodedShape(of: type).typeName
      return try mapping.report(name) { try mapping.root(type, keyMatching) }
    }
  }
}
