import Foundation
import ModelObjectKit
import Synchronization
import Testing

private enum Level: Int, Kept {
  case low = 1
  case high = 2
  static var kept: Level { .low }
}

private enum Suit: String, Kept {
  case red
  case none = ""
  static var kept: Suit { .red }
}

private struct Held: Codable, Equatable, Kept {
  var count: Int?
  var name: String?
  var list: [Int]?
  var inner: [Held]?
  static var kept: Held { Held(count: 77) }
}

private enum Refusing<Value: Kept & Equatable>: Subject {
  static var initial: Value { .kept }
  static var options: MappingOptions { MappingOptions(mismatches: .fail, conversions: .fail) }
}

private let heard = Mutex(0)

private enum Reporting<Value: Kept & Equatable>: Subject {
  static var initial: Value { .kept }
  static var options: MappingOptions {
    MappingOptions(mismatches: .fail, conversions: .report) { issues in
      let count = issues.count { $0.kind == .converted }
      heard.withLock { $0 += count }
    }
  }
  static func neglected() -> String? {
    heard.withLock { count in
      defer { count = 0 }
      return count == 0 ? "the handler wasn't called" : nil
    }
  }
}

/// Each conversion is seen in every way in, by every leaf, and none where there is none.
@Suite(.serialized) struct EveryConversion {
  private let kinds = runsLongTests ? Set(ProbeKind.allCases) : [.plain, .hooked, .accessed, .own]

  private func expectConversion<Value: Kept & Equatable>(
    _ json: String,
    to value: Value,
    at path: String = "value",
    ways: Set<WayIn> = WayIn.exceptRows,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectEveryWay(
      of: Refusing<Value>.self,
      #""value": \#(json)"#,
      failsAt: [path],
      ways: ways,
      kinds: kinds,
      inside: ProbeKind.ofValues,
      sourceLocation: sourceLocation
    )
    expectEveryWay(
      of: Reporting<Value>.self,
      #""value": \#(json)"#,
      becomes: value,
      ways: ways,
      kinds: kinds,
      inside: ProbeKind.ofValues,
      sourceLocation: sourceLocation
    )
  }

  private func expectNone<Value: Kept & Equatable>(
    _ json: String,
    becomes value: Value,
    ways: Set<WayIn> = Set(WayIn.allCases),
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expectEveryWay(
      of: Refusing<Value>.self,
      #""value": \#(json)"#,
      becomes: value,
      ways: ways,
      kinds: kinds,
      inside: ProbeKind.ofValues,
      sourceLocation: sourceLocation
    )
  }

