import Foundation

extension ModelObject: Codable {
  /// Encodes the model as its dictionary, with the same keys.
  ///
  /// See ``ModelObjectInitializable/dictionaryRepresentation(options:)``.
  ///
  /// It works with any encoder and inside of other `Codable` values. Dates are ISO 8601 texts and
  /// data is base64, whatever the encoder does with its own, so that what is encoded decodes to an
  /// equal model. A subclass's own `CodingKeys` are not asked.
  ///
  /// - Throws: What making the dictionary throws, and the encoder's own errors.
  public final func encode(to encoder: any Encoder) throws {
    try EncodedTree(try Exporter(in: encoder).nestedRoot(self)).encode(to: encoder)
  }
}

extension ModelObjectInitializable {
  /// Makes a model from a decoder, by its own rules of keys and conversions.
  ///
  /// It works with any decoder and inside of other `Codable` values. The object is of the class
  /// that `modelType(for:)` picks. A subclass's own `init(from:)` and `CodingKeys` are not asked.
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
  /// - Throws: A `DecodingError` where the decoder holds no object, and what mapping a dictionary
  ///   throws.
  public init(from decoder: any Decoder) throws {
    try self.init(dictionary: try DecodedTree.object(from: decoder))
  }
}
