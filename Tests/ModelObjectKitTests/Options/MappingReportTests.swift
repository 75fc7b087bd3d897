import Testing

@testable import ModelObjectKit

struct MappingReportTests {
  typealias Match = MappingReport.Match
  typealias Issue = ModelError.Issue

  /// A match for each line of property, key and value, separated by `|`.
  private func matches(_ lines: String) -> [Match] {
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
      matches: matches(
        """
        name     | NAME      | "Shan"
        personId | person-id | 123
        tags     | tags      | ["a", "b"]
        summary  | ext.desc  | "A tale"
        """
      ),
      unmapped: [
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

  @Test func aNestedObjectIsIndentedAndWhatFailedComesLast() {
    let report = MappingReport(
      root: "Person",
      matches: matches(
        """
        name          | NAME           | "Shan"
        image         | image          |
        image.imageId | image.image_id | 234
        """
      ),
      unmapped: [
        .init(property: "image.imageUrl", issuePath: "image.imageUrl", reason: "no such key"),
        .init(
          property: "birthday",
          key: "born",
          reason: #""12/13/14" is not a date in any accepted format"#
        ),
      ],
      issues: [Issue(kind: .unknownKey, path: "nick_nam", expected: "nickname")]
    )
    #expect(
      report.description == """
        Person: 3 mapped, 1 didn't fit, 1 missing, 1 unknown key
          name     ← NAME      "Shan"
          image    ← image
            imageId  ← image_id  234
            imageUrl –           no such key
          birthday – born      "12/13/14" is not a date in any accepted format
          ?        ← nick_nam  unknown key, near nickname
        """
    )
  }

  @Test func nothingAtAllIsOneLine() {
    #expect(MappingReport(root: "Person").description == "Person: 0 mapped")
  }

  // MARK: - Nesting

  private static let nested = """
    total         | total               | 2
    owner.userId  | Owner.id            | 7
    owner.city    | Owner.home.town     | "Xi'an"
    owner.home.zip   | Owner.home.ZIP   | "710000"
    owner.home.lines.first  | Owner.home.LINES.1st | "A"
    owner.home.lines.second | Owner.home.LINES.2nd | "B"
    cursor.next   | cursor.next_page    | 12
    """

  @Test func nestedObjectsAreIndentedUnderTheirProperty() {
    let report = MappingReport(
      root: "Feed",
      matches: matches(Self.nested),
      unmapped: [.init(property: "owner.home.street", key: "Owner.home.street", reason: "null")],
      issues: [
        Issue(kind: .unknownKey, path: "Owner.home.lat"),
        Issue(kind: .unknownKey, path: "Owner.nick", expected: "name"),
        Issue(kind: .unknownKey, path: "etag"),
      ]
    )
    #expect(
      report.description == """
        Feed: 7 mapped, 1 didn't fit, 3 unknown keys
          total       ← total             2
          owner       ← Owner
            userId ← id         7
            city   ← home.town  "Xi'an"
            home   ← home
              zip    ← ZIP     "710000"
              lines  ← LINES
                first  ← 1st  "A"
                second ← 2nd  "B"
              street – street  null
              ?      ← lat     unknown key
            ?      ← nick       unknown key, near name
          cursor.next ← cursor.next_page  12
          ?           ← etag              unknown key
        """
    )
  }

