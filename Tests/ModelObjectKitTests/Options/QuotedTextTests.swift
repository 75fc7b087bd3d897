import Foundation
import ModelObjectKit
import Testing

private struct Quoting: Error, CustomStringConvertible { let description: String }

private final class Strict: ModelObject {
  var name = ""
  override func validate() throws {
    if !name.isEmpty { throw Quoting(description: "no name: \(name)") }
  }
}

private final class Holder: ModelObject {
  var strict: Strict?
  var point = Point()
  var list: [Strict] = []
}

private struct Point: Codable {
  var x = Picky()
}

private struct Picky: Codable {
  var text = ""
  init() {}
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    throw DecodingError.dataCorruptedError(in: container, debugDescription: "no: \(text)")
  }
}

/// Whatever shows a part of the input cuts it at 60 characters, and stays on its line.
struct QuotedTexts {
  private static let hostile =
    "\\u001b[2J\\n2026-11-26 admin logged in" + String(repeating: "x", count: 5_000)

  private let json = #"""
    {"strict": {"name": "H"}, "point": {"x": "H"}, "list": [{"name": "H"}]}
    """#
    .replacing("H", with: hostile)

  private func expectQuoted(_ text: String, _ place: String) {
    for line in text.split(separator: "\n") {
      #expect(line.utf8.count < 300, "\(place): \(line)")
      #expect(!line.hasPrefix("2026"), "\(place): \(line)")
    }
    let controls = text.unicodeScalars.filter { $0.properties.generalCategory == .control }
    #expect(controls.allSatisfy { $0 == "\n" }, "\(place)")
    #expect(!text.contains(String(repeating: "x", count: 61)), "\(place)")
  }

  @Test func inIssuesErrorsAndReports() throws {
    let error = #expect(throws: ModelError.self) { try Holder(json: json, options: .strict) }
    let issues = try #require(error?.issues)
    #expect(issues.map(\.path) == ["strict", "point", "list[0]"])
    expectQuoted(try #require(error).description, "error")
    for issue in issues {
      expectQuoted(issue.description, issue.path)
      #expect((issue.found ?? "").count <= 200)
    }
    expectQuoted(try Holder.explain(json: json).description, "report")
    let root = #expect(throws: ModelError.self) {
      try Strict(json: #"{"name": "\#(Self.hostile)"}"#)
    }
    expectQuoted(try #require(root).description, "root")
    expectQuoted(
      try Strict.explain(json: #"{"name": "\#(Self.hostile)"}"#).description,
      "rejected report"
    )
  }

  @Test func inRequiredPropertiesAndConflicts() throws {
    final class Needed: ModelObject {
      var id = 0
      override class var requiredProperties: Set<String> { ["id"] }
    }
    let error = #expect(throws: ModelError.self) {
      try Needed(json: #"{"id": "\#(Self.hostile)"}"#)
    }
    expectQuoted(try #require(error).description, "required")

    final class Counted: ModelObject {
      var counts: [String: Int] = [:]
      var text = ""
    }
    let mine = try Counted(json: #"{"text": "a"}"#)
    let base = mine.copy()
    mine.text = "b"
    let conflicts = try mine.merge(json: #"{"text": "\#(Self.hostile)"}"#, since: base) { _ in
      .mine
    }
    expectQuoted("\(try #require(conflicts.first))", "conflict")
  }
}
