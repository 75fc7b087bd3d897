// Moves classes of an app by command. In `Before` are an order, which SmartCodable mapped, and its
// buyer, in Objective-C, which YYModel did; in `After` is what this made of them:
//
//   swift run modelobject migrate --write Samples/MovingOver/Before
//
// This program compares the new classes with what the old ones made of a recorded response.
import Foundation
import ModelObjectKit

// The base class has the time zone of the device, as it was. A sample prints the same everywhere.
let zone = TimeZone(identifier: "Asia/Shanghai") ?? .current
var options = Order.mappingOptions
options.dates.timeZone = zone
var exportOptions = Order.exportOptions
exportOptions.timeZone = zone

extension Order {
  /// The properties as text, for the comparison.
  var values: [String: String] {
    let buyer = self.buyer.map { buyer in
      "\(buyer.name ?? ""), \(buyer.phones?.joined() ?? ""), \(buyer.payment.rawValue)"
    }
    return [
      "id": "\(id)", "createdAt": createdAt.map(ISO8601DateFormatter().string) ?? "nil",
      "status": status.rawValue, "city": city, "price": "\(price)", "coupon": coupon ?? "nil",
      "isVip": "\(isVip)", "selected": "\(selected)", "buyer": buyer ?? "nil",
      "ratings": "\(ratings)",
    ]
  }
}

func compare(_ values: [String: String]) {
  let differing = Recorded.values.keys.sorted().filter { values[$0] != Recorded.values[$0] }
  print("the same: \(values.count - differing.count) of \(values.count)")
  for name in differing {
    print("  \(name): was \(Recorded.values[name] ?? ""), is \(values[name] ?? "")")
  }
}

print("1. What the command wrote\n")
compare(try Order(json: Recorded.response, options: options).values)
print("mistakes in the class:", Order.declarationProblems())

print("\n2. With a line for what the app depends on\n")

class MovedOrder: Order {
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
    // Null was as if the key weren't there.
    dictionary.filter { !($0.value is NSNull) }
  }
}

let order = try MovedOrder(json: Recorded.response, options: options)
compare(order.values)

print("\n3. What is still another value is better: decide, and write the test\n")
print("isVip: \(order.isVip), because is_vip matches; keyMatching = .exact would ignore it")
print("ratings: \(order.ratings), because one bad element doesn't take the others with it")

print("\n4. What it writes\n")
let new = try order.dictionaryRepresentation(options: exportOptions)
for key in Set(new.keys).union(Recorded.export.keys).sorted() {
  func text(_ value: Any?) throws -> String {
    guard let value else { return "nothing" }
    let json = try JSONSerialization.data(withJSONObject: [value], options: .sortedKeys)
    return String(decoding: json.dropFirst().dropLast(), as: UTF8.self)
  }
  let (was, now) = (try text(Recorded.export[key]), try text(new[key]))
  print(was == now ? "  \(key): \(now)" : "≠ \(key): was \(was), is \(now)")
}
print("\nIt maps back:", try MovedOrder(dictionary: new) == order)
