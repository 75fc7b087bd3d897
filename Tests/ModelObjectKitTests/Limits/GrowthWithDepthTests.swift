import Foundation
import ModelObjectKit
import Testing

// These tests don't measure time: with these sizes, work in proportion to the square of the input,
// or to its depth times its length, would take minutes instead of a moment.

private class Level: ModelObject {
  var child: Level?
  var text = ""
  var any: Any?
  var value = 0
}

private final class HookedLevel: ModelObject {
  var child: HookedLevel?
  var all: [HookedLevel] = []
  var text = ""
  var any: Any?
  var value = 0

  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// Its hooks get the whole object on each level.
private class WholeLevel: ModelObject {
  var child: WholeLevel?
  var any: [Any] = []
  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] { dictionary }
}

private final class PickedLevel: WholeLevel {
  var next: PickedLevel?
  override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
    PickedLevel.self
  }
}

/// A level that must stay empty.
private final class Refused: ModelObject {
  struct Never: Error {}

  var child: Refused?
  var text = ""
  var value = 0

  override func validate() throws {
    if child == nil { throw Never() }
  }
}

/// A level that must stay empty, under keys that are alike.
private final class Alike: ModelObject {
  struct Never: Error {}

  var child: Alike?
  override class var keyMapping: [String: JSONKey] {
    ["child": ["child", "CHILD", "in.child", "IN.CHILD"]]
  }

  override func validate() throws {
    if child == nil { throw Never() }
  }
}

private final class Branch: ModelObject {
  var text = ""
  var list: [Branch] = []
  var named: [String: Branch] = [:]
}

struct GrowthWithDepth {
  @Test(.differs(.hooks), arguments: ["child", "next"])
  func ofDictionariesForHooks(key: String) throws {
    let leaves = (0..<inLongTests(20_000, else: 2_000)).map { ["k": $0] as [String: Any] }
    var dictionary: [String: Any] = ["any": leaves]
    for _ in 0..<300 { dictionary = [key: dictionary] }
    if key == "child" {
      #expect(try WholeLevel(dictionary: dictionary).child != nil)
    } else {
      #expect(try PickedLevel(dictionary: dictionary).next != nil)
    }
    var options = MappingOptions()
    options.dates.conversion = .date
    _ = try PickedLevel(dictionary: dictionary, options: options)
  }

