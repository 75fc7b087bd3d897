import Foundation
import ModelObjectKit
import Testing

private struct Refused: Error {}

private class Part: ModelObject {
  var id = 0
  var name = "old"
  var inner: Part?
  var parts: [Part] = []
  override class var identity: Set<String> { ["id"] }
  override class var subclasses: Subclasses? { .byTag("kind", ["big": BigPart.self]) }
  override func validate() throws { if name == "bad" { throw Refused() } }
}

private final class BigPart: Part {}

private final class Whole: ModelObject {
  var id = 0
  var part: Part?
  var own = Part()
  var list: [Part] = []
  var optionals: [Part?] = []
  var set: Set<Part> = []
  var grid: [[Part]] = []
  var byName: [String: Part] = [:]
  override class var identity: Set<String> { ["id"] }
}

private func part(_ id: Int) -> Part {
  let part = Part()
  part.id = id
  return part
}

private let bad = #"""
  {"id": 2, "name": "bad", "inner": {"id": 3, "name": "new"}, "parts": [{"id": 9}]}
  """#

/// An existing object that is rejected keeps its values, and stays where it is.
struct RejectedObjects {
  @Test(arguments: WayIn.forms)
  func keepTheirValues(way: WayIn) throws {
    let whole = Whole()
    let known = part(2)
    known.inner = part(3)
    whole.part = known
    whole.own = part(2)
    let (inner, own) = (known.inner, whole.own)
    try JSONInput(#"{"part": \#(bad), "own": \#(bad)}"#, by: way).update(whole, options: nil)
    #expect(whole.part === known && known.name == "old" && known.parts.isEmpty)
    #expect(known.inner === inner && inner?.name == "old")
    #expect(whole.own === own && own.name == "old" && own.inner == nil)
  }

  /// A hook may change the models in its object, also if it rejects the object alone, in one whose
  /// hooks accept it.
  @Test(arguments: WayIn.forms)
  func keepWhatTheirHooksChanged(way: WayIn) throws {
    class Hooked: ModelObject {
      var name = "old"
      var inner: Hooked?
      var leaf: Leaf?
      override func didMap(_ dictionary: [String: Any]) throws {
        leaf?.name = "changed"
        leaf?.leaf?.name = "changed"
        if name == "bad" { throw Refused() }
      }
    }
    class Leaf: ModelObject {
      var name = "old"
      var leaf: Leaf?
    }
    let outer = Hooked()
    let inner = Hooked()
    let leaf = Leaf()
    (outer.inner, inner.leaf, leaf.leaf) = (inner, leaf, Leaf())
    let json = #"{"name": "new", "inner": {"name": "bad", "leaf": {"name": "new"}}}"#
    try JSONInput(json, by: way).update(outer, options: nil)
    #expect(outer.name == "new" && outer.inner === inner && inner.leaf === leaf)
    #expect(inner.name == "old" && leaf.name == "old" && leaf.leaf?.name == "old")
  }

  /// One with an identity has its own values again if the input reaches it, whatever it has there.
  @Test(arguments: WayIn.forms, [#"{"id": 1}"#, #"{"id": 1, "count": 0}"#])
  func keepWhatTheHookOfTheirHolderChanged(way: WayIn, item: String) throws {
    class Item: ModelObject {
      var id = 0
      var count = 0
      var leaf = Leaf()
      override class var identity: Set<String> { ["id"] }
    }
    class Leaf: ModelObject { var count = 0 }
    class Cart: ModelObject {
      var items: [Item] = []
      override func didMap(_ dictionary: [String: Any]) throws {
        for item in items { (item.count, item.leaf.count) = (7, 7) }
        throw Refused()
      }
    }
    class Shop: ModelObject { var cart: Cart? }
    let (shop, cart, known) = (Shop(), Cart(), Item())
    known.id = 1
    (shop.cart, cart.items) = (cart, [known])
    #expect(throws: ModelError.self) {
      try JSONInput(#"{"items": [\#(item)]}"#, by: way).update(cart, options: nil)
    }
    #expect(known.count == 0 && known.leaf.count == 0)
    try JSONInput(#"{"cart": {"items": [\#(item)]}}"#, by: way).update(shop, options: nil)
    #expect(known.count == 0 && known.leaf.count == 0 && cart.items.first === known)
  }

  /// Also those that another one has replaced in the store since.
  private final class Item: ModelObject {
    var id = 0
    var count = 0
    override class var identity: Set<String> { ["id"] }
    override func validate() throws { if count < 0 { throw Refused() } }
  }

  private final class Cart: ModelObject {
    var item: Item? = Item()
    override func didMap(_ dictionary: [String: Any]) throws {
      item?.count = 7
      throw Refused()
    }
  }

  private final class Shop: ModelObject { var cart = Cart() }

  /// An object that the input reached is restored, whether the input's own object was accepted or not.
  @Test(arguments: [3, -1])
  func restoreWhatTheirHooksChangedAfterwards(count: Int) throws {
    for way in WayIn.forms {
      let shop = Shop()
      let json = #"{"cart": {"item": {"id": 0, "count": \#(count)}}}"#
      try JSONInput(json, by: way).update(shop, options: nil)
      #expect(shop.cart.item?.count == 0)
    }
  }

  @Test func leaveNoneOfTheirObjectsInAStore() throws {
    class Thing: ModelObject {
      var id = 0
      override class var identity: Set<String> { ["id"] }
      override class var subclasses: Subclasses? { .byTag("kind", ["a": A.self, "b": B.self]) }
    }
    class A: Thing {}
    class B: Thing {}
    class Box: ModelObject {
      var id = 0
      var first: Thing?
      var second: Thing?
      override class var identity: Set<String> { ["id"] }
      override func validate() throws { if id == 1 { throw Refused() } }
    }
    let store = ModelStore()
    let json = #"{"first": {"id": 5, "kind": "a"}, "second": {"id": 5, "kind": "b"}, "id": 1}"#
    try store.upsert([Box].self, json: "[\(json)]")
    #expect(store.count(of: Thing.self) == 0 && store.count(of: Box.self) == 0)
  }

  @Test(arguments: [MappingOptions.ArrayHandling.replace, .merge])
  func stayInTheirLists(arrays: MappingOptions.ArrayHandling) throws {
    var options = MappingOptions()
    options.arrays = arrays
    for way in WayIn.forms {
      let whole = Whole()
      let known = (0..<4).map { _ in part(2) }
      (whole.list, whole.optionals, whole.set) = ([part(1), known[0]], [known[1]], [known[2]])
      whole.grid = [[known[3]]]
      let json = #"""
        {"list": [\#(bad), {"id": 5, "name": "bad"}, {"id": 1}, {"id": 6}],
         "optionals": [null, \#(bad)], "set": [{"id": 7}, \#(bad)], "grid": [[], [\#(bad)]]}
        """#
      try JSONInput(json, by: way).update(whole, options: options)
      #expect(whole.list.map(\.id) == (arrays == .merge ? [1, 2, 6] : [2, 1, 6]))
      #expect(whole.list.contains { $0 === known[0] })
      #expect(whole.optionals.contains { $0 === known[1] })
      #expect(whole.set.count == 2 && whole.set.contains(known[2]))
      #expect(whole.grid.last?.first === known[3])
      #expect(known.allSatisfy { $0.name == "old" && $0.inner == nil && $0.parts.isEmpty })
    }
  }

  @Test func areInNoneOfTheChanges() throws {
    var parts = [part(1), part(2)]
    let known = parts[1]
    let changes = try parts.update(
      json: #"[\#(bad), {"id": 1, "name": "new"}, {"id": 3}, {"id": 4, "name": "bad"}]"#
    )
    #expect(parts.map(\.id) == [2, 1, 3] && parts[0] === known && known.name == "old")
    #expect(changes.updated.map(\.id) == [1] && changes.inserted.map(\.id) == [3])
    #expect(changes.removed.isEmpty)
  }

  /// Each input is one element: the first is the known one, others are new.
  @Test func countOnceForEachInput() throws {
    let good = #"{"id": 2, "name": "new"}"#
    for (json, names) in [
      ("[\(good), \(bad)]", ["new"]), ("[\(bad), \(good)]", ["old", "new"]),
      ("[\(bad), \(good), \(bad)]", ["old", "new"]),
    ] {
      var parts = [part(2)]
      let known = parts[0]
      try parts.update(json: json)
      #expect(parts[0] === known && parts.map(\.name) == names, "\(json)")
      #expect(known.inner == nil, "\(json)")
    }
    var parts: [Part] = []
    try parts.update(json: #"[{"id": 7, "name": "a"}, {"id": 7, "name": "bad"}]"#)
    #expect(parts.map(\.name) == ["a"])
  }

  @Test func stayIfTheirSuccessorIsRejected() throws {
    let whole = Whole()
    let known = part(2)
    whole.list = [known]
    try whole.update(json: #"{"list": [{"id": 2, "kind": "big", "name": "bad"}]}"#)
    #expect(whole.list.count == 1 && whole.list[0] === known)
    try whole.update(json: #"{"list": [{"id": 2, "kind": "big"}]}"#)
    #expect(whole.list.count == 1 && whole.list[0] is BigPart)
  }

  @Test func stayInAStore() throws {
    let store = ModelStore()
    let page = try store.upsert(
      [Whole].self,
      json: #"[{"id": 1, "part": {"id": 2, "inner": {"id": 3}}, "list": [{"id": 2}]}]"#
    )
    let known = try #require(page[0].part)
    for json in [bad, #"{"id": 2, "name": "bad", "kind": "big"}"#] {
      let next = try store.upsert([Part].self, json: "[\(json), {\"id\": 4}]")
      #expect(next.map(\.id) == [4])
      #expect(next.changes.updated.count + next.changes.removed.count <= 1)
      try store.upsert(Whole.self, json: #"{"id": 1, "part": \#(json), "list": [\#(json)]}"#)
      #expect(throws: ModelError.self) { try store.upsert(Part.self, json: json) }
      #expect(page[0].part === known && page[0].list.count == 1 && page[0].list[0] === known)
      #expect(known.name == "old" && known.inner?.name == "old" && known.parts.isEmpty)
      #expect(store[Part.self, 2] === known && store[Part.self, 3] === known.inner)
    }
    #expect(throws: Never.self) {
      try ModelStore(archive: store.archivedData(), classes: [Whole.self])
    }
  }

  /// So do those that the same input added.
  @Test(arguments: [
    ("", "Part 1 old, Part 2 old"),
    (#"{"id": 1, "kind": "big", "name": "bad"}"#, "Part 1 old, Part 2 old"),
    (#"{"id": 2, "kind": "big", "name": "bad", "inner": {"id": 2}}"#, "Part 1 old, Part 2 old"),
    (#"{"id": 1, "kind": "big", "name": "bad"}, {"id": 1, "name": "a"}"#, "Part 1 a, Part 2 old"),
    (#"{"id": 1, "kind": "big"}, {"id": 1, "name": "bad"}"#, "BigPart 1 old, Part 2 old"),
    (#"{"id": 3, "kind": "big", "name": "bad"}"#, "Part 1 old, Part 2 old"),
  ])
  func stayInAStoreIfTheyAreNew(_ json: String, _ expected: String) throws {
    let store = ModelStore()
    let list = [#"{"id": 1}"#, #"{"id": 2}"#, json].filter { !$0.isEmpty }.joined(separator: ", ")
    let page = try store.upsert([Part].self, json: "[\(list)]")
    let all = store.all(Part.self)
    let texts = all.map { "\(type(of: $0)) \($0.id) \($0.name)" }
    #expect(texts.joined(separator: ", ") == expected)
    #expect(all.allSatisfy { part in page.changes.inserted.contains { $0 === part } })
  }

  @Test func stayInAStoreIfTheyWereGiven() throws {
    let store = ModelStore()
    try store.upsert(Part.self, json: #"{"id": 3}"#)
    let (first, big, bad) = (part(2), BigPart(), part(3))
    (big.id, big.inner, bad.name) = (2, bad, "bad")
    for next: Any in [big, ["id": 2, "name": "bad"], ["id": 2, "kind": "big", "name": "bad"]] {
      let whole = try store.upsert(Whole.self, dictionary: ["id": 1, "list": [first, next]])
      #expect(whole.list.count == 1 && whole.list[0] === first)
      #expect(store[Part.self, 2] === first && first.name == "old")
      store.remove(first)
    }
    #expect(store.all(Part.self).map(\.id) == [3] && big.inner === bad)
  }

  @Test func aNewObjectInItIsGoneWithIt() throws {
    let store = ModelStore()
    try store.upsert([Part].self, json: #"[{"id": 1}]"#)
    let again = #"{"inner": {"id": 2, "name": "inside"}, "id": 2, "name": "outside"}"#
    try store.upsert([Part].self, json: #"[{"id": 1, "name": "bad", "inner": \#(again)}]"#)
    #expect(store.all(Part.self).map(\.id) == [1])
    #expect(store[Part.self, 1]?.name == "old" && store[Part.self, 1]?.inner == nil)
  }

  /// A default in a new object keeps its values too.
  @Test func asDefaultsKeepTheirValues() throws {
    let json = #"{"own": {"id": 2, "name": "bad", "inner": {"id": 3}}}"#
    for input in everyWay(json, WayIn.formsAndDecoder) {
      #expect(try input.map(to: Whole.self).own == Part(), "\(input)")
    }
  }

  @Test func areIssuesUnderStrictHandling() throws {
    var parts = [part(2)]
    let known = parts[0]
    var options = MappingOptions()
    options.mismatches = .fail
    let error = #expect(throws: ModelError.self) {
      try parts.update(json: "[{\"id\": 8}, \(bad)]", options: options)
    }
    #expect(error?.issues.map(\.description) == ["[1]: rejected: Refused()"])
    #expect(parts.count == 1 && parts[0] === known && known.name == "old")
  }

  /// The cache of an offline client survives an invalid response.
  @Test func doNotDestroyACache() throws {
    let store = ModelStore()
    try store.upsert([Part].self, json: #"[{"id": 1, "name": "Tea"}]"#)
    let page = try store.upsert([Part].self, json: #"[{"id": 1, "name": "bad"}]"#)
    #expect(page.isEmpty && page.changes.updated.isEmpty)
    #expect(store[Part.self, 1]?.name == "Tea")
    let opened = try ModelStore(archive: store.archivedData(), classes: [Part.self])
    #expect(opened[Part.self, 1]?.name == "Tea")
  }
}
