import Foundation
import ModelObjectKit

class PaymentItem: AppModel {
  var id = 0
  var label: String?
  var price = 0.0

  override class var requiredProperties: Set<String> { ["id", "price"] }
}

class Payment: AppModel {
  var items: [PaymentItem]?
  var gifts: [PaymentItem]?
  var orderNumber: String?
  var paidAt: Date?
  var session: String?
  var isTest = false
  var count = 0

  override class var keyMapping: [String: JSONKey] {
    [
      "orderNumber": "order.number",
      "paidAt": "paid_at",
    ]
  }

  override class var ignoredProperties: Set<String> { ["session"] }

  override class var requiredProperties: Set<String> {
    [
      "items",
      "orderNumber",
      "paidAt",
    ]
  }
}

class Refund: Payment {
  var reason: String?
  var agent: String?

  override class var requiredProperties: Set<String> { ["reason"] }
}
