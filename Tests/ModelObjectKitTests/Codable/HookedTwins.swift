import Foundation
import ModelObjectKit

enum TwinKind: String, Codable, CaseIterable { case plain, special }
enum TwinLevel: Int, Codable { case low = 1, high = 2 }
struct TwinPoint: Codable, Equatable { var x = 1, y = 2.5 }

class TwinPart: ModelObject {
  var id = 0
  var at = Date(timeIntervalSinceReferenceDate: 0)
  var data = Data()
}

/// A part whose own properties can't be known from a declared type.
final class TwinSpecialPart: TwinPart {
  var when: Date?
  var limit = 0.0
  var counts: [TwinKind: Int] = [:]
  var inner: TwinPart?
}

class TwinTaggedPart: ModelObject {
  var id = 0
  override class var subclasses: Subclasses? { .byTag("kind", ["1": TwinTaggedSpecial.self]) }
}

final class TwinTaggedSpecial: TwinTaggedPart {
  var when = Date(timeIntervalSinceReferenceDate: 0)
  var data = Data()
  var limit = 0.0
  var counts: [TwinKind: Int] = [:]
  var parts: [TwinTaggedPart] = []
}

class TwinPickedPart: ModelObject {
  var id = 0
  override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
    dictionary["when"] == nil ? nil : TwinPickedSpecial.self
  }
}

final class TwinPickedSpecial: TwinPickedPart {
  var when = Date(timeIntervalSinceReferenceDate: 0)
  var data = Data()
}

/// Properties of all types that coders treat specially, and of others.
class PlainTwin: ModelObject {
  var text = ""
  var number = 0
  var big: Int64 = 0
  var small: Int8 = 0
  var unsigned: UInt64 = 0
  var ratio = 0.0
  var single: Float = 0
  var limit = 0.0
  var isOn = false
  var maybeText: String?
  var maybeNumber: Int?
  var maybeOn: Bool? = true
  var price = Decimal(0)
  var at = Date(timeIntervalSinceReferenceDate: 0)
  var day: Date?
  var dates: [Date] = []
  var datesByName: [String: Date] = [:]
  var url: URL?
  var uuid: UUID?
  var data = Data()
  var kind = TwinKind.plain
  var level: TwinLevel?
  var point = TwinPoint()
  var points: [TwinPoint?] = []
  var tags: Set<String> = []
  var sizes: [Int?] = []
  var counts: [TwinKind: Int] = [:]
  var zone = TimeZone.gmt
  var part: TwinPart?
  var own = TwinPart()
  var parts: [TwinPart] = []
  var partsByName: [String: TwinPart] = [:]
  var partsByNumber: [Int: TwinPart] = [:]
  var partLists: [String: [TwinPart]] = [:]
  var tagged: TwinTaggedPart?
  var taggedParts: [TwinTaggedPart] = []
  var picked: TwinPickedPart?
  var pickedParts: [TwinPickedPart] = []
  var anything: Any?
  var list: [Any] = []
  var byName: [String: Any] = [:]
  var special: Any?
  var specials: [Any] = []
  var specialModels: [ModelObject] = []
  var specialsByName: [String: Any] = [:]
  var rival = 0
  var deep: Date?
  override class var keyMapping: [String: JSONKey] {
    ["rival": ["rival", "other"], "deep": "way.down[0].deep"]
  }
  override class var dateFormats: [String: DateOptions.Format] { ["day": .dateOnly] }
  override class var arrayMapping: [String: ModelObject.Type] {
    [
      "special": TwinSpecialPart.self, "specials": TwinSpecialPart.self,
      "specialModels": TwinSpecialPart.self, "specialsByName": TwinSpecialPart.self,
    ]
  }

