import Foundation
import ModelObjectKit
import Testing

private enum Colour: String {
  case red
}

private struct Point: Codable {
  var x = 0
}

/// A property of every kind.
private class Everything: ModelObject {
  var text = "-"
  var int8: Int8 = 0
  var uint64: UInt64 = 0
  var double = 0.0
  var float: Float = 0
  var decimal: Decimal = 0
  var bool = false
  var date = Date(timeIntervalSince1970: 0)
  var url: URL?
  var uuid: UUID?
  var data = Data()
  var colour = Colour.red
  var point = Point()
  var optional: Int?
  var ints: [Int] = []
  var optionals: [Int?] = []
  var set: Set<String> = []
  var byName: [String: Double] = [:]
  var byNumber: [Int: String] = [:]
  var nested: [String: [[Int8]]] = [:]
  var any: Any?
  var anything: Any = 0
  var list: [Any] = []
  var object: [String: Any] = [:]
  var number = NSNumber(value: 0)
  var array = NSArray()
  var child: Everything?
  var children: [Everything] = []
  var named: [String: Everything] = [:]
  var sentinel = 0

  static let names = [
    "text", "int8", "uint64", "double", "float", "decimal", "bool", "date", "url", "uuid", "data",
    "colour", "point", "optional", "ints", "optionals", "set", "byName", "byNumber", "nested",
    "any", "anything", "list", "object", "number", "array", "child", "children", "named",
  ]
}

private final class HookedEverything: Everything {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

struct HostileInput {
  private static let values = [
    "null", "true", "false", "0", "-1", "1.5", "1e300", "-1e300", "1e-300",
    "18446744073709551615", #""""#, #""x""#, #""null""#, #""1""#, #""NaN""#, #""2014-02-30""#,
    "[]", "{}", "[[]]", "[{}]", "[null]", "[[null]]", "[1, \"x\", null, {}, []]",
    #"{"": null}"#, #"{"a": {"b": [1]}}"#, #"{"child": 5, "children": 5}"#,
    #"[{"child": [5]}, {"child": {"child": null}}]"#, #"{"1": [[1, 300]], "x": [[null]]}"#,
  ]

  /// Without numbers that text and dictionaries spell differently.
  private static let plainValues = values.filter { !$0.contains("1e") }

  @Test(arguments: values)
  func ofAnyTypeAtAnyLevelHarmsNothing(value: String) throws {
    for name in Everything.names {
      let wrappers = [
        #"{"\#(name)": \#(value), "sentinel": 5}"#,
        #"{"child": {"\#(name)": \#(value)}, "sentinel": 5}"#,
        #"{"children": [{}, {"\#(name)": \#(value)}], "sentinel": 5}"#,
        #"{"named": {"x": {"child": {"\#(name)": \#(value)}}}, "sentinel": 5}"#,
      ]
      for wrapper in wrappers.suffix(inLongTests(4, else: 1)) {
        for input in everyWay(wrapper) {
          let plain = try input.map(to: Everything.self)
          #expect(plain.sentinel == 5, "\(input)")
          let hooked = try input.map(to: HookedEverything.self)
          #expect(hooked.sentinel == 5, "\(input)")
          #expect(summary(plain) == summary(hooked), "\(input)")
          // With strict options, it passes or is in the issues.
          _ = input.issues(mappingTo: Everything.self, options: .strictButMissing)
        }
      }
    }
  }

