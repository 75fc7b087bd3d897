import Foundation
import ModelObjectKit
import Testing

private class Owner: ModelObject {
  var one: Item?
  var list: [Item] = []
  var byName: [String: Item] = [:]
  var any: Any?
  var parts: Parts?
  var text = "new"
}

private final class Item: ModelObject {
  var name = ""
  var whenGone: Farewell?
}

/// Notifies its owner when it is released.
private final class Farewell: Codable {
  nonisolated(unsafe) static var action: (() -> Void)?
  init() {}
  deinit { Self.action?() }
}

private struct Parts: Codable {
  var farewell: Farewell?
}

/// A replaced value may access the property in its `deinit`.
@Suite(.serialized) struct ReplacedValues {
  private static let properties = [
    ("one", #"{"name": "b"}"#), ("one", "null"), ("list", #"[{"name": "b"}]"#),
    ("byName", #"{"b": {"name": "b"}}"#), ("any", #"["b"]"#), ("any", "null"), ("parts", "{}"),
  ]

  private func owner() -> Owner {
    func item() -> Item {
      let item = Item()
      item.whenGone = Farewell()
      return item
    }
    let owner = Owner()
    owner.one = item()
    owner.list = [item()]
    owner.byName = ["a": item()]
    owner.any = [Farewell()]
    owner.parts = Parts(farewell: Farewell())
    return owner
  }

  @Test(arguments: properties) func mayUpdateTheProperty(name: String, value: String) throws {
    let owner = owner()
    var count = 0
    Farewell.action = {
      Farewell.action = nil
      count += 1
      try? owner.update(json: #"{"text": "gone", "\#(name)": \#(value)}"#)
    }
    defer { Farewell.action = nil }
    var dictionary = try #require(
      JSONSerialization.jsonObject(with: Data(#"{"\#(name)": \#(value)}"#.utf8)) as? [String: Any]
    )
    if name == "one" {
      // An existing object is updated in place; an instance replaces it.
      dictionary["one"] = value == "null" ? NSNull() : Item()
    }
    try owner.update(dictionary: dictionary)
    #expect(count == 1 && owner.text == "gone")
    #expect(try Owner(json: owner.jsonString()).text == "gone")
  }
}
