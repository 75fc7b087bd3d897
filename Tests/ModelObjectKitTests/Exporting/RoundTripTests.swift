import Foundation
import ModelObjectKit
import Testing

private enum Suit: String, CaseIterable { case clubs, hearts }
private enum Rank: Int, CaseIterable { case ace = 1, king = 13 }

private struct Point: Codable, Hashable {
  var x: Double
  var label: String?
  var at: Date
}

private struct Celsius: ModelValue, Hashable {
  var degrees: Int
  init(_ degrees: Int) { self.degrees = degrees }
  init?(modelValue: Any) {
    guard let degrees = modelValue as? Int else { return nil }
    self.degrees = degrees
  }
  var modelValue: Any { degrees }
}

@propertyWrapper
private struct Held: Codable, Hashable {
  var wrappedValue: Int
}

private class Leaf: ModelObject {
  var id = 0
  var text: String? = "t"
}

/// A property of every type in the table.
private class Everything: ModelObject {
  var string = ""
  var optionalString: String? = "x"
  var int = 0
  var optionalInt: Int?
  var int8: Int8 = 0
  var int16: Int16 = 0
  var int32: Int32 = 0
  var int64: Int64 = 0
  var int128: Int128 = 0
  var uint: UInt = 0
  var uint8: UInt8 = 0
  var uint64: UInt64 = 0
  var optionalUInt16: UInt16? = 1
  var float: Float = 0
  var double = 0.0
  var optionalDouble: Double? = 1
  var cgFloat: CGFloat = 0
  var decimal: Decimal = 0
  var bool = false
  var optionalBool: Bool? = true
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var optionalDate: Date?
  var url: URL?
  var uuid: UUID?
  var zone: TimeZone?
  var locale: Locale?
  var data = Data()
  var suit = Suit.clubs
  var rank: Rank?
  var strings: [String] = []
  var optionals: [Int?] = []
  var set: Set<Int> = []
  var dates: [Date] = []
  var grid: [[Double]] = []
  var map: [String: Int] = [:]
  var byInt: [Int: String] = [:]
  var bySuit: [Suit: [Int]] = [:]
  var leaf: Leaf? = Leaf()
  var leaves: [Leaf] = []
  var leafSet: Set<Leaf> = []
  var leafMap: [String: Leaf] = [:]
  var any: Any?
  var anys: [Any] = []
  var anyMap: [String: Any] = [:]
  var point: Point?
  var points: [Point] = []
  var celsius: Celsius?
  var number: NSNumber?
  var nsString: NSString?
  @Held var wrapped = 1
}

/// Makes random objects.
private struct Inventor {
  var random: SeededGenerator

  mutating func int<Integer: FixedWidthInteger>(_ type: Integer.Type) -> Integer {
    switch UInt8.random(in: 0..<4, using: &random) {
    case 0: .max
    case 1: .min
    case 2: Integer(UInt8.random(in: 0..<100, using: &random))
    default: Integer.random(in: .min ... .max, using: &random)
    }
  }

  mutating func double() -> Double {
    switch UInt8.random(in: 0..<3, using: &random) {
    case 0: Double(Int.random(in: -1_000...1_000, using: &random)) / 10
    case 1: Double.random(in: -1e9...1e9, using: &random)
    default:
      Double(bitPattern: random.next() & 0xFFEF_FFFF_FFFF_FFFF)
    }
  }

  mutating func text() -> String {
    let letters: [Character] = Array("aZ09 \"\\/\n\t\u{1}\u{7F}éß漢👩‍👩‍👧\u{2028}")
    return String(
      (0..<Int.random(in: 0..<24, using: &random)).map { _ in
        letters.randomElement(using: &random) ?? "a"
      }
    )
  }

  mutating func date() -> Date {
    let seconds = Double.random(in: -3e10...3e10, using: &random)
    return Date(timeIntervalSinceReferenceDate: bool() ? seconds : seconds / 1e9)
  }

  mutating func bool() -> Bool { Bool.random(using: &random) }