  @Test func nullsEverywhereChangeNothing() throws {
    let pairs = Everything.names.map { #""\#($0)": null"# }.joined(separator: ", ")
    let fresh = summary(Everything())
    for input in everyWay("{\(pairs)}") {
      #expect(summary(try input.map(to: Everything.self)) == fresh, "\(input)")
      #expect(summary(try input.map(to: HookedEverything.self)) == fresh, "\(input)")
    }
  }

  @Test(arguments: [Double.nan, .signalingNaN, .infinity, -.infinity])
  func noNumberIsStoredThatIsNone(value: Double) throws {
    for given in [value, NSNumber(value: value), Float(value), CGFloat(value)] as [Any] {
      var dictionary: [String: Any] = ["sentinel": 5]
      for name in ["int8", "uint64", "double", "float", "decimal", "date", "optional", "colour"] {
        dictionary[name] = given
      }
      dictionary["byName"] = ["a": given, "b": 1]
      dictionary["ints"] = [given, 1]
      let model = try Everything(dictionary: dictionary)
      #expect(model.sentinel == 5)
      #expect(model.int8 == 0 && model.uint64 == 0 && model.double == 0 && model.float == 0)
      #expect(model.decimal == 0 && model.date.timeIntervalSince1970 == 0)
      #expect(model.optional == nil && model.byName == ["b": 1] && model.ints == [1])
    }
  }

  @Test func oddKeysFindNobody() throws {
    let keys = [
      "", "_", "-", " ", "\0", "sentinel\0", "\u{FEFF}sentinel", "sentinel.", ".sentinel", "[0]",
      "sentinel[0]", "self", "super", "init", "isa", "Type", "𝓼𝓮𝓷𝓽𝓲𝓷𝓮𝓵", "ｓentinel", "\u{202E}",
      "e\u{301}", "👨‍👩‍👧", "\\", "\"", String(repeating: "x", count: 100_000),
    ]
    var dictionary: [String: Any] = [:]
    for key in keys { dictionary[key] = 5 }
    let json = String(
      decoding: try JSONSerialization.data(withJSONObject: dictionary),
      as: UTF8.self
    )
    let models = [
      try Everything(dictionary: dictionary), try HookedEverything(dictionary: dictionary),
      try Everything(json: json), try HookedEverything(json: json),
    ]
    for model in models {
      #expect(summary(model) == summary(Everything()))
      #expect(model.sentinel == 0)
    }
  }

  @Test func manyKeysAreRead() throws {
    var dictionary: [String: Any] = [:]
    for index in 0..<20_000 { dictionary["unknown_\(index)"] = index }
    dictionary["SENTINEL"] = 5
    #expect(try Everything(dictionary: dictionary).sentinel == 5)
    #expect(try HookedEverything(dictionary: dictionary).sentinel == 5)
  }

  @Test func manySpellingsOfOneKeyAreRead() throws {
    let pairs = (1...2_000).map { #""\#(String(repeating: "_", count: $0))sentinel": \#($0)"# }
    let json = "{" + pairs.joined(separator: ",") + "}"
    // The smallest by bytes has the most underscores.
    for input in everyWay(json) {
      #expect(try input.map(to: Everything.self).sentinel == 2_000)
    }
  }

  @Test func everyWayAgreesOnRandomInput() throws {
    var generator = SeededGenerator(seed: 20_140_506)
    var different: Set<String> = []
    let count = inLongTests(2_000, else: 200)
    for _ in 0..<count {
      let json = randomObject(depth: 3, using: &generator)
      let summaries = try everyWay(json).flatMap {
        [summary(try $0.map(to: Everything.self)), summary(try $0.map(to: HookedEverything.self))]
      }
      #expect(Set(summaries).count == 1, "\(json)")
      different.formUnion(summaries)
      let issues = everyWay(json).flatMap { input in
        [
          paths(input.issues(mappingTo: Everything.self)),
          paths(input.issues(mappingTo: HookedEverything.self)),
        ]
      }
      #expect(Set(issues).count == 1, "\(json)")
    }
    #expect(different.count > count * 9 / 20)
  }

  private func paths(_ issues: [ModelError.Issue]) -> [String] {
    // Text order and sorted order differ, so of more than a hundred, others may be listed.
    issues.count < 100 ? issues.map { "\($0.path) \($0.kind)" }.sorted() : ["many"]
  }

  private func randomObject(depth: Int, using generator: inout SeededGenerator) -> String {
    var keys = Set<String>()
    for _ in 0..<Int.random(in: 0...8, using: &generator) {
      guard
        let name = (Everything.names + ["unknown", "sentinel"]).randomElement(using: &generator)
      else { continue }
      keys.insert(Bool.random(using: &generator) ? name : name.uppercased())
    }
    let pairs = keys.sorted().map {
      #""\#($0)": \#(randomValue(depth: depth, using: &generator))"#
    }
    return "{" + pairs.joined(separator: ", ") + "}"
  }

  private func randomValue(depth: Int, using generator: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<12, using: &generator) {
    case 0 where depth > 0, 1 where depth > 0, 2 where depth > 0:
      return randomObject(depth: depth - 1, using: &generator)
    case 3 where depth > 0:
      let elements = (0..<Int.random(in: 0...4, using: &generator)).map { _ in
        randomValue(depth: depth - 1, using: &generator)
      }
      return "[" + elements.joined(separator: ", ") + "]"
    case 4: return "\(Int.random(in: -300...300, using: &generator))"
    case 5: return "\(Double(Int.random(in: -4_000...4_000, using: &generator)) / 8 + 0.0625)"
    default: return Self.plainValues.randomElement(using: &generator) ?? "null"
    }
  }
}

/// All values as one string, without differences between equivalent inputs.
private func summary(_ model: Everything) -> String {
  [
    "\(model.text) \(model.int8) \(model.uint64) \(model.double) \(model.float) \(model.decimal)",
    "\(model.bool) \(model.date.timeIntervalSinceReferenceDate) \(model.url?.absoluteString ?? "nil")",
    "\(model.uuid?.uuidString ?? "nil") \(Array(model.data)) \(model.colour) \(model.point.x)",
    "\(model.optional ?? -1) \(model.ints) \(model.optionals) \(model.set.sorted())",
    "\(model.byName.sorted { $0.key < $1.key }) \(model.byNumber.sorted { $0.key < $1.key })",
    "\(model.nested.sorted { $0.key < $1.key }) \(text(model.any)) \(text(model.anything))",
    "\(text(model.list)) \(text(model.object)) \(model.number) \(text(model.array))",
    model.child.map(summary) ?? "nil",
    model.children.map(summary).joined(separator: ";"),
    model.named.sorted { $0.key < $1.key }.map { "\($0.key)=\(summary($0.value))" }
      .joined(separator: ";"),
    "\(model.sentinel)",
  ].joined(separator: " | ")
}

/// An untyped value as text, with sorted keys.
private func text(_ value: Any?) -> String {
  switch value {
  case nil: "nil"
  case let list as [Any]: "[" + list.map(text).joined(separator: ", ") + "]"
  case let object as [String: Any]:
    "{"
      + object.sorted { $0.key < $1.key }.map { "\($0.key): \(text($0.value))" }
      .joined(separator: ", ") + "}"
  case let .some(value): "\(value)"
  }
}
