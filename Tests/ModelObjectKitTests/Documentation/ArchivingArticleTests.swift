import Foundation
import ModelObjectKit
import Testing

@Suite struct ArchivingArticle {
  class Person: ModelObject {
    var name = ""
    var friends: [Person] = []
    var lastSearch = ""
    override class var transientProperties: Set<String> { ["lastSearch"] }
  }

  @Test func roundTrip() throws {
    let shan = Person()
    shan.name = "Shan"
    let kim = Person()
    kim.name = "Kim"
    shan.friends = [kim]
    kim.friends = [shan]
    kim.lastSearch = "tea"

    let again = try Person(archive: shan.archivedData())
    #expect((again.friends[0].friends[0] === again) == true)
    #expect(again.friends[0].lastSearch == "")

    let people = try [Person](archive: [shan, kim].archivedData())
    #expect((people[0].friends[0] === people[1]) == true)
  }

  @Test func files() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let shan = Person()
    shan.name = "Shan"

    let file = folder.appending(path: "shan.plist")
    try shan.archive(to: file)
    #expect(try Person(archiveAt: file).name == "Shan")
  }

  class Shape: ModelObject {
    var name = ""
  }

  private class Circle: Shape {
    var radius = 0.0
  }

  @Test func privateClasses() throws {
    let circle = Circle()
    circle.radius = 2
    let data = try circle.archivedData()
    let shape = try Shape(archive: data, subclasses: [Circle.self])
    #expect((shape as? Circle)?.radius == 2.0)
  }

  class Track: ModelObject {
    var minutes = 0.0
    override class var archiveName: String { "Track" }
  }

  class Song: ModelObject {
    var seconds = 0.0
    override class var archiveName: String { "Song" }
    override class var formerArchiveNames: Set<String> { ["Track"] }
    override class var archiveVersion: Int { 2 }
    override func decode(with unarchiver: ModelUnarchiver) throws {
      try super.decode(with: unarchiver)
      if unarchiver.archiveVersion < 2 {
        seconds = (try unarchiver.decode(Double.self, forKey: "minutes") ?? 0) * 60
      }
    }
  }

  @Test func versions() throws {
    let track = Track()
    track.minutes = 2.5
    let song = try Song(archive: track.archivedData())
    #expect(song.seconds == 150.0)
  }

  @Test func damage() throws {
    do {
      _ = try Person(archive: Data("no archive".utf8))
      Issue.record("not reached")
    } catch let error as ModelError {
      #expect((error.code == .invalidArchive) == true)
    }
  }
}
