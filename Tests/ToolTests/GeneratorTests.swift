import Foundation
import ModelObjectKit
import Testing

@testable import ModelObjectTool

/// The classes that the generator writes for a document.
struct GeneratorTests {
  /// Objects inside each other, none of which is like the next: work in proportion to the cube of
  /// their number would take minutes.
  @Test(arguments: ["same", "alternating", "ids", "kinds", "growing"])
  func deepObjectsAreReadInAMoment(_ kind: String) throws {
    var json = #"{"end": 1}"#
    for level in (0..<400).reversed() {
      json =
        switch kind {
        case "same": #"{"a": \#(json), "id": \#(level)}"#
        case "alternating": #"{"\#(level % 2 == 0 ? "a" : "b")": \#(json), "id": \#(level)}"#
        case "ids": level % 2 == 0 ? #"{"\#(level)": \#(json)}"# : #"{"name": \#(json)}"#
        case "kinds":
          #"{"a": \#(json), "b": \#(["[[1]]", "\"x\"", "1", "true", "{\"q\": 1}"][level % 5])}"#
        default: #"{"a": \#(json)\#((0..<level % 7).map { ", \"p\($0)\": 1" }.joined())}"#
        }
    }
    #expect(try Generator().source(for: Data(json.utf8)).contains("class "))
  }

  struct Case: CustomTestStringConvertible, Sendable {
    let json: String
    let declaration: String
    var testDescription: String { "\(json) -> \(declaration)" }

    init(_ json: String, _ declaration: String) {
      self.json = json
      self.declaration = declaration
    }
  }

