import Foundation
import ModelObjectKit
import Testing

private class Item: ModelObject {
  var id = 0
  var name = ""
  var parts: [Part] = []
  override class var identity: Set<String> { ["id"] }
  override class var subclasses: Subclasses? { .byTag("kind", ["box": Box.self]) }
}

private final class Box: Item {}

private final class Part: ModelObject {
  var code = ""
  override class var identity: Set<String> { ["code"] }
}

private struct Refused: Error {}

private final class Careful: ModelObject {
  var id = 0
  var name = ""
  var part: Part?
  override class var identity: Set<String> { ["id"] }
  override func validate() throws {
    if name == "bad" { throw Refused() }
  }
}

struct StoreRemovalTests {
  @Test func othersGoAndTheirNestedModelsStay() throws {
    let store = ModelStore()
    try store.upsert(
      [Item].self,
      json: #"[{"id": 1, "parts": [{"code": "a"}]}, {"id": 2, "kind": "box"}, {"id": 3}]"#
    )
    let first = store[Item.self, 1]
    let page = try store.upsert([Item].self, json: #"[{"id": 4}, {"id": 3}]"#, removingOthers: true)
    #expect(page.changes.removed.map(\.id) == [1, 2])
    #expect(page.changes.removed[0] === first && first?.parts.count == 1)
    #expect(store.all(Item.self).map(\.id) == [3, 4])
    #expect(store.all(Part.self).map(\.code) == ["a"])
    #expect(store[Item.self, 1] == nil)
  }

  @Test func onlyTheClassThatWasAskedForGoes() throws {
    let store = ModelStore()
    try store.upsert([Item].self, json: #"[{"id": 1}, {"id": 2, "kind": "box"}]"#)
    try store.upsert(
      [Box].self,
      dictionaries: [["id": 3, "kind": "box"]],
      removingOthers: true
    )
    #expect(store.all(Item.self).map(\.id) == [1, 3])
  }

  @Test func whatTheInputNamesAnywhereStays() throws {
    let store = ModelStore()
    try store.upsert([Part].self, json: #"[{"code": "a"}, {"code": "b"}]"#)
    let json = #"[{"id": 1, "parts": [{"code": "a"}]}]"#
    try store.upsert([Item].self, json: json, removingOthers: true)
    #expect(store.all(Part.self).count == 2)
  }

  @Test func anObjectOfAPropertyIsNoElement() throws {
    final class Node: ModelObject {
      var id = 0
      var next: Node?
      override class var identity: Set<String> { ["id"] }
    }
    let store = ModelStore()
    try store.upsert([Node].self, json: #"[{"id": 1}, {"id": 2}]"#)
    let json = #"[{"id": 1, "next": {"next": null}}]"#
    let page = try store.upsert([Node].self, json: json, removingOthers: true)
    #expect(page.changes.removed.map(\.id) == [2])
  }

  @Test func aRejectedElementWithoutAnIdentityIsOneIssue() throws {
    var options = MappingOptions()
    options.mismatches = .fail
    let error = #expect(throws: ModelError.self) {
      try ModelStore().upsert([Careful].self, json: #"[{"name": "bad"}]"#, options: options)
    }
    #expect(error?.issues.map(\.kind) == [.rejected])
  }

  /// An element that wasn't read may be any object of its class.
  @Test(arguments: [
    #"{"id": 1, "name": "bad"}"#, #"{"id": [], "name": "damaged"}"#, #"{"name": "none"}"#, "5",
    "null", #"{"id": 9, "name": "bad"}"#,
  ])
  func nothingGoesIfAnElementWasNotRead(element: String) throws {
    let store = ModelStore()
    try store.upsert([Careful].self, json: #"[{"id": 1}, {"id": 2}]"#)
    let json = #"[{"id": 3, "part": {"code": "a"}}, \#(element)]"#
    let page = try store.upsert([Careful].self, json: json, removingOthers: true)
    #expect(page.changes.removed.isEmpty)
    #expect(store.all(Careful.self).map(\.id) == [1, 2, 3])
    // Elements of another class aren't among these objects.
    try store.upsert([Item].self, json: #"[{"id": 1}, {"id": 2}]"#)
    try store.upsert([Item].self, json: #"[{"id": 2, "parts": [5]}]"#, removingOthers: true)
    #expect(store.all(Item.self).map(\.id) == [2])
  }

  @Test func removingGoesByTheObject() throws {
    let store = ModelStore()
    let item = try store.upsert(Item.self, json: #"{"id": 1, "parts": [{"code": "a"}]}"#)
    let other = try Item(json: #"{"id": 1, "parts": [{"code": "a"}]}"#)
    store.remove(other)
    store.remove(Careful())
    #expect(store[Item.self, 1] === item)
    store.remove(item)
    store.remove(item)
    #expect(store[Item.self, 1] == nil && store.all(Item.self).isEmpty)
    #expect(store[Part.self, "a"] === item.parts[0])
    #expect(try store.upsert(Item.self, json: #"{"id": 1}"#) !== item)
  }

  @Test func anIdentityThatChangesLaterStaysFiledUnderTheOldOne() throws {
    let store = ModelStore()
    let item = try store.upsert(Item.self, json: #"{"id": 7}"#)
    try item.update(json: #"{"id": 8}"#)
    #expect(store[Item.self, 7] === item && store[Item.self, 8] == nil)
    let other = try store.upsert(Item.self, json: #"{"id": 8}"#)
    #expect(other !== item)
    #expect(try store.upsert(Item.self, json: #"{"id": 7, "name": "a"}"#) === item)
    #expect(item.id == 7)
    item.id = 9
    store.remove(item)
    #expect(store[Item.self, 7] == nil && store.all(Item.self).count == 1)
  }

  @Test func aListsElementIsKnownAsItIsFiled() throws {
    let store = ModelStore()
    let item = try store.upsert(Item.self, json: #"{"id": 1, "parts": [{"code": "a"}]}"#)
    let part = item.parts[0]
    part.code = "b"
    try store.upsert(Item.self, json: #"{"id": 1, "parts": [{"code": "b"}, {"code": "a"}]}"#)
    #expect(item.parts.count == 2 && item.parts[0] !== part && item.parts[1] === part)
    #expect(part.code == "a")
  }

  @Test func aRemovedElementIsFiledAgain() throws {
    let store = ModelStore()
    let item = try store.upsert(Item.self, json: #"{"id": 1, "parts": [{"code": "a"}]}"#)
    let part = item.parts[0]
    store.remove(part)
    try store.upsert(Item.self, json: #"{"id": 1, "parts": [{"code": "a"}]}"#)
    #expect(item.parts[0] === part && store[Part.self, "a"] === part)
  }

  @Test func whatIsRefusedIsNotFiled() throws {
    let store = ModelStore()
    let page = try store.upsert(
      [Careful].self,
      json: #"""
        [{"id": 1, "name": "bad", "part": {"code": "a"}}, {"id": 2}, {"id": 2, "name": "bad"}]
        """#
    )
    #expect(page.map(\.id) == [2] && page.changes.inserted.map(\.id) == [2])
    #expect(store.all(Careful.self).map(\.id) == [2])
    #expect(store[Part.self, "a"] == nil)
    let known = store[Careful.self, 2]
    known?.name = ""
    let next = try store.upsert([Careful].self, json: #"[{"id": 2, "name": "bad"}]"#)
    #expect(next.isEmpty && next.changes.updated.isEmpty && next.changes.removed.isEmpty)
    #expect(store[Careful.self, 2] === known)
  }

  @Test func anErrorAddsAndRemovesNothing() throws {
    let store = ModelStore()
    let item = try store.upsert(Item.self, json: #"{"id": 1, "name": "a"}"#)
    for (json, options) in [
      (#"[{"id": 2}, {"id": 1, "name": "b", "parts": [{"code": "a"}]"#, MappingOptions()),
      (#"[{"id": 2}, {"id": 1, "name": "b"}, 5]"#, MappingOptions.strict),
      (#"[{"id": 1, "kind": "box"}, 5]"#, MappingOptions.strict),
      (#"{"id": 2}"#, MappingOptions()),
    ] {
      #expect(throws: ModelError.self) {
        try store.upsert([Item].self, json: json, removingOthers: true, options: options)
      }
      #expect(store.all(Item.self).count == 1 && store[Item.self, 1] === item, "\(json)")
      #expect(store.all(Part.self).isEmpty, "\(json)")
    }
    #expect(item.name == "a")
    #expect {
      try store.upsert(Careful.self, json: #"{"id": 1, "name": "bad", "part": {"code": "c"}}"#)
    } throws: {
      ($0 as? ModelError)?.code == .rejected
    }
    #expect(store.all(Careful.self).isEmpty && store.all(Part.self).isEmpty)
  }

  @Test func manyRemovalsLeaveTheOthersInTheirOrder() throws {
    let store = ModelStore()
    try store.upsert([Item].self, dictionaries: (1...500).map { ["id": $0] })
    for item in store.all(Item.self) where !item.id.isMultiple(of: 7) { store.remove(item) }
    let left = Array(stride(from: 7, through: 500, by: 7))
    #expect(store.all(Item.self).map(\.id) == left)
    #expect(left.allSatisfy { store[Item.self, $0]?.id == $0 })
    try store.upsert([Item].self, dictionaries: [["id": 1], ["id": 14]])
    #expect(store.all(Item.self).map(\.id) == left + [1])
  }
}
