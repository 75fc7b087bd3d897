import Foundation
import ModelObjectKit

/** The answer of the service. */
class WeatherAnswer: AppModel {
  /** 0 if all is well. */
  var code = 0
  var days: [WeatherDay]?
  var ID: String?
  var city_name: String?
  var first_station: String?
  var height = 0
  var note: String?

  override class var keyMapping: [String: JSONKey] {
    [
      "ID": "id",
      "first_station": "stations[0].name",
    ]
  }

  override class var ignoredProperties: Set<String> { ["height"] }

  override class var unarchivedProperties: Set<String> { ["note"] }

  // TODO(migrate): Weather.m:25: -mj_newValueFromOldValue:property:, values that it changes need transforms
}

enum WeatherKind: Int {
  case sun = 0
  case rain = 10
  case snow
}

class WeatherDay: AppModel {
  var high = 0.0
  var low = 0.0
  var kind = WeatherKind.sun
  var date: Date?
}
