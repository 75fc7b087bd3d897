import Foundation
import ModelObjectKit
import Testing

@testable import ModelObjectTool

/// The elements of an input, however it is cut and broken.
struct InputElementsTests {
  @Test(arguments: [
    ("", false, []), (" \n ", false, []), ("[]", true, []),
    (#"[1, "a", {"b": [2]}, null]"#, true, ["1", #""a""#, #"{"b": [2]}"#, "null"]),
    ("[[1], [2]]", true, ["[1]", "[2]"]),
    ("{\n  \"a\": [1,\n 2]\n}\n", false, ["{\n  \"a\": [1,\n 2]\n}"]),
    ("{\"a\":1}\n{\"a\":2}\r\n\n{\"a\":3}", false, ["{\"a\":1}", "{\"a\":2}", "{\"a\":3}"]),
    ("{\n\"a\":1}{\"a\":\n2}", false, ["{\n\"a\":1}", "{\"a\":\n2}"]),
    ("5", false, ["5"]), ("1\n\"x\"\ntrue", false, ["1", "\"x\"", "true"]),
    ("\u{FEFF}[7]", true, ["7"]),
  ])
  func comeOneByOne(_ text: String, _ isArray: Bool, _ expected: [String]) throws {
    for size in [1, 2, 3, 1_000] {
      var rest = Data(text.utf8)[...]
      let elements = InputElements({
        defer { rest = rest.dropFirst(size) }
        return rest.prefix(size)
      })
      #expect(try all(elements) == expected)
      #expect(elements.isArray == isArray)
    }
  }

  @Test(arguments: [
    ("[1, 2", ["1", "2"], "line 1, column 6: expected ',' or ']'"),
    ("[1] x", ["1"], "line 1, column 5: expected the end of the text"),
    ("{\"a\":1}\n{\"a\":x}", ["{\"a\":1}"], "line 2, column 6: expected a value"),
    ("{\"a\":1}\n{\"a\":", ["{\"a\":1}"], "line 2, column 6: expected a value"),
    ("[1, {\"a\" 1}]", ["1"], "line 1, column 10: expected ':'"),
    ("}", [], "line 1, column 1: expected a value"),
  ])
  func whatIsNoJSONEndsThem(_ text: String, _ before: [String], _ message: String) throws {
    var chunks = [Data(text.utf8)]
    let elements = InputElements({ chunks.popLast() })
    var found: [String] = []
    let error = #expect(throws: ModelError.self) {
      while let element = try elements.next() {
        found.append(String(decoding: element, as: UTF8.self))
      }
    }
    #expect(found == before)
    #expect(error?.code == .malformedJSON)
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    #expect(try elements.next() == nil)
  }

  @Test func tooDeepElementsAreRefused() throws {
    var chunks = [
      Data((String(repeating: "[", count: 513) + String(repeating: "]", count: 513)).utf8)
    ]
    let elements = InputElements({ chunks.popLast() })
    let error = #expect(throws: ModelError.self) { try elements.next() }
    #expect(error?.code == .tooDeep)
  }

  @Test func otherEncodingsAreRead() throws {
    for encoding in [String.Encoding.utf16, .utf16LittleEndian, .utf32BigEndian] {
      var rest = try #require("[\"é\", 2]".data(using: encoding))[...]
      let elements = InputElements({
        defer { rest = rest.dropFirst(5) }
        return rest.prefix(5)
      })
      #expect(try all(elements) == ["\"é\"", "2"])
    }
  }

  @Test func aFileTellsHowFarItIs() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    let line = "{\"name\":\"\(String(repeating: "n", count: 1_000))\"}\n"
    try Data(String(repeating: line, count: 1_000).utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    var parts: [Double] = []
    let elements = InputElements(try OpenFile(reading: url)) { parts.append($0) }
    #expect(try all(elements).count == 1_000)
    #expect(parts == parts.sorted() && parts.last == 1)
    #expect(Set(parts).count > 100)
  }

  private func all(_ elements: InputElements) throws -> [String] {
    var texts: [String] = []
    while let element = try elements.next() {
      texts.append(String(decoding: element, as: UTF8.self))
    }
    return texts
  }
}
