public import ModelObjectEssentials

// An array's method would let the next one in an expression, such as `jsonString()`, pass unchecked.
extension Collection where Element: ModelObject {
  /// Returns the models as dictionaries of plain values.
  ///
  /// Each is exported as by `dictionaryRepresentation(options:)`; a model whose `didExport` or
  /// transform throws is omitted. ``ExportOptions/properties`` applies to each model; a name that
  /// none of them has is an error. Without options, the ``ModelObject/exportOptions`` of the
  /// array's class are used.
  ///
  /// ```swift
  /// let people = try [Person](json: #"[{"name": "Shan"}, {"name": "Kim"}]"#)
  /// try people.dictionaryRepresentations().count  // 2
  /// ```
  public func dictionaryRepresentations(
    options: ExportOptions? = nil
  ) throws -> [[String: Any]] {
    let models = Array(self)
    return try Exporter(options, for: models).roots(models)
  }
}

extension Array where Element: ModelObject {
  /// Returns the models as a JSON array in UTF-8.
  ///
  /// Same as `dictionaryRepresentations(options:)`, as text.
  ///
  /// ```swift
  /// let images = try [Image](json: #"[{"imageId": 1}, {"imageId": 2}]"#)
  /// let text = String(decoding: try images.jsonData(), as: UTF8.self)
  /// text == #"[{"imageId":1},{"imageId":2}]"#  // true
  /// ```
  public func jsonData(options: ExportOptions? = nil) throws -> Data {
    try Exporter(options, for: self).text(of: self).buffer.popData()
  }

  /// Returns the models as a JSON array.
  ///
  /// Same as `jsonData(options:)`.
  ///
  /// ```swift
  /// let images = try [Image](json: #"[{"imageId": 1}, {"imageId": 2}]"#)
  /// try images.jsonString() == #"[{"imageId":1},{"imageId":2}]"#  // true
  /// ```
  public func jsonString(options: ExportOptions? = nil) throws -> String {
    try Exporter(options, for: self).text(of: self).buffer.string
  }

  /// Returns the models as lines of JSON text in UTF-8 (NDJSON): one object per line, with a line
  /// feed after each.
  ///
  /// Same as `jsonData(options:)`, except that `prettyPrinted` is ignored. An empty array gives
  /// empty data.
  ///
  /// ```swift
  /// let images = try [Image](json: #"[{"imageId": 1}, {"imageId": 2}]"#)
  /// let text = String(decoding: try images.jsonLines(), as: UTF8.self)
  /// text == "{\"imageId\":1}\n{\"imageId\":2}\n"  // true
  /// ```
  public func jsonLines(options: ExportOptions? = nil) throws -> Data {
    var options = options ?? Element.exportOptions
    options.prettyPrinted = false
    options.writesLines = true
    let exporter = try Exporter(options, for: self)
    return try exporter.text { try exporter.lines(of: self, to: $0) }.buffer.popData()
  }
}

extension Dictionary where Key == String, Value: ModelObject {
  /// Returns the models as a JSON object in UTF-8, with sorted keys.
  ///
  /// A model whose `didExport` or transform throws is omitted. ``ExportOptions/properties`` applies
  /// to each model.
  ///
  /// ```swift
  /// let json = #"{"b": {"imageId": 2}, "a": {"imageId": 1}}"#
  /// let data = try [String: Image](json: json).jsonData()
  /// String(decoding: data, as: UTF8.self)  // {"a":{"imageId":1},"b":{"imageId":2}}
  /// ```
  public func jsonData(options: ExportOptions? = nil) throws -> Data {
    try Exporter(options, for: values).text(of: self).buffer.popData()
  }

  /// Returns the models as a JSON object, with sorted keys.
  ///
  /// Same as ``jsonData(options:)``.
  public func jsonString(options: ExportOptions? = nil) throws -> String {
    try Exporter(options, for: values).text(of: self).buffer.string
  }
}
