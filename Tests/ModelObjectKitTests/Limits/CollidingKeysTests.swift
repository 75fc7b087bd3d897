import Foundation
import Testing

@testable import ModelObjectKit

private final class Counting: ModelObject {
  var userId = 0
  var calls = 0
  override class var ignoredProperties: Set<String> { ["calls"] }

  override func serializeValue(_ value: Any?, key: String) throws {
    calls += 1
    try super.serializeValue(value, key: key)
  }
}

@Suite struct KeysThatCollide {
  @Test func keysOfOneHashAreKeptApart() throws {
    let keys = CollidingKeys.make(count: 5_000)
    #expect(Set(keys).count == 5_000)
    let hashes = Set(keys.map { ByteView.with($0) { SpellingTable.hash(of: $0) } })
    #expect(hashes.count == 1, "the keys have to be made otherwise")
    let pairs = keys.map { #""\#($0)":1"# }
    let hooked = try Counting(json: "{\(pairs.joined(separator: ","))}")
    #expect(hooked.calls == 5_000)
    let again = pairs + pairs.reversed() + [#""user_id":5"#]
    let twice = try Counting(json: "{\(again.joined(separator: ","))}")
    #expect(twice.calls == 10_001 && twice.userId == 5)
  }
}

/// Keys with equal hashes.
///
/// The hash is made from the first, the last, and the middle words: the middle one compensates for
/// the ends.
private enum CollidingKeys {
  static func make(count: Int) -> [String] {
    var keys: [String] = []
    let last = word("lastWord")
    var number = 0
    while keys.count < count {
      number += 1
      let first = String(String(100_000_000 + number).suffix(8))
      let ends = hash(word(first), last, 24)
      var middle = Array("middle__".utf8)
      for index in 0..<3 { middle[index] ^= UInt8(truncatingIfNeeded: ends >> (8 * index)) }
      guard middle.allSatisfy({ $0 > 0x2F && $0 < 0x7F && $0 != 0x5C }) else { continue }
      keys.append(first + String(decoding: middle, as: UTF8.self) + "lastWord")
    }
    return keys
  }

  private static func word(_ text: String) -> UInt64 {
    text.utf8.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private static func hash(_ first: UInt64, _ last: UInt64, _ count: UInt64) -> UInt64 {
    let mixed = (first ^ count) &* 0x9E37_79B9_7F4A_7C15
    return ((mixed ^ last ^ mixed >> 29) &* 0xD6E8_FEB8_6659_FD93) >> 40
  }
}
