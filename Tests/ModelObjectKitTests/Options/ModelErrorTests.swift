import Foundation
import Testing

@testable import ModelObjectKit

struct ModelErrorTests {
  typealias Issue = ModelError.Issue

  // MARK: - Paths

  static let steps: [(PathStep, String, String)] = [
    (.key("a"), "", "a"),
    (.key("a"), "b", "a.b"),
    (.key("a"), "[3].b", "a[3].b"),
    (.index(3), "user.id", "[3].user.id"),
    (.index(3), "", "[3]"),
    (.index(0), "[1]", "[0][1]"),
    (.key("user name"), "first-name", "user name.first-name"),
    (.key("图"), "标题", "图.标题"),
    (.key(""), "", "\"\""),
    (.key(""), "b", "\"\".b"),
  ]

  @Test(arguments: steps)
  func aStepGoesInFrontOfAPath(step: PathStep, path: String, expected: String) {
    #expect(step.joined(to: path) == expected)
  }

  @Test func aKeyIsCutAfter200Characters() {
    let just = String(repeating: "k", count: 200)
    #expect(PathStep.key(just).joined(to: "a") == just + ".a")
    #expect(PathStep.key(just + "k").joined(to: "a") == just + "….a")
    let wide = String(repeating: "图", count: 200)
    #expect(PathStep.key(wide).joined(to: "") == wide)
    #expect(PathStep.key(wide + "图").joined(to: "") == wide + "…")
    let marks = "a" + String(repeating: "\u{301}", count: 1_000_000)
    #expect(PathStep.key(marks).joined(to: "").utf8.count < 10_000)
  }

