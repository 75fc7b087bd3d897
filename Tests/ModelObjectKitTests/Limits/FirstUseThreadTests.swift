import Foundation
import ModelObjectKit
import Testing

// Classes that no other test uses, so that their first use is here.

private class Base: ModelObject {
  var id = 0
  var name = ""
  var start: Date?
}

private class Middle<Value: Codable & Equatable & Sendable>: Base {
  var values: [Value] = []
  var byName: [String: Value] = [:]

  override class var keyMapping: [String: JSONKey] { ["name": ["title", "ext.name"]] }
}

private final class Leaf: Middle<Int> {
  var next: Leaf?
  var others: [Base] = []

  override class var arrayMapping: [String: ModelObject.Type] { ["others": Other.self] }
}

private final class Other: Base {
  var texts = Middle<String>()
  var set: Set<Int> = []

  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// The first operation of a thread; several threads do the same.
private enum FirstUse: CaseIterable {
  case map, mapDictionary, update, export, archive, copy, compare, print, explain, encode
}

struct FirstUseByFiftyThreads {
  private static func json(_ id: Int) -> String {
    #"""
    {"ID": \#(id), "ext": {"name": "n\#(id)"}, "start": "1970-01-01T00:00:\#(id + 10)Z",
     "values": [\#(id), "2", "x"], "by_name": {"a": \#(id)},
     "next": {"id": "\#(id + 1)", "title": "t"},
     "others": [{"id": \#(id + 2), "texts": {"values": ["\#(id)"]}, "set": [1, 1, \#(id)]}]}
    """#
  }

  private static func written(_ id: Int) -> String {
    #"{"id":\#(id),"title":"n\#(id)","start":"1970-01-01T00:00:\#(id + 10)Z","#
      + #""values":[\#(id),2],"byName":{"a":\#(id)},"#
      + #""next":{"id":\#(id + 1),"title":"t","values":[],"byName":{},"others":[]},"#
      + #""others":[{"id":\#(id + 2),"name":"","texts":{"id":0,"title":"","#
      + #""values":["\#(id)"],"byName":{}},"set":[1]}]}"#
  }

  @Test func findsTheSameWhateverComesFirst() async {
    let results = await onFiftyThreads { index in
      let id = index % 49 + 1
      let use = FirstUse.allCases[index % FirstUse.allCases.count]
      do {
        return (id, use, try Self.use(use, id))
      } catch {
        return (id, use, "\(error)")
      }
    }
    #expect(results.count == 50)
    for (id, use, text) in results { #expect(text == Self.written(id), "\(use) came first") }
  }

  /// The text of a mapped leaf, after another operation.
  private static func use(_ use: FirstUse, _ id: Int) throws -> String {
    let json = json(id)
    var leaf = Leaf()
    switch use {
    case .map: leaf = try Leaf(json: json)
    case .mapDictionary: leaf = try Leaf(dictionary: JSONInput(json, by: .native).dictionary())
    case .update: try leaf.update(json: json)
    case .export:
      _ = try leaf.dictionaryRepresentation()
      try leaf.update(json: json)
    case .archive:
      leaf.others = [Other(), Middle<String>()]
      let again = try Leaf(
        archive: leaf.archivedData(),
        subclasses: [Other.self, Middle<String>.self]
      )
      guard again == leaf else { return "unarchived, it is not equal: \(again)" }
      leaf = again
      try leaf.update(json: json)
    case .copy:
      leaf = leaf.copy()
      try leaf.update(json: json)
    case .compare:
      guard leaf == Leaf(), leaf.hashValue == Leaf().hashValue else {
        return "two new ones are not equal, or have other hashes"
      }
      try leaf.update(json: json)
    case .print:
      guard "\(leaf)".hasPrefix("Leaf\n  id: 0") else { return "\(leaf)" }
      try leaf.update(json: json)
    case .explain:
      // "x" in an array of numbers.
      let issues = try Leaf.explain(json: json).issues.filter { $0.kind == .typeMismatch }
      guard issues.map(\.path) == ["values[2]"] else { return "\(issues)" }
      leaf = try Leaf(json: json)
    case .encode:
      leaf = try JSONDecoder().decode(Leaf.self, from: Data(json.utf8))
      leaf = try JSONDecoder().decode(Leaf.self, from: JSONEncoder().encode(leaf))
    }
    let again = try Leaf(archive: leaf.copy().archivedData(), subclasses: [Other.self])
    guard again == leaf else { return "copied and unarchived, it is not equal: \(again)" }
    for other in again.others.compactMap({ $0 as? Other }) {
      guard other.set == [1, id] else { return "the set is \(other.set)" }
      other.set = [1]
    }
    return try again.jsonString()
  }
}
