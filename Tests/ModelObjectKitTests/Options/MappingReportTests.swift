import Testing

@testable import ModelObjectKit

struct MappingReportTests {
  typealias Match = MappingReport.Match
  typealias Issue = ModelError.Issue

  /// A match for each line of property, key and value, separated by `|`.
  private static func matches(_ lines: String) -> [Match] {
    lines.split(separator: "\n").map { line in
      let parts = line.split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingPrefix(while: \.isWhitespace) }
        .map { String($0.reversed().drop(while: \.isWhitespace).reversed()) }
      return Match(property: parts[0], key: parts[1], value: parts[2])
    }
  }

  @Test func aFlatObjectIsATable() {
    let report = MappingReport(
      root: "Person",
      matches: Self.matches(
        """
        name     | NAME      | "Shan"
        personId | person-id | 123
        tags     | tags      | ["a", "b"]
        summary  | ext.desc  | "A tale"
        """
      ),
      unmappedParts: [
        .init(
          property: "birthday",
          key: "born",
          reason: #""12/13/14" is not a date in any accepted format"#
        ),
        .init(property: "level", key: "level", reason: "300 does not fit Int8"),
        .init(property: "nickname", issuePath: "nickname", reason: "no such key"),
        .init(property: "delegate", reason: "weak or unowned"),
      ],
      issues: [
        Issue(kind: .unknownKey, path: "nick_nam", expected: "nickname"),
        Issue(kind: .typeMismatch, path: "born", expected: "Date", found: #"String "12/13/14""#),
        Issue(kind: .unknownKey, path: "ext.other"),
        Issue(kind: .typeMismatch, path: "level", expected: "Int8", found: "300"),
        Issue(kind: .missingKey, path: "nickname", expected: "String"),
      ]
    )
    #expect(
      report.description == """
        Person: 4 mapped, 2 didn't fit, 1 missing, 2 unknown keys
          name     ← NAME       "Shan"
          personId ← person-id  123
          tags     ← tags       ["a", "b"]
          summary  ← ext.desc   "A tale"
          birthday – born       "12/13/14" is not a date in any accepted format
          level    – level      300 does not fit Int8
          nickname –            no such key
          delegate –            weak or unowned
          ?        ← nick_nam   unknown key, near nickname
          ?        ← ext.other  unknown key
        """
    )
    #expect("\(report)" == report.description)
  }

  @Test func propertiesOfNestedObjectsAndElementsAreShownWithTheirPaths() {
    #expect(
      Self.feed.description == """
        Feed: 7 mapped, 1 didn't fit, 1 missing, 1 unknown key, 1 rejected
          title                 ← NAME                          "News"
          owner                 ← Owner
          owner.userId          ← Owner.id                      7
          statuses[0].id        ← statuses[0].status_id         10
          statuses[0].user.name ← statuses[0].user.screen_name  "Shan"
          statuses[1].id        ← statuses[2].status_id         12
          tags                  ← tags                          2 elements
          owner.city            – Owner.town                    null
          statuses[1].text      –                               no such key
                                – statuses[1]                   rejected: the string is empty
                                – tags[1]                       expected String, found an object
          ?                     ← Owner.nick                    unknown key, near name
        """
    )
  }

  private static let feed = MappingReport(
    root: "Feed",
    matches: matches(
      """
      title                 | NAME                         | "News"
      owner                 | Owner                        |
      owner.userId          | Owner.id                     | 7
      statuses[0].id        | statuses[0].status_id        | 10
      statuses[0].user.name | statuses[0].user.screen_name | "Shan"
      statuses[1].id        | statuses[2].status_id        | 12
      tags                  | tags                         | 2 elements
      """
    ),
    unmappedParts: [
      .init(property: "owner.city", key: "Owner.town", reason: "null"),
      .init(property: "statuses[1].text", issuePath: "statuses[2].text", reason: "no such key"),
    ],
    issues: [
      Issue(kind: .rejected, path: "statuses[1]", found: "the string is empty"),
      Issue(kind: .typeMismatch, path: "tags[1]", expected: "String", found: "an object"),
      Issue(kind: .unknownKey, path: "Owner.nick", expected: "name"),
    ]
  )

  @Test func nothingAtAllIsOneLine() {
    #expect(MappingReport(root: "Person").description == "Person: 0 mapped")
  }

  @Test func aHundredPropertiesTakeAHundredLines() {
    var all: [Match] = []
    for index in 0..<50 {
      for (name, value) in [("id", "\(index)"), ("title", "\"Page \(index)\"")] {
        all.append(
          Match(property: "pages[\(index)].\(name)", key: "pages[\(index)].\(name)", value: value)
        )
      }
    }
    let lines = MappingReport(root: "Book", matches: all).description.split(separator: "\n")
    #expect(lines.count == 101)
    #expect(lines[1] == "  pages[0].id     ← pages[0].id      0")
    #expect(lines[100] == "  pages[49].title ← pages[49].title  \"Page 49\"")
  }

  // MARK: - Odd input

  @Test func keysThatLookLikePathsStillTakeOneLine() {
    let report = MappingReport(
      root: "Gallery",
      matches: Self.matches(
        """
        images.a.jpg.width | images.a.jpg.width | 1
        odd                | x..y[z].           | 2
        """
      ),
      issues: [
        Issue(kind: .unknownKey, path: "\"\""), Issue(kind: .unknownKey, path: "."),
        Issue(kind: .unknownKey, path: "a\nb"), Issue(kind: .typeMismatch, path: ""),
      ]
    )
    #expect(
      report.description == #"""
        Gallery: 2 mapped, 3 unknown keys
          images.a.jpg.width ← images.a.jpg.width  1
          odd                ← x..y[z].            2
                             –                     the value doesn't fit
          ?                  ← ""                  unknown key
          ?                  ← .                   unknown key
          ?                  ← a\nb                unknown key
        """#
    )
  }

  @Test func longValuesAreCutAndLongNamesStickOut() {
    let name = String(repeating: "n", count: 41)
    let value = String(repeating: "v", count: 60)
    let report = MappingReport(
      root: "Person",
      matches: [
        Match(property: "just", key: "k", value: value),
        Match(property: name, key: "k2", value: value + "v"),
        Match(property: "lines", key: "k3", value: "a\nb"),
      ],
      unmappedParts: [.init(property: "x", reason: String(repeating: "r", count: 300))]
    )
    #expect(
      report.description == """
        Person: 3 mapped
          just  ← k   \(value)
          \(name) ← k2  \(value)…
          lines ← k3  a\\nb
          x     –     \(String(repeating: "r", count: 200))…
        """
    )
  }

  @Test func theSameReportReadsTheSameEveryTime() {
    let texts = (0..<20).map { _ in Self.feed.description }
    #expect(Set(texts).count == 1)
  }

  @Test func aReportGoesAsDeepAsItsInput() throws {
    var path = "a"
    var all: [Match] = []
    for level in 0..<600 {
      all.append(Match(property: path, key: path, value: "\(level)"))
      path += ".a"
    }
    let lines = MappingReport(root: "Chain", matches: all).description.split(separator: "\n")
    #expect(lines.count == 601)
    let last = try #require(lines.last)
    let shown = "a.a.a.a.a.a.a.a.a.a….a.a.a.a.a"
    #expect(last.split(separator: " ") == ["\(shown)", "←", "\(shown)", "599"])
  }
}
