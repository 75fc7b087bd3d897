import ModelObjectEssentials
import ModelObjectKit

/// `modelobject migrate`: reads the files, and prints or writes what becomes of them.
struct MigrateCommand {
  let arguments: Command.Migrating
  let output: (String) throws -> Void
  let errors: (String) -> Void
  /// Shows how far the work on so many bytes has come.
  let progress: (_ size: Int) -> Progress
  var git = Git.process

  /// Returns whether something has to be looked at.
  func run() throws -> Bool {
    let folder = try SourceFolder(arguments.paths)
    var files: [(path: String, bytes: [UInt8])] = []
    var objectiveC: [(path: String, bytes: [UInt8])] = []
    for path in folder.files {
      let data = try OpenFile(reading: URL(fileURLWithPath: path)).readToEnd()
      if SourceFolder.isObjectiveC(path) {
        objectiveC.append((path, [UInt8](data)))
      } else {
        files.append((path, [UInt8](data)))
      }
    }
    let progress = progress(files.reduce(0) { $0 + $1.bytes.count })
    defer { progress.end() }
    let migration = Migration(files, movesCodable: arguments.movesCodable, tell: progress.tell)
    for path in folder.skipped {
      migration.report.note("passed over, as the sources of others: \(path)")
    }
    var results = migration.results()
    if let base = migration.baseFile() {
      let path = migration.basePath(beside: folder.folder)
      if !FileManager.default.fileExists(atPath: path) {
        results.append((path, nil, [UInt8](base.utf8)))
        migration.report.note("\(path) is new: in Xcode, add it to the target of the models")
      } else if (try? Data(contentsOf: URL(fileURLWithPath: path))) != Data(base.utf8) {
        let names = migration.helpers.map(\.rawValue).sorted().joined(separator: ", ")
        if !migration.hasHelpers {
          migration.report.look(in: path, line: 1, "there already; it may lack \(names)")
        }
      }
    }
    results += ObjectiveCMigration.results(
      objectiveC,
      besides: migration,
      in: folder.folder,
      existing: FileManager.default.fileExists
    )
    progress.end()
    migration.report.checked = Self.mistakes(in: results, besides: files)
    migration.report.written = results.map(\.path)
    for warning in git.warnings(for: results.filter { $0.old != nil }.map(\.path)) {
      errors("modelobject: \(warning)\n")
    }
    if arguments.writes {
      for result in results { try write(result.new, to: result.path) }
    } else {
      for result in results {
        try output(
          UnifiedDiff.text(
            result.old ?? [],
            result.new,
            path: result.path,
            isNew: result.old == nil
          )
        )
      }
    }
    let text = migration.report.text(isWritten: arguments.writes)
    if let page = arguments.page {
      try write([UInt8](MarkdownPage.html(of: text).utf8), to: page)
    }
    if let file = arguments.report {
      try write([UInt8](text.utf8), to: file)
    } else {
      try output(results.isEmpty || arguments.writes ? text : "\n" + text)
    }
    return !migration.report.looks.isEmpty || !migration.report.checked.isEmpty
  }

  /// What `check` would say of the new files.
  private static func mistakes(
    in results: [(path: String, old: [UInt8]?, new: [UInt8])],
    besides files: [(path: String, bytes: [UInt8])]
  ) -> [String] {
    let new = Dictionary(results.map { ($0.path, $0.new) }) { first, _ in first }
    let all = files.map { ($0.path, new[$0.path] ?? $0.bytes) }
    let known = Set(files.map(\.path))
    let added = results.filter { !known.contains($0.path) }.map { ($0.path, $0.new) }
    let checked = (all + added).compactMap { path, bytes -> CodeFile? in
      let source = SourceFile(bytes)
      guard path.hasSuffix(".swift"), source.problem == nil else { return nil }
      return CodeFile(path: path, source: source, isReported: new[path] != nil)
    }
    return Checker(checked).diagnostics.map {
      "\($0.file):\($0.line): \($0.severity): \($0.message)"
    }
  }

  private func write(_ bytes: [UInt8], to path: String) throws {
    do {
      let mode = try? FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
      try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
      if let mode {
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      }
    } catch {
      throw Failure(
        description: "'\(path)' can't be written: \(SystemError.message(of: error) ?? "\(error)")"
      )
    }
  }
}
