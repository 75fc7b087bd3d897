import Foundation
import ModelObjectKit
import Testing

/// Classes that change between two saves, and objects that can't be opened.
struct StoreFileEvolutionTests {
  // MARK: - Objects that are skipped

  @Test func theLastVersionIsTheOneThatIsValidated() throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      do {
        let file = try StoreFile(at: url, classes: [Picky.self])
        try file.store.upsert([Picky].self, json: #"[{"id": 1, "friend": {"id": 2}}, {"id": 3}]"#)
        try file.save()
        // Refused later, but not by the last version.
        file.store[Picky.self, 3]?.text = "bad"
        try file.save()
        file.store[Picky.self, 3]?.text = "good"
        file.store[Picky.self, 2]?.text = "bad"
        try file.save()
      }
      #expect(errorCode { _ = try StoreFile(at: url, classes: [Picky.self]) } == .rejected)
      let bytes = try Data(contentsOf: url)
      do {
        var lost: [ModelError.Issue] = []
        let file = try StoreFile(at: url, classes: [Picky.self]) { lost.append($0) }
        #expect(lost.count == 1)
        #expect(lost.first?.kind == .rejected)
        #expect(lost.first?.typeName == "Picky")
        #expect(lost.first?.found == "id 2: Refused()")
        #expect(file.store.all(Picky.self).map(\.id) == [1, 3])
        #expect(file.store[Picky.self, 1]?.friend == nil)
        #expect(try file.save() == 0)
        #expect(try Data(contentsOf: url) == bytes)
        // What was skipped is left out by a save that writes something.
        file.store[Picky.self, 1]?.text = "changed"
        #expect(try file.save() == 1)
      }
      let store = try ModelStore(archiveAt: url, classes: [Picky.self])
      #expect(store.all(Picky.self).map(\.text) == ["changed", "good"])
    }
  }

  @Test func anObjectOfAnUnknownClassIsSkipped() throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      do {
        let file = try StoreFile(at: url, classes: [Picky.self, Other.self])
        try file.store.upsert(Other.self, json: #"{"id": 1}"#)
        try file.save()
        try file.store.upsert(Picky.self, json: #"{"id": 1}"#)
        file.store[Other.self, 1]?.text = "changed"
        try file.save()
      }
      #expect(errorCode { _ = try StoreFile(at: url, classes: [Picky.self]) } == .unknownClass)
      do {
        var lost: [String] = []
        let file = try StoreFile(at: url, classes: [Picky.self]) { lost.append($0.path) }
        #expect(lost == ["[0]"])
        #expect(file.store.count(of: Picky.self) == 1)
        try file.compact()
      }
      #expect(try StoreFile(at: url, classes: [Picky.self]).store.count(of: Picky.self) == 1)
    }
  }

  @Test func aRemovedObjectOfAClassThatIsGoneIsNoError() throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      do {
        let file = try StoreFile(at: url, classes: [Picky.self, Other.self])
        try file.store.upsert(Other.self, json: #"{"id": 1}"#)
        try file.store.upsert(Picky.self, json: #"{"id": 1}"#)
        try file.save()
        file.store.removeAll(Other.self)
        try file.save()
      }
      let file = try StoreFile(at: url, classes: [Picky.self])
      #expect(file.store.count(of: Picky.self) == 1)
    }
  }

  @Test func anObjectOfAnotherClassTakesTheSamePlace() throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      let file = try StoreFile(at: url, classes: [Figure.self])
      let json = #"[{"id": 1, "kind": "round"}, {"id": 2, "next": {"id": 1}}]"#
      try file.store.upsert([Figure].self, json: json)
      try file.save()
      try file.store.upsert(Figure.self, json: #"{"id": 1, "kind": "square"}"#)
      #expect(try file.save() >= 1)
      let store = try ModelStore(archiveAt: url, classes: [Figure.self])
      #expect(store.all(Figure.self).map(\.id) == [1, 2])
      #expect(store[Figure.self, 1] is SquareFigure)
    }
  }

  // MARK: - Classes that change

  @Test func classesMayBeRenamedBetweenTwoSaves() throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      do {
        let file = try StoreFile(at: url, classes: [OldPage.self])
        let json = #"[{"id": 1, "text": "a"}, {"id": 2, "text": "b", "next": {"id": 1}}]"#
        try file.store.upsert([OldPage].self, json: json)
        try file.save()
        file.store[OldPage.self, 1]?.text = "c"
        try file.save()
      }
      do {
        let file = try StoreFile(at: url, classes: [NewPage.self])
        #expect(file.store.all(NewPage.self).map(\.text) == ["c", "b"])
        #expect(file.store[NewPage.self, 2]?.next === file.store[NewPage.self, 1])
        #expect(try file.save() == 0)
        file.store[NewPage.self, 2]?.text = "d"
        file.store.remove(NewPage.self, identity: 1)
        #expect(try file.save() == 2)
      }
      let store = try ModelStore(archiveAt: url, classes: [NewPage.self])
      #expect(store.all(NewPage.self).map(\.text) == ["d"])
      #expect(store[NewPage.self, 2]?.next?.text == "c")
    }
  }

  @Test func identitiesMayChangeBetweenTwoSaves() throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      do {
        let file = try StoreFile(at: url, classes: [OldPage.self])
        let json = #"[{"id": 1, "text": "a"}, {"id": 2, "text": "b", "next": {"id": 1}}]"#
        try file.store.upsert([OldPage].self, json: json)
        try file.save()
        file.store[OldPage.self, 1]?.text = "c"
        file.store[OldPage.self, 2]?.text = "d"
        try file.save([file.store.all(OldPage.self)[1]])
        try file.save()
      }
      let file = try StoreFile(at: url, classes: [PageByText.self])
      #expect(file.store.all(PageByText.self).map(\.text) == ["c", "d"])
      #expect(file.store[PageByText.self, "d"]?.next === file.store[PageByText.self, "c"])
      #expect(try file.save() == 0)
    }
  }

  /// With the new identity, two objects are the same, and one has none: nothing is dropped unless
  /// the caller hears of it.
  @Test func anObjectThatCanNotBeFiledIsAnErrorOrSkipped() throws {
    try withFolder { folder in
      let url = folder.appending(path: "pages")
      do {
        let file = try StoreFile(at: url, classes: [OldPage.self])
        let json = #"[{"id": 1, "text": "a"}, {"id": 2, "text": "a"}, {"id": 3, "text": "b"}]"#
        try file.store.upsert([OldPage].self, json: json)
        try file.save()
      }
      let bytes = try Data(contentsOf: url)
      let error = try #require(throws: ModelError.self) {
        try StoreFile(at: url, classes: [PageByText.self])
      }
      #expect(error.code == .unsupportedValue && error.path == "[1]")
      #expect(error.description.hasPrefix("unsupportedValue at [1] in pages: an earlier Page"))
      #expect(try Data(contentsOf: url) == bytes)
      var lost: [String] = []
      let file = try StoreFile(at: url, classes: [PageByText.self]) { lost.append("\($0)") }
      #expect(file.store.all(PageByText.self).map(\.id) == [1, 3])
      let words = "an earlier PageByText takes the place of a PageByText with text \"a\""
      #expect(lost == ["[1]: \(words)"])
      #expect(try file.save() == 0)
      #expect(try Data(contentsOf: url) == bytes)
    }
  }

  @Test func eachFrameHasItsVersion() throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      do {
        let file = try StoreFile(at: url, classes: [FirstVersion.self])
        try file.store.upsert([FirstVersion].self, json: #"[{"id": 1}, {"id": 2}]"#)
        try file.save()
      }
      do {
        let file = try StoreFile(at: url, classes: [SecondVersion.self])
        #expect(file.store.all(SecondVersion.self).map(\.read) == [0, 0])
        file.store[SecondVersion.self, 2]?.text = "changed"
        try file.save([file.store.all(SecondVersion.self)[1]])
      }
      let store = try ModelStore(archiveAt: url, classes: [SecondVersion.self])
      #expect(store.all(SecondVersion.self).map(\.read) == [0, 2])
    }
  }

  @Test func hooksAreCalledOnceForTheLastVersion() throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      do {
        let file = try StoreFile(at: url, classes: [Counting.self])
        try file.store.upsert([Counting].self, json: #"[{"id": 1}, {"id": 2}]"#)
        for text in ["a", "b", "c"] {
          file.store[Counting.self, 1]?.text = text
          try file.save()
        }
      }
      let file = try StoreFile(at: url, classes: [Counting.self])
      #expect(
        file.store.all(Counting.self).map(\.calls) == [
          ["awake c", "validate c"], ["awake ", "validate "],
        ]
      )
      // What awake() has set isn't archived.
      #expect(try file.save() == 0)
    }
  }

  // MARK: - Hostile files

  @Test func aFrameThatIsNoArchiveIsAnError() throws {
    let frames: [[String: Any]] = [
      [:], ["root": 0], ["store": [0], "places": []], ["store": [0], "places": [-1]],
      ["store": [0], "places": [Int.max]], ["store": [0], "places": "0"],
      ["store": [7], "places": [0]],
      ["store": [0, 1], "places": [0, 1]], ["store": [-1], "places": [0]],
      ["removed": [0]], ["removed": [5]], ["removed": [Int.max]], ["removed": "x"],
      ["store": [Int.max], "places": [0]],
    ]
    for frame in frames {
      try withFolder { folder in
        let file = try filledNotes(in: folder, count: 2)
        file.store[StoredNote.self, 1]?.next = file.store[StoredNote.self, 2]
        try file.save()
        try changeLastArchive(of: file.url, from: file.size) { list in
          if frame["root"] != nil { list["store"] = nil }
          list.merge(frame) { $1 }
          if frame.isEmpty { list["format"] = "other" }
        }
        let code = errorCode { _ = try readNotes(in: folder) }
        #expect(code == .invalidArchive || code == .unexpectedRoot, "\(frame)")
      }
    }
  }

  @Test func placesOfObjectsMayBeAnyNumber() throws {
    let columns: [(String, Any, ModelError.Code?)] = [
      ("places", [Int.max], .invalidArchive), ("places", [99], .invalidArchive),
      ("places", [0], nil), ("places", [0, 1], .invalidArchive), ("places", "x", .invalidArchive),
      ("count", 0, .invalidArchive),
    ]
    for (key, value, code) in columns {
      try withFolder { folder in
        let file = try filledNotes(in: folder, count: 2)
        file.store[StoredNote.self, 1]?.next = file.store[StoredNote.self, 2]
        try file.save()
        try changeLastArchive(of: file.url, from: file.size) { list in
          var classes = list["classes"] as? [[String: Any]] ?? []
          #expect(classes.count == 2)
          classes[1][key] = value
          list["classes"] = classes
        }
        #expect(errorCode { _ = try readNotes(in: folder) } == code, "\(key) \(value)")
      }
    }
  }

  @Test(arguments: [2, 99, -2, Int.min, Int.max])
  func aReferenceInASaveToNoObjectIsAnError(_ number: Int) throws {
    try withFolder { folder in
      let file = try filledNotes(in: folder, count: 2)
      file.store[StoredNote.self, 1]?.next = file.store[StoredNote.self, 2]
      try file.save()
      try changeLastArchive(of: file.url, from: file.size) { list in
        list.columns { $0["next"] = ["$objects": [number]] }
      }
      #expect(errorCode { _ = try readNotes(in: folder) } == .invalidArchive)
    }
  }

  @Test func aFrameWithoutAnArchiveIsAnError() throws {
    try withFolder { folder in
      let url = try filledNotes(in: folder, count: 2).url
      for start in [Data("ModelObject store 1\n".utf8), try Data(contentsOf: url)] {
        let frames = start + frame(of: Data())
        for content in [frames, frames + frame(of: Data())] {
          try content.write(to: url)
          #expect(errorCode { _ = try openNotes(in: folder) } == .invalidArchive)
          #expect(try Data(contentsOf: url) == content)
        }
      }
    }
  }

  /// Replaces the archive in the last frame of a file.
  private func changeLastArchive(
    of url: URL,
    from end: Int,
    _ change: (inout [String: Any]) -> Void
  ) throws {
    var data = try Data(contentsOf: url)
    let text = try #require(data.lastRange(of: Data("bplist00".utf8)))
    let archive = data[text.lowerBound...]
    let list = try PropertyListSerialization.propertyList(from: archive, format: nil)
    var root = try #require(list as? [String: Any])
    change(&root)
    let changed = try PropertyListSerialization.data(
      fromPropertyList: root,
      format: .binary,
      options: 0
    )
    data.removeSubrange((text.lowerBound - 12)...)
    try (data + frame(of: changed)).write(to: url)
  }

  /// A frame as the article on the format describes it.
  private func frame(of archive: Data) -> Data {
    let size = withUnsafeBytes(of: UInt64(archive.count).bigEndian) { Data($0) }
    var sum = UInt32.max
    for byte in size + archive {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xEDB8_8320) }
    }
    return size + withUnsafeBytes(of: (~sum).bigEndian) { Data($0) } + archive
  }
}

