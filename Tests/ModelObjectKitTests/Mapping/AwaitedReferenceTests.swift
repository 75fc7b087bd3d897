import Foundation
import ModelObjectKit
import Observation
import Testing

private struct Refused: Error {}

private class Station: ModelObject {
  var id = 0
  var next: Station?
  var all: [Station] = []
  var grid: [[Station]] = []
  var set: Set<Station> = []
  var byName: [String: Station] = [:]
  var lists: [String: [Station]] = [:]
  var depot: Depot?
  var listed: [Station] {
    all + grid.flatMap { $0 } + set + byName.values + lists.values.flatMap { $0 }
  }
}

/// A node whose `next` is set through a key path.
private final class Relay: ModelObject {
  var id = 0
  var next: Relay?
  override class var identity: Set<String> { ["id"] }
  override class var accessors: [String: PropertyAccessor] {
    ["next": PropertyAccessor(\Relay.next)]
  }
}

private final class Depot: ModelObject {
  var station: Station?
  var inner: Depot?
}

private final class OwnOptions: Station {
  override class var mappingOptions: MappingOptions { preserved }
}

private final class FailingStation: Station {
  override class var mappingOptions: MappingOptions {
    var options = preserved
    options.mismatches = .fail
    return options
  }
}

private final class Note: ModelObject {
  var text = ""
  var relay: Relay?
}

/// Its list of models without an identity is observed: equal ones don't take the place of others.
@Observable private final class Board: ModelObject {
  var id = 0
  var notes: [Note] = []
  var relays: [Relay] = []
  override class var identity: Set<String> { ["id"] }
  override class var accessors: [String: PropertyAccessor] { ["notes": .init(\Board.notes)] }
}

/// Counts what its hooks are called for, and refuses 13.
private final class Counted: ModelObject {
  var id = 0
  var next: Counted?
  var all: [Counted] = []
  var byName: [String: Counted] = [:]
  private(set) var calls: [String] = []
  override class var identity: Set<String> { ["id"] }
  override class var ignoredProperties: Set<String> { ["calls"] }

  override func serializeValue(_ value: Any?, key: String) throws {
    calls.append(key)
    try super.serializeValue(value, key: key)
  }

  override func awake() { calls.append("awake") }
  override func validate() throws { if id == 13 { throw Refused() } }
}

private let preserved = {
  var options = MappingOptions()
  options.references = .preserved
  return options
}()

