// Maps pages of a server into a store, sends an edit back as a patch, saves each change to a file,
// and opens that file offline.
import Foundation
import ModelObjectKit

func show(_ store: ModelStore) {
  for article in store.all(Article.self) {
    let tags = article.tags.map(\.title).joined(separator: ", ")
    print("\(article.id) \(article.title), by \(article.author?.name ?? "unknown") [\(tags)]")
  }
}

func show(_ changes: ModelChanges<Article>) {
  for (what, articles) in [
    ("new", changes.inserted), ("updated", changes.updated), ("unchanged", changes.unchanged),
    ("removed", changes.removed),
  ] where !articles.isEmpty {
    print("\(what):", articles.map { "\($0.id)" }.joined(separator: ", "))
  }
}

let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: folder) }
let url = folder.appendingPathComponent("articles.store")

/// Saves what changed; if the program were killed here, the file would have it.
func save(_ file: StoreFile) throws { print("objects written:", try file.save()) }

// At the end of the scope, the file is closed.
do {
  let cache = try StoreFile(at: url, classes: [Article.self])
  let store = cache.store

  print("1. The first page: two articles share one author.\n")
  let first = try store.upsert([Article].self, json: Server.firstPage, at: "data.articles")
  show(first.changes)
  show(store)
  print("one author:", first[0].author === first[2].author)
  print("\(store.count(of: Author.self)) authors, \(store.count(of: Tag.self)) tags")
  try save(cache)

  print("\n2. The second page: known articles are updated in place.\n")
  let second = try store.upsert([Article].self, json: Server.secondPage, at: "data.articles")
  show(second.changes)
  show(store)
  print("the same article:", first[2] === second[0])
  try save(cache)

  print("\n3. An edit is sent as a patch, and the response updates the store.\n")
  if let article = store[Article.self, 1] {
    let before = article.copy()
    article.title = "On green tea"
    article.summary = nil
    print("PATCH /articles/1", try article.jsonString(changesSince: before))
    try store.update(article, json: Server.answer)
    print("the same author:", article.author === store[Author.self, 7])
    print("changed by both:", try article.jsonString(changesSince: before))
  }
  try save(cache)

  print("\n4. An edit made offline is merged with the server's change.\n")
  if let article = store[Article.self, 4] {
    let base = article.copy()
    article.title = "On copper kettles"
    article.summary = "They shine."
    for conflict in try store.merge(article, json: Server.change, since: base) {
      print("\(conflict.path): here \(conflict.mine ?? "nil"), there \(conflict.theirs ?? "nil")")
    }
    print("tags:", article.tags.map(\.title).joined(separator: ", "))
    print("PATCH /articles/4", try article.jsonString(changesSince: base))
  }
  try save(cache)
  try save(cache)
}

print("\n5. Closed and opened again, offline.\n")
let cache = try StoreFile(at: url, classes: [Article.self])
let opened = cache.store
show(opened)
print("one author:", opened[Article.self, 1]?.author === opened[Article.self, 3]?.author)

print("\n6. Online again: articles that the server no longer has are removed.\n")
let rest = try opened.upsert(
  [Article].self,
  json: Server.allThatIsLeft,
  at: "data.articles",
  removingOthers: true
)
show(rest.changes)
show(opened)
try save(cache)
