import Foundation
import ModelObjectKit
import Testing

private struct Refusal: Error {}

private struct Money: Codable, Equatable {
  var amount: Decimal
  var note: String?
}

private class Part: ModelObject {
  var id = 0
  var name: String?
  var part: Part?
  weak var whole: Part?
}

private final class Wheel: Part {
  var size = 1
}

private class Base: ModelObject {
  private var secret = 1
  var nick: String? = "none"
  var big: UInt64 = 0
  func tell(_ value: Int) { secret = value }
}

private final class Order: Base {
  var price: Decimal = 0
  var ratio: Double?
  var at = Date(timeIntervalSinceReferenceDate: 0)
  var day: Date?
  var map: [String: Int] = [:]
  var parts: [Part] = []
  var byName: [String: Part] = [:]
  var part: Part?
  var money: Money?
  var numbers: Set<Int> = []
  var unsent = 0
  override class var unexportedProperties: Set<String> { ["unsent"] }
  override class var dateFormats: [String: DateOptions.Format] { ["day": .dotNetJSON] }
}

private final class Pathed: ModelObject {
  var first: Int?
  var second: Int?
  var third: Part?
  var deep: String?
  override class var keyMapping: [String: JSONKey] {
    ["first": "list[0]", "second": "list[1]", "third": "meta.part", "deep": "meta.more.deep"]
  }
}

private final class Hooked: ModelObject {
  var part: Part?
  var map: [String: Int] = [:]
  var numbers: Set<Int> = []
  var isRefused = false
  override func didExport(_ dictionary: inout [String: Any]) throws {
    if isRefused { throw Refusal() }
    dictionary["sum"] = map.values.reduce(0, +)
  }
}

private class Animal: ModelObject {
  var kind = ""
  var name = ""
  override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
    dictionary["kind"] as? String == "dog" ? Dog.self : Animal.self
  }
}

private final class Dog: Animal {
  var tail = 1
}

private final class Link: ModelObject {
  var name = ""
  var next: Link?
  override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? { nil }
}

private final class Owner: ModelObject {
  var animal: Animal?
}

private func part(_ id: Int, _ name: String? = nil, _ part: Part? = nil) -> Part {
  let made = Part()
  (made.id, made.name, made.part) = (id, name, part)
  return made
}

struct Changes {
  /// The patch between two states, which must turn a copy of the first into the second.
  private func patch<Model: ModelObject>(
    _ model: Model,
    options: ExportOptions = ExportOptions(),
    isWhole: Bool = true,
    _ change: (Model) -> Void
  ) throws -> String {
    let before = model.copy()
    change(model)
    let patch = try model.jsonString(changesSince: before, options: options)
    #expect(try Data(patch.utf8) == model.jsonData(changesSince: before, options: options))
    let (text, tree) = (before.copy(), before.copy())
    try text.update(json: patch)
    try tree.update(
      dictionary: model.dictionaryRepresentation(changesSince: before, options: options)
    )
    if isWhole {
      #expect(text == model)
      #expect(tree == model)
    }
    #expect(try model.jsonString(changesSince: model.copy(), options: options) == "{}")
    return patch
  }

