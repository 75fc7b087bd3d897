import Foundation
import ModelObjectKit
import Synchronization
import Testing

private let encodings = Mutex(0)

/// An equal `Codable` struct in many objects of a store file is looked at once, if nothing in it can
/// change without its object.
@Suite(.serialized) struct EqualStructs {
  private func withFile(
    of type: Entry.Type,
    _ body: (StoreFile, [Entry]) throws -> Void
  ) throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      do {
        let file = try StoreFile(at: url, classes: [type])
        for id in 1...20 {
          let entry = type.init()
          entry.id = id
          try file.store.insert(entry)
        }
        try file.save()
      }
      let file = try StoreFile(at: url, classes: [type])
      try body(file, file.store.all(type))
    }
  }

  private func count(_ body: () throws -> Void) throws -> Int {
    encodings.withLock { $0 = 0 }
    try body()
    return encodings.withLock { $0 }
  }

  @Test(.differs(.modelStructs)) func areEncodedOnce() throws {
    try withFile(of: WithStruct.self) { file, entries in
      #expect(entries.count == 20)
      let count = try count { _ = try file.save() }
      #expect(count <= 2)
    }
  }

  @Test func theChangedOneIsSaved() throws {
    try withFile(of: WithStruct.self) { file, entries in
      (entries[3] as? WithStruct)?.text.words[2] = "changed"
      let saved1 = try file.save()
      #expect(saved1 == 1)
      (entries[3] as? WithStruct)?.text.count = 7
      (entries[4] as? WithStruct)?.text.kind = .other
      let saved2 = try file.save()
      #expect(saved2 == 2)
      let saved0 = try file.save()
      #expect(saved0 == 0)
    }
  }

  /// Behind an object something may change that the value doesn't show.
  @Test func aChangeInAnObjectOfAStructIsSaved() throws {
    try withFile(of: WithObject.self) { file, entries in
      let shared = Shared()
      shared.word += "new"
      for entry in entries { (entry as? WithObject)?.text.shared = shared }
      let first = try file.save()
      shared.word = "changed"
      let second = try file.save()
      #expect(first == 20 && second == 20)
    }
  }
}

private class Entry: ModelObject {
  var id = 0
  override class var identity: Set<String> { ["id"] }
}

private final class WithStruct: Entry { var text = Text() }

private final class WithObject: Entry { var text = Sharing() }

private struct Text: Codable {
  enum Kind: String, Codable { case usual, other }
  var words = Array(repeating: "word", count: 200)
  var count = 1
  var kind = Kind.usual
  var inner: [String: [Date]] = ["a": [Date(timeIntervalSince1970: 5)]]

  enum Keys: CodingKey { case words, count, kind, inner }

  init() {}

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    words = try container.decode([String].self, forKey: .words)
    count = try container.decode(Int.self, forKey: .count)
    kind = try container.decode(Kind.self, forKey: .kind)
    inner = try container.decode([String: [Date]].self, forKey: .inner)
  }

  func encode(to encoder: any Encoder) throws {
    encodings.withLock { $0 += 1 }
    var container = encoder.container(keyedBy: Keys.self)
    try container.encode(words, forKey: .words)
    try container.encode(count, forKey: .count)
    try container.encode(kind, forKey: .kind)
    try container.encode(inner, forKey: .inner)
  }
}

private final class Shared: Codable { var word = String(repeating: "word", count: 100) }

private struct Sharing: Codable { var shared = Shared() }
