import ModelObjectKit

// The same two classes in six versions of one program. Here they need the same `archiveName`; in a
// real program, the name stays the same anyway.

/// The version that writes the file.
enum First {
  class Shelf: ModelObject {
    var room = ""
    var books: [Book] = []
    override class var archiveName: String { "Shelf" }
  }

  class Book: ModelObject {
    var title = ""
    var minutes = 0
    var next: Book?
    override class var archiveName: String { "Book" }
  }
}

/// Adds the property `isRead`.
enum AddedProperty {
  class Shelf: ModelObject {
    var room = ""
    var books: [Book] = []
    override class var archiveName: String { "Shelf" }
  }

  class Book: ModelObject {
    var title = ""
    var minutes = 0
    var isRead = false
    var next: Book?
    override class var archiveName: String { "Book" }
  }
}

/// Removes the property `room`.
enum RemovedProperty {
  class Shelf: ModelObject {
    var books: [Book] = []
    override class var archiveName: String { "Shelf" }
  }

  typealias Book = First.Book
}

/// Renames the property `title` to `name`; `keyMapping` lists both.
enum RenamedProperty {
  class Shelf: ModelObject {
    var room = ""
    var books: [Book] = []
    override class var archiveName: String { "Shelf" }
  }

  class Book: ModelObject {
    var name = ""
    var minutes = 0
    var next: Book?
    override class var archiveName: String { "Book" }
    override class var keyMapping: [String: JSONKey] { ["name": ["name", "title"]] }
  }
}

/// Renames the class `Shelf` to `Bookcase`.
enum RenamedClass {
  class Bookcase: ModelObject {
    var room = ""
    var books: [Book] = []
    override class var archiveName: String { "Bookcase" }
    override class var formerArchiveNames: Set<String> { ["Shelf"] }
  }

  typealias Book = First.Book
}

/// Changes the unit from minutes to seconds, which needs code.
enum ChangedUnit {
  class Shelf: ModelObject {
    var room = ""
    var books: [Book] = []
    override class var archiveName: String { "Shelf" }
  }

  class Book: ModelObject {
    var title = ""
    var seconds = 0
    var next: Book?
    override class var archiveName: String { "Book" }
    override class var archiveVersion: Int { 1 }

    override func decode(with unarchiver: ModelUnarchiver) throws {
      try super.decode(with: unarchiver)
      if unarchiver.archiveVersion < 1,
        let minutes = try unarchiver.decode(Int.self, forKey: "minutes")
      {
        seconds = minutes * 60
      }
    }
  }
}
