import Foundation
import ModelObjectKit
import Testing

/// From 32 objects on, a column of one kind of value is packed.
struct PackedColumns {
  /// Objects of classes with their own `encode(with:)` are stored as rows.
  @Test(.differs(.hooks), arguments: PackedForm.all)
  func haveTheBytesThatTheArticleSays(_ form: PackedForm) throws {
    let rows = (0..<32).map { number in
      let row = Kinds()
      form.fill(row, number)
      return row
    }
    let column = try column(form.property, in: rows.archivedData()) as? [String: Data]
    #expect(column == form.expected)
    let few = try self.column(form.property, in: Array(rows.dropLast()).archivedData())
    #expect((few as? [String: Any])?.values.contains { $0 is Data } != true)
    #expect(try [Kinds](archive: rows.archivedData()).map(\.text) == rows.map(\.text))
  }

  /// A value of another kind makes an array of the whole column.
  @Test(.differs(.hooks), arguments: [0, 1, 31, 32, 33, 99])
  func areOfOneKind(_ odd: Int) throws {
    let rows = (0..<100).map { number in
      let row = Kinds()
      row.any = number == odd ? "$odd" : number
      row.unsigned = number == odd ? .max : UInt64(number)
      return row
    }
    let data = try rows.archivedData()
    let any = try #require(column("any", in: data) as? [Any])
    #expect(any.count == 100 && any[odd] as? String == "$$odd")
    #expect((try column("unsigned", in: data) as? [Any])?.count == 100)
    #expect(try [Kinds](archive: data).map(\.text) == rows.map(\.text))
  }

  /// Each bit comes back, of each type, with each pattern of nil.
  @Test(arguments: [31, 32, 33, 39, 40, 41, 1_000])
  func comeBackAsTheyWere(_ count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    for _ in 0..<inLongTests(4, else: 1) {
      let rows = Kinds.random(count, &random)
      let again = try [Kinds](archive: rows.archivedData())
      #expect(again.map(\.text) == rows.map(\.text))
      #expect(again.map { $0.owner?.name } == rows.map { $0.owner?.name })
      // Objects that were one are one.
      #expect(Set(again.compactMap(\.owner).map { ObjectIdentifier($0) }).count <= 3)
      let store = ModelStore()
      for row in rows { try store.insert(row) }
      let stored = try ModelStore(archive: store.archivedData(), classes: [Kinds.self])
      #expect(stored.all(Kinds.self).map(\.text) == store.all(Kinds.self).map(\.text))
    }
  }

