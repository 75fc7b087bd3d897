import Foundation
import Testing

private final class Inhabitant {}

/// Each sample runs, and prints what it is known to print.
struct SampleTests {
  @Test(arguments: [
    "QuickStart", "DotNetDates", "ArchiveToDisk", "Timeline", "OfflineCache",
    "WhenTheServerChanges", "StreamingAnswer", "ReminderList", "MovingOver",
  ])
  func printsWhatIsExpected(_ name: String) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "Expected/\(name).txt")
    let expected = try String(contentsOf: file, encoding: .utf8)
    let (code, output) = try run(name)
    #expect(code == 0)
    #expect(output == expected)
  }

  @Test(arguments: ["ComingFromSmartCodable", "ComingFromSmartCodableInChinese"])
  func isQuotedAsItPrints(_ page: String) throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
    let articles = folder.appending(path: "../../Sources/ModelObjectKit/Documentation.docc")
    let expected = folder.appending(path: "Expected/MovingOver.txt")
    let output = try String(contentsOf: expected, encoding: .utf8)
    let text = try String(contentsOf: articles.appending(path: "\(page).md"), encoding: .utf8)
    let quotes = text.components(separatedBy: "```text\n").dropFirst()
      .compactMap { $0.components(separatedBy: "```").first }
    #expect(!quotes.isEmpty)
    for quote in quotes { #expect(output.contains(quote)) }
  }

  private func run(_ name: String) throws -> (Int32, String) {
    let process = Process()
    process.executableURL = try #require(Self.products).appending(path: name)
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardInput = FileHandle.nullDevice
    try process.run()
    let data = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return (process.terminationStatus, String(decoding: data, as: UTF8.self))
  }

  /// The folder of the package's executables: that of the test bundle.
  private static var products: URL? {
    #if os(macOS)
    // The program that runs is the test runner of Xcode; this class stands in the bundle.
    Bundle(for: Inhabitant.self).bundleURL.deletingLastPathComponent()
    #else
    Bundle.main.executableURL?.deletingLastPathComponent()
    #endif
  }
}
