import Foundation
import ModelObjectKit
import Testing

/// Models in `Codable` values are objects of the archive, as those in properties.
struct ModelsInCodableValues {
  @Test func keepAllThatAnArchiveHasOfAModel() throws {
    let inside = Inside()
    inside.session.account = Account("Shan", token: "SECRET")
    let data = try inside.archivedData()
    #expect(data.range(of: Data("SECRET".utf8)) == nil)
    let account = try #require(try Inside(archive: data).session.account)
    #expect(account.name == "Shan" && account.token == "")
    #expect(account.local == 7 && account.hidden == 8 && account.ignored == 9)
    #expect(account.seen == Date(timeIntervalSinceReferenceDate: 12345.5))
    #expect(account.friend?.name == "friend of Shan")
  }

  @Test func areSharedAndMayHoldWhatHoldsThem() throws {
    let inside = Inside()
    defer { inside.session.account?.owner = nil }
    let account = Account("a")
    (inside.session.account, inside.direct, account.owner) = (account, account, inside)
    let again = try Inside(archive: inside.archivedData())
    defer { again.session.account?.owner = nil }
    #expect(again.session.account === again.direct && again.direct != nil)
    #expect(again.direct?.owner === again)
  }

  @Test func areFoundInEveryPlace() throws {
    let places = Places()
    places.sessions = [Session(account: Account("a")), Session(), Session(account: Premium("b"))]
    places.maybe = Session(account: Account("c"))
    places.set = [Key(account: Account("d")), Key(account: Account("e"))]
    places.byName = ["x": Session(account: Account("f"))]
    places.nested.inner.list = [Account("g"), Premium("h")]
    places.nested.inner.byName = ["y": Account("i")]
    places.nested.inner.set = [Account("j"), Account("k")]
    places.wrapped = Account("l")
    places.choice = .account(Account("m"), 3)
    places.handmade = Handmade(account: Account("n"))
    let again = try Places(archive: places.archivedData(), subclasses: [Premium.self])
    #expect(again.sessions.map { $0.account?.name } == ["a", nil, "b"])
    #expect(again.sessions[2].account is Premium)
    #expect(again.maybe?.account?.name == "c")
    #expect(again.set == places.set && again.set.count == 2)
    #expect(again.byName["x"]?.account?.name == "f")
    #expect(again.nested.inner.list.map(\.name) == ["g", "h"])
    #expect(again.nested.inner.list[1] is Premium)
    #expect(again.nested.inner.byName["y"]?.name == "i")
    #expect(again.nested.inner.set == places.nested.inner.set)
    #expect(again.wrapped.name == "l" && again.wrapped.hidden == 8)
    guard case .account(let account, 3) = again.choice else {
      Issue.record("no account")
      return
    }
    #expect(account.name == "m" && account.hidden == 8)
    #expect(again.handmade?.account.name == "n")
  }

  /// A type's own code sees models with all their values, and may ask for more of them then.
  @Test func areCompleteWhenTheirValueIsDecoded() throws {
    let cart = Cart()
    cart.lines = Lines([Account("one"), Account("three")])
    #expect(cart.lines.length == 8)
    for type in [Cart.self, SelfMadeCart.self] {
      #expect(try type.init(archive: cart.archivedData()).lines.length == 8)
    }
  }

  /// No key of the value is taken for a model.
  @Test func areToldFromOtherObjects() throws {
    let tagged = Tagged()
    tagged.value = .init(
      account: Account("a"),
      pairs: ["#": 0],
      others: [["##": 1], ["###": 0, "a": 1]]
    )
    let again = try Tagged(archive: tagged.archivedData())
    #expect(again.value?.account.name == "a" && again.value?.pairs == ["#": 0])
    #expect(again.value?.others == [["##": 1], ["###": 0, "a": 1]])
  }

  /// What reads no model in the place of one gets what it exports.
  @Test func areObjectsOfJSONForOtherTypes() throws {
    let visit = Visit()
    visit.session.account = Account("a", token: "t")
    visit.direct = visit.session.account
    let data = try visit.archivedData()
    #expect(try VisitWithInfo(archive: data).session.account.name == "a")
    let converted = try VisitModel(archive: data)
    #expect(converted.session?.account?.hidden == 8)
    #expect(converted.session?.account === converted.direct)
    let untyped = try VisitAny(archive: data)
    let account = (untyped.session as? [String: Any])?["account"] as? Account
    #expect(account?.hidden == 8)
    #expect(try VisitText(archive: data).session == "kept")
  }

  @Test func openFromEarlierArchives() throws {
    let text = #"{"account":{"hidden":3,"name":"Shan","seen":"2001-01-01","token":"t"}}"#
    let account = try Inside(archive: archive(["$json": text])).session.account
    #expect(account?.name == "Shan" && account?.token == "t" && account?.hidden == 3)
  }

