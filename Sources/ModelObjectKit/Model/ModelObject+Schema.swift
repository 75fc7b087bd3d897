public import ModelObjectEssentials

extension ModelObject {
  /// Returns the JSON schema of the class's exports, in UTF-8.
  ///
  /// The schema is of draft 2020-12, for the class's ``exportOptions``. Classes are in `$defs`, so
  /// they can contain each other; if a property's class has ``subclasses``, all of them are
  /// allowed. An optional may be null or missing, and so may the result of a transform; everything
  /// else is required. Values of unknown form have an empty schema, which allows anything: `Any`, a
  /// ``ModelValue``, a custom `Codable` type, the result of a transform, and, if the export options
  /// have ``ExportOptions/references``, models in properties. A property with
  /// ``PropertyTransform/jsonText`` is a string.
  ///
  /// The schema can't describe values that exports omit, such as a `Double` that isn't finite:
  /// their properties are still required. In arrays and dictionaries such a number is null, which
  /// the open schema allows. A validator that checks formats refuses a relative `URL`, which isn't a
  /// `uri`, and a date after the year 9999. Nor can the schema describe what ``didExport(_:)``
  /// changes: for a class that overrides it, no property is required, other keys are allowed, and
  /// the properties are described as the hook receives them.
  ///
  /// Properties are in the order of their declaration, in which services with structured outputs write
  /// an answer: declare `reasoning` before `answer`. All other keys are sorted.
  ///
  /// With `.strict`, as language models require it, every property is required, optionals may be
  /// null, and other keys aren't allowed. The root is an object itself, with its `properties`. Models
  /// are described whole, whatever ``ExportOptions/references`` says.
  ///
  /// ```swift
  /// class Recipe: ModelObject {
  ///   var title = ""
  ///   var minutes: Int?
  ///   override class var descriptions: [String: String] {
  ///     ["minutes": "Including rest"]
  ///   }
  /// }
  /// let text = try Recipe.jsonSchema(.strict)
  /// let schema = try JSONSerialization.jsonObject(with: text) as? [String: Any]
  /// schema?["required"] as? [String]  // ["title", "minutes"]
  /// ```
  ///
  /// - Throws: A ``ModelError`` of code `unsupportedValue` for `ModelObject` itself, and if the key
  ///   style gives two properties the same key. A strict
  ///   schema also throws for a class with ``subclasses`` (make it a property of another class),
  ///   and if the class, or one in it, overrides ``didExport(_:)`` or has an
  ///   ``unknownKeysProperty``, because its exports may have any key.
  public static func jsonSchema(_ form: SchemaForm = .open) throws -> Data {
    guard self != ModelObject.self else {
      throw ModelError(.unsupportedValue, message: "ModelObject itself has no properties")
    }
    let writer = JSONWriter()
    let schema = try SchemaMaker.schema(of: self, form)
    guard writer.write({ $0.write(schema: schema) }) else {
      throw ModelError(.unsupportedValue, message: "the schema of \(self) can't be written")
    }
    return writer.data
  }

  /// Returns the JSON schema of the class's exports.
  ///
  /// Same as ``jsonSchema(_:)``.
  ///
  /// ```swift
  /// class Tag: ModelObject {
  ///   var name = ""
  /// }
  /// let schema = try Tag.jsonSchemaString()
  /// schema.contains(#""properties":{"name":{"type":"string"}}"#)  // true
  /// ```
  public static func jsonSchemaString(_ form: SchemaForm = .open) throws -> String {
    String(decoding: try jsonSchema(form), as: UTF8.self)
  }
}
