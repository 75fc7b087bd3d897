// Writes a graph with a cycle to a file and reads it back: with the same classes, and with those of
// later versions of the program, each of which has changed one thing.
import Foundation
import ModelObjectKit

let shelf = First.Shelf()
shelf.room = "Study"
for (title, minutes) in [("Emma", 700), ("Dracula", 620), ("Utopia", 190)] {
  let book = First.Book()
  book.title = title
  book.minutes = minutes
  shelf.books.last?.next = book
  shelf.books.append(book)
}
// After the last book comes the first one.
shelf.books.last?.next = shelf.books.first

let directory = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: directory) }
let file = directory.appendingPathComponent("shelf.plist")
try shelf.archive(to: file)

print("1. The same classes: nothing is lost.\n")
let again = try First.Shelf(archiveAt: file)
for book in again.books { print("\(book.title), then \(book.next?.title ?? "nothing")") }
print("equal:", again == shelf)
print("the last one leads to the first one:", again.books.last?.next === again.books.first)

print("\n2. An added property has its default.\n")
let added = try AddedProperty.Shelf(archiveAt: file)
for book in added.books { print("\(book.title): \(book.minutes) min, read: \(book.isRead)") }

print("\n3. The values of a removed property are ignored.\n")
let removed = try RemovedProperty.Shelf(archiveAt: file)
print(removed.books.map(\.title).joined(separator: ", "))

print("\n4. A renamed property: the class lists its old name.\n")
let otherName = try RenamedProperty.Shelf(archiveAt: file)
print(otherName.books.map(\.name).joined(separator: ", "))

print("\n5. A renamed class lists its old name.\n")
let renamed = try RenamedClass.Bookcase(archiveAt: file)
print("\(type(of: renamed)) in the \(renamed.room):", renamed.books.count, "books")

print("\n6. A changed unit: the new version converts old values.\n")
let changed = try ChangedUnit.Shelf(archiveAt: file)
for book in changed.books { print("\(book.title): \(book.seconds) s") }
try changed.archive(to: file)
let rewritten = try ChangedUnit.Shelf(archiveAt: file)
print("written and read again:", rewritten.books.map { "\($0.seconds) s" }.joined(separator: ", "))

print("\n7. The archive that each release has left, and what the classes of today lose of it.\n")
let released = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
  .appendingPathComponent("Released")
for release in ["1.0", "2.0"] {
  let kept = released.appendingPathComponent("shelf-\(release).plist")
  let census = try MappingCensus(archiveAt: kept, classes: [ChangedUnit.Shelf.self])
  print("\(release):\n\(census)")
}

print("\n8. Data that isn't an archive is an error, not a crash.\n")
let bytes = try Data(contentsOf: file)
for damaged in [bytes.dropLast(9), Data("nonsense".utf8)] {
  do {
    _ = try First.Shelf(archive: damaged)
  } catch let error as ModelError {
    print(error.code)
  }
}

// The books refer to each other in a circle, so they are never released. A program that goes on
// breaks the circles, of each version that it has read.
for book in shelf.books { book.next = nil }
