import Foundation
import ModelObjectKit
import Testing

private class Part: ModelObject {
  var id = 0
  var date: Date?
}

/// A class with its own designated initializers.
private class Account: ModelObject {
  var owner: String
  var balance: Int
  var part: Part?
  let openedBy: String

  required init() {
    owner = "nobody"
    balance = 1
    openedBy = "init()"
    super.init()
  }

  init(owner: String) {
    self.owner = owner
    balance = 2
    openedBy = "init(owner:)"
    super.init()
  }

  convenience init(owner: String, balance: Int) {
    self.init(owner: owner)
    self.balance = balance
  }
}

private final class Savings: Account {
  var rate: Double

  required init() {
    rate = 0.5
    super.init()
  }

  init(rate: Double) {
    self.rate = rate
    super.init(owner: "saver")
  }
}

/// A class whose parts replace themselves by another part in `init()`.
private final class Cabinet: ModelObject {
  nonisolated(unsafe) static weak var latest: Cabinet?
  var drawer: Drawer?

  required init() {
    super.init()
    Self.latest = self
  }
}

private final class Drawer: ModelObject {
  var title = "-"

  required init() {
    super.init()
    guard let cabinet = Cabinet.latest else { return }
    Cabinet.latest = nil
    cabinet.drawer = Drawer()
  }
}

private final class Generic<Value>: ModelObject {
  var value: Value?
  var values: [Value] = []
}

struct Initialisers {
  private static let json = #"{"owner": "a", "balance": "5", "part": {"id": 7}}"#

