public import Foundation

extension Array where Element: ModelObject {
  /// The models as dictionaries of plain values.
  ///
  /// Each is exported as by its own `dictionaryRepresentation(options:)`; a model whose
  /// `didExport`, or a transform's `write`, throws is left out. The options' `properties` count for
  /// each.
  ///
  /// ```swift
  /// let people = try [Person](json: #"[{"name": "Shan"}, {"name": "Kim"}]"#)
  /// try people.dictionaryRepresentations().count  // 2
  /// ```
  public func dictionaryRepresentations(
    options: ExportOptions = ExportOptions()
  ) throws -> [[String: Any]] {
    try Exporter(options, numbersModels: true).roots(self)
  }

  /// The models as a JSON array in UTF-8.
  ///
  /// As ``dictionaryRepresentations(options:)``, written straight as text.
  public func jsonData(options: ExportOptions = ExportOptions()) throws -> Data {
    try Exporter(options, numbersModels: true).text(of: self).buffer.takeData()
  }

  /// The models as a JSON array.
  ///
  /// The same text as ``jsonData(options:)`` makes.
  public func jsonString(options: ExportOptions = ExportOptions()) throws -> String {
    try Exporter(options, numbersModels: true).text(of: self).buffer.string
  }

  /// The models as lines of JSON text in UTF-8 (NDJSON): one object in each, with a line feed
  /// behind.
  ///
  /// As ``jsonData(options:)``, but for the layout: `prettyPrinted` is ignored. An empty array is
  /// an empty text.
  ///
  /// ```swift
  /// let images = try [Image](json: #"[{"imageId": 1}, {"imageId": 2}]"#)
  /// let text = String(decoding: try images.jsonLines(), as: UTF8.self)
  /// text == "{\"imageId\":1}\n{\"imageId\":2}\n"  // true
  /// ```
  public func jsonLines(options: ExportOptions = ExportOptions()) throws -> Data {
    var options = options
    options.prettyPrinted = false
    return try Exporter(options, numbersModels: true).lines(of: self).buffer.takeData()
  }
}
