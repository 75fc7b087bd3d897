extension ModelObject: Codable {
  /// Encodes the model like a class with synthesized conformance, under the keys of its export.
  ///
  /// It works with any encoder and inside other `Codable` values. Each property is encoded as its
  /// own type, so the encoder's strategies for dates, data, keys and numbers apply; a date with a
  /// format in `dateFormats` is written in that. Nil is passed to `encodeIfPresent`: most encoders
  /// omit it, databases write it. Changes that `didExport` makes to the dictionary are encoded too.
  ///
  /// Set options in the encoder's `userInfo`, under ``Swift/CodingUserInfoKey/exportOptions``. A
  /// subclass's own `encode(to:)` and `CodingKeys` aren't used.
  ///
  /// ```swift
  /// let data = try JSONEncoder().encode(["first": Image()])
  /// String(decoding: data, as: UTF8.self)  // {"first":{"imageId":0}}
  /// ```
  ///
  /// - Throws: The errors of transforms, `didExport` and the encoder.
  public final func encode(to encoder: any Encoder) throws {
    try ModelEncoding.encode(self, to: encoder)
  }
}

extension ModelObjectProtocol {
  /// Makes a model from a decoder, with the key matching and conversions of a mapping.
  ///
  /// It works with any decoder and inside other `Codable` values. Each property is decoded as its
  /// own type, so the decoder's strategies for dates, data, keys and numbers apply; a value that
  /// doesn't decode as that type is converted, as from a dictionary. `modelType(for:)` and
  /// `subclasses` may select a subclass. A subclass's own `init(from:)` and `CodingKeys` aren't
  /// used.
  ///
  /// ```swift
  /// struct Page: Codable {
  ///   var people: [Person]
  /// }
  ///
  /// let json = Data(#"{"people": [{"NAME": "Shan"}]}"#.utf8)
  /// let page = try JSONDecoder().decode(Page.self, from: json)
  /// page.people[0].name  // "Shan"
  /// ```
  ///
  /// Set options in the decoder's `userInfo`, under ``Swift/CodingUserInfoKey/mappingOptions``.
  ///
  /// - Throws: A `DecodingError` if the decoder doesn't hold an object, or a ``ModelError``, as
  ///   when mapping a dictionary; its paths begin with the decoder's coding path.
  public init(from decoder: any Decoder) throws {
    self = try instance(try ModelDecoding.model(try Self.modelType, from: decoder), as: Self.self)
  }
}

extension CodingUserInfoKey {
  /// The key of the ``MappingOptions`` in a decoder's `userInfo`.
  ///
  /// With options, dates are read as these say; without, by the decoder's own strategy. Each class's
  /// `dateFormats` count before both. For the dates in a `Codable` value of your own, see
  /// <doc:ModelsInADatabase#What-counts-with-other-coders>.
  ///
  /// ```swift
  /// let decoder = JSONDecoder()
  /// decoder.userInfo[.mappingOptions] = MappingOptions.strict
  /// ```
  public static let mappingOptions = CodingUserInfoKey("ModelObjectKit.mappingOptions")

  /// The key of the ``ExportOptions`` in an encoder's `userInfo`.
  ///
  /// With options, dates are written as these say; without, by the encoder's own strategy. Each
  /// class's `dateFormats` count before both. For the dates in a `Codable` value of your own, see
  /// <doc:ModelsInADatabase#What-counts-with-other-coders>.
  ///
  /// ```swift
  /// let encoder = JSONEncoder()
  /// var options = ExportOptions()
  /// options.keyStyle = .snakeCase
  /// encoder.userInfo[.exportOptions] = options
  /// ```
  public static let exportOptions = CodingUserInfoKey("ModelObjectKit.exportOptions")
}
