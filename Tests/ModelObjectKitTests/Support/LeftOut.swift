#if PART
import Foundation
import Testing

/// What `swift test` leaves out, unless `MODELOBJECT_TESTS` is set: Package.swift says by which rule.
struct LeftOut {
  private static let first = ["Articles", "Oracle", "Support", "Ways"]

  @Test func isSaidAtTheEnd() throws {
    let manifest = try String(
      contentsOf: Self.tests.appending(path: "../Package.swift"),
      encoding: .utf8
    )
    let folders = try FileManager.default.contentsOfDirectory(
      atPath: Self.tests.appending(path: "ModelObjectKitTests").path
    )
    #expect(folders.filter { !manifest.contains("\"\($0)\"") }.sorted() == Self.first)
    // After the last line of Swift Testing.
    atexit { print(LeftOut.line) }
  }

  private static let tests = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardizedFileURL

  private static var line: String {
    let kept = count { path in
      !["ModelObjectKitTests", "ToolTests"].contains(path[0]) || first.contains(path[1])
    }
    let all = count { _ in true }
    return """
      Left out: \(all - kept) of \(all) tests, in folders of Tests/ModelObjectKitTests and Tests/ToolTests; \
      MODELOBJECT_TESTS=all swift test runs them, too.
      """
  }

  /// The tests in files whose path, below `Tests`, is wanted.
  private static func count(where isWanted: ([String]) -> Bool) -> Int {
    let folders = ["ModelObjectKitTests", "ToolTests", "MainActorTests", "SampleTests"]
    let files = folders.flatMap { folder in
      FileManager.default.subpaths(atPath: tests.appending(path: folder).path)?
        .map { "\(folder)/\($0)" } ?? []
    }
    return files.filter { $0.hasSuffix(".swift") && isWanted($0.components(separatedBy: "/")) }
      .compactMap { try? String(contentsOf: tests.appending(path: $0), encoding: .utf8) }
      .map { $0.components(separatedBy: "@Test").count - 1 }
      .reduce(0, +)
  }
}
#endif