  mutating func maybe<Value>(_ make: (inout Inventor) -> Value) -> Value? {
    bool() ? make(&self) : nil
  }

  mutating func some<Value>(_ make: (inout Inventor) -> Value) -> [Value] {
    var values: [Value] = []
    for _ in 0..<Int.random(in: 0..<4, using: &random) { values.append(make(&self)) }
    return values
  }

  mutating func decimal() -> Decimal {
    let significand = Decimal(UInt64.random(in: 0 ... .max, using: &random))
    return Decimal(
      sign: bool() ? .plus : .minus,
      exponent: Int.random(in: -30...10, using: &random),
      significand: significand * 1_000_000_007
    )
  }

  mutating func leaf() -> Leaf {
    let leaf = Leaf()
    leaf.id = int(Int.self)
    leaf.text = maybe { $0.text() }
    return leaf
  }

  mutating func tree(depth: Int = 0) -> Any {
    switch Int.random(in: 0..<(depth < 3 ? 7 : 5), using: &random) {
    case 0: text()
    case 1: int(Int.self)
    case 2: bool()
    case 3: double()
    case 4: UInt64.max - UInt64(int(UInt8.self))
    case 5: some { $0.tree(depth: depth + 1) }
    default: ["k": tree(depth: depth + 1), text(): tree(depth: depth + 1)]
    }
  }

  mutating func point() -> Point { Point(x: double(), label: maybe { $0.text() }, at: date()) }

  mutating func everything() -> Everything {
    let model = Everything()
    model.string = text()
    model.optionalString = maybe { $0.text() }
    model.int = int(Int.self)
    model.optionalInt = maybe { $0.int(Int.self) }
    model.int8 = int(Int8.self)
    model.int16 = int(Int16.self)
    model.int32 = int(Int32.self)
    model.int64 = int(Int64.self)
    // Half of the range, which a `Decimal` in a dictionary can hold for certain.
    model.int128 = int(Int128.self) >> 1
    model.uint = int(UInt.self)
    model.uint8 = int(UInt8.self)
    model.uint64 = int(UInt64.self)
    model.optionalUInt16 = maybe { $0.int(UInt16.self) }
    let float = Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
    model.float = float.isFinite ? float : 0.1
    model.double = double()
    model.optionalDouble = maybe { $0.double() }
    model.cgFloat = CGFloat(double())
    model.decimal = decimal()
    model.bool = bool()
    model.optionalBool = maybe { $0.bool() }
    model.date = date()
    model.optionalDate = maybe { $0.date() }
    model.url = maybe { _ in URL(string: "https://a.b/c?d=e%20f#g") } ?? nil
    model.uuid = maybe {
      UUID(uuid: ($0.int(UInt8.self), 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 2, 3, 4, 5))
    }
    model.zone = maybe { _ in TimeZone(identifier: "Europe/Berlin") } ?? nil
    if hasFoundation { model.locale = maybe { _ in Locale(identifier: "de_CH") } }
    model.data = Data(some { $0.int(UInt8.self) })
    model.suit = Suit.allCases.randomElement(using: &random) ?? .clubs
    model.rank = maybe { _ in .king }
    model.strings = some { $0.text() }
    model.optionals = some { $0.maybe { $0.int(Int.self) } }
    model.set = Set(some { $0.int(Int.self) })
    model.dates = some { $0.date() }
    model.grid = some { $0.some { $0.double() } }
    model.map = Dictionary(some { ($0.text(), $0.int(Int.self)) }) { $1 }
    model.byInt = Dictionary(some { ($0.int(Int.self), $0.text()) }) { $1 }
    model.bySuit = [.hearts: some { $0.int(Int.self) }]
    model.leaf = maybe { $0.leaf() }
    model.leaves = some { $0.leaf() }
    model.leafSet = Set(some { $0.leaf() })
    model.leafMap = Dictionary(some { ($0.text(), $0.leaf()) }) { $1 }
    model.any = maybe { $0.tree() }
    model.anys = some { $0.tree() }
    model.anyMap = Dictionary(some { ($0.text(), $0.tree()) }) { $1 }
    model.point = maybe { $0.point() }
    model.points = some { $0.point() }
    model.celsius = maybe { Celsius($0.int(Int.self)) }
    if hasFoundation {
      model.number = maybe { NSNumber(value: $0.int(Int.self)) }
      model.nsString = maybe { NSString(string: $0.text()) }
    }
    model.wrapped = int(Int.self)
    return model
  }
}

