import ModelObjectKit
import Testing

private final class Author: ModelObject {
  var id = 0
  var name = ""
  var books: [Book] = []
  var favorite: Book?
  var nodes: [Node] = []
  override class var identity: Set<String> { ["id"] }
}

private final class Book: ModelObject {
  var id = 0
  var title = ""
  var author: Author?
  override class var identity: Set<String> { ["id"] }
}

private final class Edition: ModelObject {
  var isbn = ""
  var year = 0
  var editions: [Edition] = []
  var next: Edition?
  override class var identity: Set<String> { ["isbn", "year"] }
}

/// Without an identity.
private final class Node: ModelObject {
  var text = ""
  var nodes: [Node] = []
}

/// Patches of values that lead back to the object, or to one around them.
struct ChangesLeadingBack {
  private func book() -> Book {
    let (book, author) = (Book(), Author())
    (book.id, book.title, book.author) = (7, "Tea", author)
    (author.id, author.books) = (1, [book])
    return book
  }

  @Test func aListKeepsTheObjectItself() throws {
    let book = book()
    let base = book.copy()
    let other = Book()
    other.id = 8
    book.author?.books.append(other)
    let patch = try book.jsonString(changesSince: base)
    #expect(patch == #"{"author":{"books":[{"id":7},{"id":8,"title":""}]}}"#)
    try base.update(json: patch)
    #expect(base.author?.books.map(\.id) == [7, 8] && base == book)
    #expect(base.author?.books[0] === base)
  }

  @Test func aChangeOfTheObjectItselfIsWrittenOnce() throws {
    let book = book()
    let base = book.copy()
    book.title = "Green tea"
    #expect(try book.jsonString(changesSince: base) == #"{"title":"Green tea"}"#)
    let changes = try book.dictionaryRepresentation(changesSince: base)
    #expect(changes.count == 1)
  }

  @Test func aPropertyGetsItsIdentity() throws {
    let book = book()
    let base = book.copy()
    book.author?.favorite = book
    let patch = try book.jsonString(changesSince: base)
    #expect(patch == #"{"author":{"favorite":{"id":7}}}"#)
    #expect(try book.jsonString(changesSince: book.copy()) == "{}")
  }

  @Test func anIdentityMayHaveSeveralParts() throws {
    let edition = Edition()
    (edition.isbn, edition.year) = ("1-2", 2026)
    let base = edition.copy()
    edition.editions = [edition]
    let patch = try edition.jsonString(changesSince: base)
    #expect(patch == #"{"editions":[{"isbn":"1-2","year":2026}]}"#)
  }

  /// Another object of the same identity comes in the place of the object itself, or goes.
  @Test func anotherObjectIsWrittenWhole() throws {
    let book = book()
    book.author?.favorite = book
    let base = book.copy()
    let other = Book()
    (other.id, other.title) = (7, "Milk")
    book.author?.books = [other]
    book.author?.favorite = other
    #expect(
      try book.jsonString(changesSince: base)
        == #"{"author":{"books":[{"id":7,"title":"Milk"}],"favorite":{"id":7,"title":"Milk"}}}"#
    )
    #expect(
      try base.jsonString(changesSince: book)
        == #"{"author":{"books":[{"id":7}],"favorite":{"id":7}}}"#
    )
  }

  @Test func withoutAnIdentityItIsOmitted() throws {
    let node = Node()
    let base = node.copy()
    node.nodes = [node, Node()]
    #expect(try node.jsonString(changesSince: base) == #"{"nodes":[{"text":"","nodes":[]}]}"#)
  }
}
