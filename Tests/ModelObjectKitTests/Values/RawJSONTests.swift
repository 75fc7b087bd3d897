import Foundation
import ModelObjectKit
import Testing

private class Parcel: ModelObject {
  var id = 0
  var payload = RawJSON.null
  var perhaps: RawJSON?
  var list: [RawJSON] = []
  var byName: [String: RawJSON] = [:]
  override class var identity: Set<String> { ["id"] }
}

/// The same with a hook that only calls `super`.
private final class HookedParcel: Parcel {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// The same with hooks for the whole object, an accessor and required properties.
private final class WatchedParcel: Parcel {
  override class var accessors: [String: PropertyAccessor] {
    ["payload": .init(\WatchedParcel.payload)]
  }
  override class var requiredProperties: Set<String> { ["payload"] }
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] { dictionary }
}

/// Unknown keys as texts.
private class Envelope: ModelObject {
  var id = 0
  var others: [String: RawJSON] = [:]
  override class var unknownKeysProperty: String? { "others" }
}

private final class HookedEnvelope: Envelope {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class Person: ModelObject {
  var name = ""
  var age = 0
}

/// A value of each kind, each with something that a reader would change.
private let texts = [
  #"{ "b":1.50,"a" : [ ], "\u0062": "\/x" }"#, "[1,  2.0, 1e3]", #""caf\u00e9 \"\/""#,
  #""plain é""#,
  "-0", "1.50", "1E+2", "1e999", "12345678901234567890123.4500", "7", "true", "false", "{}", "[ ]",
  #""""#, #""null""#, #"" nil ""#, "{\n  \"a\": 1\n}",
]

private func document(_ text: String) -> String {
  #"{"id": 7, "payload": \#(text), "perhaps":\#(text) , "list": [\#(text),\#(text)], "byName": {"a": \#(text)}}"#
}

private func expect(_ parcel: Parcel?, has text: String, _ way: String) {
  let found = [parcel?.payload, parcel?.perhaps, parcel?.list.last, parcel?.byName["a"]].map {
    $0?.text
  }
  #expect(found == [text, text, text, text], "\(way)")
}

struct RawJSONTests {
  // MARK: - In

  @Test(arguments: texts)
  func keepsItsTextByEveryWayIn(text: String) throws {
    func check<Root: Parcel>(_ type: Root.Type) throws {
      for way in WayIn.allCases
      where WayIn.texts.contains(way) && way != .sequence && way != .reader {
        let parcel = try way.map(document(text), to: Root.self, nil) { $0 }
        expect(parcel.model, has: text, "\(way) to \(type)")
      }
    }
    try check(Parcel.self)
    try check(HookedParcel.self)
  }

  @Test(arguments: texts.filter { !$0.contains("1e999") })
  func hasTheContentByOtherWays(text: String) throws {
    for way in [WayIn.foundation, .native, .elementOfTrees, .updateFromDictionary, .decoder] {
      // There, long digits are cut off, and the first of equal keys is used.
      if text.contains("4500") || text.contains("u0062") { continue }
      let parcel = try way.map(document(text), to: Parcel.self, nil) { $0 }.model
      #expect(try parcel?.payload == RawJSON(text), "\(way)")
      #expect(try parcel?.list.last == RawJSON(text), "\(way)")
    }
  }

