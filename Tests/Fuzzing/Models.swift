import Foundation
import ModelObjectKit

enum Suit: String, CaseIterable, Codable { case clubs, hearts, null }
enum Rank: Int { case ace = 1, king = 13 }

struct Point: Codable, Hashable {
  var x: Double
  var label: String?
  var at: Date?
}

struct Celsius: ModelValue, Hashable {
  var degrees: Int
  init?(modelValue: Any) {
    guard let degrees = modelValue as? Int else { return nil }
    self.degrees = degrees
  }
  var modelValue: Any { degrees }
}

@propertyWrapper struct Held: Codable, Hashable {
  var wrappedValue: Int
}

/// The base class of all models of the fuzzing: one root for archives.
class Item: ModelObject {
  var id = 0
  var name = "-"
}

class Leaf: Item {
  var price: Decimal = 1
  var flag: Bool?
  var tags: [String] = ["-"]
  var date: Date?
  var leaf: Leaf?
}

/// A struct that is mapped by its properties.
struct Money: ModelStruct, Hashable {
  var amount: Decimal = 0
  var currencyCode: String?
  var until: Date?
  var suit = Suit.clubs
}

/// A `Codable` struct with a model and others of its kind in it.
struct Tally: Codable {
  var count: Int
  var label: String?
  var at: Date?
  var leaf: Leaf?
  var points: [Point]?
}

/// Structs in each place that a struct has; `Crated` is a class with the same properties.
struct Crate: ModelStruct {
  var id = 0
  var name = "-"
  var money = Money()
  var maybe: Money?
  var prices: [Money] = []
  var moneySet: Set<Money> = []
  var priceMap: [String: Money] = [:]
  var rows: [[Money]] = []
  var leaf: Leaf?
  var leaves: [Leaf] = []
  var tally: Tally?
  var tallies: [Tally] = []
  var crates: [Crate] = []
  var celsius: Celsius?
  var any: Any?
  var raw: RawJSON?
  static var keyMapping: [String: JSONKey] { ["money": ["cost", "ext.cost"]] }
}

class Crated: Item {
  var money = Money()
  var maybe: Money?
  var prices: [Money] = []
  var moneySet: Set<Money> = []
  var priceMap: [String: Money] = [:]
  var rows: [[Money]] = []
  var leaf: Leaf?
  var leaves: [Leaf] = []
  var tally: Tally?
  var tallies: [Tally] = []
  var crates: [Crate] = []
  var celsius: Celsius?
  var any: Any?
  var raw: RawJSON?
  override class var keyMapping: [String: JSONKey] { ["money": ["cost", "ext.cost"]] }
}

/// Structs that hold structs and models, as property, element and value; a struct that refuses some
/// of what comes in, and texts of JSON.
class Crates: Item {
  var crate = Crate()
  var maybe: Crate?
  var all: [Crate] = []
  var byName: [String: Crate] = [:]
  var lists: [String: [Crate]] = [:]
  var limited = Limited()
  var limits: [Limited] = []
  var tally: Tally?
  var tallies: [String: Tally] = [:]
  var rawValue = RawJSON.null
  var raws: [RawJSON] = []
  var rawMap: [String: RawJSON] = [:]
  var next: Crates?
}

struct Limited: ModelStruct, Hashable {
  var id = 0
  var name = "-"
  mutating func didMap(_ dictionary: [String: Any]) throws { if name == "" { name = "none" } }
  mutating func validate() throws { if id == 13 { throw Refusal() } }
}

final class HookedCrates: Crates {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

final class WholeCrates: Crates {
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] { dictionary }
  override func didMap(_ dictionary: [String: Any]) throws {}
}

/// A property of every type that the table of conversions has.
class Everything: Leaf {
  var optionalText: String? = "x"
  var optionalInt: Int? = 1
  var int8: Int8 = 5
  var int16: Int16 = 5
  var int32: Int32 = 5
  var int64: Int64 = 5
  var int128: Int128 = 5
  var uint: UInt = 5
  var uint8: UInt8 = 5
  var uint16: UInt16 = 5
  var uint32: UInt32 = 5
  var uint64: UInt64 = 5
  var float: Float = 0.5
  var double = 0.5
  var optionalDouble: Double?
  var graphic: CGFloat = 0.5
  var optionalDecimal: Decimal?
  var bool = false
  var when = Date(timeIntervalSinceReferenceDate: 0)
  var data = Data()
  var url: URL?
  var uuid: UUID?
  var zone: TimeZone?
  var locale: Locale?
  var suit = Suit.clubs
  var rank: Rank?
  var point: Point?
  var points: [Point] = []
  var celsius: Celsius?
  @Held var wrapped = 1
  var own = Leaf()
  var any: Any?
  var anys: [Any] = []
  var anyMap: [String: Any] = [:]
  var number: NSNumber?
  var numberSet: Set<NSNumber> = []
  var string: NSString?
  var array: NSArray?
  var dictionary: NSDictionary?
  var moment: NSDate?
  var link: NSURL?
  var k = 0
  var user_name = ""
  var userName = ""
}

/// A hook that only calls `super` changes nothing.
final class HookedEverything: Everything {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// Neither does one that is handed the whole object.
final class WholeEverything: Everything {
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] { dictionary }
  override func didMap(_ dictionary: [String: Any]) throws {}
}

