import Foundation
import ModelObjectKit
import Testing

/// What each operation takes for four times as many models: four times as much, not sixteen times.
struct GrowthOfOperationsTests {
  @Test(arguments: Operation.all)
  fileprivate func workIsInProportionToTheModels(_ operation: Operation) throws {
    let few = inLongTests(400, else: 80)
    var ratios: [Double] = []
    // Other programs of the machine may make one of them slower.
    repeat {
      let small = try operation.time(few)
      ratios.append(try operation.time(4 * few) / small)
    } while ratios.count < 5 && ratios.min() ?? 0 > 9
    #expect(ratios.min() ?? 0 <= 9, "\(ratios)")
  }
}

/// An operation on a list of some models, which is made before, and measured.
private struct Operation: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let run: @Sendable (Made) throws -> Void

  init(_ name: String, _ run: @escaping @Sendable (Made) throws -> Void) {
    (testDescription, self.run) = (name, run)
  }

  /// The processor time of the thread in seconds.
  func time(_ count: Int) throws -> Double {
    let made = try Made(count)
    let start = threadSeconds()
    try run(made)
    return threadSeconds() - start
  }

  static let all = making + changing + comparing + writing + storing + streaming

  static let making = [
    Operation("maps text") { _ = try List(json: $0.text) },
    Operation("maps a dictionary") { _ = try List(dictionary: $0.tree) },
    Operation("maps a beginning") { _ = try List(partialJSON: $0.text.dropLast(9)) },
    Operation("maps with references") {
      _ = try List(json: $0.numbered, options: MappingOptions(references: .preserved))
    },
    Operation("decodes") { _ = try JSONDecoder().decode(List.self, from: Data($0.text.utf8)) },
    Operation("explains") { _ = "\(try List.explain(json: $0.text))" },
    Operation("counts what doesn't fit") {
      _ = try List(json: $0.unfit, options: MappingOptions(census: MappingCensus()))
    },
    Operation("finds keys that are there twice") {
      _ = try List(json: $0.text, options: MappingOptions(duplicateKeys: .report))
    },
    Operation("opens an archive") { _ = try List(archive: $0.archive) },
  ]

  static let changing = [
    Operation("updates from text") { try $0.list.update(json: $0.changed) },
    Operation("updates an array") { _ = try $0.listed.update(json: $0.changedArray) },
    Operation("merges arrays of a mapping") {
      try $0.list.update(json: $0.changed, options: MappingOptions(arrays: .merge))
    },
    Operation("updates from a copy") { try $0.list.update(from: $0.other) },
    Operation("merges") { try $0.list.merge(json: $0.changed, since: $0.copy) },
    Operation("copies") { _ = $0.list.copy() },
    Operation("takes a snapshot") { _ = $0.list.snapshot() },
    Operation("makes a model of a snapshot") { _ = $0.snapshot.makeModel() },
  ]

  static let comparing = [
    Operation("compares") { #expect($0.list == $0.copy) },
    Operation("hashes") { _ = $0.list.hashValue },
    Operation("finds changed properties") { _ = $0.list.changedProperties(since: $0.other) },
    Operation("makes a set") { _ = Set($0.list.items) },
    Operation("prints") { _ = "\($0.list)" },
  ]

  static let writing = [
    Operation("writes text") { _ = try $0.list.jsonString() },
    Operation("writes sorted text") {
      _ = try $0.list.jsonString(options: ExportOptions(sortedKeys: true, prettyPrinted: true))
    },
    Operation("writes a dictionary") { _ = try $0.list.dictionaryRepresentation() },
    Operation("writes references") {
      _ = try $0.list.jsonString(options: ExportOptions(references: .preserved))
    },
    Operation("writes identities") {
      _ = try $0.list.jsonString(options: ExportOptions(references: .identities))
    },
    Operation("writes a patch") { _ = try $0.list.jsonString(changesSince: $0.other) },
    Operation("encodes") { _ = try JSONEncoder().encode($0.list) },
    Operation("archives") { _ = try $0.list.archivedData() },
  ]

  static let storing = [
    Operation("upserts new models") { try ModelStore().upsert([Item].self, json: $0.changedArray) },
    Operation("upserts known models") {
      try $0.store.upsert([Item].self, json: $0.changedArray, removingOthers: true)
    },
    Operation("explains an upsert") {
      _ = try $0.store.explain([Item].self, json: $0.changedArray)
    },
    Operation("updates in a store") { try $0.store.update($0.list, json: $0.changed) },
    Operation("merges in a store") {
      try $0.store.merge($0.list, json: $0.changed, since: $0.copy)
    },
    Operation("inserts into a store") {
      let store = ModelStore()
      for item in $0.list.items.dropFirst() { try store.insert(item) }
    },
    Operation("removes from a store") { for item in $0.stored { $0.store.remove(item) } },
    Operation("finds in a store") { for id in 0..<$0.count { _ = $0.store[Item.self, id] } },
    Operation("archives a store") { _ = try $0.store.archivedData() },
    Operation("opens a store") {
      _ = try ModelStore(archive: $0.storeArchive, classes: [Item.self])
    },
  ]

  static let streaming = [
    Operation("writes a stream and reads it") { made in
      try withFolder { folder in
        let url = folder.appending(path: "lines")
        let writer = try ModelWriter(to: url)
        for item in made.list.items { try writer.write(item) }
        try writer.finish()
        let reader = try ModelReader<Item>(contentsOf: url)
        while try reader.next() != nil {}
        #expect(reader.bytesRead == reader.totalBytes)
      }
    },
    Operation("reads an array from a file") { made in
      try withFolder { folder in
        let url = folder.appending(path: "array")
        try Data(made.text.utf8).write(to: url)
        let reader = try ModelReader<Item>(contentsOf: url, at: "items")
        var count = 0
        while try reader.next() != nil { count += 1 }
        #expect(count == made.count)
      }
    },
  ]
}

