// Moves a class of an app from SmartCodable, step by step: each step is compared with what the old
// class made of a recorded response, and what it wrote.
import Foundation
import ModelObjectKit

/// Prints how many properties are the same, and each that isn't.
func compare<Order: ComparedOrder>(_ type: Order.Type) throws {
  let values = try Order(json: Recorded.response).values
  let differing = Recorded.values.keys.sorted().filter { values[$0] != Recorded.values[$0] }
  print("the same: \(values.count - differing.count) of \(values.count)")
  for name in differing {
    print("  \(name): was \(Recorded.values[name] ?? ""), is \(values[name] ?? "")")
  }
}

print("1. The properties, and nothing else\n")
try compare(Order1.self)
print(try Order1.explain(json: Recorded.response))

print("\n2. With the lists of the old class\n")
try compare(Order2.self)

print("\n3. With a base class, and the lines that make it as it was\n")
try compare(Order.self)
print("mistakes in the class:", Order.declarationProblems())

print("\n4. What is still another value is better: decide, and write the test\n")
let order = try Order(json: Recorded.response)
print("isVip: \(order.isVip), because is_vip matches; keyMatching = .exact would ignore it")
print("ratings: \(order.ratings), because one bad element doesn't take the others with it")

print("\n5. What it writes\n")
let new = try order.dictionaryRepresentation()
for key in Set(new.keys).union(Recorded.export.keys).sorted() {
  func text(_ value: Any?) throws -> String {
    guard let value else { return "nothing" }
    let json = try JSONSerialization.data(withJSONObject: [value], options: .sortedKeys)
    return String(decoding: json.dropFirst().dropLast(), as: UTF8.self)
  }
  let (was, now) = (try text(Recorded.export[key]), try text(new[key]))
  print(was == now ? "  \(key): \(now)" : "≠ \(key): was \(was), is \(now)")
}
print("\nIt maps back:", try Order(dictionary: new) == order)
