import Foundation
import ModelObjectKit
import Testing

// Nothing here looks at a clock. The sizes are such that work in proportion to the square of the
// input, or to its depth times its length, would take minutes where the test takes a moment.

private class Level: ModelObject {
  var child: Level?
  var text = ""
  var any: Any?
  var value = 0
}

private final class HookedLevel: ModelObject {
  var child: HookedLevel?
  var text = ""
  var any: Any?
  var value = 0

  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// A level that nothing may stand in.
private final class Refused: ModelObject {
  struct Never: Error {}

  var child: Refused?
  var text = ""
  var value = 0

  override func validate() throws {
    if child == nil { throw Never() }
  }
}

@Suite struct GrowthWithDepth {
  /// The text of levels inside of one another around something large.
  private static func json(
    levels: Int,
    around core: String,
    after: String = ""
  ) -> String {
    String(repeating: #"{"child":"#, count: levels) + core
      + String(repeating: after + "}", count: levels)
  }

  private static let largeText = #"{"text":"\#(String(repeating: "x", count: 1_000_000))"}"#
  private static let manyObjects =
    #"{"any":[\#(String(repeating: "{},", count: 30_000)){}]}"#

  @Test(arguments: [largeText, manyObjects])
  func keysThatCompeteOnEveryLevelAreReadOnce(core: String) throws {
    let json = Self.json(levels: 500, around: core, after: #","CHILD":{"value":1}"#)
    let level = try Level(json: json)
    #expect(level.value == 0 && level.child?.value == 1)
    #expect(depth(of: level) == 501)
    let hooked = try HookedLevel(json: json)
    #expect(hooked.value == 0 && hooked.child?.value == 1)
    let fresh = Level()
    try fresh.update(json: json)
    #expect(depth(of: fresh) == 501)
  }

  @Test func keysThatCompeteInADictionaryAreReadOnce() throws {
    var dictionary: [String: Any] = ["any": Array(repeating: [String: Any](), count: 10_000)]
    for _ in 0..<500 { dictionary = ["child": dictionary, "CHILD": ["value": 1]] }
    #expect(depth(of: try Level(dictionary: dictionary)) == 501)
    #expect(try HookedLevel(dictionary: dictionary).child?.value == 1)
  }

  @Test(arguments: [largeText, manyObjects])
  func strictHandlingReadsEachLevelOnce(core: String) throws {
    var options = MappingOptions()
    options.mismatches = .fail
    let json = Self.json(levels: 500, around: core)
    #expect(depth(of: try Level(json: json, options: options)) == 501)
    #expect(try HookedLevel(json: json, options: options).child != nil)
  }

  @Test func whatIsRefusedOnEveryLevelIsPassedOnce() throws {
    let json = Self.json(levels: 500, around: Self.largeText)
    let error = #expect(throws: ModelError.self) { try Refused(json: json) }
    #expect(error?.code == .rejected && error?.underlying is Refused.Never)
  }

  private func depth(of level: Level) -> Int {
    var count = 0
    var level: Level? = level
    while let current = level {
      count += 1
      level = current.child
    }
    return count
  }
}
