public import Foundation

extension Array where Element: ModelObject {
  /// The models as dictionaries of plain values.
  ///
  /// Each is exported as by its own `dictionaryRepresentation(options:)`; a model whose
  /// `didExport`, or a transform's `write`, throws is left out. The options' `properties` count for
  /// each, and list what at least one of the models has. Without options those of the array's class,
  /// ``ModelObject/exportOptions``, are used.
  ///
  /// ```swift
  /// let people = try [Person](json: #"[{"name": "Shan"}, {"name": "Kim"}]"#)
  /// try people.dictionaryRepresentations().count  // 2
  /// ```
  public func dictionaryRepresentations(
    options: ExportOptions? = nil
  ) throws -> [[String: Any]] {
    try Exporter(options, for: self).roots(self)
  }

  /// The models as a JSON array in UTF-8.
  ///
  /// As ``dictionaryRepresentations(options:)``, written straight as text.
  public func jsonData(options: ExportOptions? = nil) throws -> Data {
    try Exporter(options, for: self).text(of: self).buffer.takeData()
  }

  /// The models as a JSON array.
  ///
  /// The same text as ``jsonData(options:)`` makes.
  public func jsonString(options: ExportOptions? = nil) throws -> String {
    try Exporter(options, for: self).text(of: self).buffer.string
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
  public func jsonLines(options: ExportOptions? = nil) throws -> Data {
    var options = options ?? Element.exportOptions
    options.prettyPrinted = false
    return try Exporter(options, for: self).lines(of: self).buffer.takeData()
  }
}

extension Dictionary where Key == String, Value: ModelObject {
  /// The models as a JSON object in UTF-8, under their keys in sorted order.
  ///
  /// A model whose `didExport`, or a transform's `write`, throws is omitted. The options'
  /// `properties` count for each.
  ///
  /// ```swift
  /// let images = try [String: Image](json: #"{"b": {"imageId": 2}, "a": {"imageId": 1}}"#)
  /// String(decoding: try images.jsonData(), as: UTF8.self)  // {"a":{"imageId":1},"b":{"imageId":2}}
  /// ```
  public func jsonData(options: ExportOptions? = nil) throws -> Data {
    try Exporter(options, for: values).text(of: self).buffer.takeData()
  }

  /// The models as a JSON object, under their keys in sorted order.
  ///
  /// The same text as ``jsonData(options:)`` makes.
  public func jsonString(options: ExportOptions? = nil) throws -> String {
    try Exporter(options, for: values).text(of: self).buffer.string
  }
}
