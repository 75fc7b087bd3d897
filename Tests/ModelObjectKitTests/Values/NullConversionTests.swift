import Foundation
import ModelObjectKit
import Testing

private enum Word: String, Kept {
  case asItWas, nothing = "null", empty = "(NULL)"

  static var kept: Word { .asItWas }
}

private enum Number: Int, Kept {
  case asItWas

  static var kept: Number { .asItWas }
}

private struct Pair: Codable, Equatable, Kept {
  var first: Int

  static var kept: Pair { Pair(first: 77) }
}

struct NullConversion {
  private static let nullTexts = [
    "null", "nil", "<null>", "(null)", "NULL", "Nil", "<Null>", "(nULL)", "NULL  ",
    " null", " <null> ",
  ]

  @Test(arguments: ["null"] + nullTexts.map { "\"\($0)\"" })
  private func anOptionalBecomesNilAndAnythingElseKeepsItsValue(json: String) {
    expectNothing(json, in: Int.self)
    expectNothing(json, in: UInt8.self)
    expectNothing(json, in: Int128.self)
    expectNothing(json, in: Double.self)
    expectNothing(json, in: Float.self)
    expectNothing(json, in: CGFloat.self)
    expectNothing(json, in: Decimal.self)
    expectNothing(json, in: Bool.self)
    expectNothing(json, in: Date.self)
    expectNothing(json, in: URL.self)
    expectNothing(json, in: UUID.self)
    expectNothing(json, in: TimeZone.self)
    if hasFoundation { expectNothing(json, in: Locale.self) }
    expectNothing(json, in: Data.self)
    expectNothing(json, in: Number.self)
    expectNothing(json, in: [Int].self)
    expectNothing(json, in: Set<Int>.self)
    expectNothing(json, in: [String: Int].self)
    expectNothing(json, in: Pair.self)
  }

  @Test func nullItselfIsNoText() {
    expectNothing("null", in: String.self)
    expectNothing("null", in: Word.self)
  }

  @Test(arguments: nullTexts)
  private func aStringTakesTheWordsAsText(text: String) {
    expect("\"\(text)\"", becomes: text)
    expect("\"\(text)\"", becomes: String??.some(text))
    expect("[\"\(text)\"]", becomes: [text])
    expect("{\"a\": \"\(text)\"}", becomes: ["a": text])
  }

  @Test func anEnumOfTextTakesTheWordsAsRawValues() {
    expect(#""null""#, becomes: Word.nothing)
    expect(#""(NULL)""#, becomes: Word.empty)
    expect(#""null""#, becomes: Word??.some(.nothing))
    // An unknown raw value is a mismatch, even one that reads like null.
    expect(#""nil""#, becomes: Word??.none)
  }

  @Test func givenNullsOfEveryKindCount() {
    let nothing: Int? = nil
    let nested: Int?? = .some(nil)
    let nulls: [Any] = [NSNull(), nothing as Any, nested as Any]
    for null in nulls {
      expect(given: null, becomes: Int??.some(nil))
      expect(given: null, becomes: Int?.none)
      expect(given: null, becomes: String??.some(nil))
      expect(given: null, becomes: [Int]??.some(nil))
      expect(given: [null] as [Any], becomes: [Int?.none])
      expect(given: [1, null] as [Any], becomes: [1], issuesAt: ["value[1]"])
    }
  }

  /// As an update has it: only code can put a nil into an optional.
  @Test(arguments: ["null", #""null""#])
  func anOptionalOfAnOptionalIsNil(json: String) {
    expect(json, becomes: Int???.some(nil))
    expect(json, becomes: [Int]???.some(nil))
    expect(json, becomes: Pair???.some(nil))
    expect(json, becomes: Date????.some(nil))
    expect("5", becomes: Int???.some(5))
    expect("[\(json), 1]", becomes: [Int??]?.some([.none, 1]))
    expect("{\"a\": \(json)}", becomes: [String: Int??]?.some(["a": .none]))
  }

  @Test func anUnexpectedNullIsAnIssueOfItsOwnKind() {
    for json in ["null", #""null""#] {
      for input in everyWay(#"{"value": \#(json)}"#) {
        let issues = input.issues(mappingTo: OneProperty<Int>.self)
        #expect(issues.map(\.kind) == [.unexpectedNull], "\(input)")
      }
    }
  }

  private func expectNothing<Value: Kept & Equatable>(
    _ json: String,
    in type: Value.Type,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    expect(json, becomes: Value?.none, sourceLocation: sourceLocation)
    expect(json, becomes: Value??.some(nil), sourceLocation: sourceLocation)
  }
}