  @Test(
    arguments: [
      (["$json": ##"{"account":{"#":0}}"##, "$models": [] as [any Sendable]], "damaged"),
      (["$json": ##"{"account":{"#":0}}"##, "$models": ["#", 7] as [any Sendable]], "damaged"),
      (
        ["$json": ##"{"account":{"#":0}}"##, "$models": ["#", ["$object": 9]] as [any Sendable]],
        "no object 9"
      ),
      (
        ["$json": ##"{"account":{"#":0}}"##, "$models": ["#", ["$object": 0]] as [any Sendable]],
        "not allowed"
      ),
      (
        ["$json": ##"{"account":{"#":1}}"##, "$models": ["#", ["$object": 0]] as [any Sendable]],
        "damaged"
      ),
      (
        ["$json": ##"{"account":{"#":-1}}"##, "$models": ["#", ["$object": 0]] as [any Sendable]],
        "damaged"
      ),
      (["$models": ["#", ["$object": 0]] as [any Sendable]], "damaged"),
    ] as [([String: any Sendable], String)]
  )
  func areRefusedIfTheyAreNotWhatTheValueTakes(value: [String: any Sendable], words: String) throws
  {
    let data = try archive(value)
    let error = #expect(throws: ModelError.self) { try Inside(archive: data) }
    #expect("\(error as Any)".contains(words))
  }

  @Test func areObjectsOfTheStore() throws {
    let store = ModelStore()
    let account = Account("a", token: "SECRET")
    account.id = 1
    let holder = Filed()
    (holder.id, holder.session.account) = (2, account)
    try store.insert(account)
    try store.insert(holder)
    let again = try ModelStore(archive: store.archivedData(), classes: [Filed.self, Account.self])
    let filed = try #require(again[Filed.self, 2])
    #expect(filed.session.account === again[Account.self, 1] && again[Account.self, 1] != nil)
  }

  /// The object is saved with the store, a part with its holder, and nothing else.
  @Test func areSavedWhereTheyBelong() throws {
    let url = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: url) }
    let classes: [ModelObject.Type] = [Filed.self, Account.self]
    do {
      let file = try StoreFile(at: url, classes: classes)
      let account = Account("a", token: "SECRET")
      account.id = 1
      let (first, second) = (Filed(), Filed())
      (first.id, first.session.account) = (2, account)
      (second.id, second.session.account) = (3, Account("part"))
      for object in [account, first, second] { try file.store.insert(object) }
      #expect(try file.save() == 3)
      #expect(try file.save() == 0)
      account.name = "b"
      #expect(try file.save() == 1)
      account.token = "SECRET-2"
      #expect(try file.save() == 0)
      second.session.account?.hidden = 5
      #expect(try file.save() == 1)
      let text = try Data(contentsOf: url)
      #expect(text.range(of: Data("SECRET".utf8)) == nil)
    }
    do {
      let file = try StoreFile(at: url, classes: classes)
      let first = try #require(file.store[Filed.self, 2])
      #expect(first.session.account === file.store[Account.self, 1])
      #expect(first.session.account?.name == "b")
      #expect(file.store[Filed.self, 3]?.session.account?.hidden == 5)
      #expect(try file.save() == 0)
    }
  }

  @Test func leaveTheirValueOutIfTheyAreRefused() throws {
    let holder = Filed()
    (holder.id, holder.session.account) = (1, Account("refused"))
    let store = ModelStore()
    try store.insert(holder)
    let data = try store.archivedData()
    #expect(throws: ModelError.self) { try ModelStore(archive: data, classes: [Filed.self]) }
    var issues: [String] = []
    let again = try ModelStore(archive: data, classes: [Filed.self]) { issues.append("\($0)") }
    #expect(again[Filed.self, 1] != nil && again[Filed.self, 1]?.session.account == nil)
    #expect(issues.first?.contains("session") == true)
  }

  private func archive(_ session: [String: Any]) throws -> Data {
    let list: [String: Any] = [
      "format": "ModelObject", "version": 2, "root": 0,
      "classes": [["class": "Inside", "first": 0, "count": 1, "columns": ["session": [session]]]],
    ]
    return try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
  }
}

extension ModelsInCodableValues {
  class Account: ModelObject {
    var id = 0
    var name = ""
    var token = ""
    var local = 0
    var hidden = 0
    var ignored = 0
    var seen = Date(timeIntervalSinceReferenceDate: 0)
    var friend: Account?
    var owner: Inside?
    override class var identity: Set<String> { ["id"] }
    override class var unarchivedProperties: Set<String> { ["token"] }
    override class var unexportedProperties: Set<String> { ["local"] }
    override class var ignoredProperties: Set<String> { ["ignored"] }
    override class var dateFormats: [String: DateOptions.Format] { ["seen": .dateOnly] }
    override class var exportOptions: ExportOptions {
      var options = ExportOptions()
      options.relationships = .omitted
      return options
    }
    override func didExport(_ dictionary: inout [String: Any]) throws {
      dictionary["hidden"] = nil
    }
    override func validate() throws {
      if name == "refused" { throw CocoaError(.featureUnsupported) }
    }

    convenience init(_ name: String, token: String = "") {
      self.init()
      (self.name, self.token, local, hidden, ignored) = (name, token, 7, 8, 9)
      seen = Date(timeIntervalSinceReferenceDate: 12345.5)
      if name == "Shan" { friend = Account("friend of Shan") }
    }
  }

  class Premium: Account {}

  struct Session: Codable { var account: Account? }

  class Inside: ModelObject {
    var session = Session()
    var direct: Account?
    override class var archiveName: String { "Inside" }
  }

  class Visit: ModelObject {
    var session = Session()
    var direct: Account?
    override class var archiveName: String { "Visit" }
  }
  struct Info: Codable {
    struct Account: Codable { var name: String }
    var account: Account
  }
  class VisitWithInfo: ModelObject {
    var session = Info(account: .init(name: ""))
    var direct: Account?
    override class var archiveName: String { "Visit" }
  }
  class SessionModel: ModelObject { var account: Account? }
  class VisitModel: ModelObject {
    var session: SessionModel?
    var direct: Account?
    override class var archiveName: String { "Visit" }
  }
  class VisitAny: ModelObject {
    var session: Any?
    var direct: Account?
    override class var archiveName: String { "Visit" }
  }
  class VisitText: ModelObject {
    var session = "kept"
    override class var archiveName: String { "Visit" }
  }

  class Filed: ModelObject {
    var id = 0
    var session = Session()
    override class var identity: Set<String> { ["id"] }
  }

  struct Key: Codable, Hashable { var account: Account }
  struct Inner: Codable {
    var list: [Account] = []
    var byName: [String: Account] = [:]
    var set: Set<Account> = []
  }
  struct Outer: Codable { var inner = Inner() }
  enum Choice: Codable {
    case none
    case account(Account, Int)
  }

  @propertyWrapper struct Kept<Value: Codable>: Codable {
    var wrappedValue: Value
    init(wrappedValue: Value) { self.wrappedValue = wrappedValue }
    init(from decoder: any Decoder) throws { wrappedValue = try Value(from: decoder) }
    func encode(to encoder: any Encoder) throws { try wrappedValue.encode(to: encoder) }
  }

  struct Handmade: Codable {
    var account: Account
    enum CodingKeys: CodingKey { case parts }
    init(account: Account) { self.account = account }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      var parts = try container.nestedUnkeyedContainer(forKey: .parts)
      account = try Account(from: parts.superDecoder())
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      var parts = container.nestedUnkeyedContainer(forKey: .parts)
      try account.encode(to: parts.superEncoder())
    }
  }

  class Places: ModelObject {
    var sessions: [Session] = []
    var maybe: Session?
    var set: Set<Key> = []
    var byName: [String: Session] = [:]
    var nested = Outer()
    @Kept var wrapped = Account()
    var choice = Choice.none
    var handmade: Handmade?
  }

  struct Lines: Codable {
    var all: [Account]
    var length: Int
    enum CodingKeys: CodingKey { case first, others }
    init(_ all: [Account]) { (self.all, length) = (all, all.map(\.name.count).reduce(0, +)) }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      all = [try container.decode(Account.self, forKey: .first)]
      guard all[0].name != "" else { throw CocoaError(.coderReadCorrupt) }
      all += try container.decode([Account].self, forKey: .others)
      length = all.map(\.name.count).reduce(0, +)
    }
    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(all.first, forKey: .first)
      try container.encode(Array(all.dropFirst()), forKey: .others)
    }
  }
  class Cart: ModelObject {
    var lines = Lines([])
    override class var archiveName: String { "Cart" }
  }
  class SelfMadeCart: Cart {
    override class var archiveName: String { "SelfMadeCart" }
    override class var formerArchiveNames: Set<String> { ["Cart"] }
    override func decode(with unarchiver: ModelUnarchiver) throws {
      lines = try unarchiver.decode(Lines.self, forKey: "lines") ?? lines
    }
  }

  struct TaggedValue: Codable {
    var account: Account
    var pairs: [String: Int]
    var others: [[String: Int]]
  }
  class Tagged: ModelObject { var value: TaggedValue? }
}
