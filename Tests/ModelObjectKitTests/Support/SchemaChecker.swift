import Foundation
import Testing

/// A validator of the keywords in the schemas.
struct SchemaChecker {
  let root: [String: Any]

  init(_ data: Data) throws {
    root = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
  }

  func accepts(_ json: Data) throws -> Bool {
    accepts(try JSONSerialization.jsonObject(with: json, options: .fragmentsAllowed), root)
  }

  private func accepts(_ value: Any, _ schema: [String: Any]) -> Bool {
    if let reference = schema["$ref"] as? String {
      let name = String(reference.dropFirst("#/$defs/".count))
      guard let definition = (root["$defs"] as? [String: Any])?[name] as? [String: Any],
        accepts(value, definition)
      else { return false }
    }
    if let ways = schema["anyOf"] as? [[String: Any]], !ways.contains(where: { accepts(value, $0) })
    {
      return false
    }
    let object = value as? NSObject
    if let constant = schema["const"] as? NSObject, constant != object { return false }
    if let cases = schema["enum"] as? [NSObject], !cases.contains(where: { $0 == object }) {
      return false
    }
    let types = (schema["type"] as? [String]) ?? (schema["type"] as? String).map { [$0] } ?? []
    if !types.isEmpty, !types.contains(where: { isType($0, value) }) { return false }
    if let pairs = value as? [String: Any] {
      let required = schema["required"] as? [String] ?? []
      let properties = schema["properties"] as? [String: [String: Any]] ?? [:]
      guard required.allSatisfy({ pairs[$0] != nil }) else { return false }
      return pairs.allSatisfy { key, value in
        if let property = properties[key] { return accepts(value, property) }
        if schema["additionalProperties"] as? Bool == false { return false }
        return (schema["additionalProperties"] as? [String: Any]).map { accepts(value, $0) } ?? true
      }
    }
    if let elements = value as? [Any], let items = schema["items"] as? [String: Any] {
      return elements.allSatisfy { accepts($0, items) }
    }
    return true
  }

  private func isType(_ type: String, _ value: Any) -> Bool {
    let isBool = (value as? NSNumber).map { String(cString: $0.objCType) == "c" } ?? false
    return switch type {
    case "object": value is [String: Any]
    case "array": value is [Any]
    case "string": value is String
    case "null": value is NSNull
    case "boolean": isBool
    case "integer":
      !isBool && (value as? NSNumber).map { $0.doubleValue.rounded() == $0.doubleValue } ?? false
    case "number": value is NSNumber && !isBool
    default: false
    }
  }
}
