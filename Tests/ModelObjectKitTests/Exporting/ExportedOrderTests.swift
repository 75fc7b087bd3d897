import Foundation
import ModelObjectKit
import Testing

private class Part: ModelObject {
  var zone = 1
  var area: Int? = 2
}

private class Whole: ModelObject {
  var zulu = "z"
  var nested = 1
  var path = 2
  var part: Part? = Part()
  var parts = [Part(), Part()]
  var byName = ["b": Part(), "a": Part()]
  var map: [String: Int] = ["c": 1, "b": 2, "a": 3]
  var alpha = "a"
  override class var keyMapping: [String: JSONKey] { ["nested": "on.z", "path": "on.a"] }
}

/// The same with a hook that adds keys, and replaces and removes others.
private class Hooked: Whole {
  var last = 0
  override func didExport(_ dictionary: inout [String: Any]) throws {
    dictionary["yankee"] = ["y": 1, "x": ["d": 1, "c": 2]] as [String: Any]
    dictionary["bravo"] = 1
    dictionary["alpha"] = "changed"
    dictionary["last"] = nil
  }
}

private class Node: ModelObject {
  var name = ""
  var next: Node?
  var age = 1
  override func didExport(_ dictionary: inout [String: Any]) throws { dictionary["x"] = 0 }
}

struct ExportedOrder {
  private let part = #"{"zone":1,"area":2}"#

  @Test func aHookKeepsTheOrderOfThePropertiesAndItsOwnKeysComeBehind() throws {
    let parts = #""part":\#(part),"parts":[\#(part),\#(part)]"#
    let named = #""byName":{"a":\#(part),"b":\#(part)},"map":{"a":3,"b":2,"c":1}"#
    #expect(
      try Hooked().jsonString()
        == #"{"zulu":"z","on":{"z":1,"a":2},\#(parts),\#(named),"alpha":"changed","#
        + #""bravo":1,"yankee":{"x":{"c":2,"d":1},"y":1}}"#
    )
  }

  @Test func dictionariesAreInTheOrderOfTheirKeys() throws {
    class Tables: ModelObject {
      var counts: [String: Int] = [:]
      var byNumber: [Int: Bool] = [:]
      var parts: [String: Part] = [:]
      var any: Any?
    }
    let tables = Tables()
    let keys = ["a#", "a\"", "b", "B", "é", "10", "9", "ab", "a", "z", "\u{FFFF}", "\u{10000}"]
    for key in keys { tables.counts[key] = 1 }
    tables.byNumber = [10: true, 9: true, 1: true, -1: true]
    tables.parts = ["y": Part(), "x": Part()]
    tables.any = ["d": ["f": 1, "e": 2], "c": 1] as [String: Any]
    #expect(
      try tables.jsonString()
        == #"{"counts":{"10":1,"9":1,"B":1,"a":1,"a\"":1,"a#":1,"ab":1,"b":1,"z":1,"é":1,"#
        + "\"\u{FFFF}\":1,\"\u{10000}\":1},"
        + #""byNumber":{"-1":true,"1":true,"10":true,"9":true},"#
        + #""parts":{"x":\#(part),"y":\#(part)},"any":{"c":1,"d":{"e":2,"f":1}}}"#
    )
  }

  @Test func nestedModelsWithHooksKeepTheirs() throws {
    let node = Node()
    node.next = Node()
    let inner = #"{"name":"","age":1,"x":0}"#
    #expect(try node.jsonString() == #"{"name":"","next":\#(inner),"age":1,"x":0}"#)
    class Outer: ModelObject { var nodes = [Node(), Node()] }
    #expect(try Outer().jsonString() == #"{"nodes":[\#(inner),\#(inner)]}"#)
    #expect(try [Node()].jsonString() == "[\(inner)]")
  }

  @Test func theOptionsChangeNothingAboutIt() throws {
    var options = ExportOptions()
    options.keyStyle = .snakeCase
    options.relationships = .nestedAttributes
    class Many: ModelObject {
      var lastParts = (1...11).map { _ in Part() }
      var firstName = ""
      override func didExport(_ dictionary: inout [String: Any]) throws { dictionary["a"] = 1 }
    }
    let parts = (0...10).map { #""\#($0)":\#(part)"# }.joined(separator: ",")
    #expect(
      try Many().jsonString(options: options)
        == #"{"last_parts_attributes":{\#(parts)},"first_name":"","a":1}"#
    )
  }

  @Test func hooksAreCalledOnceForEachModel() throws {
    class Counting: ModelObject {
      var name = ""
      var next: Counting?
      var list: [Counting] = []
      var calls = 0
      override class var ignoredProperties: Set<String> { ["calls"] }
      override func didExport(_ dictionary: inout [String: Any]) throws {
        calls += 1
        dictionary["last"] = nil
      }
    }
    let (root, inner, element) = (Counting(), Counting(), Counting())
    (root.next, inner.list) = (inner, [element])
    let old = root.copy()
    let exports: [() throws -> Void] = [
      { _ = try root.jsonString() }, { _ = try root.dictionaryRepresentation() },
      { _ = try [root].jsonLines() }, { _ = try root.jsonString(changesSince: old) },
    ]
    for (index, export) in exports.enumerated() {
      element.name = "\(index)"
      try export()
      #expect([root, inner, element].map(\.calls) == [1, 1, 1], "\(index)")
      for model in [root, inner, element] { model.calls = 0 }
    }
  }

  /// Temporary models may have the same address.
  @Test func modelsThatATransformMakesAreWrittenEach() throws {
    class Making: ModelObject {
      var name = ""
      override class var transforms: [String: PropertyTransform] {
        let make: @Sendable (Any?) -> Any? = { name in
          let node = Node()
          node.name = name as? String ?? ""
          return node
        }
        return ["name": PropertyTransform(read: { $0 }, write: make)]
      }
    }
    class All: ModelObject {
      var all: [Making] = []
      override func didExport(_ dictionary: inout [String: Any]) throws {}
    }
    let all = All()
    for number in 1...50 {
      all.all.append(Making())
      all.all.last?.name = "\(number)"
    }
    var options = ExportOptions()
    options.sortedKeys = true
    let names = (1...50).map { #"{"name":{"age":1,"name":"\#($0)","x":0}}"# }
    let text = try all.jsonString(options: options)
    #expect(text == #"{"all":[\#(names.joined(separator: ","))]}"#)
  }

  @Test func aLongChainOfHooksIsWritten() throws {
    let root = Node()
    var last = root
    for _ in 1...200 {
      let node = Node()
      last.next = node
      last = node
    }
    #expect(try root.jsonString().hasPrefix(#"{"name":"","next":{"name":"","next":"#))
  }
}

