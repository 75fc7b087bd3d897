import Foundation
import ModelObjectKit
import Testing

private class ExactNames: ModelObject {
  override class var keyMatching: KeyMatching { .exact }
}

private class Two: ExactNames {
  var first = 0
  var second = 0
  final var numbers: [Int] { [first, second] }
  class var names: (String, String) { ("userName", "user_name") }
  override class var keyMapping: [String: JSONKey] {
    ["first": JSONKey(names.0), "second": JSONKey(names.1)]
  }
}

private final class TwoSteps: Two {
  override class var names: (String, String) { ("outer.userName", "outer.user_name") }
}

/// Two names that are equal as strings.
private final class TwoSpellings: Two {
  override class var names: (String, String) { ("\u{E9}", "e\u{301}") }
}

private final class TwoSpelledSteps: Two {
  override class var names: (String, String) { ("outer.\u{E9}", "outer.e\u{301}") }
}

/// Its name is as it would be folded.
private final class Lowercase: ExactNames {
  var username = 0
}

private final class TwoWays: ExactNames {
  var value = 0
  override class var keyMapping: [String: JSONKey] {
    ["value": ["outer.userName", "outer.user_name"]]
  }
}

private final class Loose: ModelObject {
  var rest: [String: Any] = [:]
}

/// Names that other rules for keys would take for one another.
struct EveryNameTests {
  /// By the exact rule, names of one folded text have nothing to do with each other.
  @Test func exactNamesAreDifferent() throws {
    let ways = WayIn.formsAndDecoder
    for input in everyWay(#"{"userName": 1, "user_name": 2}"#, ways) {
      let two = try input.map(to: Two.self)
      #expect(two.numbers == [1, 2], "\(input)")
    }
    for input in everyWay(#"{"user_name": 2}"#, ways) {
      let two = try input.map(to: Two.self)
      #expect(two.numbers == [0, 2], "\(input)")
    }
    for input in everyWay(#"{"outer": {"userName": 1, "user_name": 2}}"#, ways) {
      let two = try input.map(to: TwoSteps.self)
      #expect(two.numbers == [1, 2], "\(input)")
    }
    for input in everyWay(#"{"outer": {"user_name": 2}}"#, ways) {
      let two = try input.map(to: TwoSteps.self)
      #expect(two.numbers == [0, 2], "\(input)")
      #expect(try input.map(to: TwoWays.self).value == 2, "\(input)")
    }
    for isCopied in [false, true] {
      let row = try DatabaseRow(json: #"{"outer": {"user_name": 2}}"#, isCopied: isCopied)
      #expect(try row.decode(TwoSteps.self).numbers == [0, 2])
    }
    // As keys of a dictionary, they are one.
    let pairs = #"{"\u00E9": 1, "e\u0301": 2}"#
    for way in WayIn.verbatim {
      let two = try JSONInput(pairs, by: way).map(to: TwoSpellings.self)
      #expect(two.numbers == [1, 2], "\(way)")
      let inside = #"{"outer": \#(pairs)}"#
      let steps = try JSONInput(inside, by: way).map(to: TwoSpelledSteps.self)
      #expect(steps.numbers == [1, 2], "\(way)")
    }
  }

  @Test func exactNamesAreNotFolded() throws {
    for input in everyWay(#"{"USERNAME": 1}"#, WayIn.formsAndDecoder) {
      #expect(try input.map(to: Lowercase.self).username == 0, "\(input)")
    }
  }

  /// An object that becomes none of a class has keys of its own.
  @Test func untypedKeysAreExact() {
    var options = MappingOptions()
    options.duplicateKeys = .fail
    for input in everyWay(#"{"rest": {"a": 1, "A": 2, "a_": 3}}"#, WayIn.verbatim) {
      #expect(input.issues(mappingTo: Loose.self, options: options).isEmpty)
    }
  }
}
