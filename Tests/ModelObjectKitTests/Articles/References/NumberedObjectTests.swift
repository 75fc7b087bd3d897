import Foundation
import ModelObjectKit
import Testing

private class Node: ModelObject {
  var name = ""
  var next: Node?
  var all: [Node] = []
  var numbers: [Int] = []
  var named: [String: Node] = [:]
  var other: Other?
  var any: Any?
  var rest: [String: Any] = [:]
  override class var unknownKeysProperty: String? { "rest" }
}

private final class HookedNode: Node {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class Other: ModelObject {
  var name = ""
}

/// One of a list that is matched by identity.
private final class Row: ModelObject {
  var id = 0
  var rows: [Row] = []
  var gaps: [Row?] = []
  override class var identity: Set<String> { ["id"] }
}

/// Its getters make a new object each time.
private final class Maker: ModelObject {
  var first: Other {
    get { Maker.made("a") }
    set {}
  }
  var second: Other? {
    get { Maker.made("b") }
    set {}
  }
  var third: [Other] {
    get { ["c", "d"].map(Maker.made) }
    set {}
  }
  var fourth: [String: Other] {
    get { ["x": Maker.made("e")] }
    set {}
  }
  override class var accessors: [String: PropertyAccessor] {
    [
      "first": .init(\Maker.first), "second": .init(\Maker.second),
      "third": .init(\Maker.third), "fourth": .init(\Maker.fourth),
    ]
  }

  private static func made(_ name: String) -> Other {
    let other = Other()
    other.name = name
    return other
  }
}

private let preserved = {
  var options = MappingOptions()
  options.references = .preserved
  return options
}()

/// Objects that a text numbers with `$id` and refers to with `$ref`.
struct NumberedObjects {
  @Test func withoutAnIdentityAreElementsOfAStoresListEachTime() throws {
    final class Item: ModelObject {
      var id: Int?
      var items: [Item] = []
      override class var identity: Set<String> { ["id"] }
    }
    let json = #"{"id": 1, "items": [{"$id": "2"}, {"$ref": "2"}, {"id": 1}, {"id": 1}]}"#
    let item = try ModelStore().upsert(Item.self, json: json, options: preserved)
    #expect(item.items.map(\.id) == [nil, nil, 1] && item.items[0] === item.items[1])
  }

  /// Only where an array may be is an object one with a number.
  @Test(arguments: WayIn.forms) func areNoArraysAtTheRoot(way: WayIn) throws {
    let json = #"{"$id": "1", "$values": [{"name": "b"}], "name": "a"}"#
    #expect(try JSONInput(json, by: way).map(to: Node.self, options: preserved).name == "a")
  }

