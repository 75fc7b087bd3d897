import Foundation
import Testing

/// Every example of the README, the articles and the comments is held by a test of this folder, line
/// by line.
@Suite struct DocumentedExamples {
  private static let articles = [
    "README.md": "ReadMeTests",
    "GettingStarted.md": "GettingStartedTests",
    "MatchingKeys.md": "MatchingKeysArticleTests",
    "ValuesAndConversions.md": "ValuesArticleTests",
    "Dates.md": "DatesArticleTests",
    "Shaping.md": "ShapingArticleTests",
    "Archiving.md": "ArchivingArticleTests",
    "ErrorsAndExplain.md": "ErrorsArticleTests",
    "ComingFrom.md": "ComingFromTests",
    "ArchiveFormat.md": "ArchiveFormatArticleTests",
  ]

  private static let commentTests = [
    "ModelCommentsTests", "OptionsCommentsTests", "ArchivingCommentsTests",
  ]

  @Test(arguments: articles.keys.sorted())
  func standInATest(article: String) throws {
    let test = try #require(Self.articles[article])
    let source = try Self.source(of: test)
    let blocks = Self.examples(in: try String(contentsOf: Self.place(of: article), encoding: .utf8))
    #expect(!blocks.isEmpty)
    for block in blocks {
      if let line = Self.lineThatIsMissing(of: block, in: source) {
        Issue.record("\(article): not in \(test), or not in this order: \(line)")
      }
    }
  }

  @Test func ofCommentsStandInATest() throws {
    let sources = try Self.commentTests.map(Self.source)
    let folder = Self.root.appending(path: "Sources/ModelObjectKit")
    var count = 0
    for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
    where path.hasSuffix(".swift") {
      let text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
      for block in Self.examples(in: Self.comments(in: text)) {
        count += 1
        if !sources.contains(where: { Self.lineThatIsMissing(of: block, in: $0) == nil }) {
          Issue.record("\(path): in no test: \(block.joined(separator: "\n"))")
        }
      }
    }
    #expect(count > 40)
  }

  @Test func ofNoArticleAreLeftOut() throws {
    let catalogue = Self.root.appending(path: "Sources/ModelObjectKit/Documentation.docc")
    for name in try FileManager.default.contentsOfDirectory(atPath: catalogue.path)
    where name.hasSuffix(".md") && Self.articles[name] == nil {
      let text = try String(contentsOf: catalogue.appending(path: name), encoding: .utf8)
      #expect(Self.examples(in: text).isEmpty, "\(name) has examples, but no test")
    }
  }

  // MARK: - Files

  private static let here = URL(filePath: #filePath).deletingLastPathComponent()

  private static let root = here.appending(path: "../../..").standardizedFileURL

  private static func place(of article: String) -> URL {
    article == "README.md"
      ? root.appending(path: article)
      : root.appending(path: "Sources/ModelObjectKit/Documentation.docc/" + article)
  }

  /// A test of this folder, without spaces.
  private static func source(of test: String) throws -> String {
    try String(contentsOf: here.appending(path: test + ".swift"), encoding: .utf8)
      .filter { !$0.isWhitespace }
  }

  // MARK: - Texts

  /// The first line of an example that is not in a test, or not in its order.
  private static func lineThatIsMissing(of block: [Substring], in source: String) -> Substring? {
    var rest = source[...]
    for line in block {
      let (code, result) = parts(of: line)
      // Code may stand further on, as a class does; a result belongs to the code before it.
      guard
        let codeEnd = rest.end(of: code),
        let end = rest[codeEnd...].prefix(300).end(of: result)
      else { return line }
      rest = rest[end...]
    }
    return nil
  }

  /// What documentation comments say, without their marks.
  private static func comments(in source: String) -> String {
    source.split(separator: "\n").map { line in
      let line = line.drop { $0 == " " }
      guard line.hasPrefix("///") else { return "" }
      return String(line.dropFirst(line.hasPrefix("/// ") ? 4 : 3))
    }
    .joined(separator: "\n")
  }

  /// The lines of each block of Swift, and of each block of output.
  ///
  /// What goes into a manifest is no example.
  private static func examples(in text: String) -> [[Substring]] {
    var blocks: [[Substring]] = []
    var block: [Substring]?
    for line in text.split(separator: "\n") {
      if line.hasPrefix("```") {
        if let block, !block.contains(where: { $0.contains(".package(") }) { blocks.append(block) }
        block = line == "```swift" || line == "```text" ? [] : nil
      } else {
        block?.append(line)
      }
    }
    return blocks
  }

  /// What must stand in the test for a line, without spaces: the code, then the result behind it.
  ///
  /// What is printed in an example is compared in the test, a variable as `"\(person)"`; an import
  /// stands where imports stand.
  private static func parts(of line: Substring) -> (code: String, result: String) {
    var code = String(line)
    var result = ""
    if let comment = code.range(of: #"(^| {2})//"#, options: .regularExpression) {
      result = String(code[comment.upperBound...])
      code = String(code[..<comment.lowerBound])
    }
    if code.hasPrefix("import ") { code = "" }
    code = code.filter { !$0.isWhitespace }
    if code.hasPrefix("print("), code.hasSuffix(")") {
      code = String(code.dropFirst("print(".count).dropLast())
      if code.allSatisfy(\.isLetter) { code = "\"\\(\(code))\"" }
    }
    return (code, result.filter { !$0.isWhitespace })
  }
}

extension Substring {
  /// Where the first occurrence of a text ends; nothing is found at once.
  fileprivate func end(of text: String) -> Index? {
    text.isEmpty ? startIndex : range(of: text)?.upperBound
  }
}
