import Foundation
import ModelObjectKit
import Testing

/// Several keys of one property, in all orders, by every way in: the best one whose value isn't null
/// decides, whether its value fits or not.
struct EveryOrderTests {
  private enum Listed: Subject {
    static var initial: Int? { 7 }
    static var keyMapping: [String: JSONKey] { ["value": ["first", "second", "ext.deep"]] }
  }

  private enum Spelled: Subject {
    static var initial: Int? { 7 }
  }

  /// The kinds of classes that take different ways to a value.
  private static let kinds: Set<ProbeKind> = [.plain, .hooked, .accessed]

  /// The beginning of a growing text may have another key alone, and a database makes numbers of strings.
  private static let waysOfMisfits = WayIn.exceptRows.subtracting([.growing])

  private func expectEveryOrder<S: Subject>(
    of subject: S.Type,
    _ pairs: [String],
    becomes expected: S.Value,
    issuesAt paths: [String] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for order in orders(of: pairs) {
      expectEveryWay(
        of: subject,
        order.joined(separator: ", "),
        becomes: expected,
        issuesAt: paths,
        ways: paths.isEmpty ? Set(WayIn.allCases) : Self.waysOfMisfits,
        kinds: Self.kinds,
        inside: [],
        sourceLocation: sourceLocation
      )
    }
  }

  private func orders(of pairs: [String]) -> [[String]] {
    guard pairs.count > 1 else { return [pairs] }
    return pairs.indices.flatMap { index in
      var rest = pairs
      let first = rest.remove(at: index)
      return orders(of: rest).map { [first] + $0 }
    }
  }

  @Test func theFirstListedKeyDecides() {
    expectEveryOrder(
      of: Listed.self,
      [#""first": 1"#, #""second": 2"#, #""ext": {"deep": 3}"#],
      becomes: 1
    )
  }

  @Test func aValueThatDoesNotFitDecides() {
    expectEveryOrder(
      of: Listed.self,
      [#""first": "x""#, #""second": 2"#],
      becomes: 7,
      issuesAt: ["first"]
    )
    expectEveryOrder(
      of: Spelled.self,
      [#""value": "x""#, #""VALUE": 2"#],
      becomes: 7,
      issuesAt: ["value"]
    )
  }

  @Test func nullGivesWay() {
    expectEveryOrder(of: Listed.self, [#""first": null"#, #""ext": {"deep": 3}"#], becomes: 3)
    expectEveryOrder(of: Listed.self, [#""first": null"#, #""ext": null"#], becomes: nil)
    expectEveryOrder(of: Spelled.self, [#""value": null"#, #""VALUE": 2"#], becomes: 2)
  }

  @Test func anExactSpellingDecides() {
    expectEveryOrder(
      of: Spelled.self,
      [#""value": 1"#, #""Value": 2"#, #""VALUE": 3"#],
      becomes: 1
    )
  }
}