class Containers: Leaf {
  var leaves: [Leaf] = []
  var maybes: [Int?] = []
  var numbers: [Int8] = []
  var matrix: [[Double]] = []
  var dates: [Date] = []
  var set: Set<Int> = []
  var maybeSet: Set<UInt8?> = []
  var leafSet: Set<Leaf> = []
  var byName: [String: Leaf] = [:]
  var byNumber: [Int: String] = [:]
  var bySuit: [Suit: [Int]] = [:]
  var map: [String: Int] = [:]
  var maybeMap: [String: Double?] = [:]
  var lists: [String: [Leaf]] = [:]
  var deep: [[[String: [Bool]]]] = []
  var optionalList: [String]?
  var decimals: [Decimal] = []
  var suits: [Suit] = []
  var rows: [[Leaf]] = []
  var models: [ModelObject] = []
  var twice: Int??
  var next: Containers?
  override class var arrayMapping: [String: ModelObject.Type] { ["models": Leaf.self] }
}

final class HookedContainers: Containers {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

class Exact: Everything {
  override class var keyMatching: KeyMatching { .exact }
}

final class HookedExact: Exact {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// Keys, paths and alternatives, none of which is a way into another one.
class Mapped: Containers {
  var total: UInt64 = 5
  var small: Int8 = 5
  var first = ""
  var cents = 0.5
  var anything: Any?
  var part: Leaf?
  override class var keyMapping: [String: JSONKey] {
    [
      "name": ["ext.desc", "title", "ext.sub.name"], "total": "pages[1].total",
      "small": ["other", "Other-2", "x.y"], "first": "pages[0].text", "part": ["ext.part", "part"],
    ]
  }
  override class var arrayMapping: [String: ModelObject.Type] {
    ["anything": Leaf.self, "models": Leaf.self]
  }
  override class var transforms: [String: PropertyTransform] {
    [
      "cents": PropertyTransform(
        read: { cents in (cents as? Int).map { Double($0) / 4 } },
        write: { price in (price as? Double).flatMap { Int(exactly: $0 * 4) } }
      )
    ]
  }
}

final class HookedMapped: Mapped {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// Classes that the data picks.
class Shape: Item {
  var shapes: [Shape] = []
  var inner: Shape?
  var circle: Circle?
  var byName: [String: Shape] = [:]
  override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
    if dictionary["radius"] != nil { return Circle.self }
    return dictionary["side"] == nil ? nil : Square.self
  }
}

class Circle: Shape {
  var radius = 1.0
}

final class Square: Shape {
  var side = 1
}

struct Refusal: Error {}

/// Rejects some of what comes in.
class Picky: Item {
  var own = Leaf()
  var inner: Picky?
  var others: [Picky] = []
  var byName: [String: Picky] = [:]
  var set: Set<Int> = []
  override func validate() throws {
    if id == 13 { throw Refusal() }
  }
}

final class HookedPicky: Picky {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// A hook that takes keys into its own hands.
final class Redirecting: Containers {
  var seconds = 0
  override func serializeValue(_ value: Any?, key: String) throws {
    switch key {
    case "minutes": seconds = (value as? Int).flatMap { $0.magnitude < 1_000 ? $0 * 60 : nil } ?? 0
    case "caption": try super.serializeValue(value, key: "name")
    case "text": try super.serializeValue((value as? String).map { $0 + "!" }, key: key)
    case "bad": throw Refusal()
    default: try super.serializeValue(value, key: key)
    }
  }
}

/// Lists of properties that do not take part everywhere, and an archive by hand.
final class Listed: Containers {
  var secret = "s"
  var cache = 7
  var hidden: Any?
  var coded = [1, 2]
  override class var ignoredProperties: Set<String> { ["secret"] }
  override class var unexportedProperties: Set<String> { ["hidden"] }
  override class var unarchivedProperties: Set<String> { ["cache"] }
  override class var archiveVersion: Int { 3 }
  override func encode(with archiver: ModelArchiver) throws {
    try super.encode(with: archiver)
    try archiver.encode(coded.count, forKey: "codedCount")
    try archiver.encode(next, forKey: "again")
    try archiver.encode(leafSet, forKey: "leafSetAgain")
  }
  override func decode(with unarchiver: ModelUnarchiver) throws {
    try super.decode(with: unarchiver)
    _ = try unarchiver.decode(Int.self, forKey: "codedCount")
    _ = try unarchiver.decode(Containers?.self, forKey: "again")
    _ = try unarchiver.decode(Set<Leaf>.self, forKey: "leafSetAgain")
    _ = unarchiver.contains("again")
  }
}

/// Sets in sets; it decodes itself as the default does.
class Crowd: Item {
  var members: Set<Crowd> = []
  var maybe: Set<Crowd>?
  var lists: [Set<Leaf>] = []
  var named: [String: Set<Crowd>] = [:]
  var leader: Crowd?
  var parts: [Crowd] = []
  override func decode(with unarchiver: ModelUnarchiver) throws {
    try super.decode(with: unarchiver)
  }
}

/// A graph: cycles, shared references, and every way in which one may stand in a property.
final class Node: Everything {
  var next: Node?
  var nodes: [Node] = []
  var byName: [String: Node] = [:]
  var bagSet: Set<Leaf> = []
  var containers: Containers?
  var shape: Shape?
  var listed: Listed?
  var exact: [Double] = []
  var floats: [Float] = []
  var decimals: [Decimal] = []
  var nested: Int??
  var crowd: Crowd?
  var crates: Crates?
  var money = Money()
  var prices: [Money] = []
  var raws: [RawJSON] = []
  weak var parent: Node?
  override func awake() {
    for node in nodes { node.parent = self }
  }
}
