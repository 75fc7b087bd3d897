import Foundation
import ModelObjectKit
import Testing

private class Part: ModelObject {
  var id = 0
  var lang = "en"
  var text = ""
  override class var identity: Set<String> { ["id", "lang"] }
}

private final class HookedPart: Part {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private class Holder<Held: Part>: ModelObject {
  var id = 0
  var part: Held?
  var list: [Held] = []
  override class var identity: Set<String> { ["id"] }
}

/// The keys say which object it is, before anything of it is set: with a store and without one.
struct IdentitiesByKeys {
  private static func upsert<Model: ModelObject>(
    _ type: Model.Type,
    _ input: JSONInput,
    into store: ModelStore
  ) throws -> Model {
    WayIn.verbatim.contains(input.way)
      ? try store.upsert(type, json: input.json)
      : try store.upsert(type, dictionary: input.dictionary())
  }

  /// What is in the property, the input, and whether it updates that.
  private static let cases: [(former: String, input: String, isKept: Bool)] = [
    (#"{"id": 1, "lang": "de"}"#, #"{"text": "b"}"#, true),
    (#"{"id": 1, "lang": "de"}"#, #"{"id": null, "text": "b"}"#, true),
    (#"{"id": 1, "lang": "de"}"#, #"{"id": 1, "text": "b"}"#, true),
    (#"{"id": 1, "lang": "de"}"#, #"{"lang": "de", "text": "b"}"#, true),
    (#"{"id": 1, "lang": "de"}"#, #"{"id": "1", "lang": "de", "text": "b"}"#, true),
    (#"{"id": 1, "lang": "de"}"#, #"{"id": 2, "text": "b"}"#, false),
    (#"{"id": 1, "lang": "de"}"#, #"{"lang": "en", "text": "b"}"#, false),
    (#"{"id": 1, "lang": "de"}"#, #"{"id": [], "text": "b"}"#, false),
    (#"{"id": 1, "lang": "de"}"#, #"{"id": 1, "lang": {}, "text": "b"}"#, false),
    (#"{"id": 1}"#, #"{"id": 1, "text": "b"}"#, true),
  ]

  @Test(arguments: cases)
  func decideForTheModelInAProperty(former: String, input: String, isKept: Bool) throws {
    func check<Held: Part>(_ type: Held.Type, inStore: Bool) throws {
      for way in WayIn.forms {
        let store = ModelStore()
        let made = JSONInput(#"{"id": 5, "part": \#(former)}"#, by: way)
        let next = JSONInput(#"{"id": 5, "part": \#(input)}"#, by: way)
        let holder: Holder<Held>
        if inStore {
          holder = try Self.upsert(Holder<Held>.self, made, into: store)
        } else {
          holder = try made.map(to: Holder<Held>.self)
        }
        let part = holder.part
        if inStore {
          _ = try Self.upsert(Holder<Held>.self, next, into: store)
        } else {
          try next.update(holder, options: nil)
        }
        #expect((holder.part === part) == isKept, "\(type) \(inStore) \(way)")
        #expect(holder.part?.text == "b", "\(type) \(inStore) \(way)")
        if !isKept { #expect(part?.text == "" && part?.id == 1, "\(type) \(inStore) \(way)") }
      }
    }
    for inStore in [true, false] {
      try check(Part.self, inStore: inStore)
      try check(HookedPart.self, inStore: inStore)
    }
  }

  /// A part whose key is missing is that of a new object.
  @Test(arguments: [true, false]) func areCompletedByDefaultsInLists(inStore: Bool) throws {
    let store = ModelStore()
    let json = #"{"id": 5, "list": [{"id": 1}, {"id": 2, "lang": "de"}]}"#
    let holder =
      inStore
      ? try store.upsert(Holder<Part>.self, json: json) : try Holder<Part>(json: json)
    let list = holder.list
    let change =
      #"{"id": 5, "list": [{"lang": "de", "id": 2, "text": "b"}, {"text": "c", "id": 1}]}"#
    if inStore {
      try store.upsert(Holder<Part>.self, json: change)
      #expect(store[Part.self, ["id": 1, "lang": "en"]] === list[0])
    } else {
      try holder.update(json: change)
    }
    #expect(holder.list.map(\.text) == ["b", "c"])
    #expect(holder.list[0] === list[1] && holder.list[1] === list[0])
  }

  private class Envelope: ModelObject {
    var id = 0
    var name = ""
    var note = ""
    override class var identity: Set<String> { ["id"] }
    override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
      note = "set"
      guard let data = dictionary["data"] as? [String: Any] else { return dictionary }
      if data["name"] as? String == "bad" { throw Refused() }
      return data
    }
  }

  private struct Refused: Error {}

  private final class Envelopes: ModelObject {
    var list: [Envelope] = []
    var one: Envelope?
  }

  /// What `willMap` returns has the keys: it is called once, on a new object.
  @Test func areReadInWhatWillMapReturns() throws {
    let store = ModelStore()
    for way in WayIn.forms {
      func upsert(_ json: String) throws -> Envelope {
        try Self.upsert(Envelope.self, JSONInput(json, by: way), into: store)
      }
      let first = try upsert(#"{"data": {"id": 7, "name": "a"}}"#)
      first.note = ""
      #expect(try upsert(#"{"data": {"name": "b", "id": "7"}}"#) === first, "\(way)")
      #expect(first.name == "b" && first.note == "" && store.count(of: Envelope.self) == 1)
      #expect(try upsert(#"{"id": 8}"#).note == "set")
      store.removeAll()
    }
    let list = try Envelopes(json: #"{"list": [{"data": {"id": 1}}, {"data": {"id": 2}}]}"#)
    let former = list.list
    let change =
      #"{"list": [{"data": {"id": 2, "name": "b"}}, {"data": {"id": 1, "name": "bad"}}]}"#
    try list.update(json: change)
    #expect(list.list.map(\.name) == ["b"] && list.list[0] === former[1])
  }

  /// An object that the store doesn't have gives way to the one that it has, without a word.
  @Test func findTheObjectOfTheStoreBesideAnotherOne() throws {
    final class Held: ModelObject {
      var id = 0
      var part: Part?
      override class var identity: Set<String> { ["id"] }
    }
    let log = TextLog()
    var options = MappingOptions()
    options.issueHandler = { log.add($0.map { "\($0)" }) }
    let store = ModelStore()
    let filed = try store.upsert(Part.self, json: #"{"id": 2}"#)
    let held = try store.upsert(Held.self, json: #"{"id": 1}"#)
    held.part = Part { $0.id = 2 }
    try store.upsert(Held.self, json: #"{"id": 1, "part": {"id": 2}}"#, options: options)
    #expect(held.part === filed && log.texts == [])
  }

  // MARK: - What hooks give

  private class Named: ModelObject {
    var id = 0
    var name = ""
    override class var identity: Set<String> { ["id"] }
  }

  private final class Renamed: Named {
    override func serializeValue(_ value: Any?, key: String) throws {
      try super.serializeValue(value, key: key == "uid" ? "id" : key)
    }
  }

  private final class Late: Named {
    var code = 0
    override func didMap(_ dictionary: [String: Any]) throws { if code > 0 { id = code } }
  }

  private final class Awoken: Named {
    var code = 0
    override func awake() { if code > 0 { id = code } }
  }

  private final class Assigned: Named {
    var code: Int {
      get { id }
      set { id = newValue }
    }
    override class var accessors: [String: PropertyAccessor] { ["code": .init(\Assigned.code)] }
  }

  private func check<Model: Named>(_ type: Model.Type, _ key: String) throws {
    let log = TextLog()
    var options = MappingOptions()
    options.issueHandler = { log.add($0.map { "\($0)" }) }
    let store = ModelStore()
    // Free: it is filed under that, after the objects whose keys give theirs.
    let json =
      #"[{"\#(key)": 1, "name": "a"}, {"id": 2, "name": "b"}, {"\#(key)": 2, "name": "c"}]"#
    let page = try store.upsert([Model].self, json: json, options: options)
    #expect(page.map(\.name) == ["a", "b", "c"], "\(type)")
    #expect(store[type, 1] === page[0] && store[type, 2] === page[1], "\(type)")
    #expect(store.count(of: type) == 2, "\(type)")
    let taken =
      "[2]: expected an identity of its own, found id 2 from a hook, which another object has"
    #expect(log.texts == [taken], "\(type)")
    #expect(page.changes.inserted.map(\.name) == ["a", "b"], "\(type)")
    // A known object isn't found by it, and keeps its own.
    let again = try store.upsert(type, json: #"{"\#(key)": 1, "name": "d"}"#, options: options)
    #expect(again !== page[0] && store[type, 1] === page[0] && page[0].name == "a", "\(type)")
    #expect(log.texts.count == 2, "\(type)")
    #expect(throws: Never.self) { try store.archivedData() }
  }

  @Test func thatHooksGiveFileNewObjectsIfTheyAreFree() throws {
    try check(Renamed.self, "uid")
    try check(Late.self, "code")
    try check(Awoken.self, "code")
    try check(Assigned.self, "code")
  }

  @Test func ofKnownObjectsStay() throws {
    let log = TextLog()
    var options = MappingOptions()
    options.issueHandler = { log.add($0.map { "\($0)" }) }
    let store = ModelStore()
    let page = try store.upsert([Late].self, json: #"[{"id": 1}, {"id": 2}]"#)
    try store.upsert(Late.self, json: #"{"id": 1, "code": 2, "name": "b"}"#, options: options)
    #expect(
      page[0].name == "b" && store[Late.self, 1] === page[0] && store[Late.self, 2] === page[1]
    )
    let issue =
      "(root): expected the identity under which it is filed, found id 2 from a hook, which another object has"
    #expect(log.texts == [issue])
    // A free one changes nothing in the store.
    try store.upsert(Late.self, json: #"{"id": 2, "code": 3}"#, options: options)
    #expect(store[Late.self, 2] === page[1] && store[Late.self, 3] == nil && log.texts.count == 1)
  }

  /// Within a call, objects are found by what their keys gave.
  @Test func thatHooksChangeAreFoundByTheirKeysInTheCall() throws {
    let store = ModelStore()
    let json = #"[{"id": 1, "code": 5, "name": "a"}, {"id": 1, "name": "b"}, {"id": 5}]"#
    let page = try store.upsert([Late].self, json: json)
    #expect(page.models.count == 2 && page[0].name == "b" && page[0].id == 5)
    #expect(store[Late.self, 1] == nil && store[Late.self, 5] === page[1])
    let other = try store.upsert(Late.self, json: #"{"id": 6, "code": 7}"#)
    #expect(store[Late.self, 7] === other && store[Late.self, 6] == nil)
    let assigned = try store.upsert(Assigned.self, json: #"{"id": 6, "code": 7}"#)
    #expect(store[Assigned.self, 7] === assigned && store[Assigned.self, 6] == nil)
  }

  /// An object that is refused, or whose call fails, isn't filed at its end.
  @Test func ofRefusedObjectsAreDropped() throws {
    final class Checked: ModelObject {
      var id = 0
      var inner: Renamed?
      override class var identity: Set<String> { ["id"] }
      override func validate() throws { if id == 9 { throw Refused() } }
    }
    let store = ModelStore()
    let json = #"[{"id": 9, "inner": {"uid": 1}}, {"id": 2, "inner": {"uid": 3}}]"#
    let page = try store.upsert([Checked].self, json: json)
    #expect(page.map(\.id) == [2] && store.all(Renamed.self).map(\.id) == [3])
    #expect(throws: ModelError.self) { try store.upsert(Renamed.self, json: #"{"uid": 4} x"#) }
    #expect(store.count(of: Renamed.self) == 1)
  }

  /// It keeps others from being removed, as an element that isn't read.
  @Test func thatHooksGiveNameElementsOfACompleteList() throws {
    let store = ModelStore()
    try store.upsert([Renamed].self, json: #"[{"id": 1}, {"id": 2}]"#)
    let json = #"[{"id": 1}, {"uid": 3}]"#
    let page = try store.upsert([Renamed].self, json: json, removingOthers: true)
    #expect(page.changes.removed.map(\.id) == [2] && store.all(Renamed.self).map(\.id) == [1, 3])
    try store.upsert([Renamed].self, json: #"[{"id": 1}, {"uid": 1}]"#, removingOthers: true)
    #expect(store.count(of: Renamed.self) == 2)
  }

  /// If the value of a part doesn't fit, the object that is updated keeps the identity under which it is
  /// filed.
  @Test(arguments: [
    (#"{"id": [], "lang": "de", "text": "b"}"#, false), (#"{"id": 2, "lang": {}}"#, false),
    (#"{"lang": "de"}"#, true),
  ])
  func thatDoNotFitAreNotTakenByAnUpdate(json: String, isTaken: Bool) throws {
    func check<Model: Part>(_ type: Model.Type) throws {
      let store = ModelStore()
      let part = try store.upsert(type, json: #"{"id": 1, "lang": "en"}"#)
      try store.update(part, json: json)
      let former = store[type, ["id": 1, "lang": "en"]]
      #expect(former === (isTaken ? nil : part), "\(type)")
      #expect((store[type, ["id": 1, "lang": "de"]] === part) == isTaken, "\(type)")
      #expect(store.count(of: type) == 1, "\(type)")
    }
    try check(Part.self)
    try check(HookedPart.self)
  }

  /// An object that has no identity at its end, or that of a new object, stays filed under that of its
  /// keys.
  @Test func thatHooksTakeAwayStay() throws {
    final class Cleared: Named {
      override func didMap(_ dictionary: [String: Any]) throws { if name == "x" { id = 0 } }
    }
    final class Emptied: ModelObject {
      var id: Int?
      override class var identity: Set<String> { ["id"] }
      override func didMap(_ dictionary: [String: Any]) throws { id = nil }
    }
    let log = TextLog()
    var options = MappingOptions()
    options.issueHandler = { log.add($0.map { "\($0)" }) }
    let store = ModelStore()
    let json = #"[{"id": 1, "name": "x"}, {"id": 2, "name": "x"}]"#
    let page = try store.upsert([Cleared].self, json: json, options: options)
    #expect(page.map(\.id) == [0, 0] && store.all(Cleared.self).count == 2)
    #expect(store[Cleared.self, 1] === page[0] && store[Cleared.self, 2] === page[1])
    let again = try store.upsert([Cleared].self, json: json, removingOthers: true, options: options)
    #expect(again[0] === page[0] && again[1] === page[1] && again.changes.removed.isEmpty)
    let emptied = try store.upsert(Emptied.self, json: #"{"id": 1}"#, options: options)
    #expect(store[Emptied.self, 1] === emptied && log.texts == [])
  }

  /// It is noted once for each time that the object comes.
  @Test func thatHooksChangeTwiceFileOneObject() throws {
    let log = TextLog()
    var options = MappingOptions()
    options.issueHandler = { log.add($0.map { "\($0)" }) }
    let store = ModelStore()
    let json = #"[{"id": 1, "code": 5}, {"id": 1, "name": "b"}]"#
    let page = try store.upsert([Late].self, json: json, options: options)
    #expect(page.models.count == 1 && store[Late.self, 5] === page[0] && store[Late.self, 1] == nil)
    #expect(log.texts == [])
  }

  /// An object that is filed keeps its place, whatever it has now, if its keys give no identity.
  @Test func thatTheProgramHasChangedStay() throws {
    final class Chain: Named {
      var next: Late?
    }
    let store = ModelStore()
    let chain = try store.upsert(Chain.self, json: #"{"id": 1, "next": {"id": 1}}"#)
    let other = try store.upsert(Late.self, json: #"{"id": 2}"#)
    chain.next?.id = 2
    try store.upsert(Chain.self, json: #"{"id": 1, "next": {"name": "b"}}"#)
    #expect(chain.next?.name == "b" && store[Late.self, 1] === chain.next)
    #expect(store[Late.self, 2] === other)
    chain.next?.id = 3
    try store.upsert(Chain.self, json: #"{"id": 1, "next": {"name": "c"}}"#)
    #expect(store[Late.self, 1] === chain.next && store[Late.self, 3] == nil)
  }

  /// Only an element that isn't filed leaves a list incomplete: a new one, and not a model in an object.
  @Test func thatAreTakenLeaveListsIncomplete() throws {
    final class Tree: ModelObject {
      var id = 0
      var code = 0
      var child: Tree?
      override class var identity: Set<String> { ["id"] }
      override func didMap(_ dictionary: [String: Any]) throws { if code > 0 { id = code } }
    }
    let cases: [(json: String, isComplete: Bool)] = [
      (#"[{"id": 1}]"#, true),
      (#"[{"id": 1}, {"id": 4, "code": 1}]"#, false),
      (#"[{"id": 1}, {"id": 2, "code": 1}]"#, true),
      (#"[{"id": 1, "child": {"id": 4, "code": 1}}]"#, true),
      (#"[{"id": 1, "child": {"id": 2, "code": 1}}]"#, true),
      (#"[{"id": 1}, {"id": {}}]"#, false),
      (#"[{"id": 1, "child": {"id": {}}}]"#, true),
      (#"[{"id": 1}, {}]"#, false),
      (#"[{"id": 1, "child": {}}]"#, true),
    ]
    for (json, isComplete) in cases {
      let store = ModelStore()
      try store.upsert([Tree].self, json: #"[{"id": 1}, {"id": 2}, {"id": 3}]"#)
      let page = try store.upsert([Tree].self, json: json, removingOthers: true)
      #expect(page.changes.removed.contains { $0.id == 3 } == isComplete, "\(json)")
    }
  }

  // MARK: - Identities that the server gives

  private class Message: ModelObject {
    var id = 0
    var text = ""
    var next: Message?
    override class var identity: Set<String> { ["id"] }
  }

  private final class HookedMessage: Message {
    var same: HookedMessage?
    override func serializeValue(_ value: Any?, key: String) throws {
      try super.serializeValue(value, key: key)
    }
  }

  private func sent<Model: Message>(_ type: Model.Type, into store: ModelStore) throws -> Model {
    let message = Model()
    (message.id, message.text) = (-1, "hi")
    try store.insert(message)
    return message
  }

  @Test func thatTheServerGivesFileAnObjectUnderThem() throws {
    func check<Model: Message>(_ type: Model.Type) throws {
      let store = ModelStore()
      let message = try sent(type, into: store)
      try store.update(message, json: #"{"id": 99, "same": {"id": 99}}"#)
      #expect(store[type, 99] === message && store[type, -1] == nil, "\(type)")
      #expect(store.count(of: Message.self) == 1, "\(type)")
      if let message = message as? HookedMessage {
        #expect(message.same === message)
        message.same = nil
      }
      try store.upsert(type, json: #"{"id": 99, "text": "b"}"#)
      #expect(message.text == "b" && store.count(of: type) == 1, "\(type)")
      // A call that fails changes nothing.
      #expect(throws: ModelError.self) { try store.update(message, json: #"{"id": 7} x"#) }
      #expect(store[type, 99] === message && store[type, 7] == nil && message.id == 99, "\(type)")
    }
    try check(Message.self)
    try check(HookedMessage.self)
  }

  @Test func thatAnotherObjectHasUpdateThat() throws {
    func check<Model: Message>(_ type: Model.Type) throws {
      let log = TextLog()
      var options = MappingOptions()
      options.issueHandler = { log.add($0.map { "\($0.kind) \($0)" }) }
      let store = ModelStore()
      let message = try sent(type, into: store)
      let other = try store.upsert(type, json: #"{"id": 99, "text": "a"}"#)
      try store.update(message, json: #"{"id": 99, "text": "b"}"#, options: options)
      #expect(store[type, 99] === other && other.text == "b" && message.text == "hi", "\(type)")
      #expect(store.all(type).map(\.id) == [99], "\(type)")
      let name = "\(type)"
      #expect(
        log.texts == [
          "replaced (root): a \(name) with id 99 takes the place of a \(name) with id -1"
        ]
      )
      #expect(throws: Never.self) { try store.archivedData() }
    }
    try check(Message.self)
    try check(HookedMessage.self)
  }

  @Test func thatTheServerGivesCountInMergesToo() throws {
    let store = ModelStore()
    let message = try sent(Message.self, into: store)
    let base = message.copy()
    message.text = "mine"
    let conflicts = try store.merge(message, json: #"{"id": 99}"#, since: base)
    #expect(conflicts.isEmpty && message.id == 99 && message.text == "mine")
    #expect(store[Message.self, 99] === message && store[Message.self, -1] == nil)
    let second = try sent(Message.self, into: store)
    let copy = second.copy()
    try store.merge(second, json: #"{"id": 99, "next": {"id": 5}}"#, since: copy)
    #expect(store.all(Message.self).map(\.id).sorted() == [5, 99] && message.next?.id == 5)
  }
}
