import Foundation
import ModelObjectKit

private final class Writer: ModelObject {
  var id = 0
  var name = 0
  var books: [Book] = []
  var byKey: [String: Book] = [:]
  var best: Book?
  override class var identity: Set<String> { ["id"] }
}

private final class Book: ModelObject {
  var id = 0
  var title = 0
  var writer: Writer?
  override class var identity: Set<String> { ["id"] }
}

/// Checks merges of objects that lead back to each other against a merge of plain values: a list isn't
/// changed because an object in it is.
struct BackReferenceCheck {
  /// The values of a book and its writer; books are named by their identities, and 7 is the book.
  private struct Values: Equatable {
    var title = 0
    var name = 0
    var books = [7]
    var keys = [7]
    var best: Int? = 7

    init() {}

    init(_ book: Book) {
      title = book.title
      name = book.writer?.name ?? -1
      books = book.writer?.books.map(\.id) ?? []
      keys = book.writer?.byKey.values.map(\.id).sorted() ?? []
      best = book.writer?.best?.id
    }

    func changed(_ random: inout SeededRandom) -> Values {
      var values = self
      func changes() -> Bool { Int.random(in: 0..<3, using: &random) == 0 }
      func some() -> [Int] { [7, 8, 9].filter { _ in Bool.random(using: &random) } }
      if changes() { values.title = Int.random(in: 1...2, using: &random) }
      if changes() { values.name = Int.random(in: 1...2, using: &random) }
      if changes() { values.books = some() }
      if changes() { values.keys = some() }
      if changes() { values.best = [nil, 7, 8].randomElement(using: &random) ?? nil }
      return values
    }

    /// What the server sends: each object as one in its first place, and as its identity in others.
    var json: String {
      let keys = keys.map { #""\#($0)":\#($0)"# }.joined(separator: ",")
      return #"{"id":7,"title":\#(title),"writer":{"id":1,"name":\#(name),"books":\#(books),"#
        + #""byKey":{\#(keys)},"best":\#(best.map { "\($0)" } ?? "null")}}"#
    }

    /// The values that a merge gives, and the paths of conflicts, which mine win.
    static func merged(
      _ base: Values,
      _ mine: Values,
      _ theirs: Values
    ) -> (values: Values, conflicts: [String]) {
      var (values, conflicts) = (mine, [String]())
      func merge<Value: Equatable>(_ path: WritableKeyPath<Values, Value>, _ name: String) {
        let (old, own, new) = (base[keyPath: path], mine[keyPath: path], theirs[keyPath: path])
        if new == old || new == own { return }
        if own == old { values[keyPath: path] = new } else { conflicts.append(name) }
      }
      merge(\.title, "title")
      merge(\.name, "writer.name")
      merge(\.books, "writer.books")
      merge(\.keys, "writer.byKey")
      merge(\.best, "writer.best")
      return (values, conflicts)
    }
  }

  /// Draws what each side changes from a text.
  static func check(_ text: Data) {
    var random = SeededRandom(for: text)
    let base = Values().changed(&random)
    let (mine, theirs) = (base.changed(&random), base.changed(&random))
    let log = "\(base.json)\n\(mine.json)\n\(theirs.json)"
    let expected = Values.merged(base, mine, theirs)
    do {
      let store = ModelStore()
      try store.upsert([Book].self, json: #"[{"id":8},{"id":9}]"#)
      let book = try store.upsert(Book.self, json: base.json)
      let former = book.copy()
      try store.update(book, json: mine.json)
      let conflicts = try store.merge(book, json: theirs.json, since: former)
      guard Values(book) == expected.values, conflicts.map(\.path) == expected.conflicts else {
        found("a merge of objects that lead back differs", log, "\(Values(book)) \(conflicts)")
      }
      guard Values(former) == theirs else {
        found("a base isn't what the server sent", log, "\(Values(former))")
      }
      let patch = try book.jsonString(changesSince: former)
      guard expected.values.keys == theirs.keys, expected.values.best == theirs.best else { return }
      try former.update(json: patch)
      guard Values(former) == expected.values else {
        found("a patch of objects that lead back differs", log, patch, "\(Values(former))")
      }
    } catch {
      found("a merge of objects that lead back fails", log, "\(error)")
    }
  }
}
