import Foundation
import ModelObjectKit
import Testing

/// What opening a file changes in its objects is saved; objects that it leaves as they are in the
/// file aren't.
struct StoreFileOpeningTests {
  /// A class that makes a value when its objects are opened.
  struct Case: Sendable, CustomTestStringConvertible {
    let type: Tokened.Type
    var testDescription: String { "\(type)" }
  }

  static let cases = [
    Generating.self, Awaking.self, Decoding.self, Migrating.self, Outer.self, OuterOfDecoding.self,
    Encoding.self,
  ].map { Case(type: $0) }

  @Test(arguments: cases)
  func whatOpeningMakesIsSaved(_ example: Case) throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      do {
        let file = try StoreFile(at: url, classes: [Plain.self])
        let json = #"[{"id": 1, "part": {"name": "a"}}, {"id": 2, "part": {"name": "b"}}]"#
        try file.store.upsert([Plain].self, json: json)
        try file.save()
      }
      var known: [String?] = []
      for opening in 1...3 {
        let file = try StoreFile(at: url, classes: [example.type])
        let objects = file.store.all(example.type)
        let made = objects.map(\.made)
        #expect(Set(made).count == 2 && !made.contains(nil))
        if opening > 1 { #expect(made == known) }
        known = made
        #expect(try file.save() == (opening == 1 ? 2 : 0))
        #expect(try file.save() == 0)
      }
    }
  }

  /// A save of some objects writes what they refer to and the file has otherwise.
  @Test func aSaveOfSomeObjectsLeavesOthersForLater() throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      do {
        let file = try StoreFile(at: url, classes: [Plain.self])
        try file.store.upsert([Plain].self, json: #"[{"id": 1}, {"id": 2}]"#)
        try file.save()
      }
      let file = try StoreFile(at: url, classes: [Generating.self])
      let objects = file.store.all(Generating.self)
      #expect(try file.save([objects[0]]) == 1)
      #expect(try file.save() == 1)
      #expect(try file.save() == 0)
    }
  }

  static let quiet: [Case] = [
    Shorter.self, Caching.self, Calling.self, Grouping.self, Renaming.self,
  ].map { Case(type: $0) }

  @Test(arguments: quiet)
  func whatOpeningLeavesIsNotSaved(_ example: Case) throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      do {
        let file = try StoreFile(at: url, classes: [Plain.self])
        let json = #"""
          [{"id": 1, "part": {"name": "a"}, "any": [1, 2.5, null, {"a": "b"}], "day": 7},
           {"id": 2, "parts": [{"name": "c"}, {"name": "d"}, {"name": "e"}], "next": {"id": 1}}]
          """#
        let objects = try file.store.upsert([Plain].self, json: json).models
        objects[0].group = Set(["f", "g", "h"].map { Part(named: $0) })
        try file.save()
      }
      let bytes = try Data(contentsOf: url)
      let file = try StoreFile(at: url, classes: [example.type])
      #expect(file.store.all(example.type).map(\.id) == [1, 2])
      #expect(try file.save() == 0)
      #expect(try Data(contentsOf: url) == bytes)
    }
  }

  /// What its class encodes itself is compared as it is encoded.
  @Test func whatIsEncodedAgainAsItWasIsNotSaved() throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      do {
        let file = try StoreFile(at: url, classes: [Encoding.self])
        let json = #"[{"id": 1}, {"id": 2, "token": "t"}]"#
        try file.store.upsert([Encoding].self, json: json)
        try file.save()
      }
      let file = try StoreFile(at: url, classes: [Encoding.self])
      #expect(try file.save() == 1)
      #expect(try file.save() == 0)
    }
  }

  final class Part: ModelObject {
    var name = ""

    convenience init(named name: String) {
      self.init()
      self.name = name
    }

    override class var archiveName: String { "Part" }
  }

  final class Plain: ModelObject {
    var id = 0
    var part: Part?
    var parts: [Part] = []
    var group: Set<Part> = []
    var any: Any?
    var day: Date?
    var next: Plain?
    override class var identity: Set<String> { ["id"] }
    override class var archiveName: String { "Note" }
  }

  /// A later version of `Plain`.
  class Tokened: ModelObject {
    var id = 0
    var made: String? { nil }
    override class var identity: Set<String> { ["id"] }
  }

  final class Generating: Tokened {
    var token = UUID().uuidString
    override var made: String? { token }
    override class var formerArchiveNames: Set<String> { ["Note"] }
  }

  final class Awaking: Tokened {
    var part: NewPart?
    override var made: String? { part?.token }
    override class var formerArchiveNames: Set<String> { ["Note"] }

    final class NewPart: ModelObject {
      var token: String?
      override class var formerArchiveNames: Set<String> { ["Part"] }
      override func awake() { if token == nil { token = UUID().uuidString } }
    }
  }

  final class Decoding: Tokened {
    var any: Any?
    override var made: String? { any as? String }
    override class var formerArchiveNames: Set<String> { ["Note"] }
    override func decode(with unarchiver: ModelUnarchiver) throws {
      try super.decode(with: unarchiver)
      if any == nil { any = UUID().uuidString }
    }
  }

  final class Migrating: Tokened {
    var token = ""
    override var made: String? { token }
    override class var formerArchiveNames: Set<String> { ["Note"] }
    override class var archiveVersion: Int { 1 }
    override func decode(with unarchiver: ModelUnarchiver) throws {
      try super.decode(with: unarchiver)
      if unarchiver.archiveVersion < 1 { token = UUID().uuidString }
    }
  }

  final class Outer: Tokened {
    var part: NewPart?
    override var made: String? { part?.token }
    override class var formerArchiveNames: Set<String> { ["Note"] }

    final class NewPart: ModelObject {
      var token = UUID().uuidString
      override class var formerArchiveNames: Set<String> { ["Part"] }
    }
  }

  final class OuterOfDecoding: Tokened {
    var part: NewPart?
    override var made: String? { part?.token }
    override class var formerArchiveNames: Set<String> { ["Note"] }

    final class NewPart: ModelObject {
      var token: String?
      override class var formerArchiveNames: Set<String> { ["Part"] }
      override func decode(with unarchiver: ModelUnarchiver) throws {
        try super.decode(with: unarchiver)
        if token == nil { token = UUID().uuidString }
      }
    }
  }

  final class Encoding: Tokened {
    var token: String?
    override var made: String? { token }
    override class var formerArchiveNames: Set<String> { ["Note"] }
    override func encode(with archiver: ModelArchiver) throws {
      try archiver.encode(id, forKey: "n")
      try archiver.encode(token, forKey: "t")
    }
    override func decode(with unarchiver: ModelUnarchiver) throws {
      id =
        try unarchiver.decode(Int.self, forKey: "n")
        ?? unarchiver.decode(Int.self, forKey: "id") ?? 0
      token = try unarchiver.decode(String.self, forKey: "t") ?? UUID().uuidString
    }
  }

  /// It has fewer properties.
  final class Shorter: Tokened {
    var any: Any?
    override class var formerArchiveNames: Set<String> { ["Note"] }
  }

  /// What it makes isn't archived.
  final class Caching: Tokened {
    var part: Part?
    var group: Set<Part> = []
    var parts: [Part] = []
    var names: [String] = []
    override class var formerArchiveNames: Set<String> { ["Note"] }
    override class var unarchivedProperties: Set<String> { ["names"] }
    override func awake() { names = parts.map(\.name) + group.map(\.name) }
  }

  final class Calling: Tokened {
    var part: Part?
    var parts: [Part] = []
    var group: Set<Part> = []
    var any: Any?
    var day: Date?
    var next: Calling?
    override class var formerArchiveNames: Set<String> { ["Note"] }
    override func decode(with unarchiver: ModelUnarchiver) throws {
      try super.decode(with: unarchiver)
    }
  }

  /// Its parts decode themselves.
  final class Grouping: Tokened {
    var parts: [NewPart] = []
    var group: Set<NewPart> = []
    override class var formerArchiveNames: Set<String> { ["Note"] }

    final class NewPart: ModelObject {
      var name = ""
      override class var formerArchiveNames: Set<String> { ["Part"] }
      override func decode(with unarchiver: ModelUnarchiver) throws {
        name = try unarchiver.decode(String.self, forKey: "name") ?? ""
      }
    }
  }

  final class Renaming: Tokened {
    var title: Part?
    override class var formerArchiveNames: Set<String> { ["Note"] }
    override class var keyMapping: [String: JSONKey] { ["title": ["title", "part"]] }
  }
}
