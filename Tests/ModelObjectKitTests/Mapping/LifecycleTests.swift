import Foundation
import ModelObjectKit
import Synchronization
import Testing

/// The calls of the hooks of these classes, in order.
private final class Journal: Sendable {
  @TaskLocal static var current: Journal?

  private let entries = Mutex<[String]>([])

  var all: [String] { entries.withLock { $0 } }

  static func note(_ entry: String) {
    current?.entries.withLock { $0.append(entry) }
  }

  /// The entries of one class, without its name.
  func of(_ name: String) -> [String] {
    all.filter { $0.hasPrefix(name + ".") }.map { String($0.dropFirst(name.count + 1)) }
  }
}

/// A class that logs all hooks.
private class Traced: ModelObject {
  class var label: String { String(describing: self) }

  override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
    Journal.note("\(label).modelType(\(keys(dictionary)))")
    return nil
  }

  required init() {
    super.init()
    note("init")
  }

  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
    note("willMap(\(keys(dictionary)))")
    return dictionary
  }

  override func serializeValue(_ value: Any?, key: String) throws {
    note("serializeValue(\(key))")
    try super.serializeValue(value, key: key)
  }

  override func didMap(_ dictionary: [String: Any]) throws {
    note("didMap(\(keys(dictionary)))")
  }

  override func awake() {
    note("awake")
  }

  override func validate() throws {
    note("validate")
  }

  private func note(_ entry: String) {
    Journal.note("\(Self.label).\(entry)")
  }
}

private func keys(_ dictionary: [String: Any]) -> String {
  dictionary.keys.sorted().joined(separator: " ")
}

private final class Root: Traced {
  var value = 0
  var child: Child?
  var list: [Element] = []
  var named: [String: Named] = [:]
}

private final class Child: Traced {
  var value = 0
  var grandchild: Grandchild?
}

private final class Grandchild: Traced {
  var value = 0
}

private final class Element: Traced {
  var value = 0
}

private final class Named: Traced {
  var value = 0
}

private final class Owner: ModelObject {
  var child = Child()
}

struct Lifecycle {
  init() {
    // The first use of a class may make an object.
    let types = [Root.self, Child.self, Grandchild.self, Element.self, Named.self, Owner.self]
    for type in types as [ModelObject.Type] { _ = type.declarationProblems() }
  }

  private static func steps(_ keys: String) -> [String] {
    ["modelType(\(keys))", "init", "willMap(\(keys))"]
      + keys.split(separator: " ").map { "serializeValue(\($0))" }
      + ["didMap(\(keys))", "awake", "validate"]
  }

