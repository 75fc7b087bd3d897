// swift-format-ignore-file
import Foundation
import ModelObjectKit

enum ShipKind: String {
  case tug, ferry
}

class Vessel: AppModel {
  var vesselId = 0
  var flag: String = ""
  var launched: Date?
  var surveyed: Date?
  var kind: ShipKind = .tug

  override class var keyMapping: [String: JSONKey] {
    [
      "vesselId": ["id", "imo"],
      "flag": "owner.flags[0]",
    ]
  }

  override class var dateFormats: [String: DateOptions.Format] {
    [
      "launched": .secondsSince1970,
    ]
  }

  override class var transforms: [String: PropertyTransform] {
    [
      "surveyed": PropertyTransform(
        read: { jsonValue in
          let formatter = DateFormatter()
          formatter.dateFormat = "yyyy/MM/dd"
          return (jsonValue as? String).flatMap(formatter.date)
        },
        write: { modelValue in (modelValue as? Date).map { Int($0.timeIntervalSince1970) } }
      ),
    ]
  }

  // Of the register.
}

final class Ferry: Vessel {
  var decks: [Deck] = []
  var captain: Sailor?
  var passengerCount = 0
  var isFull = false

  override class var keyMapping: [String: JSONKey] {
    [
      "captain": "crew.captain",
      "passengerCount": "passengers",
    ]
  }

  override func didMap(_ dictionary: [String: Any]) throws {
    isFull = dictionary["capacity"] as? Int == passengerCount
  }
}

class Deck: AppModel {
  var name = ""
  var laneMeters: Double = 0

  override class var keyMapping: [String: JSONKey] { ["laneMeters": "lane_meters"] }
}

class Sailor: AppModel {
  var nickName = "none"
  var age: Int = 0

  override class var keyMapping: [String: JSONKey] { ["age": ["years", "age"]] }
}

func ferry(_ text: String, _ other: [String: Any], _ any: Any) -> (Ferry?, Vessel, [Deck]) {
  // TODO(migrate): ConvertibleConfig has no counterpart: keys match in any style; a rule for one class belongs in its lists
  // ConvertibleConfig.setModelKey { $0.name.kj.underlineCased() }
  let list = (any as? [[String: Any]] ?? []).kj.modelArray(Deck.self)
  return (try? Ferry(json: text), (try? Vessel(dictionary: other)) ?? Vessel(), list)
}

func exported(_ deck: Deck, _ sailors: [Sailor]) -> (String, [String: Any], String) {
  (deck.kj.JSONString(), deck.kj.JSONObject(), sailors.kj.JSONString())
}

func take(_ data: Data, _ vessel: Vessel) {
  try? vessel.update(json: data)
}
