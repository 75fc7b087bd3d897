import Foundation
import ModelObjectKit
import Testing

@testable import ModelObjectTool

/// A document, and the classes that the generator writes for it, which are part of these tests.
struct Fixture: CustomTestStringConvertible, Sendable {
  let document: String
  let className: String
  /// The key style that gives the document back; nil if the classes specify the spelling of keys.
  let style: ExportOptions.KeyStyle?
  /// Maps the document under options, and gives what an export makes of it.
  let roundTrip: @Sendable (Data, MappingOptions, ExportOptions) throws -> Data
  /// The reports on the document, or on each of its elements.
  let explain: @Sendable (Data) throws -> [MappingReport]

  var testDescription: String { document }

  var json: Data {
    get throws { try Data(contentsOf: Self.directory.appending(path: "Documents/\(document)")) }
  }

  /// The classes as they are compiled here.
  var source: String {
    get throws {
      let file = Self.directory.appending(path: "Generated/\(className).swift")
      return try String(contentsOf: file, encoding: .utf8)
    }
  }

  /// The classes as the generator writes them.
  var generated: String {
    get throws {
      var generator = Generator(className: className)
      generator.keepsKeys = style == nil
      generator.hasAccessors = document == "accessors.json"
      return try generator.source(for: [Document(name: document, data: json)])
    }
  }

  private static let directory = URL(filePath: #filePath).deletingLastPathComponent()

  /// A document that is one object.
  static func object<T: ModelObject>(
    _ document: String,
    _ type: T.Type,
    style: ExportOptions.KeyStyle? = nil
  ) -> Fixture {
    Fixture(document: document, className: "\(type)", style: style) { json, options, export in
      try T(json: json, options: options).jsonData(options: export)
    } explain: { json in
      [try T.explain(json: json)]
    }
  }

  /// A document that is an array of objects.
  static func array<T: ModelObject>(
    _ document: String,
    _ type: T.Type,
    style: ExportOptions.KeyStyle? = nil
  ) -> Fixture {
    Fixture(document: document, className: "\(type)", style: style) { json, options, export in
      try [T](json: json, options: options).jsonData(options: export)
    } explain: { json in
      [try [T].explain(json: json)]
    }
  }

  /// A document that is a dictionary of objects.
  static func dictionary<T: ModelObject>(
    _ document: String,
    _ type: T.Type,
    style: ExportOptions.KeyStyle? = nil
  ) -> Fixture {
    Fixture(document: document, className: "\(type)", style: style) { json, options, export in
      let pairs = try [String: T](json: json, options: options).map { key, model in
        "\"\(key)\":\(try model.jsonString(options: export))"
      }
      return Data("{\(pairs.joined(separator: ","))}".utf8)
    } explain: { json in
      let values = try JSONSerialization.jsonObject(with: json) as? [String: [String: Any]] ?? [:]
      return try values.values.map { try T.explain(dictionary: $0) }
    }
  }
}