struct RoundTrips {
  private func inventions(seed: UInt64) -> [Everything] {
    var inventor = Inventor(random: SeededGenerator(seed: seed))
    return (0..<40).map { _ in inventor.everything() }
  }

  /// The names of the properties that differ in two objects.
  private func differences(_ first: Everything, _ second: Everything) throws -> [String] {
    try first.dictionaryRepresentation().keys.sorted().filter { name in
      var options = ExportOptions()
      options.properties = [name]
      options.sortedKeys = true
      return try first.jsonString(options: options) != second.jsonString(options: options)
    }
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func giveEqualObjects(seed: UInt64) throws {
    for model in inventions(seed: seed) {
      #expect(model == model.copy())
      #expect(model.hashValue == model.copy().hashValue)
      let ways: [(String, Everything)] = [
        ("data", try Everything(json: model.jsonData())),
        ("text", try Everything(json: model.jsonString())),
        ("dictionary", try Everything(dictionary: model.dictionaryRepresentation())),
        ("Codable", try JSONDecoder().decode(Everything.self, from: JSONEncoder().encode(model))),
      ]
      for (way, back) in ways where back != model || back.hashValue != model.hashValue {
        Issue.record("\(way): \(try differences(model, back))")
      }
    }
  }

  @Test(arguments: [ExportOptions.KeyStyle.snakeCase, .camelCase, .pascalCase, .kebabCase])
  func areTheSameInEveryStyle(style: ExportOptions.KeyStyle) throws {
    var options = ExportOptions()
    options.keyStyle = style
    options.includesNulls = true
    options.prettyPrinted = true
    options.sortedKeys = true
    for model in inventions(seed: 9).prefix(10) {
      #expect(try Everything(json: model.jsonData(options: options)) == model)
      #expect(
        try Everything(dictionary: model.dictionaryRepresentation(options: options)) == model
      )
    }
  }

  /// A patch can't remove a key from a `[String: Any]`.
  @Test(arguments: ExportOptions.KeyStyle.allStyles)
  func changesMakeOneObjectOfAnother(style: ExportOptions.KeyStyle) throws {
    var options = ExportOptions()
    options.keyStyle = style
    let models = inventions(seed: 12)
    for (older, newer) in zip(models, models.dropFirst()) {
      older.anyMap = [:]
      let changed = older.changedProperties(since: newer)
      let text = older.copy()
      try text.update(json: newer.jsonData(changesSince: older, options: options))
      if text != newer { Issue.record("\(try differences(text, newer))") }
      let tree = older.copy()
      try tree.update(
        dictionary: newer.dictionaryRepresentation(changesSince: older, options: options)
      )
      if tree != newer { Issue.record("\(try differences(tree, newer))") }
      #expect(try text.jsonString(changesSince: newer, options: options) == "{}")
      let other = older.copy()
      try other.update(from: newer)
      #expect(other == newer)
      #expect(other.changedProperties(since: older) == changed)
    }
  }

  @Test func foundationReadsTheText() throws {
    for model in inventions(seed: 10) {
      _ = try JSONSerialization.jsonObject(with: model.jsonData())
    }
  }

  @Test func objectsThatDifferAreNotEqual() {
    let models = inventions(seed: 11)
    for (first, second) in zip(models, models.dropFirst()) { #expect(first != second) }
  }
}

extension ExportOptions.KeyStyle {
  fileprivate static let allStyles: [ExportOptions.KeyStyle] = [
    .property, .snakeCase, .camelCase, .pascalCase, .kebabCase,
  ]
}
