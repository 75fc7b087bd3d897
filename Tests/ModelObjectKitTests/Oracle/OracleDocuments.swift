import Foundation

/// Random objects for a class: mostly values that fit its properties, under matching keys.
struct OracleDocuments {
  private var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  private static let texts = [
    "", "a", "12", " 7 ", "-1", "300", "0.5", "1e3", "true", "No", "YES", "null", "(NULL)", "nil",
    "2014-05-06", "2014-05-06T07:08:09.25+02:00", "2014-05-06 07:08:09", "2014-02-30", "2015/13/45",
    "/Date(1451606400000)/", "20140506", "20140506070809", "99999999", "1451606400", "12abc",
    "http://a.b/c?d=e", "größe 😀", "\n\t\u{0}\"\\", "red", "RED", "green", "AQID",
    "12345678-9ABC-def0-1234-56789abcdef0", "18446744073709551615",
  ]

  private static let numbers = [
    "0", "1", "2", "-1", "7", "127", "128", "-128", "-129", "255", "300", "0.5", "-2.25", "0.1",
    "1.50", "3.0", "1e3", "20140506", "1451606400", "1451606400000", "4294967295", "4294967296",
    "9007199254740993", "9223372036854775807", "9223372036854775808", "18446744073709551615",
    "18446744073709551616", "-9223372036854775808", "1234567.125", "0.30000000000000004",
    "-87.575126999999995",
  ]

  mutating func object(for type: any OracleModel.Type, depth: Int = 2) -> OracleTree {
    object(with: type.properties, rarely: 3, depth: depth)
  }

  /// An object with a property's key each, rarely without it.
  private mutating func object(
    with properties: [OracleProperty],
    rarely count: Int,
    depth: Int
  ) -> OracleTree {
    var pairs: Oracle.Pairs = []
    for property in properties where !chance(count) {
      for _ in 0..<(chance(4) ? 2 : 1) {
        let value = value(for: property.type, depth: depth)
        if let keys = property.keys {
          for key in keys where chance(2) {
            pairs = put(chance(4) ? anything(depth: 1) : value, at: key, in: pairs)
          }
        } else {
          pairs.append(OraclePair(spelling(of: property.bareName), value))
        }
      }
    }
    if chance(4) {
      pairs.append(OraclePair(pick(["unknown", "_", "", "other-key"]), anything(depth: 2)))
    }
    return .object(unique(pairs.shuffled(using: &random)))
  }

  /// The same key twice is rare.
  private mutating func unique(_ pairs: Oracle.Pairs) -> Oracle.Pairs {
    if chance(8) { return pairs }
    var seen: Set<String> = []
    return pairs.filter { seen.insert($0.key).inserted }
  }

  /// Adds a value at the end of a path, if the existing values allow it.
  private mutating func put(
    _ value: OracleTree,
    at path: String,
    in pairs: Oracle.Pairs
  ) -> Oracle.Pairs {
    let steps = path.replacing("[", with: ".[").split(separator: ".").map(String.init)
    guard case .object(let pairs) = put(value, at: steps[...], in: .object(pairs)) else {
      return []
    }
    return pairs
  }

  private mutating func put(
    _ value: OracleTree,
    at steps: ArraySlice<String>,
    in tree: OracleTree?
  ) -> OracleTree {
    guard let step = steps.first else { return value }
    if step.hasPrefix("[") {
      var elements: [OracleTree] = []
      if case .array(let present) = tree { elements = present }
      let index = Int(step.dropFirst().dropLast()) ?? 0
      while elements.count <= index { elements.append(anything(depth: 0)) }
      elements[index] = put(value, at: steps.dropFirst(), in: elements[index])
      return .array(elements)
    }
    var pairs: Oracle.Pairs = []
    if case .object(let present) = tree { pairs = present }
    let name = chance(4) ? spelling(of: step) : step
    if let index = pairs.firstIndex(where: { $0.key == name }) {
      pairs[index].value = put(value, at: steps.dropFirst(), in: pairs[index].value)
    } else {
      pairs.append(OraclePair(name, put(value, at: steps.dropFirst(), in: nil)))
    }
    return .object(pairs)
  }

  private mutating func spelling(of name: String) -> String {
    switch Int.random(in: 0...9, using: &random) {
    case 0: name.uppercased()
    case 1: name.map { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }.joined()
    case 2: name.prefix(1) + "-" + name.dropFirst()
    case 3: "_" + name
    case 4: name.prefix(1).uppercased() + name.dropFirst()
    default: name
    }
  }

  private mutating func value(for type: OracleType, depth: Int) -> OracleTree {
    if chance(12) { return anything(depth: depth) }
    switch type {
    case .optional(let wrapped): return chance(5) ? .null : value(for: wrapped, depth: depth)
    case .array(let element), .set(let element):
      if chance(5) { return value(for: element, depth: depth) }
      return .array(
        (0..<Int.random(in: 0...3, using: &random)).map { _ in
          value(for: element, depth: depth - 1)
        }
      )
    case .dictionary(let element), .byInteger(let element):
      let keys = ["1", "2", "a", "b"].filter { _ in chance(2) }
      return .object(keys.map { OraclePair($0, value(for: element, depth: depth - 1)) })
    case .model(let model): return depth > 0 ? object(for: model, depth: depth - 1) : .object([])
    // A struct needs most of its keys.
    case .structure(let type):
      return depth > 0
        ? object(with: type.properties, rarely: 8, depth: depth - 1) : .object([])
    case .any, .raw: return anything(depth: depth)
    case .texts(let values) where chance(2): return .text(pick(values))
    case .numbers(let values) where chance(2): return .number("\(pick(values))")
    default: return anything(depth: 0)
    }
  }

  private mutating func anything(depth: Int) -> OracleTree {
    switch Int.random(in: 0...(depth > 0 ? 9 : 7), using: &random) {
    case 0...2: .text(pick(Self.texts))
    case 3...5: .number(pick(Self.numbers))
    case 6: .bool(chance(2))
    case 7: [.null, .array([]), .object([])][Int.random(in: 0...2, using: &random)]
    case 8:
      .array((0..<Int.random(in: 0...3, using: &random)).map { _ in anything(depth: depth - 1) })
    default:
      .object(["a", "b", "1"].map { OraclePair($0, anything(depth: depth - 1)) })
    }
  }

  private mutating func chance(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &random)]
  }
}
