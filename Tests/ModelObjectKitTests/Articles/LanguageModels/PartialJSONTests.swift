import Foundation
import ModelObjectKit
import Testing

/// The beginning of a text: its certain part is mapped.
struct PartialJSONTests {
  class Note: ModelObject {
    var title = ""
    var stars = 0
    var ratio = 0.0
    var done = false
    var day: Date?
    var link: URL?
    var kind: Kind?
    var tags: [String] = []
    var marks: [Int] = []
    var names: [String: String] = [:]
    var sizes: [String: Int] = ["default": 1]
    var anything: Any?
    var point: Point?
    var shout = ""
    var lines: [Line]?
    var next: Note?

    override class var transforms: [String: PropertyTransform] {
      ["shout": PropertyTransform(read: { ($0 as? String)?.uppercased() })]
    }
  }

  enum Kind: String { case plain, plainer }
  struct Point: Codable { var x: Int, y: Int? }

  struct Line: ModelValue {
    let words: [String]
    init?(modelValue: Any) {
      guard let words = modelValue as? [String] else { return nil }
      self.words = words
    }
    var modelValue: Any { words }
  }

  /// A text, and the export of its model.
  @Test(arguments: [
    ("", "{}"),
    (" \n", "{}"),
    ("{", "{}"),
    (#"{"titl"#, "{}"),
    (#"{"title""#, "{}"),
    (#"{"title":"#, "{}"),
    (#"{"title": ""#, "{}"),
    (#"{"title": "a b"#, #"{"title":"a b"}"#),
    (#"{"title": "a b""#, #"{"title":"a b"}"#),
    (#"{"title": "a\"#, #"{"title":"a"}"#),
    (#"{"title": "a\n"#, #"{"title":"a\n"}"#),
    (#"{"title": "a\u00e"#, #"{"title":"a"}"#),
    (#"{"title": "a\u00e9"#, #"{"title":"aé"}"#),
    (#"{"title": "a\ud83d"#, #"{"title":"a"}"#),
    (#"{"title": "a\uD83D\"#, #"{"title":"a"}"#),
    (#"{"title": "a\ud83d\ude0"#, #"{"title":"a"}"#),
    (#"{"title": "a\ud83d\ude00"#, #"{"title":"a😀"}"#),
    (#"{"ti\ud83d"#, "{}"),
    (#"{"title": "nul"#, #"{"title":"nul"}"#),
    (#"{"stars": 1"#, "{}"),
    (#"{"stars": 1 "#, #"{"stars":1}"#),
    (#"{"stars": 1,"#, #"{"stars":1}"#),
    (#"{"stars": -"#, "{}"),
    (#"{"stars": "12"#, "{}"),
    (#"{"stars": "12""#, #"{"stars":12}"#),
    (#"{"ratio": 1."#, "{}"),
    (#"{"ratio": 1.5e"#, "{}"),
    (#"{"done": tru"#, "{}"),
    (#"{"done": true"#, #"{"done":true}"#),
    (#"{"day": "2014-05-06"#, "{}"),
    (#"{"day": "2014-05-06""#, #"{"day":"2014-05-06T00:00:00Z"}"#),
    (#"{"link": "http://a.b"#, "{}"),
    (#"{"kind": "plain"#, "{}"),
    (#"{"kind": "plain""#, #"{"kind":"plain"}"#),
    (#"{"shout": "a"#, "{}"),
    (#"{"shout": "a""#, #"{"shout":"A"}"#),
    (#"{"tags": ["#, "{}"),
    (#"{"tags": ["a", "b"#, #"{"tags":["a","b"]}"#),
    (#"{"tags": ["a","#, #"{"tags":["a"]}"#),
    (#"{"tags": "a"#, #"{"tags":["a"]}"#),
    (#"{"tags": "nul"#, "{}"),
    (#"{"marks": [1, 2"#, #"{"marks":[1]}"#),
    (#"{"marks": [1, "2"#, #"{"marks":[1]}"#),
    (#"{"names": {"a": "b", "c": "d"#, #"{"names":{"a":"b","c":"d"}}"#),
    (#"{"names": {"a": "b", "c"#, #"{"names":{"a":"b"}}"#),
    (#"{"sizes": {"a": 1, "b": "2"#, #"{"sizes":{"a":1}}"#),
    (#"{"sizes": ["#, "{}"),
    (#"{"anything": "a"#, #"{"anything":"a"}"#),
    (#"{"anything": [1, {"a": ["b"#, #"{"anything":[1,{"a":["b"]}]}"#),
    (#"{"point": {"x": 1, "#, "{}"),
    (#"{"point": {"x": 1}"#, #"{"point":{"x":1}}"#),
    (#"{"lines": [["a", "b"], ["c""#, #"{"lines":[["a","b"]]}"#),
    (#"{"next": {"#, #"{"next":{}}"#),
    (
      #"{"next": {"title": "a", "next": {"stars": 1, "title": "b"#,
      #"{"next":{"next":{"stars":1,"title":"b"},"title":"a"}}"#
    ),
  ])
  func whatIsCertainIsTaken(_ text: String, _ expected: String) throws {
    var options = ExportOptions()
    options.sortedKeys = true
    let defaults = try Note().dictionaryRepresentation()
    for note in [try Note(partialJSON: text), try Note(partialJSON: Data(text.utf8))] {
      // Properties with their default aren't compared.
      let changed = try note.withoutDefaults(defaults)
      #expect(changed == expected)
    }
    let note = Note()
    try note.update(partialJSON: text)
    #expect(try note.withoutDefaults(defaults) == expected)
  }

  @Test(arguments: [
    ("{]", ModelError.Code.malformedJSON), ("{,", .malformedJSON), (#"{"a" 1"#, .malformedJSON),
    (#"{"a": 01"#, .malformedJSON), (#"{"a": "\x"#, .malformedJSON),
    (#"{"a": trx"#, .malformedJSON),
    (#"{"a": "\udc00"#, .malformedJSON),
    ("{\"a\": \"\u{1}", .malformedJSON), (#"[{"a": 1"#, .unexpectedRoot),
  ])
  func whatCannotBeTheBeginningIsAnError(_ text: String, _ code: ModelError.Code) {
    for body: () throws -> Void in [
      { _ = try Note(partialJSON: text) }, { _ = try Note(partialJSON: Data(text.utf8)) },
      { try Note().update(partialJSON: text) },
    ] {
      let error = #expect(throws: ModelError.self) { try body() }
      #expect(error?.code == code)
    }
  }

  @Test func dataMayEndWithinACharacter() throws {
    let text = Array(#"{"title": "a€😀b"}"#.utf8)
    let titles = try (10...text.count).map { count in
      try Note(partialJSON: Data(text.prefix(count))).title
    }
    #expect(titles == titles.sorted())
    #expect(Set(titles) == ["", "a", "a€", "a€😀", "a€😀b"])
    let error = #expect(throws: ModelError.self) {
      try Note(partialJSON: Data(text.prefix(12) + [0xE2, 0x41]))
    }
    #expect(error?.code == .malformedJSON)
  }

  @Test(arguments: [
    String.Encoding.utf8, .utf16LittleEndian, .utf16BigEndian, .utf32LittleEndian, .utf32BigEndian,
  ])
  func anyEncodingMayBeCutAnywhere(_ encoding: String.Encoding) throws {
    let last = "😀"
    for mark in ["", "\u{FEFF}"] {
      let text = mark + #"{"stars": 12, "title": "a\#(last)"}"#
      let data = try #require(text.data(using: encoding))
      for count in 0...data.count {
        let note = try Note(partialJSON: data.prefix(count))
        #expect(["", "a", "a" + last].contains(note.title) && [0, 12].contains(note.stars))
      }
      #expect(try Note(partialJSON: data).title == "a" + last)
    }
  }

  /// What they refer to may still arrive.
  @Test func referencesAreNoIssuesBeforeTheEnd() throws {
    final class Page: ModelObject {
      var author: Note?
      var others: [Note] = []
      var all: [Note] = []
    }
    var options = MappingOptions.strict
    options.missingKeys = .ignore
    options.references = .preserved
    let text = #"{"author": {"$ref": "1"}, "others": [{"$ref": "1"}], "all": [{"$id": "1"}]}"#
    for count in 0..<text.utf8.count {
      _ = try Page(partialJSON: text.prefix(count), options: options)
    }
    let page = try Page(partialJSON: text, options: options)
    #expect(page.author === page.all.first && page.others.first === page.author)
    let missing = text.replacing(#""$id""#, with: #""stars""#)
    let error = #expect(throws: ModelError.self) {
      try Page(partialJSON: missing, options: options)
    }
    #expect(error?.issues.map(\.kind) == [.unresolved, .unresolved])
  }

  @Test func anErrorSaysWhatTheRootIs() {
    for end in ["", "}]"] {
      let error = #expect(throws: ModelError.self) { try Note(partialJSON: #"[{"a": 1 "# + end) }
      #expect(error?.description == "unexpectedRoot: expected an object, found an array")
    }
  }

  @Test func aCutStringThatMayBecomeADateWaits() throws {
    var options = MappingOptions()
    options.dates.conversion = .date
    for mismatches in [MappingOptions.Handling.ignore, .fail] {
      options.mismatches = mismatches
      let list = try Note(partialJSON: #"{"anything": ["a", "2015-09-03"#, options: options)
      #expect(list.anything as? [String] == ["a"])
      let pairs = try Note(partialJSON: #"{"anything": {"a": "b", "c": "2"#, options: options)
      #expect(pairs.anything as? [String: String] == ["a": "b"])
    }
  }

  @Test func theLastElementOfAnArrayMayBeOpen() throws {
    #expect(try [Note](partialJSON: "").isEmpty)
    #expect(try [Note](partialJSON: " [").isEmpty)
    let text = #"[{"title": "a"}, null, {"title": "b", "stars": 1"#
    #expect(try [Note](partialJSON: text).map(\.title) == ["a", "b"])
    #expect(try [Note](partialJSON: Data(text.utf8)).map(\.stars) == [0, 0])
    let error = #expect(throws: ModelError.self) { try [Note](partialJSON: #"{"a": 1"#) }
    #expect(error?.description == "unexpectedRoot: expected an array, found an object")
  }

  @Test func deepTextsAreClosedAndThenTooDeep() {
    let error = #expect(throws: ModelError.self) {
      try [Note](partialJSON: String(repeating: "[", count: 100_000))
    }
    #expect(error?.code == .tooDeep)
  }

  @Test func optionsAndClassesReachWhatIsOpen() throws {
    var options = MappingOptions()
    options.dates.format = .dateOnly
    options.arrayMapping = ["anything": Note.self]
    let text = #"{"anything": [{"title": "a"}, {"title": "b"#
    let note = try Note(partialJSON: text, options: options)
    #expect((note.anything as? [Note])?.map(\.title) == ["a", "b"])
  }
}

extension PartialJSONTests.Note {
  fileprivate func withoutDefaults(_ defaults: [String: Any]) throws -> String {
    func changed(_ dictionary: [String: Any]) -> [String: Any] {
      var rest = dictionary.filter { key, value in
        defaults[key].map { "\($0)" != "\(value)" } ?? true
      }
      if let next = rest["next"] as? [String: Any] { rest["next"] = changed(next) }
      return rest
    }
    let data = try JSONSerialization.data(
      withJSONObject: changed(try dictionaryRepresentation()),
      options: [.sortedKeys]
    )
    return String(decoding: data, as: UTF8.self)
  }
}
