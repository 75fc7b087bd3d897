import Foundation
import Testing

@testable import ModelObjectKit

/// What a long value costs that many objects of an archive name: it is there once.
struct GrowthOfArchives {
  private static let text = String(repeating: "11111111", count: 250)

  /// The bytes that are worked on.
  private func work(_ type: ModelObject.Type, _ data: Data) throws -> [ArchiveBudget.Work: Int] {
    try ArchiveReader.reading(data, classes: [type]) { reader in
      let count = try reader.storedObjects(onSkip: nil).count
      #expect(count == reader.documents[0].objects.count)
      let works = ArchiveBudget.Work.allCases.map { ($0, reader.budget.bytes($0)) }
      return Dictionary(uniqueKeysWithValues: works).filter { $1 >= 2000 }
    }
  }

  @Test(arguments: GrowingType.all) func aLongValueIsCountedOrShared(type: GrowingType) throws {
    let value = type.value(Self.text)
    let (few, many) = (
      try work(type.model, archive(Array(repeating: value, count: 20))),
      try work(type.model, archive(Array(repeating: value, count: 40)))
    )
    #expect(Set(many.keys) == Set(type.perRow + type.once))
    for (work, bytes) in many {
      let times = Double(bytes) / Double(few[work] ?? 1)
      #expect(type.perRow.contains(work) ? 1.9...2.1 ~= times : times == 1, "\(work) \(few)")
    }
  }

  /// What isn't counted takes no longer if it is longer.
  @Test(arguments: GrowingType.all.filter(\.perRow.isEmpty))
  func whatIsntCountedIsntLookedAtForEachObject(type: GrowingType) throws {
    func time(_ length: Int) throws -> Double {
      let text = String(repeating: "1", count: length)
      let data = archive(Array(repeating: type.value(text), count: 300))
      let start = threadSeconds()
      _ = try ModelStore(archive: data, classes: [type.model])
      return threadSeconds() - start
    }
    var ratios: [Double] = []
    repeat {
      let short = try time(5_000)
      ratios.append(try time(20_000) / short)
    } while ratios.count < 5 && ratios.min() ?? 0 > 2
    #expect(ratios.min() ?? 0 <= 2, "\(ratios)")
  }

  /// A key is hashed when the property list is read, and for the value.
  @Test(arguments: [20, 40]) func keysAreCounted(rows: Int) throws {
    let key = String(repeating: "0", count: 1999) + "1"
    let data = archive(Array(repeating: [key: 7], count: rows))
    for type in [GrowingType.Held<[String: Int]>.self, GrowingType.Held<[Int: Int]>.self]
      as [ModelObject.Type]
    {
      let bytes = try work(type, data)
      #expect(bytes == [.hashing: 2 * rows * key.utf8.count])
    }
  }

  /// From 32 structs on they are columns.
  @Test(.differs(.modelStructs), arguments: [40, 80])
  func setsOfStructsInColumnsAreCounted(rows: Int) throws {
    let store = ModelStore()
    for id in 1...rows {
      let object = GrowingType.Held<[GrowingType.WordsStruct]>()
      var value = GrowingType.WordsStruct()
      value.names = [Self.text]
      (object.id, object.v) = (id, [value, value])
      try store.insert(object)
    }
    let bytes = try work(
      GrowingType.Held<[GrowingType.WordsStruct]>.self,
      try store.archivedData()
    )
    let expected = 2 * rows * Self.text.utf8.count
    #expect(Array(bytes.keys) == [.hashing])
    #expect(expected...(expected + expected / 50) ~= bytes[.hashing] ?? 0)
  }

  /// What isn't ASCII takes longer to hash.
  @Test func costsAreRefusedBeforeTheyArePaid() throws {
    let text = String(repeating: "a", count: 200_000)
    let cases: [(any Sendable, Int, ModelObject.Type, String)] = [
      (
        [String(repeating: "é", count: 100_000)], 250, GrowingType.Held<Set<String>>.self,
        "a long key, member of a set, or identity is"
      ),
      (
        [["$json": #"{"s":[\#(String(repeating: "1,", count: 40_000))1]}"#]], 100,
        GrowingType.Held<[GrowingType.WordsModel]>.self,
        "a long Codable value that has another type now is"
      ),
      (nested(text, 40), 1, GrowingType.Held<Any>.self, "lists in $nested are"),
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

  /// Short ones cost nothing, in any language: each of their places takes a byte of the archive.
  @Test(arguments: [
    (String(repeating: "a", count: 127), false), (String(repeating: "a", count: 128), true),
    (String(repeating: "问题", count: 20), false), (String(repeating: "问题", count: 22), true),
  ])
  func longKeysAndMembersAreCounted(text: String, isCounted: Bool) throws {
    let keys = archive(Array(repeating: [text: 7], count: 100))
    let members = archive(Array(repeating: [text], count: 100))
    let work = [
      try work(GrowingType.Held<[String: Int]>.self, keys),
      try work(GrowingType.Held<Set<String>>.self, members),
    ]
    for work in work { #expect(Array(work.keys) == (isCounted ? [.hashing] : [])) }
  }

  /// What the package has written opens, also with other types.
  @Test func equalValuesOfManyObjectsOpen() throws {
    let text = String(repeating: "word ", count: 800)
    let objects = (1...300).map { number in
      let object = GrowingType.Held<GrowingType.Words>()
      (object.id, object.v) = (number, GrowingType.Words(s: [text]))
      return object
    }
    let store = ModelStore()
    for object in objects { try store.insert(object) }
    let data = try store.archivedData()
    for type in [
      GrowingType.Held<GrowingType.Words>.self, GrowingType.Held<Any>.self,
      GrowingType.Held<[String: Any]>.self, GrowingType.Held<GrowingType.WordsModel>.self,
      GrowingType.Held<RawJSON>.self,
    ] as [ModelObject.Type] {
      #expect(try ModelStore(archive: data, classes: [type]).count(of: type) == 300)
    }
  }

  /// Each object gets what is its own: the lists in it are one list.
  @Test func aLongListOfManyObjectsOpens() throws {
    let words = Array(repeating: #""word""#, count: 1500).joined(separator: ",")
    let data = archive(Array(repeating: ["$json": #"{"s":[\#(words)]}"#], count: 2000))
    for type in [
      GrowingType.Held<GrowingType.Words>.self, GrowingType.Held<[String: [String]]>.self,
      GrowingType.Held<GrowingType.WordsModel>.self, GrowingType.Held<GrowingType.WordsStruct>.self,
    ] as [ModelObject.Type] {
      #expect(try ModelStore(archive: data, classes: [type]).count(of: type) == 2000)
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

private class Named: ModelObject {
  var id = 0
  var v = ""
  override class var identity: Set<String> { ["id", "v"] }
  override class var archiveName: String { "Held" }
}
