// A server changes its documents without notice. Shows what is still mapped, what a census says
// about the rest, and the first error of `JSONDecoder`.
import Foundation
import ModelObjectKit

func census(of json: String) throws -> MappingCensus {
  let census = MappingCensus()
  var options = MappingOptions()
  options.census = census
  let order: Order
  do {
    order = try Order(json: json, at: "data", options: options)
  } catch {
    // There is no envelope.
    order = try Order(json: json, options: options)
  }
  let items = order.items.map { "\($0.quantity) \($0.sku)" }.joined(separator: ", ")
  print("order \(order.orderId) of \(order.customerName): \(order.total) for \(items)")
  return census
}

func firstError(in json: String) -> String {
  do {
    _ = try JSONDecoder().decode(PlainOrder.self, from: Data(json.utf8))
    return "none"
  } catch DecodingError.keyNotFound(let key, _) {
    return "no key \(key.stringValue)"
  } catch DecodingError.typeMismatch(let type, let context) {
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    return "\(path) isn't of type \(type)"
  } catch {
    return "another error"
  }
}

var known: MappingCensus?
for (number, (change, json)) in Server.versions.enumerated() {
  print("\(number + 1). \(change)\n")
  let census = try census(of: json)
  print("JSONDecoder's first error: \(firstError(in: json))")
  if let known {
    let new = census.difference(from: known)
    print(
      "new: " + new.map { "\($0.typeName).\($0.key) (\($0.kind.rawValue))" }.joined(separator: ", ")
    )
  }
  print(census, terminator: "\n\n")
  if let known { known.merge(census) } else { known = census }
}
