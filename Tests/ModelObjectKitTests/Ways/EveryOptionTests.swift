import Foundation
import ModelObjectKit
import Synchronization
import Testing

extension MappingOptions {
  /// The lenient options with a change.
  fileprivate static func with(_ change: (inout MappingOptions) -> Void) -> MappingOptions {
    var options = MappingOptions()
    change(&options)
    return options
  }
}

private class Tag: ModelObject {
  var name = ""
}

private class Item: ModelObject {
  var id = 0
  override class var identity: Set<String> { ["id"] }

  static func numbered(_ id: Int) -> Item {
    let item = Item()
    item.id = id
    return item
  }
}

/// Each option counts in every way in, whether the call gives it or the class has it.
struct EveryOption {
  private enum Dated: Subject {
    static var initial: Date { .distantPast }
    static var options: MappingOptions {
      .with {
        $0.dates.format = .custom("dd.MM.yyyy HH:mm")
        $0.dates.timeZone = TimeZone(secondsFromGMT: 3600) ?? .gmt
      }
    }
  }

  @Test func dates() {
    expectEveryWay(
      of: Dated.self,
      #""value": "02.01.2001 01:00""#,
      becomes: Date(timeIntervalSinceReferenceDate: 86_400)
    )
    expectEveryWay(
      of: Dated.self,
      #""value": "soon""#,
      becomes: .distantPast,
      issuesAt: ["value"]
    )
  }

  private enum Failing: Subject {
    static var initial: Int { 7 }
    static var options: MappingOptions { .with { $0.mismatches = .fail } }
  }

  private enum Ignoring: Subject {
    static var initial: Int { 7 }
    static var options: MappingOptions { .with { $0.mismatches = .ignore } }
  }

