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

/// A property more: `isRead`.
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

/// A property less: there is no `room`.
enum RemovedProperty {
  class Shelf: ModelObject {
    var books: [Book] = []
    override class var archiveName: String { "Shelf" }
  }

  typealias Book = First.Book
}

/// Another name for a property: `title` is `name`, and `keyMapping` lists both.
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

/// Another name for a class: `Shelf` is `Bookcase`.
enum RenamedClass {
  class Bookcase: ModelObject {
    var room = ""
    var books: [Book] = []
    override class var archiveName: String { "Bookcase" }
    override class var formerArchiveNames: Set<String> { ["Shelf"] }
  }

  typealias Book = First.Book
}

/// Another unit: `minutes` are `seconds`, which nothing but code can know.
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