  /// An object without default values.
  static var sample: PlainTwin {
    let twin = PlainTwin()
    let date = Date(timeIntervalSince1970: 1_700_000_000)
    let data = Data([1, 2, 250])
    twin.text = "Ada"
    twin.number = 3
    twin.big = 9_007_199_254_740_993
    twin.small = -4
    twin.unsigned = .max
    twin.ratio = 1.85
    twin.single = 8.2
    twin.limit = 2
    twin.isOn = true
    twin.maybeText = "7"
    twin.maybeNumber = 0
    twin.maybeOn = false
    twin.price = Decimal(string: "12.55") ?? 0
    twin.at = date
    twin.day = date
    twin.dates = [date, date]
    twin.datesByName = ["a b": date]
    twin.url = URL(string: "https://example.org/a?b=c")
    twin.uuid = UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F")
    twin.data = data
    twin.kind = .special
    twin.level = .high
    twin.point = TwinPoint(x: 5, y: 6.5)
    twin.points = [TwinPoint(), TwinPoint(x: 2, y: 0)]
    twin.tags = ["one"]
    twin.sizes = [1, 2]
    twin.counts = [.special: 4]
    twin.zone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    let part = TwinPart()
    (part.id, part.at, part.data) = (1, date, data)
    let special = TwinSpecialPart()
    (special.id, special.at, special.when, special.limit) = (2, date, date, 4.5)
    (special.data, special.counts, special.inner) = (data, [.plain: 1], part)
    twin.part = part
    twin.own = part
    twin.parts = [part, part]
    twin.partsByName = ["a_b": part]
    twin.partsByNumber = [7: part]
    twin.partLists = ["x": [part, part], "y": [part]]
    let tagged = TwinTaggedSpecial()
    (tagged.id, tagged.when, tagged.data, tagged.limit) = (3, date, data, 0.5)
    let inner = TwinTaggedSpecial()
    (inner.when, inner.counts) = (date, [.plain: 5])
    (tagged.counts, tagged.parts) = ([.special: 2], [inner, TwinTaggedPart()])
    twin.tagged = tagged
    twin.taggedParts = [TwinTaggedPart(), tagged]
    let picked = TwinPickedSpecial()
    (picked.id, picked.when, picked.data) = (4, date, data)
    twin.picked = picked
    twin.pickedParts = [picked, TwinPickedPart()]
    twin.anything = ["x": [1, 2.5, "three", true] as [Any]]
    twin.list = [1, "two", [false], 0.1]
    twin.byName = ["k": 5, "l": ["m": "n"]]
    twin.special = special
    twin.specials = [special, special]
    twin.specialModels = [special]
    twin.specialsByName = ["s": special]
    twin.rival = 6
    twin.deep = date
    return twin
  }
}

final class SerializingTwin: PlainTwin {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

final class WillMapTwin: PlainTwin {
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] { dictionary }
}

final class ChangingTwin: PlainTwin {
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
    dictionary.merging(["added": 1]) { $1 }
  }
}

final class DidMapTwin: PlainTwin {
  override func didMap(_ dictionary: [String: Any]) throws {}
}

final class PickingTwin: PlainTwin {
  override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? { self }
}

final class KeepingTwin: PlainTwin {
  var rest: [String: Any] = [:]
  override class var unknownKeysProperty: String? { "rest" }
}

final class AllHooksTwin: PlainTwin {
  var rest: [String: Any] = [:]
  override class var unknownKeysProperty: String? { "rest" }
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
    dictionary.merging(["added": 1]) { $1 }
  }
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
  override func didMap(_ dictionary: [String: Any]) throws {}
}

final class TransformedTwin: PlainTwin {
  override class var transforms: [String: PropertyTransform] {
    let names = PlainTwin.modelProperties.map(\.name)
    return Dictionary(uniqueKeysWithValues: names.map { ($0, PropertyTransform { $0 }) })
  }
}

class TwinFamily: ModelObject {
  override class var subclasses: Subclasses? { .byTag("number", ["3": TwinInFamily.self]) }
}

