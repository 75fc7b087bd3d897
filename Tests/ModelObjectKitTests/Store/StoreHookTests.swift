import Foundation
import ModelObjectKit
import Testing

private struct Refused: Error {}

/// Records the calls of hooks.
private class Logged: ModelObject {
  var id = 0
  var name = ""
  var log: [String] = []
  var next: Logged?
  override class var identity: Set<String> { ["id"] }
  override class var ignoredProperties: Set<String> { ["log"] }
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
    log.append("willMap")
    return dictionary
  }
  override func serializeValue(_ value: Any?, key: String) throws {
    log.append(key)
    try super.serializeValue(value, key: key)
  }
  override func didMap(_ dictionary: [String: Any]) throws { log.append("didMap") }
  override func awake() { log.append("awake") }
  override func validate() throws {
    log.append("validate")
    if name.isEmpty { throw Refused() }
  }
}

private final class Counted: ModelObject {
  nonisolated(unsafe) static var made = 0
  var id = 0
  var parts: [Counted] = []
  required init() {
    Self.made += 1
    super.init()
  }
  override class var identity: Set<String> { ["id"] }
}

/// Looks up others, and adds to the store, while it is being mapped.
private final class Caller: ModelObject {
  nonisolated(unsafe) static var store = ModelStore()
  var id = 0
  var name = ""
  var child: Caller?
  var found: Caller?
  override class var identity: Set<String> { ["id"] }
  override class var ignoredProperties: Set<String> { ["found"] }
  override func didMap(_ dictionary: [String: Any]) throws {
    if name == "outer" {
      // The same object occurs again.
      name = "inner"
      found = try Self.store.upsert(Caller.self, json: #"{"id": 1, "child": {"id": 3}}"#)
    }
    if name == "remover" { Self.store.all(Caller.self).forEach { Self.store.remove($0) } }
  }
}

private class Item: ModelObject {
  var id = 0
  var value = 1
  override class var identity: Set<String> { ["id"] }
}

private final class Checked: Item {
  var item: Item?
  var isBad = false
  override func validate() throws { if isBad { throw Refused() } }
}

private final class Page: ModelObject {
  var one: Checked?
  var list: [Checked] = []
  var byName: [String: Checked] = [:]
}

@Suite(.serialized) struct StoreHookTests {
  @Test func aKnownObjectGoesThroughTheHooks() throws {
    let store = ModelStore()
    let logged = try store.upsert(Logged.self, json: #"{"id": 1, "name": "a"}"#)
    let expected = ["willMap", "id", "name", "didMap", "awake", "validate"]
    #expect(logged.log == expected)
    logged.log = []
    try store.upsert(Logged.self, json: #"{"id": 1, "name": "b"}"#)
    // Which object it is isn't known when `willMap` is called: that is a new one's.
    #expect(logged.log == Array(expected.dropFirst()))
  }

  /// An object that is referred to inside itself isn't complete before its end.
  @Test func anObjectIsCheckedWhenItIsWhole() throws {
    let store = ModelStore()
    let logged = try store.upsert(
      Logged.self,
      json: #"{"id": 1, "next": {"id": 2, "name": "b", "next": {"id": 1}}, "name": "a"}"#
    )
    #expect(logged.next?.next === logged)
    // The second time, `willMap` is a new object's.
    let expected = [
      "willMap", "id", "next", "id", "didMap", "name", "didMap", "awake", "validate",
    ]
    #expect(logged.log == expected)
    logged.next = nil
  }

  @Test func aKnownObjectIsNotMadeAgain() throws {
    // The first use of a class may make an object.
    _ = Counted.declarationProblems()
    Counted.made = 0
    let store = ModelStore()
    let json = #"[{"id": 1, "parts": [{"id": 2}, {"id": 3}]}, {"id": 2}]"#
    let page = try store.upsert([Counted].self, json: json)
    #expect(Counted.made == 3)
    try store.upsert([Counted].self, json: json)
    try page[0].update(json: #"{"parts": [{"id": 2}, {"id": 3}]}"#)
    #expect(Counted.made == 3)
  }

  @Test func aHookMayCallTheStore() throws {
    Caller.store = ModelStore()
    let outer = try Caller.store.upsert(
      Caller.self,
      json: #"{"id": 1, "child": {"id": 2}, "name": "outer"}"#
    )
    #expect(outer.found === outer && outer.child?.id == 3)
    #expect(Caller.store.all(Caller.self).map(\.id) == [3, 1, 2])
    outer.found = nil
    try Caller.store.upsert(Caller.self, json: #"{"id": 4, "name": "remover"}"#)
    #expect(Caller.store.all(Caller.self).map(\.id) == [4])
  }

  @Test(arguments: [#""one": 0"#, #""list": [0]"#, #""byName": {"a": 0}"#], [2, 3])
  func aRejectedObjectChangesNoOther(place: String, id: Int) throws {
    let object = #"{"id": \#(id), "item": {"id": 1, "value": 2}, "isBad": true}"#
    for input in everyWay("{\(place.replacingOccurrences(of: "0", with: object))}") {
      let store = ModelStore()
      let item = try store.upsert(Item.self, json: #"{"id": 1, "value": 9}"#)
      try store.upsert(Checked.self, json: #"{"id": 2}"#)
      _ =
        input.way == .text
        ? try store.upsert(Page.self, json: input.json)
        : try store.upsert(Page.self, dictionary: input.dictionary())
      #expect(item.value == 9, "\(input)")
    }
  }

  /// A new object is filed under what it is at its end, as after any other hook.
  @Test func aValidationMayGiveANewObjectAnotherIdentity() throws {
    final class Renumbered: ModelObject {
      var id = 0
      override class var identity: Set<String> { ["id"] }
      override func validate() throws { if id == 1 { id = 2 } }
    }
    let store = ModelStore()
    let new = try store.upsert(Renumbered.self, json: #"{"id": 1}"#)
    #expect(new.id == 2)
    #expect(store[Renumbered.self, 2] === new && store[Renumbered.self, 1] == nil)
  }
}
