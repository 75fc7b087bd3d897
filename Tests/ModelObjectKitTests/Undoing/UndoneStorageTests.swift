import Foundation
import ModelObjectKit
import Observation
import Synchronization
import Testing

private final class Token: @unchecked Sendable {
  nonisolated(unsafe) static var count = 0
  init() { Self.count += 1 }
  deinit { Self.count -= 1 }
}

private struct Weakly {
  weak var token: Token?
  var number = 1
}

private enum Choice {
  case none
  case some(Token, Int)
  indirect case nested(Choice)
}

private struct Refused: Error {}

/// A class with storage of every layout.
private final class Storage: ModelObject {
  var name = "old"
  var flag = true
  var bytes: (Int8, Int64, Int8) = (1, 2, 3)
  var vector = SIMD16<Double>(repeating: 1)
  var weakly = Weakly()
  var choice = Choice.none
  var token: Token? = Token()
  var existential: any Sendable = 1
  var type: Any.Type = Int.self
  var optional: Int??
  var action: (() -> Token)?
  var big = (String(repeating: "a", count: 40), [Token()], ["k": Token()])
  let constant = Mutex(1)
  weak var owner: Token?
  unowned var other: Token
  lazy var slow = Token()

  required init() {
    other = shared
    super.init()
  }

  override func validate() throws {
    guard name == "bad" else { return }
    flag = false
    bytes = (4, 5, 6)
    vector[15] = 7
    let made = Token()
    weakly = Weakly(token: made, number: 2)
    choice = .nested(.some(made, 1))
    token = made
    existential = [made]
    type = String.self
    optional = .some(nil)
    action = { made }
    big.0 += "b"
    big.1.append(made)
    big.2["k"] = nil
    constant.withLock { $0 = 1 }
    owner = shared
    _ = slow
    throw Refused()
  }

  var state: String {
    let isOld = weakly.token === token
    return "\(name) \(flag) \(bytes) \(vector) \(weakly.number) \(isOld) \(choice) \(existential)"
      + " \(type) \(String(describing: optional)) \(action == nil) \(big.0) \(big.1.count)"
      + " \(big.2.count)"
  }
}

private let shared = Token()

/// Reports each value that is set.
private final class Told: ModelObject {
  nonisolated(unsafe) static var log: [String] = []
  var name = "old" { didSet { Self.log.append(name) } }
  var other = "old" { didSet { Self.log.append("other \(other)") } }
  var list = [1] { didSet { Self.log.append("\(list)") } }
  var any: Any = 1.5 { didSet { Self.log.append("any") } }
  var next: Told? { didSet { Self.log.append("next \(next?.name ?? "nil")") } }
  @Boxed var boxed = 1
  override class var accessors: [String: PropertyAccessor] {
    [
      "name": .init(\Told.name), "other": .init(\Told.other), "list": .init(\Told.list),
      "any": .init(\Told.any), "next": .init(\Told.next), "boxed": .init(\Told.boxed),
    ]
  }
  override func validate() throws { if name == "bad" { throw Refused() } }
}

@propertyWrapper private final class Boxed {
  var wrappedValue: Int
  init(wrappedValue: Int) { self.wrappedValue = wrappedValue }
}

@Observable private final class Seen: ModelObject {
  var name = "old"
  var count = 0
  override class var accessors: [String: PropertyAccessor] { ["name": .init(\Seen.name)] }
  override func didMap(_ dictionary: [String: Any]) throws {
    count += 1
    if name == "bad" { throw Refused() }
  }
}

private enum Mood: String { case good, bad }

private struct Large: Codable, Equatable {
  var numbers = [0.0, 0, 0]
  var first = 0.0
  var second = 0.0
  var third = 0.0
}

private final class Exact: ModelObject {
  var number = 0.0
  var optional: Double? = 0.0
  var text = "e\u{301}"
  var numbers = [0.0]
  var mood = Mood.good
  var any: Any? = ["x": 1]
  var anyNumber: Any? = 7.0
  var large = Large()
  override func validate() throws { throw Refused() }
}

private final class Node: ModelObject {
  var id = 0
  var name = "old"
  var child: Node?
  var rows: [Node] = []
  override class var identity: Set<String> { ["id"] }
}

private final class Count: @unchecked Sendable {
  var value = 0
}

