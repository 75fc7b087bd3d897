extension Array where Element: ModelObject {
  /// Makes models from the objects of a JSON array.
  ///
  /// Elements that aren't objects, and objects that a hook rejects, are skipped, or are errors, as
  /// the options say. `modelType(for:)` and `subclasses` may select a subclass for each object.
  ///
  /// ```swift
  /// let people = try [Person](json: #"[{"name": "Shan"}, null, {"name": "Kim"}]"#)
  /// people.count  // 2
  /// let json = #"{"data": {"items": [{"name": "Shan"}]}}"#
  /// try [Person](json: json, at: "data.items").count  // 1
  /// ```
  ///
  /// - Throws: A ``ModelError``; its code is `unexpectedRoot` if there is no array.
  public init(
    json: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws {
    self = try Mapping.with(json, at: path, options) {
      try $0.roots(of: Element.self)
    }
  }

  /// Makes models from dictionaries.
  ///
  /// Same as `init(json:at:options:)`.
  ///
  /// ```swift
  /// let people = try [Person](dictionaries: [["name": "Shan"], ["name": "Kim"]])
  /// people.map(\.name)  // ["Shan", "Kim"]
  /// ```
  public init(
    dictionaries: [[String: Any]],
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws {
    try self.init(array: dictionaries, at: path, options: options)
  }

  /// Makes models from an array that may hold anything, such as one of `JSONSerialization`.
  ///
  /// Same as `init(json:at:options:)`: an element that isn't an object is skipped, or is an error,
  /// as the options say.
  ///
  /// ```swift
  /// let parsed: [Any] = [["name": "Shan"], 7, ["name": "Kim"]]
  /// try [Person](array: parsed).map(\.name)  // ["Shan", "Kim"]
  /// ```
  public init(
    array: [Any],
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws {
    let mapping = Mapping(tree: .array(array), at: path, options: .fixed(options))
    self = try mapping.roots(of: Element.self)
  }
}

extension Dictionary where Key == String, Value: ModelObject {
  /// Makes models from the values of a JSON object, and keeps its keys.
  ///
  /// Values that aren't objects, and objects that a hook rejects, are skipped, or are errors, as
  /// the options say.
  ///
  /// ```swift
  /// let people = try [String: Person](json: #"{"a": {"name": "Shan"}}"#)
  /// people["a"]?.name  // "Shan"
  /// ```
  ///
  /// - Throws: A ``ModelError``; its code is `unexpectedRoot` if there is no object.
  public init(
    json: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws {
    self = try Mapping.with(json, at: path, options) {
      try $0.rootsByKey(of: Value.self)
    }
  }

  /// Makes models from the values of a dictionary, and keeps its keys.
  ///
  /// Same as `init(json:at:options:)`: a value that isn't an object is skipped, or is an error, as
  /// the options say.
  ///
  /// ```swift
  /// let parsed: [String: Any] = ["a": ["name": "Shan"], "b": 7]
  /// try [String: Person](dictionary: parsed).mapValues(\.name)  // ["a": "Shan"]
  /// ```
  public init(
    dictionary: [String: Any],
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws {
    let mapping = Mapping(tree: .dictionary(dictionary), at: path, options: .fixed(options))
    self = try mapping.rootsByKey(of: Value.self)
  }
}
