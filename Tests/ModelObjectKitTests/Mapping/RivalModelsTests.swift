import Foundation
import ModelObjectKit
import Testing

private class Item: ModelObject {
  var id = 0
  var value = 1
  override class var identity: Set<String> { ["id"] }
}

private class Part: ModelObject {
  var x = 1
  var y = 1
  var item: Item?
}

private class Holder: ModelObject {
  var part: Part?
  var own = Part()
  var item: Item?
  var list: [Item] = []
  var set: Set<Item> = []
}

private final class HookedHolder: Holder {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class Folder: Item {
  var list: [Item] = []
  var others: [Item] = []
}

private final class Hooked: ModelObject {
  var name = ""
  var next: Hooked?
  var calls = 0
  override class var ignoredProperties: Set<String> { ["calls"] }
  override func awake() { calls += 1 }
}

private final class Counted: ModelObject {
  nonisolated(unsafe) static var mapped: [String] = []
  var name = ""
  override func awake() { Self.mapped.append(name) }
}

/// Its transform makes an object of null.
private final class Remade: ModelObject {
  var item: Counted?
  override class var transforms: [String: PropertyTransform] {
    ["item": PropertyTransform(read: { $0 ?? ["name": "made"] })]
  }
}

/// The texts of an object with the pairs in every order.
private func everyOrder(_ pairs: [String]) -> [String] {
  func orders(_ rest: [String]) -> [[String]] {
    rest.isEmpty
      ? [[]]
      : rest.indices.flatMap { place in
        var others = rest
        let first = others.remove(at: place)
        return orders(others).map { [first] + $0 }
      }
  }
  return orders(pairs).map { "{\($0.joined(separator: ", "))}" }
}

/// Models that several keys of an object give to one property.
@Suite(.serialized) struct RivalModelsTests {
  @Test func whatATransformMakesOfALosingNullIsNotMapped() throws {
    Counted.mapped = []
    for text in everyOrder([#""Item": null"#, #""item": {"name": "a"}"#]) {
      #expect(try Remade(json: text).item?.name == "a")
    }
    #expect(Counted.mapped == ["a", "a"])
  }

  @Test func theValuesOfALosingKeyAreUndone() throws {
    let pairs = [#""part-": {"x": 2}"#, #""Part": 5"#, #""part": {"y": 3}"#]
    for input in everyOrder(pairs).flatMap(everyWay) {
      let holder = Holder()
      let part = Part()
      holder.part = part
      try input.update(holder, options: nil)
      #expect(holder.part === part && part.x == 1 && part.y == 3, "\(input)")
    }
  }

  @Test func aValueThatDecidesIsMappedOnce() throws {
    let pairs = [#""NEXT": {"name": "b"}"#, #""next": {"name": "a"}"#, #""Next": null"#]
    for input in everyOrder(pairs).flatMap(everyWay) {
      for next in [nil, Hooked()] {
        let hooked = Hooked()
        hooked.next = next
        try input.update(hooked, options: nil)
        #expect(hooked.next?.name == "a" && hooked.next?.calls == 1, "\(input)")
      }
    }
  }

  @Test func aModelStaysIfTheBestKeyDoesNotFit() throws {
    for input in everyOrder([#""NEXT": {"name": "a"}"#, #""next": 5"#]).flatMap(everyWay) {
      for next in [nil, Hooked()] {
        let hooked = Hooked()
        hooked.next = next
        try input.update(hooked, options: nil)
        #expect(hooked.next === next && next?.name ?? "" == "" && next?.calls ?? 0 == 0, "\(input)")
      }
    }
  }

  /// A hook of an object that loses never runs, and `super` ignores the pair.
  @Test func aValueThatLosesIsNotMapped() throws {
    final class Parent: ModelObject {
      var next: Counted?
      var list: [Counted] = []
    }
    final class HookedParent: ModelObject {
      var next: Counted?
      var list: [Counted] = []
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    let pairs = [
      #""NEXT": {"name": "a"}"#, #""next": {"name": "b"}"#, #""LIST": [{"name": "c"}]"#,
      #""list": [{"name": "d"}]"#,
    ]
    for input in everyOrder(pairs).flatMap(everyWay) {
      Counted.mapped = []
      _ = try input.map(to: Parent.self)
      #expect(Counted.mapped.sorted() == ["b", "d"], "\(input)")
      Counted.mapped = []
      _ = try input.map(to: HookedParent.self)
      #expect(Counted.mapped.sorted() == ["b", "d"], "\(input)")
      Counted.mapped = []
      try input.update(Parent(), options: nil)
      #expect(Counted.mapped.sorted() == ["b", "d"], "\(input)")
    }
  }

  /// Nor does one of an object in it, whatever is between.
  @Test func nothingInAValueThatLosesIsMapped() throws {
    final class Between: ModelObject {
      var counted: Counted?
    }
    final class Farther: ModelObject {
      var between: Between?
      var list: [Between] = []
    }
    final class Parent: ModelObject {
      var next: Farther?
      var list: [Between] = []
      var byName: [String: Farther] = [:]
      override class var keyMapping: [String: JSONKey] { ["next": ["a", "b"]] }
    }
    let pairs = [
      #""b": {"between": {"counted": {"name": "a"}}}"#,
      #""a": {"between": {"counted": {"name": "b"}}, "list": [{"counted": {"name": "c"}}]}"#,
      #""LIST": [{"counted": {"name": "d"}}]"#, #""list": [{"counted": {"name": "e"}}]"#,
      #""BYNAME": {"x": {"list": [{"counted": {"name": "f"}}]}}"#,
      #""byName": {"x": {"list": [{"counted": {"name": "g"}}]}}"#,
    ]
    for shift in pairs.indices {
      let order = Array(pairs[shift...] + pairs[..<shift])
      for json in [order, order.reversed()].map({ "{\($0.joined(separator: ", "))}" }) {
        for input in everyWay(json) {
          Counted.mapped = []
          _ = try input.map(to: Parent.self)
          #expect(Counted.mapped.sorted() == ["b", "c", "e", "g"], "\(input)")
        }
        Counted.mapped = []
        _ = try JSONDecoder().decode(Parent.self, from: Data(json.utf8))
        #expect(Counted.mapped.sorted() == ["b", "c", "e", "g"], "\(json)")
      }
    }
  }

  /// A name of an object elsewhere in the input decides by its key; if there is none, no other key does.
  @Test func aNameOfALaterObjectDecides() throws {
    let pairs = [#""I_TEM": {"id": 8}"#, #""item": 7"#, #""list": [{"id": 7}]"#]
    let missing = [#""I_TEM": {"id": 8}"#, #""item": 9"#, #""list": [{"id": 7}]"#]
    for (pairs, expected) in [(pairs, 7), (missing, nil)] {
      for json in everyOrder(pairs) {
        for type in [Holder.self, HookedHolder.self] {
          let store = ModelStore()
          let holder = try store.upsert(type, json: json)
          #expect(holder.item?.id == expected, "\(json)")
          #expect(store.all(Item.self).map(\.id) == [7])
        }
      }
    }
  }

  /// A key that leads to two properties is the best one for one of them, and loses the other.
  @Test func aLosingPathIsNotMapped() throws {
    class Pathed: ModelObject {
      var count = 0
      var item: Item?
      override class var keyMapping: [String: JSONKey] {
        ["count": ["count", "x.count"], "item": ["item", "x.item"]]
      }
    }
    final class HookedPathed: Pathed {
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key)
      }
    }
    let pairs = [
      #""count": "many""#, #""item": {"id": 1}"#, #""x": {"item": {"id": 2}, "count": 7}"#,
    ]
    for input in everyOrder(pairs).flatMap(everyWay) {
      for type in [Pathed.self, HookedPathed.self] {
        let store = ModelStore()
        let model =
          input.way == .text
          ? try store.upsert(type, json: input.json)
          : try store.upsert(type, dictionary: input.dictionary())
        #expect(model.item?.id == 1 && model.count == 0, "\(input)")
        #expect(store.all(Item.self).map(\.id) == [1], "\(input)")
      }
    }
  }

  /// A hook gets the pairs in their order, however many lead to each other's properties.
  @Test func pairsOfAHookComeInTheirOrder() throws {
    final class Chained: ModelObject {
      var (first, second, third, fourth) = (0, 0, 0, 0)
      var turns: [String] = []
      override class var keyMapping: [String: JSONKey] {
        ["first": "a", "second": ["b", "a"], "third": ["c", "b"], "fourth": ["d", "c"]]
      }
      override func serializeValue(_ value: Any?, key: String) throws {
        turns.append(key)
        try super.serializeValue(value, key: key)
      }
    }
    for json in everyOrder([#""a": 1"#, #""b": 2"#, #""c": 3"#, #""d": 4"#]) {
      let model = try Chained(json: json)
      #expect(
        model.turns
          == json.split(separator: "\"").filter { $0.allSatisfy(\.isLetter) }.map(String.init)
      )
      let numbers: [Int] = [model.first, model.second, model.third, model.fourth]
      #expect(numbers == [1, 2, 3, 4], "\(json)")
    }
  }

  /// Each of two keys may be the better one for another property; a hook gets each once, and of equal
  /// ones the last.
  @Test func keysMayBeBetterThanEachOther() throws {
    final class Crossed: ModelObject {
      var (first, second) = (0, 0)
      var turns = 0
      override class var keyMapping: [String: JSONKey] {
        ["first": ["a", "b"], "second": ["b", "a"]]
      }
      override func serializeValue(_ value: Any?, key: String) throws {
        turns += 1
        try super.serializeValue(value, key: key)
      }
    }
    let pairs = Array(repeating: #""a": 1, "b": 2"#, count: 20_000)
    for pairs in [[#""a": 1"#, #""b": 2"#], [#""b": 2"#, #""a": 1"#], pairs] {
      let json = "{\(pairs.joined(separator: ", "))}"
      let model = try Crossed(json: json)
      #expect(model.first == 1 && model.second == 2)
      #expect(model.turns == 2)
    }
  }

  /// An object of a key that loses isn't there for others.
  @Test func anObjectThatLosesHasNoName() throws {
    let pairs = [
      #""item": 9"#, #""I_TEM": {"id": 8}"#, #""list": [8]"#, #""part": {"item": 8}"#,
    ]
    for json in everyOrder(pairs) {
      for type in [Holder.self, HookedHolder.self] {
        let holder = try ModelStore().upsert(type, json: json)
        #expect(holder.item == nil && holder.list.isEmpty && holder.part?.item == nil, "\(json)")
      }
    }
  }

  @Test func aModelStaysIfTheNamedObjectNeverComes() throws {
    for json in everyOrder([#""item": 9"#, #""ITEM": null"#, #""list": [7]"#]) {
      for type in [Holder.self, HookedHolder.self] {
        let holder = type.init()
        let item = Item()
        holder.item = item
        try ModelStore().update(holder, json: json)
        #expect(holder.item === item, "\(json)")
      }
    }
  }

  /// What a hook passes on under another key counts as a pair with that key.
  @Test func ofWhatIsPassedOnTheBestKeyDecides() throws {
    final class Renaming: ModelObject {
      var part: Part?
      override class var keyMapping: [String: JSONKey] { ["part": ["best", "part"]] }
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key == "other" ? "best" : key)
      }
    }
    for input in everyOrder([#""other": {"x": 2}"#, #""part": {"y": 3}"#]).flatMap(everyWay) {
      let part = try input.map(to: Renaming.self).part
      #expect(part?.x == 2 && part?.y == 1, "\(input)")
    }
    // One that doesn't fit decides, too.
    for input in everyOrder([#""part": {"y": 3}"#, #""other": 5"#]).flatMap(everyWay) {
      #expect(try input.map(to: Renaming.self).part == nil, "\(input)")
    }
  }

  /// Whichever key wins, it updates the model that the property had before the input.
  @Test(
    arguments: WayIn.forms,
    [
      #"{"other": {"a": 1}, "part": {"b": 2}}"#, #"{"part": {"b": 2}, "other": {"a": 1}}"#,
      #"{"PART": {"a": 1}, "other": {"b": 2}}"#, #"{"other": {"a": 1}, "PART": {"b": 2}}"#,
    ]
  )
  func aKeyThatIsPassedOnUpdatesTheModelThatIsThere(way: WayIn, json: String) throws {
    class Small: ModelObject {
      var a = 0
      var b = 0
    }
    class Whole: ModelObject {
      var part: Small?
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key == "other" ? "part" : key)
      }
    }
    let whole = Whole()
    let part = Small()
    whole.part = part
    try JSONInput(json, by: way).update(whole, options: nil)
    #expect(whole.part === part && part.a + part.b > 0)
  }

  /// What is passed on under the key begins with what the class begins with, and has nothing of the
  /// pair of that key.
  @Test func aKeyThatIsPassedOnBeginsAgain() throws {
    class Sized: ModelObject {
      var width = 1
      var height = 1
      static func ofWidth(_ width: Int) -> Sized {
        let sized = Sized()
        sized.width = width
        return sized
      }
    }
    final class Renaming: ModelObject {
      var own = Sized.ofWidth(5)
      var maybe: Sized? = Sized.ofWidth(6)
      var none: Sized?
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key.hasPrefix("the ") ? String(key.dropFirst(4)) : key)
      }
    }
    func size(_ name: String, of model: Renaming) -> [Int?] {
      let sized = name == "own" ? model.own : name == "maybe" ? model.maybe : model.none
      return [sized?.width, sized?.height]
    }
    for (name, width) in [("own", 5), ("maybe", 6), ("none", 1)] {
      let same = [#""the \#(name)": {"height": 9}"#, #""\#(name)": {"width": 8}"#]
      let last = try Renaming(json: "{\(same[0]), \(same[1])}")
      #expect(size(name, of: last) == [width, 9])
      let first = try Renaming(json: "{\(same[1]), \(same[0])}")
      #expect(size(name, of: first) == [width, 9])
      let pairs = #"{"\#(name.uppercased())": {"width": 8}, "the \#(name)": {"height": 9}}"#
      for input in everyWay(pairs) {
        #expect(size(name, of: try input.map(to: Renaming.self)) == [width, 9], "\(input)")
      }
    }
  }

  private final class Frame: ModelObject {
    var width = 0
    var title = ""
  }

  private final class Poster: ModelObject {
    var frame: Frame?
    override class var keyMapping: [String: JSONKey] { ["frame": ["frame", "picture"]] }
    override func serializeValue(_ value: Any?, key: String) throws {
      try super.serializeValue(value, key: key == "photo" ? "picture" : key)
    }
  }

  @Test(arguments: [
    #"{"photo": null, "frame": {"width": 2}}"#, #"{"frame": {"width": 2}, "photo": null}"#,
    #"{"photo": {"width": 2}, "frame": null}"#, #"{"frame": null, "photo": {"width": 2}}"#,
  ])
  func aNullThatIsPassedOnLeavesTheModelToOtherKeys(json: String) throws {
    for input in everyWay(json) {
      let (poster, frame) = (Poster(), Frame())
      frame.title = "old"
      poster.frame = frame
      try input.update(poster, options: nil)
      #expect(poster.frame === frame && frame.title == "old" && frame.width == 2)
    }
  }

  private final class Piece: ModelObject {
    var id = 0
    override class var identity: Set<String> { ["id"] }
  }

  private final class Inner: ModelObject {
    var n = 0
    var owner: Assembly?
    override func didMap(_ dictionary: [String: Any]) throws {}
  }

  private final class Assembly: ModelObject {
    var parts: [Piece] = []
    var inner: Inner?
    override class var keyMapping: [String: JSONKey] { ["parts": ["best", "worse"]] }
    override func serializeValue(_ value: Any?, key: String) throws {
      try super.serializeValue(value, key: ["p": "worse", "q": "best"][key] ?? key)
    }
  }

  /// The next value begins with what was there before the object, whatever was saved in between.
  @Test func theNextValueBeginsInFrontOfTheObject() throws {
    var options = MappingOptions()
    options.arrays = .merge
    for (json, last) in [
      (#"{"p": [{"id": 1}], "inner": {"n": 1}, "q": [{"id": 2}]}"#, 2),
      (#"{"q": [{"id": 2}], "inner": {"n": 1}, "p": [{"id": 1}]}"#, 1),
    ] {
      let assembly = try Assembly(json: #"{"best": [{"id": 9}], "inner": {}}"#)
      assembly.inner?.owner = assembly
      defer { assembly.inner = nil }
      try assembly.update(json: json, options: options)
      #expect(assembly.parts.map(\.id) == [9, last])
    }
  }

  @Test func whatWasThereStaysIfAHookPassesOnANameOfNoObject() throws {
    final class Renaming: ModelObject {
      var item: Item?
      var late: Item?
      override class var identity: Set<String> { ["id"] }
      var id = 0
      override class var keyMapping: [String: JSONKey] { ["item": ["best", "second", "third"]] }
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key == "other" ? "best" : key)
      }
    }
    let eight = #""third": {"id": 8}"#
    for pairs in [[eight], [eight, #""second": 9"#], [eight, #""second": "x""#]] {
      for json in everyOrder(pairs + [#""other": 7"#]) {
        let model = try ModelStore().upsert(Renaming.self, json: json)
        #expect(model.item == nil, "\(json)")
      }
      for json in everyOrder(pairs) {
        let json = json.dropLast() + #", "other": 7, "late": {"id": 7}}"#
        let model = try ModelStore().upsert(Renaming.self, json: String(json))
        #expect(model.item?.id == 7 && model.late === model.item, "\(json)")
      }
    }
  }

  /// Of the same key, what a hook passes on last counts: the names before it don't.
  @Test func aNameThatIsFollowedByAValueIsNotAwaited() throws {
    final class Passing: ModelObject {
      var id = 0
      var item: Item?
      var late: Item?
      override class var identity: Set<String> { ["id"] }
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key.count == 1 ? "item" : key)
      }
    }
    let json = #"{"id": 1, "a": 7, "c": 9, "b": {"id": 8}, "late": {"id": 7}}"#
    #expect(try ModelStore().upsert(Passing.self, json: json).item?.id == 8)
  }

  @Test func aListThatDecidesHasItsLateElements() throws {
    let pairs = [
      #""list": [7, {"id": 8}]"#, #""LIST": "x""#, #""others": [{"id": 7}]"#, #""id": 1"#,
    ]
    for input in everyOrder(pairs).flatMap(everyWay) {
      let store = ModelStore()
      let folder = try store.upsert(Folder.self, json: #"{"id": 1, "list": [{"id": 9}]}"#)
      if input.way == .text {
        try store.upsert(Folder.self, json: input.json)
      } else {
        try store.upsert(Folder.self, dictionary: input.dictionary())
      }
      #expect(folder.list.map(\.id) == [7, 8], "\(input)")
    }
  }

  @Test func theElementsOfALosingKeyAreNotMerged() throws {
    var options = MappingOptions()
    options.arrays = .merge
    let lists = [#""l_ist": [{"id": 1}]"#, #""list": [{"id": 2}]"#, #""LIST": 5"#]
    let sets = [#""s_et": [{"id": 1}]"#, #""set": [{"id": 2}]"#]
    var inputs = (everyOrder(lists) + everyOrder(sets)).flatMap(everyWay)
    inputs.append(JSONInput(#"{"list": [{"id": 1}], "list": [{"id": 2}]}"#, by: .text))
    for input in inputs {
      let holder = Holder()
      let item = Item()
      item.id = 9
      (holder.list, holder.set) = ([item], [item])
      try input.update(holder, options: options)
      let changed = input.json.contains("set") ? Array(holder.set) : holder.list
      #expect(Set(changed.map(\.id)) == [9, 2] && changed.count == 2, "\(input)")
    }
  }

  /// Nor does it change an object of the store.
  @Test(
    arguments: [
      [#""i_tem": {"id": 1, "value": 2}"#, #""item": {"id": 1}"#],
      [#""i_tem": {"id": 1, "value": 2}"#, #""item": {"id": 3}"#, #""ITEM": "x""#],
      [#""l_ist": [{"id": 1, "value": 2}]"#, #""list": [{"id": 1}]"#],
      [#""l_ist": [{"id": 1, "value": 2}]"#, #""list": []"#],
      [#""s_et": [{"id": 1, "value": 2}]"#, #""set": [{"id": 1}]"#],
      [#""p_art": {"x": 2, "item": {"id": 1, "value": 2}}"#, #""part": {"y": 3}"#],
      [#""o_wn": {"x": 2, "item": {"id": 1, "value": 2}}"#, #""own": {"y": 3}"#, #""OWN": 5"#],
    ]
  )
  func aLosingKeyLeavesAStoreAlone(pairs: [String]) throws {
    for input in everyOrder(pairs).flatMap(everyWay) {
      let store = ModelStore()
      let item = try store.upsert(Item.self, json: #"{"id": 1, "value": 9}"#)
      let holder =
        input.way == .text
        ? try store.upsert(Holder.self, json: input.json)
        : try store.upsert(Holder.self, dictionary: input.dictionary())
      #expect(item.value == 9, "\(input)")
      #expect(holder.own.x == 1 && holder.own.item == nil, "\(input)")
      #expect(holder.part?.x ?? 1 == 1 && holder.part?.item == nil, "\(input)")
    }
  }
}