  /// A list with a value of another kind, or with nil, makes an array of the whole column.
  @Test(.differs(.hooks), arguments: [0, 31, 32, 99])
  func ofListsAreOfOneKind(_ odd: Int) throws {
    let rows = (0..<100).map { number in
      let row = Kinds()
      row.any = number == odd ? [1, "$odd"] as [Any] : number % 3 == 0 ? [number, 2] : [Int]()
      row.maybes = number == odd ? ["a", nil] : ["$b", "c"]
      row.nested = number == odd ? [[1], []] : []
      row.byNumber = number == odd ? [7: [1]] : [:]
      return row
    }
    let data = try rows.archivedData()
    for name in ["any", "maybes", "nested", "byNumber"] {
      #expect((try column(name, in: data) as? [Any])?.count == 100, "\(name)")
    }
    let again = try [Kinds](archive: data)
    #expect(again.map(\.text) == rows.map(\.text))
    // Of one kind, a column of an untyped property is packed.
    rows[odd].any = nil
    let packed = try rows.archivedData()
    #expect(
      (try column("any", in: packed) as? [String: Data])?.keys.sorted() == [
        "$integers", "$lists", "$nil",
      ]
    )
    #expect(try [Kinds](archive: packed).map(\.text) == rows.map(\.text))
  }

  /// Whatever kind the first values have, one of another kind comes back as it was.
  @Test func ofTwoKindsComeBackAsTheyWere() throws {
    let owner = PackedOwner()
    let values: [Any] = [
      1, 0.5, Float(0.25), true, Date(timeIntervalSinceReferenceDate: 1), "a", "$absent",
      [1] as [Any], ["a": 1] as [String: Any], owner, NSNull(), Unheard(),
    ]
    func text(_ value: Any?) -> String {
      switch value {
      case nil, is Unheard: "nil"
      case let value?: value is PackedOwner ? "owner" : "\(type(of: value)) \(value)"
      }
    }
    for (first, second) in values.flatMap({ first in values.map { (first, $0) } }) {
      let rows = (0..<40).map { number in
        let row = Kinds()
        (row.id, row.any) = (number, number == 35 ? second : first)
        return row
      }
      let again = try [Kinds](archive: rows.archivedData())
      #expect(again.map { text($0.any) } == rows.map { text($0.any) })
    }
  }

  /// The same bytes, with other ends.
  @Test func ofStringsOfOtherLengthsComeBackAsTheyWere() throws {
    let rows = (0..<40).map { number in
      let row = Kinds()
      row.string = number % 2 == 0 ? "aa" : ""
      return row
    }
    #expect(try [Kinds](archive: rows.archivedData()).map(\.string) == rows.map(\.string))
  }

  /// So does a dictionary.
  @Test(.differs(.hooks), arguments: [0, 31, 32, 99])
  func ofDictionariesAreOfOneKind(_ odd: Int) throws {
    let rows = (0..<100).map { number in
      let row = Kinds()
      let pairs: [String: Any] = ["$json": number, "b": 2]
      row.any = number == odd ? ["a": 1, "b": "$odd"] : number % 3 == 0 ? pairs : [String: Int]()
      row.counts = number == odd ? [:] : ["$a": number]
      return row
    }
    for (value, isPacked): (Any, Bool) in [
      (["a": 1, "b": "$odd"] as [String: Any], false), ([1], false), (["a": ["b": 1]], false),
      (["a": [1]], false), (["a": NSNull()], false), (["a": 7], true), (Unheard(), true),
    ] {
      rows[odd].any = value
      let data = try rows.archivedData()
      let column = try column("any", in: data)
      #expect((column is [String: Data]) == isPacked, "\(value)")
      let again = try [Kinds](archive: data)
      #expect(again.map { shown($0.any) } == rows.map { shown($0.any) })
      #expect(again.map(\.counts) == rows.map(\.counts))
      #expect(try value is Unheard || again.archivedData() == data)
    }
  }

  private func shown(_ value: Any?) -> String {
    guard let value, !(value is Unheard) else { return "nil" }
    guard let pairs = value as? [String: Any] else { return "\(value)" }
    return pairs.map { "\($0): \($1)" }.sorted().joined(separator: ", ")
  }

  @Test func ofOneValueAreWrittenOnce() throws {
    let rows = (0..<50).map { _ in Kinds() }
    let data = try rows.archivedData()
    #expect(data.count < 1_400)
    #expect(try [Kinds](archive: data).map(\.text) == rows.map(\.text))
  }

  @Test(.differs(.hooks)) func listsOfManyObjectsArePacked() throws {
    let owner = PackedOwner()
    let list = PackedOwners()
    list.all = (0..<40).map { $0 % 3 == 0 ? nil : owner }
    let data = try list.archivedData()
    let all = try #require((column("all", in: data) as? [[String: Data]])?.first)
    #expect(all["$objects"] == Data([1] + (0..<40).map { $0 % 3 == 0 ? 0xFF : 1 }))
    let again = try PackedOwners(archive: data)
    #expect(again.all.map { $0 == nil } == list.all.map { $0 == nil })
    #expect(again.all[1] === again.all[2])
  }

  private func column(_ name: String, in archive: Data) throws -> Any {
    let list = try PropertyListSerialization.propertyList(from: archive, options: [], format: nil)
    let root = try #require(list as? [String: Any])
    let classes = try #require(root["classes"] as? [[String: Any]])
    let columns = try #require(classes.first?["columns"] as? [String: Any])
    return try #require(columns[name])
  }
}

private final class PackedOwners: ModelObject {
  var all: [PackedOwner?] = []
}
