// swift-format-ignore-file
import Foundation
import ModelObjectKit

enum OrderStatus: String {
  case paid, sent, unknown
}

class BaseOrder: AppModel {
  var id = 0
  var createdAt: Date?

  override class var keyMapping: [String: JSONKey] {
    [
      "id": ["order_id", "id"],
      "createdAt": "created_at",
    ]
  }
}

class Order: BaseOrder {
  var status = OrderStatus.unknown
  /// In the address of the buyer.
  var city = ""
  var price = 0.0
  var coupon: String? = "none"
  var isVip = false
  var selected = false
  var buyer: Buyer?
  var ratings: [Int] = []

  override class var keyMapping: [String: JSONKey] { ["city": "address.city"] }

  override class var ignoredProperties: Set<String> { ["selected"] }

  override class var transforms: [String: PropertyTransform] {
    [
      "price": PropertyTransform(FastTransformer<Double, Double>(
        fromJSON: { ($0 ?? 0) / 100 },
        toJSON: { ($0 ?? 0) * 100 }
      )),
    ]
  }

  // The server counts cents.
}

func makeOrder(from text: String) -> Order? { try? Order(json: text) }

func export(of order: Order) -> [String: Any]? { try? order.dictionaryRepresentation() }
