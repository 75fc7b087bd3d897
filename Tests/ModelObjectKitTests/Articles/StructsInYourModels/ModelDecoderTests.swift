import Foundation
import ModelObjectKit
import Testing

private struct Line: Codable, Equatable {
  var sku: String
  var count: Int
  var note: String?
}

/// Decoded, but not encoded.
private struct Page: Decodable {
  var lines: [Line]
  var next: Next?
  var others: [Next]?

  struct Next: Decodable { var url: URL }
}

private final class Person: ModelObject {
  var name = ""
  var age = 0
}

private final class Ticket: ModelObject {
  var id = 0
  override class var requiredProperties: Set<String> { ["id"] }
  override func validate() throws {
    if id > 9 { throw TooLarge() }
  }
  struct TooLarge: Error {}
}

private struct Team: Codable {
  var leader: Person
  var others: [Person]
}

/// A decoder of plain `Codable` types with the rules of models.
struct ModelDecoders {
  @Test func decodeDataAndText() throws {
    let json = #"[{"SKU": "a", "count": "2"}]"#
    let lines = [Line(sku: "a", count: 2)]
    #expect(try ModelDecoder().decode([Line].self, from: json) == lines)
    #expect(try ModelDecoder().decode([Line].self, from: Data(json.utf8)) == lines)
    let bytes = try #require(json.data(using: .utf16))
    #expect(try ModelDecoder().decode([Line].self, from: bytes) == lines)
  }

  @Test func convertTheRootAsAnElement() throws {
    let decoder = ModelDecoder()
    #expect(try decoder.decode(Int.self, from: #""5""#) == 5)
    #expect(try decoder.decode([Int].self, from: #"["1", 2, "x", null]"#) == [1, 2])
    #expect(try decoder.decode([Int].self, from: "7") == [7])
    #expect(try decoder.decode([String: Bool].self, from: #"{"a": "yes"}"#) == ["a": true])
    #expect(try decoder.decode(Int?.self, from: "null") == nil)
    #expect(try decoder.decode([[Line]].self, from: #"[[{"sku": "a"}], []]"#) == [[], []])
  }

