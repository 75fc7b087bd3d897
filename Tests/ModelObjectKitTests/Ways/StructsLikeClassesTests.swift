import Foundation
import ModelObjectKit
import Testing

private final class ClassLeaf: ModelObject {
  var id = 0
  var name = "-"
  var price = 0.5
  var flag = false
  var tags: [String] = []
  var date: Date?
  var optional: Int?
  var small: Int8 = 5
  var anything: Any?
  var leaves: [ClassLeaf] = []
  var byName: [String: ClassLeaf] = [:]

  override class var keyMapping: [String: JSONKey] { ["small": ["small", "ext.desc", "size"]] }
  override class var transforms: [String: PropertyTransform] {
    [
      "price": .init(from: Double.self) {
        $0 * 2
      } write: {
        $0 / 2
      }
    ]
  }
}

private struct StructLeaf: ModelStruct {
  var id = 0
  var name = "-"
  var price = 0.5
  var flag = false
  var tags: [String] = []
  var date: Date?
  var optional: Int?
  var small: Int8 = 5
  var anything: Any?
  var leaves: [StructLeaf] = []
  var byName: [String: StructLeaf] = [:]

  static var keyMapping: [String: JSONKey] { ["small": ["small", "ext.desc", "size"]] }
  static var transforms: [String: PropertyTransform] {
    [
      "price": .init(from: Double.self) {
        $0 * 2
      } write: {
        $0 / 2
      }
    ]
  }
}

/// With requirements and hooks.
private final class ClassRange: ModelObject {
  var id = 0
  var size = 7
  var name: String?
  struct TooLarge: Error {}

  override class var requiredProperties: Set<String> { ["id"] }
  override func didMap(_ dictionary: [String: Any]) { name = "\(name ?? "") \(dictionary.count)" }
  override func validate() throws { if id > 200 { throw TooLarge() } }
}

private struct StructRange: ModelStruct {
  var id = 0
  var size = 7
  var name: String?
  struct TooLarge: Error {}

  static var requiredProperties: Set<String> { ["id"] }
  mutating func didMap(_ dictionary: [String: Any]) { name = "\(name ?? "") \(dictionary.count)" }
  mutating func validate() throws { if id > 200 { throw TooLarge() } }
}

private final class ClassHolder: ModelObject {
  var id = 0
  var own = ClassLeaf()
  var leaf: ClassLeaf?
  var leaves: [ClassLeaf] = []
  var byName: [String: ClassLeaf] = [:]
  var matrix: [[ClassLeaf]] = []
  var map: [String: [ClassLeaf]]?
  var other = ClassLeaf { $0.id = 9 }
  var choice: ClassRange?
  var anything = ClassRange()
  var set: [ClassRange] = []
}

private final class StructHolder: ModelObject {
  var id = 0
  var own = StructLeaf()
  var leaf: StructLeaf?
  var leaves: [StructLeaf] = []
  var byName: [String: StructLeaf] = [:]
  var matrix: [[StructLeaf]] = []
  var map: [String: [StructLeaf]]?
  var other = StructLeaf(id: 9)
  var choice: StructRange?
  var anything = StructRange()
  var set: [StructRange] = []
}

private final class Member: ModelObject {
  var id = 0
  var name = ""
  override class var identity: Set<String> { ["id"] }
}

private final class ClassTeam: ModelObject {
  var leader: Member?
  var members: [Member] = []
}

private struct StructTeam: ModelStruct {
  var leader: Member?
  var members: [Member] = []
}

private final class ClassClub: ModelObject {
  var first = ClassTeam()
  var second: ClassTeam?
  var teams: [ClassTeam] = []
}

private final class StructClub: ModelObject {
  var first = StructTeam()
  var second: StructTeam?
  var teams: [StructTeam] = []
}

