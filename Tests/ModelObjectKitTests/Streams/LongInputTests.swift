import Foundation
import ModelObjectKit
import Testing

/// Which values are elements, and the errors for others, however the bytes are cut.
struct LongInputTests {
  struct Case: CustomTestStringConvertible {
    let name: String
    let input: LongInput
    let lines: [String]

    init(
      _ name: String,
      _ text: String,
      at path: String? = nil,
      options: MappingOptions? = nil,
      _ lines: [String]
    ) {
      self.name = name
      input = LongInput(text, at: path, options: options)
      self.lines = lines
    }

    var testDescription: String { name }
  }

  static let arrays: [Case] = [
    Case("nothing", "", []),
    Case("blanks", " \n\t\r\n ", []),
    Case("an empty array", " [ ] ", []),
    Case("an array", #"[{"id":1,"name":"a"}, {"id":2}]"#, ["1 a", "2 "]),
    Case("a byte-order mark", "\u{FEFF}[{\"id\":1}]", ["1 "]),
    Case("a mark alone", "\u{FEFF}", []),
    Case("nested objects", #"[{"next":{"id":2,"next":{"id":3}},"id":1}]"#, ["1  > 2  > 3 "]),
    Case(
      "brackets and quotes in strings",
      #"[{"id":1,"name":"]}\"\\"},{"name":"{[\\\"\u005d","id":2}]"#,
      [#"1 ]}"\"#, #"2 {[\"]"#]
    ),
    Case("what is no object", #"[null, 5, "x]", true, [{"id":9}], {"id":3}, -1.5e3]"#, ["3 "]),
    Case(
      "what is no object, strictly",
      #"[{"id":1},null,"x"]"#,
      options: .strictButMissing,
      [
        "1 ", "! invalidInput at [1] | [1]: null where a value is expected (Item)",
        #"! invalidInput at [2] | [2]: expected Item, found String "x""#,
      ]
    ),
    Case(
      "going on behind what does not fit",
      #"[{"id":"x"},{"id":2},{"next":{"id":[]}}]"#,
      options: .strictButMissing,
      [
        #"! invalidInput at [0] | [0].id: expected Int, found String "x""#, "2 ",
        "! invalidInput at [2] | [2].next.id: expected Int, found an array",
      ]
    ),
    Case(
      "characters that begin no value",
      "[{\"id\":1}, é]",
      ["1 ", "! malformedJSON: line 1, column 12: expected a value, found 'é'"]
    ),
    Case(
      "a character with an accent behind it, which another chunk may bring",
      "[{\"id\":1}, é\u{301}]",
      ["1 ", "! malformedJSON: line 1, column 12: expected a value, found 'é'"]
    ),
    Case(
      "a character in a word",
      "[{\"id\":1}, né]",
      ["1 ", "! malformedJSON: line 1, column 13: expected the rest of null, found 'é'"]
    ),
    Case(
      "a letter and its accent",
      "[\"e\u{301}\" x]",
      ["! malformedJSON: line 1, column 7: expected ',' or ']', found 'x'"]
    ),
    Case(
      "a line that is cut in a string",
      "{\"id\":1}\n{\"name\":\"ab\n{}",
      options: .strictButMissing,
      [
        "1 ",
        "! malformedJSON: line 2, column 12: expected '\"' or an escape, found the end of the line",
        "0 ",
      ]
    ),
    Case(
      "a word behind an element",
      #"[{"id":1}Int,{"id":2}]"#,
      ["1 ", "! malformedJSON: line 1, column 10: expected ',' or ']', found 'Int'"]
    ),
    Case(
      "a long word behind an element",
      #"[{"id":1} abcdefghijklmnopqrstuvwxyz"#,
      [
        "1 ",
        "! malformedJSON: line 1, column 11: expected ',' or ']', found 'abcdefghijklmnop'",
      ]
    ),
    Case(
      "a word that begins no value",
      #"[{"id":1}, NaN]"#,
      ["1 ", "! malformedJSON: line 1, column 12: expected a value, found 'NaN'"]
    ),
    Case(
      "a word for a value in an element",
      #"[{"id":1},{"id":Infinity}]"#,
      ["1 ", "! malformedJSON: line 1, column 17: expected a value, found 'Infinity'"]
    ),
    Case(
      "a word behind the array",
      #"[{"id":1}] end"#,
      ["1 ", "! malformedJSON: line 1, column 12: expected the end of the text, found 'end'"]
    ),
    Case(
      "a text that is none",
      "nonsense",
      options: .strictButMissing,
      ["! malformedJSON: line 1, column 2: expected the rest of null, found 'onsense'"]
    ),
    Case(
      "an array that is cut behind an element",
      "[{\"id\":1},\n {\"id\":2}",
      ["1 ", "2 ", "! malformedJSON: line 2, column 10: expected ',' or ']', found the end"]
    ),
    Case(
      "an array that is cut in an element",
      "[{\"id\":1},\n {\"id\":2,\"name\":\"é",
      ["1 ", "! malformedJSON: line 2, column 19: expected '\"', found the end"]
    ),
    Case(
      "a comma too many",
      #"[{"id":1},]"#,
      ["1 ", "! malformedJSON: line 1, column 11: expected a value, found ']'"]
    ),
    Case(
      "a comma too few",
      "[{\"id\":1}\n{\"id\":2}]",
      ["1 ", "! malformedJSON: line 2, column 1: expected ',' or ']', found '{'"]
    ),
    Case(
      "an element that is no JSON",
      "[{\"id\":1},\n{\"id\":2,,},{\"id\":3}]",
      ["1 ", "! malformedJSON: line 2, column 9: expected a key in quotes, found ','"]
    ),
    Case(
      "the wrong bracket",
      #"[{"id":1],{"id":2}]"#,
      ["! malformedJSON: line 1, column 9: expected ',' or '}', found ']'"]
    ),
    Case(
      "text behind the array",
      "[{\"id\":1}]\n x",
      ["1 ", "! malformedJSON: line 2, column 2: expected the end of the text, found 'x'"]
    ),
  ]

  static let lines: [Case] = [
    Case(
      "lines",
      "{\"id\":1}\n{\"id\":2}\r\n\r\n \t\n{\"id\":3,\"name\":\"\\n\"}",
      ["1 ", "2 ", "3 \n"]
    ),
    Case("lines with an end", "\n{\"id\":1}\n{\"id\":2}\n", ["1 ", "2 "]),
    Case(
      "blank lines do not count",
      "\n{\"id\":1}\n\n{\"id\":[]}\n",
      options: .strictButMissing,
      ["1 ", "! invalidInput at [1] | [1].id: expected Int, found an array"]
    ),
    Case(
      "several objects on a line",
      "{\"id\":1} {\"id\":2}{\"id\":3}\n{\"id\":4},",
      ["1 ", "2 ", "3 ", "4 "]
    ),
    Case(
      "objects over several lines",
      "{\n  \"id\": 1,\n  \"next\": {\n    \"id\": 2\n  }\n}\n{\n  \"id\": 3\n}\n",
      options: .strictButMissing,
      ["1  > 2 ", "3 "]
    ),
    Case("a whole document", "\n{\n\"id\":1\n,\n\"name\":\"a\"}", ["1 a"]),
    Case("values of other kinds", #"5 "a"null[{"id":7}]true{"id":1}-1.5{"id":2}"#, ["1 ", "2 "]),
    Case(
      "values of other kinds, strictly",
      "5{\"id\":1}\n\"a\"",
      options: .strictButMissing,
      [
        "! invalidInput at [0] | [0]: expected Item, found Int 5", "1 ",
        #"! invalidInput at [2] | [2]: expected Item, found String "a""#,
      ]
    ),
  ]

  /// Text in which a part isn't JSON; what comes on the next lines is read.
  static let brokenValues: [Case] = [
    Case("a last line that is cut", "{\"id\":1}\n{\"id\":2", ["1 "]),
    Case(
      "a last line that is cut, strictly",
      "{\"id\":1}\n{\"id\":2",
      options: .strictButMissing,
      ["1 ", "! malformedJSON: line 2, column 8: expected ',' or '}', found the end"]
    ),
    Case("a line that is cut", "{\"id\":1}\n{\"id\":2\n{\"id\":3}", ["1 ", "3 "]),
    Case(
      "a line that is cut, strictly",
      "{\"id\":1}\n{\"id\":2\n{\"id\":3}",
      options: .strictButMissing,
      ["1 ", "! malformedJSON: line 3, column 1: expected ',' or '}', found '{'", "3 "]
    ),
    Case(
      "lines that are cut in front of a value",
      "{\"next\":\n{\"id\":1,\"x\":[3,\n{\"id\":2}\n{\"id\":3}\n{\"next\":\n{\"id\":4}",
      ["2 ", "3 ", "4 "]
    ),
    Case(
      "lines that are cut in front of a value, strictly",
      "{\"next\":\n{\"id\":1,\"x\":[3,\n{\"id\":2}\n{\"id\":3}\n{\"next\":\n{\"id\":4}",
      options: .strictButMissing,
      [
        "! malformedJSON: line 4, column 1: expected ',' or ']', found '{'", "2 ", "3 ",
        "! malformedJSON: line 6, column 9: expected ',' or '}', found the end", "4 ",
      ]
    ),
    Case(
      "other text on a line",
      "{\"id\":1} x {\"id\":9}\nnote\n\n \r\n2026 is over\r\n{\"id\":2}",
      ["1 ", "2 "]
    ),
    Case(
      "other text on a line, strictly",
      "{\"id\":1} x {\"id\":9}\nnote\n{\"id\":2}}\n",
      options: .strictButMissing,
      [
        "1 ", "! malformedJSON: line 1, column 10: expected a value, found 'x'",
        "! malformedJSON: line 2, column 2: expected the rest of null, found 'ote'", "2 ",
        "! malformedJSON: line 3, column 9: expected a value, found '}'",
      ]
    ),
    Case(
      "no part of an object that can't be read",
      "{\n  \"id\": 1 2,\n  \"next\":\n  {\n    \"id\": 7\n  }\n}\n{\n  \"id\": 3\n}",
      options: .strictButMissing,
      ["! malformedJSON: line 2, column 11: expected ',' or '}', found '2'", "3 "]
    ),
    Case(
      "lines that are all indented",
      "  {\"id\":1,,}\n\t {\"id\":2}\n   {\"id\":3}\n  [x\n {\"id\":4}",
      ["2 ", "3 ", "4 "]
    ),
    Case(
      "no JSON at all",
      "id;name\n1;a\n",
      ["! malformedJSON: line 1, column 1: expected a value, found 'id'"]
    ),
    Case(
      "a web page",
      "\n<!DOCTYPE html>\n<html>\n  <p>\n{}x\n</html>",
      ["0 "]
    ),
    Case(
      "a web page without an object",
      "\n<!DOCTYPE html>\n<html>\n  {}\n</html>",
      ["! malformedJSON: line 2, column 1: expected a value, found '<'"]
    ),
    Case(
      "one line that is cut",
      "{\"id\":1",
      ["! malformedJSON: line 1, column 8: expected ',' or '}', found the end"]
    ),
  ]

  static let documents: [Case] = [
    Case(
      "an array in a document",
      #"{"ok":[1,{"a":[]}],"Data":{"n":1.5,"ITEMS":[{"id":1},{"id":2}],"items":[{"id":9}]},"z":{}}"#,
      at: "data.items",
      ["1 ", "2 "]
    ),
    Case(
      "the root",
      #"[{"id":1}]"#,
      at: "[0]",
      ["! unexpectedRoot at [0]: expected an array, found an object"]
    ),
    Case("an array in an array", #"[[{"id":1}],[{"id":2}]]"#, at: "[1]", ["2 "]),
    Case("an element's array", #"{"a":[{"b":[{"id":1}]},{"b":[{"id":2}]}]}"#, at: "a[1].b", ["2 "]),
    Case("a key with a full stop", #"{"a":{"b":[{"id":1}]},"a.b":[{"id":2}]}"#, at: "a.b", ["1 "]),
    Case("a whole key in a step", #"{"a":{"a.b":[{"id":2}],"b":[{"id":1}]}}"#, at: "a.b", ["1 "]),
    Case("a whole key", #"{"a.b":[{"id":2}],"a":{"b":[{"id":1}]}}"#, at: "a.b", ["2 "]),
    Case("null is not there", #"{"items":null,"Items":[{"id":2}]}"#, at: "items", ["2 "]),
    Case("an empty path", #"[{"id":1}]"#, at: "", ["1 "]),
    Case("an empty path to values", #"{"id":1}{"id":2}"#, at: "", ["1 ", "2 "]),
    Case(
      "the first of equal keys",
      #"{"data":{"a":1},"data":{"items":[{"id":1}]}}"#,
      at: "data.items",
      ["! unexpectedRoot at data.items: expected an array, found nothing"]
    ),
    Case(
      "issues",
      #"{"Data":{"items":[{"id":1},{"id":[]}]}}"#,
      at: "data.items",
      options: .strictButMissing,
      ["1 ", "! invalidInput at Data.items[1] | Data.items[1].id: expected Int, found an array"]
    ),
    Case(
      "no array",
      #"{"Data":{"items":"x"}}"#,
      at: "data.items",
      [#"! unexpectedRoot at Data.items: expected an array, found String "x""#]
    ),
    Case(
      "nothing there",
      #"{"data":[]}"#,
      at: "data.items",
      ["! unexpectedRoot at data.items: expected an array, found nothing"]
    ),
    Case("no document", "5", at: "a", ["! unexpectedRoot at a: expected an array, found nothing"]),
    Case(
      "bad text before",
      "{\"a\":[1,,2],\"items\":[]}",
      at: "items",
      ["! malformedJSON: line 1, column 9: expected a value, found ','"]
    ),
    Case(
      "bad text behind",
      "{\"items\":[{\"id\":1}],\n\"a\":tru}",
      at: "items",
      ["1 ", "! malformedJSON: line 2, column 8: expected the rest of true, found '}'"]
    ),
    Case(
      "an open document",
      #"{"items":[{"id":1}]"#,
      at: "items",
      ["1 ", "! malformedJSON: line 1, column 20: expected ',' or '}', found the end"]
    ),
    Case(
      "lines with a path",
      "{\"items\":[{\"id\":1}]}\n{\"items\":[]}",
      at: "items",
      ["1 ", "! malformedJSON: line 2, column 1: expected the end of the text, found '{'"]
    ),
  ]

  @Test(arguments: arrays + lines + brokenValues + documents)
  func filesAreRead(_ test: Case) throws {
    let lines = try test.input.fromFile()
    #expect(lines == test.lines)
  }

  @Test(arguments: arrays + lines + brokenValues + documents)
  func itDoesNotMatterWhereChunksEnd(_ test: Case) async {
    let bytes = test.input.bytes
    // Only the first byte of the invalid text may have arrived.
    func start(_ line: String) -> Substring {
      line.firstRange(of: ", found ").map { line[..<$0.lowerBound] } ?? line[...]
    }
    let firstError = test.lines.firstIndex { $0.hasPrefix("!") }
    let expected = test.lines.prefix((firstError ?? test.lines.count) + 1).map(start)
    var badCuts: [Int] = []
    for cut in 0...bytes.count {
      let lines = await test.input.fromChunks([Array(bytes[..<cut]), Array(bytes[cut...])])
      if lines.map(start) != expected { badCuts.append(cut) }
    }
    #expect(badCuts == [])
    #expect(await test.input.fromChunks(bytes.map { [$0] }).map(start) == expected)
    #expect(await test.input.fromBytes().map(start) == expected)
  }

  @Test func largeElementsAreErrors() async throws {
    var input = LongInput(#"[{"id":1},{"id":2,"name":"abcdefgh"},{"id":3}]"#)
    input.maximumElementSize = 20
    let expected = ["1 ", "! tooLarge at [1]: more than 20 bytes"]
    #expect(try input.fromFile() == expected)
    #expect(await input.fromChunks(input.bytes.map { [$0] }) == expected)

    var line = LongInput("{\"id\":1}\n{\"id\":2,\"name\":\"abcdefgh\"}\n")
    line.maximumElementSize = 20
    #expect(try line.fromFile() == expected)
    #expect(await line.fromBytes() == expected)
  }

  /// The limit applies to elements, keys and numbers; strings are skipped piece by piece.
  @Test(arguments: ["\\\"", "\\\\", "é", "x", "1"])
  func whatStandsBesideThePathMayBeOfAnySize(piece: String) async throws {
    let long = String(repeating: piece, count: inLongTests(300_001, else: 100_001))
    let values = piece == "1" ? [long, "-1.5\(long)e7"] : ["\"\(long)\""]
    for value in values {
      let texts = [
        #"{"a":\#(value),"items":[{"id":1}]}"#, #"{"a":[\#(value)],"items":[{"id":1}]}"#,
        #"{"items":[{"id":1}],"b":{"c":\#(value)}}"#,
      ]
      let key = value.first == "\"" ? [#"{\#(value):[1],"items":[{"id":1}],\#(value) : 2}"#] : []
      for text in texts + key {
        var input = LongInput(text, at: "items")
        if text.contains("\"a\":\"") { input.maximumElementSize = 20 }
        #expect(try input.fromFile() == ["1 "])
        #expect(await input.fromChunks(input.bytes.chunks(of: 70_001)) == ["1 "])
      }
    }
    var cut = LongInput(
      #"{"items":[{"id":1}],"a":"\#(String(repeating: "x", count: 300_000))"#,
      at: "items"
    )
    let error = "! malformedJSON: line 1, column 300026: expected '\"', found the end"
    #expect(try cut.fromFile() == ["1 ", error])
    cut.path = "a"
    #expect(try cut.fromFile().map { $0.prefix(20) } == ["! unexpectedRoot at "])
  }

  @Test(arguments: [#"{"%":1,"items":[{"id":1}]}"#, #"{"a":[%],"items":[{"id":1}]}"#])
  func largeKeysAndNumbersAreErrors(text: String) async throws {
    let long = String(repeating: "1", count: 300_001)
    var input = LongInput(text.replacing("%", with: long), at: "items")
    input.maximumElementSize = 70_000
    let lines = await input.fromChunks(input.bytes.chunks(of: 65_536))
    #expect(lines == ["! tooLarge: more than 70000 bytes"])
    input.maximumElementSize = 400_000
    #expect(await input.fromChunks(input.bytes.chunks(of: 65_536)) == ["1 "])
  }

  @Test func depthIsCountedFromTheRoot() throws {
    var options = MappingOptions()
    options.maximumDepth = 4
    let element = #"{"id":1,"next":{"id":2}}"#
    #expect(try LongInput("[\(element)]", options: options).fromFile() == ["1  > 2 "])
    let nested = LongInput(#"{"a":[\#(element)]}"#, at: "a", options: options)
    #expect(try nested.fromFile() == ["1  > 2 "])
    let deep = LongInput(#"{"a":{"b":[{"id":7},\#(element)]}}"#, at: "a.b", options: options)
    #expect(try deep.fromFile() == ["7 ", "! tooDeep at a.b[1].next: more than 4 levels"])
    let beside = LongInput(#"{"x":[[[[1]]]],"a":[]}"#, at: "a", options: options)
    #expect(try beside.fromFile() == ["! tooDeep: more than 4 levels"])
  }

  /// So does JSON in a string, which no look at the element finds.
  @Test func textInAStringCountsItsLevelsToo() throws {
    final class Parsed: LongInput.Item {
      var inner: [String: Any] = [:]
      override class var transforms: [String: PropertyTransform] { ["inner": .jsonText] }
    }
    let open = String(repeating: #"{\"a\":"#, count: 600)
    let deep = "\(open)1\(String(repeating: "}", count: 600))"
    let text = #"[{"id":1},{"id":2,"inner":"\#(deep)"},{"id":3}]"#
    let url = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try Data(text.utf8).write(to: url)
    defer { try? FileManager.default.removeItem(at: url) }
    for options in [nil, MappingOptions(), .strictButMissing] {
      let reader = try ModelReader<Parsed>(contentsOf: url, options: options)
      #expect(try reader.next()?.id == 1)
      let error = #expect(throws: ModelError.self) { try reader.next() }
      #expect(error?.code == .tooDeep && error?.path == "[1]")
    }
  }

  @Test func elementsThatAHookRefusesAreLeftOut() throws {
    let text = #"[{"id":1},{"id":0},{"id":2}]"#
    #expect(try LongInput(text).fromFile(LongInput.CheckedItem.self) == ["1 ", "2 "])
    #expect(
      try LongInput(text, options: .strictButMissing).fromFile(LongInput.CheckedItem.self) == [
        "1 ", "! invalidInput at [1] | [1]: rejected: Refusal()", "2 ",
      ]
    )
  }

  /// Nothing of what is skipped is kept.
  @Test(arguments: ["x", "{} ]", "\"\u{1}", "[1,]"])
  func textThatIsSkippedMayBeOfAnySize(start: String) async throws {
    let long = start + String(repeating: " x", count: 150_000)
    var input = LongInput("{\"id\":1}\n\(long)\n   \(long)\n{\"id\":2}")
    input.maximumElementSize = 20
    #expect(try input.fromFile().filter { $0 != "0 " } == ["1 ", "2 "])
    let chunks = input.bytes.chunks(of: 70_001)
    #expect(await input.fromChunks(chunks).filter { $0 != "0 " } == ["1 ", "2 "])
  }

  @Test(arguments: [String.Encoding.utf16, .utf16BigEndian, .utf16LittleEndian, .utf32])
  func otherEncodingsAreErrors(encoding: String.Encoding) async throws {
    for text in ["{\"id\":1}\n{\"id\":2}\n", "[{\"id\":1}]"] {
      var input = LongInput("")
      input.bytes = Array(try #require(text.data(using: encoding)))
      for lines in [
        try input.fromFile(), await input.fromChunks(input.bytes.chunks(of: 1)),
        await input.fromBytes(),
      ] {
        #expect(lines.count == 1 && lines[0].hasPrefix("! malformedJSON"), "\(lines)")
      }
    }
  }

  @Test func aByteOrderMarkBehindABlankIsNone() async throws {
    let input = LongInput(" \u{FEFF}[{\"id\":1}]", options: .strictButMissing)
    let inChunks = await input.fromChunks([[0x20], Array(input.bytes.dropFirst())])
    for lines in [try input.fromFile(), inChunks, await input.fromBytes()] {
      #expect(lines.count == 1 && lines[0].hasPrefix("! malformedJSON"), "\(lines)")
    }
  }
}

extension [UInt8] {
  fileprivate func chunks(of size: Int) -> [[UInt8]] {
    stride(from: 0, to: count, by: size).map { Array(self[$0..<Swift.min($0 + size, count)]) }
  }
}