  @Test(arguments: ["{}", "5", "null", "[]", #"{"id": "x"}"#, #"{"id": 10}"#, #"{"ID": "7"}"#, "{"])
  func readAModelAsItReadsItself(json: String) throws {
    let own = Result { try Ticket(json: json) }
    let decoded = Result { try ModelDecoder().decode(Ticket.self, from: json) }
    #expect("\(decoded)" == "\(own)")
    let reported = Result { try ModelDecoder().explain(Ticket.self, from: json) }
    #expect("\(reported)" == "\(Result { try Ticket.explain(json: json) })")
  }

  @Test func keepTheErrorThatRefusesAModel() throws {
    let error = try #require(throws: ModelError.self) {
      try ModelDecoder().decode(Ticket.self, from: #"{"id": 10}"#)
    }
    #expect(error.code == .rejected)
    #expect(error.underlyingError is Ticket.TooLarge)
  }

  @Test func decodeTypesThatAreOnlyDecoded() throws {
    let json = """
      {"lines": [{"sku": "a", "count": 1}, {}], "next": {"URL": "https://a.example"},
       "others": [{"url": 5}, {"url": "https://b.example"}]}
      """
    let page = try ModelDecoder().decode(Page.self, from: json)
    #expect(page.lines == [Line(sku: "a", count: 1)])
    #expect(page.next?.url.absoluteString == "https://a.example")
    #expect(page.others?.map(\.url.absoluteString) == ["https://b.example"])
    let pages = try ModelDecoder().decode([Page].self, from: #"[{"lines": []}, {}]"#)
    #expect(pages.count == 1)
  }

  @Test func decodeModels() throws {
    let json = #"{"leader": {"NAME": "Kim", "age": "x"}, "others": [{"name": "Shan"}, 5]}"#
    let log = TextLog()
    var options = MappingOptions()
    options.issueHandler = { log.add($0.map(\.path)) }
    let team = try ModelDecoder(options: options).decode(Team.self, from: json)
    #expect(team.leader.name == "Kim" && team.others.map(\.name) == ["Shan"])
    #expect(log.texts == ["leader.age", "others[1]"])
    let people = try ModelDecoder().decode([Person].self, from: #"[{"Name": "Kim"}]"#)
    #expect(people.map(\.name) == ["Kim"])
  }

  @Test func matchExactlyIfTheyAreToldSo() throws {
    let decoder = ModelDecoder(keyMatching: .exact)
    let json = #"{"SKU": "a", "count": 1}"#
    let error = #expect(throws: ModelError.self) { try decoder.decode(Line.self, from: json) }
    #expect(
      error?.issues.map(\.description) == [
        "(root): expected Line, found an object in which sku is missing"
      ]
    )
    #expect(try decoder.decode([Line].self, from: "[\(json)]").isEmpty)
  }

  @Test(
    arguments: [
      (#"{"sku": "a"}"#, "expected Line, found an object in which count is missing"),
      (
        #"{"sku": "a", "count": {}}"#, "expected Line, found an object in which count is not an Int"
      ),
      (#"{"sku": null, "count": 1}"#, "expected Line, found an object in which sku is null"),
      ("5", "expected Line, found Int 5"), ("null", "null where a value is expected (Line)"),
      ("[]", "expected Line, found an array"),
    ]
  )
  func sayWhyTheRootDoesNotFit(json: String, issue: String) throws {
    let error = #expect(throws: ModelError.self) {
      try ModelDecoder().decode(Line.self, from: json)
    }
    #expect(error?.code == .invalidInput)
    #expect(error?.issues.map(\.description) == ["(root): \(issue)"])
    let report = try ModelDecoder().explain(Line.self, from: json)
    #expect(report.description.hasPrefix("Line: rejected: (root): \(issue)"), "\(report)")
  }

  @Test func makeIssuesErrorsIfTheOptionsSaySo() throws {
    var decoder = ModelDecoder()
    decoder.options.mismatches = .fail
    let json = #"[{"sku": "a", "count": 1, "note": []}, {"sku": 7, "count": "2"}, {"count": 3}]"#
    let error = #expect(throws: ModelError.self) { try decoder.decode([Line].self, from: json) }
    #expect(
      error?.issues.map(\.description) == [
        "[0].note: expected String, found an array",
        "[2]: expected Line, found an object in which sku is missing",
      ]
    )
  }

  @Test func findKeysThatOccurTwice() throws {
    var decoder = ModelDecoder()
    decoder.options.duplicateKeys = .fail
    class Holder: ModelObject { var line: Line? }
    let json = #"{"line": {"sku": "a", "sku": "b", "count": 1}}"#
    let error = #expect(throws: ModelError.self) {
      try Holder(json: json, options: decoder.options)
    }
    #expect(error?.issues.map(\.path) == ["line.sku"])
  }

  /// Two spellings of a key that is asked for are one, also at the root.
  @Test(
    arguments: [
      (#"{"sku": "a", "sku": "b", "count": 1}"#, ["sku: duplicate key"]),
      (#"{"sku": "a", "SKU": "b", "count": 1}"#, ["SKU: duplicate key, also spelled sku"]),
      (#"{"sku": "a", "count": "1", "x": 1, "X": 1}"#, ["X: duplicate key, also spelled x"]),
      (#"{"sku": "a", "count": "1"}"#, []),
    ]
  )
  func findKeysThatOccurTwiceInThePlainRoot(json: String, issues: [String]) throws {
    var decoder = ModelDecoder()
    decoder.options.duplicateKeys = .fail
    func found<Value: Decodable>(_ type: Value.Type, in json: String) -> [String] {
      do {
        _ = try decoder.decode(type, from: json)
        return []
      } catch {
        return (error as? ModelError)?.issues.map(\.description) ?? ["\(error)"]
      }
    }
    #expect(found(Line.self, in: json) == issues)
    #expect(found([Line].self, in: "[\(json)]") == issues.map { "[0].\($0)" })
    let byName = #"{"a": \#(json), "A": \#(json)}"#
    let expected = ["a", "A"].flatMap { name in issues.map { "\(name).\($0)" } }
    #expect(found([String: Line].self, in: byName) == expected)
    decoder.keyMatching = .exact
    #expect(found(Line.self, in: json).allSatisfy { !$0.contains("also spelled") })
  }

  /// Keys that a type asks for, or all of them, are different keys.
  @Test func leaveKeysApartThatATypeTellsApart() throws {
    struct Names: Codable, Equatable {
      var userName: String
      var user_name: String?
      var all: [String: Int]
    }
    var decoder = ModelDecoder()
    decoder.options.duplicateKeys = .fail
    for count in ["2", #""2""#] {
      let json = #"{"userName": "a", "user_name": "b", "all": {"x": 1, "X": \#(count)}}"#
      let names = Names(userName: "a", user_name: "b", all: ["x": 1, "X": 2])
      #expect(try decoder.decode(Names.self, from: json) == names)
    }
    let twice = #"{"userName": "a", "user-name": "b", "all": {}}"#
    #expect(throws: ModelError.self) { try decoder.decode(Names.self, from: twice) }
  }

  @Test(
    arguments: [
      ("{", ModelError.Code.malformedJSON), ("[1] 2", .malformedJSON), ("", .malformedJSON),
      (#"{"sku": "a", "count": 01}"#, .malformedJSON),
      (String(repeating: "[", count: 600), .tooDeep),
    ]
  )
  func refuseTextThatIsNotJSON(json: String, code: ModelError.Code) {
    let error = #expect(throws: ModelError.self) {
      try ModelDecoder().decode([Line].self, from: json)
    }
    #expect(error?.code == code)
  }

  @Test func haveALimitOfLevels() throws {
    struct Node: Codable { var next: [Node]? }
    var decoder = ModelDecoder()
    decoder.options.maximumDepth = 3
    #expect(try decoder.decode(Node.self, from: #"{"next": [{}]}"#).next?.count == 1)
    let error = #expect(throws: ModelError.self) {
      try decoder.decode(Node.self, from: #"{"next": [{"next": []}]}"#)
    }
    #expect(error?.code == .tooDeep)
  }

  @Test func explainEachKey() throws {
    let json = """
      {"lines": [{"sku": 7, "COUNT": 1}, {"sku": "b"}], "next": {"url": "https://a.example"}}
      """
    let report = try ModelDecoder().explain(Page.self, from: json)
    let lines = report.description.split(separator: "\n").dropFirst()
    #expect(
      lines.map(String.init) == [
        #"  lines[0].sku   ← lines[0].sku    "7" (from 7)"#,
        #"  lines[0].count ← lines[0].COUNT  1"#,
        #"  next.url       ← next.url        https://a.example"#,
        #"  lines[0].note  –                 no such key"#,
        #"  others         –                 no such key"#,
        #"                 – lines[1]        Line can't be decoded from an object in which count is "#
          + "missing",
      ]
    )
  }

  /// An optional that is nil because its value doesn't fit has a line of its own.
  @Test func explainNamesWhatDoesNotFit() throws {
    struct Item: Codable {
      var name: String
      var count: Int?
      var inner: [Inner]?
      struct Inner: Codable { var day: Date? }
    }
    let json = #"{"name": 7, "count": "x", "inner": [{"day": "soon"}]}"#
    let report = try ModelDecoder().explain(Item.self, from: json)
    #expect(
      report.description == """
        Item: 1 mapped, 2 didn't fit
          name         ← name          "7" (from 7)
          count        – count         "x" is not a number
          inner[0].day – inner[0].day  "soon" is not a date in any accepted format
        """
    )
    #expect(report.unmapped.map(\.property) == ["count", "inner[0].day"])
  }

  @Test func readAllContainersOfCodersByHand() throws {
    struct Pair: Codable, Equatable { var x: Int, y: String }
    struct Odd: Codable, Equatable {
      var first: Int, second: [Int] = [], rest: Pair, below: Pair, keys: [String]
      enum CodingKeys: String, CodingKey { case list, inside, deep, more }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        keys = container.allKeys.map(\.stringValue)
        var list = try container.nestedUnkeyedContainer(forKey: .list)
        first = try list.decode(Int.self)
        var inner = try list.nestedUnkeyedContainer()
        while !inner.isAtEnd { second.append(try inner.decode(Int.self)) }
        rest = try list.decode(Pair.self)
        _ = try list.decodeNil()
        let inside = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inside)
        below = try Pair(from: inside.superDecoder(forKey: .deep))
      }
      func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        var inside = container.nestedContainer(keyedBy: CodingKeys.self, forKey: .inside)
        var list = container.nestedUnkeyedContainer(forKey: .list)
        try list.encode(first)
        var inner = list.nestedUnkeyedContainer()
        try below.encode(to: inside.superEncoder(forKey: .deep))
        for number in second { try inner.encode(number) }
        try list.encode(rest)
        try list.encodeNil()
      }
    }
    let json = #"{"inside":{"deep":{"x":3,"y":"z"}},"list":[1,[2,3],{"x":4,"y":"w"},null]}"#
    let odd = try ModelDecoder().decode(Odd.self, from: json)
    #expect(odd.first == 1 && odd.second == [2, 3] && odd.rest == Pair(x: 4, y: "w"))
    #expect(odd.below == Pair(x: 3, y: "z") && odd.keys == ["inside", "list"])
    #expect(String(decoding: try ModelEncoder().encode(odd), as: UTF8.self) == json)
    let converted = json.replacing("1,", with: #""1","#)
    #expect(try ModelDecoder().decode(Odd.self, from: converted) == odd)
  }

  /// An element that is dropped is an issue in lists and dictionaries of structs, too, whatever comes
  /// after it.
  @Test(arguments: [
    (#"{"lines": [{"sku": "a", "count": {}}, {"sku": "b", "count": 1}], "n": 1}"#, "lines[0]"),
    (#"{"n": 1, "lines": [{"count": {}, "sku": "a"}, {"sku": "b", "count": 1}]}"#, "lines[0]"),
    (#"{"byName": {"x": {"sku": "a", "count": {}}, "y": {"sku": "b", "count": 1}}}"#, "byName.x"),
    (
      #"{"lines": [{"sku": "a", "count": {}}, {"sku": "b", "count": 1, "note": []}], "n": 1}"#,
      "lines[0] lines[1].note"
    ),
  ])
  func noteTheElementsThatAreDropped(json: String, paths: String) throws {
    struct Order: Codable {
      var lines: [Line]?
      var byName: [String: Line]?
      var n: Int?
    }
    final class Holder: ModelObject {
      var order: Order?
    }
    let log = TextLog()
    var options = MappingOptions()
    options.issueHandler = { log.add($0.map(\.path)) }
    let order = try ModelDecoder(options: options).decode(Order.self, from: json)
    #expect((order.lines ?? order.byName.map { Array($0.values) })?.map(\.sku) == ["b"])
    #expect(log.texts.joined(separator: " ") == paths)
    options.mismatches = .fail
    let error = #expect(throws: ModelError.self) {
      try ModelDecoder(options: options).decode(Order.self, from: json)
    }
    #expect(error?.issues.map(\.path).joined(separator: " ") == paths)
    let inClass = #expect(throws: ModelError.self) {
      try Holder(json: #"{"order": \#(json)}"#, options: options)
    }
    let expected = paths.split(separator: " ").map { "order.\($0)" }
    #expect(inClass?.issues.map(\.path) == expected)
  }

  /// What is in a value that doesn't fit isn't there.
  @Test func explainListsNothingOfWhatIsDropped() throws {
    struct Inner: Codable { var a: Int, b: Int }
    struct Outer: Codable { var inner: Inner? }
    final class Holder: ModelObject {
      var inner: Inner?
    }
    let json = #"{"inner": {"a": 1}}"#
    #expect(try ModelDecoder().explain(Outer.self, from: json).matches.isEmpty)
    #expect(try Holder.explain(json: json).matches.isEmpty)
    struct Trying: Decodable {
      var id: Int
      var note: String?
      enum CodingKeys: CodingKey { case id, note }
      init(from decoder: any Decoder) throws {
        let pairs = try decoder.container(keyedBy: CodingKeys.self)
        id = (try? pairs.decode(Int.self, forKey: .id)) ?? 0
        note = try pairs.decodeIfPresent(String.self, forKey: .note)
      }
    }
    let report = try ModelDecoder().explain(Trying.self, from: #"{"id": "x"}"#)
    #expect(report.unmapped.map(\.property).contains("note"))
  }
}

/// An encoder of plain `Codable` types in the form of exports.
struct ModelEncoders {
  private func text(_ value: some Encodable, _ options: ExportOptions = ExportOptions()) throws
    -> String
  {
    String(decoding: try ModelEncoder(options: options).encode(value), as: UTF8.self)
  }

  @Test func writeKeysInTheirOrder() throws {
    let line = Line(sku: "a\"b/", count: 1)
    #expect(try text([line]) == #"[{"sku":"a\"b/","count":1}]"#)
    #expect(try text(line, ExportOptions(sortedKeys: true)) == #"{"count":1,"sku":"a\"b/"}"#)
  }

  @Test func writeScalarsAndContainers() throws {
    #expect(try text(5) == "5" && text("x") == #""x""# && text(Int?.none) == "null")
    #expect(try text([1.5, nil]) == "[1.5,null]")
    #expect(try text(["b": 1, "a": 2]) == #"{"a":2,"b":1}"#)
    #expect(try text([Int8.min]) == "[-128]" && text([UInt64.max]) == "[18446744073709551615]")
    #expect(try text([Decimal(string: "1.10")]) == "[1.1]")
    #expect(try text([Data([1, 2])]) == #"["AQI="]"#)
    #expect(try text([URL(string: "https://a.example/b")]) == #"["https://a.example/b"]"#)
  }

  @Test func writeDatesAsTheOptionsSay() throws {
    let date = Date(timeIntervalSince1970: 86_400)
    #expect(try text([date]) == #"["1970-01-02T00:00:00Z"]"#)
    #expect(try text([date], ExportOptions(dateFormat: .secondsSince1970)) == "[86400]")
  }

  @Test func writeModelsAsExportsDo() throws {
    let team = Team(leader: Person { $0.name = "Kim" }, others: [])
    #expect(try text(team) == #"{"leader":{"name":"Kim","age":0},"others":[]}"#)
  }

  @Test func throwTheErrorsOfTheType() {
    enum Name: CodingKey { case a }
    struct Failing: Encodable {
      func encode(to encoder: any Encoder) throws { throw CocoaError(.coderInvalidValue) }
    }
    struct Twice: Encodable {
      func encode(to encoder: any Encoder) throws {
        var first = encoder.unkeyedContainer()
        try first.encode(1)
        var second = encoder.singleValueContainer()
        try second.encode(2)
        _ = encoder.container(keyedBy: Name.self)
      }
    }
    #expect(throws: CocoaError.self) { try text([Failing()]) }
    #expect(throws: EncodingError.self) { try text([Twice()]) }
    #expect(throws: EncodingError.self) { try text(Double.nan) }
    let centuries = ExportOptions(dateFormat: .iso8601)
    #expect(throws: ModelError.self) { try text(Date(timeIntervalSince1970: 1e300), centuries) }
  }

  @Test func writeWhatCodersReadAgain() throws {
    struct Everything: Codable, Equatable {
      var name = "a", flag = true, int = -7, small = UInt8(255), double = 1e300, float = Float(0.1)
      var decimal = Decimal(string: "12345678901234567890.5"), date = Date(timeIntervalSince1970: 5)
      var url = URL(string: "https://a.example"), id = UUID(), zone = TimeZone.gmt
      var list = [[1], []], byName = ["a": [1: "x"]], set: Set = [3, 1, 2], none: Int?
    }
    let value = Everything()
    let data = try ModelEncoder().encode(value)
    #expect(try ModelDecoder().decode(Everything.self, from: data) == value)
    #expect(try ModelDecoder(keyMatching: .exact).decode(Everything.self, from: data) == value)
    let coder = JSONDecoder()
    coder.dateDecodingStrategy = .iso8601
    #expect(try coder.decode(Everything.self, from: data) == value)
  }

  /// As for other encoders, a container that is asked for again is the one that is there.
  @Test func encodersGoOnWithAContainer() throws {
    class Base: Codable {
      enum Keys: CodingKey { case meta, list, x, y }
      func encode(to encoder: any Encoder) throws {
        var pairs = encoder.container(keyedBy: Keys.self)
        var meta = pairs.nestedContainer(keyedBy: Keys.self, forKey: .meta)
        try meta.encode(1, forKey: .x)
        var list = pairs.nestedUnkeyedContainer(forKey: .list)
        try list.encode(1)
      }
    }
    final class Sub: Base {
      override func encode(to encoder: any Encoder) throws {
        try super.encode(to: encoder)
        var pairs = encoder.container(keyedBy: Keys.self)
        var meta = pairs.nestedContainer(keyedBy: Keys.self, forKey: .meta)
        try meta.encode(2, forKey: .y)
        var list = pairs.nestedUnkeyedContainer(forKey: .list)
        try list.encode(2)
      }
    }
    let sub = try JSONDecoder().decode(Sub.self, from: Data("{}".utf8))
    let text = #"{"meta":{"x":1,"y":2},"list":[1,2]}"#
    #expect(String(decoding: try ModelEncoder().encode(sub), as: UTF8.self) == text)
  }
}