  @Test func valuesAreWrittenAsAnExportWritesThem() throws {
    let patch = try patch(Order()) {
      $0.tell(2)
      $0.nick = nil
      $0.big = .max
      $0.price = Decimal(string: "0.1000000000000000000001") ?? 0
      $0.ratio = 8.2
      $0.at = Date(timeIntervalSince1970: 0.5)
      $0.day = Date(timeIntervalSince1970: 1)
      $0.money = Money(amount: 1.5)
    }
    #expect(
      patch == #"{"secret":2,"nick":null,"big":18446744073709551615,"#
        + #""price":0.1000000000000000000001,"ratio":8.2,"at":"1970-01-01T00:00:00.5Z","#
        + #""day":"\/Date(1000)\/","money":{"amount":1.5}}"#
    )
  }

  @Test func whatBecameNilIsNull() throws {
    let order = Order()
    (order.ratio, order.part, order.money) = (1, part(1), Money(amount: 1, note: "a"))
    // The encoder gives the fields of a Codable value in no order.
    var options = ExportOptions()
    options.sortedKeys = true
    let patch = try patch(order, options: options) {
      ($0.ratio, $0.part) = (nil, nil)
      $0.money?.note = nil
    }
    #expect(patch == #"{"money":{"amount":1,"note":null},"part":null,"ratio":null}"#)
  }

  /// A server that follows the RFC keeps what isn't null, wherever the model is.
  @Test func whatBecameNilIsNullAmongUnknownKeysToo() throws {
    class Kept: ModelObject {
      var id = 0
      var name: String?
      var rest: [String: Any] = [:]
      override class var identity: Set<String> { ["id"] }
      override class var unknownKeysProperty: String? { "rest" }
    }
    class Keeper: ModelObject {
      var byName: [String: Kept] = [:]
      var one: Kept?
      var list: [Kept] = []
    }
    let kept = #"{"id":1,"name":"n","x":1,"y":2}"#
    let keeper = try Keeper(json: #"{"byName":{"k":\#(kept)},"one":\#(kept),"list":[\#(kept)]}"#)
    let before = keeper.copy()
    keeper.byName["k"]?.name = nil
    keeper.byName["k"]?.rest["x"] = nil
    // Another one, which keeps nothing of the first.
    keeper.one = Kept()
    keeper.one?.id = 2
    #expect(
      try keeper.jsonString(changesSince: before)
        == #"{"byName":{"k":{"id":1,"name":null,"x":null,"y":2}},"#
        + #""one":{"id":2,"name":null,"x":null,"y":null}}"#
    )
    // Also in an element that an update finds.
    let former = keeper.copy()
    keeper.list[0].name = nil
    keeper.list[0].rest["x"] = nil
    let list = try keeper.jsonString(changesSince: former)
    #expect(list == #"{"list":[{"id":1,"name":null,"x":null,"y":2}]}"#)
  }

  @Test func dictionariesAndArraysAreWhole() throws {
    let order = Order()
    order.map = ["a": 1, "b": 2]
    order.byName = ["x": part(1, "n")]
    order.parts = [part(1, "n"), part(2)]
    order.numbers = [1]
    var options = ExportOptions()
    options.sortedKeys = true
    let patch = try patch(order, options: options) {
      $0.map = ["a": 1, "c": 3]
      $0.byName = ["x": part(1)]
      $0.parts[0].name = nil
      $0.numbers = []
    }
    #expect(
      patch == #"{"byName":{"x":{"id":1,"name":null}},"map":{"a":1,"b":null,"c":3},"#
        + #""numbers":[],"parts":[{"id":1},{"id":2}]}"#
    )
  }

  @Test func setsHaveNoOrder() throws {
    let (first, second) = (Hooked(), Hooked())
    for number in 0..<50 { first.numbers.insert(number) }
    for number in (0..<50).reversed() { second.numbers.insert(number) }
    #expect(try first.jsonString(changesSince: second) == "{}")
    let (one, other) = (Order(), Order())
    (one.numbers, other.numbers) = (first.numbers, second.numbers)
    #expect(try one.jsonString(changesSince: other) == "{}")
    class Accessed: ModelObject {
      var numbers: Set<Int> = []
      override class var accessors: [String: PropertyAccessor] {
        ["numbers": .init(\Accessed.numbers)]
      }
    }
    let (accessed, twin) = (Accessed(), Accessed())
    (accessed.numbers, twin.numbers) = (first.numbers, second.numbers)
    #expect(try accessed.jsonString(changesSince: twin) == "{}")
  }

  @Test func modelsAreWrittenByTheirOwnChanges() throws {
    let order = Order()
    order.part = part(1, "a", part(2, "b", part(3, "c")))
    let patch = try patch(order) { $0.part?.part?.part?.name = nil }
    #expect(patch == #"{"part":{"part":{"part":{"name":null}}}}"#)
  }

  @Test func aClassThatNothingNamesIsAnError() throws {
    let order = Order()
    order.part = part(1, "a", part(2))
    let before = order.copy()
    order.part?.part = Wheel()
    let error = #expect(throws: ModelError.self) {
      try order.jsonString(changesSince: before)
    }
    #expect(error?.code == .unsupportedValue && error?.path == "part.part")
    #expect("\(try #require(error))".contains("Wheel"))
  }

  @Test func cyclesAreCut() throws {
    let node = GraphNode(1)
    node.next = node
    let before = node.copy()
    node.id = 2
    #expect(try node.jsonString(changesSince: before) == #"{"id":2}"#)
    #expect(node.changedProperties(since: before) == ["id"])
    node.next = nil
    before.next = nil
  }

  @Test func pathsAreSaidOneByOne() throws {
    let pathed = Pathed()
    (pathed.first, pathed.second, pathed.deep) = (1, 2, "x")
    pathed.third = part(1, "a")
    var state = pathed.copy()
    var text = try patch(state) { $0.second = nil }
    #expect(text == #"{"list":[1,null]}"#)
    state = pathed.copy()
    text = try patch(state) { $0.third?.name = nil }
    #expect(text == #"{"meta":{"part":{"name":null}}}"#)
    state = pathed.copy()
    let gone = try patch(state) {
      ($0.first, $0.second, $0.third, $0.deep) = (nil, nil, nil, nil)
    }
    #expect(
      gone == #"{"list":[null,null],"meta":{"part":null,"more":{"deep":null}}}"#
    )
  }

  @Test func hooksHaveTheirWord() throws {
    let hooked = Hooked()
    hooked.part = part(1, "a")
    hooked.map = ["a": 1, "b": 2]
    let patch = try patch(hooked) {
      $0.part?.name = nil
      $0.map["b"] = nil
    }
    #expect(patch == #"{"part":{"name":null},"map":{"a":1,"b":null},"sum":1}"#)
    hooked.isRefused = true
    do {
      let error = #expect(throws: ModelError.self) {
        _ = try hooked.jsonData(changesSince: Hooked())
      }
      #expect(error?.code == .rejected)
    }
    do {
      let error = #expect(throws: ModelError.self) {
        _ = try Hooked().jsonData(changesSince: hooked)
      }
      #expect(error?.code == .rejected)
    }
  }

  @Test func aClassThatIsPickedAnewIsWhole() throws {
    let owner = Owner()
    let dog = Dog()
    (dog.kind, dog.name) = ("dog", "Rex")
    owner.animal = dog
    let patch = try patch(owner) { $0.animal?.name = "Max" }
    #expect(patch == #"{"animal":{"kind":"dog","name":"Max","tail":1}}"#)
    owner.animal = nil
    let before = owner.copy()
    owner.animal = Dog()
    let error = #expect(throws: ModelError.self) {
      try owner.dictionaryRepresentation(changesSince: before)
    }
    #expect(error?.code == .unsupportedValue && error?.path == "animal")
  }

  @Test func classesArePickedOnceForEachModel() throws {
    let link = Link()
    var last = link
    for _ in 0..<60 {
      let next = Link()
      last.next = next
      last = next
    }
    let before = link.copy()
    last.name = "end"
    let patch = try link.jsonString(changesSince: before)
    #expect(patch.hasSuffix(#"{"name":"end"}"# + String(repeating: "}", count: 60)))
  }

  @Test func optionsCount() throws {
    var options = ExportOptions()
    options.includesNulls = true
    options.properties = ["ratio", "map", "unsent"]
    let patch = try patch(Order(), options: options, isWhole: false) {
      ($0.ratio, $0.price, $0.unsent) = (1, 2, 3)
    }
    #expect(patch == #"{"ratio":1.0}"#)
    options = ExportOptions()
    options.relationships = .nestedAttributes
    let order = Order()
    order.parts = [part(1), part(2)]
    let before = order.copy()
    order.parts.removeLast()
    #expect(
      try order.jsonString(changesSince: before, options: options)
        == #"{"parts_attributes":{"0":{"id":1},"1":null}}"#
    )
  }

  @Test func anotherClassIsAnError() {
    for (first, second) in [(Part(), Wheel()), (Wheel(), Part())] {
      do {
        let error = #expect(throws: ModelError.self) {
          _ = try first.jsonData(changesSince: second)
        }
        #expect(error?.code == .unsupportedValue)
      }
      do {
        let error = #expect(throws: ModelError.self) {
          _ = try first.dictionaryRepresentation(changesSince: second)
        }
        #expect(error?.code == .unsupportedValue)
      }
    }
  }

  @Test func aPatchIsAsDeepAsAnExport() async {
    let isRight = await onThread(stackSize: .largeStack) {
      let chain = NodeChain(count: 511)
      let before = NodeChain(chain.first.copy())
      chain.last.id = -1
      let patch = try? chain.first.jsonString(changesSince: before.first)
      return patch?.hasSuffix(#"{"id":-1}"# + String(repeating: "}", count: 510)) == true
    }
    #expect(isRight)
  }

  @Test func longChainsEnd() async {
    let isRight = await onThread(stackSize: .smallStack) {
      let chain = NodeChain(count: 10_000)
      let before = NodeChain(chain.first.copy())
      chain.last.id = -1
      let error = #expect(throws: ModelError.self) {
        try chain.first.jsonString(changesSince: before.first)
      }
      let names = chain.first.changedProperties(since: before.first)
      try? before.first.update(from: chain.first)
      return error?.code == .tooDeep && names == ["next"] && before.last.id == -1
        && before.last !== chain.last
    }
    #expect(isRight)
  }
}
