import Foundation
import Testing

@testable import ModelObjectKit

struct JSONKeyTests {
  static let paths: [(String, [PathStep])] = [
    ("ext.desc", [.key("ext"), .key("desc")]),
    ("name.info[1].time", [.key("name"), .key("info"), .index(1), .key("time")]),
    ("[0].a", [.index(0), .key("a")]),
    ("[7]", [.index(7)]),
    ("[1][2]", [.index(1), .index(2)]),
    ("a[0][1]", [.key("a"), .index(0), .index(1)]),
    ("a[0][1].b[2]", [.key("a"), .index(0), .index(1), .key("b"), .index(2)]),
    ("a[007]", [.key("a"), .index(7)]),
    ("a[9223372036854775807]", [.key("a"), .index(.max)]),
    (" a . b ", [.key(" a "), .key(" b ")]),
    ("图.标题", [.key("图"), .key("标题")]),
    ("a.\u{301}b", [.key("a"), .key("\u{301}b")]),
    ("1.5", [.key("1"), .key("5")]),
  ]

  @Test(arguments: paths)
  func aPathIsReadStepByStep(text: String, steps: [PathStep]) throws {
    let alternative = try #require(JSONKey(text).alternatives.first)
    #expect(alternative.text == text)
    #expect(alternative.path == steps)
  }

