import Foundation
import Testing

@testable import ModelObjectTool

/// The sample has what the command makes of its old classes.
struct MovingOverTests {
  private static let sample = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Samples/MovingOver")

  private static func contents(_ folder: String) throws -> [String: String] {
    let folder = sample.appending(path: folder)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    return Dictionary(
      uniqueKeysWithValues: try names.map { name in
        (name, try String(contentsOf: folder.appending(path: name), encoding: .utf8))
      }
    )
  }

  @Test func theNewFilesAreThoseOfTheCommand() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let before = try Self.contents("Before")
    for (name, text) in before { try Data(text.utf8).write(to: folder.appending(path: name)) }
    let run = Run(["migrate", "--write", folder.path])
    #expect(run.code == 0)
    #expect(run.output.hasSuffix("; 3 files written; 0 places to look at.\n"))
    let after = try Self.contents("After")
    #expect(after.keys.sorted() == ["AppModel.swift", "Buyer.swift", "Order.swift"])
    for (name, text) in after {
      let file = folder.appending(path: name)
      #expect(try String(contentsOf: file, encoding: .utf8) == text, "\(name)")
    }
    // The old files of Objective-C stay.
    for name in ["Buyer.h", "Buyer.m"] {
      let file = folder.appending(path: name)
      #expect(try String(contentsOf: file, encoding: .utf8) == before[name])
    }
    #expect(Run(["migrate", "--write", folder.path]).output.hasSuffix("Nothing to migrate.\n"))
  }
}