/// All properties are those of a selected class.
final class TwinInFamily: TwinFamily {
  var text = ""
  var ratio = 0.0
  var at = Date(timeIntervalSinceReferenceDate: 0)
  var data = Data()
  var uuid: UUID?
  var counts: [TwinKind: Int] = [:]
  var limit = 0.0
  var tagged: TwinTaggedPart?
}

/// The input for an object of any of the classes.
///
/// The class must be known statically: from a variable of the type `ModelObject.Type` a decoder
/// makes a bare `ModelObject`.
protocol TwinSource {
  func decode<Twin: ModelObject>(_ type: Twin.Type) throws -> Twin
}

struct JSONTwins: TwinSource {
  let decoder: JSONDecoder
  let data: Data
  func decode<Twin: ModelObject>(_ type: Twin.Type) throws -> Twin {
    try decoder.decode(Twin.self, from: data)
  }
}

struct PropertyListTwins: TwinSource {
  let data: Data
  func decode<Twin: ModelObject>(_ type: Twin.Type) throws -> Twin {
    try PropertyListDecoder().decode(Twin.self, from: data)
  }
}

struct RowTwins: TwinSource {
  let isCopied: Bool
  func decode<Twin: ModelObject>(_ type: Twin.Type) throws -> Twin {
    try PlainTwin.row(isCopied: isCopied).decode(Twin.self)
  }
}

struct OddTwins: TwinSource {
  let values: [String: Any]
  let way: OddDecoder.Way
  let log = OddDecoder.Log()
  func decode<Twin: ModelObject>(_ type: Twin.Type) throws -> Twin {
    try Twin(from: OddDecoder(values, way, log))
  }
}

/// The ways in which a class may differ from its plain twin without reading other values.
enum HookedTwin: String, CaseIterable {
  case serializeValue, willMap, changed, didMap, modelType, unknownKeys, all, transforms, tag

  func decode(from source: some TwinSource) throws -> ModelObject {
    switch self {
    case .serializeValue: try source.decode(SerializingTwin.self)
    case .willMap: try source.decode(WillMapTwin.self)
    case .changed: try source.decode(ChangingTwin.self)
    case .didMap: try source.decode(DidMapTwin.self)
    case .modelType: try source.decode(PickingTwin.self)
    case .unknownKeys: try source.decode(KeepingTwin.self)
    case .all: try source.decode(AllHooksTwin.self)
    case .transforms: try source.decode(TransformedTwin.self)
    case .tag: try source.decode(TwinFamily.self)
    }
  }

  /// The properties of the hooked class whose values aren't those of the plain one, and both.
  func differences(from source: some TwinSource) throws -> [String] {
    let plain = Self.values(try source.decode(PlainTwin.self))
    let hooked = Self.values(try decode(from: source)).filter { $0.key != "rest" }
    // A class that the tag selects has fewer properties; all others have all.
    guard hooked.count == (self == .tag ? 8 : plain.count),
      plain.count == PlainTwin.modelProperties.count
    else {
      return ["\(hooked.count) and \(plain.count) properties"]
    }
    return hooked.sorted { $0.key < $1.key }
      .filter { $0.value != plain[$0.key] }
      .map { "\($0.key): \($0.value) instead of \(plain[$0.key] ?? "nothing")" }
  }

  static func values(_ model: ModelObject) -> [String: String] {
    var values: [String: String] = [:]
    var mirror: Mirror? = Mirror(reflecting: model)
    while let level = mirror, level.subjectType != ModelObject.self {
      for (label, value) in level.children { values[label ?? ""] = text(of: value) }
      mirror = level.superclassMirror
    }
    return values
  }

  private static func text(of value: Any) -> String {
    switch value {
    case let model as ModelObject:
      "\(type(of: model))(\(values(model).sorted { $0.key < $1.key }))"
    case let date as Date: "\(date.timeIntervalSinceReferenceDate)"
    case let data as Data: "\([UInt8](data))"
    case let pairs as [AnyHashable: Any]:
      "\(pairs.map { "\($0.key): \(text(of: $0.value))" }.sorted())"
    case let elements as [Any]: "\(elements.map { text(of: $0) })"
    case let elements as Set<AnyHashable>: "\(elements.map { text(of: $0.base) }.sorted())"
    case let value as any OptionalTwinValue: value.unwrapped.map { text(of: $0) } ?? "nil"
    default: "\(type(of: value)) \(value)"
    }
  }
}

