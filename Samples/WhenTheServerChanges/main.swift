// A server changes its documents without notice. For each version, this prints what is still
// mapped, the first error that `JSONDecoder` throws, and a census of what doesn't fit.
import Foundation
import ModelObjectKit

func census(of json: String) throws -> MappingCensus {
  let census = MappingCensus()
  var options = MappingOptions()
  options.census = census
  let order: Order
  do {
    order = try Order(json: json, at: "data", options: options)
  } catch let error as ModelError where error.code == .unexpectedRoot {
    // The document has no envelope.
    order = try Order(json: json, options: options)
  }
  let items = order.items.map { "\($0.quantity) \($0.sku)" }.joined(separator: ", ")
  print("order \(order.orderId) for \"\(order.customerName)\", \(order.total): \(items)")
  return census
}

/// The same, for `JSONDecoder`: with or without an envelope, and with keys in snake case.
func decode(_ json: Data) throws -> PlainOrder {
  let decoder = JSONDecoder()
  decoder.keyDecodingStrategy = .convertFromSnakeCase
  do {
    return try decoder.decode(Envelope.self, from: json).data
  } catch DecodingError.keyNotFound(let key, _) where key.stringValue == "data" {
    return try decoder.decode(PlainOrder.self, from: json)
  }
}

func firstError(in json: String) -> String {
  func path(_ context: DecodingError.Context) -> String {
    context.codingPath.map(\.stringValue).joined(separator: ".")
  }
  do {
    _ = try decode(Data(json.utf8))
    return "none"
  } catch DecodingError.typeMismatch(let type, let context) {
    return "\(path(context)) isn't of type \(type)"
  } catch DecodingError.valueNotFound(let type, let context) {
    return "\(path(context)) is null, not of type \(type)"
  } catch {
    return "\(error)"
  }
}

var known: MappingCensus?
for (number, (change, json)) in Server.versions.enumerated() {
  print("\(number + 1). \(change)\n")
  let census = try census(of: json)
  print("JSONDecoder's first error: \(firstError(in: json))")
  if let known {
    let new = census.difference(from: known)
    let findings = new.map { "\($0.typeName).\($0.key) (\($0.kind.rawValue))" }
    print("new in the census:", findings.joined(separator: ", "))
  }
  print(census, terminator: "\n\n")
  if let known { known.merge(census) } else { known = census }
}
