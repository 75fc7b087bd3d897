import Foundation
import ModelObjectKit
import Testing

private enum Color: String, Codable, Kept {
  case red, green
  static var kept: Color { .red }
}

private enum Level: Int, Codable, Kept {
  case low = 1
  case high = 2
  static var kept: Level { .low }
}

private struct Point: Codable, Hashable, Kept {
  var x: Int
  var y: Double?
  static var kept: Point { Point(x: 77) }
}

private struct Visit: Codable, Hashable, Kept {
  var x: Int
  var at: Date?
  static var kept: Visit { Visit(x: 77) }
}

private struct Meters: ModelValue, Equatable, Kept {
  var length: Double
  init(length: Double) { self.length = length }
  init?(modelValue: Any) {
    guard let length = modelValue as? Double ?? (modelValue as? Int).map(Double.init) else {
      return nil
    }
    self.length = length
  }
  var modelValue: Any { length }
  static var kept: Meters { Meters(length: 77) }
}

private final class Item: ModelObject, Kept {
  var id = 77
  var name: String?
  static var kept: Item { Item() }
}

/// A class with one property and what its hook has seen.
private class Seeing<Value: Kept>: OneProperty<Value> {
  var seen: [String] = []
  override class var ignoredProperties: Set<String> { ["seen"] }
  override func serializeValue(_ value: Any?, key: String) throws {
    seen.append("\(key): \(typed(value))")
    try super.serializeValue(value, key: key)
  }
}

/// A value with its type, all the way down.
private func typed(_ value: Any?) -> String {
  guard let value else { return "nil" }
  let mirror = Mirror(reflecting: value)
  if mirror.displayStyle == .optional { return typed(mirror.children.first?.value) }
  return switch value {
  case let model as ModelObject: "\(model)"
  case let list as [Any]: "[" + list.map(typed).joined(separator: ", ") + "]"
  case let object as [AnyHashable: Any]:
    "{" + object.map { "\(typed($0.base)): \(typed($1))" }.sorted().joined(separator: ", ") + "}"
  case let set as Set<AnyHashable>: "\(set.map { typed($0.base) }.sorted())"
  case let date as Date: "Date(\(date.timeIntervalSinceReferenceDate))"
  case let data as Data: "Data(\([UInt8](data)))"
  case is NSNull: "null"
  default: "\(type(of: value))(\(value))"
  }
}

/// What becomes of each value as a property of each type, and what a hook sees of it.
struct EveryValueInCoders {
  private static let values = [
    "null", #""null""#, "true", "0", "1", "2.5", "9007199254740993", "18446744073709551615",
    "0.1234567890123456789", #""x""#, #""7""#, #""""#, #"" 7 ""#, #""green""#, #""AQI=""#,
    #""2001-01-02T00:00:00Z""#, #""https://a.b/c""#, "[]", "[1]", "[1, null]", #"["7", 1, "x"]"#,
    "[[1], 2]", #"["green", "x"]"#, "{}", #"{"a": 1}"#, #"{"1": "x", "b": null}"#,
    #"{"x": 1, "y": 2}"#, #"{"x": "1"}"#, #"{"x": 1, "at": "2001-01-02T00:00:00Z"}"#,
    #"{"id": 5, "name": "n"}"#, #"[{"id": 5}, 6]"#, #"{"k": {"id": 5}}"#, #"[{"x": 1}, {"y": 2}]"#,
    #"{"green": 1, "x": 2}"#, #"{"a": [1, "x"]}"#,
  ]