struct NestedAttributes {
  private class Note: ModelObject {
    var text = ""
    var labels = ["l"]
  }

  private class Page: ModelObject {
    var note: Note?
    var tags = ["a"]
    var parent: Page?
    var lists = [["b"]]
    var title: Note?
    var words: Any = ["c"]
    override class var transforms: [String: PropertyTransform] {
      ["title": PropertyTransform(read: { $0 }, write: { _ in nil })]
    }
  }

  /// A relationship that is null, omitted or not an array has no effect on the arrays after it.
  @Test(arguments: [false, true])
  func countOnlyTheArrayOfTheirOwnKey(includesNulls: Bool) throws {
    var options = ExportOptions()
    options.relationships = .nestedAttributes
    options.includesNulls = includesNulls
    let page = Page()
    page.parent = page
    defer { page.parent = nil }
    let null = includesNulls ? #""note_attributes":null,"# : ""
    let title = includesNulls ? #","title":null"# : ""
    let text = #"{\#(null)"tags":["a"],"lists":[["b"]]\#(title),"words":["c"]}"#
    #expect(try page.jsonString(options: options) == text)
    let dictionary = try page.dictionaryRepresentation(options: options)
    #expect(dictionary["tags"] as? [String] == ["a"])
    #expect(dictionary["lists"] as? [[String]] == [["b"]])
    #expect(dictionary["words"] as? [String] == ["c"])
    page.note = Note()
    let tree = try page.dictionaryRepresentation(options: options)
    #expect((tree["note_attributes"] as? [String: Any])?["labels"] as? [String] == ["l"])
    #expect(
      try page.jsonString(options: options).hasPrefix(
        #"{"note_attributes":{"text":"","labels":["l"]},"tags":["a"]"#
      )
    )
  }

  @Test func areForgottenWhereAModelIsRefused() throws {
    struct Refusal: Error {}
    class Refusing: ModelObject {
      var inner: Note?
      var number = 1
      override class var transforms: [String: PropertyTransform] {
        ["number": PropertyTransform(read: { $0 }, write: { _ in throw Refusal() })]
      }
    }
    class Holder: ModelObject {
      var notes: Refusing? = Refusing()
      var notesAndOtherThings = ["a"]
      var all = ["b"]
    }
    var options = ExportOptions()
    options.relationships = .nestedAttributes
    let text = #"{"notesAndOtherThings":["a"],"all":["b"]}"#
    #expect(try Holder().jsonString(options: options) == text)
    let dictionary = try Holder().dictionaryRepresentation(options: options)
    #expect(dictionary["all"] as? [String] == ["b"])
    #expect(dictionary["notesAndOtherThings"] as? [String] == ["a"])
  }
}