/// What an operation may need.
private final class Made {
  let count: Int
  let list: List
  let copy: List
  /// The same with other texts.
  let other: List
  let snapshot: Snapshot<List>
  var listed: [Item]
  let store = ModelStore()
  let stored: [Item]
  let (text, changed, changedArray, unfit, numbered): (String, String, String, String, String)
  let tree: [String: Any]
  let (archive, storeArchive): (Data, Data)

  init(_ count: Int) throws {
    func items(_ item: (Int) -> String) -> String {
      "[\((0..<count).map { "{\(item($0))}" }.joined(separator: ","))]"
    }
    self.count = count
    text = #"{"items": \#(items { #""id": \#($0), "text": "a", "part": {"text": "b"}"# })}"#
    changedArray = items { #""id": \#(count - $0), "text": "c", "part": {"text": "d"}"# }
    changed = #"{"items": \#(changedArray)}"#
    unfit = #"{"items": \#(items { #""id": [], "text\#($0)": 1"# })}"#
    numbered = #"{"items": \#(items { #""$id": "\#($0)", "next": {"$ref": "\#($0 / 2)"}"# })}"#
    list = try List(json: text)
    copy = list.copy()
    other = try List(json: text)
    for item in other.items { item.text = "e" }
    snapshot = list.snapshot()
    listed = list.copy().items
    tree = try list.dictionaryRepresentation()
    archive = try list.archivedData()
    stored = try store.upsert([Item].self, json: items { #""id": \#($0), "text": "a""# }).models
    storeArchive = try store.archivedData()
  }
}

private final class Part: ModelObject {
  var text = ""
}

private final class Item: ModelObject {
  var id = 0
  var text = ""
  var part: Part?
  var next: Item?
  var numbers: Set<Int> = [1, 2]
  var dates = [Date(timeIntervalSince1970: 0)]
  override class var identity: Set<String> { ["id"] }
}

private final class List: ModelObject {
  var items: [Item] = []
}
