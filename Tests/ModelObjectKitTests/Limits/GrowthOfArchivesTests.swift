import Foundation
import Testing

@testable import ModelObjectKit

/// What a long value costs that many objects of an archive name: it is there once.
struct GrowthOfArchives {
  /// The values of all rows, the type that reads them, and the bytes that are worked on for each row
  /// and for all.
  struct Use: CustomTestStringConvertible, Sendable {
    let name: String
    let value: @Sendable (String) -> any Sendable
    let open: @Sendable (Data) throws -> [ArchiveBudget.Work: Int]
    let perRow: [ArchiveBudget.Work]
    let once: [ArchiveBudget.Work]
    var testDescription: String { name }

    init(
      _ name: String,
      as type: ModelObject.Type,
      perRow: [ArchiveBudget.Work] = [],
      once: [ArchiveBudget.Work] = [],
      _ value: @escaping @Sendable (String) -> any Sendable
    ) {
      (self.name, self.value, self.perRow, self.once) = (name, value, perRow, once)
      open = { data in
        try ArchiveReader.reading(data, classes: [type]) { reader in
          let count = try reader.storedObjects(onSkip: nil).count
          #expect(count == reader.documents[0].objects.count)
          let works = ArchiveBudget.Work.allCases.map { ($0, reader.budget.bytes($0)) }
          return Dictionary(uniqueKeysWithValues: works).filter { $1 >= 1000 }
        }
      }
    }
  }

  static let json: @Sendable (String) -> any Sendable = { ["$json": #"{"s":["\#($0)"]}"#] }

  static let uses: [Use] = [
    Use("a string", as: Held<String>.self) { $0 },
    Use("a URL", as: Held<URL>.self) { $0 },
    Use("data", as: Held<Data>.self) { Data($0.utf8) },
    Use("a list of strings", as: Held<[String]>.self) { [$0] },
    Use("any value", as: Held<Any>.self) { $0 },
    Use("a set of strings", as: Held<Set<String>>.self, perRow: [.hashing]) { [$0] },
    Use("a set of URLs", as: Held<Set<URL>>.self, perRow: [.hashing]) { [$0] },
    Use("a set of data", as: Held<Set<Data>>.self, perRow: [.hashing]) { [Data($0.utf8)] },
    Use("sets in a list", as: Held<[Set<String>]>.self, perRow: [.hashing]) { [[$0]] },
    Use("an identity", as: Named.self, perRow: [.hashing]) { $0 },
    Use("a struct", as: Held<Words>.self, once: [.decoding], json),
    Use("a struct that is untyped now", as: Held<Any>.self, once: [.decoding], json),
    Use(
      "a struct that is a dictionary now",
      as: Held<[String: Any]>.self,
      perRow: [.converting],
      once: [.decoding],
      json
    ),
    Use(
      "a struct that is a model now",
      as: Held<WordsModel>.self,
      perRow: [.converting],
      once: [.decoding],
      json
    ),
    Use("the text of JSON", as: Held<RawJSON>.self, json),
    Use("a set of structs", as: Held<Set<Words>>.self, perRow: [.hashing], once: [.decoding]) {
      [["$json": #"{"s":["\#($0)"]}"#]]
    },
  ]

  @Test(arguments: uses, [20, 40]) func isCountedOrShared(use: Use, rows: Int) throws {
    let text = String(repeating: "aGFsbG8x", count: 250)
    let bytes = try use.open(archive(Array(repeating: use.value(text), count: rows)))
    let works = Set(use.perRow + use.once)
    #expect(Set(bytes.keys) == works)
    for (work, bytes) in bytes {
      let isPerRow = use.perRow.contains(work)
      let expected = 2000 * (isPerRow ? rows : 1)
      #expect(expected...(expected + expected / 10) ~= bytes, "\(work)")
    }
  }

  /// A key is hashed when the property list is read, and for the value.
  @Test(arguments: [20, 40]) func keysAreCounted(rows: Int) throws {
    let key = String(repeating: "0", count: 1999) + "1"
    let data = archive(Array(repeating: [key: 7], count: rows))
    for type in [Held<[String: Int]>.self, Held<[Int: Int]>.self] as [ModelObject.Type] {
      let bytes = try Use("", as: type) { $0 }.open(data)
      #expect(bytes == [.hashing: 2 * rows * key.utf8.count])
    }
  }

  @Test func costsAreRefusedBeforeTheyArePaid() throws {
    let text = String(repeating: "a", count: 200_000)
    let cases: [(any Sendable, Int, ModelObject.Type, String)] = [
      ([text], 2200, Held<Set<String>>.self, "a long key, member of a set, or identity is"),
      (
        ["$json": #"{"s":["\#(text)"]}"#], 230, Held<WordsModel>.self,
        "a long Codable value that has another type now is"
      ),
      (nested(text, 40), 1, Held<Any>.self, "lists in $nested are"),
    ]
    for (value, rows, type, words) in cases {
      let data = archive(Array(repeating: value, count: rows))
      let error = #expect(throws: ModelError.self) {
        try ModelStore(archive: data, classes: [type])
      }
      #expect(error?.code == .invalidArchive)
      #expect("\(error as Any)".contains("\(words) in too many places"))
    }
  }

  /// What the package has written opens, also with other types.
  @Test func equalValuesOfManyObjectsOpen() throws {
    let text = String(repeating: "word ", count: 800)
    let objects = (1...300).map { number in
      let object = Held<Words>()
      (object.id, object.v) = (number, Words(s: [text]))
      return object
    }
    let store = ModelStore()
    for object in objects { try store.insert(object) }
    let data = try store.archivedData()
    for type in [
      Held<Words>.self, Held<Any>.self, Held<[String: Any]>.self, Held<WordsModel>.self,
      Held<RawJSON>.self,
    ] as [ModelObject.Type] {
      #expect(try ModelStore(archive: data, classes: [type]).count(of: type) == 300)
    }
  }

  private func nested(_ text: String, _ levels: Int) -> any Sendable {
    var value: any Sendable = text
    for _ in 0..<levels { value = ["$nested": list([value])] }
    return value
  }

  private func archive(_ values: [any Sendable]) -> Data {
    list(
      [
        "format": "ModelObject", "version": 2, "store": Array(0..<values.count),
        "classes": [
          [
            "class": "Held", "first": 0, "count": values.count,
            "columns": ["id": Array(1...values.count), "v": values],
          ]
        ],
      ] as [String: Any]
    )
  }

  /// A property list that has equal strings and data once.
  private func list(_ value: Any) -> Data {
    func node(_ value: Any) -> WrittenNode {
      switch value {
      case let text as String: .text(text)
      case let number as Int: .integer(number)
      case let data as Data: .data(data)
      case let elements as [Any]: .array(elements.map(node))
      case let pairs as [String: Any]: .dictionary(pairs.mapValues(node))
      default: .null
      }
    }
    return PropertyListWriter.list(of: node(value), numbers: [])
  }
}

private class Held<Value>: ModelObject {
  var id = 0
  var v: Value?
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "Held" }
}

private class Named: ModelObject {
  var id = 0
  var v = ""
  override class var identity: Set<String> { ["id", "v"] }
  override class var archiveName: String { "Held" }
}

private struct Words: Codable, Hashable { var s: [String] = [] }
private class WordsModel: ModelObject { var s: [String] = [] }
