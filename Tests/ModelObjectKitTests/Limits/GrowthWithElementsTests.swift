import Foundation
import ModelObjectKit
import Testing

// These tests don't measure time: work in proportion to the square of the number of elements would
// take minutes instead of a moment.

private final class Lists: ModelObject {
  var dates: [Date] = []
  var byName: [String: Int] = [:]
  var parts: [Lists] = []
  var nested: [[Int]] = []
  var any: Any = 0
}

private final class Refusing: ModelObject {
  struct Refused: Error {}

  var isBad = false
  var all: [Refusing] = []

  override func validate() throws { if isBad { throw Refused() } }
}

private final class Item: ModelObject {
  var id = 0
  var text = ""
  override class var identity: Set<String> { ["id"] }
}

private final class Plain: ModelObject {
  var number = 0
  override class var archiveName: String { "Plain" }
}

private final class Page: ModelObject {
  var items: [Item] = []
}

struct GrowthWithElements {
  @Test func mergesNameObjectsThatTheBaseLacks() throws {
    let (store, page) = (ModelStore(), Page())
    let elements = (0..<inLongTests(30_000, else: 3_000)).map { #"{"id": \#($0), "text": "a"}"# }
    let json = "[\(elements.joined(separator: ","))]"
    let items = try store.upsert([Item].self, json: json).models
    try store.merge(page, json: #"{"items": \#(json)}"#, since: page.copy())
    let areSame = page.items.elementsEqual(items, by: ===)
    #expect(areSame)
  }

  @Test func numbersOfRefusedObjectsAreForgotten() throws {
    var options = MappingOptions()
    options.references = .preserved
    let count = inLongTests(30_000, else: 3_000)
    let good = (0..<count).map { #"{"$id": "\#($0)"}"# }
    let bad = (0..<count).map { #"{"$id": "b\#($0)", "isBad": true}"# }
    let json = #"{"all": [\#((good + bad + [#"{"$ref": "b7"}"#]).joined(separator: ","))]}"#
    #expect(try Refusing(json: json, options: options).all.count == count)
  }

  @Test func numbersOfManyObjectsAreWritten() throws {
    let (page, count) = (Lists(), inLongTests(30_000, else: 3_000))
    page.parts = (0..<count).map { _ in Lists() }
    var options = ExportOptions()
    options.references = .preserved
    let text = try page.jsonString(options: options)
    #expect(text.contains(#""$id":"\#(count + 1)""#))
    let parts = try page.dictionaryRepresentation(options: options)["parts"]
    #expect((parts as? [Any])?.count == count)
  }

  @Test func savesOfSomeObjectsLeaveManyRemovalsForLater() throws {
    try withFolder { folder in
      let file = try StoreFile(at: folder.appending(path: "items"), classes: [Item.self])
      let count = inLongTests(60_000, else: 6_000)
      let elements = (0...count).map { #"{"id": \#($0)}"# }
      let items = try file.store.upsert([Item].self, json: "[\(elements.joined(separator: ","))]")
      try file.save()
      let kept = items.models[0]
      for item in items.models.dropFirst() { file.store.remove(item) }
      for number in 0..<count / 60 {
        kept.text = "\(number)"
        #expect(try file.save([kept]) == 1)
      }
      #expect(try file.save() == count)
    }
  }

  /// A few bytes give all objects a value that no property takes.
  @Test func aCensusCountsEqualValuesOfManyObjectsAtOnce() throws {
    let (count, keys) = (30_000, (0..<1_500).map { "key\($0)" })
    let table: [String: Any] = [
      "class": "Plain", "first": 0, "count": count,
      "columns": Dictionary(uniqueKeysWithValues: keys.map { ($0, ["$every": 7]) }),
    ]
    let list: [String: Any] = [
      "format": "ModelObject", "version": 1, "classes": [table], "roots": Array(0..<count),
    ]
    let data = try PropertyListSerialization.data(
      fromPropertyList: list,
      format: .binary,
      options: 0
    )
    let census = try MappingCensus(archive: data, classes: [Plain.self])
    #expect(census.objectCounts == ["Plain": count])
    let unknown = census.entries.filter { $0.kind == .unknownKey }
    #expect(unknown.reduce(0) { $0 + $1.count } == count * keys.count)
  }

  @Test func manyOfEachKindGoOutAndComeBack() throws {
    let count = inLongTests(40_000, else: 4_000)
    let lists = Lists()
    lists.dates = (0..<count).map { Date(timeIntervalSince1970: Double($0)) }
    lists.nested = (0..<count).map { [$0] }
    lists.byName = Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", $0) })
    lists.parts = (0..<count / 10).map { _ in Lists() }
    lists.any = (0..<count).map { ["a": $0] as Any }
    let dictionary = try lists.dictionaryRepresentation()
    #expect((dictionary["dates"] as? [String])?.count == count)
    #expect((dictionary["nested"] as? [Any])?.count == count)
    #expect((dictionary["byName"] as? [String: Any])?.count == count)
    #expect((dictionary["any"] as? [Any])?.count == count)
    #expect(try Lists(dictionary: dictionary) == lists)
    var options = ExportOptions()
    options.relationships = .nestedAttributes
    let counted = try lists.dictionaryRepresentation(options: options)["parts_attributes"]
    #expect((counted as? [String: Any])?.count == count / 10)
  }
}