  @Test func hooksForTheWholeObjectKeepTheText() throws {
    let parcel = try WatchedParcel(json: document(#"{"b": [1, "x"], "a": null}"#))
    #expect(parcel.payload.text == #"{"b": [1, "x"], "a": null}"#)
  }

  @Test func linesAndStreamsKeepTheText() throws {
    let line = document(#"{ "a":1.50 }"#) + "\n"
    try withFolder { folder in
      let file = folder.appending(path: "lines")
      try Data(line.utf8).write(to: file)
      let reader = try ModelReader<Parcel>(contentsOf: file)
      expect(try reader.next(), has: #"{ "a":1.50 }"#, "a file")
    }
  }

  @Test func nullIsNilOnlyInAnOptional() throws {
    let parcel = Parcel()
    parcel.payload = try RawJSON("1")
    parcel.perhaps = try RawJSON("1")
    let json = #"{"payload": null, "perhaps": null, "list": [null], "byName": {"a": null}}"#
    try parcel.update(json: json)
    #expect(parcel.payload == .null)
    #expect(parcel.perhaps == nil)
    #expect(parcel.list == [.null])
    #expect(parcel.byName == ["a": .null])
    let again = try Parcel(dictionary: parcel.dictionaryRepresentation())
    #expect(again == parcel)
  }

  @Test func aDictionaryMayHoldATextItself() throws {
    let raw = try RawJSON(#"{ "a":1.50 }"#)
    let parcel = try Parcel(dictionary: ["payload": raw, "list": [raw, 5], "byName": ["a": raw]])
    #expect(parcel.payload.text == raw.text)
    #expect(parcel.list.map(\.text) == [raw.text, "5"])
    #expect(parcel.byName["a"]?.text == raw.text)
  }

  @Test func aValueOfADictionaryIsAsInAnExport() throws {
    let date = Date(timeIntervalSinceReferenceDate: 0)
    let values: [String: Any] = ["day": date, "bytes": Data([1, 2]), "list": [1.5, "a/b"]]
    let parcel = try Parcel(dictionary: ["payload": values])
    #expect(
      parcel.payload.text
        == #"{"bytes":"AQI=","day":"2001-01-01T00:00:00Z","list":[1.5,"a/b"]}"#
    )
  }

  @Test func whatIsNoJSONDoesNotFit() throws {
    let error = #expect(throws: ModelError.self) {
      try Parcel(dictionary: ["payload": ["a": Double.nan]], options: .strictButMissing)
    }
    #expect(error?.issues.map(\.description) == ["payload: expected RawJSON, found an object"])
  }

  @Test func growingTextWaitsForTheEndOfAValue() throws {
    let text = #"{"id": 7, "payload": {"a": [1, 2]}, "list": ["ab", 12, {"b": 3}]}"#
    var found: [[String]] = []
    for count in 1...text.utf8.count {
      let parcel = try Parcel(partialJSON: Data(text.utf8.prefix(count)))
      let texts = [parcel.payload.text] + parcel.list.map(\.text)
      if texts != found.last { found.append(texts) }
    }
    let payload = #"{"a": [1, 2]}"#
    #expect(
      found == [
        ["null"], [payload], [payload, #""ab""#], [payload, #""ab""#, "12"],
        [payload, #""ab""#, "12", #"{"b": 3}"#],
      ]
    )
  }

  @Test(
    arguments: [
      (#"{"payload": {"a": 1, }}"#, "malformedJSON: line 1, column 22: expected a key in quotes"),
      (
        #"{"payload": [1, 2"#,
        "malformedJSON: line 1, column 18: expected ',' or ']', found the end"
      ),
      (
        #"{"payload": tru}"#,
        "malformedJSON: line 1, column 16: expected the rest of true, found '}'"
      ),
    ]
  )
  func brokenTextIsTheErrorOfItsPlace(json: String, message: String) {
    let error = #expect(throws: ModelError.self) { try Parcel(json: json) }
    #expect(error.map { "\($0)".contains(message.dropFirst(15)) } == true, "\(error as Any)")
  }

  @Test func theDepthIsThatOfTheInput() throws {
    let deep = String(repeating: "[", count: 511) + String(repeating: "]", count: 511)
    #expect(try Parcel(json: #"{"payload": \#(deep)}"#).payload.text == deep)
    let error = #expect(throws: ModelError.self) { try Parcel(json: #"{"payload": [\#(deep)]}"#) }
    #expect(error?.code == .tooDeep)
    #expect(throws: ModelError.self) { try RawJSON("[[\(deep)]]") }
  }

  @Test func duplicateKeysAreFoundInIt() throws {
    let options = MappingOptions(duplicateKeys: .fail)
    let error = #expect(throws: ModelError.self) {
      try Parcel(json: #"{"payload": {"a": 1, "a": 2}}"#, options: options)
    }
    #expect(error?.issues.map(\.path) == ["payload.a"])
  }

  @Test func transformsGetAndGiveIt() throws {
    final class Note: ModelObject {
      var length = 0
      var raw = RawJSON.null
      override class var transforms: [String: PropertyTransform] {
        [
          "length": PropertyTransform(from: RawJSON.self) { $0.text.utf8.count },
          "raw": PropertyTransform(from: String.self) { try RawJSON($0) },
        ]
      }
    }
    let note = try Note(json: #"{"length": "a\u0062", "raw": "[1,  2]"}"#)
    #expect(note.length == 9)
    #expect(note.raw.text == "[1,  2]")
  }

  // MARK: - Out

  @Test(arguments: texts)
  func exportsWriteTheText(text: String) throws {
    let parcel = try Parcel(json: document(text))
    for options in [
      ExportOptions(), ExportOptions(sortedKeys: true), ExportOptions(prettyPrinted: true),
    ] {
      let json = try parcel.jsonString(options: options)
      expect(try Parcel(json: json), has: text, json)
    }
    #expect(try parcel.jsonString().contains(#""payload":\#(text),"#))
  }

  @Test func linesAreLines() throws {
    let parcel = try Parcel(json: #"{"payload": {\#n  "a":\#r\#n "b\nc"}}"#)
    let lines = String(decoding: try [parcel].jsonLines(), as: UTF8.self)
    #expect(lines == #"{"id":0,"payload":{  "a": "b\nc"},"list":[],"byName":{}}"# + "\n")
    try withFolder { folder in
      let file = folder.appending(path: "lines")
      let writer = try ModelWriter(to: file)
      try writer.write(parcel)
      try writer.finish()
      #expect(try String(contentsOf: file, encoding: .utf8) == lines)
    }
  }

  @Test func dictionariesAndEncodersGetTheContent() throws {
    let parcel = try Parcel(json: #"{"payload": { "b" : [1.50, null], "a": "\u0062" }}"#)
    let payload = try #require(parcel.dictionaryRepresentation()["payload"] as? [String: Any])
    #expect(payload["a"] as? String == "b")
    #expect((payload["b"] as? [Any])?.first as? Double == 1.5)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let json = String(decoding: try encoder.encode(parcel), as: UTF8.self)
    #expect(json == #"{"byName":{},"id":0,"list":[],"payload":{"a":"b","b":[1.5,null]}}"#)
    #expect(try JSONDecoder().decode(Parcel.self, from: Data(json.utf8)) == parcel)
    let list = try [RawJSON("[1]"), RawJSON(#"{"a":null}"#), .null, RawJSON(#""x""#)]
    let encoded = try encoder.encode(list)
    #expect(String(decoding: encoded, as: UTF8.self) == #"[[1],{"a":null},null,"x"]"#)
    #expect(try JSONDecoder().decode([RawJSON].self, from: encoded) == list)
  }

  @Test(arguments: texts)
  func aRowHasTheTextInItsColumn(text: String) throws {
    let parcel = Parcel()
    parcel.payload = try RawJSON(text)
    let row = try DatabaseRow(encoding: parcel)
    #expect(row.columns["payload"] == .text(text))
    for isCopied in [true, false] {
      let row = DatabaseRow(["id": .integer(1), "payload": .text(text)], isCopied: isCopied)
      #expect(try row.decode(Parcel.self).payload.text == text)
    }
  }

  @Test func aColumnThatIsNoJSONIsAnIssue() throws {
    let row = DatabaseRow(["payload": .text("Tea")], isCopied: true)
    row.userInfo[.mappingOptions] = MappingOptions.strictButMissing
    let error = #expect(throws: ModelError.self) { try row.decode(Parcel.self) }
    #expect(error?.issues.map(\.path) == ["payload"])
    let number = DatabaseRow(["payload": .integer(5), "perhaps": .null], isCopied: true)
    let parcel = try number.decode(Parcel.self)
    #expect(parcel.payload.text == "5")
    #expect(parcel.perhaps == nil)
  }

  @Test(arguments: texts)
  func archivesCopiesAndSnapshotsKeepTheText(text: String) throws {
    let parcel = try Parcel(json: document(text))
    expect(try Parcel(archive: parcel.archivedData()), has: text, "an archive")
    expect(parcel.copy(), has: text, "a copy")
    expect(parcel.snapshot().makeModel(), has: text, "a snapshot")
    let other = Parcel()
    try other.update(from: parcel)
    expect(other, has: text, "update(from:)")
    let envelope = try Envelope(json: #"{"id": 1, "x": \#(text)}"#)
    #expect(try Envelope(archive: envelope.archivedData()).others["x"]?.text == text)
  }

  @Test func aStoreFileSavesAChangeOfTheTextAlone() throws {
    try withFolder { folder in
      let url = folder.appending(path: "parcels")
      do {
        let file = try StoreFile(at: url, classes: [Parcel.self])
        let parcel = try file.store.upsert(Parcel.self, json: #"{"id": 1, "payload": [1]}"#)
        try file.save()
        parcel.payload = try RawJSON("[ 1 ]")
        try file.save()
      }
      let again = try StoreFile(at: url, classes: [Parcel.self])
      #expect(again.store.all(Parcel.self).first?.payload.text == "[ 1 ]")
    }
  }

  @Test func aPatchHasItWhole() throws {
    let old = try Parcel(
      json: #"{"id": 1, "payload": {"a": 1, "b": 2}, "byName": {"a": {"x": 1}}}"#
    )
    let new = try Parcel(json: #"{"id": 1, "payload": {"a" : 1.0}, "byName": {"a": {"y":2.0}}}"#)
    let patch = try new.jsonString(changesSince: old)
    #expect(patch == #"{"payload":{"a" : 1.0},"byName":{"a":{"y":2.0}}}"#)
    try old.update(json: patch)
    #expect(old.payload.text == #"{"a" : 1.0}"#)
    let same = try Parcel(json: #"{"id": 1, "payload": {"a":1}, "byName": {"a": { "y": 2 }}}"#)
    #expect(try same.jsonString(changesSince: old) == "{}")
  }

  @Test func aMergeTakesItWhole() throws {
    let base = try Parcel(json: #"{"id": 1, "payload": {"a": 1}}"#)
    let mine = base.copy()
    mine.list = [.null]
    let news = #"{"id": 1, "payload": {"b":1.0}}"#
    #expect(try mine.merge(json: news, since: base).isEmpty)
    #expect(mine.payload.text == #"{"b":1.0}"#)
    let next = base.copy()
    mine.payload = .null
    #expect(try mine.merge(json: #"{"payload": []}"#, since: next).map(\.path) == ["payload"])
    #expect(mine.payload == .null)
  }

  @Test func itsSchemaIsThatOfAnyValue() throws {
    let schema = try JSONSerialization.jsonObject(with: Parcel.jsonSchema()) as? [String: Any]
    let classes = schema?["$defs"] as? [String: [String: Any]]
    let properties = try #require(classes?["Parcel"]?["properties"] as? [String: Any])
    #expect((properties["payload"] as? [String: Any])?.isEmpty == true)
    #expect((properties["perhaps"] as? [String: Any])?.isEmpty == true)
  }

  @Test func reportsAndDescriptionsShowTheText() throws {
    let json = #"{"payload": {\#n "a": 1.50}, "list": [1, "b"]}"#
    let report = try Parcel.explain(json: json)
    #expect(report.matches.map(\.value) == [#"{ "a": 1.50}"#, #"[1, "b"]"#])
    #expect("\(try Parcel(json: json))".contains(#"payload: { "a": 1.50}"#))
  }

  // MARK: - Unknown keys

  @Test(arguments: texts)
  func unknownKeysKeepTheText(text: String) throws {
    for type in [Envelope.self, HookedEnvelope.self] {
      let envelope = type.init()
      try envelope.update(json: #"{"id": 7, "x_Y": \#(text), "z": null}"#)
      #expect(envelope.others.mapValues(\.text) == ["x_Y": text, "z": "null"])
      #expect(try envelope.jsonString() == #"{"id":7,"x_Y":\#(text),"z":null}"#)
      try envelope.update(json: #"{"z": 1.50}"#)
      #expect(envelope.others.mapValues(\.text) == ["x_Y": text, "z": "1.50"])
    }
  }

  @Test func unknownKeysOfARowStayWhatTheyAre() throws {
    let columns: [String: DatabaseRow.Value] = [
      "id": .integer(1), "text": .text("Tea"), "number": .integer(5),
    ]
    let envelope = try DatabaseRow(columns, isCopied: false).decode(Envelope.self)
    #expect(envelope.others.mapValues(\.text) == ["text": #""Tea""#, "number": "5"])
    #expect(try DatabaseRow(encoding: envelope).columns == columns)
  }

  // MARK: - The value itself

  @Test(
    arguments: [
      ("[1, 2]", "[1,2]"), ("1", "1.0"), ("1", "10e-1"), ("-0", "0"), ("0.10", "1e-1"),
      ("100", "1E+2"),
      (#""\u0061\/""#, #""a/""#), (#"{"a": 1, "b": [2]}"#, #"{"b":[2.0],"a":1}"#),
      (#"{"a": 1, "a": 2}"#, #"{"a":2}"#), (#"{"\u0061": 2}"#, #"{"a":2}"#), (" true ", "true"),
      ("1e1000000000001", "1e1000000000001"),
    ]
  )
  func equalContentsAreEqual(first: String, second: String) throws {
    let (first, second) = try (RawJSON(first), RawJSON(second))
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    #expect(Set([first, second]).count == 1)
  }

  @Test(
    arguments: [
      ("[1, 2]", "[2, 1]"), ("1", #""1""#), ("1", "1.1"), ("null", "{}"), ("true", "false"),
      ("[]", "{}"), (#"{"a": 1}"#, #"{"A": 1}"#), (#"{"a": 1}"#, #"{"a": 1, "b": 1}"#), ("1", "-1"),
      (
        "12345678901234567890123456789012345678901234567890",
        "12345678901234567890123456789012345678901234567891"
      ),
      ("\"é\"", "\"e\u{301}\""), ("1", "true"), ("[[]]", "[]"), ("1e5", "1e6"),
    ]
  )
  func otherContentsAreNot(first: String, second: String) throws {
    #expect(try RawJSON(first) != RawJSON(second))
  }

  @Test(arguments: ["", " ", "{", "nul", "1 2", "'a'", "[1,]", "\u{FEFF}", #"{"a" 1}"#])
  func onlyJSONIsTaken(text: String) {
    let error = #expect(throws: ModelError.self) { try RawJSON(text) }
    #expect(error?.code == .malformedJSON)
  }

  @Test func anyEncodingIsTaken() throws {
    let bytes = try #require(#" ["é"] "#.data(using: .utf16))
    #expect(try RawJSON(bytes).text == #"["é"]"#)
    #expect(throws: ModelError.self) { try RawJSON([0x22, 0xFF, 0x22] as [UInt8]) }
  }

  @Test func itIsMappedLater() throws {
    let raw = try RawJSON(#"{"NAME": "Shan", "age": "30"}"#)
    #expect(try raw.model(Person.self).name == "Shan")
    let options = MappingOptions(unknownKeys: .fail)
    #expect(throws: ModelError.self) {
      try RawJSON(#"{"zip": 1}"#).model(Person.self, options: options)
    }
    #expect(throws: ModelError.self) { try RawJSON("[]").model(Person.self) }
  }
}