  @Test func standOnEverySubclass() throws {
    let dictionary: [String: Any] = ["owner": "a", "balance": "5", "part": ["id": 7]]
    let accounts = [
      try Account(json: Self.json),
      try Account(json: Data(Self.json.utf8)),
      try Account(dictionary: dictionary),
      try Savings(json: Self.json),
      try Savings(json: Data(Self.json.utf8)),
      try Savings(dictionary: dictionary),
      try Account(json: Self.json, options: .naming([:])),
      try Account(dictionary: dictionary, options: .naming([:])),
    ]
    for account in accounts {
      #expect(account.owner == "a" && account.balance == 5 && account.part?.id == 7)
      #expect(account.openedBy == "init()")
    }
    #expect(
      accounts.map { $0 is Savings } == [false, false, false, true, true, true, false, false]
    )
  }

  @Test func makeTheClassThatIsAskedForInGenericCodeToo() throws {
    #expect(try make(Savings.self).rate == 0.5)
    #expect(try make(Part.self).id == 0)
    let text = try Generic<String>(json: #"{"value": 5, "values": [1, "a"]}"#)
    #expect(text.value == "5" && text.values == ["1", "a"])
    let parts = try Generic<Part>(json: #"{"value": {"id": 1}, "values": [{"id": 2}]}"#)
    #expect(parts.value?.id == 1 && parts.values.map(\.id) == [2])
  }

  @Test func leaveTheOthersAsTheyWere() {
    #expect(Account(owner: "b", balance: 9).balance == 9)
    #expect(Savings(rate: 2).openedBy == "init(owner:)")
  }

  @Test func mayFillThePropertyThatTheirObjectIsFor() throws {
    // The second time both classes have been used before.
    for input in everyWay(#"{"drawer": {"title": "a"}}"#) + everyWay(#"{"drawer": {"title": "a"}}"#)
    {
      #expect(try input.map(to: Cabinet.self).drawer?.title == "a", "\(input)")
      #expect(try input.map(to: Cabinet.self, options: .lenient).drawer?.title == "a", "\(input)")
    }
  }

  @Test func takeDictionariesOfFoundation() throws {
    let inner = NSDictionary(dictionary: ["id": NSNumber(value: 7)])
    let outer = NSDictionary(dictionary: ["owner": "a", "balance": 5, "part": inner])
    let bridged = try #require(outer as? [String: Any])
    #expect(try Account(dictionary: bridged).part?.id == 7)
    let hashable: [AnyHashable: Any] = ["id": 8]
    let account = try Account(dictionary: ["owner": "a", "part": hashable])
    #expect(account.part?.id == 8)
    #expect(try Account(dictionary: ["part": inner, "owner": NSString("b")]).owner == "b")
  }

  @Test func updateInPlace() throws {
    let account = Account(owner: "a")
    let part = Part()
    account.part = part
    try account.update(json: #"{"balance": 3}"#)
    try account.update(json: Data(#"{"part": {"id": 4}}"#.utf8))
    try account.update(dictionary: ["owner": "b"])
    #expect(account.owner == "b" && account.balance == 3)
    #expect(account.part === part && part.id == 4)
    #expect(account.openedBy == "init(owner:)")
  }

  private func make<Model: ModelObject>(_ type: Model.Type) throws -> Model {
    try Model(json: "{}")
  }
}

struct CollectionsOfModels {
  @Test func comeFromArrays() throws {
    let json = #"[{"id": 1}, {"ID": "2"}, {}]"#
    #expect(try [Part](json: json).map(\.id) == [1, 2, 0])
    #expect(try [Part](json: Data(json.utf8)).map(\.id) == [1, 2, 0])
    #expect(try [Part](dictionaries: [["id": 1], ["ID": "2"], [:]]).map(\.id) == [1, 2, 0])
    #expect(try [Part](json: "[]").isEmpty)
    #expect(try [Part](dictionaries: []).isEmpty)
  }

  @Test func leaveOutWhatIsNoObject() throws {
    #expect(
      try [Part](json: #"[{"id": 1}, 5, null, "x", [], [{"id": 9}], {"id": 2}]"#).map(\.id) == [
        1, 2,
      ]
    )
  }

  @Test func comeFromObjectsByName() throws {
    let json = #"{"a": {"id": 1}, "B_b": {"id": 2}, "c": 5, "d": null}"#
    #expect(try [String: Part](json: json).mapValues(\.id) == ["a": 1, "B_b": 2])
    #expect(try [String: Part](json: Data(json.utf8)).mapValues(\.id) == ["a": 1, "B_b": 2])
    #expect(try [String: Part](json: "{}").isEmpty)
  }

  @Test func holdManyElements() throws {
    let json = "[" + (0..<5_000).map { #"{"id": \#($0)}"# }.joined(separator: ",") + "]"
    let isWhole = try [Part](json: json).map(\.id) == Array(0..<5_000)
    #expect(isWhole)
  }
}

/// Options of a class.
private final class German: ModelObject {
  var date: Date?
  var part: Part?
  var parts: [Part] = []
  var named: [String: Part] = [:]

  override class var mappingOptions: MappingOptions {
    var options = MappingOptions()
    options.dates.format = .custom("dd.MM.yyyy")
    return options
  }
}

private final class HookedGerman: ModelObject {
  var date: Date?
  var part: Part?

  override class var mappingOptions: MappingOptions { German.mappingOptions }

  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class World: ModelObject {
  var german: German?
  var date: Date?
}

struct OptionsOfAMapping {
  private static let german = #""date": "06.05.2014""#
  private static let iso = #""date": "2014-05-06""#
  private static let date = Date(timeIntervalSince1970: 1_399_334_400)

  @Test func areThoseOfTheClassAndReachEveryLevel() throws {
    let json = """
      {\(Self.german), "part": {\(Self.german)}, "parts": [{\(Self.german)}, {\(Self.iso)}],
       "named": {"x": {\(Self.german)}}}
      """
    for input in everyWay(json) {
      let german = try input.map(to: German.self)
      #expect(german.date == Self.date && german.part?.date == Self.date, "\(input)")
      #expect(german.parts.map(\.date) == [Self.date, nil], "\(input)")
      #expect(german.named["x"]?.date == Self.date, "\(input)")
      let hooked = try input.map(to: HookedGerman.self)
      #expect(hooked.date == Self.date && hooked.part?.date == Self.date, "\(input)")
      let updated = German()
      try input.update(updated, options: nil)
      #expect(updated.part?.date == Self.date, "\(input)")
    }
    #expect(try [German](json: "[{\(Self.german)}]").first?.date == Self.date)
    #expect(try [German](dictionaries: [["date": "06.05.2014"]]).first?.date == Self.date)
    #expect(try [String: German](json: "{\"a\": {\(Self.german)}}")["a"]?.date == Self.date)
  }

  @Test func ofTheCallGoBeforeThem() throws {
    for input in everyWay("{\(Self.iso), \"part\": {\(Self.iso)}}") {
      let german = try input.map(to: German.self, options: .lenient)
      #expect(german.date == Self.date && german.part?.date == Self.date, "\(input)")
      #expect(try input.map(to: German.self).date == nil, "\(input)")
    }
  }

  @Test func ofTheOuterObjectGoBeforeThoseOfAnInnerClass() throws {
    for input in everyWay("{\(Self.iso), \"german\": {\(Self.iso), \"part\": {\(Self.iso)}}}") {
      let world = try input.map(to: World.self)
      #expect(world.date == Self.date, "\(input)")
      #expect(world.german?.date == Self.date, "\(input)")
      #expect(world.german?.part?.date == Self.date, "\(input)")
    }
  }

  @Test func reachModelsInEveryContainerUnderStrict() {
    let json = #"{"part": {"date": "x"}, "parts": [{"date": "x"}], "named": {"a": {"date": "x"}}}"#
    for input in everyWay(json) {
      let paths = input.issues(mappingTo: German.self, options: .strictButMissing).map(\.path)
      #expect(paths.sorted() == ["named.a.date", "part.date", "parts[0].date"], "\(input)")
    }
  }
}
