import Foundation
import ModelObjectKit
import Testing

private class Node: ModelObject {
  var child: Node?
  var list: [Node] = []
  var named: [String: Node] = [:]
  var any: Any?
  var anyList: [Any] = []
  var value = 0
}

/// A node with every hook, which makes a dictionary of each level.
private final class HookedNode: ModelObject {
  var child: HookedNode?
  var list: [HookedNode] = []
  var named: [String: HookedNode] = [:]
  var any: Any?
  var anyList: [Any] = []
  var value = 0

  override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? { nil }

  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] { dictionary }

  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }

  override func didMap(_ dictionary: [String: Any]) throws {}

  override func validate() throws {}
}

/// A node whose keys are known before a setter is called.
private final class AccessedNode: ModelObject {
  var value = 0
  override class var accessors: [String: PropertyAccessor] {
    ["value": .init(\AccessedNode.value)]
  }
}

/// A node that counts its objects on the main actor.
private final class MainNode: ModelObject {
  @MainActor static var count = 0
  var child: MainNode?

  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
    MainActor.assumeIsolated { Self.count += 1 }
    return dictionary
  }
}

/// A way to put an object into another one.
private enum Nesting: String, CaseIterable {
  case child, list, named, any, anyList, unknown

  /// The number of levels of objects and arrays in one step.
  var levels: Int {
    switch self {
    case .child, .any, .unknown: 1
    case .list, .named, .anyList: 2
    }
  }

  var opening: String {
    switch self {
    case .child, .any, .unknown: #"{"\#(rawValue)": "#
    case .list, .anyList: #"{"\#(rawValue)": ["#
    case .named: #"{"\#(rawValue)": {"x": "#
    }
  }

  var closing: String {
    switch self {
    case .child, .any, .unknown: "}"
    case .list, .anyList: "]}"
    case .named: "}}"
    }
  }

  /// Text with a number of levels, including the root; the number must be odd if a step makes two.
  func json(levels count: Int) -> String {
    let steps = (count - 1) / levels
    return String(repeating: opening, count: steps) + "{}"
      + String(repeating: closing, count: steps)
  }

  func dictionary(levels count: Int) -> [String: Any] {
    var dictionary: [String: Any] = [:]
    for _ in 0..<(count - 1) / levels {
      dictionary =
        switch self {
        case .child, .any, .unknown: [rawValue: dictionary]
        case .list, .anyList: [rawValue: [dictionary]]
        case .named: [rawValue: ["x": dictionary]]
        }
    }
    return dictionary
  }
}

private func outcomes(
  _ nesting: Nesting,
  levels: Int,
  options: MappingOptions? = nil
) -> [String] {
  let json = nesting.json(levels: levels)
  let dictionary = nesting.dictionary(levels: levels)
  return [
    depthOutcome { _ = try Node(json: json, options: options) },
    depthOutcome { _ = try Node(json: Data(json.utf8), options: options) },
    depthOutcome { _ = try Node(dictionary: dictionary, options: options) },
    depthOutcome { _ = try HookedNode(json: json, options: options) },
    depthOutcome { _ = try HookedNode(dictionary: dictionary, options: options) },
  ]
}

