import Foundation
import ModelObjectKit
import Testing

/// A wrapper that can't be encoded.
@propertyWrapper private struct Clamped {
  private var value = 0
  var wrappedValue: Int {
    get { value }
    set { value = min(max(newValue, 0), 100) }
  }
}

/// One whose value is in an object, which a copy of the wrapper would share.
@propertyWrapper private struct Published<Value> {
  private final class Storage {
    var value: Value
    init(_ value: Value) { self.value = value }
  }
  private let storage: Storage

  init(wrappedValue: Value) { storage = Storage(wrappedValue) }
  var wrappedValue: Value {
    get { storage.value }
    nonmutating set { storage.value = newValue }
  }
}

private final class Volume: ModelObject {
  var id = 0
  @Clamped var level
  @Published var name = ""
  @Published var tags: [String] = []
  @Published var next: Volume?
  override class var identity: Set<String> { ["id"] }
  override class var accessors: [String: PropertyAccessor] {
    [
      "level": .init(\Volume.level), "name": .init(\Volume.name), "tags": .init(\Volume.tags),
      "next": .init(\Volume.next),
    ]
  }

  var text: String { "\(id) \(level) \(name) \(tags) (\(next?.text ?? ""))" }
}

/// What only an accessor can read is there in each form of an object, and no copy shares it.
struct WrappersWithAccessors {
  private static let json =
    #"{"id": 1, "level": 60, "name": "n", "tags": ["a"], "next": {"id": 2, "level": 250}}"#
  private static let text = "1 60 n [\"a\"] (2 100  [] ())"

  private let volume: Volume

  init() throws { volume = try Volume(json: Self.json) }

  @Test func areInEachForm() throws {
    #expect(Volume.declarationProblems().isEmpty)
    #expect(volume.text == Self.text)
    let forms: [(String, () throws -> Volume)] = [
      ("JSON", { try Volume(json: volume.jsonData()) }),
      ("archive", { try Volume(archive: volume.archivedData()) }),
      ("copy", { volume.copy() }),
      ("snapshot", { volume.snapshot().makeModel() }),
      ("coder", { try JSONDecoder().decode(Volume.self, from: JSONEncoder().encode(volume)) }),
      (
        "update(from:)",
        {
          let other = Volume()
          try other.update(from: volume)
          return other
        }
      ),
    ]
    for (name, form) in forms {
      let other = try form()
      #expect(other.text == Self.text, "\(name)")
      #expect(other == volume && other.hashValue == volume.hashValue, "\(name)")
      (other.name, other.level, other.tags) = ("other", 7, [])
      other.next?.name = "other"
      #expect(volume.text == Self.text, "\(name)")
      #expect(other != volume, "\(name)")
      #expect(
        other.changedProperties(since: volume) == ["level", "name", "tags", "next"],
        "\(name)"
      )
    }
  }

  @Test func areSavedInStoreFiles() throws {
    try withFolder { folder in
      let url = folder.appending(path: "volumes")
      do {
        let file = try StoreFile(at: url, classes: [Volume.self])
        let volume = try file.store.upsert(Volume.self, json: Self.json)
        try file.save()
        (volume.level, volume.name) = (10, "edited")
        #expect(try file.save() == 1)
        #expect(try file.save() == 0)
      }
      let file = try StoreFile(at: url, classes: [Volume.self])
      #expect(file.store[Volume.self, 1]?.text == "1 10 edited [\"a\"] (2 100  [] ())")
      #expect(file.store[Volume.self, 1]?.next === file.store[Volume.self, 2])
    }
  }

  @Test func areUndone() throws {
    let input = #"{"level": 9, "name": "z", "tags": ["b"], "next": null, "id": "bad"}"#
    #expect(throws: ModelError.self) { try volume.update(json: input, options: .strict) }
    #expect(volume.text == Self.text)
  }

  @Test func areMerged() throws {
    let base = volume.copy()
    volume.level = 5
    let conflicts = try volume.merge(
      json: #"{"id": 1, "level": 60, "name": "server"}"#,
      since: base
    )
    #expect(conflicts.isEmpty && volume.level == 5 && volume.name == "server")
    #expect(base.level == 60 && base.name == "server")
  }
}
