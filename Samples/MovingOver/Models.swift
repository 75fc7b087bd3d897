import Foundation
import ModelObjectKit

// One order, step by step.

func text(_ date: Date) -> String { ISO8601DateFormatter().string(from: date) }

enum Status: String, UnknownRepresentable {
  case paid, sent, unknown
}

class Buyer: ModelObject {
  var name = ""
}

/// What the comparison asks of each step.
protocol ComparedOrder: ModelObject {
  var values: [String: String] { get }
}

// MARK: - Step 1: the properties, as they were

class Order1: ModelObject, ComparedOrder {
  var id = 0
  var createdAt: Date?
  var status = Status.unknown
  var city = ""
  var price = 0.0
  var coupon: String? = "none"
  var isVip = false
  var selected = false
  var buyer: Buyer?
  var ratings: [Int] = []

  var values: [String: String] {
    [
      "id": "\(id)", "createdAt": createdAt.map(text) ?? "nil", "status": status.rawValue,
      "city": city, "price": "\(price)", "coupon": coupon ?? "nil", "isVip": "\(isVip)",
      "selected": "\(selected)", "buyer": buyer?.name ?? "nil", "ratings": "\(ratings)",
    ]
  }
}

// MARK: - Step 2: the lists of the old class

class Order2: Order1 {
  override class var keyMapping: [String: JSONKey] {
    ["id": ["order_id", "id"], "city": "address.city"]
  }
  override class var ignoredProperties: Set<String> { ["selected"] }
  override class var transforms: [String: PropertyTransform] {
    [
      "price": PropertyTransform(from: Double.self) {
        $0 / 100
      } write: {
        $0 * 100
      },
      "buyer": .jsonText,
    ]
  }
}

// MARK: - Step 3: a base class, and the lines that make the rest as it was

/// The base class of all models of the app.
///
/// In the app, the zone is `.current`, as it was; a sample prints the same everywhere.
class AppModel: ModelObject {
  static let zone = TimeZone(identifier: "Asia/Shanghai") ?? .current

  override class var mappingOptions: MappingOptions {
    var options = MappingOptions()
    options.dates.timeZone = zone
    return options
  }
  override class var exportOptions: ExportOptions {
    var options = ExportOptions()
    options.timeZone = zone
    return options
  }
}

class BaseOrder: AppModel {
  var id = 0
  var createdAt: Date?
  override class var keyMapping: [String: JSONKey] {
    ["id": ["order_id", "id"], "createdAt": "created_at"]
  }
  override class var dateFormats: [String: DateOptions.Format] {
    ["createdAt": .custom("yyyy-MM-dd HH:mm:ss")]
  }
}

class Order: BaseOrder, ComparedOrder {
  var status = Status.unknown
  var city = ""
  var price = 0.0
  var coupon = "none"
  var isVip = false
  var selected = false
  var buyer: Buyer?
  var ratings: [Int] = []

  override class var keyMapping: [String: JSONKey] { ["city": "address.city"] }
  override class var ignoredProperties: Set<String> { ["selected"] }
  override class var transforms: [String: PropertyTransform] {
    [
      "price": PropertyTransform(from: Double.self) {
        $0 / 100
      } write: {
        $0 * 100
      },
      "buyer": .jsonText,
    ]
  }

  var values: [String: String] {
    [
      "id": "\(id)", "createdAt": createdAt.map(text) ?? "nil", "status": status.rawValue,
      "city": city, "price": "\(price)", "coupon": coupon, "isVip": "\(isVip)",
      "selected": "\(selected)", "buyer": buyer?.name ?? "nil", "ratings": "\(ratings)",
    ]
  }
}
