import Foundation
import ModelObjectKit
import Observation
import Synchronization
import Testing

private class Part: ModelObject {
  var id = 0
}

private class Hidden: ModelObject {
  private var isAdmin = false
  fileprivate var token = ""
  private(set) var level = 0
  internal var name = ""

  var admin: Bool { isAdmin }
}

private final class HiddenChild: Hidden {
  private var secret = 0

  var shown: Int { secret }
}

private final class Untouched: ModelObject {
  let constant = "let"
  lazy var later = "lazy"
  var plain = ""
  var computed: String {
    get { plain + "!" }
    set { plain = "set by the computed property: \(newValue)" }
  }
  nonisolated(unsafe) static var shared = "static"
  weak var weakPart: Part?
  unowned var unownedPart: Part? = nil
  unowned(unsafe) var unsafePart: Part? = nil
  var closure: () -> Int = { 7 }
  var optionalClosure: (() -> Int)?
  var pair = (1, "one")
  var stranger = Stranger(id: 1)
  var object = NSObject()
  var metatype: Any.Type = Int.self
  let mutex = Mutex(5)
  let atomic = Atomic<Int>(6)
  var last = ""
}

private struct Stranger: Equatable {
  var id: Int
}

struct PropertiesThatAreMapped {
  @Test func areOfAnyAccessLevel() throws {
    for input in everyWay(
      #"{"is_admin": true, "token": "t", "level": 3, "name": "n", "secret": 4}"#
    ) {
      let hidden = try input.map(to: Hidden.self)
      #expect(hidden.admin && hidden.token == "t", "\(input)")
      #expect(hidden.level == 3 && hidden.name == "n", "\(input)")
      let child = try input.map(to: HiddenChild.self)
      #expect(child.admin && child.level == 3 && child.shown == 4, "\(input)")
    }
  }

  @Test func areLimitedByTheClass() throws {
    let json = #"{"id": 1, "name": "a", "is_admin": true}"#
    for input in everyWay(json) {
      let ignoring = try input.map(to: Ignoring.self)
      #expect(ignoring.id == 1 && ignoring.name == "a" && !ignoring.isAdmin, "\(input)")
      let listing = try input.map(to: Listing.self)
      #expect(listing.id == 1 && listing.name == "" && !listing.isAdmin, "\(input)")
      let nothing = try input.map(to: Nothing.self)
      #expect(nothing.id == 0, "\(input)")
    }
  }

