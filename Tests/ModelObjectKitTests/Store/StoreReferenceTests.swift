import Foundation
import ModelObjectKit
import Testing

private class Author: ModelObject {
  var id = 0
  var name = ""
  var books: [Book] = []
  override class var identity: Set<String> { ["id"] }
  override class var subclasses: Subclasses? { .byTag("kind", ["poet": Poet.self]) }
}

private final class Poet: Author {
  var verses = 0
}

private final class Tag: ModelObject {
  var code = ""
  override class var identity: Set<String> { ["code"] }
}

private final class Seat: ModelObject {
  var row = 0
  var number = 0
  override class var identity: Set<String> { ["row", "number"] }
}

private class Book: ModelObject {
  var id = 0
  var author: Author?
  var poet: Poet?
  var seat: Seat?
  var tags: [Tag] = []
  var tagSet: Set<Tag> = []
  var shelves: [[Tag]] = []
  var byRole: [String: Author] = [:]
  override class var identity: Set<String> { ["id"] }
  override class var subclasses: Subclasses? {
    .byTag("class", ["hooked": HookedBook.self, "scaled": ScaledBook.self])
  }
  override class var keyMapping: [String: JSONKey] {
    ["author": ["author", "author_id"], "tags": ["tags", "tag_ids"]]
  }
}

private final class HookedBook: Book {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class ScaledBook: Book {
  override class var transforms: [String: PropertyTransform] {
    ["author": PropertyTransform { ($0 as? Int).map { $0 / 10 } }]
  }
}

/// `true` and `false` identify nothing: some servers send `false` for none.
struct BooleansInPlaceOfModels {
  private final class Item: ModelObject {
    var id = 0
    var one: Item?
    var list: [Item] = []
    var byName: [String: Item] = [:]
    override class var identity: Set<String> { ["id"] }
  }

  @Test(arguments: ["true", "false"]) func areNoReferences(value: String) throws {
    let json = #"{"id": 9, "one": \#(value), "list": [\#(value)], "byName": {"a": \#(value)}}"#
    for input in everyWay(json) {
      let (store, log) = (ModelStore(), TextLog())
      try store.upsert([Item].self, json: #"[{"id": 0}, {"id": 1}]"#)
      var options = MappingOptions()
      options.issueHandler = { log.add($0.map { "\($0)" }) }
      let item =
        input.way == .text
        ? try store.upsert(Item.self, json: input.json, options: options)
        : try store.upsert(Item.self, dictionary: input.dictionary(), options: options)
      #expect(item.one == nil && item.list.isEmpty && item.byName.isEmpty, "\(input)")
      #expect(
        log.texts.sorted()
          == ["byName.a", "list[0]", "one"].map { "\($0): expected Item, found Bool \(value)" },
        "\(input)"
      )
    }
  }
}

private final class Page: ModelObject {
  var books: [Book] = []
  var hooked: [HookedBook] = []
  var scaled: [ScaledBook] = []
  var authors: [Author] = []
  var tags: [Tag] = []
}

/// A scalar in the place of a model is the identity of an object in the store.
struct StoreReferences {
  private func page(_ json: String, in store: ModelStore) throws -> (Page, [String]) {
    let log = TextLog()
    var options = MappingOptions()
    options.issueHandler = { log.add($0.map(\.description)) }
    return (try store.upsert(Page.self, json: json, options: options), log.texts)
  }

  /// Every place of a model, before the objects and after them.
  @Test(arguments: ["books", "hooked"])
  func areFoundWhereverTheObjectStands(key: String) throws {
    let book = """
      {"id": 1, "author_id": "7", "poet": 8, "tag_ids": ["a", "b", "a"], "tag_set": ["a"],
       "shelves": [["b"], ["a", "b"]], "by_role": {"editor": 7, "cover": 8}}
      """
    let rest = """
      "authors": [{"id": 7, "books": [1]}, {"id": 8, "kind": "poet"}],
      "tags": [{"code": "a"}, {"code": "b"}]
      """
    for json in [#"{"\#(key)": [\#(book)], \#(rest)}"#, #"{\#(rest), "\#(key)": [\#(book)]}"#] {
      let store = ModelStore()
      let (page, issues) = try page(json, in: store)
      #expect(issues.isEmpty, "\(json)")
      let book = try #require(page.books.first ?? page.hooked.first)
      #expect(book.author === page.authors[0] && book.poet === page.authors[1])
      #expect(book.tags.map(\.code) == ["a", "b"] && book.tags[0] === page.tags[0])
      #expect(book.tagSet.map(\.code) == ["a"])
      #expect(book.shelves.map { $0.map(\.code) } == [["b"], ["a", "b"]])
      #expect(book.byRole["editor"] === page.authors[0] && book.byRole["cover"] === page.authors[1])
      #expect(page.authors[0].books.first === book)
    }
  }