  @Test(
    arguments: [
      (#"1\.0\.1"#, "1.0.1", nil),
      (#"a\.b.c"#, "a.b.c", [.key("a.b"), .key("c")]),
      (#"a\[0]"#, "a[0]", nil),
      (#"a\[0].b[1]"#, "a[0].b[1]", [.key("a[0]"), .key("b"), .index(1)]),
      (#"a\\.b"#, #"a\.b"#, [.key(#"a\"#), .key("b")]),
      (#"a\\\.b"#, #"a\.b"#, nil),
      (#"a\b.c\]"#, #"a\b.c\]"#, nil),
      (#"a\b\.c"#, #"a\b.c"#, nil),
      (#"a\"#, #"a\"#, nil),
      (#"\"#, #"\"#, nil),
      (#"\\"#, #"\"#, nil),
      (#"\.\["#, ".[", nil),
      (#"\.a.\[b"#, ".a.[b", [.key(".a"), .key("[b")]),
      (#"a[\.1]"#, "a[.1]", nil),
      (#"a.\.\u{301}"#, #"a..\u{301}"#, [.key("a"), .key(#".\u{301}"#)]),
    ] as [(String, String, [PathStep]?)]
  )
  func aBackslashTakesTheNextCharacterAsItIs(
    text: String,
    whole: String,
    steps: [PathStep]?
  ) throws {
    let alternative = try #require(JSONKey(text).alternatives.first)
    #expect(alternative.text == whole)
    #expect(alternative.path == steps)
  }

  @Test(arguments: [
    "", "name", "user_name", "user name", "a/b", "数", "🙂",
    ".", "..", ".a", "a.", "a..b", ".a.b", "a.b.",
    "[", "]", "[]", "a[", "a]", "a[]", "a[]]", "a[[0]]", "a[0", "a0]", "[0", "0]", "a]0[",
    "a[x]", "a[-1]", "a[+1]", "a[ 1]", "a[1 ]", "a[1.5]", "a[1,2]", "a[0x1]", "a[１]", "a[१]",
    "a[1]b", "a[1]b.c", "[1]b", "a.[0]", "a[0].", "a[0]..b", "a].b", "a.b]", "a[0\u{301}]",
    "a[9223372036854775808]", "a[99999999999999999999]", "a[-9223372036854775809]",
  ])
  func aTextThatIsNoPathIsAWholeKeyOnly(text: String) throws {
    let alternative = try #require(JSONKey(text).alternatives.first)
    #expect(alternative.text == text)
    #expect(alternative.path == nil)
  }

  /// Every string of up to 6 special characters, compared with the grammar as a regular expression.
  @Test func everyShortTextIsReadAsTheGrammarSays() throws {
    var texts = [""]
    var last = texts
    for _ in 1...inLongTests(6, else: 5) {
      last = last.flatMap { text in ["a", ".", "[", "]", "1", "-"].map { text + $0 } }
      texts += last
    }
    let grammar = try Regex(#"([a1-]+(\[1+\])*|(\[1+\])+)(\.[a1-]+(\[1+\])*)*"#)
    for text in texts {
      let hasSteps = text.contains(".") || text.contains("[")
      let isPath = try hasSteps && grammar.wholeMatch(in: text) != nil
      let path = try #require(JSONKey(text).alternatives.first).path
      guard (path != nil) == isPath else {
        Issue.record("\(text) is read as \(String(describing: path))")
        return
      }
      let spelled = path.map { $0.reversed().reduce("") { $1.joined(to: $0) } }
      guard spelled == nil || spelled == text else {
        Issue.record("\(text) is read as \(String(describing: path))")
        return
      }
    }
    #expect(texts.count == inLongTests(55_987, else: 9_331))
  }

  @Test func literalsAndTextsMakeTheSameKeys() {
    let literal: JSONKey = "ext.desc"
    #expect(literal == JSONKey(["ext", "desc"].joined(separator: ".")))
    #expect(literal.hashValue == JSONKey("ext.desc").hashValue)
    let list: JSONKey = ["id", "ID", "book_id"]
    #expect(list == JSONKey(["id", "ID", "book_id"]))
    #expect(list.alternatives.map(\.text) == ["id", "ID", "book_id"])
    let mapping: [String: JSONKey] = ["bookId": ["id", "ext.id"], "name": "n"]
    #expect(mapping["name"] == JSONKey("n"))
    #expect(mapping["bookId"]?.alternatives.map { $0.path == nil } == [true, false])
  }

  @Test func theOrderOfAListCounts() {
    #expect(JSONKey(["a", "b"]) != JSONKey(["b", "a"]))
    #expect(JSONKey("a") == JSONKey(["a"]))
    #expect(JSONKey("a") != JSONKey(["a", "a"]))
  }

  @Test func anEmptyListFeedsFromNothing() {
    let key: JSONKey = []
    #expect(key.alternatives.isEmpty)
  }

  @Test func aVeryLongTextIsRead() throws {
    let names = Array(repeating: "a", count: 100_000)
    let path = try #require(JSONKey(names.joined(separator: ".")).alternatives.first?.path)
    #expect(path == names.map(PathStep.key))
    let indexes = "a" + String(repeating: "[3]", count: 100_000)
    #expect(JSONKey(indexes).alternatives.first?.path?.count == 100_001)
    let open = String(repeating: "[", count: 100_000)
    #expect(JSONKey(open).alternatives.first?.path == nil)
  }
}

struct OptionDefaults {
  @Test func lenientReportsMismatchesAlone() {
    for options in [MappingOptions(), .lenient] {
      #expect(options.mismatches == .report)
      #expect(options.missingKeys == .ignore)
      #expect(options.unknownKeys == .ignore)
      #expect(options.maximumDepth == 512)
    }
  }

  @Test func strictAllowsUnknownKeysOnly() {
    #expect(MappingOptions.strict.mismatches == .fail)
    #expect(MappingOptions.strict.missingKeys == .fail)
    #expect(MappingOptions.strict.unknownKeys == .ignore)
    #expect(MappingOptions.strict.maximumDepth == 512)
  }

  @Test(arguments: [(1, 1), (0, 1), (-1, 1), (.min, 1), (2, 2), (.max, .max)])
  func aDepthBelowOneIsOne(given: Int, taken: Int) {
    var options = MappingOptions()
    options.maximumDepth = given
    #expect(options.maximumDepth == taken)
  }

  @Test func anExportWritesAllPropertiesInPlace() {
    let options = ExportOptions()
    #expect(options.keyStyle == .property)
    #expect(!options.includesNulls)
    #expect(options.dateFormat == .iso8601)
    #expect(options.timeZone.secondsFromGMT() == 0)
    #expect(options.relationships == .embedded)
    #expect(options.properties == nil)
    #expect(!options.sortedKeys)
    #expect(!options.prettyPrinted)
  }

  @Test func aTransformHasOneOrTwoDirections() throws {
    let cents = PropertyTransform(
      read: { ($0 as? Int).map { $0 / 100 } },
      write: { ($0 as? Int).map { $0 * 100 } }
    )
    #expect(try cents.read(1250) as? Int == 12)
    #expect(try cents.read(nil) == nil)
    let write = try #require(cents.write)
    #expect(try write(12) as? Int == 1200)
    #expect(PropertyTransform(read: { $0 }).write == nil)
  }
}