struct Depth {
  @Test("keys may compete on the deepest level that is allowed", arguments: [1, 2, 4])
  func competingKeysAtTheLimit(limit: Int) throws {
    let opening = String(repeating: #"{"child": "#, count: limit - 1)
    let closing = String(repeating: "}", count: limit - 1)
    for innermost in [#"{"Value": 1, "value": 2}"#, #"{"value": 2, "Value": 1}"#] {
      let json = opening + innermost + closing
      var options = MappingOptions()
      options.maximumDepth = limit
      var node: Node? = try Node(json: json, options: options)
      var hooked: HookedNode? = try HookedNode(json: json, options: options)
      for _ in 1..<limit { (node, hooked) = (node?.child, hooked?.child) }
      #expect(node?.value == 2)
      #expect(hooked?.value == 2)
    }
  }

  @Test(arguments: Nesting.allCases)
  fileprivate func fiveHundredAndTwelvePass(nesting: Nesting) async {
    // If a step makes two levels, only odd counts can be built.
    let levels = nesting.levels == 1 ? 512 : 511
    let result = await onThread(stackSize: .largeStack) { outcomes(nesting, levels: levels) }
    #expect(result == Array(repeating: "ok", count: 5))
  }

  /// The possible depth depends on the build, but the end is an error with a path.
  @Test(arguments: Nesting.allCases)
  fileprivate func aSmallStackIsNoCrash(nesting: Nesting) async {
    let result = await onThread(stackSize: .smallStack) {
      [7, 31, 63, 127, 255, 511].map { outcomes(nesting, levels: $0) }
    }
    #expect(result[0] == Array(repeating: "ok", count: 5))
    for way in 0..<5 {
      let results = result.map { $0[way] }
      let passed = results.prefix { $0 == "ok" }.count
      #expect(Set(results[passed...]).isSubset(of: ["too deep"]), "\(results)")
    }
  }

  /// A Swift dictionary has another order in each run, and for each capacity.
  @Test func ofSeveralValuesTheFirstKeyIsInThePath() {
    class Wide: ModelObject {
      var a: Wide?
      var b: [Wide] = []
      var c: [String: Wide] = [:]
      var d: Any?
      var e: [String: Any] = [:]
    }
    let deep: Any = (0..<600).reduce(into: [String: Any]()) { tree, _ in tree = ["d": tree] }
    let keys = ["a", "b", "c", "d", "e"]
    var random = SeededGenerator(seed: 11)
    for first in keys.indices {
      for capacity in 0..<inLongTests(20, else: 3) {
        var dictionary = [String: Any](minimumCapacity: capacity * 7)
        for key in keys[first...].shuffled(using: &random) {
          dictionary[key] =
            key == "b" ? [deep] : key == "a" || key == "d" ? deep : ["x": deep, "y": deep]
        }
        let path = ["a.d.d", "b[0].d", "c.x.d", "d.d.d", "e.x.d"][first]
        func check(_ prefix: String, _ body: () throws -> Void) {
          let error = #expect(throws: ModelError.self) { try body() }
          #expect(error?.code == .tooDeep && error?.path.hasPrefix(prefix + path) == true)
        }
        check("") { _ = try Wide(dictionary: dictionary) }
        check("") { try Wide().update(dictionary: dictionary) }
        check("[0].") { _ = try [Wide](dictionaries: [dictionary, dictionary]) }
        check("x.") { _ = try [String: Wide](dictionary: ["x": dictionary, "y": dictionary]) }
        check("a.") { _ = try Wide(dictionary: ["a": dictionary, "d": deep]) }
      }
    }
  }

  @Test func theEndOfTheStackHasAPath() async {
    let problems = await onThread(stackSize: .smallStack) {
      var options = MappingOptions()
      options.maximumDepth = 100_000
      var strict = MappingOptions.strict
      strict.maximumDepth = 100_000
      let json = Nesting.child.json(levels: 20_000)
      let makings: [() throws -> ModelObject] = [
        { try Node(json: json, options: options) },
        { try HookedNode(json: json, options: options) },
        { try Node(json: json, options: strict) },
        { try [HookedNode](json: "[\(json)]", options: options)[0] },
        {
          _ = try Node.explain(json: json, options: options)
          return Node()
        },
      ]
      return makings.compactMap { make -> String? in
        do {
          _ = try make()
          return "no error"
        } catch let error as ModelError {
          let isRight =
            error.code == .tooDeep && error.path.contains("child.child.child.child")
            && "\(error)".hasSuffix(
              "Use a thread with a larger stackSize, or data with fewer levels."
            )
          return isRight ? nil : "\(error)"
        } catch {
          return "\(error)"
        }
      }
    }
    #expect(problems == [])
  }

  @Test func theEndOfTheStackHasAPathFromTheRootOfTheText() async {
    let paths = await onThread(stackSize: .smallStack) {
      var options = MappingOptions()
      options.maximumDepth = 100_000
      let json = #"{"a": {"b": \#(Nesting.child.json(levels: 20_000))}}"#
      let makings: [() throws -> ModelObject] = [
        { try Node(json: json, at: "a.b", options: options) },
        { try HookedNode(json: json, at: "a.b", options: options) },
      ]
      return makings.map { make in
        do {
          _ = try make()
          return "no error"
        } catch {
          return (error as? ModelError)?.path ?? "\(error)"
        }
      }
    }
    for path in paths { #expect(path.hasPrefix("a.b.child.child.")) }
  }

  /// A hook runs on the thread of the mapping, however deep its object is.
  @Test @MainActor func hooksStayOnTheMainActor() throws {
    MainNode.count = 0
    _ = try MainNode(json: Nesting.child.json(levels: 200))
    #expect(MainNode.count == 200)
    let deeper = depthOutcome { _ = try MainNode(json: Nesting.child.json(levels: 512)) }
    #expect(["ok", "too deep"].contains(deeper))
  }

  @Test(arguments: [Nesting.child, .list, .named, .any, .anyList])
  fileprivate func oneMoreIsTooDeep(nesting: Nesting) async {
    let result = await onThread(stackSize: .smallStack) { outcomes(nesting, levels: 513) }
    #expect(result == Array(repeating: "too deep", count: 5))
  }

  @Test func theWholeChainIsThere() async {
    let counts = await onThread(stackSize: .largeStack) {
      let json = Nesting.child.json(levels: 512)
      var counts: [Int] = []
      var node = try? Node(json: json)
      var count = 0
      while let next = node {
        count += 1
        node = next.child
      }
      counts.append(count)
      var hooked = try? HookedNode(json: json)
      count = 0
      while let next = hooked {
        count += 1
        hooked = next.child
      }
      return counts + [count]
    }
    #expect(counts == [512, 512])
  }

  @Test(arguments: [Nesting.child, .list, .named, .any, .anyList])
  fileprivate func tenThousandAreTooDeep(nesting: Nesting) async {
    let result = await onThread(stackSize: .largeStack) { outcomes(nesting, levels: 10_001) }
    #expect(result == Array(repeating: "too deep", count: 5))
  }

  @Test func aMillionInTextAreTooDeepOnASmallStack() async {
    let result = await onThread(stackSize: .smallStack) {
      [
        String(repeating: #"{"child":"#, count: 1_000_000),
        String(repeating: #"{"unknown":"#, count: 1_000_000),
        #"{"any": "# + String(repeating: "[", count: 1_000_000),
        #"{"unknown": "# + String(repeating: "[", count: 1_000_000),
        #"{"value": "# + String(repeating: "[", count: 1_000_000),
      ].flatMap { json in
        [
          depthOutcome { _ = try Node(json: json) },
          depthOutcome { _ = try HookedNode(json: json) },
        ]
      }
    }
    #expect(result == Array(repeating: "too deep", count: 10))
  }

  @Test func theLimitIsAnOption() {
    var options = MappingOptions()
    for limit in [1, 2, 3, 10] {
      options.maximumDepth = limit
      let fits = outcomes(.child, levels: limit, options: options)
      #expect(fits == Array(repeating: "ok", count: 5), "\(limit)")
      let isTooMuch = outcomes(.child, levels: limit + 1, options: options)
      #expect(isTooMuch == Array(repeating: "too deep", count: 5), "\(limit)")
    }
  }

  @Test func objectsAndArraysCount() {
    var options = MappingOptions()
    options.maximumDepth = 3
    for json in ["{}", #"{"any": [1]}"#, #"{"any": [[1]]}"#, #"{"list": [{}]}"#] {
      #expect(depthOutcome { _ = try Node(json: json, options: options) } == "ok", "\(json)")
    }
    for json in [#"{"any": [[[]]]}"#, #"{"any": [[{}]]}"#, #"{"list": [{"list": []}]}"#] {
      #expect(depthOutcome { _ = try Node(json: json, options: options) } == "too deep", "\(json)")
    }
    #expect(depthOutcome { _ = try [Node](json: #"[{"child": {}}]"#, options: options) } == "ok")
    #expect(
      depthOutcome { _ = try [Node](json: #"[{"child": {"child": {}}}]"#, options: options) }
        == "too deep"
    )
  }

  @Test func valuesOfUnknownKeysCount() {
    var options = MappingOptions()
    options.maximumDepth = 3
    let outcomes = [(#"{"unknown": [[1]]}"#, "ok"), (#"{"unknown": [[[1]]]}"#, "too deep")]
    for (json, outcome) in outcomes {
      #expect(depthOutcome { _ = try Node(json: json, options: options) } == outcome)
      #expect(depthOutcome { _ = try HookedNode(json: json, options: options) } == outcome)
      #expect(depthOutcome { _ = try AccessedNode(json: json, options: options) } == outcome)
    }
  }

  /// A dictionary is as deep as its visited part: below the first element that isn't a number,
  /// nothing is.
  @Test(.differs(.hooks)) func aDeepArrayAmongNumbersIsSkipped() async {
    let result = await onThread(stackSize: .largeStack) {
      var deep: Any = 1
      for _ in 0..<10_000 { deep = [deep] }
      do {
        return "\(try OneProperty<[Int]>(dictionary: ["value": [1, deep, 2]]).value)"
      } catch {
        return "\(error)"
      }
    }
    #expect(result == "[1, 2]")
  }

  /// A limit that isn't one.
  @Test func theLargestNumberIsADepth() throws {
    let options = MappingOptions(maximumDepth: .max)
    #expect(options.maximumDepth == .max)
    #expect(depthOutcome { _ = try Node(json: #"{"child": {}}"#, options: options) } == "ok")
    #expect(depthOutcome { _ = try HookedNode(json: #"{"child": {}}"#, options: options) } == "ok")
    final class Known: ModelObject {
      var id = 0
      override class var identity: Set<String> { ["id"] }
      override class var mappingOptions: MappingOptions { MappingOptions(maximumDepth: .max) }
    }
    let store = ModelStore()
    for _ in 0..<2 { try store.upsert([Known].self, json: #"[{"id": 1}, {"id": 2}]"#) }
    #expect(store.count(of: Known.self) == 2)
  }
}
