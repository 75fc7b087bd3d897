import Foundation
import ModelObjectKit
import Testing

private struct Price: ModelStruct, Equatable {
  var amount = 0.0
  var currencyCode: String?
}

private struct Line: ModelStruct {
  var sku = ""
  var count = 1
  var price = Price(amount: 9)
  var parts: [Line] = []
}

private final class Order: ModelObject {
  var name = ""
  var price = Price(amount: 5, currencyCode: "USD")
  var discount: Price?
  var lines: [Line] = []
  var byKey: [String: Price] = [:]
  var grid: [[Price]] = []
}

private struct Checked: ModelStruct, Equatable {
  var from = 0
  var to = 0
  var seen = 0
  struct Invalid: Error {}

  static var requiredProperties: Set<String> { ["from"] }
  static var ignoredProperties: Set<String> { ["seen"] }

  mutating func didMap(_ dictionary: [String: Any]) {
    seen = dictionary.count
    if to < from { swap(&from, &to) }
  }

  mutating func validate() throws {
    if to > 100 { throw Invalid() }
  }
}

private final class Ranges: ModelObject {
  var range = Checked()
  var other: Checked?
  var all: [Checked] = []
}

private struct Listed: ModelStruct {
  var id = 0
  var title = ""
  var start: Date?
  var cents = 0
  private(set) var secret = "s"
  let fixed = 7

  static var keyMapping: [String: JSONKey] { ["id": ["ID", "meta.id"]] }
  static var mappedProperties: Set<String>? { ["id", "title", "start", "cents"] }
  static var dateFormats: [String: DateOptions.Format] { ["start": .secondsSince1970] }
  static var transforms: [String: PropertyTransform] {
    [
      "cents": .init(from: Double.self) {
        Int($0 * 100)
      } write: {
        Double($0) / 100
      }
    ]
  }
  static var descriptions: [String: String] { ["": "A listing", "title": "Shown"] }
}

private struct Exact: ModelStruct {
  var userName = ""
  static var keyMatching: KeyMatching { .exact }
}

private final class Member: ModelObject {
  var id = 0
  var name = ""
  var friend: Member?
  override class var identity: Set<String> { ["id"] }
}

private struct Team: ModelStruct {
  var leader: Member?
  var members: [Member] = []
  var name = ""
}

private final class Club: ModelObject {
  var team = Team()
  var teams: [Team] = []
}

private struct Coded: ModelStruct, Codable, Equatable {
  var count = 0
  var tags: [String] = []
}

private final class Holder: ModelObject {
  var coded = Coded()
  var list: [Coded] = []
  var optional: Coded?
  var keyed: [String: Coded] = [:]
}

private final class PlainCodable: ModelObject {
  struct Price: Codable {
    var amount = 0.0
    var currency_code: String?
    var until: Date?
  }
  var price = Price(amount: 5, currency_code: "E", until: Date(timeIntervalSince1970: 60))
  var list = [Price(amount: 7)]
  override class var archiveName: String { "Offer" }
}

private final class OfStructs: ModelObject {
  struct Price: ModelStruct {
    var amount = 0.0
    var currency_code: String?
    var until: Date?
  }
  var price = Price()
  var list: [Price] = []
  override class var archiveName: String { "Offer" }
}

private final class OfRenamed: ModelObject {
  struct Price: ModelStruct {
    var cost = 0.0
    var currencyCode: String?
    var until: Date?
    var added = 3
    static var keyMapping: [String: JSONKey] { ["cost": ["cost", "amount"]] }
  }
  var price = Price()
  var list: [Price] = []
  override class var archiveName: String { "Offer" }
}

private final class OfClasses: ModelObject {
  final class Price: ModelObject {
    var amount = 0.0
    var currencyCode: String?
    var until: Date?
  }
  var price = Price()
  var list: [Price] = []
  override class var archiveName: String { "Offer" }
}