  @Test(arguments: [#""x""#, "1.5", "[1, 2]", "{}", "null", #""99999999999999999999""#])
  func mismatches(json: String) {
    expectEveryWay(
      of: Failing.self,
      #""value": \#(json)"#,
      failsAt: ["value"],
      ways: WayIn.exceptRows
    )
    expectEveryWay(
      of: Ignoring.self,
      #""value": \#(json)"#,
      becomes: 7,
      issuesAt: ["value"],
      ways: WayIn.exceptRows
    )
  }

  private enum Complete: Subject {
    static var initial: Int { 7 }
    static var options: MappingOptions { .with { $0.missingKeys = .fail } }
  }

  @Test func missingKeys() {
    // An update leaves what it doesn't name, and so does the second object of an identity.
    let ways = Set(WayIn.allCases).subtracting(WayIn.updates).subtracting([.upsertAgain])
    expectEveryWay(of: Complete.self, #""probeNumber": 1"#, failsAt: ["value"], ways: ways)
    expectEveryWay(of: Complete.self, #""probeNumber": 1, "value": 2"#, becomes: 2)
  }

  private enum Closed: Subject {
    static var initial: Int { 7 }
    static var options: MappingOptions { .with { $0.unknownKeys = .fail } }
  }

  @Test func unknownKeys() {
    let kinds = Set(ProbeKind.allCases).subtracting([.keeping])
    expectEveryWay(of: Closed.self, #""value": 2, "zip": 1"#, failsAt: ["zip"], kinds: kinds)
    expectEveryWay(of: Closed.self, #""value": 2, "zip": 1"#, becomes: 2, kinds: [.keeping])
    expectEveryWay(of: Closed.self, #""value": 2"#, becomes: 2)
  }

  private enum Single: Subject {
    static var initial: Int { 7 }
    static var options: MappingOptions { .with { $0.duplicateKeys = .fail } }
  }

  @Test func duplicateKeys() {
    expectEveryWay(
      of: Single.self,
      #""value": 2, "VALUE": 1"#,
      failsAt: ["VALUE"],
      ways: WayIn.texts
    )
    expectEveryWay(of: Single.self, #""value": 2"#, becomes: 2)
  }

  private enum Shallow: Subject {
    static var initial: [[[[[Int]]]]] { [] }
    static var options: MappingOptions { .with { $0.maximumDepth = 5 } }
  }

  private enum Deeper: Subject {
    static var initial: [[[[[Int]]]]] { [] }
    static var options: MappingOptions { .with { $0.maximumDepth = 9 } }
  }

  @Test func maximumDepth() {
    // A decoder has its own limit.
    let ways = Set(WayIn.allCases).subtracting(WayIn.decoders)
    expectEveryWay(of: Shallow.self, #""value": [[[[[1]]]]]"#, failsAt: ["tooDeep"], ways: ways)
    expectEveryWay(of: Deeper.self, #""value": [[[[[1]]]]]"#, becomes: [[[[[1]]]]])
  }

  private enum Referring: Subject {
    static var initial: [Int] { [] }
    static var options: MappingOptions { .with { $0.references = .preserved } }
  }

  private enum Repeating: Subject {
    static var initial: [Tag] { [] }
    static var options: MappingOptions { .with { $0.references = .preserved } }
  }

  @Test func references() throws {
    let tag = try Tag(json: #"{"name": "a"}"#)
    // Not in lists, which would have two objects of a number.
    let object = #"{"value": [{"$id": "1", "name": "a"}, {"$ref": "1"}]}"#
    for way in WayIn.nested where !WayIn.decoders.contains(way) {
      let plain = try way.map(
        InFiled<Probe<Repeating>>.around(object),
        to: InFiled<Probe<Repeating>>.self,
        Repeating.options,
        held: { $0.held }
      )
      #expect(plain.model?.value == [tag, tag], "by \(way.rawValue)")
      let hooked = try way.map(
        InFiled<HookedProbe<Repeating>>.around(object),
        to: InFiled<HookedProbe<Repeating>>.self,
        Repeating.options,
        held: { $0.held }
      )
      #expect(hooked.model?.value == [tag, tag], "by \(way.rawValue), with hooks")
    }
    // Before its values have come, an object isn't known to be a list.
    expectEveryWay(
      of: Referring.self,
      #""value": {"$id": "9", "$values": [1, 2]}"#,
      becomes: [1, 2],
      ways: WayIn.exceptRows
    )
  }

  private final class Link: ModelObject {
    var name = ""
    weak var next: Link?
    override class var accessors: [String: PropertyAccessor] { ["next": .init(\Link.next)] }
  }

  private final class Ring: ModelObject {
    var name = ""
    var parts: [Ring] = []
    var whole: Ring?
  }

  @Test func aRootIsReferredTo() throws {
    let link = #"{"$id": "1", "name": "a", "next": {"$ref": "1"}}"#
    let ring = #"{"$id": "1", "name": "a", "parts": [{"$id": "2", "whole": {"$ref": "1"}}]}"#
    for isText in [true, false] {
      func root<Root: ModelObject>(_ type: Root.Type, _ json: String) throws -> Root {
        if isText { return try Root(json: json, options: Referring.options) }
        let tree = try JSONSerialization.jsonObject(with: Data(json.utf8))
        let dictionary = try #require(tree as? [String: Any])
        return try Root(dictionary: dictionary, options: Referring.options)
      }
      let first = try root(Link.self, link)
      #expect(first.next === first && first.name == "a")
      let whole = try root(Ring.self, ring)
      #expect(whole.parts.first?.whole === whole && whole.name == "a")
      // Else they keep each other.
      whole.parts = []
    }
  }

  private enum Listing: Subject {
    static var initial: [ModelObject] { [] }
    static var options: MappingOptions {
      .with { $0.arrayMapping = ["value": Tag.self] }
    }
  }

  @Test func arrayMapping() throws {
    expectEveryWay(
      of: Listing.self,
      #""value": [{"name": "a"}, {"name": "b"}]"#,
      becomes: try [Tag(json: #"{"name": "a"}"#), Tag(json: #"{"name": "b"}"#)]
    )
  }

  private enum Merged: Subject {
    static var initial: [Item] { [1, 2].map(Item.numbered) }
    static var options: MappingOptions { .with { $0.arrays = .merge } }
  }

  /// Only an array that is updated has elements before.
  @Test func arrays() {
    let pairs = #""value": [{"id": 3}, {"id": 1}]"#
    let merged = [1, 2, 3].map(Item.numbered)
    let others = Set(WayIn.allCases).subtracting(WayIn.updates)
    // What a hook keeps is mapped to a new object.
    let kinds = Set(ProbeKind.allCases).subtracting([.handed])
    expectEveryWay(of: Merged.self, pairs, becomes: merged, ways: WayIn.updates, kinds: kinds)
    expectEveryWay(of: Merged.self, pairs, becomes: [3, 1].map(Item.numbered), ways: others)
  }

  private enum Handled: Subject {
    static let heard = Mutex(false)
    static var initial: Int { 7 }
    static var options: MappingOptions {
      .with { $0.issueHandler = { _ in heard.withLock { $0 = true } } }
    }
    static func neglected() -> String? {
      heard.withLock { isHeard in
        defer { isHeard = false }
        return isHeard ? nil : "the handler wasn't called"
      }
    }
  }

  private enum Counted: Subject {
    static let census = MappingCensus()
    static var initial: Int { 7 }
    static var options: MappingOptions { .with { $0.census = census } }
    static func neglected() -> String? {
      defer { census.reset() }
      return census.entries.isEmpty ? "the census hasn't counted" : nil
    }
  }

  private enum Quiet: Subject {
    static var initial: Int { 7 }
    static var options: MappingOptions {
      .with {
        $0.issueHandler = { _ in }
        $0.census = MappingCensus()
      }
    }
  }

  @Test func whatIsToldChangesNoValue() {
    expectEveryWay(of: Quiet.self, #""value": "5""#, becomes: 5)
    expectEveryWay(
      of: Handled.self,
      #""value": "x""#,
      becomes: 7,
      issuesAt: ["value"],
      ways: WayIn.exceptRows
    )
    expectEveryWay(
      of: Counted.self,
      #""value": "x""#,
      becomes: 7,
      issuesAt: ["value"],
      ways: WayIn.exceptRows
    )
  }
}
