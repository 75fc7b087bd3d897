extension ModelObject {
  /// Reports what a mapping of JSON text does with each property and each key.
  ///
  /// It makes a model, calls its hooks and discards it. If a hook calls `explain`, it gets an empty
  /// report, because the two could call each other endlessly.
  ///
  /// ```swift
  /// print(try Person.explain(json: #"{"NAME": "Shan", "person-id": "x"}"#))
  /// // Person: 1 mapped, 1 didn't fit, 2 missing
  /// //   name     ← NAME       "Shan"
  /// //   personId – person-id  "x" is not a number
  /// //   image    –            no such key
  /// //   tags     –            no such key
  /// ```
  ///
  /// If a hook or `validate` rejects the object, the first line says so, with the reason, and the
  /// rejection is the last of the report's issues:
  ///
  /// <!-- with:
  /// class Event: ModelObject {
  ///   var seats = 0
  ///   override func validate() throws { if seats < 0 { throw EventError.negativeSeats } }
  /// }
  /// enum EventError: Error { case negativeSeats }
  /// -->
  /// ```swift
  /// print(try Event.explain(json: #"{"Seats": -1}"#))
  /// // Event: rejected: negativeSeats; 1 mapped
  /// //   seats ← Seats  -1
  /// ```
  ///
  /// - Throws: The errors of making a model, for example for text that isn't JSON, but none for
  ///   issues and rejections.
  public static func explain(
    json: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    try Mapping.with(json, at: path, options, isReport: true) { mapping in
      try mapping.report("\(self)") { try mapping.root(self) }
    }
  }

  /// Reports what a mapping of a dictionary does with each property and each key.
  public static func explain(
    dictionary: [String: Any],
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    let tree = CallersTree.dictionary(dictionary)
    let mapping = Mapping(tree: tree, at: path, options: .fixed(options), isReport: true)
    return try mapping.report("\(self)") { try mapping.root(self) }
  }
}

extension Array where Element: ModelObject {
  /// Reports what a mapping of a JSON array does with each property and each key of its objects.
  ///
  /// Same as for one model; the paths begin with the index.
  ///
  /// ```swift
  /// print(try [Image].explain(json: #"[{"image_id": 1}, {"imageId": "x"}]"#))
  /// // [Image]: 1 mapped, 1 didn't fit, 2 missing
  /// //   [0].imageId  ← [0].image_id  1
  /// //   [0].imageUrl –               no such key
  /// //   [1].imageId  – [1].imageId   "x" is not a number
  /// //   [1].imageUrl –               no such key
  /// ```
  ///
  /// - Throws: The errors of making an array, but none for issues and rejections.
  public static func explain(
    json: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    try Mapping.with(json, at: path, options, isReport: true) { mapping in
      try mapping.report("[\(Element.self)]") { try mapping.roots(of: Element.self) }
    }
  }

  /// Reports what a mapping of dictionaries does with each property and each key.
  ///
  /// Same as for a JSON array.
  public static func explain(
    dictionaries: [[String: Any]],
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    try explain(array: dictionaries, at: path, options: options)
  }

  /// Reports what a mapping of an array that may hold anything does with each property and each key.
  ///
  /// Same as for a JSON array.
  public static func explain(
    array: [Any],
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    let tree = CallersTree.array(array)
    let mapping = Mapping(tree: tree, at: path, options: .fixed(options), isReport: true)
    return try mapping.report("[\(Element.self)]") { try mapping.roots(of: Element.self) }
  }
}

extension Dictionary where Key == String, Value: ModelObject {
  /// Reports what a mapping of a JSON object of models does with each property and each key.
  ///
  /// Same as for an array; the paths begin with the key.
  ///
  /// ```swift
  /// print(try [String: Image].explain(json: #"{"a": {"image_id": 1}}"#))
  /// // [String: Image]: 1 mapped, 1 missing
  /// //   a.imageId  ← a.image_id  1
  /// //   a.imageUrl –             no such key
  /// ```
  ///
  /// - Throws: The errors of making a dictionary, but none for issues.
  public static func explain(
    json: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    try Mapping.with(json, at: path, options, isReport: true) { mapping in
      try mapping.report("[String: \(Value.self)]") { try mapping.rootsByKey(of: Value.self) }
    }
  }

  /// Reports what a mapping of a dictionary of models does with each property and each key.
  ///
  /// Same as for a JSON object.
  public static func explain(
    dictionary: [String: Any],
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    let tree = CallersTree.dictionary(dictionary)
    let mapping = Mapping(tree: tree, at: path, options: .fixed(options), isReport: true)
    return try mapping.report("[String: \(Value.self)]") { try mapping.rootsByKey(of: Value.self) }
  }
}

extension Mapping {
  /// Whether a report is being made, for hooks that call `explain`.
  @TaskLocal private static var isExplaining = false

  /// Calls a closure that maps the input, and reports on that.
  ///
  /// Inside another report, the report is empty: a mapping might call the same hook again,
  /// endlessly.
  func report(_ root: String, _ map: () throws -> Any) throws -> MappingReport {
    guard !Mapping.isExplaining else { return MappingReport(root: root) }
    var name = root
    var rejection: ModelError.Issue?
    do {
      let result = try Mapping.$isExplaining.withValue(true) { try map() }
      if let model = result as? ModelObject { name = "\(type(of: model).shown)" }
    } catch let error as ModelError where error.code == .rejected {
      let reason = error.message ?? error.underlyingError?.quoted
      rejection = ModelError.Issue(kind: .rejected, path: error.path, typeName: root, found: reason)
    }
    return MappingReport(
      root: name == root ? root : "\(name) (for \(root))",
      matches: notes.matches,
      unmappedParts: notes.unmapped,
      issues: notes.issues + [rejection].compactMap(\.self),
      rejection: rejection
    )
  }
}
