import ModelObjectEssentials

#if Foundation
import Foundation
#endif

/// Which files git could bring back, if they were changed.
struct Git: Sendable {
  /// Runs git with some arguments in a folder, and returns what it prints; nil if it can't.
  let run: @Sendable (_ arguments: [String], _ folder: String) -> Data?

  /// The files that git couldn't restore after a change, in words; empty if it has all of these.
  func warnings(for files: [String]) -> [String] {
    var (changed, outside, unknown) = (0, 0, 0)
    var byRoot: [String: [String]] = [:]
    for file in files {
      let path = URL(fileURLWithPath: file).standardizedFileURL.path
      if let root = Self.root(of: path) {
        byRoot[root, default: []].append(String(path.dropFirst(root.count + 1)))
      } else {
        outside += 1
      }
    }
    for (root, files) in byRoot {
      if let count = changes(of: files, in: root) {
        changed += count
      } else {
        unknown += files.count
      }
    }
    var warnings: [String] = []
    func warn(_ count: Int, one: String, many: String) {
      if count > 0 { warnings.append(count == 1 ? "1 file \(one)" : "\(count) files \(many)") }
    }
    warn(
      changed,
      one: "has changes that git doesn't have",
      many: "have changes that git doesn't have"
    )
    warn(
      outside,
      one: "is in no git repository: nothing can restore it",
      many: "are in no git repository: nothing can restore them"
    )
    warn(
      unknown,
      one: "is in a repository that git can't read: nothing may be able to restore it",
      many: "are in a repository that git can't read: nothing may be able to restore them"
    )
    return warnings
  }

  /// How many of some files differ from what git has of them, or aren't known to it; nil if it can't say.
  private func changes(of files: [String], in root: String) -> Int? {
    var count = 0
    // So many that the arguments of a process have room for them.
    for start in stride(from: 0, to: files.count, by: 500) {
      let some = files[start..<min(start + 500, files.count)]
      let status = ["--no-optional-locks", "--literal-pathspecs", "status", "--porcelain", "-z"]
      let all = ["--untracked-files=all", "--ignored", "--no-renames", "--"]
      guard let answer = run(status + all + some, root) else { return nil }
      // `XY path`: Y is the difference to the index.
      count += answer.split(separator: 0).count { $0.count > 1 && $0[$0.startIndex + 1] != 32 }
    }
    return count
  }

  /// The nearest folder above with `.git`.
  private static func root(of file: String) -> String? {
    var steps = file.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    while !steps.isEmpty {
      let folder = steps.joined(separator: "/")
      if FileManager.default.fileExists(atPath: folder + "/.git") { return folder }
      steps.removeLast()
    }
    return nil
  }

  #if Foundation && (os(macOS) || os(Linux))
  static let process = Git { arguments, folder in
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = ["git"] + arguments
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    // Variables of a hook would lead to its own repository.
    process.environment = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("GIT_") }
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    do { try process.run() } catch { return nil }
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? answer : nil
  }
  #else
  /// No other system runs it for a program, and only all of Foundation has processes.
  static let process = Git { _, _ in nil }
  #endif
}