  @Test func mayBearTheNamesOfTheObjectsOwnMembers() throws {
    let json = #"""
      {"description": "d", "hash": 1, "hash_value": 2, "id": "i", "type": "t", "copy": true,
       "name": "n", "debug_description": "dd"}
      """#
    for input in everyWay(json) {
      let model = try input.map(to: FamiliarNames.self, options: .strict)
      #expect(model.description == "d" && model.debugDescription == "dd", "\(input)")
      #expect(model.hash == 1 && model.hashValue == 2, "\(input)")
      #expect(model.id == "i" && model.type == "t" && model.name == "n", "\(input)")
      #expect(model.copy, "\(input)")
    }
  }

  @Test func doNotDisturbTheirNeighbours() throws {
    let values = [
      ("a", "-1"), ("b", "true"), ("c", "2"), ("d", "-3"), ("e", "false"), ("f", "4.5"),
      ("g", "\"text\""), ("h", "6"), ("i", "true"), ("j", "[1, 2]"), ("k", "7"),
    ]
    for (key, value) in values {
      for input in everyWay(#"{"\#(key)": \#(value)}"#) {
        let packed = try input.map(to: Packed.self, options: .strictButMissing)
        var lines = Packed().lines
        let fresh = lines
        lines[key] = packed.lines[key]
        #expect(packed.lines == lines, "\(input)")
        #expect(lines[key] != fresh[key], "\(input)")
      }
    }
  }

  @Test func mayBeImplicitlyUnwrapped() throws {
    for input in everyWay(#"{"name": "a", "part": {"id": 1}}"#) {
      let model = try input.map(to: Unwrapped.self)
      #expect(model.name == "a" && model.part?.id == 1, "\(input)")
    }
    for input in everyWay(#"{"name": null, "part": null}"#) {
      let model = try input.map(to: Unwrapped.self, options: .strict)
      #expect(model.name == nil && model.part == nil, "\(input)")
    }
  }

  private final class Unwrapped: ModelObject {
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    var name: String!
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    var part: Part!
  }

  private final class Ignoring: ModelObject {
    var id = 0
    var name = ""
    var isAdmin = false

    override class var ignoredProperties: Set<String> { ["isAdmin"] }
  }

  private final class Listing: ModelObject {
    var id = 0
    var name = ""
    var isAdmin = false

    override class var mappedProperties: Set<String>? { ["id"] }
  }

  private final class Nothing: ModelObject {
    var id = 0

    override class var mappedProperties: Set<String>? { [] }
  }

  private final class FamiliarNames: ModelObject {
    var description = ""
    var hash = 0
    var hashValue = 0
    var id = ""
    var type = ""
    var copy = false
    var name = ""
    var debugDescription = ""
  }

  private final class Packed: ModelObject {
    var a: Int8 = 0
    var b = false
    var c: UInt16 = 0
    var d: Int8?
    var e: Bool?
    var f: Float = 0
    var g: String?
    var h: UInt8?
    var i: Bool??
    var j: [Int]?
    var k: Int64?

    var lines: [String: String] {
      [
        "a": "\(a)", "b": "\(b)", "c": "\(c)", "d": "\(d as Any)", "e": "\(e as Any)", "f": "\(f)",
        "g": "\(g as Any)", "h": "\(h as Any)", "i": "\(i as Any)", "j": "\(j as Any)",
        "k": "\(k as Any)",
      ]
    }
  }
}

struct PropertiesThatAreNotMapped {
  @Test func keepWhatTheyAre() throws {
    let json = #"""
      {"constant": "x", "later": "x", "plain": "p", "computed": "x", "shared": "x",
       "weakPart": {"id": 1}, "unownedPart": {"id": 1}, "unsafePart": {"id": 1},
       "closure": 1, "optionalClosure": {}, "pair": [2, "two"], "stranger": {"id": 2},
       "object": {}, "metatype": "String", "mutex": 1, "atomic": 1, "last": "l",
       "$__lazy_storage_$_later": "x", "lazyStorageLater": "x"}
      """#
    for input in everyWay(json) {
      let model = try input.map(to: Untouched.self)
      #expect(model.constant == "let", "\(input)")
      #expect(model.later == "lazy", "\(input)")
      #expect(model.plain == "p", "\(input)")
      #expect(Untouched.shared == "static", "\(input)")
      #expect(model.weakPart == nil, "\(input)")
      #expect(model.unownedPart == nil, "\(input)")
      #expect(model.unsafePart == nil, "\(input)")
      #expect(model.closure() == 7 && model.optionalClosure == nil, "\(input)")
      #expect(model.pair == (1, "one"), "\(input)")
      #expect(model.stranger == Stranger(id: 1), "\(input)")
      #expect(ObjectIdentifier(model.metatype) == ObjectIdentifier(Int.self), "\(input)")
      #expect(model.mutex.withLock { $0 } == 5, "\(input)")
      #expect(model.atomic.load(ordering: .relaxed) == 6, "\(input)")
      #expect(model.last == "l", "\(input)")
    }
  }

  @Test func keepWhatTheyHoldWhenUpdated() throws {
    let part = Part()
    for input in everyWay(#"{"weakPart": {"id": 1}, "unownedPart": null, "later": null}"#) {
      let model = Untouched()
      model.weakPart = part
      model.unownedPart = part
      model.later = "mine"
      try input.update(model, options: nil)
      #expect(model.weakPart === part && model.unownedPart === part, "\(input)")
      #expect(model.later == "mine", "\(input)")
      #expect(part.id == 0, "\(input)")
    }
  }

  @Test func areOfNoInstanceEither() throws {
    let part = Part()
    let model = try Untouched(
      dictionary: ["constant": "x", "weakPart": part, "unownedPart": part, "later": "x"]
    )
    #expect(model.constant == "let")
    #expect(model.weakPart == nil && model.unownedPart == nil)
    #expect(model.later == "lazy")
  }
}

struct Observers {
  @Test(.differs(.observers)) func areNotToldByMapping() throws {
    for input in everyWay(#"{"count": 5}"#) {
      let model = try input.map(to: Observed.self)
      #expect(model.count == 5 && model.calls == 0, "\(input)")
      try input.update(model, options: nil)
      #expect(model.count == 5 && model.calls == 0, "\(input)")
      model.count = 6
      #expect(model.calls == 2, "\(input)")
    }
  }

  @Test func ofObservationAreNotToldByMapping() throws {
    for input in everyWay(#"{"user_name": "a", "count": 5, "part": {"id": 1}}"#) {
      let model = try input.map(to: Observable.self)
      #expect(model.userName == "a" && model.count == 5 && model.part?.id == 1, "\(input)")
      let told = Mutex(false)
      let count = withObservationTracking {
        model.count
      } onChange: {
        told.withLock { $0 = true }
      }
      #expect(count == 5)
      try DictionaryInput(dictionary: ["count": 6]).update(model, options: nil)
      #expect(model.count == 6, "\(input)")
      #expect(!told.withLock { $0 }, "\(input)")
      // The registrar still works: a change by hand notifies observers.
      model.count = 7
      #expect(told.withLock { $0 }, "\(input)")
    }
  }

  @Test func ofObservationGoByEitherName() throws {
    for input in everyWay(#"{"n": "a", "count": 5, "_$observationRegistrar": {}}"#) {
      let model = try input.map(to: ObservableWithLists.self)
      #expect(model.userName == "a", "\(input)")
      #expect(model.count == 0, "\(input)")
    }
  }

  private final class Observed: ModelObject {
    var count = 0 {
      willSet { log.calls += 1 }
      didSet { log.calls += 1 }
    }
    let log = Log()

    var calls: Int { log.calls }
  }

  private final class Log {
    var calls = 0
  }

  @Observation.Observable final class Observable: ModelObject {
    var userName = ""
    var count = 0
    fileprivate var part: Part?
  }

  @Observation.Observable final class ObservableWithLists: ModelObject {
    var userName = ""
    var count = 0

    override class var keyMapping: [String: JSONKey] { ["userName": "n"] }
    override class var ignoredProperties: Set<String> { ["_count"] }
  }
}
