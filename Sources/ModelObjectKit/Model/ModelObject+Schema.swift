public import Foundation

extension ModelObject {
  /// The JSON schema of what an export of the class looks like, in UTF-8.
  ///
  /// It is a schema of draft 2020-12, for the class's ``exportOptions``. Classes are in `$defs`, so
  /// that they can hold one another; if a property's class has ``subclasses``, each class of the
  /// family is allowed. An optional may be null or missing, and everything else is required. What
  /// isn't known has an empty schema, which allows anything: `Any`, a ``ModelValue``, a `Codable` type
  /// of your own, and what a transform writes.
  ///
  /// Under `.strict` every property is required, optionals may be null, and other keys are not
  /// allowed: that is what language models ask for.
  ///
  /// ```swift
  /// class Recipe: ModelObject {
  ///   var title = ""
  ///   var minutes: Int?
  ///   override class var descriptions: [String: String] { ["minutes": "Including rest"] }
  /// }
  /// let schema = try JSONSerialization.jsonObject(with: Recipe.jsonSchema(.strict)) as? [String: Any]
  /// schema?["$ref"] as? String  // "#/$defs/Recipe"
  /// ```
  ///
  /// - Throws: A ``ModelError`` of code `unsupportedValue` for `ModelObject` itself.
  public static func jsonSchema(_ form: SchemaForm = .open) throws -> Data {
    try schemaWriter(form).data
  }

  /// The JSON schema of what an export of the class looks like.
  ///
  /// The same text as ``jsonSchema(_:)`` makes.
  public static func jsonSchemaString(_ form: SchemaForm = .open) throws -> String {
    String(decoding: try jsonSchema(form), as: UTF8.self)
  }

  private static func schemaWriter(_ form: SchemaForm) throws -> JSONWriter {
    guard self != ModelObject.self else {
      throw ModelError(.unsupportedValue, message: "ModelObject itself has no properties")
    }
    var options = ExportOptions()
    options.sortedKeys = true
    let writer = JSONWriter(options: options)
    guard writer.write(SchemaMaker.schema(of: self, form)) else {
      throw ModelError(.unsupportedValue, message: "the schema of \(self) can't be written")
    }
    return writer
  }
}
