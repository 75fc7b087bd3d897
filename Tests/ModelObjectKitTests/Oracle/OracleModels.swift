import Foundation
import ModelObjectKit

enum KnownSuit: String, Hashable {
  case red, green
  case null
}

enum KnownLevel: Int {
  case low = 1
  case high = 7
}

extension OracleType {
  fileprivate static var suit: OracleType { .texts(["red", "green", "null"]) }
  fileprivate static var level: OracleType { .numbers([1, 7]) }
}

class KnownScalars: ModelObject, OracleModel {
  var text = "-"
  var small: Int8 = 5
  var int = 5
  var big: UInt64 = 5
  var ratio = 0.5
  var float: Float = 0.5
  var exact: Decimal = 1
  var flag = false
  var date = Date(timeIntervalSince1970: 0)
  var url: URL?
  var id: UUID?
  var data = Data([1])
  var suit = KnownSuit.red
  var level = KnownLevel.low

  class var properties: [OracleProperty] {
    [
      OracleProperty("text", .string), OracleProperty("small", .integer(Int8.self)),
      OracleProperty("int", .integer(Int.self)), OracleProperty("big", .integer(UInt64.self)),
      OracleProperty("ratio", .double), OracleProperty("float", .float),
      OracleProperty("exact", .decimal), OracleProperty("flag", .bool),
      OracleProperty("date", .date), OracleProperty("url", .optional(.url)),
      OracleProperty("id", .optional(.uuid)), OracleProperty("data", .data),
      OracleProperty("suit", .suit), OracleProperty("level", .level),
    ]
  }

  var values: [Any] {
    [
      text, small, int, big, ratio, float, exact, flag, date, url as Any, id as Any, data, suit,
      level,
    ]
  }
}

class KnownOptionals: ModelObject, OracleModel {
  var text: String?
  var int: Int?
  var wide: UInt32? = 5
  var ratio: Double? = 0.5
  var exact: Decimal?
  var flag: Bool? = true
  var date: Date?
  var suit: KnownSuit? = .green
  var level: KnownLevel?
  var list: [Int]?

  class var properties: [OracleProperty] {
    [
      OracleProperty("text", .optional(.string)),
      OracleProperty("int", .optional(.integer(Int.self))),
      OracleProperty("wide", .optional(.integer(UInt32.self))),
      OracleProperty("ratio", .optional(.double)), OracleProperty("exact", .optional(.decimal)),
      OracleProperty("flag", .optional(.bool)), OracleProperty("date", .optional(.date)),
      OracleProperty("suit", .optional(.suit)), OracleProperty("level", .optional(.level)),
      OracleProperty("list", .optional(.array(.integer(Int.self)))),
    ]
  }

  var values: [Any] {
    [
      text as Any, int as Any, wide as Any, ratio as Any, exact as Any, flag as Any, date as Any,
      suit as Any, level as Any, list as Any,
    ]
  }
}

class KnownCollections: ModelObject, OracleModel {
  var bytes: [Int8] = [5]
  var texts = ["-"]
  var ratios: [Double?] = [nil]
  var set: Set<Int> = [5]
  var matrix: [[Int]] = []
  var dates: [Date] = []
  var suits: [KnownSuit] = []
  var counts: [String: Int] = ["-": 5]
  var perhaps: [String: Bool?] = [:]
  var byDay: [Int: String] = [:]
  var lists: [String: [Int]] = [:]

  class var properties: [OracleProperty] {
    [
      OracleProperty("bytes", .array(.integer(Int8.self))),
      OracleProperty("texts", .array(.string)),
      OracleProperty("ratios", .array(.optional(.double))),
      OracleProperty("set", .set(.integer(Int.self))),
      OracleProperty("matrix", .array(.array(.integer(Int.self)))),
      OracleProperty("dates", .array(.date)),
      OracleProperty("suits", .array(.suit)),
      OracleProperty("counts", .dictionary(.integer(Int.self))),
      OracleProperty("perhaps", .dictionary(.optional(.bool))),
      OracleProperty("byDay", .byInteger(.string)),
      OracleProperty("lists", .dictionary(.array(.integer(Int.self)))),
    ]
  }

  var values: [Any] {
    [bytes, texts, ratios, set, matrix, dates, suits, counts, perhaps, byDay, lists]
  }
}

/// Names with rivals: two properties with the same folded name, underscores, letters that fold to
/// two.
class KnownNames: ModelObject, OracleModel {
  var userName = "-"
  var user_name: String? = "-"
  private var _secret = 5
  var straße = 5
  var URLString: String?

  class var properties: [OracleProperty] {
    [
      OracleProperty("userName", .string), OracleProperty("user_name", .optional(.string)),
      OracleProperty("_secret", .integer(Int.self)), OracleProperty("straße", .integer(Int.self)),
      OracleProperty("URLString", .optional(.string)),
    ]
  }

  var values: [Any] { [userName, user_name as Any, _secret, straße, URLString as Any] }
}

class KnownNested: KnownNames {
  var names: KnownNames?
  var own = KnownOptionals()
  var nested: KnownNested?
  var parts: [KnownNames] = []
  var byName: [String: KnownCollections] = [:]
  var groups: [[KnownNames]] = []

  override class var properties: [OracleProperty] {
    super.properties + [
      OracleProperty("names", .optional(.model(KnownNames.self))),
      OracleProperty("own", .model(KnownOptionals.self)),
      OracleProperty("nested", .optional(.model(KnownNested.self))),
      OracleProperty("parts", .array(.model(KnownNames.self))),
      OracleProperty("byName", .dictionary(.model(KnownCollections.self))),
      OracleProperty("groups", .array(.array(.model(KnownNames.self)))),
    ]
  }

