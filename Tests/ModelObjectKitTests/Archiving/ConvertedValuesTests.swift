import Foundation
import ModelObjectKit
import Testing

/// An equal `Codable` struct in many objects, which is of another type now: it is read once, and each
/// object gets a value of its own.
struct ConvertedValues {
  private func archive(_ value: Coded = Coded(), count: Int = 20) throws -> Data {
    try (0..<count).map { _ in
      let old = Old()
      (old.v, old.list) = (value, [value])
      return old
    }
    .archivedData()
  }

  @Test func areIndependent() throws {
    let all = try [New<Value>](archive: archive())
    #expect(all.count == 20 && Set(all.map { $0.v.map { ObjectIdentifier($0) } }).count == 20)
    #expect(Set(all.compactMap { $0.v?.parts.first }.map { ObjectIdentifier($0) }).count == 20)
    for object in all {
      #expect(object.v?.words == ["a", "b"] && object.v?.parts.map(\.size) == [1, 2])
      #expect(object.v?.names == ["c"] && object.v?.rest["size"] as? Int == 3)
      #expect(object.v?.day == Date(timeIntervalSince1970: 5))
      #expect(object == all[0])
    }
    all[7].v?.words = []
    all[7].v?.parts[0].size = 9
    #expect(all.filter { $0.v?.words == ["a", "b"] && $0.v?.parts[0].size == 1 }.count == 19)
  }

  @Test func mayBeOfAnyType() throws {
    let data = try archive()
    let trees = try [New<[String: Any]>](archive: data)
    #expect(trees.allSatisfy { $0.v?["words"] as? [String] == ["a", "b"] })
    let structs = try [New<Plain>](archive: data)
    #expect(structs.allSatisfy { $0.v?.words == ["a", "b"] && $0.v?.parts.last?.size == 2 })
    let sets = try [New<Set<Value>>](archive: data)
    #expect(sets.allSatisfy { $0.v?.first?.parts.count == 2 })
    #expect(Set(sets.compactMap { $0.v?.first }.map { ObjectIdentifier($0) }).count == 20)
  }

  /// What is made otherwise each time is.
  @Test func makeTheirOwnDefaults() throws {
    let all = try [New<Tokens>](archive: archive())
    #expect(Set(all.compactMap { $0.v?.token }).count == 20)
    #expect(Set(all.compactMap { $0.v?.parts.last?.token }).count == 20)
    #expect(all.allSatisfy { $0.v?.words == ["a", "b"] })
    let shared = try [New<Sharing>](archive: archive())
    #expect(Set(shared.compactMap { $0.v?.cache }.map { ObjectIdentifier($0) }).count == 20)
  }

  @Test(.differs(.hooks)) func areSeenByHooksEachTime() throws {
    let all = try [New<Hooked>](archive: archive())
    #expect(all.allSatisfy { $0.v?.parts.allSatisfy { $0.calls == 1 } == true })
    #expect(Set(all.compactMap { $0.v?.parts.first?.number }).count == 20)
  }

  @Test func tellWhatDoesNotFitForEachObject() throws {
    let store = ModelStore()
    for id in 1...20 {
      let old = Old()
      old.id = id
      try store.insert(old)
    }
    var issues: [String] = []
    let opened = try ModelStore(archive: store.archivedData(), classes: [New<Misfits>.self]) {
      issues.append("\($0)")
    }
    #expect(opened.all(New<Misfits>.self).allSatisfy { $0.v?.names == 5 && $0.v?.words.count == 2 })
    #expect(issues == (0..<20).map { "[\($0)].v: expected Misfits, found an object" })
  }

  /// In a store file, too, where opening compares what it has made.
  @Test func areNotSavedAgain() throws {
    try withFolder { folder in
      let url = folder.appending(path: "file")
      do {
        let file = try StoreFile(at: url, classes: [Old.self])
        for id in 1...20 {
          let old = Old()
          old.id = id
          try file.store.insert(old)
        }
        try file.save()
      }
      let file = try StoreFile(at: url, classes: [New<Value>.self])
      _ = try file.save()
      #expect(file.store.all(New<Value>.self).allSatisfy { $0.v?.parts.count == 2 })
      #expect(try file.save() == 0)
    }
  }
}

private struct Coded: Codable {
  struct Part: Codable { var size = 1 }
  var words = ["a", "b"]
  var names = ["c"]
  var parts = [Part(), Part(size: 2)]
  var rest = Part(size: 3)
  var day = Date(timeIntervalSince1970: 5)
}

private class Old: ModelObject {
  var id = 0
  var v: Coded? = Coded()
  var list = [Coded()]
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "Converted" }
}

private class New<Value>: ModelObject {
  var id = 0
  var v: Value?
  override class var identity: Set<String> { ["id"] }
  override class var archiveName: String { "Converted" }
}

private class Sized: ModelObject { var size = 0 }

private class Value: ModelObject {
  var words: [String] = []
  var names: Set<String> = []
  var parts: [Sized] = []
  var rest: [String: Any] = [:]
  var day: Date?
}

private struct Plain: ModelStruct, Codable {
  struct Part: ModelStruct, Codable { var size = 0 }
  var words: [String] = []
  var parts: [Part] = []
}

private class Tokens: ModelObject {
  class Part: ModelObject { var token = UUID() }
  var token = UUID()
  var words: [String] = []
  var parts: [Part] = []
}

private final class Cache {}

private class Sharing: ModelObject {
  var words: [String] = []
  var cache = Cache()
}

private class Hooked: ModelObject {
  class Part: ModelObject {
    nonisolated(unsafe) static var count = 0
    var calls = 0
    var number = 0
    override class var ignoredProperties: Set<String> { ["calls", "number"] }
    override func didMap(_ dictionary: [String: Any]) throws {
      Self.count += 1
      (calls, number) = (calls + 1, Self.count)
    }
  }
  var parts: [Part] = []
}

private class Misfits: ModelObject {
  var words: [String] = []
  var names = 5
}
