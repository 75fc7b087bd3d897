import Foundation
import ModelObjectKit
import Testing

private class Row: ModelObject {
  var id = 0
}

private final class Hooked: Row {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key == "number" ? "id" : key)
  }
}

private final class Keeping: Row {
  var rest: [String: Any] = [:]
  override class var unknownKeysProperty: String? { "rest" }
}

private final class Tagged: ModelObject {
  override class var subclasses: Subclasses? { .byTag("kind", [:]) }
}

private final class Table: ModelObject {
  var row: Row?
  var rows: [Row] = []
  var optional: [Row?]? = nil
  var set: Set<Row> = []
  var lists: [[Row]] = []
  var hooked: [Hooked] = []
  var keeping: [Keeping] = []
  var tagged: [Tagged] = []
  var any: [Any] = []
  var anyRows: [Any] = []
  var byKey: [[String: Row]] = []
  override class var arrayMapping: [String: ModelObject.Type] { ["anyRows": Row.self] }

  var counts: [Int] {
    [
      rows.count, optional?.count ?? 0, set.count, lists.count, hooked.count, keeping.count,
      tagged.count, any.count, anyRows.count, byKey.count,
    ]
  }
}

/// An object in place of a list is its only element if it has something for that.
struct LoneElements {
  private static let names = [
    "rows", "optional", "set", "lists", "hooked", "keeping", "tagged", "any", "anyRows", "byKey",
  ]

  @Test(arguments: [
    ("{}", [0, 0, 0, 0, 0, 0, 0, 1, 0, 1]),
    (#"{"1": {"id": 5}, "2": {"id": 6}}"#, [0, 0, 0, 0, 1, 1, 0, 1, 0, 1]),
    (#"{"ID": 5}"#, [1, 1, 1, 1, 1, 1, 0, 1, 1, 1]),
    (#"{"kind": "x"}"#, [0, 0, 0, 0, 1, 1, 1, 1, 0, 1]),
  ])
  func needAKeyOfTheirClass(object: String, counts: [Int]) throws {
    let pairs = Self.names.map { #""\#($0)": \#(object)"# }.joined(separator: ", ")
    for input in everyWay(#"{"row": {}, \#(pairs)}"#) {
      let table = try input.map(to: Table.self)
      #expect(table.row != nil && table.counts == counts, "\(input)")
      let issues = input.issues(mappingTo: Table.self, options: .strictButMissing)
      let refused = zip(Self.names, counts).filter { $0.1 == 0 }.map(\.0)
      let kinds = issues.filter { $0.kind == .typeMismatch && refused.contains($0.path) }
      #expect(Set(kinds.map(\.path)) == Set(refused), "\(input)")
    }
  }

  @Test func keepWhatIsThereAndAreIssues() throws {
    let table = try Table(json: #"{"rows": [{"id": 1}]}"#)
    try table.update(json: #"{"rows": {}}"#)
    #expect(table.rows.map(\.id) == [1])
    let error = #expect(throws: ModelError.self) {
      try Table(json: #"{"rows": {"1": {"id": 5}}}"#, options: .strictButMissing)
    }
    #expect(
      error?.issues.map { "\($0)" }
        == ["rows: expected [Row], found an object with none of Row's keys"]
    )
    let lists = #expect(throws: ModelError.self) {
      try Table(json: #"{"lists": [{"id": 1}, {}]}"#, options: .strictButMissing)
    }
    #expect(lists?.issues.map(\.path) == ["lists[1]"])
  }

  @Test func mayBeReferences() throws {
    var options = MappingOptions()
    options.references = .preserved
    let table = try Table(
      json: #"{"row": {"$id": "1", "id": 5}, "rows": {"$ref": "1"}}"#,
      options: options
    )
    #expect(table.rows.count == 1 && table.rows[0] === table.row)
  }
}