  override var values: [Any] {
    super.values + [names as Any, own, nested as Any, parts, byName, groups]
  }
}

class KnownUntyped: ModelObject, OracleModel {
  var any: Any?
  var list: [Any] = []
  var map: [String: Any] = [:]

  class var properties: [OracleProperty] {
    [
      OracleProperty("any", .optional(.any)), OracleProperty("list", .array(.optional(.any))),
      OracleProperty("map", .dictionary(.optional(.any))),
    ]
  }

  var values: [Any] { [any as Any, list, map] }
}

enum KnownGrade: Int, Codable {
  case low = 1
  case high = 7
}

struct KnownPoint: OracleStruct {
  var x: Double
  var userName: String?
  var grade: KnownGrade?

  static var properties: [OracleProperty] {
    [
      OracleProperty("x", .double), OracleProperty("userName", .optional(.string)),
      OracleProperty("grade", .optional(.numbers([1, 7]))),
    ]
  }

  var values: [Any] { [x, userName as Any, grade as Any] }
}

struct KnownLine: OracleStruct {
  var text: String
  var count: Int?
  var small: Int8?
  var flag: Bool?
  var date: Date?
  var exact: Decimal?
  var sizes: [Int]?
  var point: KnownPoint?
  var points: [KnownPoint]?
  var names: KnownNames?

  static var properties: [OracleProperty] {
    [
      OracleProperty("text", .string), OracleProperty("count", .optional(.integer(Int.self))),
      OracleProperty("small", .optional(.integer(Int8.self))),
      OracleProperty("flag", .optional(.bool)), OracleProperty("date", .optional(.date)),
      OracleProperty("exact", .optional(.decimal)),
      OracleProperty("sizes", .optional(.array(.integer(Int.self)))),
      OracleProperty("point", .optional(.structure(KnownPoint.self))),
      OracleProperty("points", .optional(.array(.structure(KnownPoint.self)))),
      OracleProperty("names", .optional(.model(KnownNames.self))),
    ]
  }

  var values: [Any] {
    [
      text, count as Any, small as Any, flag as Any, date as Any, exact as Any, sizes as Any,
      point as Any, points as Any, names as Any,
    ]
  }
}

class KnownStructs: ModelObject, OracleModel {
  var point = KnownPoint(x: 5)
  var line: KnownLine?
  var lines: [KnownLine] = []
  var points: [KnownPoint] = []
  var byName: [String: KnownPoint] = [:]
  var raw: RawJSON?

  class var properties: [OracleProperty] {
    [
      OracleProperty("point", .structure(KnownPoint.self)),
      OracleProperty("line", .optional(.structure(KnownLine.self))),
      OracleProperty("lines", .array(.structure(KnownLine.self))),
      OracleProperty("points", .array(.structure(KnownPoint.self))),
      OracleProperty("byName", .dictionary(.structure(KnownPoint.self))),
      OracleProperty("raw", .optional(.raw)),
    ]
  }

  var values: [Any] { [point, line as Any, lines, points, byName, raw as Any] }
}

final class KnownExactStructs: KnownStructs {
  override class var keyMatching: KeyMatching { .exact }
}

final class KnownHookedStructs: KnownStructs {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

class KnownListed: ModelObject, OracleModel {
  var name = "-"
  var count: Int? = 5
  var deep = 5
  var second: Decimal = 5
  var text: String?
  var part: KnownNames?
  var plain = 5
  var numbers: [Int] = []

  class var properties: [OracleProperty] {
    [
      OracleProperty("name", .string, keys: ["ext.desc", "title", "name"]),
      OracleProperty("count", .optional(.integer(Int.self)), keys: ["n", "ID"]),
      OracleProperty("deep", .integer(Int.self), keys: ["a.b.c"]),
      OracleProperty("second", .decimal, keys: ["list[1].id", "list[0]"]),
      OracleProperty("text", .optional(.string), keys: ["a.b", "a.x"]),
      OracleProperty("part", .optional(.model(KnownNames.self)), keys: ["ext.part", "part"]),
      OracleProperty("plain", .integer(Int.self)),
      OracleProperty("numbers", .array(.integer(Int.self)), keys: ["list"]),
    ]
  }

  override class var keyMapping: [String: JSONKey] {
    [
      "name": ["ext.desc", "title", "name"], "count": ["n", "ID"], "deep": "a.b.c",
      "second": ["list[1].id", "list[0]"], "text": ["a.b", "a.x"], "part": ["ext.part", "part"],
      "numbers": "list",
    ]
  }

  var values: [Any] {
    [name, count as Any, deep, second, text as Any, part as Any, plain, numbers]
  }
}

class KnownExactListed: KnownListed {
  override class var keyMatching: KeyMatching { .exact }
}

class KnownExactNames: ModelObject, OracleModel {
  var userName = "-"
  var user_name = 5
  var part: KnownNames?

  override class var keyMatching: KeyMatching { .exact }

  class var properties: [OracleProperty] {
    [
      OracleProperty("userName", .string), OracleProperty("user_name", .integer(Int.self)),
      OracleProperty("part", .optional(.model(KnownNames.self))),
    ]
  }

  var values: [Any] { [userName, user_name, part as Any] }
}

// The same with hooks that only call `super`.

final class KnownHookedScalars: KnownScalars {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

final class KnownHookedCollections: KnownCollections {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

final class KnownHookedNested: KnownNested {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

final class KnownWholeNested: KnownNested {
  override func didMap(_ dictionary: [String: Any]) throws {}
}

final class KnownHookedUntyped: KnownUntyped {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

final class KnownHookedListed: KnownListed {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

final class KnownHookedExactListed: KnownExactListed {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}
