package import ModelObjectEssentials
import ModelObjectKit

/// The command-line tool: from arguments to an exit code.
package struct Tool {
  /// The streams that the tool reads and writes, so that tests can replace the terminal.
  package struct Surroundings {
    /// Reads all of standard input.
    package var standardInput: () throws -> Data
    package var output: (String) throws -> Void
    package var errors: (String) -> Void
    /// Whether errors go to a terminal: only people want to see progress.
    package var showsProgress: Bool

    package init(
      standardInput: @escaping () throws -> Data,
      output: @escaping (String) throws -> Void,
      errors: @escaping (String) -> Void,
      showsProgress: Bool
    ) {
      self.standardInput = standardInput
      self.output = output
      self.errors = errors
      self.showsProgress = showsProgress
    }

    /// The streams of the process.
    package static var process: Surroundings {
      Surroundings(
        standardInput: { try OpenFile(lent: STDIN_FILENO).readToEnd() },
        output: { try OpenFile(lent: STDOUT_FILENO).write(Data($0.utf8)) },
        // If this fails too, only the exit code shows the error.
        errors: { try? OpenFile(lent: STDERR_FILENO).write(Data($0.utf8)) },
        showsProgress: isatty(STDERR_FILENO) == 1
      )
    }
  }

  private static let success: Int32 = 0
  private static let failure: Int32 = 1
  /// Something has to be looked at.
  private static let looks: Int32 = 2
  private static let misuse: Int32 = 64

  private let surroundings: Surroundings

  package init(_ surroundings: Surroundings) {
    self.surroundings = surroundings
  }

  /// Runs the command in the arguments after the tool's name; returns the exit code.
  package func run(_ arguments: [String]) -> Int32 {
    do {
      switch try Command(arguments) {
      case .help(let name): try write(Command.usage(of: name))
      case .version: try write("\(Command.packageVersion)\n")
      case .generate(let generation): try generate(generation)
      case .inspect(let file, let asJSON): try inspect(file, asJSON)
      case .migrate(let migrating):
        let command = MigrateCommand(
          arguments: migrating,
          output: write,
          errors: surroundings.errors,
          progress: { progress("migrate", size: $0) }
        )
        return try command.run() ? Self.looks : Self.success
      case .check(let checking):
        let command = CheckCommand(arguments: checking, output: write, contents: contents)
        return try command.run() ? Self.failure : Self.success
      case .census(let old, let new, let page):
        let command = CensusCommand(output: write, contents: contents)
        return try command.run(old: old, new: new, page: page) ? Self.failure : Self.success
      }
      return Self.success
    } catch let error as UsageError {
      let name = arguments.first { argument in Command.helps.contains { $0.name == argument } }
      let help = name.map { "'modelobject help \($0)' has its options" } ?? "see 'modelobject help'"
      surroundings.errors("modelobject: \(error); \(help)\n")
      return Self.misuse
    } catch {
      surroundings.errors("modelobject: \(text(of: error))\n")
      return Self.failure
    }
  }

  private func generate(_ generation: Command.Generation) throws {
    let documents = try generation.files.map(document)
    let progress = progress("generate", size: documents.reduce(0) { $0 + $1.size })
    defer { progress.end() }
    let name = generation.className ?? className(for: generation.files[0])
    var generator = Generator(className: name)
    if generation.className == nil {
      let singular = Singular.of(name)
      if SwiftName.isClassName(singular) { generator.elementName = singular }
    }
    generator.choices = generation.choices
    generator.keepsKeys = generation.keepsKeys
    generator.hasAccessors = generation.hasAccessors
    generator.tell = progress.tell
    let source = try generator.source(for: documents)
    progress.end()
    try write(source)
  }

  private func document(_ file: String) throws -> Document {
    if file == "-" { return Document(name: nil, data: try surroundings.standardInput()) }
    let name = URL(fileURLWithPath: file).lastPathComponent
    return try opened(file) { Document(name: name, file: $0) }
  }

  private func inspect(_ file: String, _ asJSON: Bool) throws {
    let data = try contents(of: file)
    let progress = progress("inspect", size: data.count)
    defer { progress.end() }
    let text = try shown(data, asJSON: asJSON, telling: progress.tell)
    progress.end()
    try write(text)
  }

  private func shown(
    _ data: Data,
    asJSON: Bool,
    telling tell: @escaping (Double) -> Void
  ) throws -> String {
    if let frames = try StoreFrames(data) {
      return asJSON
        ? try FrameList.json(of: frames, data.count, tell)
        : try FrameList.text(of: frames, data.count, tell)
    }
    let archive = try ArchiveContents(data)
    return asJSON
      ? try ArchiveOutline.json(of: archive, tell: tell)
      : try ArchiveTree.text(of: archive, tell: tell)
  }

  /// The name of the class for a file, such as `UserList` for `user-list.json`.
  private func className(for file: String) -> String {
    let base = URL(fileURLWithPath: file).deletingPathExtension().lastPathComponent
    let name = SwiftName.className(base)
    return file != "-" && SwiftName.isClassName(name) ? name : "Root"
  }

  private func contents(of file: String) throws -> Data {
    if file == "-" { return try surroundings.standardInput() }
    return try opened(file) { try $0.readToEnd() }
  }

  /// Opens a file; `Data(contentsOf:)` takes neither pipes nor devices.
  private func opened<T>(_ file: String, _ use: (OpenFile) throws -> T) throws -> T {
    let missing = Failure(description: "no such file: '\(file)'")
    // An empty path would be the current folder.
    guard !file.isEmpty else { throw missing }
    do {
      let opened = try OpenFile(reading: URL(fileURLWithPath: file))
      if opened.isFolder { throw Failure(description: "'\(file)' is a folder") }
      return try use(opened)
    } catch let error as Failure {
      throw error
    } catch let error as CocoaError
      where [.fileReadNoSuchFile, .fileNoSuchFile].contains(error.code)
    {
      throw missing
    } catch {
      throw Failure(description: "'\(file)' can't be read: \(text(of: error))")
    }
  }

  private func write(_ result: String) throws {
    do {
      try surroundings.output(result)
    } catch {
      throw Failure(description: "the result can't be written: \(text(of: error))")
    }
  }

  private func progress(_ name: String, size: Int) -> Progress {
    Progress(name, isShown: surroundings.showsProgress && size > 4 << 20, surroundings.errors)
  }

  private func text(of error: any Error) -> String {
    switch error {
    case let error as ModelError: error.description
    case let error as Failure: error.description
    default: SystemError.message(of: error) ?? "\(error)"
    }
  }
}

/// An error with its message for the user.
struct Failure: Error, CustomStringConvertible {
  let description: String
}

/// A line on the terminal with the part of the work that is done.
final class Progress {
  private let name: String
  private let write: (String) -> Void
  private var isShown: Bool
  private var percent = -1

  init(_ name: String, isShown: Bool, _ write: @escaping (String) -> Void) {
    self.name = name
    self.isShown = isShown
    self.write = write
  }

  func tell(_ part: Double) {
    guard isShown, Int(part * 100) != percent else { return }
    percent = Int(part * 100)
    write("\r\(name): \(percent) %")
  }

  /// Clears the line; nothing is shown from here on.
  func end() {
    if isShown { write("\r\u{1B}[K") }
    isShown = false
  }
}