  @Test func aMatchOfItsOwnTellsKeyAndClassOfAnObject() {
    let report = MappingReport(
      root: "Feed",
      matches: matches(
        """
        shape        | ext.shape        | Circle
        shape.radius | ext.shape.RADIUS | 2.5
        """
      )
    )
    #expect(
      report.description == """
        Feed: 2 mapped
          shape ← ext.shape  Circle
            radius ← RADIUS  2.5
        """
    )
  }

  @Test func twoKeysThatMergeIntoOneObjectAreBothTold() {
    let report = MappingReport(
      root: "Person",
      matches: matches(
        """
        image     | image       |
        image     | IMAGE       |
        image.id  | image.id    | 1
        image.url | IMAGE.url   | http://example.com
        """
      )
    )
    #expect(
      report.description == """
        Person: 4 mapped
          image ← image
          image ← IMAGE
            id  ← id         1
            url ← IMAGE.url  http://example.com
        """
    )
  }

  @Test func anObjectWithoutAMatchIsNamedByItsFirstPropertyThatTellsItsKey() {
    let report = MappingReport(
      root: "Person",
      matches: matches(
        """
        image.id  | image.id    | 1
        image.url | IMAGE.url   | http://example.com
        home.zip  | ext.home.a  | "710000"
        home.city | ext.home.b  | "Xi'an"
        """
      )
    )
    #expect(
      report.description == """
        Person: 4 mapped
          image ← image
            id  ← id         1
            url ← IMAGE.url  http://example.com
          home
            zip  ← ext.home.a  "710000"
            city ← ext.home.b  "Xi'an"
        """
    )
  }

  // MARK: - Arrays

  @Test func elementsShareTheirColumns() {
    let report = MappingReport(
      root: "Feed",
      matches: matches(
        """
        statuses[0].id        | statuses[0].status_id        | 10
        statuses[0].text      | statuses[0].text             | "Hello"
        statuses[0].user.id   | statuses[0].user.id          | 3
        statuses[0].user.name | statuses[0].user.screen_name | "Shan"
        statuses[1].id        | statuses[2].status_id        | 12
        statuses[2].id        | statuses[3].status_id        | 13
        statuses[2].text      | statuses[3].TEXT             | "Bye"
        """
      ),
      unmapped: [
        .init(property: "statuses[1].text", issuePath: "statuses[2].text", reason: "no such key")
      ],
      issues: [
        Issue(kind: .rejected, path: "statuses[1]", found: "the string is empty"),
        Issue(kind: .unknownKey, path: "statuses[0].user.nick", expected: "name"),
        Issue(kind: .unknownKey, path: "statuses[3].nick"),
      ]
    )
    #expect(
      report.description == """
        Feed: 7 mapped, 1 missing, 2 unknown keys
          statuses ← statuses
            [0]       id   ← status_id  10
                      text ← text       "Hello"
                      user ← user
                        id   ← id           3
                        name ← screen_name  "Shan"
                        ?    ← nick         unknown key, near name
            [1] ← [2] id   ← status_id  12
                      text –            no such key
            [2] ← [3] id   ← status_id  13
                      text ← TEXT       "Bye"
                      ?    ← nick       unknown key
                           – [1]        rejected: the string is empty
        """
    )
  }

  @Test func fiftyElementsTakeOneLineAProperty() {
    var all: [Match] = []
    for index in 0..<50 {
      for (name, value) in [("id", "\(index)"), ("title", "\"Page \(index)\"")] {
        all.append(
          Match(property: "pages[\(index)].\(name)", key: "pages[\(index)].\(name)", value: value)
        )
      }
    }
    let lines = MappingReport(root: "Book", matches: all).description.split(separator: "\n")
    #expect(lines.count == 102)
    #expect(lines[1] == "  pages ← pages")
    #expect(lines[2] == "    [0]  id    ← id     0")
    #expect(lines[3] == "         title ← title  \"Page 0\"")
    #expect(lines[100] == "    [49] id    ← id     49")
    #expect(lines[101] == "         title ← title  \"Page 49\"")
  }

  @Test func elementsThatAreNoObjectsAreAList() {
    let report = MappingReport(
      root: "Book",
      matches: matches(
        """
        tags       | tags       | 2 elements
        tags[0]    | tags[0]    | "a"
        tags[1]    | tags[2]    | "b"
        grid[0][0] | grid[0][0] | 1
        grid[0][1] | grid[0][1] | 2
        grid[1][0] | grid[1][0] | 3
        ids        | ids        | [1]
        """
      ),
      issues: [
        Issue(kind: .typeMismatch, path: "tags[1]", expected: "String", found: "an object"),
        Issue(kind: .typeMismatch, path: "ids[1]", expected: "Int", found: #"String "x""#),
      ]
    )
    #expect(
      report.description == """
        Book: 7 mapped
          tags ← tags  2 elements
            [0]        "a"
            [1] ← [2]  "b"
                – [1]  expected String, found an object
          grid ← grid
            [0] [0]  1
                [1]  2
            [1] [0]  3
          ids  ← ids   [1]
            – [1]  expected Int, found String "x"
        """
    )
  }

  @Test func anArrayAtTheRootBeginsWithItsIndexes() {
    let report = MappingReport(
      root: "[Person]",
      matches: matches(
        """
        [0].id | [0].id | 1
        [1].id | [1].id | 2
        """
      )
    )
    #expect(
      report.description == """
        [Person]: 2 mapped
          [0] id ← id  1
          [1] id ← id  2
        """
    )
  }

  // MARK: - Odd input

  @Test func keysThatLookLikePathsStillTakeOneLine() {
    let report = MappingReport(
      root: "Gallery",
      matches: matches(
        """
        images.a.jpg.width | images.a.jpg.width | 1
        odd                | x..y[z].           | 2
        """
      ),
      issues: [
        Issue(kind: .unknownKey, path: ""), Issue(kind: .unknownKey, path: "."),
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
      unmapped: [.init(property: "x", reason: String(repeating: "r", count: 300))]
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
    let report = MappingReport(root: "Feed", matches: matches(Self.nested))
    let texts = (0..<20).map { _ in report.description }
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
    #expect(last == String(repeating: " ", count: 1200) + "a ← a  599")
  }
}