  static let properties = [
    Case(#"{"a": true}"#, "var a = false"),
    Case(#"{"a": 1}"#, "var a = 0"),
    Case(#"{"a": 1.0}"#, "var a = 0.0"),
    Case(#"{"a": "1"}"#, "var a = \"\""),
    Case(#"{"a": null}"#, "var a: Any?  // always null"),
    Case(#"{"a": {}}"#, "var a: [String: Any] = [:]  // always empty"),
    Case(#"{"a": []}"#, "var a: [Any] = []  // always empty"),
    Case(#"{"a": [1, 2.5]}"#, "var a: [Double] = []"),
    Case(#"{"a": [true, 2]}"#, "var a: [Any] = []  // boolean or number"),
    Case(
      #"{"a": [1, "x", true, 0.5]}"#,
      "var a: [Any] = []  // boolean or number or string"
    ),
    Case(#"{"a": [1, null]}"#, "var a: [Int?] = []"),
    Case(#"{"a": [[1], [], [2]]}"#, "var a: [[Int]] = []"),
    Case(#"{"a": [1, [2]]}"#, "var a: [Any] = []  // number or array"),
    Case(#"{"a": 9223372036854775807}"#, "var a = 0"),
    Case(#"{"a": 9223372036854775808}"#, "var a: Decimal?"),
    Case(#"{"a": [9007199254740993, 0.5]}"#, "var a: [Decimal] = []"),
    Case(
      #"{"a": 1e400}"#,
      "var a = \"\"  // too large for a number type: exported as a string"
    ),
    Case(
      #"{"a": 1234567890123456789012345678901234567890}"#,
      "var a = \"\"  // too large for a number type: exported as a string"
    ),
    Case(#"{"a": [123456789012345678.5, 1e200]}"#, "var a: [Any] = []"),
    Case(#"{"a": "2014-05-06"}"#, "var a: Date?  // reads only the format in `dateFormats`"),
    Case(#"{"a": "/Date(1451606400000)/"}"#, "var a: Date?"),
    Case(#"{"a": "2014-13-06"}"#, "var a = \"\""),
    Case(#"{"a": ["2014-05-06", "soon"]}"#, "var a: [String] = []"),
    Case(#"{"a": "1451606400"}"#, "var a = \"\""),
    Case(#"{"a": "https://example.com/a?b=c"}"#, "var a: URL?"),
    Case(#"{"a": "example.com"}"#, "var a = \"\""),
    Case(#"{"a": {"12": 1, "13": 2}}"#, "var a: [String: Int] = [:]"),
    Case(#"{"a": {"12": 1, "name": 2}}"#, "var a: A?"),
    Case(#"{"user_id": 1}"#, "var userId = 0"),
    Case(#"{"userID": 1}"#, "var userID = 0"),
    Case(#"{"USER_ID": 1}"#, "var userId = 0"),
    Case(#"{"HTMLBody": 1}"#, "var htmlBody = 0"),
    Case(#"{"2nd": 1}"#, "var _2nd = 0"),
    Case(#"{"a1.0.3-1": 1}"#, "var a1_0_3_1 = 0"),
    Case(#"{"person-id": 1}"#, "var personId = 0"),
    Case(#"{"+1": 1}"#, "var plusOne = 0"),
    Case(#"{"+2": 1}"#, "var _2 = 0"),
    Case(#"{"func": 1}"#, "var `func` = 0"),
    Case(#"{"a": 1, "a": "x"}"#, "var a = \"\""),
    Case(#"{"a\u00e9\ud83d\ude00": 1}"#, "var aé = 0"),
  ]

  @Test(arguments: properties) func types(_ row: Case) throws {
    let lines = try source(row.json).split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(lines.contains(Substring(row.declaration)))
  }

  @Test(arguments: properties) func whatItSaysOfAPropertyIsAllThereIs(_ row: Case) throws {
    let declarations = try source(row.json).split(separator: "\n").filter { $0.hasPrefix("  var ") }
    #expect(declarations.count == 1)
  }

  @Test func keysThatFoldBackNeedNoMapping() throws {
    let source = try source(#"{"user_id": 1, "Person Name": 2, "_private": 3, "class": 4}"#)
    #expect(!source.contains("keyMapping"))
    #expect(!source.contains("keyMatching"))
  }

  @Test func anEmptyObjectLacksWhatLaterOnesHave() throws {
    let source = try source(#"{"x": {"w": {}, "id": 1}, "y": {"x": {"w": {"k": 1}, "id": 2}}}"#)
    #expect(source.contains("var k: Int?\n"))
    #expect(source.contains("var id = 0\n"))
  }

  @Test func reactionsAreSpelledOut() throws {
    let source = try source(#"{"a": {"-1": 0, "+1": 2, "eyes": 0}, "+1": {"x": 1}}"#)
    #expect(source.contains("  class A: ModelObject {\n    var minusOne = 0\n"))
    #expect(source.contains("    var plusOne = 0\n"))
    #expect(source.contains(#""minusOne": "-1""#) && source.contains(#""plusOne": "+1""#))
    #expect(source.contains("  var plusOne: PlusOne?\n"))
  }

  @Test(arguments: properties) func nothingIsRequired(_ row: Case) throws {
    #expect(!(try source(row.json).contains("requiredProperties")))
  }

  @Test func onlyOtherKeysAreMapped() throws {
    let source = try source(#"{"user_id": 1, "@id": 2}"#)
    #expect(source.contains("\n    [\"id\": \"@id\"]\n"))
    #expect(!source.contains("\"userId\""))
  }

  @Test(arguments: [
    #"{"user_id": 1, "userId": 2}"#, #"{"ID": 1, "id": 2}"#, #"{"straße": 1, "STRASSE": 2}"#,
    #"{"Ключ": 1, "ключ": 2}"#,
  ])
  func keysThatFoldAlikeAreMatchedExactly(_ json: String) throws {
    let source = try source(json)
    #expect(source.contains("override class var keyMatching: KeyMatching { .exact }"))
    #expect(source.split(separator: "\n").count { $0.hasPrefix("  var ") } == 2)
  }

  @Test func aKeyCanNotBreakOutOfItsLiteral() throws {
    let source = try source(##"{"\"] } // \\(x)\n": 1}"##)
    #expect(source.contains(##"\"] } // \\(x)\u{a}"##))
  }

  @Test(arguments: [
    ("[1, 2]", decoding("[Int]")),
    ("[[1], [2.5]]", decoding("[[Double]]")),
    ("[\"a\", null]", decoding("[String?]")),
    ("[1, \"a\"]", "\(noObjects): it needs no class; read it with \(serialization)"),
    ("[]", noObjects),
    ("[null]", noObjects),
    ("\"text\"", "the document is neither an object nor an array of objects"),
    ("7", "the document is neither an object nor an array of objects"),
    ("null", "the document is neither an object nor an array of objects"),
  ])
  func documentsWithoutObjects(_ json: String, _ message: String) throws {
    let failure = #expect(throws: Failure.self) { try source(json) }
    #expect(failure?.description == message)
  }

  @Test(arguments: ["", "{", "{\"a\": 01}", "[1,]", "{\"a\":1,}", "nope"])
  func whatIsNoDocumentIsTheLibrarysError(_ json: String) {
    #expect(throws: ModelError.self) { try source(json) }
  }

  @Test(arguments: [
    String.Encoding.utf8, .utf16BigEndian, .utf16LittleEndian, .utf32BigEndian, .utf32LittleEndian,
  ])
  func documentsInEveryEncoding(_ encoding: String.Encoding) throws {
    for mark in ["", "\u{feff}"] {
      let document = try #require((mark + #"{"größe": 1}"#).data(using: encoding))
      #expect(try Generator().source(for: document).contains("  var größe = 0\n"))
    }
  }

  @Test func tooDeepADocument() {
    let json = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    let error = #expect(throws: ModelError.self) { try source("{\"a\": \(json)}") }
    #expect(error?.code == .tooDeep)
  }

  @Test func progressIsToldForALongDocument() throws {
    var parts: [Double] = []
    let element = #"{"name": "\#(String(repeating: "x", count: 1000))"}"#
    let json = "[" + Array(repeating: element, count: 3000).joined(separator: ",") + "]"
    _ = try Generator(tell: { parts.append($0) }).source(for: Data(json.utf8))
    #expect(parts.count > 10)
    #expect(parts == parts.sorted())
    #expect(parts.allSatisfy { (0...1).contains($0) })
  }

  private static let noObjects = "the document is an array, but not one of objects"
  private static let serialization = "`try JSONSerialization.jsonObject(with: data)`"

  private static func decoding(_ type: String) -> String {
    "\(noObjects): it needs no class; "
      + "read it with `try JSONDecoder().decode(\(type).self, from: data)`"
  }

  private func source(_ json: String) throws -> String {
    try Generator().source(for: Data(json.utf8))
  }
}
