extension RawJSON {
  /// Makes a model of the text, as `init(json:)` does.
  ///
  /// ```swift
  /// let raw = try RawJSON(#"{"NAME": "Shan"}"#)
  /// try raw.model(Person.self).name  // "Shan"
  /// ```
  ///
  /// - Parameters:
  ///   - type: The class; a list is `[Person](json: raw.text)`.
  ///   - options: The options of the mapping; nil for those of the class.
  /// - Returns: The model.
  /// - Throws: The errors of `init(json:options:)`.
  public func model<Model: ModelObject>(
    _ type: Model.Type,
    options: MappingOptions? = nil
  ) throws -> Model {
    try Model(json: text, options: options)
  }

  /// Decodes a value of the text, as a ``ModelDecoder`` does.
  ///
  /// ```swift
  /// let raw = try RawJSON(#"["1", 2]"#)
  /// try raw.decode([Int].self)  // [1, 2]
  /// ```
  ///
  /// - Throws: The errors of ``ModelDecoder/decode(_:from:)``.
  public func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try ModelDecoder().decode(type, from: text)
  }
}
