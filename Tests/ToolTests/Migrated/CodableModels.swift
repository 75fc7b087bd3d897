// swift-format-ignore-file
import Foundation
import ModelObjectKit

enum Weather: String, Codable, UnknownRepresentable {
  case sunny, rainy, unknown

  init(from decoder: any Decoder) throws {
    self = try Weather(rawValue: decoder.singleValueContainer().decode(String.self)) ?? .unknown
  }
}

/// A forecast, as its server writes it.
class Forecast: AppModel {
  var id: Int = 0
  var cityName: String = ""
  var weather: Weather = .sunny
  var issuedAt: Date?
  var days: [ForecastDay] = []
  var isSaved = false
  let version = 1

  override class var keyMapping: [String: JSONKey] {
    [
      "cityName": "city_name",
      "issuedAt": "issued",
      "days": #"daily\.list"#,
    ]
  }

  override class var ignoredProperties: Set<String> { ["isSaved"] }

  override class var requiredProperties: Set<String> {
    [
      "id",
      "cityName",
      "weather",
      "days",
    ]
  }

  override class var dateFormats: [String: DateOptions.Format] {
    [
      "issuedAt": .millisecondsSince1970,
    ]
  }
}

class ForecastDay: AppModel {
  var low: Double = 0.0
  var high: Double = 40
  var wind: Double?
  var icon: URL?
  var tags: [String] = []
  var title: String = ""
  var note: String = "none"
  var station: String = ""
  var unit: Unit = Unit()
  var seen: Bool = false

  class Unit: AppModel {
    var name: String = ""

    override class var requiredProperties: Set<String> { ["name"] }
  }

  override class var keyMapping: [String: JSONKey] {
    [
      "low": "temperature.min",
      "high": "temperature.max",
      "title": ["headline", "title"],
    ]
  }

  override class var ignoredProperties: Set<String> { ["seen"] }

  override class var requiredProperties: Set<String> {
    [
      "low",
      "icon",
      "title",
      "station",
      "unit",
    ]
  }

  override class var unexportedProperties: Set<String> { ["icon", "note", "station"] }

  override class var transforms: [String: PropertyTransform] {
    [
      "icon": PropertyTransform(from: String.self) { (value: String) -> URL? in URL(string: value) },
      "station": PropertyTransform(from: Int.self) { (code: Int) -> String? in "S\(code)" },
    ]
  }

  // In degrees.
}

/// A value, written as one string: it stays.
struct StationCode: Codable {
  var text: String

  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }
}

class Sensor: AppModel {
  var code: StationCode!
  var reading = 0.0
  var owner: String = "nobody"
  convenience init(owner: String = "nobody") {
    self.init()
    self.owner = owner
    code = try! JSONDecoder().decode(StationCode.self, from: Data("\"x\"".utf8))
  }

  override class var requiredProperties: Set<String> { ["code", "owner"] }
}

func decoded<Value: Decodable>(_ data: Data) throws -> Value {
  try decoder().decode(Value.self, from: data)
}

func decoder() -> JSONDecoder {
  let decoder = JSONDecoder()
  decoder.dateDecodingStrategy = .millisecondsSince1970
  return decoder
}

func forecasts(_ data: Data) throws -> [Forecast] {
  try [Forecast](json: data)
}

func day(_ data: Data?) -> ForecastDay? {
  data.flatMap { try? ForecastDay(json: $0) }
}

enum PluginState: Codable, Equatable { case updated, available(String) }

class Plugin: AppModel {
  var id: String = ""
  var state: PluginState = .updated

  override class var requiredProperties: Set<String> { ["id", "state"] }

  override func isEqual(to other: ModelObject) -> Bool {
    guard let second = other as? Plugin else { return false }
    let first = self
    return first.id == second.id && first.state == second.state
  }

  override func hash(into hasher: inout Hasher) {
    hasher.combine(id)
  }
}

class Layouts: AppModel {
  var names: [String] = []
  required init() { super.init(); names = ["none"] }
  convenience init(names: [String]) { self.init(); self.names = names }

  override class var requiredProperties: Set<String> { ["names"] }
}

class Prefs: AppModel {
  var page: Int = max(1, 1)
  var title: String = ("none").capitalized
  var limit: Int = (nil as Int?).map { $0 * 2 } ?? 20
  var names: [String] = ((nil as [String]?)?.map { $0.uppercased() }) ?? ["x"]
  override class var keyMapping: [String: JSONKey] { ["limit": "max_items"] }

  override class var transforms: [String: PropertyTransform] {
    [
      "page": PropertyTransform(from: (Int?).self) { (value: Int?) -> Int? in max(1, value ?? 1) },
      "title": PropertyTransform(from: (String?).self) { (value: String?) -> String? in (value ?? "none").capitalized },
      "limit": PropertyTransform(from: (Int?).self) { (value: Int?) -> Int? in value.map { $0 * 2 } ?? 20 },
      "names": PropertyTransform(from: ([String]?).self) { (value: [String]?) -> [String]? in (value?.map { $0.uppercased() }) ?? ["x"] },
    ]
  }
}
