import Foundation
import ModelObjectKit
import Testing

private class Row: ModelObject {
  var id = 0
  var name = ""
  override class var identity: Set<String> { ["id"] }
}

private class Table: ModelObject {
  var sets = 0
  var rows: [Row] = [] { didSet { sets += 1 } }
  var set: Set<Row> = [] { didSet { sets += 1 } }
  var first: Row? { didSet { sets += 1 } }
  override class var ignoredProperties: Set<String> { ["sets"] }
  override class var accessors: [String: PropertyAccessor] {
    ["rows": .init(\Table.rows), "set": .init(\Table.set), "first": .init(\Table.first)]
  }
}

private final class HookedTable: Table {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// Its identity is computed.
private final class Coded: ModelObject {
  var number = 0
  var name = ""
  var code: String {
    get { "n\(number)" }
    set { number = Int(newValue.dropFirst()) ?? 0 }
  }
  override class var accessors: [String: PropertyAccessor] { ["code": .init(\Coded.code)] }
  override class var identity: Set<String> { ["code"] }
}

/// Lists and models that are set through a key path are matched by identity like others.
struct AccessorIdentityTests {
  @Test(arguments: WayIn.forms)
  func elementsStayAndThePropertyIsSetOnce(way: WayIn) throws {
    for table in [Table(), HookedTable()] {
      try table.update(json: #"{"rows": [{"id": 1}, {"id": 2}], "first": {"id": 1}}"#)
      let (one, two, first) = (table.rows[0], table.rows[1], table.first)
      table.sets = 0
      let json = #"{"rows": [{"id": 2, "name": "b"}, {"id": 3}], "first": {"id": "1"}}"#
      try JSONInput(json, by: way).update(table, options: nil)
      // One that was updated in place isn't set again.
      #expect(table.sets == 1 && table.first === first)
      #expect(table.rows.count == 2 && table.rows[0] === two && two.name == "b")
      var options = MappingOptions()
      options.arrays = .merge
      try JSONInput(#"{"rows": [{"id": 1}], "first": {"id": 4}}"#, by: way)
        .update(table, options: options)
      #expect(table.rows.map(\.id) == [2, 3, 1] && table.rows[2] !== one)
      #expect(table.first !== first && table.sets == 3)
    }
  }

  @Test func aSetFindsItsMembers() throws {
    let table = try Table(json: #"{"set": [{"id": 1}, {"id": 2}]}"#)
    let one = table.set.first { $0.id == 1 }
    try table.update(json: #"{"set": [{"id": 1, "name": "a"}]}"#)
    #expect(table.set.count == 1 && table.set.first === one)
    #expect(table.set.allSatisfy { table.set.contains($0) })
  }

  @Test func aStoreFilesWhatIsSet() throws {
    let store = ModelStore()
    let row = try store.upsert(Row.self, json: #"{"id": 1}"#)
    let table = try store.upsert(
      Table.self,
      json: #"{"rows": [{"id": 1, "name": "a"}, {"id": 2}], "first": {"id": 2}}"#
    )
    #expect(table.rows[0] === row && row.name == "a")
    #expect(table.first === table.rows[1] && table.first === store[Row.self, 2])
  }

  @Test func anIdentityMayBeComputed() throws {
    let store = ModelStore()
    let coded = try store.upsert(Coded.self, json: #"{"code": "n7", "name": "a"}"#)
    #expect(coded.number == 7 && store[Coded.self, "n7"] === coded)
    #expect(try store.upsert(Coded.self, json: #"{"CODE": "n7"}"#) === coded)
    var list = [coded]
    let changes = try list.update(json: #"[{"code": "n7", "name": "b"}]"#)
    #expect(changes.updated.count == 1 && coded.name == "b")
  }
}
