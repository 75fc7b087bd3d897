extension ModelObject {
  /// Tells what a mapping of JSON text would do with each property and each key.
  ///
  /// A model is made, hooks included, and thrown away. A hook that calls `explain` meanwhile gets
  /// an empty report: else the two would call one another without end.
  ///
  /// ```swift
  /// print(try Person.explain(json: #"{"NAME": "Shan", "person-id": "x"}"#))
  /// // Person: 1 mapped, 1 didn't fit, 2 missing
  /// //   name     ← NAME       "Shan"
  /// //   personId – person-id  "x" is no number
  /// //   image    –            no such key
  /// //   tags     –            no such key
  /// ```
  ///
  /// - Throws: As making a model does, for text that is no JSON or an error thrown by a hook of the
  ///   root, but not for strict handling.
  public static func explain(
    json: some JSONSource,
    at path: JSONKey? = nil,
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    try JSONText.with(json) { text in
      try Mapping.report("\(self)", text, path, options) { try $0.root(self) }
    }
  }

  /// Tells what a mapping of a dictionary would do with each property and each key.
  public static func explain(
    dictionary: [String: Any],
    at path: JSONKey? = nil,
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    try Mapping.report("\(self)", nil, path, options) {
      try $0.root(self, dictionary)
    }
  }
}

extension Array where Element: ModelObject {
  /// Tells what a mapping of a JSON array would do with each property and each key of its objects.
  ///
  /// As for one model; the paths begin with the index.
  ///
  /// ```swift
  /// print(try [Image].explain(json: #"[{"image_id": 1}, {"imageId": "x"}]"#))
  /// // [Image]: 1 mapped, 1 didn't fit, 2 missing
  /// //   [0] imageId  ← image_id  1
  /// //       imageUrl –           no such key
  /// //   [1] imageId  – imageId   "x" is no number
  /// //       imageUrl –           no such key
  /// ```
  ///
  /// - Throws: As making an array does, but not for strict handling.
  public static func explain(
    json: some JSONSource,
    at path: JSONKey? = nil,
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    try JSONText.with(json) { text in
      try Mapping.report("[\(Element.self)]", text, path, options) {
        try $0.roots(of: Element.self)
      }
    }
  }
}

extension Array where Element: ModelObject {
  /// Tells what a mapping of dictionaries would do with each property and each key.
  ///
  /// Same as for a JSON array.
  public static func explain(
    dictionaries: [[String: Any]],
    at path: JSONKey? = nil,
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    try Mapping.report("[\(Element.self)]", nil, path, options) {
      try $0.roots(dictionaries, of: Element.self)
    }
  }
}

extension Dictionary where Key == String, Value: ModelObject {
  /// Tells what a mapping of a JSON object of models would do with each property and each key.
  ///
  /// Same as for an array; the paths begin with the key.
  ///
  /// ```swift
  /// print(try [String: Image].explain(json: #"{"a": {"image_id": 1}}"#))
  /// // [String: Image]: 1 mapped, 1 missing
  /// //   a ← a
  /// //     imageId  ← image_id  1
  /// //     imageUrl –           no such key
  /// ```
  ///
  /// - Throws: As making a dictionary does, but not for strict handling.
  public static func explain(
    json: some JSONSource,
    at path: JSONKey? = nil,
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    try JSONText.with(json) { text in
      try Mapping.report("[String: \(Value.self)]", text, path, options) {
        try $0.rootsByKey(of: Value.self)
      }
    }
  }
}

extension Mapping {
  /// Makes a mapping and reports on it.
  ///
  /// Within another report no mapping is made: it might call the hook that asks for this report
  /// again, without end.
  fileprivate static func report<Result>(
    _ root: String,
    _ text: ByteView?,
    _ path: JSONKey?,
    _ options: MappingOptions?,
    _ map: (Mapping) throws -> Result
  ) throws -> MappingReport {
    guard !Explaining.isUnderWay else { return MappingReport(root: root) }
    let mapping = Mapping(
      text: text,
      at: path,
      options: .fixed(options),
      isReport: true
    )
    let result = try Explaining.$isUnderWay.withValue(true) { try map(mapping) }
    guard let model = result as? ModelObject, "\(type(of: model))" != root else {
      return mapping.report(root)
    }
    return mapping.report("\(type(of: model)) (for \(root))")
  }
}

/// Whether a report is being made, for hooks that ask for one; on whatever thread they are called.
private enum Explaining {
  @TaskLocal static var isUnderWay = false
}