  @Test func anErrorMovesOutwardsWithItsIssues() {
    var error = ModelError(
      .invalidInput,
      path: "id",
      issues: [
        Issue(kind: .missingKey, path: "name"), Issue(kind: .typeMismatch, path: ""),
        Issue(kind: .typeMismatch, path: "[2]"),
      ],
      issueCount: 120
    )
    for step: PathStep in [.key("user"), .index(3), .key("statuses")] {
      error = error.prefixed(with: step)
    }
    #expect(error.path == "statuses[3].user.id")
    #expect(
      error.issues.map(\.path) == [
        "statuses[3].user.name", "statuses[3].user", "statuses[3].user[2]",
      ]
    )
    #expect(error.issueCount == 120)
    #expect(error.code == .invalidInput)
  }

  // MARK: - Issues

  static let issues: [(Issue, String)] = [
    (
      Issue(
        kind: .typeMismatch,
        path: "statuses[3].user.id",
        expected: "Int",
        found: #"String "x""#
      ),
      #"statuses[3].user.id: expected Int, found String "x""#
    ),
    (Issue(kind: .typeMismatch, path: "a", expected: "Int"), "a: expected Int"),
    (Issue(kind: .typeMismatch, path: "a", found: "true"), "a: unexpected true"),
    (Issue(kind: .typeMismatch, path: "a"), "a: the value doesn't fit"),
    (
      Issue(kind: .typeMismatch, path: "", expected: "an object", found: "an array"),
      "(root): expected an object, found an array"
    ),
    (Issue(kind: .missingKey, path: "a.b"), "a.b: missing key"),
    (Issue(kind: .missingKey, path: "a.b", expected: "Int"), "a.b: missing key (Int)"),
    (Issue(kind: .unknownKey, path: "x"), "x: unknown key"),
    (Issue(kind: .unknownKey, path: "x", expected: "ex"), "x: unknown key, near ex"),
    (Issue(kind: .unknownKey, path: "\"\""), "\"\": unknown key"),
    (Issue(kind: .unexpectedNull, path: "x"), "x: null where a value is expected"),
    (
      Issue(kind: .unexpectedNull, path: "x", expected: "Int"),
      "x: null where a value is expected (Int)"
    ),
    (Issue(kind: .rejected, path: "image"), "image: rejected"),
    (
      Issue(kind: .rejected, path: "image", found: "no width"),
      "image: rejected: no width"
    ),
    (Issue(kind: .rejected, path: "", found: "no width"), "(root): rejected: no width"),
    (
      Issue(kind: .typeMismatch, path: "a\nb", expected: "Int", found: "\"\u{1B}[2J\u{2028}é🙂\""),
      #"a\nb: expected Int, found "\u{1B}[2J\u{2028}é🙂""#
    ),
  ]

  @Test(arguments: issues)
  func anIssueIsOneLine(issue: Issue, line: String) {
    #expect(issue.description == line)
    #expect("\(issue)" == line)
  }

  @Test func issuesAreComparedByAllTheyTell() {
    let issue = Issue(kind: .missingKey, path: "a", expected: "Int")
    #expect(Set([issue, issue]).count == 1)
    #expect(issue != Issue(kind: .missingKey, path: "a"))
    #expect(issue != Issue(kind: .unknownKey, path: "a", expected: "Int"))
    #expect(issue != Issue(kind: .missingKey, path: "b", expected: "Int"))
  }

  @Test func anErrorCarriesAHundredIssuesAndCountsTheRest() {
    let issues = (0..<112).map { Issue(kind: .unknownKey, path: "k\($0)") }
    let error = ModelError(.invalidInput, issues: issues)
    #expect(error.issues == Array(issues.prefix(100)))
    #expect(error.issueCount == 112)
    let lines = error.description.split(separator: "\n")
    #expect(lines.count == 102)
    #expect(lines.first == "invalidInput")
    #expect(lines.last == "  … and 12 more")

    #expect(ModelError(.invalidInput, issues: Array(issues.prefix(100))).issueCount == 100)
    #expect(ModelError(.invalidInput, issues: issues, issueCount: 5000).issueCount == 5000)
    #expect(ModelError(.tooDeep).issueCount == 0)
  }

  // MARK: - Descriptions

  enum Plain: Error { case tooYoung }

  struct Localized: LocalizedError {
    var errorDescription: String? { "The person is too young." }
  }

  struct Described: Error, CustomStringConvertible {
    var description: String { "age: 12\nlimit: 18" }
  }

  static let descriptions: [(ModelError, String)] = [
    (ModelError(.tooDeep), "tooDeep"),
    (ModelError(.tooDeep, path: "a[1]"), "tooDeep at a[1]"),
    (
      ModelError(.tooDeep, path: "a" + String(repeating: ".b[1]", count: 99) + ".c"),
      "tooDeep at a.b[1].b[1].b[1].b[1].b….b[1].b[1].c"
    ),
    (
      ModelError(.malformedJSON, message: "line 3, column 5: expected ',' or '}', found 'x'"),
      "malformedJSON: line 3, column 5: expected ',' or '}', found 'x'"
    ),
    (
      ModelError(.rejected, path: "image", underlyingError: Plain.tooYoung),
      "rejected at image: tooYoung"
    ),
    (
      ModelError(.rejected, message: "validate failed", underlyingError: Localized()),
      "rejected: validate failed: The person is too young."
    ),
    (
      ModelError(.rejected, path: "a\u{7}", underlyingError: Described()),
      "rejected at a\\u{07}: age: 12\\nlimit: 18"
    ),
    (
      ModelError(.rejected, underlyingError: ModelError(.invalidArchive, message: "no trailer")),
      "rejected: invalidArchive: no trailer"
    ),
    (
      ModelError(
        .invalidInput,
        issues: [
          Issue(kind: .typeMismatch, path: "a[0].b", expected: "Int", found: #"String "x""#),
          Issue(kind: .missingKey, path: String(repeating: "[7]", count: 21)),
        ],
        issueCount: 14
      ),
      """
      invalidInput
        a[0].b: expected Int, found String "x"
        [7][7][7][7][7][7][7][7][7][7]…[7][7][7][7][7]: missing key
        … and 12 more
      """
    ),
  ]

  @Test(arguments: descriptions)
  func anErrorTellsAllThatIsKnown(error: ModelError, text: String) {
    #expect(error.description == text)
    #expect("\(error)" == text)
    #expect(error.errorDescription == text)
    #expect((error as any Error).localizedDescription == text)
  }

  /// A hook may put the input into its error.
  @Test func foreignTextsAreCutAndStayOnTheirLine() {
    struct Quoting: Error, CustomStringConvertible { let description: String }
    let long = "\u{1B}[2J\nadmin logged in" + String(repeating: "x", count: 100)
    let error = ModelError(.rejected, underlyingError: Quoting(description: long))
    let shown = #"\u{1B}[2J\nadmin logged in"# + String(repeating: "x", count: 40) + "…"
    #expect(error.description == "rejected: " + shown)
    #expect(
      ModelError(.rejected, underlyingError: error).description == "rejected: rejected: " + shown
    )
    #expect(ModelError(.rejected, message: "a\nb").description == #"rejected: a\nb"#)
  }

  @Test func anErrorOfFoundationIsTold() {
    let underlying = NSError(domain: "disk", code: 28)
    let error = ModelError(.rejected, underlyingError: underlying)
    #expect(error.description.contains("disk"))
    #expect(error.description.contains("28"))
    #expect(error.underlyingError as NSError? === underlying)
  }

  @Test func codesGoByTheirNames() {
    let codes: [ModelError.Code] = [
      .malformedJSON, .unexpectedRoot, .invalidInput, .rejected, .tooDeep, .unsupportedValue,
      .invalidArchive, .unknownClass,
    ]
    #expect(
      codes.map(\.description) == [
        "malformedJSON", "unexpectedRoot", "invalidInput", "rejected", "tooDeep",
        "unsupportedValue",
        "invalidArchive", "unknownClass",
      ]
    )
    #expect(Set(codes).count == 8)
  }

  @Test func codesAreCaughtByName() {
    do throws(ModelError) {
      throw ModelError(.tooDeep)
    } catch  where error.code == .tooDeep {
      return
    } catch {
      Testing.Issue.record("caught \(error)")
    }
  }
}