private struct Trip: ModelStruct {
  struct Stop: ModelStruct {
    var prices: [Price] = []
    var trips: [Trip] = []
  }
  var stops: [Stop] = []
  var price: Price?
}

private struct Mixed: ModelStruct {
  var leader: Member?
  var numbers: Set<Int> = []
}

private struct Crew: ModelStruct {
  var leader: Member?
  var members: Set<Member> = []
}

private final class Ship: ModelObject {
  var crew = Crew()
  var others: [Mixed] = []
}

/// Structs that are mapped by their properties.
@Suite(.differs(.modelStructs)) struct ModelStructs {
  @Test func areRoots() throws {
    let price = try Price(json: #"{"AMOUNT": "12.5", "currency_code": "EUR"}"#)
    #expect(price == Price(amount: 12.5, currencyCode: "EUR"))
    #expect(try price.jsonString() == #"{"amount":12.5,"currencyCode":"EUR"}"#)
    #expect(try Price(dictionary: ["amount": "1"]).amount == 1)
    #expect(try [Price](json: #"[{"amount": 1}, 5, {"amount": 2}]"#).map(\.amount) == [1, 2])
    #expect(try [String: Price](json: #"{"a": {"amount": 1}}"#)["a"]?.amount == 1)
    #expect(try Price(json: #"{"data": {"amount": 3}}"#, at: "data").amount == 3)
    var changed = price
    try changed.update(json: #"{"amount": 1}"#)
    #expect(changed == Price(amount: 1, currencyCode: "EUR"))
    #expect(try changed.jsonString(changesSince: price) == #"{"amount":1.0}"#)
    #expect(try Price(archive: price.archivedData()) == price)
    #expect(try [Price](archive: [price, changed].archivedData()) == [price, changed])
    #expect(throws: ModelError.self) { try Price(json: "[]") }
    #expect(throws: ModelError.self) { try Price(json: "{") }
  }

  /// Structs in it are values in the archive, of whatever types.
  @Test func areRootsOfArchivesWithOtherStructsInThem() throws {
    let trip = try Trip(json: #"{"stops": [{"prices": [{"amount": 2}]}], "price": {"amount": 1}}"#)
    let (one, all) = (try Trip(archive: trip.archivedData()), [trip, Trip()])
    #expect(try one.jsonString() == trip.jsonString())
    #expect(
      try [Trip](archive: all.archivedData()).map { try $0.jsonString() }
        == all.map { try $0.jsonString() }
    )
  }

  @Test func keepTheDefaultOfTheirPlace() throws {
    let order = try Order(
      json: #"{"price": {"amount": "x"}, "lines": [{"price": {}}, {"price": {"amount": 1}}]}"#
    )
    #expect(order.price == Price(amount: 5, currencyCode: "USD"))
    #expect(order.lines.map(\.price.amount) == [9, 1])
    #expect(order.lines.map(\.count) == [1, 1])
    let other = try Order(
      json: #"{"discount": {"amount": 2}, "price": null, "byKey": {"a": {"amount": 3}, "b": 1}}"#
    )
    #expect(other.discount == Price(amount: 2))
    #expect(other.price.amount == 5)
    #expect(other.byKey == ["a": Price(amount: 3)])
    try other.update(
      json: #"{"price": {"currency_code": "EUR"}, "discount": {"currencyCode": "X"}}"#
    )
    #expect(other.price == Price(amount: 5, currencyCode: "EUR"))
    #expect(other.discount == Price(amount: 2, currencyCode: "X"))
    try other.update(json: #"{"discount": null}"#)
    #expect(other.discount == nil)
  }

  @Test func nest() throws {
    let json =
      #"{"lines":[{"sku":"a","count":1,"price":{"amount":9},"parts":[{"sku":"b","count":2,"price":{"amount":1},"parts":[]}]}],"grid":[[{"amount":1}],[]]}"#
    let order = try Order(json: json)
    #expect(order.lines[0].parts[0].sku == "b")
    #expect(order.grid[0][0].amount == 1)
    let text = try order.jsonString()
    #expect(try Order(json: text) == order)
    #expect(try Order(dictionary: order.dictionaryRepresentation()) == order)
    #expect(try Order(archive: order.archivedData()) == order)
    #expect(order.copy() == order)
    let copy = order.copy()
    copy.lines[0].parts[0].count = 7
    #expect(order.lines[0].parts[0].count == 2)
    #expect(copy != order)
    #expect(try copy.jsonString(changesSince: order).contains("lines"))
  }

  @Test func haveHooks() throws {
    #expect(try Checked(json: #"{"from": 5, "to": 2}"#) == Checked(from: 2, to: 5, seen: 2))
    #expect(throws: ModelError.self) { try Checked(json: #"{"to": 2}"#) }
    #expect(throws: ModelError.self) { try Checked(json: #"{"from": 200}"#) }
    let ranges = try Ranges(
      json:
        #"{"range": {"from": 1, "to": 200}, "other": {"from": 1}, "all": [{"from": 3}, {}, {"from": 1, "to": 2}]}"#
    )
    #expect(ranges.range == Checked())
    #expect(ranges.other == Checked(from: 0, to: 1, seen: 1))
    #expect(ranges.all == [Checked(from: 0, to: 3, seen: 1), Checked(from: 1, to: 2, seen: 2)])
    let report = try Ranges.explain(json: #"{"range": {"to": 1}}"#)
    let rejected = report.issues.filter { $0.kind == .rejected }
    #expect(rejected.map(\.path) == ["range"])
    #expect(rejected.first?.found == "from is required, found nothing")
  }

  @Test func haveLists() throws {
    let listed = try Listed(
      json:
        #"{"meta": {"id": 5}, "title": "t", "start": 60, "cents": "1.5", "secret": "x", "fixed": 1}"#
    )
    #expect(listed.id == 5)
    #expect(listed.cents == 150)
    #expect(listed.secret == "s")
    #expect(listed.start == Date(timeIntervalSince1970: 60))
    #expect(try listed.jsonString() == #"{"ID":5,"title":"t","start":60,"cents":1.5}"#)
    #expect(try Exact(json: #"{"user_name": "a"}"#).userName == "")
    #expect(try Listed.jsonSchemaString().contains(#""description":"A listing""#))
    #expect(try Order.jsonSchemaString().contains("#/$defs/Price"))
  }

  @Test func areExplained() throws {
    let report = try Order.explain(
      json: #"{"price": {"amount": "1", "color": 2}, "lines": [{"count": "x"}]}"#
    )
    let issues = report.issues.filter { $0.kind != .missingKey }
    #expect(issues.map(\.path) == ["price.color", "lines[0].count"])
    #expect(issues.map(\.typeName) == ["Price", "Line"])
    #expect("\(report)".contains("price.amount"))
    #expect(!"\(report)".contains("StandIn"))
    #expect("\(try Price.explain(json: #"{"amount": 1}"#))".hasPrefix("Price: 1 mapped"))
  }

  @Test func holdModels() throws {
    let json =
      #"{"team": {"leader": {"id": 1, "name": "a"}, "members": [{"id": 2}, 1], "name": "t"}, "teams": [{"leader": 2}]}"#
    let store = ModelStore()
    let club = try store.upsert(Club.self, json: json)
    #expect(club.team.leader?.name == "a")
    #expect(club.team.members.map(\.id) == [2, 1])
    #expect(club.team.members[1] === club.team.leader)
    #expect(club.teams.first?.leader === club.team.members[0])
    let copy = club.copy()
    #expect(copy == club)
    #expect(copy.team.leader !== club.team.leader || club.team.leader == nil)
    let opened = try Club(archive: club.archivedData())
    #expect(opened.team.members[1] === opened.team.leader)
    #expect(opened.teams[0].leader?.id == 2)
    let plain = try Club(json: json)
    #expect(plain.team.leader?.id == 1)
    let leader = plain.team.leader
    try plain.update(json: #"{"team": {"leader": {"name": "z"}}}"#)
    #expect(plain.team.leader === leader)
    #expect(leader?.name == "z")
  }

  @Test func passThroughCoders() throws {
    let json =
      #"{"coded":{"count":"1","tags":"a"},"list":[{"count":2},{"count":"x"}],"optional":{"count":3},"keyed":{"a":{"COUNT":4}}}"#
    let mapped = try Holder(json: json)
    let decoded = try JSONDecoder().decode(Holder.self, from: Data(json.utf8))
    #expect(mapped == decoded)
    #expect(mapped.coded == Coded(count: 1, tags: ["a"]))
    #expect(mapped.list.map(\.count) == [2, 0])
    #expect(mapped.keyed["a"]?.count == 4)
    let data = try JSONEncoder().encode(mapped)
    #expect(try Holder(json: data) == mapped)
    let list = try PropertyListEncoder().encode(mapped)
    #expect(try PropertyListDecoder().decode(Holder.self, from: list) == mapped)
    #expect(
      try Order(json: JSONEncoder().encode(try Order(json: #"{"lines": [{"sku": "a"}]}"#))).lines[0]
        .sku == "a"
    )
  }

  @Test func arePrinted() throws {
    let order = try Order(json: #"{"price": {"amount": 1}, "lines": [{"sku": "a"}]}"#)
    #expect("\(order)".contains("price: Price"))
    #expect(!"\(order)".contains("StandIn"))
  }

  @Test func areMergedAsOneValue() throws {
    let base = try Order(json: #"{"price": {"amount": 1}, "name": "a"}"#)
    let mine = base.copy()
    mine.price.amount = 2
    let conflicts = try mine.merge(json: #"{"price": {"amount": 1}, "name": "b"}"#, since: base)
    #expect(conflicts.isEmpty)
    #expect(mine.price.amount == 2)
    #expect(mine.name == "b")
  }

  @Test func openArchivesOfOtherKindsAndVersions() throws {
    let struct1 = try OfStructs(archive: PlainCodable().archivedData())
    #expect(struct1.price.amount == 5)
    #expect(struct1.price.until == Date(timeIntervalSince1970: 60))
    #expect(struct1.list.map(\.amount) == [7])
    let coded = try PlainCodable(archive: struct1.archivedData())
    #expect(coded.price.currency_code == "E")
    #expect(coded.list.map(\.amount) == [7])
    let classes = try OfClasses(archive: struct1.archivedData())
    #expect(classes.price.currencyCode == "E")
    #expect(classes.list.map(\.amount) == [7])
    for renamed in [
      try OfRenamed(archive: struct1.archivedData()),
      try OfRenamed(archive: PlainCodable().archivedData()),
    ] {
      #expect(renamed.price.cost == 5)
      #expect(renamed.price.currencyCode == "E")
      #expect(renamed.price.until == Date(timeIntervalSince1970: 60))
      #expect(renamed.list.map(\.cost) == [7])
      #expect(renamed.list.map(\.added) == [3])
    }
  }

  @Test func holdSetsOfModels() throws {
    let json =
      #"{"crew": {"leader": {"id": 1}, "members": [{"id": 2}, {"id": 3}, {"id": 2}]}, "others": [{"numbers": [1, 2, 1]}]}"#
    let ship = try Ship(json: json)
    #expect(ship.crew.members.count == 2)
    let opened = try Ship(archive: ship.archivedData())
    #expect(opened == ship)
    #expect(opened.crew.members.isSuperset(of: ship.crew.members))
    let copy = ship.copy()
    #expect(copy == ship)
    #expect(copy.crew.members.isSuperset(of: ship.crew.members))
    #expect(copy.others.first?.numbers == [1, 2])
  }
}
