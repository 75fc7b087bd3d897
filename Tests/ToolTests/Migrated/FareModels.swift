// swift-format-ignore-file
import Foundation
import ModelObjectKit

/// What a ride costs.
struct Fare: ModelStruct {
  var amount: Double = 0
  var currency: String = ""
  var taxes: [FareTax] = []
  var isPaid = false
  var note: String?

  static var keyMapping: [String: JSONKey] { ["amount": "amt"] }

  static var ignoredProperties: Set<String> { ["isPaid"] }

  mutating func didMap(_ dictionary: [String: Any]) throws {
    taxes.sort { $0.rate < $1.rate }
  }

  // The server is terse.

  mutating func add(_ tax: FareTax) {
    taxes.append(tax)
    amount += tax.rate
  }
}

struct FareTax: ModelStruct, Equatable, Sendable {
  var rate: Double = 0.0
  var kind = FareKind.other
  var city_code: String = ""
}

enum FareKind: String, Sendable {
  case city, other
}

struct Ride: ModelStruct, Equatable {
  var id: Int = 0
  var fares: [Fare] = []

  init() {
    id = 0
    fares = []
  }

  init(id: Int) {
    self.init()
    self.id = id
  }

  static var keyMapping: [String: JSONKey] { ["id": ["ride_id", "id"]] }
}

extension Fare: Equatable {
  static func == (first: Fare, second: Fare) -> Bool { first.amount == second.amount }
}

final class RideScreen {
  var seen = 0
  var ride: Ride? { didSet { seen += 1 } }
}

func raised(_ fare: Fare) -> Fare {
  var copy = fare
  copy.amount += 1
  copy.add(FareTax(rate: 2))
  return copy
}

func fare() -> Fare { Fare(amount: 3, currency: "CHF") }

func rides(_ text: String, _ value: Any?) -> (Ride?, Ride?, [Ride?]?, String) {
  var ride = fetchedRide(text) ?? Ride(id: 0)
  try? ride.update(json: #"{"ride_id": 9}"#)
  return (
    try? Ride(json: text), Ride.deserialize(from: value as? NSDictionary),
    [Ride].deserialize(from: "[\(text)]"), (try? ride.jsonString()) ?? ""
  )
}

func fetchedRide<Model: ModelStruct>(_ text: String) -> Model? {
  try? Model(json: text)
}