  /// The text of nested levels around something large.
  private static func json(
    levels: Int,
    around core: String,
    after: String = ""
  ) -> String {
    String(repeating: #"{"child":"#, count: levels) + core
      + String(repeating: after + "}", count: levels)
  }

  private static let largeText =
    #"{"text":"\#(String(repeating: "x", count: inLongTests(1_000_000, else: 100_000)))"}"#
  private static let manyObjects =
    #"{"any":[\#(String(repeating: "{},", count: inLongTests(30_000, else: 3_000))){}]}"#

  /// Runs some work with stack for all levels; the result is empty if it returns true.
  private func onLargeStack(_ work: @escaping @Sendable () throws -> Bool) async -> String {
    await onThread(stackSize: .largeStack) {
      do {
        return try work() ? "" : "no"
      } catch {
        return "\(error)"
      }
    }
  }

  @Test(arguments: [largeText, manyObjects])
  func keysThatCompeteOnEveryLevelAreReadOnce(core: String) async {
    let json = Self.json(levels: 500, around: core, after: #","CHILD":{"value":1}"#)
    let answer = await onLargeStack {
      let level = try Level(json: json)
      let hooked = try HookedLevel(json: json)
      let fresh = Level()
      try fresh.update(json: json)
      return level.value == 0 && level.child?.value == 0 && Self.depth(of: level) == 501
        && hooked.value == 0 && hooked.child?.value == 0 && Self.depth(of: fresh) == 501
    }
    #expect(answer == "")
  }

  /// A model that differs only deep inside is compared once, in a list and in a dictionary.
  @Test func changesOfOneLeafAreFoundInOnePass() async {
    let answer = await onLargeStack {
      for path in ["list", "named"] {
        func tree(_ text: String) throws -> Branch {
          let (before, after) = path == "list" ? ("[", "]") : (#"{"a":"#, "}")
          let levels = 100
          return try Branch(
            json: String(repeating: #"{"\#(path)":\#(before)"#, count: levels)
              + #"{"text":"\#(text)"}"# + String(repeating: after + "}", count: levels)
          )
        }
        let (new, base) = (try tree("new"), try tree("old"))
        try base.update(json: new.jsonString(changesSince: base))
        if base != new { return false }
      }
      return true
    }
    #expect(answer == "")
  }

  @Test func tooManyLevelsEndAPatch() async {
    let answer = await onLargeStack {
      var tree = Branch()
      for _ in 0..<2_000 {
        let outer = Branch()
        outer.list = [tree]
        tree = outer
      }
      do {
        _ = try tree.jsonString(changesSince: tree.copy())
      } catch let error as ModelError {
        return error.code == .tooDeep
      }
      return false
    }
    #expect(answer == "")
  }

  @Test func modelsInsideHooksAreSavedOnce() async {
    let json = Self.json(levels: inLongTests(400, else: 100), around: #"{"text":"core"}"#)
    let answer = await onLargeStack {
      let level = try HookedLevel(json: json)
      var core = level
      while let child = core.child { core = child }
      let count = inLongTests(20_000, else: 2_000)
      core.all = (0..<count).map { _ in HookedLevel() }
      try level.update(json: json.replacing("core", with: "new"))
      return core.text == "new" && core.all.count == count
    }
    #expect(answer == "")
  }

  @Test func thePathOfAnErrorIsMadeInOnePass() throws {
    let json = #"{"text": \#(String(repeating: "[", count: inLongTests(500_000, else: 50_000)))"#
    var options = MappingOptions()
    options.maximumDepth = inLongTests(400_000, else: 40_000)
    let error = #expect(throws: ModelError.self) { try Level(json: json, options: options) }
    #expect(error?.code == .tooDeep && error?.path.hasPrefix("text[0][0]") == true)
  }

  @Test func keysThatCompeteInADictionaryAreReadOnce() async {
    let answer = await onLargeStack {
      var dictionary: [String: Any] = [
        "any": Array(repeating: [String: Any](), count: inLongTests(10_000, else: 1_000))
      ]
      for _ in 0..<500 { dictionary = ["child": dictionary, "CHILD": ["value": 1]] }
      let hooked = try HookedLevel(dictionary: dictionary)
      return try Self.depth(of: Level(dictionary: dictionary)) == 501 && hooked.child?.value == 0
    }
    #expect(answer == "")
  }

  @Test(arguments: [largeText, manyObjects])
  func strictHandlingReadsEachLevelOnce(core: String) async {
    let json = Self.json(levels: 500, around: core)
    let answer = await onLargeStack {
      var options = MappingOptions()
      options.mismatches = .fail
      let hooked = try HookedLevel(json: json, options: options)
      return try Self.depth(of: Level(json: json, options: options)) == 501 && hooked.child != nil
    }
    #expect(answer == "")
  }

  @Test func whatIsRefusedOnEveryLevelIsPassedOnce() async {
    let json = Self.json(levels: 500, around: Self.largeText)
    let answer = await onLargeStack {
      do {
        _ = try Refused(json: json)
        return false
      } catch let error as ModelError {
        return error.code == .rejected && error.underlyingError is Refused.Never
      }
    }
    #expect(answer == "")
  }

  @Test(arguments: [(#"{"Child":"#, "}"), (#"{"In":{"Child":"#, "}}")])
  func whatIsRefusedIsTriedOnceForKeysThatAreAlike(begin: String, end: String) {
    let json = String(repeating: begin, count: 50) + "{}" + String(repeating: end, count: 50)
    let error = #expect(throws: ModelError.self) { try Alike(json: json) }
    #expect(error?.underlyingError is Alike.Never)
  }

  private static func depth(of level: Level) -> Int {
    var count = 0
    var level: Level? = level
    while let current = level {
      count += 1
      level = current.child
    }
    return count
  }
}
