import Foundation
import ModelObjectKit
import Testing

private class Names: ModelObject {
  var userId = 0
}

private final class HookedNames: Names {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// A class between others, to check that nested objects are read like roots.
private final class Around: ModelObject {
  var around: Around?
  var names: Names?
  var hooked: HookedNames?
}

private final class Listed: ModelObject {
  var value = 0

  override class var keyMapping: [String: JSONKey] { ["value": ["userId", "id"]] }
}

/// The kind of value that a key has.
private enum Offer: CaseIterable {
  case fitting, misfit, null

  func json(_ number: Int) -> String {
    switch self {
    case .fitting: "\(number)"
    case .misfit: #""abc""#
    case .null: "null"
    }
  }
}

struct EveryPairOfSpellings {
  private static let spellings = [
    "userId", "user_id", "user-id", "user id", "userid", "UserId", "USER_ID", "USERID", "_userId",
    "user__id", "uSERiD", "user_Id",
  ]

  @Test(arguments: spellings)
  func hasTheWinnerThatTheRulesName(first: String) throws {
    for second in Self.spellings where second != first {
      for (one, other) in Offer.allCases.flatMap({ one in Offer.allCases.map { (one, $0) } }) {
        let keys = [(first, 1, one), (second, 2, other)].filter { $0.2 != .null }
        let best = keys.min { isBetter($0.0, than: $1.0, for: "userId") }
        let expected = best?.2 == .fitting ? best?.1 ?? 0 : 0
        let json = #"{"\#(first)":\#(one.json(1)),"\#(second)":\#(other.json(2))}"#
        for input in everyWay(json) {
          #expect(try input.map(to: Names.self).userId == expected, "\(input)")
          #expect(try input.map(to: HookedNames.self).userId == expected, "hooked: \(input)")
        }
      }
    }
  }

  @Test(arguments: spellings)
  func hasTheSameWinnerDeepInside(first: String) throws {
    for second in Self.spellings where second != first {
      let best = isBetter(first, than: second, for: "userId") ? 1 : 2
      let core = #"{"\#(first)":1,"\#(second)":2}"#
      for levels in [1, 20] {
        let json =
          String(repeating: #"{"around":"#, count: levels)
          + #"{"names":\#(core),"hooked":\#(core)}"# + String(repeating: "}", count: levels)
        for input in everyWay(json) {
          var around = try input.map(to: Around.self)
          while let next = around.around { around = next }
          #expect(around.names?.userId == best, "\(input)")
          #expect(around.hooked?.userId == best, "hooked: \(input)")
        }
      }
    }
  }

  @Test(arguments: spellings)
  func underKeyMappingTheFirstAlternativeWins(first: String) throws {
    for second in ["id", "ID", "_id"] {
      for (one, other) in Offer.allCases.flatMap({ one in Offer.allCases.map { (one, $0) } }) {
        let expected =
          switch (one, other) {
          case (.fitting, _): 1
          case (.null, .fitting): 2
          default: 0
          }
        let pairs = [#""\#(first)":\#(one.json(1))"#, #""\#(second)":\#(other.json(2))"#]
        for pairs in [pairs, pairs.reversed()] {
          for input in everyWay("{\(pairs.joined(separator: ","))}") {
            #expect(try input.map(to: Listed.self).value == expected, "\(input)")
          }
        }
      }
    }
  }

  @Test func threeSpellingsInEveryOrder() throws {
    let spellings = ["userId", "user_id", "USER_ID", "user id", "userid"]
    for (one, a) in spellings.enumerated() {
      for (two, b) in spellings.enumerated() where b != a {
        for (three, c) in spellings.enumerated() where c != a && c != b {
          let best = [(a, one), (b, two), (c, three)].min {
            isBetter($0.0, than: $1.0, for: "userId")
          }
          let json = #"{"\#(a)":\#(one),"\#(b)":\#(two),"\#(c)":\#(three)}"#
          for input in everyWay(json) {
            #expect(try input.map(to: Names.self).userId == best?.1, "\(input)")
            #expect(try input.map(to: HookedNames.self).userId == best?.1, "hooked: \(input)")
          }
        }
      }
    }
  }

  /// The exact spelling first, then the smaller one by its bytes.
  private func isBetter(_ first: String, than second: String, for property: String) -> Bool {
    if first == property || second == property { return first == property }
    return first.utf8.lexicographicallyPrecedes(second.utf8)
  }
}
