extension ModelObject: Codable {
  /// Encodes the model as a class with synthesised conformance is encoded, with the keys of its
  /// dictionary.
  ///
  /// It works with any encoder and inside of other `Codable` values. Each property is encoded as
  /// its own type, so that the encoder's strategies for dates, data, keys and numbers hold; a nil
  /// goes through `encodeIfPresent`, which most encoders leave out and databases write. Changes
  /// that `didExport` makes to the dictionary are encoded.
  ///
  /// Options come in through the encoder's `userInfo`, see
  /// ``Swift/CodingUserInfoKey/exportOptions``. A subclass's own `encode(to:)` and `CodingKeys` are
  /// not asked.
  ///
  /// - Throws: The errors of a transform, of `didExport` and of the encoder.
  public final func encode(to encoder: any Encoder) throws {
    try ModelEncoding.encode(self, to: encoder)
  }
}

extension ModelObjectInitializable {
  /// Makes a model from a decoder, by its own rules of keys and conversions.
  ///
  /// It works with any decoder and inside of other `Codable` values. Each property is decoded as
  /// its own type, so that the decoder's strategies for dates, data, keys and numbers hold; a value
  /// that does not decode as that type is converted, as in a dictionary. The object is of the class
  /// that `modelType(for:)` or `subclasses` pick. A subclass's own `init(from:)` and `CodingKeys`
  /// are not asked.
  ///
  /// ```swift
  /// struct Page: Codable {
  ///   var people: [Person]
  /// }
  ///
  /// let page = try JSONDecoder().decode(Page.self, from: Data(#"{"people": [{"NAME": "Shan"}]}"#.utf8))
  /// page.people[0].name  // "Shan"
  /// ```
  ///
  /// Options come in through the decoder's `userInfo`, see
  /// ``Swift/CodingUserInfoKey/mappingOptions``.
  ///
  /// - Throws: A `DecodingError` where the decoder holds no object, and a ``ModelError`` as mapping
  ///   a dictionary does; its paths begin with the decoder's coding path.
  public init(from decoder: any Decoder) throws {
    self = try Self.decoded(from: decoder)
  }
}

extension CodingUserInfoKey {
  /// The key under which a decoder gives models their ``MappingOptions``.
  ///
  /// With options dates are read by these and by each class's `dateFormats`; without, by the
  /// decoder's own strategy.
  ///
  /// ```swift
  /// let decoder = JSONDecoder()
  /// decoder.userInfo[.mappingOptions] = MappingOptions.strict
  /// ```
  public static let mappingOptions = CodingUserInfoKey("ModelObjectKit.mappingOptions")

  /// The key under which an encoder gives models their ``ExportOptions``.
  ///
  /// With options dates are written as these say; without, by the encoder's own strategy.
  ///
  /// ```swift
  /// let encoder = JSONEncoder()
  /// var options = ExportOptions()
  /// options.keyStyle = .snakeCase
  /// encoder.userInfo[.exportOptions] = options
  /// ```
  public static let exportOptions = CodingUserInfoKey("ModelObjectKit.exportOptions")
}

extension CodingUserInfoKey {
  fileprivate init(_ name: String) {
    guard let key = CodingUserInfoKey(rawValue: name) else {
      fatalError("\(name) can't be the key of a coder's userInfo")
    }
    self = key
  }
}

extension ModelObjectInitializable {
  private static func decoded(from decoder: any Decoder) throws -> Self {
    guard let type = self as? ModelObject.Type else { throw ModelError(.unsupportedValue) }
    return try instance(try ModelDecoding.model(type, from: decoder), as: Self.self)
  }
}