  @Test func areFoundInTheStore() throws {
    let store = ModelStore()
    let author = try store.upsert(Author.self, json: #"{"id": 7}"#)
    let book = try store.upsert(Book.self, dictionary: ["id": 1, "author": 7])
    #expect(book.author === author)
    try store.upsert(Book.self, json: #"{"id": 1, "author": null}"#)
    #expect(book.author == nil)
    let books = try store.upsert([Book].self, json: #"[2, {"id": 2, "author": 7}, 1, 9]"#)
    #expect(books.models.map(\.id) == [2, 1] && books.models[1] === book)
    #expect(books.models[0].author === author)
  }

  @Test func areTransformedFirst() throws {
    let store = ModelStore()
    let (page, issues) = try page(
      #"{"scaled": [{"id": 1, "author": 70}], "authors": [{"id": 7}]}"#,
      in: store
    )
    #expect(page.scaled[0].author === page.authors[0] && issues.isEmpty)
  }

  @Test func thatLeadNowhereAreIssues() throws {
    let store = ModelStore()
    let author = try store.upsert(Author.self, json: #"{"id": 7}"#)
    let known = try store.upsert(Book.self, json: #"{"id": 1, "author": 7}"#)
    let (page, issues) = try page(
      """
      {"books": [{"id": 1, "author": 5, "poet": 7, "tags": ["x", {"code": "y"}],
                  "by_role": {"a": 5, "b": 7}}]}
      """,
      in: store
    )
    #expect(page.books[0] === known && known.author === author && known.poet == nil)
    #expect(known.tags.map(\.code) == ["y"] && known.byRole.keys.sorted() == ["b"])
    #expect(
      issues.sorted() == [
        "books[0].author: no Author for Int 5", "books[0].by_role.a: no Author for Int 5",
        "books[0].poet: no Poet for Int 7", #"books[0].tags[0]: no Tag for String "x""#,
      ]
    )
  }

  @Test func thatLeadNowhereEndAStrictMapping() throws {
    let store = ModelStore()
    let book = try store.upsert(Book.self, json: #"{"id": 1, "tags": [{"code": "a"}]}"#)
    do {
      var options = MappingOptions()
      options.mismatches = .fail
      try store.upsert(Book.self, json: #"{"id": 1, "tags": ["b"], "author": 3}"#, options: options)
      Issue.record("nothing is thrown")
    } catch let error as ModelError {
      #expect(error.code == .invalidInput)
      #expect(error.issues.map(\.kind) == [.unresolved, .unresolved])
      #expect(error.issues.map(\.typeName) == ["Book", "Book"])
    }
    #expect(book.tags.map(\.code) == ["a"])
  }

  /// A scalar that doesn't convert to the identity is a mismatch, and so is one for an identity of
  /// several properties.
  @Test(arguments: [
    (#"{"author": "x"}"#, #"author: expected Author, found String "x""#),
    (#"{"author": 1.5}"#, "author: expected Author, found number 1.5"),
    (#"{"seat": 3}"#, "seat: expected Seat, found Int 3"),
  ])
  func needAnIdentityOfOneProperty(json: String, issue: String) throws {
    let store = ModelStore()
    let (_, issues) = try page(#"{"books": [{"id": 1, \#(json.dropFirst())]}"#, in: store)
    #expect(issues == ["books[0].\(issue)"])
  }

  @Test func areMismatchesOutsideOfAStore() throws {
    for input in everyWay(#"{"author": 7, "tags": ["a"]}"#) {
      let book = try input.map(to: Book.self)
      #expect(book.author == nil && book.tags.isEmpty)
    }
  }

  /// A reference to an object that never comes decides, too.
  @Test func competeByTheRankOfTheirKeys() throws {
    let store = ModelStore()
    let rest = #""authors": [{"id": 7}, {"id": 8}]"#
    for (pairs, expected) in [
      (#""author": 7, "author_id": 8"#, 7), (#""author_id": 8, "author": 7"#, 7),
      (#""author": 9, "author_id": 8"#, nil), (#""author_id": 8, "author": 9"#, nil),
    ] as [(String, Int?)] {
      _ = try page("{\(rest)}", in: store)
      let (page, _) = try page(#"{"books": [{\#(pairs)}]}"#, in: store)
      #expect(page.books[0].author?.id == expected, "\(pairs)")
    }
  }

  /// Servers send the identity, and beside it the object itself.
  @Test func areFoundInTheObjectOfTheFirstKey() throws {
    final class Review: ModelObject {
      var author: Author?
      override class var keyMapping: [String: JSONKey] { ["author": ["author", "author_id"]] }
    }
    for json in [
      #"[{"author_id": 7, "author": {"id": 7, "name": "Kim"}}, {"author_id": 7}]"#,
      #"[{"author_id": 7}, {"author": {"id": 7, "name": "Kim"}, "author_id": 7}]"#,
    ] {
      let log = TextLog()
      var options = MappingOptions()
      options.issueHandler = { log.add($0.map(\.description)) }
      let reviews = try ModelStore().upsert([Review].self, json: json, options: options).models
      #expect(reviews.map(\.author?.name) == ["Kim", "Kim"] && log.texts == [], "\(json)")
      #expect(reviews[0].author === reviews[1].author)
    }
  }

  @Test func ofRejectedObjectsCountForNothing() throws {
    final class Refused: Book {
      override func validate() throws { throw CancellationError() }
    }
    final class List: ModelObject {
      var refused: [Refused] = []
      var authors: [Author] = []
    }
    let log = TextLog()
    var options = MappingOptions()
    options.issueHandler = { log.add($0.map { "\($0.kind)" }) }
    let json = #"{"refused": [{"id": 1, "author": 5}], "authors": [{"id": 7}]}"#
    let list = try ModelStore().upsert(List.self, json: json, options: options)
    #expect(list.refused.isEmpty && list.authors.count == 1)
    #expect(log.texts == ["rejected"])
  }

  @Test func areNamedByTheInput() throws {
    let store = ModelStore()
    try store.upsert([Book].self, json: #"[{"id": 1}, {"id": 2}, {"id": 3}]"#)
    let upsert = try store.upsert([Book].self, json: "[3, 1]", removingOthers: true)
    #expect(upsert.models.map(\.id) == [3, 1])
    #expect(upsert.changes.removed.map(\.id) == [2])
  }

  /// If the object isn't there, a value that a hook has set stays.
  @Test func leaveWhatAHookHasSet() throws {
    final class Careful: Book {
      override func awake() {
        if author == nil {
          author = Author()
          author?.name = "nobody"
        }
      }
    }
    let book = try ModelStore().upsert(Careful.self, json: #"{"id": 1, "author": 7}"#)
    #expect(book.author?.name == "nobody")
  }

  @Test func areMergedOnce() throws {
    let store = ModelStore()
    var options = MappingOptions()
    options.arrays = .merge
    let book = try store.upsert(Book.self, json: #"{"id": 1, "tags": [{"code": "a"}]}"#)
    let page = #"{"books": [{"id": 1, "tags": ["b", {"code": "c"}, {}]}], "tags": [{"code": "b"}]}"#
    try store.upsert(Page.self, json: page, options: options)
    #expect(book.tags.map(\.code) == ["a", "b", "c", ""])
  }

  @Test func areValuesOfRequiredProperties() throws {
    final class Needy: Book {
      override class var requiredProperties: Set<String> { ["author"] }
    }
    final class Shelf: ModelObject {
      var books: [Needy] = []
      var authors: [Author] = []
    }
    let json = #"{"books": [{"id": 1, "author": 7}, {"id": 2}], "authors": [{"id": 7}]}"#
    let shelf = try ModelStore().upsert(Shelf.self, json: json)
    #expect(shelf.books.map(\.id) == [1] && shelf.books[0].author === shelf.authors[0])
  }
}
