import Foundation
import ModelObjectKit
import Testing

private struct Part: Codable, Equatable {
  var count: Int?
  var day: Date?
  var list: [Int]?
  var byName: [String: Int]?
  var inner: [Part]?
}

private protocol PartSubject: Subject where Value == Part {
  static func change(_ options: inout MappingOptions)
}

extension PartSubject {
  static var initial: Part { Part() }
  static var options: MappingOptions {
    var options = MappingOptions()
    change(&options)
    return options
  }
}

/// Each option counts in `Codable` structs, in every way in.
struct EveryCodable {
  private enum Dated: PartSubject {
    static func change(_ options: inout MappingOptions) {
      options.dates.format = .custom("dd.MM.yyyy HH:mm")
      options.dates.timeZone = TimeZone(secondsFromGMT: 3600) ?? .gmt
    }
  }

  @Test func dates() {
    let day = Date(timeIntervalSinceReferenceDate: 86_400)
    expectEveryWay(
      of: Dated.self,
      #""value": {"day": "02.01.2001 01:00"}"#,
      becomes: Part(day: day),
      ways: WayIn.exceptRows
    )
    expectEveryWay(
      of: Dated.self,
      #""value": {"inner": [{"day": "soon", "count": 1}]}"#,
      becomes: Part(inner: [Part(count: 1)]),
      issuesAt: ["value.inner[0].day"],
      ways: WayIn.exceptRows
    )
  }

  private enum Failing: PartSubject {
    static func change(_ options: inout MappingOptions) { options.mismatches = .fail }
  }

  @Test(arguments: [
    (#"{"count": "x"}"#, "value.count"), (#"{"list": [1, null]}"#, "value.list[1]"),
    (#"{"byName": {"a": {}}}"#, "value.byName.a"), (#"{"inner": [{}, 5]}"#, "value.inner[1]"),
    (#"{"inner": [{}, {"day": {}}]}"#, "value.inner[1].day"), ("[1]", "value"),
  ])
  func mismatches(json: String, path: String) {
    expectEveryWay(
      of: Failing.self,
      #""value": \#(json)"#,
      failsAt: [path],
      ways: WayIn.exceptRows
    )
  }

  private enum Listed: Subject {
    static var initial: [Part] { [] }
  }

  /// Elements are read at once where nothing is told of them; their issues have their numbers.
  @Test func elements() {
    expectEveryWay(
      of: Listed.self,
      #""value": [{"count": 1}, {"count": "x", "list": [2]}, {"count": "3"}]"#,
      becomes: [Part(count: 1), Part(list: [2]), Part(count: 3)],
      issuesAt: ["value[1].count"],
      ways: WayIn.exceptRows
    )
  }

  private final class Parts: ModelObject {
    var value: [Part] = []
  }

  /// Of a text that is still arriving, a list has the elements that are whole.
  @Test func elementsThatHaveCome() throws {
    let text = #"{"value": [{"count": 1}, {"count": 2, "list": [3]}], "next": 1}"#
    let all = [Part(count: 1), Part(count: 2, list: [3])]
    for count in 0...text.count {
      let beginning = String(text.prefix(count))
      let whole = min(beginning.filter { $0 == "}" }.count, all.count)
      let parts = try Parts(partialJSON: beginning)
      #expect(parts.value == Array(all.prefix(whole)), "\(beginning)")
    }
  }

  private enum Single: PartSubject {
    static func change(_ options: inout MappingOptions) { options.duplicateKeys = .fail }
  }

  @Test(arguments: [
    (#"{"count": 2, "COUNT": 1}"#, "value.COUNT"), (#"{"list": [], "list": []}"#, "value.list"),
    (#"{"inner": [{"x": 1, "X": 1}]}"#, "value.inner[0].X"),
  ])
  func duplicateKeys(json: String, path: String) {
    expectEveryWay(of: Single.self, #""value": \#(json)"#, failsAt: [path], ways: WayIn.texts)
  }

  private enum Shallow: PartSubject {
    static func change(_ options: inout MappingOptions) { options.maximumDepth = 5 }
  }

  private enum Deeper: PartSubject {
    static func change(_ options: inout MappingOptions) { options.maximumDepth = 9 }
  }

  @Test func maximumDepth() {
    // A decoder has its own limit.
    let ways = WayIn.exceptRows.subtracting(WayIn.decoders)
    let pairs = #""value": {"inner": [{"inner": [{}]}]}"#
    expectEveryWay(of: Shallow.self, pairs, failsAt: ["tooDeep"], ways: ways)
    let part = Part(inner: [Part(inner: [Part()])])
    expectEveryWay(of: Deeper.self, pairs, becomes: part, ways: ways)
  }
}
