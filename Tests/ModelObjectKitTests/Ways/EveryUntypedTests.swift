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
  override func serializeValue(_ value: Any?, key: String) throws {
    handed[key] = value ?? NSNull()
  }
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

/// Reads its values from JSON in strings.
private final class Quoted: ModelObject {
  var value: Any?
  override class var transforms: [String: PropertyTransform] { ["value": .jsonText] }
}

private class Base: ModelObject {
  override class var subclasses: Subclasses? {
    .byTag("value", ["-": Base.self], otherwise: Other.self)
  }
}

private final class Other: Base {}

/// A value with its type, all the way down.
private func typed(_ value: Any?) -> String {
  switch value {
  case nil, is NSNull: "null"
  case let list as [Any]: "[" + list.map(typed).joined(separator: ", ") + "]"
  case let object as [String: Any]:
    "{"
      + object.sorted { $0.key < $1.key }.map { "\($0.key): \(typed($0.value))" }
      .joined(separator: ", ") + "}"
  case let .some(value): "\(type(of: value))(\(value))"
  }
}

/// Expects a JSON value without a declared type to be the same wherever it is read, by every way in.
///
/// `isTag` says whether a class may be listed under it.
func expectUntyped(
  _ json: String,
  is description: String,
  isTag: Bool,
  options: MappingOptions? = nil,
  sourceLocation: SourceLocation = #_sourceLocation
) throws {
  let text = #"{"value": \#(json), "list": [\#(json)], "object": {"key": \#(json)}}"#
  let (inList, inObject) = ("[\(description)]", "{key: \(description)}")
  let quoted = String(decoding: try JSONEncoder().encode(["value": json]), as: UTF8.self)
  // An upsert needs an identity.
  for way in WayIn.exceptRows.subtracting([.upsert, .upsertAgain]) {
    func expect(_ value: Any?, _ description: String, _ place: String) {
      #expect(typed(value) == description, "\(place), \(way)", sourceLocation: sourceLocation)
    }
    let input = JSONInput(text, by: way)
    let loose = try input.map(to: Loose.self, options: options)
    expect(loose.value, description, "a property")
    expect(loose.list, inList, "a list")
    expect(loose.object, inObject, "a dictionary")
    let transformed = try input.map(to: Transformed.self, options: options)
    expect(transformed.value, description, "a transform")
    expect(transformed.list, inList, "a transform of a list")
    expect(transformed.object, inObject, "a transform of a dictionary")
    let inString = try JSONInput(quoted, by: way).map(to: Quoted.self, options: options)
    expect(inString.value, description, "JSON in a string")
    let whole = "{list: \(inList), object: \(inObject), value: \(description)}"
    expect(try input.map(to: Keeping.self, options: options).rest, whole, "unknown keys")
    // An object that is there has its class.
    if !way.isUpdate {
      let isOther = try input.map(to: Base.self, options: options) is Other
      #expect(isOther == isTag, "a tag, \(way)", sourceLocation: sourceLocation)
    }
    // A hook gets what a dictionary has: here an `NSNumber`.
    if way == .foundation { continue }
    expect(try input.map(to: Handed.self, options: options).handed, whole, "a hook")
  }
}

/// A value without a declared type is the same for properties, hooks, transforms, JSON in strings, unknown
/// keys and tags.
struct EveryUntypedTests {
  @Test(
    arguments: [
      (#""a""#, "String(a)"), (#""2014-05-06""#, "String(2014-05-06)"),
      (#""\u0041\n""#, "String(A\n)"), ("0", "Int(0)"), ("-7", "Int(-7)"),
      ("9223372036854775807", "Int(9223372036854775807)"),
      ("18446744073709551615", "UInt64(18446744073709551615)"),
      ("1.5", "Double(1.5)"), ("-0.25", "Double(-0.25)"), ("1.5e-3", "Double(0.0015)"),
      ("8.560302999999999", "Double(8.560303)"),
    ]
  )
  func aTagIsTheSameEverywhere(json: String, description: String) throws {
    try expectUntyped(json, is: description, isTag: true)
  }

  @Test(
    arguments: [
      (#""null""#, "String(null)"), ("true", "Bool(true)"),
      (#"[1, "a", [true], {"b": 0.5}]"#, "[Int(1), String(a), [Bool(true)], {b: Double(0.5)}]"),
      (#"{"a": {"b": [1.5, {}]}, "c": []}"#, "{a: {b: [Double(1.5), {}]}, c: []}"),
    ]
  )
  func whatIsNoTagIsTheSameEverywhere(json: String, description: String) throws {
    try expectUntyped(json, is: description, isTag: false)
  }
}
