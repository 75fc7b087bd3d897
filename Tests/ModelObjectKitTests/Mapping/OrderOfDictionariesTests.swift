import Foundation
import ModelObjectKit
import Testing

private let keys = (0..<40).map { "k\($0)" }

private final class Item: ModelObject {
  var id = 0
  var v = 0
  override class var identity: Set<String> { ["id"] }
}

private final class Root: ModelObject {
  var one: [String: Item] = [:]
  var lists: [String: [Item]] = [:]
  var inner: [String: [String: Item]] = [:]
  var any: [String: Any] = [:]
  override class var arrayMapping: [String: ModelObject.Type] { ["any": Item.self] }
}

/// Has as many properties with one item each as a dictionary would have values.
private final class Many: ModelObject {
  var a: Item?
  var b: Item?
  var c: Item?
  var d: Item?
  var e: Item?
  var f: Item?
  var g: Item?
  var h: Item?
}

private final class Pages: ModelObject {
  var pages: [String: Many] = [:]
}

nonisolated(unsafe) private var log: [Int] = []

private final class Telling: ModelObject {
  var v = 0
  override func awake() { log.append(v) }
}

/// Its class has no hook, but the objects in it tell of the order.
private final class Quiet: ModelObject {
  var all: [String: Telling] = [:]
  var deep: [String: [String: Telling]] = [:]
  var a: Telling?
  var b: Telling?
  var c: Telling?
  var d: Telling?
  var e: Telling?
  var f: Telling?
}

private final class Bag: ModelObject {
  var items: Set<Item> = []
}

@Suite(.serialized) struct OrderOfDictionariesTests {
  /// The dictionary of a text whose keys are sorted; all items are the same one.
  private func text(_ value: (Int) -> String) -> String {
    let pairs = keys.sorted().enumerated().map { "\"\($1)\": \(value($0))" }
    return "{" + pairs.joined(separator: ", ") + "}"
  }

  private func dictionary(_ json: String) throws -> [String: Any] {
    try JSONInput(json, by: .native).dictionary()
  }

  @Test func aStoreHoldsWhatTheTextGives() throws {
    let item = { (number: Int) in "{\"id\": 1, \"v\": \(number)}" }
    let values = [
      ("one", text(item)), ("lists", text { "[\(item($0))]" }),
      ("inner", text { number in text { item(100 * number + $0) } }), ("any", text(item)),
    ]
    for (key, value) in values {
      let json = "{\"\(key)\": \(value)}"
      let (store, other) = (ModelStore(), ModelStore())
      try store.upsert(Root.self, json: json)
      try other.upsert(Root.self, dictionary: dictionary(json))
      #expect(store[Item.self, 1]?.v == other[Item.self, 1]?.v, "\(key)")
    }
  }

  @Test func propertiesAreMappedInTheOrderOfTheirKeys() throws {
    let many = "abcdefgh".enumerated().map { #""\#($1)": {"id": 1, "v": \#($0)}"# }
    let json = #"{"pages": {"x": {\#(many.joined(separator: ", "))}}}"#
    for _ in 0..<20 {
      let store = ModelStore()
      try store.upsert(Pages.self, dictionary: dictionary(json))
      #expect(store[Item.self, 1]?.v == 7)
    }
  }

  @Test func hooksOfNestedObjectsAreCalledInOrder() throws {
    let telling = text { #"{"v": \#($0)}"# }
    let six = "abcdef".enumerated().map { #""\#($1)": {"v": \#($0)}"# }.joined(separator: ", ")
    let texts = [
      #"{"all": \#(telling)}"#, #"{"deep": {"x": \#(telling)}}"#, "{\(six)}",
    ]
    for json in texts {
      log = []
      _ = try Quiet(dictionary: dictionary(json))
      #expect(log.count >= 6 && log == log.sorted(), "\(json)")
    }
  }

  @Test func elementsOfASetComeInTheOrderOfTheirIdentities() throws {
    let made = (1...40).map { number in
      let item = Item()
      (item.id, item.v) = (number, 50 - number)
      return item
    }
    let bag = Bag()
    bag.items = Set(made)
    let store = ModelStore()
    try store.upsert(Bag.self, dictionary: ["items": bag.items])
    #expect(store.all(Item.self).map(\.id) == Array(1...40))
    let copied = ModelStore()
    try copied.insert(holder(of: bag))
    #expect(copied.all(Item.self).map(\.id) == Array(1...40))
    #expect(try Bag(json: bag.jsonString()) == bag)
  }

  /// Of several with one identity, their values decide.
  @Test func equalIdentitiesAreOrderedByTheirValues() throws {
    var results: Set<[Int]> = []
    for _ in 0..<20 {
      let (target, source) = (Bag(), Bag())
      target.items = [item(1, 0)]
      let known = target.items.first
      source.items = Set((1...9).map { item(1, $0) })
      try target.update(from: source)
      #expect(target.items.contains { $0 === known })
      results.insert([known?.v ?? 0])
    }
    #expect(results == [[1]])
  }

  private func item(_ id: Int, _ v: Int) -> Item {
    let item = Item()
    (item.id, item.v) = (id, v)
    return item
  }

  private func holder(of bag: Bag) -> Holder {
    let holder = Holder()
    holder.id = 1
    holder.bag = bag
    return holder
  }
}

private final class Holder: ModelObject {
  var id = 0
  var bag: Bag?
  override class var identity: Set<String> { ["id"] }
}
