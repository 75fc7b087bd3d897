import Foundation
import ModelObjectKit
import Testing

private final class Place: ModelObject {
  var value: Any?
}

/// Invalid text is an error with the line and column of an editor.
struct JSONErrorPlaces {
  private static let table: [(text: String, line: Int, column: Int)] = [
    ("", 1, 1),
    ("   ", 1, 4),
    ("\n", 2, 1),
    ("{", 1, 2),
    ("{\n", 2, 1),
    ("}", 1, 1),
    ("{a", 1, 2),
    (#"{"a"}"#, 1, 5),
    (#"{"a" 1}"#, 1, 6),
    (#"{"a":}"#, 1, 6),
    (#"{"a":1"#, 1, 7),
    (#"{"a":1,}"#, 1, 8),
    (#"{"a":1 "b":2}"#, 1, 8),
    (#"{"value":1]"#, 1, 11),
    (#"{"value":[1}"#, 1, 12),
    (#"{"value":[1,]}"#, 1, 13),
    (#"{"value":tru}"#, 1, 13),
    (#"{"unknown":nul}"#, 1, 15),
    (#"{"value":1.}"#, 1, 12),
    (#"{"value":-}"#, 1, 11),
    (#"{"value":1e}"#, 1, 12),
    (#"{"unknown":1e+}"#, 1, 15),
    (#"{"value":01}"#, 1, 11),
    (#"{"value":"a"#, 1, 12),
    ("{\"value\":\"a\u{1}\"}", 1, 12),
    (#"{"value":"\x"}"#, 1, 12),
    (#"{"value":"\u12G4"}"#, 1, 15),
    (#"{"value":"\ud800"}"#, 1, 11),
    (#"{"value":1} x"#, 1, 13),
    ("{\"value\":1}\n\nx", 3, 1),
    ("{\n  \"value\": 1,\n  \"other\": x\n}", 3, 12),
    ("{\r\n  \"value\": 1,\r\n  x\r\n}", 3, 3),
    ("{\"é\":\"😀é\", x}", 1, 12),
    ("{\n\"e\u{301}\" x}", 2, 5),
    ("{\t\"a\":x}", 1, 7),
    ("{\"value\":{\"a\":[\n[\n{\"b\":?}]]}}", 3, 6),
  ]

  @Test(arguments: table) func areGivenByLineAndColumn(text: String, line: Int, column: Int) {
    let expected = "line \(line), column \(column):"
    for data in [Data(text.utf8), Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8)] {
      do {
        _ = try Place(json: data)
        Issue.record("\(text.debugDescription) was taken")
      } catch let error as ModelError {
        #expect(error.code == .malformedJSON)
        #expect(error.description.contains(expected), "\(text.debugDescription): \(error)")
        #expect(error.errorDescription == error.description)
      } catch {
        Issue.record(error)
      }
    }
  }

  @Test func areTheSameFromUTF16() throws {
    for (text, line, column) in Self.table where text.utf16.count > 1 && !text.hasPrefix("\n") {
      let data = Data([0xFF, 0xFE]) + text.utf16.map(\.littleEndian).withUnsafeBytes { Data($0) }
      let error = #expect(throws: ModelError.self) { try Place(json: data) }
      #expect(
        error?.description.contains("line \(line), column \(column):") == true,
        "\(text.debugDescription): \(String(describing: error))"
      )
    }
  }

  /// The place of an error doesn't depend on the class.
  @Test(arguments: [
    ("{\"value\": [1 2]}", "column 14: expected ',' or ']', found '2'"),
    ("nul", "column 4: expected the rest of null, found the end"),
    ("{\"value\": tru\n}", "column 14: expected the rest of true, found the end of the line"),
    ("{\"value\": fals\t}", "column 15: expected the rest of false, found a tab"),
    ("{\"value\": NaN}", "column 11: expected a value, found 'NaN'"),
    ("{\"value\": \"a\r\n\"}", "column 13: expected '\"' or an escape, found the end of the line"),
    ("{\"value\": \"a\u{1}\"}", "column 13: expected '\"' or an escape, found a control character"),
  ])
  func nameWhatWasExpectedAndFound(text: String, words: String) {
    let error = #expect(throws: ModelError.self) { try Place(json: text) }
    #expect(error?.description == "malformedJSON: line 1, " + words)
  }
}