  @Test func goesInOrderAtEveryLevel() throws {
    let json = #"""
      {"child": {"grandchild": {"value": 3}, "value": 2}, "list": [{"value": 4}],
       "named": {"x": {"value": 5}}, "value": 1}
      """#
    for input in everyWay(json) {
      let journal = Journal()
      let root = try Journal.$current.withValue(journal) { try input.map(to: Root.self) }
      #expect(journal.of("Root") == Self.steps("child list named value"), "\(input)")
      #expect(journal.of("Child") == Self.steps("grandchild value"), "\(input)")
      #expect(journal.of("Grandchild") == Self.steps("value"), "\(input)")
      #expect(journal.of("Element") == Self.steps("value"), "\(input)")
      #expect(journal.of("Named") == Self.steps("value"), "\(input)")
      #expect(root.child?.grandchild?.value == 3, "\(input)")
    }
  }

  @Test func innerObjectsAreWholeBeforeTheOuterOneIs() throws {
    let json = #"{"child": {"grandchild": {"value": 3}}, "list": [{}, {}]}"#
    for input in everyWay(json) {
      let journal = Journal()
      _ = try Journal.$current.withValue(journal) { try input.map(to: Root.self) }
      let all = journal.all
      let outerBegin = try #require(all.firstIndex { $0.hasPrefix("Root.willMap") })
      let outerEnd = try #require(all.firstIndex { $0.hasPrefix("Root.didMap") })
      let inner = all.indices.filter { !all[$0].hasPrefix("Root") }
      #expect(inner.allSatisfy { $0 > outerBegin && $0 < outerEnd }, "\(input)")
      let childEnd = try #require(all.firstIndex { $0.hasPrefix("Child.didMap") })
      let grandchildEnd = try #require(all.firstIndex(of: "Grandchild.validate"))
      #expect(grandchildEnd < childEnd, "\(input)")
    }
  }

  @Test func elementsGoThroughItOneByOne() throws {
    for input in everyWay(#"{"list": [{"value": 1}, {"other": 2}]}"#) {
      let journal = Journal()
      _ = try Journal.$current.withValue(journal) { try input.map(to: Root.self) }
      #expect(journal.of("Element") == Self.steps("value") + Self.steps("other"), "\(input)")
    }
    let journal = Journal()
    _ = try Journal.$current.withValue(journal) {
      try [Element](json: #"[{"value": 1}, {"other": 2}]"#)
    }
    #expect(journal.of("Element") == Self.steps("value") + Self.steps("other"))
  }

  @Test func anUpdateMakesNothing() throws {
    for input in everyWay(#"{"value": 5}"#) {
      let root = Root()
      let journal = Journal()
      try Journal.$current.withValue(journal) { try input.update(root, options: nil) }
      let steps = journal.of("Root").filter { !$0.hasPrefix("modelType") }
      #expect(
        steps == [
          "willMap(value)", "serializeValue(value)", "didMap(value)", "awake", "validate",
        ],
        "\(input)"
      )
    }
  }

  @Test func anInstanceThatIsThereIsNotMadeAgain() throws {
    for input in everyWay(#"{"child": {"value": 5}}"#) {
      let owner = Owner()
      let journal = Journal()
      try Journal.$current.withValue(journal) { try input.update(owner, options: nil) }
      #expect(
        journal.of("Child") == Self.steps("value").filter { $0 != "init" },
        "\(input)"
      )
    }
  }

  @Test func anEmptyObjectGoesThroughItToo() throws {
    for input in everyWay("{}") {
      let journal = Journal()
      _ = try Journal.$current.withValue(journal) { try input.map(to: Root.self) }
      #expect(journal.of("Root") == Self.steps(""), "\(input)")
    }
  }

  @Test func underStrictNothingRunsAfterSerializeValueOnAnObjectWithIssues() throws {
    let json = #"{"value": "x", "child": {"value": "y"}, "list": [{"value": 1}]}"#
    for input in everyWay(json) {
      let journal = Journal()
      #expect(throws: ModelError.self) {
        try Journal.$current.withValue(journal) {
          try input.map(to: Root.self, options: .strictButMissing)
        }
      }
      for name in ["Root", "Child"] {
        let steps = journal.of(name)
        #expect(steps.contains("serializeValue(value)"), "\(name) in \(input)")
        let late = steps.filter { $0.hasPrefix("didMap") || $0 == "awake" || $0 == "validate" }
        #expect(late == [], "\(name) in \(input)")
      }
      #expect(journal.of("Element") == Self.steps("value"), "\(input)")
    }
  }

  @Test func underLenientItRunsInSpiteOfIssues() throws {
    for input in everyWay(#"{"value": "x"}"#) {
      let journal = Journal()
      _ = try Journal.$current.withValue(journal) { try input.map(to: Root.self) }
      #expect(journal.of("Root") == Self.steps("value"), "\(input)")
    }
  }
}

struct WillMapAndDidMap {
  @Test func whatWillMapReturnsIsMapped() throws {
    for input in everyWay(#"{"wrapped": {"value": 5, "name": "a"}, "value": 1}"#) {
      let model = try input.map(to: Unwrapping.self)
      #expect(model.value == 5 && model.name == "a" && model.extra == [1, 2], "\(input)")
      #expect(model.seen == ["extra", "name", "value"], "\(input)")
    }
  }

  @Test func didMapSeesTheOutcome() throws {
    for input in everyWay(#"{"first": "A", "last": "B"}"#) {
      #expect(try input.map(to: Named.self).full == "A B", "\(input)")
    }
  }

  @Test func awakeMayLinkBack() throws {
    for input in everyWay(#"{"leaves": [{"id": 1}, {"id": 2}]}"#) {
      let tree = try input.map(to: Tree.self)
      #expect(tree.leaves.count == 2, "\(input)")
      #expect(tree.leaves.allSatisfy { $0.tree === tree }, "\(input)")
    }
  }

  private final class Unwrapping: ModelObject {
    var value = 0
    var name = ""
    var extra: [Int] = []
    let log = Log()

    var seen: [String] { log.keys.sorted() }

    override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
      var inner = dictionary["wrapped"] as? [String: Any] ?? dictionary
      inner["extra"] = [1, 2]
      return inner
    }

    override func serializeValue(_ value: Any?, key: String) throws {
      log.keys.append(key)
      try super.serializeValue(value, key: key)
    }
  }

  private final class Log {
    var keys: [String] = []
  }

  private final class Named: ModelObject {
    var first = ""
    var last = ""
    var full = ""

    override func didMap(_ dictionary: [String: Any]) throws {
      full = "\(first) \(last)"
    }
  }

  private final class Tree: ModelObject {
    var leaves: [Leaf] = []

    override func awake() {
      for leaf in leaves { leaf.tree = self }
    }
  }

  private final class Leaf: ModelObject {
    var id = 0
    weak var tree: Tree?
  }
}