extension Data {
  fileprivate func lastRange(of other: Data) -> Range<Index>? {
    range(of: other, options: .backwards)
  }
}

private struct Refused: Error {}

private final class Picky: ModelObject {
  var id = 0
  var text = ""
  var friend: Picky?
  override class var identity: Set<String> { ["id"] }
  override func validate() throws { if text == "bad" { throw Refused() } }
}

private final class Other: ModelObject {
  var id = 0
  var text = ""
  override class var identity: Set<String> { ["id"] }
}

private class Figure: ModelObject {
  var id = 0
  var next: Figure?
  override class var identity: Set<String> { ["id"] }
  override class var subclasses: Subclasses? {
    .byTag("kind", ["round": RoundFigure.self, "square": SquareFigure.self])
  }
}

private final class RoundFigure: Figure {}
private final class SquareFigure: Figure {}

private final class OldPage: ModelObject {
  var id = 0
  var text = ""
  var next: OldPage?
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "page.old" }
}

private final class NewPage: ModelObject {
  var id = 0
  var text = ""
  var next: NewPage?
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "page.new" }
  override class var formerArchiveNames: Set<String> { ["page.old"] }
}

private final class PageByText: ModelObject {
  var id = 0
  var text = ""
  var next: PageByText?
  override class var identity: Set<String> { ["text"] }
  override class var archiveName: String { "page.old" }
}

private final class FirstVersion: ModelObject {
  var id = 0
  var text = ""
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "versioned" }
}

private final class SecondVersion: ModelObject {
  var id = 0
  var text = ""
  var read = -1
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "versioned" }
  override class var archiveVersion: Int { 2 }
  override func decode(with unarchiver: ModelUnarchiver) throws {
    try super.decode(with: unarchiver)
    read = unarchiver.archiveVersion
  }
}

private final class Counting: ModelObject {
  var id = 0
  var text = ""
  var calls: [String] = []
  override class var identity: Set<String> { ["id"] }
  override class var unarchivedProperties: Set<String> { ["calls"] }
  override func awake() { calls.append("awake \(text)") }
  override func validate() throws { calls.append("validate \(text)") }
}
