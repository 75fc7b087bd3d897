import Foundation
import ModelObjectKit
import Testing

private final class Leaf: ModelObject {
  var id = 0
}

private class Holder: ModelObject {
  var base: ModelObject?
  var bases: [ModelObject] = []
  var count = 0
}

private final class HookedHolder: Holder {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// A metatype variable may hold the base class, which has no properties.
struct TheBaseClassAsARoot {
  private static let json = #"{"id": 1}"#
  private static let type: ModelObject.Type = Leaf.self

  @Test(
    arguments: [
      { _ = try type.init(json: json) },
      { _ = try type.init(json: Data(json.utf8), at: "a") },
      { _ = try type.init(json: json, options: .strict) },
      { _ = try type.init(dictionary: ["id": 1]) },
      { _ = try type.init(partialJSON: json) },
      { _ = try JSONDecoder().decode(ModelObject.self, from: Data(json.utf8)) },
      { _ = try ModelStore().upsert(ModelObject.self, json: json) },
    ] as [@Sendable () throws -> Void]
  )
  func isNeverMade(map: @Sendable () throws -> Void) {
    let error = #expect(throws: ModelError.self) { try map() }
    #expect(error?.code == .unsupportedValue)
    #expect(error?.description.contains("`type.init()`") == true)
  }

  @Test func itsElementsAreNeitherMade() throws {
    #expect(try [ModelObject](json: "[\(Self.json)]").isEmpty)
    #expect(try [String: ModelObject](json: #"{"a": \#(Self.json)}"#).isEmpty)
  }

  @Test func theWayThatTheMessageNamesWorks() throws {
    let leaf = Self.type.init()
    try leaf.update(json: Self.json)
    #expect((leaf as? Leaf)?.id == 1)
  }
}

/// A property of the base class has no properties to map to.
struct BaseClassProperties {
  private static let text = #"{"base": {"id": 1}, "bases": [{"id": 2}], "count": 3}"#

  private func holders(_ arrayMapping: [String: ModelObject.Type] = [:]) throws -> [Holder] {
    let tree = try JSONSerialization.jsonObject(with: Data(Self.text.utf8))
    let dictionary = try #require(tree as? [String: Any])
    return [
      try Holder(json: Self.text, options: .naming(arrayMapping)),
      try Holder(dictionary: dictionary, options: .naming(arrayMapping)),
      try HookedHolder(json: Self.text, options: .naming(arrayMapping)),
      try HookedHolder(dictionary: dictionary, options: .naming(arrayMapping)),
    ]
  }

  @Test func takeNoObjectAndLeaveTheRestOfTheInput() throws {
    for holder in try holders() {
      #expect(holder.base == nil)
      #expect(holder.bases.isEmpty)
      #expect(holder.count == 3)
    }
  }

  @Test func takeObjectsOfTheClassThatAMappingByNameGives() throws {
    for holder in try holders(["base": Leaf.self, "bases": Leaf.self]) {
      #expect((holder.base as? Leaf)?.id == 1)
      #expect(holder.bases.map { ($0 as? Leaf)?.id } == [2])
      #expect(holder.count == 3)
    }
  }

  @Test func areMismatchesUnderStrictHandling() throws {
    let error = #expect(throws: ModelError.self) {
      try Holder(json: Self.text, options: .strict)
    }
    #expect(error?.issues.map(\.path) == ["base", "bases[0]"])
  }
}
