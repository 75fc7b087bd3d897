import Foundation
import ModelObjectKit
import Testing

private struct TooSmall: Error {}

/// An update that throws changes nothing.
struct FailedUpdates {
  static let types: [UndoneItem.Type] = [
    UndonePlainItem.self, UndoneHookedItem.self, UndoneAccessorItem.self, UndoneKeepingItem.self,
  ]

  @Test(arguments: Way.allCases, Failure.allCases)
  func leaveEverythingAsItWas(way: Way, failure: Failure) throws {
    for type in Self.types where failure.happens(way, type) {
      let item = type.init().makeParts()
      let (before, copy) = (UndoneItemState(item), item.copy())
      #expect(throws: ModelError.self, "\(type)") {
        try way.update(item, failure.pairs, failure.options)
      }
      #expect(UndoneItemState(item) == before, "\(type)")
      #expect(item == copy, "\(type)")
      #expect(throws: Never.self, "\(type)") {
        try UndoneItem(archive: item.archivedData(), subclasses: Self.types)
      }
    }
  }

  /// The default of a new object may be an object that others have, too.
  @Test func leaveTheDefaultsOfNewObjectsAsTheyWere() throws {
    final class Style: ModelObject {
      nonisolated(unsafe) static let shared = Style()
      var size = 1
    }
    final class Row: ModelObject {
      var id = 0
      override class var identity: Set<String> { ["id"] }
    }
    final class Page: ModelObject {
      var style = Style.shared
      var pages: [Page] = []
      var rows: [Row] = []
    }
    var options = MappingOptions()
    options.mismatches = .fail
    let json = #"{"style": {"size": 5}, "rows": "x"}"#
    for way in WayIn.forms {
      #expect(throws: ModelError.self) {
        let input = JSONInput(#"{"pages": [\#(json)], "rows": "x"}"#, by: way)
        try input.update(Page(), options: options)
      }
      #expect(Style.shared.size == 1)
    }
    #expect(throws: ModelError.self) {
      try ModelStore().upsert(Page.self, json: json, options: options)
    }
    #expect(Style.shared.size == 1)
  }

  /// What comes along a path is written like any other value.
  @Test func leaveWhatComesAlongAPathAsItWas() throws {
    class Pathed: ModelObject {
      var x = 1
      var y = 2
      override class var keyMapping: [String: JSONKey] { ["x": "in.x"] }
      override func validate() throws {
        if y < 0 { throw TooSmall() }
      }
    }
    for json in [#"{"in": {"x": 5}, "y": -1}"#, #"{"y": -1, "in": {"x": 5}}"#] {
      for input in everyWay(json) {
        let pathed = Pathed()
        #expect(throws: ModelError.self) { try input.update(pathed, options: nil) }
        #expect(pathed.x == 1 && pathed.y == 2, "\(input)")
      }
    }
    // A worse key leaves nothing, either.
    for json in [#"{"in": {"X": 5, "x": "bad"}}"#, #"{"in": {"x": "bad", "X": 5}}"#] {
      for input in everyWay(json) {
        let pathed = Pathed()
        pathed.x = 9
        try input.update(pathed, options: nil)
        #expect(pathed.x == 9, "\(input)")
      }
    }
  }

  /// The same values, without the reason to fail.
  @Test(arguments: Way.allCases)
  func areUpdatesThatChangeTheObjectOtherwise(way: Way) throws {
    for type in Self.types {
      let item = type.init().makeParts()
      let before = UndoneItemState(item)
      try way.update(item, UndoneItemInput.pairs, MappingOptions(), fails: false)
      #expect(UndoneItemState(item) != before, "\(type)")
      #expect(item.name == "new" && item.child?.name == "new child", "\(type)")
      #expect(item.rows.contains { $0.name == "new" }, "\(type)")
    }
  }

  @Test(arguments: [UndoneHookedItem.self, UndoneAccessorItem.self, UndonePlainItem.self])
  func fromAnotherObjectLeaveEverythingAsItWas(type: UndoneItem.Type) throws {
    let item = type.init().makeParts()
    let other = type.init().makeParts()
    other.name = "new"
    other.rows = []
    other.child?.name = "new child"
    // The nested model is rejected.
    other.child?.child = StrictItem()
    item.child?.child = StrictItem()
    other.child?.child?.fail = "validate"
    let (before, copy) = (UndoneItemState(item), item.copy())
    #expect(throws: ModelError.self) { try item.update(from: other) }
    #expect(UndoneItemState(item) == before)
    #expect(item == copy)
    let store = ModelStore()
    try store.insert(item)
    let all = store.all(UndoneItem.self).map { ObjectIdentifier($0) }
    other.tags = []
    let drafts = UndoneItem()
    drafts.id = 100
    drafts.rows = [UndoneItem(), other]
    drafts.rows[0].id = 101
    #expect(throws: ModelError.self) { try store.insert(drafts) }
    #expect(UndoneItemState(item) == before)
    #expect(store.all(UndoneItem.self).map { ObjectIdentifier($0) } == all)
    #expect(drafts.rows[1] === other)
  }

  /// Hooks may change the models in their object.
  @Test func restoreWhatHooksChangedInModelsInside() throws {
    struct Refused: Error {}
    class Base: ModelObject { var title = "" }
    class Line: ModelObject { var number = 0 }
    class Order: Base {
      var lines = [Line()]
      var isDraft = false
      override func awake() { for line in lines { line.number = 7 } }
      override func validate() throws { if title == "bad", isDraft { throw Refused() } }
    }
    let order = Order()
    let (base, other) = (order.copy(), Base())
    base.lines[0].number = 0
    other.title = "bad"
    order.isDraft = true
    order.lines[0].number = 0
    #expect(throws: ModelError.self) { try order.merge(json: #"{"title": "bad"}"#, since: base) }
    #expect(order.lines[0].number == 0)
    #expect(throws: ModelError.self) { try order.update(from: other) }
    #expect(order.lines[0].number == 0)
    #expect(throws: ModelError.self) { try order.update(json: #"{"title": "bad"}"#) }
    #expect(order.lines[0].number == 0 && order.title.isEmpty)
  }

  @Test func saveAChainWithHooksOnce() throws {
    class Link: ModelObject {
      var number = 0
      var next: Link?
      override func validate() throws { if number < 0 { throw CancellationError() } }
    }
    func chain(_ last: Int) -> Link {
      var first = Link()
      first.number = last
      for _ in 0..<5_000 {
        let link = Link()
        link.next = first
        first = link
      }
      return first
    }
    let (good, bad) = (chain(1), chain(-1))
    #expect(throws: ModelError.self) { try good.update(from: bad) }
    #expect(good == chain(1))
  }

  private final class Leaf: ModelObject { var n = 0 }

  private final class Item: ModelObject {
    var id = 0
    var n = 0
    var owner: Page?
    override class var identity: Set<String> { ["id"] }
  }

  private class Page: ModelObject {
    var items: [Item] = []
    var hooked: [HookedItem] = []
    var leaves: [Leaf] = []
  }

  private final class HookedPage: Page {
    override func awake() {}
  }

  private final class HookedItem: ModelObject {
    var id = 0
    var n = 0
    var owner: Page?
    override class var identity: Set<String> { ["id"] }
    override func awake() { owner?.leaves.last?.n = n }
  }

  /// An object isn't saved again with each one in it that refers to it.
  @Test(arguments: ["items", "hooked"])
  func saveTheObjectsAroundAnObjectOnce(key: String) throws {
    for page in [Page(), HookedPage()] {
      let count = inLongTests(10_000, else: 1_000)
      let items = (0..<count).map { #"{"id": \#($0), "n": 1}"# }.joined(separator: ",")
      page.leaves = (0..<count).map { _ in Leaf() }
      try page.update(json: #"{"\#(key)": [\#(items)]}"#)
      for item in page.items { item.owner = page }
      for item in page.hooked { item.owner = page }
      defer { (page.items, page.hooked) = ([], []) }
      #expect(throws: ModelError.self) {
        let changed = items.replacingOccurrences(of: #""n": 1"#, with: #""n": 2"#)
        try page.update(json: #"{"\#(key)": [\#(changed)]} x"#)
      }
      #expect(page.items.allSatisfy { $0.n == 1 } && page.hooked.allSatisfy { $0.n == 1 })
      #expect(page.leaves.allSatisfy { $0.n == 0 })
    }
  }

  @Test func aWrongRootChangesNothing() throws {
    let item = UndoneHookedItem().makeParts()
    let before = UndoneItemState(item)
    let json = "[{\(UndoneItemInput.pairs)}]"
    #expect(throws: ModelError.self) { try item.update(json: json) }
    #expect(throws: ModelError.self) {
      try item.update(json: "{\(UndoneItemInput.pairs)}", at: "a")
    }
    #expect(throws: ModelError.self) { try item.update(dictionary: ["a": 1], at: "a") }
    var items = [item as UndoneItem]
    #expect(throws: ModelError.self) { try items.update(json: "{}") }
    #expect(UndoneItemState(item) == before && items == [item])
  }

  @Test func anErrorBehindTheObjectCounts() throws {
    let item = UndoneItem().makeParts()
    let before = UndoneItemState(item)
    #expect(throws: ModelError.self) { try item.update(json: "{\(UndoneItemInput.pairs)} x") }
    #expect(throws: ModelError.self) {
      try item.update(json: #"{"a": {\#(UndoneItemInput.pairs)}, "b": tru}"#, at: "a")
    }
    #expect(UndoneItemState(item) == before)
  }

  /// Cut text isn't an error: the part that has arrived is mapped.
  @Test func theBeginningOfATextIsTaken() throws {
    let item = UndoneHookedItem().makeParts()
    let json = #"{"name": "new", "child": {"class": "hooked", "id": 2, "name": "ne"#
    try item.update(partialJSON: json)
    #expect(item.name == "new" && item.child?.name == "ne")
  }
}

private final class StrictItem: UndoneItem {
  struct Failure: Error {}
  override func validate() throws { if fail == "validate" { throw Failure() } }
}

extension FailedUpdates {
  private final class Holder: ModelObject {
    var n = 0
    var item: UndoneItem?
    var part = UndoneItem()
    var items: [UndoneItem] = []
  }

  /// A way to update an object.
  enum Way: CaseIterable {
    case text, data, dictionary, foundation, partial, beginning, nested, list, array, mergedArray
    case stored, storedArray, storedInside

    var isText: Bool { self != .dictionary && self != .foundation }

    /// Updates an item with the pairs of an object, and rethrows errors.
    func update(
      _ item: UndoneItem,
      _ pairs: String,
      _ options: MappingOptions,
      fails: Bool = true
    ) throws {
      let (json, named) = ("{\(pairs)}", #"{"id": 1, \#(pairs)}"#)
      var options = options
      switch self {
      case .text: try item.update(json: json, options: options)
      case .data: try item.update(json: Data(json.utf8), options: options)
      case .dictionary: try JSONInput(json, by: .native).update(item, options: options)
      case .foundation: try JSONInput(json, by: .foundation).update(item, options: options)
      case .partial: try item.update(partialJSON: json, options: options)
      case .beginning: try item.update(partialJSON: String(json.dropLast()), options: options)
      case .nested:
        let holder = Holder()
        holder.item = item
        try holder.update(json: #"{"item": \#(json), "part": \#(json)}"#, options: options)
      case .list:
        let holder = Holder()
        holder.items = [item]
        defer { if fails { #expect(holder.items.count == 1 && holder.items[0] === item) } }
        try holder.update(json: #"{"items": [{"id": 8}, \#(named)]}"#, options: options)
      case .array, .mergedArray:
        if self == .mergedArray { options.arrays = .merge }
        var items = [item]
        defer { if fails { #expect(items.count == 1 && items[0] === item) } }
        try items.update(json: #"[{"id": 77}, \#(named)]"#, options: options)
      case .stored, .storedArray, .storedInside:
        let store = ModelStore()
        try store.insert(item)
        let all = store.all(UndoneItem.self).map { ObjectIdentifier($0) }
        defer {
          if fails {
            #expect(store.all(UndoneItem.self).map { ObjectIdentifier($0) } == all)
            #expect(store[UndoneItem.self, 40] == nil && store[UndoneItem.self, 1] === item)
            #expect(throws: Never.self) {
              try ModelStore(archive: store.archivedData(), classes: FailedUpdates.types)
            }
          }
        }
        try update(in: store, type(of: item), named, options)
      }
    }

    private func update(
      in store: ModelStore,
      _ type: UndoneItem.Type,
      _ json: String,
      _ options: MappingOptions
    ) throws {
      switch self {
      case .stored: try store.upsert(type, json: json, options: options)
      case .storedArray:
        try store.upsert(
          [UndoneItem].self,
          json: #"[{"id": 77}, \#(json)]"#,
          removingOthers: true,
          options: options
        )
      default: try store.upsert(Holder.self, json: #"{"item": \#(json)}"#, options: options)
      }
    }
  }

  /// A reason to fail.
  enum Failure: CaseIterable {
    case malformed, cut, misfit, unknownKey, tooDeep, willMap, serializeValue, didMap, validate

    var pairs: String {
      switch self {
      case .malformed: #"\#(UndoneItemInput.pairs), "tail": tru"#
      case .cut: #"\#(UndoneItemInput.pairs), "tail": {"name": "cut"#
      case .misfit: #"\#(UndoneItemInput.pairs), "count": {}"#
      case .unknownKey: UndoneItemInput.pairs
      case .tooDeep: #"\#(UndoneItemInput.pairs), "deep": [[[[[[[[1]]]]]]]]"#
      default: #"\#(UndoneItemInput.pairs), "fail": "\#(self)""#
      }
    }

    var options: MappingOptions {
      var options = MappingOptions()
      switch self {
      case .misfit, .willMap, .serializeValue, .didMap, .validate: options.mismatches = .fail
      case .unknownKey: options.unknownKeys = .fail
      case .tooDeep: options.maximumDepth = 7
      default: break
      }
      return options
    }

    /// Whether an update in a way fails for this reason.
    func happens(_ way: Way, _ type: UndoneItem.Type) -> Bool {
      switch self {
      case .malformed: way.isText && way != .beginning
      case .cut: way.isText && way != .partial && way != .beginning
      // Its unknown keys are known.
      case .unknownKey: type != UndoneKeepingItem.self
      // The beginning of an object isn't validated.
      case .validate: type == UndoneHookedItem.self && way != .beginning
      case .willMap, .serializeValue, .didMap: type == UndoneHookedItem.self
      default: true
      }
    }
  }
}

private struct Refused: Error {}

/// Changes the model in it wherever it can, and refuses in one of its hooks.
private final class Restless: ModelObject {
  var x = 0
  var mine = Inner()
  var refusing = ""
  override class var ignoredProperties: Set<String> { ["refusing"] }

  private func change(_ hook: String) throws {
    mine.text = hook
    mine.further.text = hook
    if refusing == hook { throw Refused() }
  }

  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
    try change("willMap")
    return dictionary
  }

  override func serializeValue(_ value: Any?, key: String) throws {
    try change("serializeValue")
    try super.serializeValue(value, key: key)
  }

  override func didMap(_ dictionary: [String: Any]) throws { try change("didMap") }
  override func awake() { mine.text = "awake" }
  override func validate() throws { try change("validate") }
}

private final class Inner: ModelObject {
  var text = ""
  var further = Further()
}

private final class Further: ModelObject {
  var text = ""
}

/// The models in an object are restored with it, even if only a hook has changed them.
struct ModelsThatHooksChange {
  @Test(arguments: ["willMap", "serializeValue", "didMap", "validate"])
  func areAsTheyWere(hook: String) throws {
    let model = Restless()
    model.refusing = hook
    let inner = model.mine
    #expect(throws: ModelError.self) { try model.update(json: #"{"x": 1}"#) }
    #expect(throws: ModelError.self) { try model.update(dictionary: ["x": 1]) }
    #expect(model.x == 0 && model.mine === inner, "\(hook)")
    #expect(inner.text == "" && inner.further.text == "", "\(hook)")
  }

  @Test func areAsTheyWereBeforeMalformedText() throws {
    let model = Restless()
    #expect(throws: ModelError.self) { try model.update(json: #"{"x": 1, "#) }
    #expect(throws: ModelError.self) { try model.update(json: #"{"x": "y"}"#, options: .strict) }
    #expect(model.x == 0 && model.mine.text == "" && model.mine.further.text == "")
  }
}