  /// The value of a property, what a hook has seen, and the issues.
  private func outcome<Value: Kept>(
    _ make: (MappingOptions) throws -> OneProperty<Value>
  ) -> String {
    let log = TextLog()
    var options = MappingOptions()
    options.issueHandler = { log.add($0.map { "\($0)" }) }
    do {
      let model = try make(options)
      let seen = (model as? Seeing<Value>)?.seen ?? []
      return "\(typed(model.value)) \(seen) \(log.texts.sorted())"
        // A decoder has told what kind of number there is.
        .replacing(#/found (number|Int|Double|Decimal) /#, with: "found number ")
    } catch {
      return "\(error)"
    }
  }

  /// With options, dates included.
  private func areAsInText<Value: Kept>(_ type: Value.Type) {
    for value in Self.values {
      let json = #"{"value": \#(value)}"#
      func decode<Model: OneProperty<Value>>(
        _ type: Model.Type,
        _ options: MappingOptions
      ) throws -> Model {
        let decoder = JSONDecoder()
        decoder.userInfo[.mappingOptions] = options
        return try decoder.decode(type, from: Data(json.utf8))
      }
      #expect(
        outcome { try decode(OneProperty<Value>.self, $0) }
          == outcome { try OneProperty<Value>(json: json, options: $0) },
        "\(type) from \(value)"
      )
      #expect(
        outcome { try decode(Seeing<Value>.self, $0) }
          == outcome { try Seeing<Value>(json: json, options: $0) },
        "\(type) from \(value) with a hook"
      )
    }
  }

  /// Without options, a decoder has dates of its own.
  private func areWithAHookAsWithout<Value: Kept>(_ type: Value.Type) {
    for value in Self.values {
      let data = Data(#"{"value": \#(value)}"#.utf8)
      let plain = outcome { _ in try JSONDecoder().decode(OneProperty<Value>.self, from: data) }
      let hooked = outcome { _ in try JSONDecoder().decode(HookedProperty<Value>.self, from: data) }
      #expect(plain == hooked, "\(type) from \(value)")
    }
  }

  private func areWithAHookAsWithoutInRows<Value: Kept>(_ type: Value.Type, isCopied: Bool) {
    for value in Self.values {
      func decode<Model: OneProperty<Value>>(
        _ type: Model.Type,
        _ options: MappingOptions?
      ) throws -> Model {
        let row = try DatabaseRow(json: #"{"value": \#(value)}"#, isCopied: isCopied)
        if let options { row.userInfo[.mappingOptions] = options }
        return try row.decode(type)
      }
      let plain = outcome { try decode(OneProperty<Value>.self, $0) }
      let hooked = outcome { try decode(HookedProperty<Value>.self, $0) }
      #expect(plain == hooked, "\(type) from \(value)")
    }
  }

  private func check<Value: Kept>(_ type: Value.Type) {
    areAsInText(type)
    areWithAHookAsWithout(type)
  }

  @Test func scalars() {
    check(Int8.self)
    check(UInt64?.self)
    check(Float.self)
    check(Bool?.self)
    check(String?.self)
    check(Decimal.self)
    check(Date?.self)
    check(URL?.self)
    check(Data?.self)
  }

  @Test func typesOfAnApp() {
    check(Level?.self)
    check(Point?.self)
    check(Visit.self)
    check(Meters?.self)
    check(Item?.self)
  }

  @Test func lists() {
    check([String?].self)
    check(Set<Int>.self)
    check([[Int]].self)
    check([Date].self)
    check([Data].self)
    check([Color].self)
    check([Visit].self)
    check([Meters].self)
    check([Item?].self)
    check([[Item]].self)
  }

  @Test func dictionaries() {
    check([String: Int?].self)
    check([Int: String].self)
    check([Color: Int].self)
    check([String: Date].self)
    check([String: Meters].self)
    check([Int: Item].self)
    check([String: [Item]].self)
    check([Color: Item].self)
  }

  @Test(arguments: [false, true]) func inRows(isCopied: Bool) {
    areWithAHookAsWithoutInRows(Double?.self, isCopied: isCopied)
    areWithAHookAsWithoutInRows(Decimal.self, isCopied: isCopied)
    areWithAHookAsWithoutInRows(URL?.self, isCopied: isCopied)
    areWithAHookAsWithoutInRows(Level?.self, isCopied: isCopied)
    areWithAHookAsWithoutInRows(Visit.self, isCopied: isCopied)
    areWithAHookAsWithoutInRows([Visit].self, isCopied: isCopied)
    areWithAHookAsWithoutInRows([Int: Item].self, isCopied: isCopied)
  }
}
