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

  @Test func thereIsAnExample() {
    #expect(Self.examples.count == 1)
  }

  @Test func keysThatWouldDifferAreListed() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appending(path: "file.json")
    let json = ##"{"file_id": 7, "name": "a", "1.0.1": true, "@odata.type": "#file"}"##
    try Data(json.utf8).write(to: file)
    #expect(
      Run(["generate", file.path, "--keys"]).output == ##"""
        import ModelObjectKit

        /// From file.json.
        ///
        /// Read it with `try File(json: data)`.
        class File: ModelObject {
          var fileId = 0
          var name = ""
          var _1_0_1 = false
          var odataType = ""

          override class var keyMapping: [String: JSONKey] {
            [
              "fileId": "file_id",
              "_1_0_1": #"1\.0\.1"#,
              "odataType": #"@odata\.type"#,
            ]
          }
        }

        """##
    )
  }

  @Test func theCheckerPrintsWhatTheArticleShows() throws {
    let parts = Self.article.components(separatedBy: "<!-- check ")
    #expect(parts.count == 2)
    let name = parts[1].components(separatedBy: " -->")[0]
    let source = try #require(parts[0].components(separatedBy: "```swift\n").last)
    let shown = parts[1].components(separatedBy: "```")[1].dropFirst("text\n".count)
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let file = directory.appending(path: name)
    try Data(source.components(separatedBy: "```")[0].utf8).write(to: file)
    let run = Run(["check", file.path])
    #expect(run.code == 1)
    // Long lines go on in the next one, after three spaces.
    #expect(
      run.output.replacing(directory.path + "/", with: "") == shown.replacing("\n   ", with: " ")
    )
  }

  private static let article: String = {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let file = folder.appending(
      path: "../../../../Sources/ModelObjectKit/Documentation.docc/TheTool.md"
    )
    return (try? String(contentsOf: file, encoding: .utf8)) ?? ""
  }()

  /// Each block of JSON after a comment with its file name, and the block of Swift after it.
  static let examples: [Example] = {
    article.components(separatedBy: "<!-- generate ").dropFirst().compactMap { part in
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
