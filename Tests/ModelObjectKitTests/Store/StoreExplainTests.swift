import Foundation
import ModelObjectKit
import Testing

private struct Refused: Error {}

private final class Author: ModelObject {
  var id = 0
  var name = ""
  var awakened = 0
  override class var identity: Set<String> { ["id"] }
  override class var ignoredProperties: Set<String> { ["awakened"] }
  override func awake() { awakened += 1 }
  override func validate() throws { if name == "bad" { throw Refused() } }
}

private final class Book: ModelObject {
  var id = 0
  var title = ""
  var author: Author?
  var editor: Author?
  var others: [Author] = []
  override class var identity: Set<String> { ["id"] }
}

struct StoreExplainTests {
  private func shelf() throws -> ModelStore {
    let store = ModelStore()
    let json = #"{"id": 1, "title": "Tea", "author": {"id": 7, "name": "Shan"}}"#
    try store.upsert(Book.self, json: json)
    return store
  }

  @Test func referencesAreFoundAndNothingIsChanged() throws {
    let store = try shelf()
    let before = try store.archivedData()
    let objects = (store[Book.self, 1], store[Author.self, 7])
    let json = """
      {"id": 1, "title": "Milk", "author": 8, "editor": 9,
       "others": [7, {"id": 8, "name": "Kim"}, {"id": 7, "name": "x"}]}
      """
    let report = try store.explain(Book.self, json: json)
    #expect(report.matches.map(\.property).contains("author"))
    #expect(report.unmapped.map(\.property).filter { !$0.hasSuffix("awakened") } == ["editor"])
    #expect(report.issues.map(\.description) == ["editor: no Author for Int 9"])
    #expect(store.count(of: Author.self) == 1 && store[Author.self, 8] == nil)
    #expect(store[Book.self, 1] === objects.0 && store[Author.self, 7] === objects.1)
    #expect(try store.archivedData() == before)
    #expect(objects.0?.title == "Tea" && objects.1?.name == "Shan" && objects.1?.awakened == 1)
    #expect(try store.upsert(Book.self, json: json).author?.name == "Kim")
  }

  @Test func anArrayIsExplainedByIndex() throws {
    let store = try shelf()
    let before = try store.archivedData()
    let json = #"[{"id": 1, "author": {"id": 7, "name": "bad"}}, {"id": 2, "author": 7}, 3]"#
    let report = try store.explain([Book].self, json: json)
    let issues = report.issues.filter { $0.kind != .missingKey }
    #expect(issues.map(\.path).sorted() == ["[0].author", "[2]"])
    #expect(report.matches.map(\.property).contains("[1].author"))
    #expect(try store.archivedData() == before && store.count(of: Book.self) == 1)
  }

  @Test func anErrorChangesNothing() throws {
    let store = try shelf()
    let before = try store.archivedData()
    for json in ["[]", #"{"id": 1, "title": "Milk", "author": {"id": 7, "name": "x"}"#] {
      #expect(throws: ModelError.self) { try store.explain(Book.self, json: json) }
      #expect(try store.archivedData() == before)
    }
  }
}
