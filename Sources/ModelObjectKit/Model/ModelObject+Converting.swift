extension ModelObject {
  /// Converts a value to a type, as a mapping does: by the table in <doc:ValuesAndConversions>.
  ///
  /// Use it in hooks, which get the raw values of the input. Dates are read with the class's own
  /// ``mappingOptions``. The result is nil for null, nil, and values that don't fit.
  ///
  /// ```swift
  /// class Order: ModelObject {
  ///   var total = 0.0
  ///   override func serializeValue(_ value: Any?, key: String) throws {
  ///     guard FuzzyKey("cents") ~= key else {
  ///       return try super.serializeValue(value, key: key)
  ///     }
  ///     let total = Self.convert(value, to: Double.self).map { $0 / 100 }
  ///     try super.serializeValue(total ?? value, key: "total")
  ///   }
  /// }
  /// try Order(json: #"{"cents": "1250"}"#).total  // 12.5
  /// ModelObject.convert(1.25e3, to: Int.self)  // 1250
  /// ModelObject.convert("twelve", to: Int.self)  // nil
  /// ```
  public static func convert<Value>(_ value: Any?, to type: Value.Type) -> Value? {
    let mapping = Mapping(options: .fixed(mappingOptions))
    let shape = shape(for: type)
    return try? shape?.read(mapping.input(of: value), mapping)
  }
}
