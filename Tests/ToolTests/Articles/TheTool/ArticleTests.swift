import Foundation
import ModelObjectKit
import Testing

@testable import ModelObjectTool

/// The article shows what the tool writes.
struct ArticleTests {
  struct Example: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let json: String
    let source: String
    var testDescription: String { arguments.joined(separator: " ") }
  }

  @Test(arguments: examples) func theToolWritesTheExamplesOfTheArticle(_ example: Example) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appending(path: example.arguments[0])
    try Data(example.json.utf8).write(to: file)
    let run = Run(["generate", file.path] + example.arguments.dropFirst())
    #expect(run.errors == "")
    #expect(!run.output.isEmpty)
    #expect(example.source.hasPrefix(run.output))
  }

  @Test func thereAreExamples() {
    #expect(Self.examples.count == 2)
  }

  /// Each block of JSON after a comment with its file name, and the block of Swift after it.
  static let examples: [Example] = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let article = folder.appending(
      path: "../../../../Sources/ModelObjectKit/Documentation.docc/TheTool.md"
    )
    guard let text = try? String(contentsOf: article, encoding: .utf8) else { return [] }
    return text.components(separatedBy: "<!-- generate ").dropFirst().compactMap { part in
      let blocks = part.components(separatedBy: "```")
      guard blocks.count > 3, blocks[1].hasPrefix("json\n"), blocks[3].hasPrefix("swift\n") else {
        return nil
      }
      let line = blocks[0].components(separatedBy: " -->")[0]
      return Example(
        arguments: line.split(separator: " ").map(String.init),
        json: String(blocks[1].dropFirst("json\n".count)),
        source: String(blocks[3].dropFirst("swift\n".count))
      )
    }
  }()
}
