import ModelObjectKit
import Testing

private class Account: ModelObject {
  var id = 0
  var userName = "none"
  var score: Double?
  var note = "none"
}

private class Family: Account {
  override class var subclasses: Subclasses? { .byTag("kind", ["paid": Paid.self]) }
}

private final class Paid: Family {}

private final class HookedAccount: Account {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// Rows of one class that don't have the same columns, one after another.
struct VaryingColumns {
  private struct Case {
    let columns: [String: DatabaseRow.Value]
    let result: String
  }

  private static let cases = [
    Case(
      columns: ["id": .integer(1), "userName": .text("a"), "score": .real(2), "note": .text("n")],
      result: "1 a 2.0 n"
    ),
    Case(columns: ["id": .integer(1), "userName": .text("a")], result: "1 a nil none"),
    Case(
      columns: ["id": .integer(1), "USER_NAME": .text("b"), "x": .null],
      result: "1 b nil none"
    ),
    Case(columns: ["userName": .text("a"), "user_name": .text("b")], result: "0 a nil none"),
    Case(
      columns: ["user__name": .text("b"), "score": .null, "Note": .text("n")],
      result: "0 b nil n"
    ),
    Case(columns: ["KIND": .text("paid"), "_id": .integer(3)], result: "3 none nil none"),
    Case(columns: [:], result: "0 none nil none"),
  ]

  private func check<Model: Account>(_ row: Case, _ type: Model.Type, isCopied: Bool) throws {
    let account = try DatabaseRow(row.columns, isCopied: isCopied).decode(type)
    let score = account.score.map { "\($0)" } ?? "nil"
    #expect("\(account.id) \(account.userName) \(score) \(account.note)" == row.result)
    #expect((account is Paid) == (type == Family.self && row.columns["KIND"] != nil))
  }

  private func checkPairs<Model: Account>(of type: Model.Type, isCopied: Bool) throws {
    for first in Self.cases {
      for second in Self.cases {
        try check(first, type, isCopied: isCopied)
        try check(second, type, isCopied: isCopied)
      }
    }
  }

  @Test(arguments: [false, true]) func areReadWhateverTheRowBeforeHad(isCopied: Bool) throws {
    try checkPairs(of: Account.self, isCopied: isCopied)
    try checkPairs(of: Family.self, isCopied: isCopied)
    try checkPairs(of: HookedAccount.self, isCopied: isCopied)
  }

  /// Asking for a column that isn't there takes longer than everything else.
  @Test(.differs(.hooks)) func areAskedForInVainOnlyOnce() throws {
    final class Sparse: ModelObject {
      var id = 0
      var userName = ""
      var note = "none"
    }
    var counts: [Int] = []
    for _ in 0..<3 {
      let row = DatabaseRow(["id": .integer(1), "user_name": .text("a")], isCopied: true)
      let sparse = try row.decode(Sparse.self)
      #expect(sparse.userName == "a" && sparse.note == "none")
      counts.append(row.mismatchCount)
    }
    #expect(counts == [1, 0, 0])
  }

  @Test func setEachPropertyOnce() throws {
    final class Watched: ModelObject {
      var id = 0 { didSet { log.append("id \(id)") } }
      var name = "none" { didSet { log.append("name \(name)") } }
      var note = "none"
      private(set) var log: [String] = []

      override class var accessors: [String: PropertyAccessor] {
        ["id": .init(\Watched.id), "name": .init(\Watched.name)]
      }
      override class var ignoredProperties: Set<String> { ["log"] }
    }
    for columns in [["id", "name", "note"], ["id", "name"], ["id", "note"], ["id", "NAME"]] {
      let texts = columns.map { ($0, $0 == "id" ? DatabaseRow.Value.integer(1) : .text("a")) }
      let row = DatabaseRow(Dictionary(uniqueKeysWithValues: texts), isCopied: true)
      let names = columns.dropFirst().filter { $0 != "note" }.map { _ in "name a" }
      #expect(try row.decode(Watched.self).log.sorted() == ["id 1"] + names)
    }
  }
}