struct DotNetDatesInText {
  private class Inner: ModelObject {
    var at = Date(timeIntervalSince1970: 1)
    var text = "/Date(1000)/"
  }

  private struct Stamp: Codable {
    var at = Date(timeIntervalSince1970: 1)
    var path = "a/b"
  }

  private class Outer: ModelObject {
    var at: Date? = Date(timeIntervalSince1970: 1)
    var list = [Date(timeIntervalSince1970: -1)]
    var map = ["/a/": Date(timeIntervalSince1970: 1)]
    var any: Any = Date(timeIntervalSince1970: 1)
    var tree: [String: Any] = ["b": [Date(timeIntervalSince1970: 1)]]
    var stamp = Stamp()
    var inner = Inner()
  }

  private class Hooked: Outer {
    override func didExport(_ dictionary: inout [String: Any]) throws {
      dictionary["own"] = Date(timeIntervalSince1970: 1)
    }
  }

  private let members =
    #""at":"D","list":["\/Date(-1000)\/"],"map":{"/a/":"D"},"any":"D","#
    + #""tree":{"b":["D"]},"stamp":{"at":"D","path":"a/b"},"inner":{"at":"D","text":"T"}"#

  private var options: ExportOptions {
    var options = ExportOptions()
    options.dateFormat = .dotNetJSON
    return options
  }

  private func filled(_ text: String) -> String {
    text.replacingOccurrences(of: "D\"", with: #"\/Date(1000)\/""#)
  }

  @Test func escapeTheirSlashesWhereverTheyStand() throws {
    for (model, own) in [(Outer(), ""), (Hooked(), #","own":"D""#)] {
      let text = try model.jsonString(options: options)
        .replacingOccurrences(
          of: #"{"path":"a/b","at":"\/Date(1000)\/"}"#,
          with: filled(#"{"at":"D","path":"a/b"}"#)
        )
      let inner = members.replacingOccurrences(of: "T\"}", with: "/Date(1000)/\"}")
      #expect(text == "{" + filled(inner + own) + "}")
      let back = try Outer(json: text)
      #expect(back.at == Outer().at && back.list == Outer().list && back.stamp.at == Outer().at)
    }
  }

  @Test func arePlainInDictionaries() throws {
    let dictionary = try Hooked().dictionaryRepresentation(options: options)
    #expect(dictionary["at"] as? String == "/Date(1000)/")
    #expect((dictionary["stamp"] as? [String: String])?["at"] == "/Date(1000)/")
    var pretty = options
    pretty.prettyPrinted = true
    pretty.properties = ["at"]
    #expect(try Outer().jsonString(options: pretty) == "{\n  \"at\": \"\\/Date(1000)\\/\"\n}")
  }

  /// A set has no order of its own, but the text is the same in each run.
  @Test func ofSetsIsThatOfTheirTexts() throws {
    class Tagged: ModelObject {
      var tags: Set<String> = ["d", "b", "e", "a", "c", "f"]
      var numbers: Set<Int?> = [3, 1, nil, 2]
    }
    #expect(
      try Tagged().jsonString()
        == #"{"tags":["a","b","c","d","e","f"],"numbers":[1,2,3,null]}"#
    )
  }
}
