import Foundation
import ModelObjectKit
import Testing

// These tests don't measure time: with these sizes, work in proportion to the square of the number
// of keys would take minutes instead of a moment.

private class Counted: ModelObject {
  var userId = 0
  var thePropertyWithTheLongestName = 0
  var byName: [String: Int] = [:]
  var byNumber: [Int: Int] = [:]
  var part: Counted?
  var names: Set<String> = []
  var numbers: Set<Int> = []
  var doubles: Set<Double> = []
  var any: Any?
  var object = NSDictionary()
}

private final class HookedCounted: Counted {
  var calls = 0
  override class var ignoredProperties: Set<String> { ["calls"] }

  override func serializeValue(_ value: Any?, key: String) throws {
    calls += 1
    try super.serializeValue(value, key: key)
  }
}

struct GrowthWithKeys {
  private static let many = inLongTests(30_000, else: 3_000)

  @Test func tenThousandSpellingsOfOneKey() throws {
    // The base-6 digits of a number determine the spelling of each letter.
    let spellings = (1...10_000).map { number -> String in
      var spelling = ""
      var rest = number
      for letter in "userid" {
        spelling += ["", "_", "-"][rest % 3]
        rest /= 3
        spelling += rest % 2 == 1 ? letter.uppercased() : String(letter)
        rest /= 2
      }
      return spelling
    }.filter { $0 != "userId" }
    #expect(Set(spellings).count == 9_999)
    let best = spellings.indices.min {
      spellings[$0].utf8.lexicographicallyPrecedes(spellings[$1].utf8)
    }
    let pairs = spellings.enumerated().map { #""\#($1)":\#($0)"# }
    for way in [WayIn.text, .native] {
      let input = JSONInput("{\(pairs.joined(separator: ","))}", by: way)
      #expect(try input.map(to: Counted.self).userId == best)
      #expect(try input.map(to: HookedCounted.self).userId == best)
      // The exact spelling is better than all of them.
      let exact = JSONInput(#"{"userId":-1,\#(pairs.joined(separator: ","))}"#, by: way)
      #expect(try exact.map(to: Counted.self).userId == -1)
    }
  }

  @Test func manyTimesTheSameKey() throws {
    let repeated = { (key: String) in
      "{" + (1...Self.many).map { #""\#(key)":\#($0)"# }.joined(separator: ",") + "}"
    }
    #expect(try Counted(json: repeated("userId")).userId == Self.many)
    #expect(try Counted(json: repeated("USER_ID")).userId == Self.many)
    #expect(try Counted(json: #"{"byName":\#(repeated("x"))}"#).byName == ["x": Self.many])
    #expect(try Counted(json: #"{"byNumber":\#(repeated("7"))}"#).byNumber == [7: Self.many])
    let any = try Counted(json: #"{"any":\#(repeated("x"))}"#).any
    #expect(any as? [String: Int] == ["x": Self.many])
    // The hook gets the last pair, and each that no property takes.
    for key in ["userId", "unknown"] {
      let hooked = try HookedCounted(json: repeated(key))
      #expect(hooked.calls == (key == "userId" ? 1 : Self.many))
      #expect(hooked.userId == (key == "userId" ? Self.many : 0))
    }
  }

  @Test func reportsOnManyKeysForOneProperty() throws {
    let pairs = (1...Self.many).map { #""USER_ID":\#($0)"# }.joined(separator: ",")
    // Each gives way to the next one, or to the exact spelling.
    for (json, value) in [("{\(pairs)}", "\(Self.many)"), (#"{"userId":7,\#(pairs)}"#, "7")] {
      let report = try Counted.explain(json: json)
      #expect(report.matches.map(\.value) == [value])
      #expect(report.description.matches(of: /lost to/).count >= Self.many - 1)
    }
  }

  @Test func manyTimesTheSameObject() throws {
    let pairs = (1...Self.many).map { #""part":{"userId":\#($0)}"# }
    let json = "{" + pairs.joined(separator: ",") + "}"
    #expect(try Counted(json: json).part?.userId == Self.many)
    let hooked = try HookedCounted(json: json)
    #expect(hooked.part?.userId == Self.many && hooked.calls == 1)
  }

  /// Null leaves the value; else what is passed on under another key counts.
  @Test(arguments: [("z", "null", "x"), ("y", #""a""#, "a"), ("z", #""a""#, "a")])
  func manyKeysThatAHookPassesOnUnderOne(
    key: String,
    value: String,
    expected: String
  ) throws {
    final class Renaming: ModelObject {
      var title = ""
      override func serializeValue(_ value: Any?, key: String) throws {
        let new = key.hasPrefix("z") ? "title" : key.hasPrefix("y") ? "TITLE" : key
        try super.serializeValue(value, key: new)
      }
    }
    let pairs = (0..<Self.many).map { #""\#(key)\#($0)":\#(value)"# }.joined(separator: ",")
    for way in [WayIn.text, .native] {
      let input = JSONInput(#"{"title":"x",\#(pairs)}"#, by: way)
      #expect(try input.map(to: Renaming.self).title == expected, "\(way)")
    }
  }

  @Test func unknownKeysThatLookLikeAKnownOne() throws {
    // The table of a class uses the first and last eight bytes and the length.
    let pairs = (1...20_000).map { number in
      #""theProp\#(String(1_000_000_000_000_000 + number).dropFirst())estName":1"#
    }
    let known = #""thePropertyWithTheLongestName":2"#
    #expect(pairs[0].utf8.count == known.utf8.count)
    for input in everyWay("{\(pairs.joined(separator: ",")),\(known)}") {
      #expect(try input.map(to: Counted.self).thePropertyWithTheLongestName == 2)
    }
  }

  @Test func containersAreFilledWhateverTheirKeys() throws {
    let count = inLongTests(20_000, else: 2_000)
    let padding = String(repeating: "x", count: 50)
    let names = (0..<count).map { padding + String(30_000 + $0) + padding }
    let object = "{" + names.map { #""\#($0)":1"# }.joined(separator: ",") + "}"
    let list = "[" + names.map { #""\#($0)""# }.joined(separator: ",") + "]"
    let json = #"{"byName":\#(object),"any":\#(object),"object":\#(object),"names":\#(list)}"#
    let model = try Counted(json: json)
    #expect(model.byName.count == count && model.names.count == count)
    #expect((model.any as? [String: Any])?.count == count)
    if hasFoundation { #expect(model.object.count == count) }
    // Numbers that differ only in their highest bits.
    let numbers = (0..<count).map { $0 << 48 }
    let doubles = (0..<count).map { 1 + Double($0) * 0x1p-20 }
    let byNumber = numbers.map { #""\#($0)":1"# }.joined(separator: ",")
    let other = try Counted(
      json: #"{"byNumber":{\#(byNumber)},"numbers":\#(numbers),"doubles":\#(doubles)}"#
    )
    #expect(other.byNumber.count == Set(numbers).count && other.numbers == Set(numbers))
    #expect(other.doubles == Set(doubles))
  }

  /// Each value has its own key, or gets that of one that was removed.
  @Test(arguments: [false, true]) func keysThatAHookChangesThroughADecoder(isRenamed: Bool) throws {
    class Renamed: ModelObject {
      var rest: [String: Any] = [:]
      override class var unknownKeysProperty: String? { "rest" }

      override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
        guard dictionary["rename"] as? Bool == true else {
          return dictionary.merging(["more": 1]) { first, _ in first }
        }
        // In the opposite order.
        let pairs = dictionary.map { (String($0.key.reversed()), $0.value) }
        return Dictionary(uniqueKeysWithValues: pairs)
      }
    }
    let count = inLongTests(20_000, else: 2_000)
    let pairs = (0..<count).map { #""k\#(100_000 + $0)":"v\#($0)""# }.joined(separator: ",")
    let json = #"{"rename":\#(isRenamed),\#(pairs)}"#
    let rest = try JSONDecoder().decode(Renamed.self, from: Data(json.utf8)).rest
    #expect(rest.count == count + 1 + (isRenamed ? 0 : 1))
    #expect(rest[isRenamed ? "100001k" : "k100001"] as? String == "v1")
  }

  /// A tag behind a nested object is found without reading that once for each level around it.
  @Test func tagsBehindNestedObjects() throws {
    class Node: ModelObject {
      var child: Node?
      override class var subclasses: Subclasses? { .byTag("kind", ["leaf": Leaf.self]) }
    }
    class Leaf: Node {}
    let long = "[" + Array(repeating: "0", count: 300_000).joined(separator: ",") + "]"
    let begin = String(repeating: #"{"child":"#, count: 200)
    let text = begin + long + String(repeating: #","kind":"leaf"}"#, count: 200)
    _ = try Node(json: #"{"child":{"kind":"leaf"},"kind":"leaf"}"#)
    var node: Node? = try Node(json: text)
    var depth = 0
    while let next = node {
      #expect(next is Leaf)
      node = next.child
      depth += 1
    }
    #expect(depth == 200)
  }
}
