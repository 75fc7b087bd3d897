import ModelObjectEssentials

extension RawJSON: Codable {
  /// Encodes the content, with any encoder, as an `Any` is encoded; a row of a database gets the text.
  public func encode(to encoder: any Encoder) throws {
    if CoderKinds.of(encoder) is RowCoders {
      var container = encoder.singleValueContainer()
      return try container.encode(text)
    }
    let exporter = Exporter(ExportOptions())
    let content = try exporter.checked {
      exporter.builder.value(forCoders: true) { $0.raw(self) }
    }
    try EncodedTree(content ?? JSONNull.value).encode(to: encoder)
  }

  /// Makes JSON of what a decoder holds.
  ///
  /// It is the text that an export would write of it. The text of a column in a database's row is kept
  /// as it is.
  ///
  /// - Throws: A `DecodingError` if a column's text isn't JSON, or if the value can't be written as
  ///   JSON; a ``ModelError`` of code `tooDeep`.
  public init(from decoder: any Decoder) throws {
    guard CoderKinds.of(decoder) is RowCoders else {
      self = try ModelDecoding.json(in: decoder)
      return
    }
    self = try RawJSON(ofColumn: try decoder.singleValueContainer())
  }

  /// A row that was copied has no text for a number.
  private init(ofColumn column: any SingleValueDecodingContainer) throws {
    if column.decodeNil() {
      self = .null
      return
    }
    let number = (try? column.decode(Int64.self))?.description
    let text = try (try? column.decode(String.self)) ?? number ?? "\(column.decode(Double.self))"
    do {
      self = try RawJSON(text)
    } catch let error as ModelError {
      let message = "not JSON: \(error.message ?? "")"
      throw DecodingError.dataCorruptedError(in: column, debugDescription: message)
    }
  }
}
