import Foundation
import ModelObjectKit
import Testing

private final class Loose: ModelObject {
  var value: Any?
  var list: [Any] = []
  var object: [String: Any] = [:]
}

private final class Keeping: ModelObject {
  var rest: [String: Any] = [:]
  override class var unknownKeysProperty: String? { "rest" }
}

/// Notes what its hook gets.
private final class Handed: ModelObject {
  var handed: [String: Any] = [:]
  override class var ignoredProperties: Set<String> { ["handed"] }
  override func serializeValue(_ value: Any?, key: String) throws { handed[key] = value }
}

/// Notes what its transform gets.
private final class Transformed: ModelObject {
  var value: Any?
  var list: [Any] = []
  var object: [String: Any] = [:]
  override class var transforms: [String: PropertyTransform] {
    let same = PropertyTransform(read: { $0 })
    return ["value": same, "list": same, "object": same]
  }
}

/// A value with its type, all the way down.
private func typed(_ value: Any?) -> String {
  switch value {
  case nil: "nil"
  case let list as [Any]: "[" + list.map(typed).joined(separator: ", ") + "]"
  case let object as [String: Any]:
    "{"
      + object.sorted { $0.key < $1.key }.map { "\($0.key): \(typed($0.value))" }
      .joined(separator: ", ") + "}"
  case is NSNull: "null"
  case let .some(value): "\(type(of: value))(\(value))"
  }
}

/// A value without a declared type is the same for properties, hooks, transforms and unknown keys.
struct EveryUntypedTests {
  @Test(
    arguments: [
      (#""a""#, "String(a)"), (#""null""#, "String(null)"),
      (#""2014-05-06""#, "String(2014-05-06)"),
      (#""\u0041\n""#, "String(A\n)"), ("true", "Bool(true)"), ("0", "Int(0)"), ("-7", "Int(-7)"),
      ("9223372036854775807", "Int(9223372036854775807)"),
      ("18446744073709551615", "UInt64(18446744073709551615)"),
      ("1.5", "Double(1.5)"), ("-0.25", "Double(-0.25)"), ("1.5e-3", "Double(0.0015)"),
      ("8.560302999999999", "Double(8.560303)"),
      (#"[1, "a", [true], {"b": 0.5}]"#, "[Int(1), String(a), [Bool(true)], {b: Double(0.5)}]"),
      (#"{"a": {"b": [1.5, {}]}, "c": []}"#, "{a: {b: [Double(1.5), {}]}, c: []}"),
    ]
  )
  func isTheSameEverywhere(json: String, description: String) throws {
    let text = #"{"value": \#(json), "list": [\#(json)], "object": {"key": \#(json)}}"#
    let (inList, inObject) = ("[\(description)]", "{key: \(description)}")
    // An upsert needs an identity.
    for way in WayIn.exceptRows.subtracting([.upsert, .upsertAgain]) {
      let input = JSONInput(text, by: way)
      let loose = try input.map(to: Loose.self)
      #expect(typed(loose.value) == description, "\(way)")
      #expect(typed(loose.list) == inList, "\(way)")
      #expect(typed(loose.object) == inObject, "\(way)")
      let transformed = try input.map(to: Transformed.self)
      #expect(typed(transformed.value) == description, "\(way)")
      #expect(typed(transformed.list) == inList, "\(way)")
      #expect(typed(transformed.object) == inObject, "\(way)")
      let whole = "{list: \(inList), object: \(inObject), value: \(description)}"
      #expect(try typed(input.map(to: Keeping.self).rest) == whole, "\(way)")
      // A hook gets what a dictionary has: here an `NSNumber`.
      if way == .foundation { continue }
      #expect(try typed(input.map(to: Handed.self).handed) == whole, "\(way)")
    }
  }
}
