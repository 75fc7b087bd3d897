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

/// A property of the base class has no properties that an object could fill.
@Suite struct BaseClassProperties {
  private static let text = #"{"base": {"id": 1}, "bases": [{"id": 2}], "count": 3}"#

  private func holders(_ arrayMapping: [String: ModelObject.Type] = [:]) throws -> [Holder] {
    let tree = try JSONSerialization.jsonObject(with: Data(Self.text.utf8))
    let dictionary = try #require(tree as? [String: Any])
    return [
      try Holder(json: Self.text, arrayMapping: arrayMapping),
      try Holder(dictionary: dictionary, arrayMapping: arrayMapping),
      try HookedHolder(json: Self.text, arrayMapping: arrayMapping),
      try HookedHolder(dictionary: dictionary, arrayMapping: arrayMapping),
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
