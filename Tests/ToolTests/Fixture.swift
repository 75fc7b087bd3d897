import Foundation
import ModelObjectKit
import Testing

@testable import ModelObjectTool

/// A document, and the classes that the generator writes for it, which are part of these tests.
struct Fixture: CustomTestStringConvertible, Sendable {
  let document: String
  let className: String
  /// Maps the document under options.
  let map: @Sendable (Data, MappingOptions) throws -> Void
  /// What is said of the whole document, or of each of its elements.
  let explain: @Sendable (Data) throws -> [MappingReport]

  var testDescription: String { document }

  var json: Data {
    get throws { try Data(contentsOf: Self.directory.appending(path: "Documents/\(document)")) }
  }

  var source: String {
    get throws {
      let file = Self.directory.appending(path: "Generated/\(className).swift")
      return try String(contentsOf: file, encoding: .utf8)
    }
  }

  private static let directory = URL(filePath: #filePath).deletingLastPathComponent()

  static let all = [
    object("user.json", UserDocument.self),
    object("keys.json", KeysDocument.self),
    object("collisions.json", CollisionsDocument.self),
    object("ids.json", IdsDocument.self),
    object("thread.json", ThreadDocument.self),
    object("casing.json", CasingDocument.self),
    object("charges.json", ChargesDocument.self),
    object("dots.json", DotsDocument.self),
    object("feed.json", FeedDocument.self),
    object("linked.json", LinkedDocument.self),
    object("nulls.json", NullsDocument.self),
    object("words.json", WordsDocument.self),
    Fixture(document: "mixed.json", className: "MixedDocument") { json, options in
      _ = try [MixedDocument](json: json, options: options)
    } explain: { json in
      let elements = try JSONSerialization.jsonObject(with: json) as? [[String: Any]] ?? []
      return try elements.map { try MixedDocument.explain(dictionary: $0) }
    },
    Fixture(document: "byid.json", className: "ByidDocument") { json, options in
      _ = try [String: ByidDocument](json: json, options: options)
    } explain: { json in
      let values = try JSONSerialization.jsonObject(with: json) as? [String: [String: Any]] ?? [:]
      return try values.values.map { try ByidDocument.explain(dictionary: $0) }
    },
  ]

  private static func object<T: ModelObject>(_ document: String, _ type: T.Type) -> Fixture {
    Fixture(document: document, className: "\(type)") { json, options in
      _ = try T(json: json, options: options)
    } explain: { json in
      [try T.explain(json: json)]
    }
  }
}