private protocol OptionalTwinValue { var unwrapped: Any? { get } }
extension Optional: OptionalTwinValue { fileprivate var unwrapped: Any? { map { $0 } } }

/// The strategies for the sample as JSON.
enum TwinStrategy: CaseIterable {
  case none, seconds, iso8601, data, snakeCase, floats

  var decoder: JSONDecoder {
    let decoder = JSONDecoder()
    switch self {
    case .none: break
    case .seconds: decoder.dateDecodingStrategy = .secondsSince1970
    case .iso8601: decoder.dateDecodingStrategy = .iso8601
    case .data: decoder.dataDecodingStrategy = .deferredToData
    case .snakeCase: decoder.keyDecodingStrategy = .convertFromSnakeCase
    case .floats:
      decoder.nonConformingFloatDecodingStrategy =
        .convertFromString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }
    return decoder
  }

  var encoder: JSONEncoder {
    let encoder = JSONEncoder()
    switch self {
    case .none: break
    case .seconds: encoder.dateEncodingStrategy = .secondsSince1970
    case .iso8601: encoder.dateEncodingStrategy = .iso8601
    case .data: encoder.dataEncodingStrategy = .deferredToData
    case .snakeCase: encoder.keyEncodingStrategy = .convertToSnakeCase
    case .floats:
      encoder.nonConformingFloatEncodingStrategy =
        .convertToString(positiveInfinity: "inf", negativeInfinity: "-inf", nan: "nan")
    }
    return encoder
  }

  func data() throws -> Data {
    let twin = PlainTwin.sample
    if case .floats = self {
      twin.limit = .infinity
      (twin.specials.first as? TwinSpecialPart)?.limit = -.infinity
      (twin.tagged as? TwinTaggedSpecial)?.limit = .infinity
    }
    // Unknown keys, and keys that compete for a property.
    let more = #"{"extra":{"x":[1,true]},"other":7,"NUMBER":8,"#
    return Data(more.utf8) + (try encoder.encode(twin)).dropFirst()
  }
}

/// The values of an object as Swift's own types.
final class KeptValues: ModelObject {
  var rest: [String: Any] = [:]
  override class var unknownKeysProperty: String? { "rest" }
}

extension PlainTwin {
  /// The sample as a row: columns of SQLite's types, JSON for everything else.
  static func row(isCopied: Bool) throws -> DatabaseRow {
    var columns: [String: DatabaseRow.Value] = [:]
    let twin = PlainTwin.sample
    let json = try JSONSerialization.jsonObject(with: JSONEncoder().encode(twin))
    for (key, value) in json as? [String: Any] ?? [:] {
      columns[key] =
        switch value {
        case let text as String: .text(text)
        case let number as NSNumber: .real(number.doubleValue)
        default:
          .text(String(decoding: try JSONSerialization.data(withJSONObject: value), as: UTF8.self))
        }
    }
    for (key, value) in ["number": 3, "rival": 0, "small": -4, "maybeNumber": 0, "level": 2] {
      columns[key] = .integer(Int64(value))
    }
    columns["big"] = .integer(twin.big)
    columns["isOn"] = .integer(1)
    columns["maybeOn"] = .integer(0)
    columns["rival"] = .null
    columns["other"] = .integer(6)
    columns["at"] = .text("2023-11-14")
    columns["uuid"] = twin.uuid.map { .blob(withUnsafeBytes(of: $0.uuid) { Data($0) }) }
    columns["data"] = .blob(twin.data)
    columns["anything"] = .integer(5)
    return DatabaseRow(columns, isCopied: isCopied)
  }
}