/// Models that are named in front of the objects that they are made of.
struct AwaitedReferences {
  @Test(arguments: [
    (#"[{"id": 1, "next": 2}, {"id": 1, "next": {"id": 3}}, {"id": 2}]"#, [3]),
    (#"[{"id": 1, "next": {"id": 3}}, {"id": 1, "next": 2}, {"id": 2}]"#, [2]),
    (#"[{"id": 1, "next": {"id": 3}}, {"id": 1, "next": 4}, {"id": 2}]"#, [3]),
    (
      #"[{"id": 1, "next": 2}, {"id": 1, "next": {"id": 3}}, {"id": 1, "next": 4}, {"id": 2}]"#,
      [3]
    ),
    (#"[{"id": 1, "all": [2]}, {"id": 1, "all": [{"id": 3}]}, {"id": 2}]"#, [3]),
    (#"[{"id": 1, "all": [2]}, {"id": 1, "all": [5, 3]}, {"id": 2}, {"id": 3}]"#, [3]),
    (#"[{"id": 1, "byName": {"a": 2}}, {"id": 1, "byName": {"a": {"id": 3}}}, {"id": 2}]"#, [3]),
    (#"[{"id": 1, "next": {"id": 1, "all": [4]}, "all": [1]}, {"id": 4}]"#, [1, 1]),
    (#"[{"id": 1, "all": [4]}, {"id": 1, "all": []}, {"id": 4}]"#, []),
    (#"[{"id": 1, "next": 2}, {"id": 1, "next": 9}, {"id": 2}]"#, [2]),
    (
      """
      [{"id": 3}, {"id": 1, "next": {"id": 2}},
       {"id": 1, "next": {"id": 2, "next": {"id": 1, "next": 3}}}]
      """, [2]
    ),
  ])
  func aLaterValueStays(json: String, ids: [Int]) throws {
    let store = ModelStore()
    try store.upsert([Counted].self, json: json)
    let one = store[Counted.self, 1]
    let found = [one?.next].compactMap { $0 } + (one?.all ?? [])
    #expect((found + (one?.byName.values.map { $0 } ?? [])).map(\.id) == ids)
  }

  /// What a hook sets comes after the references in the input, which are filled at the end.
  @Test func whatAHookHasSetStays() throws {
    final class Deciding: ModelObject {
      var id = 0
      var next: Deciding?
      var all: [Deciding] = []
      override class var identity: Set<String> { ["id"] }
      override func awake() {
        guard id == 1 else { return }
        next = Deciding()
        all = [Deciding()]
      }
    }
    let store = ModelStore()
    let json = #"[{"id": 1, "next": 2, "all": [2]}, {"id": 3, "next": 2}, {"id": 2}]"#
    let models = try store.upsert([Deciding].self, json: json).models
    #expect(models.map(\.next?.id) == [0, 2, nil])
    #expect(models.map { $0.all.map(\.id) } == [[0], [], []])
  }

  /// What a hook passes on later decides, unless it is null.
  @Test(arguments: [#"5"#, "null", #""x""#, "[]"])
  func onlyNullLeavesItsPlaceToIt(later: String) throws {
    class Twice: ModelObject {
      var part: Station?
      var later: Any?
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
        if key == "part" { try super.serializeValue(later, key: key) }
      }
    }
    class Root: ModelObject {
      var twice: Twice?
      var station: Station?
    }
    let json = #"""
      {"twice": {"later": \#(later), "part": {"$ref": "2"}}, "station": {"$id": "2", "id": 5}}
      """#
    for way in WayIn.forms {
      let root = try JSONInput(json, by: way).map(to: Root.self, options: preserved)
      #expect(root.twice?.part === (later == "null" ? root.station : nil), "\(way)")
      #expect(root.station?.id == 5)
    }
  }

  /// Its value is updated in place, and an object in that is the one that holds it.
  @Test func aValueComesAfterWhatIsInIt() throws {
    let store = ModelStore()
    try store.upsert(
      [Relay].self,
      json: #"""
        [{"id": 3}, {"id": 1, "next": {"id": 2}},
         {"id": 1, "next": {"id": 2, "next": {"id": 1, "next": 3}}}]
        """#
    )
    #expect(store[Relay.self, 1]?.next?.id == 2)
    #expect(store[Relay.self, 2]?.next?.id == 1)
  }

  private static let elements = [
    #""next": {"$ref": "2"}"#, #""all": [{"$ref": "2"}]"#, #""depot": {"station": {"$ref": "2"}}"#,
    #""depot": {"$id": "33", "station": {"$ref": "2"}}"#,
    #""depot": {"$id": "33", "inner": {"$id": "34", "station": {"$ref": "2"}}}"#,
  ].flatMap { [#"{"$id": "9", "id": 3, \#($0)}"#, #"{"id": 3, \#($0)}"#] }

  @Test(arguments: elements)
  func areFoundInsideAListThatAwaitsOneItself(element: String) throws {
    let lists = [
      #""all": [\#(element), {"$ref": "2"}]"#, #""grid": [[\#(element)], [{"$ref": "2"}]]"#,
      #""set": [\#(element), {"$ref": "2"}]"#, #""byName": {"a": \#(element), "b": {"$ref": "2"}}"#,
      #""lists": {"k": [\#(element), {"$ref": "2"}]}"#, #""grid": [[\#(element)]]"#,
    ]
    for list in lists {
      let json = #"{\#(list), "next": {"$id": "2", "id": 7}}"#
      for way in WayIn.forms {
        let log = TextLog()
        var options = preserved
        options.issueHandler = { log.add($0.map(\.description)) }
        let station = try JSONInput(json, by: way).map(to: Station.self, options: options)
        let three = try #require(station.listed.first { $0.id == 3 }, "\(json) \(way)")
        let depot = three.depot
        let found = [three.next, three.all.first, depot?.station, depot?.inner?.station]
        #expect(found.contains { $0 != nil && $0 === station.next }, "\(json) \(way)")
        #expect(log.texts == [], "\(json) \(way)")
      }
    }
  }

  @Test func areFoundByTheOptionsOfTheClass() throws {
    let json = #"{"all": [{"$ref": "2"}], "next": {"$id": "2", "id": 7}}"#
    let station = try OwnOptions(json: json)
    #expect(station.all.first === station.next && station.all.count == 1)
  }

  @Test func hooksOfTheirNeighborsRunOnce() throws {
    let census = MappingCensus()
    var options = preserved
    options.census = census
    let lists = [
      #""all": [{"id": 3, "z": 1}, {"$ref": "2"}]"#,
      #""byName": {"a": {"id": 3, "z": 1}, "b": {"$ref": "2"}}"#,
    ]
    for list in lists {
      let json = #"{"id": 1, \#(list), "next": {"$id": "2", "id": 2}}"#
      let root = try Counted(json: json, options: options)
      let three = try #require((root.all + root.byName.values).first { $0.id == 3 })
      #expect(three.calls == ["id", "z", "awake"])
    }
    let unknown = census.entries.filter { $0.key == "z" }
    #expect(unknown.map(\.count) == [2])
    let store = ModelStore()
    let json = #"{"id": 1, "all": [{"id": 3, "z": 1}, 2], "next": {"id": 2}}"#
    let root = try store.upsert(Counted.self, json: json)
    #expect(root.all.map(\.id) == [3, 2] && root.all[0].calls == ["id", "z", "awake"])
    let roots = try store.upsert([Counted].self, json: #"[{"id": 5, "next": 6}, {"id": 6}]"#)
    #expect(roots.models[0].next === roots.models[1])
    #expect(roots.models.map(\.calls) == [["id", "next", "awake"], ["id", "awake"]])
  }

  /// A value of a user's `Codable` type is read once: what a model in it names is there, or an issue.
  @Test func areNotAwaitedInCodableValues() throws {
    struct Stop: Codable { var station: Station? }
    class Line: ModelObject {
      var stop: Stop?
      var station: Station?
    }
    let json = #"""
      {"stop": {"station": {"$id": "1", "id": 1, "next": {"$ref": "1"},
                            "all": [{"id": 4}, {"$ref": "2"}]}},
       "station": {"$id": "2", "id": 2}}
      """#
    for way in WayIn.forms {
      let log = TextLog()
      var options = preserved
      options.issueHandler = { log.add($0.map(\.description)) }
      let line = try JSONInput(json, by: way).map(to: Line.self, options: options)
      let station = line.stop?.station
      #expect(station?.next === station && station?.all.map(\.id) == [4], "\(way)")
      #expect(log.texts == [#"stop.station.all[1]: no Station for $ref "2""#], "\(way)")
    }
  }

  @Test func issuesOfTheirNeighborsComeOnce() throws {
    let log = TextLog()
    var options = preserved
    options.issueHandler = { log.add($0.map(\.description)) }
    let json = #"""
      {"all": [5, {"id": "x"}, {"$ref": "2"}, {"$ref": "4"}], "next": {"$id": "2", "id": 7}}
      """#
    let station = try Station(json: json, options: options)
    #expect(station.all.map(\.id) == [0, 7])
    let issues = [
      "all[0]: expected Station, found Int 5", #"all[1].id: expected Int, found String "x""#,
      #"all[3]: no Station for $ref "4""#,
    ]
    #expect(log.texts == issues)
    let report = try Station.explain(json: json, options: options)
    let reported = report.issues.filter { $0.kind != .missingKey }
    #expect(reported.map(\.description) == issues)
  }

  @Test(arguments: [
    (
      #"[{"id": 1, "next": {"$ref": "5"}}, {"id": 2, "next": 9}, {"$id": "5", "id": 5}]"#,
      ["[1].next: no Relay for Int 9"]
    ),
    (
      #"[{"id": 1, "next": 8, "NEXT": {"id": 3}}, {"id": 2, "next": 9}]"#,
      ["[0].next: no Relay for Int 8 (other keys: NEXT)", "[1].next: no Relay for Int 9"]
    ),
    (
      #"[{"id": 1, "next": {"id": 3, "next": 7}, "NEXT": 8}, {"id": 2}]"#,
      ["[0].next.next: no Relay for Int 7"]
    ),
    (
      #"[{"id": 1, "next": null, "NEXT": 7}, {"id": 2, "next": 5}]"#,
      ["[0].NEXT: no Relay for Int 7 (other keys: next)", "[1].next: no Relay for Int 5"]
    ),
  ])
  func anIdentityThatNeverComesIsOneIssue(json: String, issues: [String]) throws {
    let log = TextLog()
    var options = preserved
    options.issueHandler = { log.add($0.map(\.description)) }
    let store = ModelStore()
    let former = try store.upsert(Relay.self, json: #"{"id": 1, "next": {"id": 4}}"#).next
    let relays = try store.upsert([Relay].self, json: json, options: options).models
    #expect((relays[0].next === former) == (issues.count == 2) && relays[1].next == nil)
    #expect(log.texts == issues)
  }

  @Test func aFailedUpdateOfAnObjectWithANumberChangesNothing() throws {
    var options = preserved
    options.mismatches = .fail
    for way in WayIn.forms {
      let station = try Station(json: #"{"id": 1, "depot": {}}"#)
      let json = #"{"$id": "1", "id": 5, "depot": {"$id": "2", "inner": 3}}"#
      #expect(throws: ModelError.self) {
        try JSONInput(json, by: way).update(station, options: options)
      }
      #expect(station.id == 1)
    }
  }

  @Test func anArrayIsAnObjectOnlyIfReferencesArePreserved() throws {
    let json = #"{"$id": "1", "$values": [{"id": 3}]}"#
    #expect(try [Station](json: json, options: preserved).map(\.id) == [3])
    #expect(throws: ModelError.self) { try [Station](json: json) }
    #expect(throws: ModelError.self) { try [Station](json: #"{"a": \#(json)}"#, at: "a") }
    #expect(try Station(json: #"{"all": \#(json)}"#).all.isEmpty)
  }

  @Test func failsByTheOptionsOfTheClassIfItNeverComes() throws {
    for way in WayIn.forms {
      do {
        _ = try JSONInput(#"{"next": {"$ref": "9"}}"#, by: way).map(to: FailingStation.self)
        Issue.record("\(way)")
      } catch let error as ModelError {
        #expect(error.issues.map(\.description) == [#"next: no Station for $ref "9""#], "\(way)")
      }
    }
  }

  @Test(arguments: [
    (#"{"next": {"$id": "1", "id": 13}, "all": [{"$ref": "1"}, {"id": 4}]}"#, "all[0]"),
    (#"{"all": [{"$id": "1", "id": 13}, {"$ref": "1"}, {"id": 4}]}"#, "all[1]"),
    (#"{"all": [{"$ref": "1"}, {"id": 4}, {"$id": "1", "id": 13}]}"#, "all[0]"),
  ])
  func isNoObjectThatWasRefused(json: String, path: String) throws {
    for way in WayIn.forms {
      let log = TextLog()
      var options = preserved
      options.issueHandler = { log.add($0.filter { $0.kind == .unresolved }.map(\.path)) }
      let root = try JSONInput(json, by: way).map(to: Counted.self, options: options)
      #expect(root.next == nil && root.all.map(\.id) == [4], "\(way)")
      #expect(log.texts == [path], "\(way)")
    }
  }

  /// Nor one that was there before.
  @Test func isNoObjectThatWasThereAndIsRefused() throws {
    class Node: ModelObject {
      var isBad = false
      override func validate() throws { if isBad { throw Refused() } }
    }
    class Pair: ModelObject {
      var first: Node?
      var second: Node?
      var third: Node?
    }
    for json in [
      #"{"first": {"$id": "5", "isBad": true}, "second": {"$ref": "5"}, "third": {}}"#,
      #"{"second": {"$ref": "5"}, "third": {}, "first": {"$id": "5", "isBad": true}}"#,
    ] {
      for way in WayIn.forms {
        let log = TextLog()
        var options = preserved
        options.issueHandler = { log.add($0.filter { $0.kind == .unresolved }.map(\.path)) }
        let pair = Pair()
        let first = Node()
        pair.first = first
        try JSONInput(json, by: way).update(pair, options: options)
        #expect(pair.first === first && pair.second == nil && pair.third != nil, "\(way)")
        #expect(log.texts == ["second"] && !first.isBad, "\(way)")
      }
    }
  }

  /// Without what it awaits, the new model is equal to the one that is there.
  @Test func anEqualModelThatAwaitsAnotherOneIsTaken() throws {
    let store = ModelStore()
    let board = try store.upsert(Board.self, json: #"{"id": 1, "notes": [{"text": "a"}]}"#)
    let note = board.notes[0]
    try store.upsert(Board.self, json: #"{"id": 1, "notes": [{"text": "a"}]}"#)
    #expect(board.notes[0] === note)
    let json = #"{"id": 1, "notes": [{"text": "a", "relay": 5}], "relays": [{"id": 5}]}"#
    try store.upsert(Board.self, json: json)
    #expect(board.notes.map(\.text) == ["a"] && board.relays.count == 1)
    #expect(board.notes[0].relay === board.relays[0])
  }

  /// The list of the root takes each of its elements once; a list in one of them is another list.
  @Test func aListInAnElementOfAnUpdatedArrayMayHoldItsNeighbors() throws {
    var models: [Counted] = []
    let later = #"[{"$id": "1", "id": 1, "all": [{"$ref": "2"}]}, {"$id": "2", "id": 2}]"#
    try models.update(json: later, options: preserved)
    #expect(models.map(\.id) == [1, 2] && models[0].all.first === models[1])
  }

  @Test func theNumberOfARefusedObjectIsNoOthers() throws {
    let json = #"{"all": [{"$id": "1", "kind": 5}, {"id": 3}, {"$ref": "1"}]}"#
    let root = try Tagged(json: json, options: preserved)
    #expect(root.all.map(\.id) == [3])
  }

  @Test func aDictionaryHasANumberToo() throws {
    let json = #"""
      {"byName": {"$id": "2", "a": {"$id": "3", "id": 3}}, "next": {"$ref": "3"},
       "lists": {"$id": "4", "x": {"$id": "5", "$values": [{"$ref": "3"}]}},
       "texts": {"$id": "6", "k": "v"}, "counts": {"$id": "7", "k": 3}}
      """#
    for way in WayIn.forms {
      let log = TextLog()
      var options = preserved
      options.issueHandler = { log.add($0.map(\.description)) }
      let station = try JSONInput(json, by: way).map(to: Numbered.self, options: options)
      #expect(station.byName.keys.sorted() == ["a"] && station.byName["a"] === station.next)
      #expect(station.lists["x"]?.first === station.next && station.lists.count == 1)
      #expect(station.texts == ["k": "v"] && station.counts == ["k": 3] && log.texts == [])
    }
    var roots = try [String: Station](json: #"{"$id": "1", "a": {"id": 3}}"#, options: preserved)
    #expect(roots.mapValues(\.id) == ["a": 3])
    var strict = preserved
    strict.mismatches = .fail
    try roots.update(json: #"{"$id": "1", "a": {"id": 4}}"#, options: strict)
    #expect(roots.mapValues(\.id) == ["a": 4])
    #expect(try Numbered(json: #"{"texts": {"$id": "6"}}"#).texts == ["$id": "6"])
  }
}

private final class Numbered: Station {
  var texts: [String: String] = [:]
  var counts: [String: Int] = [:]
}

/// Takes no object with a kind.
private final class Tagged: ModelObject {
  var id = 0
  var all: [Tagged] = []
  override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
    dictionary["kind"] == nil ? nil : Depot.self
  }
}