  @Test func ofNumbers() {
    expectConversion(#""5""#, to: 5)
    expectConversion("true", to: 1)
    expectConversion(#""yes""#, to: UInt8(1))
    expectConversion(#""1.5""#, to: 1.5)
    expectConversion("false", to: Float(0))
    expectConversion(#"" 2.5 ""#, to: Decimal(string: "2.5") ?? 0)
    expectConversion(#""5""#, to: 5 as Int?)
    expectNone("5", becomes: 5)
    expectNone("-3.0", becomes: Int16(-3))
    expectNone("1e2", becomes: UInt64(100))
    expectNone("2", becomes: 2.0)
    expectNone("0.1", becomes: Decimal(string: "0.1") ?? 0)
    expectNone("null", becomes: nil as Int?)
  }

  @Test func ofBoolsAndStrings() {
    expectConversion("1", to: true)
    expectConversion(#""no""#, to: true == false)
    expectConversion("5", to: "5")
    expectConversion("true", to: "true")
    expectConversion("7", to: Character("7"))
    expectNone("true", becomes: true)
    expectNone(#""5""#, becomes: "5")
    expectNone(#""null""#, becomes: "null" as String?)
  }

  @Test func ofWhatIsSpelledAsAString() throws {
    expectConversion(#""""#, to: nil as URL?)
    expectConversion(#""null""#, to: nil as Int?)
    expectConversion(#""(null)""#, to: nil as Date?)
    expectNone(#""https://example.com""#, becomes: URL(string: "https://example.com"))
    let id = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
    expectNone("\"\(id)\"", becomes: UUID(uuidString: id))
    expectNone(#""AQI=""#, becomes: Data([1, 2]), ways: WayIn.exceptRows)
  }

  @Test func ofDates() {
    let date = Date(timeIntervalSince1970: 86_400)
    // Without options of its own, a decoder reads dates by its strategy.
    let ways = Set(WayIn.allCases).subtracting(WayIn.decoders)
    expectNone("86400", becomes: date, ways: ways)
    expectNone(#""1970-01-02T00:00:00Z""#, becomes: date, ways: ways)
    expectNone(#""/Date(86400000)/""#, becomes: date, ways: ways)
  }

  @Test func ofRawValues() {
    expectConversion(#""2""#, to: Level.high)
    expectConversion("true", to: Level.low as Level?)
    expectNone("2", becomes: Level.high)
    expectNone(#""""#, becomes: Suit.none)
  }

  @Test func ofListsAndDictionaries() {
    expectConversion("5", to: [5])
    expectConversion(#""5""#, to: [5])
    expectConversion(#""5""#, to: [[5]])
    expectConversion("5", to: [5] as Set)
    expectConversion(#""""#, to: [Int]())
    expectConversion("[]", to: [String: Int]())
    expectConversion(#"[1, "2"]"#, to: [1, 2], at: "value[1]")
    expectConversion(#"[1, "nil"]"#, to: [1, nil] as [Int?], at: "value[1]")
    expectConversion(#"{"a": "2"}"#, to: ["a": 2], at: "value.a")
    expectNone("[]", becomes: [Int]())
    expectNone("{}", becomes: [String: Int]())
    expectNone("[[1], []]", becomes: [[1], []])
    // Keys are strings.
    expectNone(#"{"7": 1, "08": 2}"#, becomes: [7: 1, 8: 2])
    expectNone(#"{"2": [1]}"#, becomes: [2: [1]])
  }

  @Test func ofWhatTakesAnything() throws {
    expectNone(#"[1,"x",null,{}]"#, becomes: try RawJSON(#"[1,"x",null,{}]"#))
  }

  @Test func insideStructs() {
    expectConversion(#"{"count": "5"}"#, to: Held(count: 5), at: "value.count")
    expectConversion(#"{"name": 5, "count": 5}"#, to: Held(count: 5, name: "5"), at: "value.name")
    expectConversion(#"{"list": [1, "2"]}"#, to: Held(list: [1, 2]), at: "value.list[1]")
    expectConversion(
      #"{"inner": [{}, {"count": true}]}"#,
      to: Held(inner: [Held(), Held(count: 1)]),
      at: "value.inner[1].count"
    )
    expectNone(
      #"{"count": 5, "name": "5", "list": [1], "inner": [{"count": 1}]}"#,
      becomes: Held(count: 5, name: "5", list: [1], inner: [Held(count: 1)]),
      ways: WayIn.exceptRows
    )
  }

  private enum Transformed: Subject {
    static var initial: Int { 7 }
    static var options: MappingOptions { Refusing<Int>.options }
    static var transforms: [String: PropertyTransform] {
      ["value": PropertyTransform(from: Double.self) { Int($0) * 2 }]
    }
  }

  private enum Returning: Subject {
    static var initial: Int { 7 }
    static var options: MappingOptions { Refusing<Int>.options }
    static var transforms: [String: PropertyTransform] {
      ["value": PropertyTransform(read: { "\($0 ?? 0)" })]
    }
  }

  @Test func ofTransforms() {
    expectEveryWay(
      of: Transformed.self,
      #""value": "2""#,
      becomes: 4,
      kinds: kinds,
      inside: ProbeKind.ofValues
    )
    expectEveryWay(
      of: Returning.self,
      #""value": 2"#,
      failsAt: ["value"],
      kinds: kinds,
      inside: ProbeKind.ofValues
    )
  }
}