/// All storage of an object is restored, and nothing is leaked or released too early.
@Suite(.serialized) struct UndoneStorage {
  @Test(.differs(.propertiesWithoutAccessor)) func isAsItWas() throws {
    let storage = Storage()
    storage.weakly.token = storage.token
    let (before, count) = (storage.state, Token.count)
    for _ in 0..<3 {
      #expect(throws: ModelError.self) { try storage.update(json: #"{"name": "bad"}"#) }
      #expect(storage.state == before)
      #expect(Token.count == count)
    }
    // Weak properties aren't included.
    #expect(storage.owner === shared && storage.weakly.token === storage.token)
    try storage.update(json: #"{"name": "new"}"#)
    #expect(storage.name == "new" && Token.count == count)
  }

  @Test func isReleasedWithItsObject() throws {
    _ = shared
    let count = Token.count
    do {
      let storage = Storage()
      try? storage.update(json: #"{"name": "bad"}"#)
      try storage.update(json: #"{"name": "new"}"#)
    }
    #expect(Token.count == count)
  }

  @Test(.differs(.failedUpdate)) func isSetThroughKeyPaths() throws {
    let told = Told()
    Told.log = []
    let json = #"{"name": "bad", "list": [2], "boxed": 5}"#
    #expect(throws: ModelError.self) { try told.update(json: json) }
    #expect(Told.log == ["[2]", "bad", "old", "[1]"])
    #expect(told.name == "old" && told.list == [1])
    // The accessor of a wrapper knows what that keeps outside of the object.
    #expect(told.boxed == 1)
  }

  @Test func aModelIsSetThroughItsKeyPath() throws {
    let told = Told()
    let next = #"{"name": "bad", "next": {"name": "new"}}"#
    Told.log = []
    #expect(throws: ModelError.self) { try told.update(json: next) }
    #expect(told.next == nil && Told.log == ["bad", "new", "next new", "old", "next nil"])
    let former = Told()
    told.next = former
    Told.log = []
    #expect(throws: ModelError.self) { try told.update(json: #"{"name": "bad", "next": null}"#) }
    #expect(told.next === former && Told.log == ["bad", "next nil", "old", "next old"])
  }

  /// An observer learns nothing of a list that was replaced with an equal one.
  @Test func anEqualValueIsNotSetThroughItsKeyPath() throws {
    let told = Told()
    Told.log = []
    #expect(throws: ModelError.self) { try told.update(json: #"{"name": "bad", "list": [1]}"#) }
    #expect(Told.log == ["[1]", "bad", "old"])
  }

  /// The object is saved by the first list, which loses, and again by the child.
  @Test func isWhatItWasBeforeAKeyThatLost() throws {
    let store = ModelStore()
    let known = try store.upsert(Node.self, json: #"{"id": 2}"#)
    let refused = #"""
      {"id": 1, "rows": [{"id": 2, "name": "lost"}], "child": {"id": 2, "name": []}, "rows": []}
      """#
    #expect(throws: ModelError.self) {
      try store.upsert(Node.self, json: refused, options: .strict)
    }
    #expect(known.name == "old" && store.count(of: Node.self) == 1)
  }

  /// Values that equal others may still be told apart.
  @Test(.differs(.failedUpdate)) func isTheValueItself() throws {
    let exact = Exact()
    let json = #"""
      {"number": -0.0, "optional": -0.0, "text": "é", "numbers": [-0.0], "mood": "bad",
       "any": {"x": 2}, "any_number": 7,
       "large": {"numbers": [-0.0, 0, 0], "first": 0, "second": 0, "third": -0.0}}
      """#
    #expect(throws: ModelError.self) { try exact.update(json: json) }
    #expect(exact.number.sign == .plus && exact.optional?.sign == .plus)
    #expect(exact.text.unicodeScalars.count == 2 && exact.numbers[0].sign == .plus)
    #expect(exact.mood == .good && exact.any as? [String: Int] == ["x": 1])
    #expect(exact.anyNumber is Double && exact.large.third.sign == .plus)
  }

  @Test func isObserved() throws {
    let seen = Seen()
    let (names, counts) = (Count(), Count())
    withObservationTracking {
      _ = seen.name
    } onChange: {
      names.value += 1
    }
    #expect(throws: ModelError.self) { try seen.update(json: #"{"name": "bad"}"#) }
    #expect(names.value == 1 && seen.name == "old" && seen.count == 0)
    withObservationTracking {
      _ = (seen.name, seen.count)
    } onChange: {
      counts.value += 1
    }
    seen.count = 5
    #expect(counts.value == 1)
  }
}
