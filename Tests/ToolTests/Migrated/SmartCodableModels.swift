// swift-format-ignore-file
import Foundation
import ModelObjectKit

enum OrderStatus: String {
  case paid, sent, unknown
}

class BaseOrder: AppModel {
  var id = 0
  var createdAt: Date?

  override class var keyMapping: [String: JSONKey] { ["id": ["order_id", "id"]] }

  override class var dateFormats: [String: DateOptions.Format] {
    [
      "createdAt": .custom("yyyy/MM/dd"),
    ]
  }
}

class ShopOrder: BaseOrder {
  var status = OrderStatus.unknown
  var city = ""
  var price = 0.0
  var code = ""
  var image: URL?
  var extra: [String: Any] = [:]
  var isSelected = false
  var lines: [OrderLine] = []
  static var cents: FastTransformer<Double, Double> {
    FastTransformer(fromJSON: { $0.map { $0 / 100 } }, toJSON: { $0.map { $0 * 100 } })
  }

  override class var keyMapping: [String: JSONKey] { ["city": "address.city"] }

  override class var ignoredProperties: Set<String> { ["isSelected"] }

  override class var transforms: [String: PropertyTransform] {
    [
      "price": PropertyTransform(cents),
      "code": PropertyTransform(Trimming()),
      "image": PropertyTransform(from: String.self) { $0.hasPrefix("https://example.com/") ? $0 : "https://example.com/" + $0 },
    ]
  }

  override func didMap(_ dictionary: [String: Any]) throws {
    lines.sort { $0.position < $1.position }
  }

  // The city of the address.
}

struct Trimming: ValueTransformable {
  func transformFromJSON(_ value: Any) -> String? {
    (value as? String)?.trimmingCharacters(in: .whitespaces)
  }

  func transformToJSON(_ value: String) -> String? { value }
}

struct OrderLine: ModelStruct {
  var position = 0
  var articleName: String?
  var note = "none"

  static var keyMapping: [String: JSONKey] { ["position": "pos"] }

  static var ignoredProperties: Set<String> { ["note"] }
}

class OrderPage: AppModel {
  var total: Int = 0
  var orders: [ShopOrder] = []
}

func orders(_ data: Data?, _ dictionary: [String: Any]) -> (OrderPage?, ShopOrder?, [OrderLine]) {
  let page = data.flatMap({ try? OrderPage(json: $0, at: "data") })
  let order = try? ShopOrder(dictionary: dictionary)
  let lines = (try? [OrderLine](json: #"[{"pos": 1}, {"pos": 2}]"#)) ?? []
  return (page, order, lines)
}

func exported(_ line: OrderLine) -> [String: Any]? {
  try? line.dictionaryRepresentation()
}
