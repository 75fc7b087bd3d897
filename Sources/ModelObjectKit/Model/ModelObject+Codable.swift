extension ModelObject: Codable {
  /// Encodes the model like a class with synthesized conformance, under the keys of its export.
  ///
  /// It works with any encoder and inside other `Codable` values. Each property is encoded as its
  /// own type, so the encoder's strategies for dates, data, keys and numbers apply; a date with a
  /// format in `dateFormats` is written in that. A nil that a new object has too is passed to
  /// `encodeIfPresent`: most encoders omit it, databases write it. Any other nil is written as null.
  /// Changes that `didExport` makes to the dictionary are encoded too.
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
  /// It works inside other `Codable` values, too. Each property is decoded as its own type, so the
  /// decoder's strategies for dates, data, keys and numbers apply. A value that doesn't decode as that
  /// type is converted, as from a dictionary, if the decoder is Foundation's, ReerJSON's or GRDB's;
  /// from any other it is an issue (<doc:ModelsInADatabase#Other-coders>). `modelType(for:)` and
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
  /// Some values differ from those of JSON text, because the decoder has read them already:
  ///
  /// 1. A number in a `String` or a `Character` is in its shortest form: `1.5` for `1.50`, `1000`
  ///    for `1e3`. With 38 digits or more, or 30 if some are decimals, it doesn't fit, because
  ///    decoders cut off digits silently.
  ///    An `Int128` or `UInt128` with an exponent or a fraction of zeros fits from `JSONDecoder` below
  ///    10³⁷.
  /// 2. Decimals that a decoder rounds off are lost: `4.99999999999999999999` is the integer 5. A
  ///    whole number with more digits than a `Decimal` holds is as the decoder reads it:
  ///    `JSONDecoder` replaces the last digits by zeros.
  /// 3. In an `Any`, `3.0`, `1e3` and `-0` are an `Int`; from text, a `Double`. A whole number that is
  ///    too large for one is a `Double` if that has its digits, as of 10²⁰; from text, a `Decimal`.
  /// 4. A number that is too large for any type, `1e400`, doesn't fit; from text, it is its text in a
  ///    `String` and true in a `Bool`. One that is too small, `1e-400`, is 0 and false; from text, it
  ///    is its text in a `String`, true in a `Bool`, and doesn't fit an integer or a `Decimal`.
  ///    NaN and infinity are a `Double` and a `Float` if the decoder gives them, as
  ///    `PropertyListDecoder` does, which makes infinity of `1e39` for a `Float`.
  /// 5. Models in a dictionary are made in any order; from text, in that of the keys.
  /// 6. Null for a `Codable` type that follows the decoder is what the type makes of it
  ///    (``Swift/CodingUserInfoKey/mappingOptions``); from text, as for any type.
  /// 7. A `TimeZone`, a `Locale`, and a dictionary whose keys are neither `String`s nor `Int`s, may be
  ///    in the form that Swift's coders write, which doesn't fit from text.
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
  /// `dateFormats` count before both.
  ///
  /// With options, `Codable` structs are read by the package's own rules, too, not by the decoder: keys
  /// in other spellings are found and values converted, and its strategies for dates, data and numbers
  /// don't count. Their code finds the decoder's `userInfo`. Without options they are left to the
  /// decoder, and only what it can't read is read so.
  ///
  /// ```swift
  /// let decoder = JSONDecoder()
  /// decoder.userInfo[.mappingOptions] = MappingOptions.strict
  /// ```
  public static let mappingOptions = CodingUserInfoKey("ModelObjectKit.mappingOptions")

  /// The key of the ``ExportOptions`` in an encoder's `userInfo`.
  ///
  /// With options, dates are written as these say; without, by the encoder's own strategy. Each
  /// class's `dateFormats` count before both.
  ///
  /// Options also override the encoder's strategies and `userInfo` in `Codable` structs with dates. A
  /// struct whose stored values can't be dates follows the encoder always: strings, numbers of at most
  /// 64 bits, `Decimal`s, `Data`, `URL`s, `UUID`s, `TimeZone`s, `Locale`s, models, enums with such raw
  /// values, and optionals, containers and structs of these, unless its own code makes a date.
  ///
  /// ```swift
  /// let encoder = JSONEncoder()
  /// let options = ExportOptions(keyStyle: .snakeCase)
  /// encoder.userInfo[.exportOptions] = options
  /// ```
  public static let exportOptions = CodingUserInfoKey("ModelObjectKit.exportOptions")
}
