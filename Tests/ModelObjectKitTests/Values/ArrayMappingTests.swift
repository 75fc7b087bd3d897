import Foundation
import ModelObjectKit
import Testing

private class Item: ModelObject {
  var id = 0
}

private final class SpecialItem: Item {
  override class var keyMapping: [String: JSONKey] { ["id": "special"] }
}

private class Cart: ModelObject {
  var any: Any?
  var list: [Any] = []
  var object: [String: Any] = [:]
  var models: [ModelObject] = []
  var optionals: [Any?] = []
  var items: [Item] = []
  var inner: Cart?

  override class var arrayMapping: [String: ModelObject.Type] {
    ["any": Item.self, "list": Item.self, "object": Item.self, "models": Item.self]
  }
}

private class PlainCart: ModelObject {
  var list: [Any] = []
  var models: [ModelObject] = []
  var inner: PlainCart?
  var innerCart: Cart?
}

private final class JSONKeyCart: ModelObject {
  var list: [Any] = []

  override class var keyMapping: [String: JSONKey] { ["list": "cart_items"] }
  override class var arrayMapping: [String: ModelObject.Type] { ["cart_items": Item.self] }
}

private final class Line: ModelObject {
  var amounts: [Int?] = []
}

private final class Invoice: ModelObject {
  var list: [Any] = []
  var object: [String: Any] = [:]

  override class var arrayMapping: [String: ModelObject.Type] {
    ["list": Line.self, "object": Line.self]
  }
}

private func ids(_ values: [Any]) -> [Int?] {
  values.map { ($0 as? Item)?.id }
}

struct ArrayMapping {
  @Test func namesTheClassThatAContainerDoesNotSay() throws {
    let json = #"""
      {"any": [{"id": 1}], "list": [{"id": 2}, {"id": "3"}], "object": {"a": {"id": 4}},
       "models": [{"id": 5}]}
      """#
    for input in everyWay(json) {
      let cart = try input.map(to: Cart.self, options: .strictButMissing)
      #expect(ids(try #require(cart.any as? [Any])) == [1], "\(input)")
      #expect(ids(cart.list) == [2, 3], "\(input)")
      #expect((cart.object["a"] as? Item)?.id == 4, "\(input)")
      #expect(ids(cart.models) == [5], "\(input)")
    }
  }

  @Test func skipsWhatIsNoObject() throws {
    for input in everyWay(#"{"list": [{"id": 1}, 5, "x", null], "models": [5, {"id": 2}]}"#) {
      let cart = try input.map(to: Cart.self)
      #expect(ids(cart.list) == [1], "\(input)")
      #expect(ids(cart.models) == [2], "\(input)")
      let paths = input.issues(mappingTo: Cart.self, options: .strictButMissing).map(\.path)
      #expect(
        paths.sorted() == ["list[1]", "list[2]", "list[3]", "models[0]"],
        "\(input)"
      )
    }
  }

  @Test func holdsForAllObjectsWhateverIsInThem() throws {
    let json = #"""
      {"list": [{"amounts": [1, null]}, {"amounts": ["2"]}, 5],
       "object": {"a": {"amounts": [3]}, "b": {"amounts": [null]}, "c": 5}}
      """#
    for input in everyWay(json) {
      let invoice = try input.map(to: Invoice.self)
      #expect(
        invoice.list.map { ($0 as? Line)?.amounts } == [[1, nil], [2]],
        "\(input)"
      )
      #expect(
        invoice.object.mapValues { ($0 as? Line)?.amounts } == ["a": [3], "b": [nil]],
        "\(input)"
      )
    }
  }

  @Test func mayNameTheJSONKey() throws {
    for input in everyWay(#"{"cart_items": [{"id": 1}]}"#) {
      #expect(ids(try input.map(to: JSONKeyCart.self).list) == [1], "\(input)")
    }
  }

  @Test func ofTheOptionsReachesEveryLevel() throws {
    let json = #"""
      {"list": [{"id": 1}], "inner": {"list": [{"id": 2}], "inner": {"models": [{"id": 3}]}}}
      """#
    let options = MappingOptions.naming(["list": Item.self, "models": Item.self])
    var carts: [PlainCart] = []
    for input in everyWay(json, WayIn.formsAndDecoder) {
      carts.append(try input.map(to: PlainCart.self, options: options))
      carts.append(PlainCart())
      try input.update(carts[carts.count - 1], options: options)
    }
    for (number, cart) in carts.enumerated() {
      #expect(ids(cart.list) == [1], "\(number)")
      #expect(ids(cart.inner?.list ?? []) == [2], "\(number)")
      #expect(ids(cart.inner?.inner?.models ?? []) == [3], "\(number)")
    }
  }

  @Test func ofTheClassesOptionsCountsAtTheRoot() throws {
    class Named: PlainCart {
      override class var mappingOptions: MappingOptions { .naming(["list": Item.self]) }
    }
    for input in everyWay(#"{"list": [{"id": 1}], "inner": {"list": [{"id": 2}]}}"#) {
      let cart = try input.map(to: Named.self)
      #expect(ids(cart.list) == [1] && ids(cart.inner?.list ?? []) == [2], "\(input)")
      let plain = try input.map(to: Named.self, options: .lenient)
      #expect(plain.list.first is [String: Any], "\(input)")
    }
  }

  @Test func ofTheOptionsGoesBeforeThatOfTheClass() throws {
    let json = #"{"list": [{"special": 5}], "inner": {"list": [{"special": 6}]}}"#
    let cart = try Cart(json: json, options: .naming(["list": SpecialItem.self]))
    #expect(cart.list.first is SpecialItem)
    #expect(ids(cart.list) == [5])
    #expect(ids(cart.inner?.list ?? []) == [6])
  }

  @Test func ofAClassHoldsForItsOwnLevelAlone() throws {
    let json =
      #"{"inner_cart": {"list": [{"id": 1}], "inner": {"list": [{"id": 2}]}}, "list": [{}]}"#
    for input in everyWay(json) {
      let cart = try input.map(to: PlainCart.self)
      #expect(ids(cart.innerCart?.list ?? []) == [1], "\(input)")
      #expect(ids(cart.innerCart?.inner?.list ?? []) == [2], "\(input)")
      #expect(cart.list.first is [String: Any], "\(input)")
    }
  }

  @Test func aTypedArrayKeepsItsOwnClass() throws {
    let options = MappingOptions.naming(["items": PlainCart.self])
    let cart = try Cart(json: #"{"items": [{"id": 1}]}"#, options: options)
    #expect(cart.items.map(\.id) == [1])
  }

  @Test func takesGivenInstances() throws {
    let item = SpecialItem()
    let cart = try Cart(dictionary: ["list": [item, ["id": 1]] as [Any], "models": [item]])
    #expect(cart.list.count == 2)
    #expect(cart.list.first as? Item === item)
    #expect((cart.list.last as? Item)?.id == 1)
    #expect(cart.models.first === item)
  }
}
