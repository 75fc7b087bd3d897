public import ModelObjectEssentials

extension ModelStruct {
  /// Makes a value from the object in JSON text, as ``ModelObjectProtocol/init(json:at:options:)`` does.
  ///
  /// ```swift
  /// struct Point: ModelStruct {
  ///   var x = 0
  ///   var y = 0
  /// }
  /// try Point(json: #"{"X": "3"}"#).x  // 3
  /// ```
  ///
  /// - Throws: A ``ModelError`` if the text isn't JSON or its root isn't an object, if a required
  ///   property is missing or a hook throws, or if the options make an issue an error.
  public init(
    json: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws {
    self = try StructStandIn<Self>(json: json, at: path, options: options).value
  }

  /// Makes a value from a dictionary.
  ///
  /// ```swift
  /// struct Point: ModelStruct { var x = 0 }
  /// try Point(dictionary: ["x": 3]).x  // 3
  /// ```
  ///
  /// - Throws: The errors of ``init(json:at:options:)``.
  public init(
    dictionary: [String: Any],
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws {
    self = try StructStandIn<Self>(dictionary: dictionary, at: path, options: options).value
  }

  /// Updates the value from the object in JSON text: what the text lacks stays.
  ///
  /// ```swift
  /// struct Point: ModelStruct {
  ///   var x = 1
  ///   var y = 2
  /// }
  /// var point = Point()
  /// try point.update(json: #"{"x": 5}"#)
  /// [point.x, point.y]  // [5, 2]
  /// ```
  ///
  /// - Throws: The errors of ``init(json:at:options:)``; then nothing has changed.
  public mutating func update(
    json: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws {
    let object = StructStandIn(self)
    try object.update(json: json, at: path, options: options)
    self = object.value
  }

  /// Updates the value from a dictionary.
  ///
  /// ```swift
  /// struct Point: ModelStruct { var x = 1 }
  /// var point = Point()
  /// try point.update(dictionary: ["x": "5"])
  /// point.x  // 5
  /// ```
  ///
  /// - Throws: The errors of ``init(json:at:options:)``; then nothing has changed.
  public mutating func update(
    dictionary: [String: Any],
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws {
    let object = StructStandIn(self)
    try object.update(dictionary: dictionary, at: path, options: options)
    self = object.value
  }

  /// Reports what a mapping of JSON text does with each key and property.
  ///
  /// ```swift
  /// struct Point: ModelStruct { var x = 0 }
  /// print(try Point.explain(json: #"{"x": "3", "z": 1}"#))
  /// // Point: 1 mapped, 1 unknown key
  /// //   x ← x  3 (from "3")
  /// //   ? ← z  unknown key
  /// ```
  ///
  /// - Throws: A ``ModelError`` if the text isn't JSON or its root isn't an object.
  public static func explain(
    json: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    try Mapping.with(json, at: path, options, isReport: true) { mapping in
      try mapping.report("\(self)") { try mapping.root(StructStandIn<Self>.self) }
    }
  }

  /// Reports what a mapping of a dictionary does with each key and property.
  ///
  /// ```swift
  /// struct Point: ModelStruct { var x = 0 }
  /// try Point.explain(dictionary: ["x": "a"]).issues.count  // 1
  /// ```
  ///
  /// - Throws: A ``ModelError`` if the path leads to no object.
  public static func explain(
    dictionary: [String: Any],
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    let tree = CallersTree.dictionary(dictionary)
    let mapping = Mapping(tree: tree, at: path, options: .fixed(options), isReport: true)
    return try mapping.report("\(self)") { try mapping.root(StructStandIn<Self>.self) }
  }

  /// The mistakes in the lists of the struct, as ``ModelObject/declarationProblems()`` finds them.
  ///
  /// ```swift
  /// struct Point: ModelStruct {
  ///   var height = 0
  ///   static var ignoredProperties: Set<String> { ["heigth"] }
  /// }
  /// Point.declarationProblems().count  // 1
  /// ```
  public static func declarationProblems() -> [String] {
    StructStandIn<Self>.declarationProblems()
  }

  /// The JSON schema of exports, as ``ModelObject/jsonSchema(_:)`` makes it.
  ///
  /// ```swift
  /// struct Point: ModelStruct { var x = 0 }
  /// try Point.jsonSchema().isEmpty  // false
  /// ```
  public static func jsonSchema(_ form: SchemaForm = .open) throws -> Data {
    try StructStandIn<Self>.jsonSchema(form)
  }

  /// The JSON schema of exports as a string.
  ///
  /// ```swift
  /// struct Point: ModelStruct { var x = 0 }
  /// try Point.jsonSchemaString().contains(#""x":{"type":"integer"}"#)  // true
  /// ```
  public static func jsonSchemaString(_ form: SchemaForm = .open) throws -> String {
    try StructStandIn<Self>.jsonSchemaString(form)
  }
}

extension Array where Element: ModelStruct {
  /// Makes values from the array in JSON text; elements that don't fit are skipped, which is an issue.
  ///
  /// ```swift
  /// struct Point: ModelStruct { var x = 0 }
  /// try [Point](json: #"[{"x": 1}, 7, {"x": 2}]"#).map(\.x)  // [1, 2]
  /// ```
  ///
  /// - Throws: A ``ModelError`` if the text isn't JSON or its root isn't an array, or if the options make
  ///   an issue an error.
  public init(
    json: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws {
    self = try Mapping.with(json, at: path, options) { try $0.roots(of: Element.self) }
  }

  /// Makes values from dictionaries.
  ///
  /// ```swift
  /// struct Point: ModelStruct { var x = 0 }
  /// try [Point](dictionaries: [["x": 1]]).count  // 1
  /// ```
  public init(
    dictionaries: [[String: Any]],
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws {
    try self.init(array: dictionaries, at: path, options: options)
  }

  /// Makes values from an array of dictionaries.
  ///
  /// ```swift
  /// struct Point: ModelStruct { var x = 0 }
  /// try [Point](array: [["x": 1], "y"]).count  // 1
  /// ```
  public init(
    array: [Any],
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws {
    let mapping = Mapping(tree: .array(array), at: path, options: .fixed(options))
    self = try mapping.roots(of: Element.self)
  }

  /// Reports what a mapping of JSON text does with each element.
  ///
  /// ```swift
  /// struct Point: ModelStruct { var x = 0 }
  /// try [Point].explain(json: #"[{"x": "a"}]"#).issues.count  // 1
  /// ```
  public static func explain(
    json: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws -> MappingReport {
    try Mapping.with(json, at: path, options, isReport: true) { mapping in
      try mapping.report("[\(Element.self)]") { try mapping.roots(of: Element.self) }
    }
  }
}

extension Dictionary where Key == String, Value: ModelStruct {
  /// Makes values from the object in JSON text, by their keys; values that don't fit are skipped, which
  /// is an issue.
  ///
  /// ```swift
  /// struct Point: ModelStruct { var x = 0 }
  /// try [String: Point](json: #"{"a": {"x": 1}, "b": 7}"#).mapValues(\.x)  // ["a": 1]
  /// ```
  ///
  /// - Throws: A ``ModelError`` if the text isn't JSON or its root isn't an object, or if the options
  ///   make an issue an error.
  public init(
    json: some JSONSource,
    at path: String? = nil,
    options: MappingOptions? = nil
  ) throws {
    let objects = try [String: StructStandIn<Value>](json: json, at: path, options: options)
    self = objects.mapValues(\.value)
  }
}
