public import ModelObjectEssentials

/// Encodes plain `Codable` types as JSON in the form of a model's export.
///
/// Keys are written as the type encodes them, in its own order, which is the same in each run; members
/// of sets and dictionaries are written in an order of their own. Dates are written as the options say.
/// ``ExportOptions/keyStyle`` and the other options of properties concern models alone.
///
/// ```swift
/// struct Line: Codable {
///   var sku = "a"
///   var day = Date(timeIntervalSince1970: 0)
///   var count: Int?
/// }
///
/// let encoder = ModelEncoder(options: ExportOptions(dateFormat: .dateOnly))
/// let data = try encoder.encode([Line()])
/// print(String(decoding: data, as: UTF8.self))  // [{"sku":"a","day":"1970-01-01"}]
/// ```
public struct ModelEncoder: Sendable {
  /// The options of each encoding, which count for a model, too, in place of those of its class.
  ///
  /// ```swift
  /// var encoder = ModelEncoder()
  /// encoder.options.sortedKeys = true
  /// let data = try encoder.encode(["b": 1, "a": 2])
  /// print(String(decoding: data, as: UTF8.self))  // {"a":2,"b":1}
  /// ```
  public var options: ExportOptions

  /// Makes an encoder.
  ///
  /// ```swift
  /// let encoder = ModelEncoder(options: ExportOptions(prettyPrinted: true))
  /// String(decoding: try encoder.encode([1]), as: UTF8.self) == "[\n  1\n]"  // true
  /// ```
  public init(options: ExportOptions = ExportOptions()) {
    self.options = options
  }

  /// Encodes a value as JSON in UTF-8.
  ///
  /// ```swift
  /// let data = try ModelEncoder().encode(["a", nil])
  /// print(String(decoding: data, as: UTF8.self))  // ["a",null]
  /// ```
  ///
  /// - Throws: The errors of the type's own code, an `EncodingError` for a number that JSON doesn't have,
  ///   or a ``ModelError``: of code `tooDeep`, or `unsupportedValue` for a date that the options can't
  ///   write.
  public func encode<Value: Encodable>(_ value: Value) throws -> Data {
    let exporter = Exporter(options)
    let writer = JSONWriter(options: options, models: exporter)
    try exporter.checked { try exporter.pass(value, to: writer) }
    guard writer.buffer.count > 0 else {
      throw ModelError(.unsupportedValue, message: "JSON has no such value")
    }
    return writer.data
  }
}
