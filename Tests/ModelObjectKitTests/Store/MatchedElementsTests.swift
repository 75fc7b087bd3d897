import Foundation
import ModelObjectKit
import Testing

/// In a store, each list has an object once, in the place where it comes first.
struct ObjectsThatListsRepeat {
  private final class Item: ModelObject {
    var id = 0
    var name = ""
    override class var identity: Set<String> { ["id"] }
  }

  private final class Table: ModelObject {
    var list: [Item] = []
    var rows: [[Item]] = []
    var byName: [String: [Item]] = [:]
    var deep: [[[Item]]] = []
    var any: [Any] = []
    override class var arrayMapping: [String: ModelObject.Type] { ["any": Item.self] }
  }

  @Test(arguments: [
    (#"[{"id": 4}, {"id": 1}, {"id": 4, "name": "a"}, {"id": "1"}]"#, [4, 1]),
    ("[1, 4, 4, 1, 1]", [1, 4]), (#"[4, {"id": 1}, {"id": 4, "name": "a"}, 4]"#, [4, 1]),
  ])
  func areInThemOnce(list: String, ids: [Int]) throws {
    let json = #"""
      {"list": \#(list), "rows": [\#(list), \#(list)], "byName": {"a": \#(list), "b": \#(list)},
       "deep": [[\#(list)], [\#(list), []]]}
      """#
    for input in everyWay(json) {
      let store = ModelStore()
      try store.upsert([Item].self, json: #"[{"id": 1}, {"id": 4}]"#)
      for _ in 0..<2 {
        let table =
          input.way == .text
          ? try store.upsert(Table.self, json: input.json)
          : try store.upsert(Table.self, dictionary: input.dictionary())
        #expect(table.list.map(\.id) == ids, "\(input)")
        #expect(table.rows.map { $0.map(\.id) } == [ids, ids], "\(input)")
        #expect(table.byName.mapValues { $0.map(\.id) } == ["a": ids, "b": ids], "\(input)")
        #expect(
          table.deep.map { $0.map { $0.map(\.id) } } == [[ids], [ids, []]],
          "\(input)"
        )
        #expect(store.count(of: Item.self) == 2, "\(input)")
      }
    }
    // Without a store, an element is an object of its own.
    let alone = try Table(json: #"{"rows": [[{"id": 1}, {"id": 1}]]}"#)
    #expect(alone.rows[0].count == 2)
  }
}

private class Row: ModelObject {
  var id = 0
  var name = ""
  var note: String?
  var deep: [[Int]] = []
  override class var identity: Set<String> { ["id"] }
}

private final class HookedRow: Row {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class Plain: ModelObject {
  var id = 0
}

private final class Table: ModelObject {
  var rows: [Row] = []
  var optional: [Row]?
  var gaps: [Row?] = []
  var set: Set<Row> = []
  var grid: [[Row]] = []
  var any: Any?
  var anything: [Any] = []
  var models: [ModelObject] = []
  var byName: [String: Row] = [:]
  var hooked: [HookedRow] = []
  var plain: [Plain] = []
  var numbers: [Int] = []

  override class var arrayMapping: [String: ModelObject.Type] {
    ["any": Row.self, "anything": Row.self, "models": Row.self]
  }
}

private func models(_ value: Any?) -> [Row] {
  switch value {
  case let row as Row: [row]
  case let rows as [Row?]: rows.compactMap { $0 }
  case let rows as Set<Row>: rows.sorted { $0.id < $1.id }
  case let grid as [[Row]]: grid.flatMap { $0 }
  case let values as [Any]: values.compactMap { $0 as? Row }
  default: []
  }
}

private var merging: MappingOptions {
  var options = MappingOptions()
  options.arrays = .merge
  return options
}

struct MatchedElementsTests {
  /// Properties that hold a list of rows, each in its own way.
  private static let lists: [(key: String, get: @Sendable (Table) -> [Row])] = [
    ("rows", { $0.rows }),
    ("optional", { models($0.optional) }),
    ("gaps", { models($0.gaps) }),
    ("set", { models($0.set) }),
    ("any", { models($0.any) }),
    ("anything", { models($0.anything) }),
    ("models", { models($0.models) }),
    ("hooked", { $0.hooked }),
  ]

  @Test(arguments: WayIn.forms)
  func knownElementsStayTheSameObjects(way: WayIn) throws {
    for (key, get) in Self.lists {
      let table = try Table(
        json: #"{"\#(key)": [{"id": 1, "name": "a", "note": "x"}, {"id": 2, "name": "b"}]}"#
      )
      let (first, second) = (get(table)[0], get(table)[1])
      let input = JSONInput(
        #"{"\#(key)": [{"id": "3", "name": "c"}, {"id": 1, "name": "d"}]}"#,
        by: way
      )
      try input.update(table, options: nil)
      let rows = get(table).sorted { $0.id < $1.id }
      #expect(rows.map(\.id) == [1, 3], "\(key)")
      #expect(rows.map(\.name) == ["d", "c"], "\(key)")
      #expect(rows.first === first, "\(key)")
      #expect(first.note == "x", "\(key)")
      #expect(second.name == "b", "\(key)")
      #expect(!rows.contains { $0 === second }, "\(key)")
    }
  }

  @Test(arguments: WayIn.forms)
  func theOrderIsTheInputs(way: WayIn) throws {
    for (key, get) in Self.lists where key != "set" {
      let table = try Table(json: #"{"\#(key)": [{"id": 1}, {"id": 2}, {"id": 3}]}"#)
      try JSONInput(#"{"\#(key)": [{"id": 3}, {"id": 4}, {"id": 1}]}"#, by: way)
        .update(table, options: nil)
      #expect(get(table).map(\.id) == [3, 4, 1], "\(key)")
    }
  }

  @Test(arguments: WayIn.forms)
  func mergingLeavesWhatIsNotNamedWhereItWas(way: WayIn) throws {
    for (key, get) in Self.lists {
      let table = try Table(json: #"{"\#(key)": [{"id": 1}, {"id": 2}, {"id": 3}]}"#)
      let former = get(table)
      try JSONInput(
        #"{"\#(key)": [{"id": 5}, {"id": 3, "name": "c"}, {"id": 4}]}"#,
        by: way
      )
      .update(table, options: merging)
      let rows = get(table)
      #expect(rows.map(\.id) == (key == "set" ? [1, 2, 3, 4, 5] : [1, 2, 3, 5, 4]), "\(key)")
      #expect(zip(rows, former).allSatisfy { $0 === $1 }, "\(key)")
      #expect(rows[2].name == "c", "\(key)")
    }
  }

  @Test(arguments: WayIn.forms)
  func equalIdentitiesAreMatchedInOrder(way: WayIn) throws {
    for (key, get) in Self.lists where key != "set" {
      let table = try Table(json: #"{"\#(key)": [{"id": 1, "note": "x"}, {"id": 1}, {"id": 2}]}"#)
      let former = get(table)
      let json = #"{"\#(key)": [{"id": 2}, {"id": 1, "name": "a"}, {"id": 1}, {"id": 1}]}"#
      try JSONInput(json, by: way).update(table, options: nil)
      let rows = get(table)
      #expect(rows.map(\.name) == ["", "a", "", ""], "\(key)")
      #expect(rows.map(\.note) == [nil, "x", nil, nil], "\(key)")
      #expect(rows[0] === former[2] && rows[1] === former[0] && rows[2] === former[1], "\(key)")
      #expect(Set(rows.map { ObjectIdentifier($0) }).count == 4, "\(key)")
      try JSONInput(json, by: way).update(table, options: merging)
      #expect(get(table).count == 4 && zip(get(table), rows).allSatisfy { $0 === $1 }, "\(key)")
    }
  }

  @Test(arguments: WayIn.forms)
  func anUpdateOfAFreshObjectIsAMapping(way: WayIn) throws {
    for (key, get) in Self.lists {
      let json = #"{"\#(key)": [{"id": 0, "name": "a"}, {"id": 0, "name": "b"}, {"id": 0}]}"#
      let (table, growing) = (Table(), Table())
      for _ in 0..<2 {
        try JSONInput(json, by: way).update(table, options: nil)
        #expect(Set(get(table).map(\.name)) == ["a", "b", ""], "\(key)")
        #expect(get(table).count == 3, "\(key)")
      }
      for end in 1...json.utf8.count {
        try growing.update(partialJSON: Data(json.utf8.prefix(end)))
      }
      #expect(Set(get(growing).map(\.name)) == ["a", "b", ""], "\(key)")
      #expect(get(growing).count == 3, "\(key)")
    }
  }

  @Test func aHookThatCallsSuperTwiceMatchesTheSameElements() throws {
    final class Twice: ModelObject {
      var rows: [Row] = []
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
        try super.serializeValue(value, key: key)
      }
    }
    let twice = try Twice(json: #"{"rows": [{"id": 1}, {"id": 1}]}"#)
    let former = twice.rows
    try twice.update(json: #"{"rows": [{"id": 1, "name": "a"}, {"id": 1, "name": "b"}]}"#)
    #expect(twice.rows.map(\.name) == ["a", "b"])
    #expect(twice.rows.count == 2 && zip(twice.rows, former).allSatisfy { $0 === $1 })
  }

  @Test func ofSeveralWithOneIdentityTheFirstIsMatched() throws {
    let table = Table()
    table.rows = try [Row](json: #"[{"id": 1, "name": "a"}, {"id": 1, "name": "b"}]"#)
    let former = table.rows
    try table.update(json: #"{"rows": [{"id": 1, "note": "x"}]}"#, options: merging)
    #expect(table.rows.map(\.note) == ["x", nil])
    try table.update(json: #"{"rows": [{"id": 1}]}"#)
    #expect(table.rows.count == 1 && table.rows[0] === former[0])
  }

  @Test func aSetFindsItsMembersAfterTheyChanged() throws {
    let table = try Table(json: #"{"set": [{"id": 1}, {"id": 2}]}"#)
    let first = table.set.first { $0.id == 1 }
    for options in [MappingOptions(), merging] {
      try table.update(
        json: #"{"set": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]}"#,
        options: options
      )
      #expect(table.set.allSatisfy { table.set.contains($0) })
      #expect(table.set.first { $0.id == 1 } === first)
    }
    // The input that is read before the error would change a member.
    var shallow = MappingOptions()
    shallow.maximumDepth = 4
    let members: [[String: Any]] = [["id": 1, "name": "z"], ["id": 2, "deep": [[1]]]]
    #expect(throws: ModelError.self) {
      try table.update(dictionary: ["set": members], options: shallow)
    }
    #expect(first?.name == "a")
    #expect(table.set.allSatisfy { table.set.contains($0) })
  }

  private class Shape: ModelObject {
    override class var subclasses: Subclasses? { .byTag("kind", ["named": Named.self]) }
  }
  private final class Named: Shape {
    var id = 0
    override class var identity: Set<String> { ["id"] }
  }
  private final class Drawing: ModelObject { var shapes: [Shape] = [] }

  /// A list is merged if an element that is there, or a new one, has an identity.
  @Test(arguments: [("{}", "{}", 1), ("{}", named, 2), (named, "{}", 2), (named, named, 1)])
  private func mayHaveAnIdentityOrNot(old: String, new: String, count: Int) throws {
    let drawing = try Drawing(json: #"{"shapes": [\#(old)]}"#)
    let shape = drawing.shapes[0]
    try drawing.update(json: #"{"shapes": [\#(new)]}"#, options: merging)
    #expect(drawing.shapes.count == count)
    #expect((drawing.shapes[0] === shape) == (old == Self.named || count == 2))
  }

  private static let named = #"{"kind": "named", "id": 1}"#

  private class Member: ModelObject {
    var id = 0
    override class var identity: Set<String> { ["id"] }
    override class var subclasses: Subclasses? { .byTag("kind", ["guest": Guest.self]) }
  }
  private final class Guest: Member {}
  private final class Club: ModelObject {
    var id = 0
    var members: [Member] = []
    override class var identity: Set<String> { ["id"] }
  }

  @Test func anObjectThatIsReplacedLaterInTheListIsInItOnce() throws {
    let store = ModelStore()
    let json = #"{"id": 1, "members": [{"id": 1}, {"id": 2}]}"#
    let club = try store.upsert(Club.self, json: json)
    let again = #"{"id": 1, "members": [{"id": 1}, {"id": 2}, {"id": 1, "kind": "guest"}]}"#
    try store.upsert(Club.self, json: again)
    #expect(club.members.map(\.id) == [1, 2])
    #expect(club.members[0] is Guest && club.members[0] === store[Member.self, 1])
  }

  @Test func listsInListsAreMatchedAndReplaced() throws {
    let table = try Table(json: #"{"grid": [[{"id": 1}], [{"id": 2}]]}"#)
    let (first, second) = (table.grid[0][0], table.grid[1][0])
    try table.update(json: #"{"grid": [[{"id": 2}, {"id": 3}], [{"id": 2}]]}"#, options: merging)
    #expect(table.grid.map { $0.map(\.id) } == [[2, 3], [2]])
    #expect(table.grid[0][0] === second && table.grid[1][0] !== second)
    #expect(!table.grid[0].contains { $0 === first })
  }

  @Test func dictionariesAreReplaced() throws {
    let table = try Table(json: #"{"byName": {"a": {"id": 1, "note": "x"}}}"#)
    let former = table.byName["a"]
    try table.update(json: #"{"byName": {"a": {"id": 1}, "b": {"id": 2}}}"#, options: merging)
    #expect(table.byName["a"] !== former)
    #expect(table.byName["a"]?.note == nil && former?.note == "x")
  }

  @Test func whatHasNoIdentityIsReplacedUnderAnyOptions() throws {
    let table = try Table(json: #"{"plain": [{"id": 1}, {"id": 2}], "numbers": [1, 2]}"#)
    let former = table.plain
    try table.update(json: #"{"plain": [{"id": 1}], "numbers": [3]}"#, options: merging)
    #expect(table.plain.count == 1 && table.plain[0] !== former[0])
    #expect(table.numbers == [3])
  }

  @Test func anEmptyListIsEmptyOrChangesNothing() throws {
    let table = try Table(json: #"{"rows": [{"id": 1}], "plain": [{"id": 1}]}"#)
    try table.update(json: #"{"rows": [], "plain": []}"#, options: merging)
    #expect(table.rows.map(\.id) == [1] && table.plain.isEmpty)
    try table.update(json: #"{"rows": []}"#)
    #expect(table.rows.isEmpty)
  }

  @Test func nullsAndOneObjectCountAsEver() throws {
    let table = try Table(json: #"{"gaps": [{"id": 1}, null], "rows": [{"id": 1}]}"#)
    let (gap, row) = (table.gaps[0], table.rows[0])
    try table.update(json: #"{"gaps": [null, {"id": 1}, {"id": 2}], "rows": {"id": "1"}}"#)
    #expect(table.gaps.map { $0?.id } == [nil, 1, 2])
    #expect(table.gaps[1] === gap && table.rows.count == 1 && table.rows[0] === row)
    try table.update(json: #"{"gaps": [{"id": 3}, null], "optional": null}"#, options: merging)
    #expect(table.gaps.map { $0?.id } == [nil, 1, 2, 3, nil])
    #expect(table.optional == nil)
  }

  @Test func aGivenInstanceIsTakenAsItIs() throws {
    let table = try Table(json: #"{"rows": [{"id": 1}]}"#)
    let given = Row()
    given.id = 1
    try table.update(dictionary: ["rows": [given, ["id": 2]]])
    #expect(table.rows[0] === given && table.rows.count == 2)
  }

  @Test func aFreshObjectsListIsLeftAsItIs() throws {
    let table = try Table(json: #"{"rows": [{"id": 1, "name": "a"}, {"id": 1, "note": "b"}]}"#)
    #expect(table.rows.map(\.name) == ["a", ""])
  }
}
