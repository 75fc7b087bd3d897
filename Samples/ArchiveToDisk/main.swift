// Writes a graph with cycles to a file and reads it back, also with older and newer classes.
import Foundation
import ModelObjectKit

let shelf = Today.Shelf()
shelf.room = "Study"
for (title, minutes) in [("Emma", 700), ("Dracula", 620), ("Utopia", 190)] {
  let book = Today.Book()
  book.title = title
  book.minutes = minutes
  book.shelf = shelf
  shelf.books.last?.next = book
  shelf.books.append(book)
}
// After the last book comes the first one.
shelf.books.last?.next = shelf.books.first

let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
defer { try? FileManager.default.removeItem(at: directory) }
let file = directory.appending(path: "shelf.plist")
try shelf.archive(to: file)

print("1. Back from the disk, everything is where it was.\n")
let again = try Today.Shelf(archiveAt: file)
for book in again.books { print("\(book.title), then \(book.next?.title ?? "nothing")") }
print("equal:", again == shelf)
print("the last one leads to the first one:", again.books.last?.next === again.books.first)
print("each knows its shelf:", again.books.allSatisfy { $0.shelf === again })

print("\n2. A class that has less takes what it knows.\n")
let older = try Yesterday.Shelf(archiveAt: file)
print(older)

print("\n3. A class that has another name, other properties and more of them.\n")
let newer = try Tomorrow.Bookcase(archiveAt: file)
print("room: \(newer.room), floor: \(newer.floor)")
for book in newer.books {
  print("\(book.title): \(book.seconds) s, read: \(book.isRead.map { "\($0)" } ?? "who knows")")
}

print("\n4. Data that isn't an archive is an error, not a crash.\n")
let bytes = try Data(contentsOf: file)
for damaged in [bytes.dropLast(9), Data("nonsense".utf8)] {
  do {
    _ = try Today.Shelf(archive: damaged)
  } catch let error as ModelError {
    print(error.code)
  }
}

// Books and shelves refer to each other: break the cycles, or they are never released.
for owner in [shelf, again] {
  for book in owner.books { (book.next, book.shelf) = (nil, nil) }
}
for book in newer.books { book.next = nil }
