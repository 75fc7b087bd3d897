import ModelObjectKit

// The same two classes in three versions of one program. Here they need the same `archiveName`; in
// a real program, the name stays the same anyway.

/// The classes that write the archive.
enum Today {
  class Shelf: ModelObject {
    var room = ""
    var books: [Book] = []
    override class var archiveName: String { "Shelf" }
  }

  class Book: ModelObject {
    var title = ""
    var minutes = 0
    var next: Book?
    /// The shelf knows its books, and each book its shelf.
    var shelf: Shelf?
    override class var archiveName: String { "Book" }
  }
}

/// The classes of an older program.
enum Yesterday {
  class Shelf: ModelObject {
    var books: [Book] = []
    override class var archiveName: String { "Shelf" }
  }

  class Book: ModelObject {
    var title = ""
    override class var archiveName: String { "Book" }
  }
}

/// The classes of a later program: one is renamed, one counts in seconds, and both have more
/// properties.
enum Tomorrow {
  class Bookcase: ModelObject {
    var room = ""
    var floor = 1
    var books: [Book] = []
    override class var archiveName: String { "Bookcase" }
    override class var formerArchiveNames: Set<String> { ["Shelf"] }
  }

  class Book: ModelObject {
    var title = ""
    var seconds = 0
    var isRead: Bool?
    var next: Book?
    override class var archiveName: String { "Book" }
    override class var archiveVersion: Int { 1 }

    override func decode(with unarchiver: ModelUnarchiver) throws {
      try super.decode(with: unarchiver)
      if unarchiver.archiveVersion < 1 {
        seconds = (try unarchiver.decode(Int.self, forKey: "minutes") ?? 0) * 60
      }
    }
  }
}
