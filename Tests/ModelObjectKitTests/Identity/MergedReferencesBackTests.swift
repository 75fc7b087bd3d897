import ModelObjectKit
import Testing

private final class Author: ModelObject {
  var id = 0
  var name = ""
  var books: [Book] = []
  var byName: [String: Book] = [:]
  var favorite: Book?
  override class var identity: Set<String> { ["id"] }
}

private final class Book: ModelObject {
  var id = 0
  var title = ""
  var author: Author?
  override class var identity: Set<String> { ["id"] }
}

/// Equal whatever their names are.
private final class Tag: ModelObject {
  var id = 0
  var name = ""
  override class var identity: Set<String> { ["id"] }
  override func isEqual(to other: ModelObject) -> Bool { (other as? Tag)?.id == id }
  override func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

private final class Post: ModelObject {
  var title = ""
  var tags: [Tag] = []
  var byName: [String: Tag] = [:]
}

/// Merges of values that lead back to what is merged, and of models with their own equality.
struct MergedReferencesBack {
  private let store = ModelStore()

  private func book() throws -> Book {
    let json = #"""
      [{"id": 1, "name": "Shan", "favorite": 7,
        "books": [{"id": 7, "title": "Tea", "author": 1}], "byName": {"tea": 7}}]
      """#
    return try #require(try store.upsert([Author].self, json: json)[0].books.first)
  }

  @Test func aListThatOnlyTheServerChangedIsTaken() throws {
    let book = try book()
    let base = book.copy()
    book.title = "Green tea"
    let json = #"{"id": 7, "author": {"id": 1, "books": [7, {"id": 8, "title": "Milk"}]}}"#
    let conflicts = try store.merge(book, json: json, since: base)
    #expect(conflicts.isEmpty)
    #expect(book.author?.books.map(\.id) == [7, 8] && book.author?.books[0] === book)
    #expect(book.title == "Green tea" && store.count(of: Book.self) == 2)
    #expect(try book.jsonString(changesSince: base) == #"{"title":"Green tea"}"#)
  }

  @Test func aListThatOnlyTheUserChangedStays() throws {
    let book = try book()
    let base = book.copy()
    book.author?.books.append(try store.upsert(Book.self, json: #"{"id": 8}"#))
    book.author?.byName = [:]
    // What the list leads back to has changed there.
    let json = #"{"id": 7, "title": "Milk", "author": {"id": 1, "name": "Kim"}}"#
    let conflicts = try store.merge(book, json: json, since: base)
    #expect(conflicts.isEmpty && book.title == "Milk" && book.author?.name == "Kim")
    #expect(book.author?.books.map(\.id) == [7, 8] && book.author?.byName == [:])
  }

  @Test func withoutAStoreToo() throws {
    let author = Author()
    let book = Book()
    (book.id, book.title, book.author) = (7, "Tea", author)
    (author.id, author.books, author.byName) = (1, [book], ["tea": book])
    let base = book.copy()
    book.title = "Green tea"
    let json = #"{"author": {"id": 1, "books": [{"id": 7}, {"id": 8}], "name": "Kim"}}"#
    let conflicts = try book.merge(json: json, since: base)
    #expect(conflicts.isEmpty && author.books.map(\.id) == [7, 8] && author.books[0] === book)
    #expect(author.name == "Kim" && book.title == "Green tea" && author.byName["tea"] === book)
  }

  @Test func bothSidesMayHaveChangedAList() throws {
    let book = try book()
    let base = book.copy()
    book.author?.books.append(try store.upsert(Book.self, json: #"{"id": 9}"#))
    let json = #"{"id": 7, "author": {"id": 1, "books": [7, {"id": 8}]}}"#
    let conflicts = try store.merge(book, json: json, since: base)
    #expect(conflicts.map(\.path) == ["author.books"] && book.author?.books.map(\.id) == [7, 9])
  }

  @Test func modelsAreComparedByTheirProperties() throws {
    let json = #"{"title": "t", "tags": [{"id": 1, "name": "a"}], "byName": {"a": {"id": 1}}}"#
    let post = try Post(json: json)
    let base = post.copy()
    let news = #"{"tags": [{"id": 1, "name": "b"}], "byName": {"a": {"id": 1, "name": "c"}}}"#
    let conflicts = try post.merge(json: news, since: base)
    #expect(conflicts.isEmpty && post.tags[0].name == "b" && post.byName["a"]?.name == "c")
    #expect(try post.jsonString(changesSince: base) == "{}")
    // And what only the user has changed is kept, and a conflict with another change.
    post.tags[0].name = "mine"
    let more = #"{"tags": [{"id": 1, "name": "theirs"}]}"#
    #expect(try post.merge(json: more, since: base).map(\.path) == ["tags"])
    #expect(post.tags[0].name == "mine")
  }
}
