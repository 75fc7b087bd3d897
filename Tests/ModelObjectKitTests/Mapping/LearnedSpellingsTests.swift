import Foundation
import ModelObjectKit
import Testing

private class Names: ModelObject {
  var userId = 0
  var aVeryLongNameOfAProperty = 0
  var äpfel = 0

  var all: [Int] { [userId, aVeryLongNameOfAProperty, äpfel] }
}

private final class HookedNames: Names {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class SharedNames: Names {}

/// A new spelling of a key is remembered, without any visible effect, however many spellings there
/// are.
struct LearnedSpellings {
  /// A string with separators between its letters, in all or some of the possible ways.
  private static func spellings(of text: String, atMost count: Int) -> [String] {
    let letters = Array(text)
    return (0..<min(count, 1 << (letters.count - 1))).map { bits in
      letters.indices.map { place in
        (place > 0 && bits >> (place - 1) & 1 == 1 ? "_" : "") + String(letters[place])
      }.joined()
    }
  }

  private static let keys = [
    spellings(of: "userid", atMost: 40), spellings(of: "aVeryLongNameOfAProperty", atMost: 40),
    spellings(of: "Äpfel", atMost: 16),
  ]

  @Test func areTakenEachTime() throws {
    for round in 1...3 {
      for (property, keys) in Self.keys.enumerated() {
        for (number, key) in keys.enumerated() {
          let value = 100 * round + number
          let expected = (0..<3).map { $0 == property ? value : 0 }
          for input in everyWay(#"{"other": 1, "\#(key)": \#(value), "more": 2}"#) {
            #expect(try input.map(to: Names.self).all == expected, "\(input)")
            #expect(try input.map(to: HookedNames.self).all == expected, "hooked: \(input)")
          }
        }
      }
    }
  }

  @Test func leaveOthersAlone() throws {
    for key in ["userid2", "_", "user.id", "aVeryLongNameOfBProperty", "a_very_long_name", "apfel"]
    {
      for _ in 0..<2 {
        for input in everyWay(#"{"user_id": 1, "\#(key)": 2}"#) {
          #expect(try input.map(to: Names.self).all == [1, 0, 0], "\(input)")
        }
      }
    }
  }

  @Test func areLearnedByManyThreadsAtOnce() async {
    let results = await onFiftyThreads { thread in
      for round in 0..<20 {
        for (property, keys) in Self.keys.enumerated() {
          let key = keys[(7 * thread + round) % keys.count]
          let names = try? SharedNames(json: #"{"\#(key)": 5}"#)
          guard names?.all == (0..<3).map({ $0 == property ? 5 : 0 }) else { return key }
        }
      }
      return ""
    }
    #expect(Set(results) == [""])
  }
}