/// A struct is mapped, updated, reported and written as a class with the same properties.
@Suite(.differs(.modelStructs)) struct StructsLikeClasses {
  private enum Way: CaseIterable {
    case text, dictionary, decoder, beginning
  }

  /// What comes of a document: the export, the issues, and the archive opened again.
  private func result<Holder: ModelObject>(
    _ type: Holder.Type,
    _ document: String,
    _ later: String,
    _ way: Way,
    _ options: MappingOptions
  ) throws -> [String] {
    let issues = Reported()
    var options = options
    options.issueHandler = { issues.add($0) }
    let holder: Holder
    switch way {
    case .text: holder = try Holder(json: document, options: options)
    case .dictionary: holder = try Holder(dictionary: dictionary(document), options: options)
    case .decoder:
      let decoder = JSONDecoder()
      decoder.userInfo[.mappingOptions] = options
      holder = try decoder.decode(Holder.self, from: Data(document.utf8))
    case .beginning:
      holder = try Holder(
        partialJSON: String(document.prefix(document.count * 2 / 3)),
        options: options
      )
    }
    let first = try holder.jsonString()
    let copy = holder.copy()
    #expect(copy == holder)
    let opened = try Holder(archive: holder.archivedData())
    #expect(opened == holder)
    let coded = try JSONEncoder().encode(holder)
    let row = try DatabaseRow(encoding: holder).decode(Holder.self)
    let listed = try PropertyListDecoder().decode(
      Holder.self,
      from: PropertyListEncoder().encode(holder)
    )
    switch way {
    case .dictionary, .decoder: try holder.update(dictionary: dictionary(later), options: options)
    case .text, .beginning: try holder.update(json: later, options: options)
    }
    return [
      first, try holder.jsonString(), try opened.jsonString(), try copy.jsonString(),
      try Holder(json: coded).jsonString(), try row.jsonString(), try listed.jsonString(),
      try sorted(holder.jsonString(changesSince: opened)),
      "\(holder)", issues.text,
    ]
  }

  private final class Reported: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []

    func add(_ issues: [ModelError.Issue]) {
      lock.withLock { lines += issues.map { "\($0.typeName) \($0)" } }
    }

    var text: String { lock.withLock { lines.joined(separator: "\n") } }
  }

  /// In a list that has changed, a patch has the keys of structs in an order of its own.
  private func sorted(_ json: String) throws -> String {
    let tree = try JSONSerialization.jsonObject(with: Data(json.utf8))
    return String(
      decoding: try JSONSerialization.data(withJSONObject: tree, options: .sortedKeys),
      as: UTF8.self
    )
  }

  private func dictionary(_ json: String) throws -> [String: Any] {
    try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [String: Any] ?? [:]
  }

  private func outcome<Holder: ModelObject>(
    _ type: Holder.Type,
    _ document: String,
    _ later: String,
    _ way: Way,
    _ options: MappingOptions
  ) -> [String] {
    let results: [String]
    do {
      results = try result(type, document, later, way, options)
    } catch {
      results = ["\(error)"]
    }
    return results.map {
      let text = $0.replacingOccurrences(of: "StructLeaf", with: "ClassLeaf")
        .replacingOccurrences(of: "StructHolder", with: "ClassHolder")
        .replacingOccurrences(of: "StructRange", with: "ClassRange")
      // A decoder has the keys of an object in any order.
      return way == .decoder ? text.split(separator: "\n").sorted().joined(separator: "\n") : text
    }
  }

  @Test(arguments: [MappingOptions.lenient, .strict])
  func inEveryWay(options: MappingOptions) {
    var documents = RandomDocuments(seed: 7)
    var sizes = 0
    for _ in 0..<60 * RandomDocuments.rounds {
      let (document, later) = (documents.object(depth: 5), documents.object(depth: 4))
      for way in Way.allCases {
        let expected = outcome(ClassHolder.self, document, later, way, options)
        let found = outcome(StructHolder.self, document, later, way, options)
        sizes += expected.map(\.count).reduce(0, +)
        guard found != expected else { continue }
        for (found, expected) in zip(found, expected) where found != expected {
          Issue.record("\(document)\nthen \(later) by \(way):\n\(found)\ninstead of\n\(expected)")
        }
      }
      let reports = (
        try? ClassHolder.explain(json: document), try? StructHolder.explain(json: document)
      )
      #expect(
        "\(reports.1 as Any)".replacingOccurrences(of: "Struct", with: "Class")
          == "\(reports.0 as Any)",
        "\(document)"
      )
    }
    #expect(sizes > 10_000)
  }

  @Test func asRoots() throws {
    var documents = RandomDocuments(seed: 11)
    var count = 0
    for _ in 0..<40 * RandomDocuments.rounds {
      let list = "[" + (0..<5).map { _ in documents.object(depth: 3) }.joined(separator: ",") + "]"
      let (classes, structs) = (try [ClassRange](json: list), try [StructRange](json: list))
      #expect(try structs.jsonString() == classes.jsonString(), "\(list)")
      let leaves = try [StructLeaf](json: list).jsonString()
      #expect(try leaves == [ClassLeaf](json: list).jsonString(), "\(list)")
      let some = "[7, \(list.dropFirst().dropLast()), \"text\", null]"
      let (found, expected) = (Reported(), Reported())
      var options = MappingOptions()
      options.issueHandler = { found.add($0) }
      let told = try [StructLeaf](json: some, options: options).count
      options.issueHandler = { expected.add($0) }
      #expect(try told == [ClassLeaf](json: some, options: options).count, "\(list)")
      #expect(found.text.replacing("Struct", with: "Class") == expected.text, "\(list)")
      #expect(found.text.contains("[0]"))
      count += classes.count
    }
    #expect(count > 2)
  }

  /// Of several keys the best one decides, and nothing is left of the others, in all orders.
  @Test(arguments: ["own", "leaf"]) func withSeveralKeys(name: String) throws {
    let pairs = [
      "\"\(name)\": {\"name\": \"best\"}",
      "\"\(name.uppercased())\": {\"id\": 1, \"tags\": [\"lost\"], \"size\": 3}",
      "\"\(name.capitalized)\": {\"flag\": true}",
    ]
    for first in pairs.indices {
      for second in pairs.indices where second != first {
        let order = [first, second, 3 - first - second].map { pairs[$0] }
        let document = "{" + order.joined(separator: ", ") + "}"
        for way in Way.allCases where way != .beginning {
          let found = outcome(StructHolder.self, document, "{}", way, .lenient)
          #expect(found == outcome(ClassHolder.self, document, "{}", way, .lenient), "\(document)")
          #expect(!found[0].contains("lost") && found[0].contains("best"), "\(document) \(way)")
        }
      }
    }
  }

  /// A model in a struct may be named before it comes.
  @Test func referToWhatComesLater() throws {
    let pairs = [
      #""teams": [{"leader": 2, "members": [1, 2]}]"#, #""second": {"leader": 1}"#,
      #""first": {"members": [{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]}"#,
    ]
    for document in [pairs, pairs.reversed()].map({ "{" + $0.joined(separator: ", ") + "}" }) {
      let (store, other) = (ModelStore(), ModelStore())
      let club = try store.upsert(StructClub.self, json: document)
      let expected = try other.upsert(ClassClub.self, json: document)
      #expect(try club.jsonString() == expected.jsonString())
      #expect(club.second?.leader === club.first.members.first)
      #expect(club.teams.first?.members.map(\.name) == ["a", "b"])
      #expect(club.teams.first?.leader === club.first.members.last)
    }
  }
}
