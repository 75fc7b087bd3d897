// swift-format-ignore-file
import Foundation
import SmartCodable

enum OrderStatus: String, SmartCaseDefaultable {
  case paid, sent, unknown
}

class BaseOrder: SmartCodableX {
  var id = 0
  var createdAt: Date?

  required init() {}

  class func mappingForKey() -> [SmartKeyTransformer]? {
    [CodingKeys.id <--- ["order_id", "id"], CodingKeys.createdAt <--- "created_at"]
  }
}

@SmartSubclass
class Order: BaseOrder {
  var status = OrderStatus.unknown
  /// In the address of the buyer.
  var city = ""
  var price = 0.0
  var coupon: String? = "none"
  var isVip = false
  @SmartIgnored var selected = false
  var buyer: Buyer?
  var ratings: [Int] = []

  override class func mappingForKey() -> [SmartKeyTransformer]? {
    (super.mappingForKey() ?? []) + [CodingKeys.city <--- "address.city"]
  }

  class func mappingForValue() -> [SmartValueTransformer]? {
    // The server counts cents.
    [
      CodingKeys.price <--- FastTransformer<Double, Double>(
        fromJSON: { ($0 ?? 0) / 100 },
        toJSON: { ($0 ?? 0) * 100 }
      )
    ]
  }
}

func makeOrder(from text: String) -> Order? { Order.deserialize(from: text) }

func export(of order: Order) -> [String: Any]? { order.toDictionary(useMappedKeys: true) }