  @Test func areObjectsLikeOthersWithoutTheOption() throws {
    for (json, name) in [
      (#"{"$ref": "5", "name": "a"}"#, "a"), (#"{"name": "b", "$ref": "5"}"#, "b"),
      (#"{"$ref": "5"}"#, "-"),
    ] {
      for way in WayIn.forms {
        let node = Node()
        node.name = "-"
        try JSONInput(json, by: way).update(node, options: nil)
        #expect(node.name == name, "\(way)")
      }
    }
  }

  @Test func areOneObjectWhereverTheyAreNamed() throws {
    let json = """
      {"$id": "1", "name": "a", "next": {"$id": "2", "name": "b", "next": {"$ref": "1"}},
       "all": {"$id": "3", "$values": [{"$ref": "2"}, {"$ref": "4"}, {"$id": "4", "name": "d"}]},
       "named": {"x": {"$ref": "4"}, "y": {"$ref": "1"}},
       "numbers": {"$id": "5", "$values": [1, "2", 3]}, "any": {"$ref": "1"}, "more": 1}
      """
    for way in WayIn.forms {
      let node = try JSONInput(json, by: way).map(to: Node.self, options: preserved)
      #expect(node.next?.name == "b" && node.next?.next === node, "\(way)")
      #expect(node.all.map(\.name) == ["b", "d", "d"], "\(way)")
      #expect(node.all[0] === node.next && node.all[1] === node.all[2], "\(way)")
      #expect(node.named["x"] === node.all[1] && node.named["y"] === node, "\(way)")
      #expect(node.numbers == [1, 2, 3], "\(way)")
      #expect((node.any as? [String: String]) == ["$ref": "1"], "\(way)")
      #expect(node.rest.keys.sorted() == ["more"], "\(way)")
    }
    let hooked = try HookedNode(json: json, options: preserved)
    #expect(hooked.next?.next === hooked && hooked.all[1] === hooked.all[2])
  }

  @Test(arguments: ["", #""next": null,"#], [#", "next": null"#, ""])
  func keepTheirNumbersBesideNull(before: String, after: String) throws {
    let json = #"""
      {\#(before) "NEXT": {"$id": "1", "name": "a"}\#(after), "all": [{"$ref": "1"}]}
      """#
    for input in everyWay(json) where before.isEmpty || after.isEmpty {
      for next in [nil, Node()] {
        let node = Node()
        node.next = next
        try input.update(node, options: preserved)
        #expect(node.next?.name == "a" && node.all.first === node.next, "\(input)")
        #expect(next == nil || node.next === next, "\(input)")
      }
    }
  }

  @Test func standAtTheRootToo() throws {
    let json = """
      {"$id": "0", "$values": [{"$id": "1", "name": "x"}, {"$ref": "2"},
                               {"$id": 2, "name": "y", "next": {"$ref": "1"}}]}
      """
    let nodes = try [Node](json: json, options: preserved)
    #expect(nodes.map(\.name) == ["x", "y", "y"])
    #expect(nodes[1] === nodes[2] && nodes[2].next === nodes[0])
    let inner = try [Node](json: #"{"data": \#(json)}"#, at: "data", options: preserved)
    #expect(inner.map(\.name) == ["x", "y", "y"])
    let node = Node()
    try node.update(json: #"{"$id": "1", "next": {"$ref": "1"}}"#, options: preserved)
    #expect(node.next === node)
  }

  @Test(arguments: [
    (#"{"next": {"$ref": "9"}}"#, [#"next: no Node for $ref "9""#]),
    (#"{"$id": "1", "other": {"$ref": "1"}}"#, [#"other: no Other for $ref "1""#]),
    (#"{"all": [{"$ref": "9"}, {"name": "b"}]}"#, [#"all[0]: no Node for $ref "9""#]),
    (
      #"{"all": [{"$id": "1", "name": "a"}, {"$id": "1", "name": "b"}, {"$ref": "1"}]}"#,
      [#"all[1].$id: no object for "1", which is another object's"#]
    ),
    (#"{"next": {"$id": {}, "name": "x"}, "all": {"$values": 5}}"#, []),
    (#"{"next": {"$ref": null, "name": "x"}}"#, []),
  ])
  func thatAreWrongAreIssues(json: String, expected: [String]) throws {
    for way in WayIn.forms {
      let log = TextLog()
      var options = preserved
      options.issueHandler = { log.add($0.map(\.description)) }
      let node = try JSONInput(json, by: way).map(to: Node.self, options: options)
      #expect(log.texts == expected, "\(json) \(way)")
      if expected.isEmpty { #expect(node.next?.name == "x", "\(json) \(way)") }
    }
  }

  @Test func ofTwoWithOneNumberTheFirstKeepsIt() throws {
    let json = #"{"all": [{"$id": "1", "name": "a"}, {"$id": "1", "name": "b"}, {"$ref": "1"}]}"#
    let node = try Node(json: json, options: preserved)
    #expect(node.all.map(\.name) == ["a", "b", "a"] && node.all[2] === node.all[0])
  }

  /// An update has as many elements as the input, and a list in a store each object once.
  @Test(arguments: [
    (#"{"$id": "5", "id": 5}, {"$ref": "5"}"#, [5, 5], [5]),
    (#"{"$ref": "5"}, {"$id": "5", "id": 5}"#, [5, 5], [5]),
    (#"{"$ref": "5"}, {"$id": "6", "id": 6}, {"$id": "5", "id": 5}"#, [5, 6, 5], [5, 6]),
    (#"{"$ref": "1"}, {"id": 6}, {"$ref": "1"}"#, [1, 6, 1], [1, 6]),
    (#"{"$ref": "1"}, {"id": 1}, {"$ref": "1"}"#, [1, 1, 1], [1]),
  ])
  func areElementsAsOftenAsTheInputNamesThem(
    elements: String,
    ids: [Int],
    inStore: [Int]
  ) throws {
    for list in ["rows", "gaps"] {
      for root in [
        #"{"$id": "1", "id": 1}"#, #"{"id": 1, "rows": [{"id": 5}], "gaps": [{"id": 5}]}"#,
      ] {
        let json = #"{"$id": "1", "id": 1, "\#(list)": {"$values": [\#(elements)]}}"#
        func found(_ row: Row) -> [Int] {
          list == "rows" ? row.rows.map(\.id) : row.gaps.compactMap(\.?.id)
        }
        for way in WayIn.forms {
          let input = JSONInput(json, by: way)
          #expect(found(try input.map(to: Row.self, options: preserved)) == ids, "\(json) \(way)")
          let row = try Row(json: root)
          try input.update(row, options: preserved)
          #expect(found(row) == ids, "\(json) \(way)")
        }
        let store = ModelStore()
        try store.upsert(Row.self, json: root)
        #expect(
          found(try store.upsert(Row.self, json: json, options: preserved)) == inStore,
          "\(json)"
        )
      }
    }
    var rows = try [Row](json: "[\(elements)]", options: preserved)
    let changes = try rows.update(json: "[\(elements)]", options: preserved)
    #expect(
      Set(changes.updated.map(\.id)).count == changes.updated.count && changes.removed.isEmpty
    )
  }

  /// In a value of a user's type, and through a decoder, a reference fits nothing.
  @Test func areNotFoundThroughDecoders() throws {
    struct Line: Codable { var node: Other? }
    class Page: ModelObject {
      var other: Other?
      var line: Line?
      var lines: [Line] = []
      var copy: Snapshot<Other>?
    }
    let json = """
      {"$id": "1", "other": {"$id": "2", "name": "b"}, "line": {"node": {"$ref": "2"}},
       "lines": [{"node": {"name": "c"}}, {"node": {"$ref": "2"}}], "copy": {"$ref": "2"}}
      """
    let issues = TextLog()
    var options = MappingOptions()
    options.references = .preserved
    options.issueHandler = { issues.add($0.map { "\($0)" }) }
    let page = try Page(json: json, options: options)
    #expect(page.line != nil && page.line?.node == nil && page.copy == nil)
    #expect(page.lines.map(\.node?.name) == ["c", nil])
    let expected = [
      "line.node: expected Other, found an object",
      "lines[1].node: expected Other, found an object",
      "copy: expected Snapshot<Other>, found an object",
    ]
    #expect(issues.texts == expected)
    let input = JSONInput(#"{"other": {"$ref": "1"}}"#, by: .decoder)
    #expect(try input.map(to: Page.self, options: options).other == nil)
    #expect(issues.texts == expected + ["other: expected Other, found an object"])
  }

  @Test(.needsFoundation) func areNoPairsOfADictionaryWhateverItsType() throws {
    class Pair: ModelObject {
      var swift: [String: Any] = [:]
      var foundation = NSDictionary()
    }
    let json = #"{"swift": {"$id": "2", "a": 1}, "foundation": {"$id": "3", "a": 1}}"#
    let pair = try Pair(json: json, options: preserved)
    #expect(pair.swift as NSDictionary == ["a": 1])
    #expect(pair.foundation == ["a": 1])
  }

  @Test func areOrdinaryKeysUnlessTheOptionsSaySo() throws {
    let node = try Node(json: #"{"$id": "1", "next": {"$ref": "1"}}"#)
    #expect(node.next !== node && node.next?.rest["$ref"] as? String == "1")
    #expect(node.rest["$id"] as? String == "1")
  }

  @Test func takeTimeInProportion() throws {
    var all = (0..<20_000).map { #"{"$ref": "\#($0)"}"# }
    all += (0..<20_000).map { #"{"$id": "\#($0)"}"# }
    let json = #"{"all": [\#(all.joined(separator: ","))]}"#
    let node = try Node(json: json, options: preserved)
    #expect(node.all.count == 40_000 && node.all[0] === node.all[20_000])
  }

  // MARK: - Exports

  private var numbering: ExportOptions {
    var options = ExportOptions()
    options.references = .preserved
    return options
  }

  @Test func areWrittenOnceAndComeBack() throws {
    let (a, b) = (Node(), Node())
    (a.name, b.name) = ("a", "b")
    a.next = b
    b.next = a
    a.all = [b, a]
    a.named = ["x": b]
    let text = try a.jsonString(options: numbering)
    #expect(
      text == """
        {"$id":"1","name":"a","next":{"$id":"2","name":"b","next":{"$ref":"1"},"all":[],\
        "numbers":[],"named":{}},"all":[{"$ref":"2"},{"$ref":"1"}],"numbers":[],\
        "named":{"x":{"$ref":"2"}}}
        """
    )
    let tree = try a.dictionaryRepresentation(options: numbering)
    for copy in [
      try Node(json: text, options: preserved), try Node(dictionary: tree, options: preserved),
    ] {
      #expect(copy == a)
      #expect(copy.next?.next === copy && copy.all[0] === copy.next && copy.all[1] === copy)
    }
    let array = try [a, b, a].jsonData(options: numbering)
    let nodes = try [Node](json: array, options: preserved)
    #expect(nodes[0] === nodes[2] && nodes[0].next === nodes[1])
  }

  @Test func areWrittenOnceInADictionaryToo() throws {
    let (one, other) = (Other(), Other())
    (one.name, other.name) = ("a", "b")
    let text = try ["x": one, "y": one, "z": other].jsonString(options: numbering)
    #expect(
      text == #"{"x":{"$id":"1","name":"a"},"y":{"$ref":"1"},"z":{"$id":"2","name":"b"}}"#
    )
  }

  /// Such an object is nowhere after it is written: the next one may have its address.
  @Test(.differs(.hooks)) func thatGettersMakeAreNotReferredTo() throws {
    let expected = """
      {"$id":"1","first":{"$id":"2","name":"a"},"fourth":{"x":{"$id":"3","name":"e"}},\
      "second":{"$id":"4","name":"b"},"third":[{"$id":"5","name":"c"},{"$id":"6","name":"d"}]}
      """
    #expect(try Maker().jsonString(options: numbering) == expected)
    let tree = try Maker().dictionaryRepresentation(options: numbering)
    let data = try JSONSerialization.data(withJSONObject: tree, options: .sortedKeys)
    #expect(String(decoding: data, as: UTF8.self) == expected)
  }

  @Test func areNumberedAnewInEachLineAndNotInPatches() throws {
    let node = Node()
    node.name = "a"
    let lines = String(decoding: try [node, node].jsonLines(options: numbering), as: UTF8.self)
    let line = #"{"$id":"1","name":"a","all":[],"numbers":[],"named":{}}"#
    #expect(lines == line + "\n" + line + "\n")
    let patch = try node.jsonString(changesSince: Node(), options: numbering)
    #expect(patch == #"{"name":"a"}"#)
  }

  /// A model that its hook rejects has no number, and neither have those in it.
  @Test func areLeftOutIfTheyAreRejected() throws {
    final class Rejected: Node {
      override func didExport(_ dictionary: inout [String: Any]) throws {
        dictionary["seen"] = true
        if name == "no" { throw CancellationError() }
      }
    }
    let (root, no, shared) = (Rejected(), Rejected(), Node())
    no.name = "no"
    no.next = shared
    shared.name = "shared"
    root.all = [no, shared, shared]
    let text = try root.jsonString(options: numbering)
    #expect(
      text == """
        {"$id":"1","name":"","all":[{"$id":"2","name":"shared","all":[],"numbers":[],"named":{}},\
        {"$ref":"2"}],"numbers":[],"named":{},"seen":true}
        """
    )
  }
}
