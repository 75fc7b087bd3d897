import ModelObjectKit

class Order: ModelObject {
  var orderId = 0
  var customerName = ""
  var total = 0.0
  var note: String?
  var items: [Item] = []
}

class Item: ModelObject {
  var sku = ""
  var quantity = 0
}

/// The same models for `JSONDecoder`.
struct PlainOrder: Decodable {
  var orderId: Int
  var customerName: String
  var total: Double
  var note: String?
  var items: [PlainItem]
}

struct Envelope: Decodable {
  var data: PlainOrder
}

struct PlainItem: Decodable {
  var sku: String
  var quantity: Int
}
