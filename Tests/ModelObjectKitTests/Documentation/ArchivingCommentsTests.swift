import Foundation
import ModelObjectKit
import Testing

/// The examples in the comments about archives.
@Suite struct ArchivingComments {
  class Person: ModelObject {
    var name = ""
  }

  @Test func archives() throws {
    let person = Person()
    person.name = "Shan"
    let data = try person.archivedData()
    let again = try Person(archive: data)
    #expect(again == person)
  }

  @Test func archivesOfArrays() throws {
    let people = try [Person](json: #"[{"name": "Shan"}, {"name": "Kim"}]"#)
    let data = try people.archivedData()
    let again = try [Person](archive: data)
    #expect(again == people)
  }

  class Shape: ModelObject {}

  private class Circle: Shape {}

  private class Square: Shape {}

  @Test func subclasses() throws {
    let data = try Square().archivedData()
    let shape = try Shape(archive: data, subclasses: [Circle.self, Square.self])
    #expect(shape is Square)
  }

  class Library: ModelObject {
    var cache: [String: () -> Void] = [:]

    func warm(_ key: String) { cache[key] = {} }

    override func encode(with archiver: ModelArchiver) throws {
      try super.encode(with: archiver)
      try archiver.encode(cache.keys.sorted(), forKey: "cached")
    }

    override func decode(with unarchiver: ModelUnarchiver) throws {
      try super.decode(with: unarchiver)
      for key in try unarchiver.decode([String].self, forKey: "cached") ?? [] { warm(key) }
    }
  }

  @Test func encodingMore() throws {
    let library = Library()
    library.warm("b")
    library.warm("a")
    #expect(try Library(archive: library.archivedData()).cache.keys.sorted() == ["a", "b"])
  }

  class Customer: ModelObject {
    var name = ""
    override class var formerArchiveNames: Set<String> { ["Shop.Person"] }
  }

  class OldCustomer: ModelObject {
    var name = "Kim"
    override class var archiveName: String { "Shop.Person" }
  }

  @Test func formerNames() throws {
    #expect(try Customer(archive: OldCustomer().archivedData()).name == "Kim")
  }

  class OldSong: ModelObject {
    var minutes = 2.5
    override class var archiveName: String { "Song" }
  }

  class Song: ModelObject {
    var seconds = 0.0
    override class var archiveName: String { "Song" }
    override class var archiveVersion: Int { 2 }
    override func decode(with unarchiver: ModelUnarchiver) throws {
      try super.decode(with: unarchiver)
      if unarchiver.archiveVersion < 2 {
        seconds = (try unarchiver.decode(Double.self, forKey: "minutes") ?? 0) * 60
      }
    }
  }

  @Test func versions() throws {
    let song = try Song(archive: OldSong().archivedData())
    #expect(song.seconds == 150)
    song.seconds = 7
    #expect(try Song(archive: song.archivedData()).seconds == 7)
  }

  final class Holder: NSObject, NSCoding {
    var person: Person?

    override init() {}

    init?(coder: NSCoder) {
      do {
        person = try coder.decodeModel(of: Person.self, forKey: "person")
      } catch {
        return nil
      }
    }

    func encode(with coder: NSCoder) {
      try? coder.encode(model: person, forKey: "person")
    }
  }

  @Test func coders() throws {
    let holder = Holder()
    holder.person = Person()
    holder.person?.name = "Shan"
    let archiver = NSKeyedArchiver(requiringSecureCoding: false)
    holder.encode(with: archiver)
    archiver.finishEncoding()
    let unarchiver = try NSKeyedUnarchiver(forReadingFrom: archiver.encodedData)
    #expect(Holder(coder: unarchiver)?.person?.name == "Shan")
  }
}
