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

struct KeysThatCollide {
  @Test func keysOfOneHashAreKeptApart() throws {
    // The hash of a key is made from its first and last eight bytes and their number.
    let keys = (10_000..<15_000).map { "firstKey\($0)lastPart" }
    let pairs = keys.map { #""\#($0)":1"# }
    let hooked = try Counting(json: "{\(pairs.joined(separator: ","))}")
    #expect(hooked.calls == 5_000)
    let again = pairs + pairs.reversed() + [#""user_id":5"#]
    let twice = try Counting(json: "{\(again.joined(separator: ","))}")
    #expect(twice.calls == 10_001 && twice.userId == 5)
  }
}
