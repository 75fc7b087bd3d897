/// The command in the arguments.
enum Command: Equatable {
  /// Of one command, or of all.
  case help(of: String?)
  case version
  case generate(Generation)
  case inspect(file: String, asJSON: Bool)
  case migrate(Migrating)
  case check(Checking)
  case census(old: String?, new: String, page: String?)

  /// The arguments of `generate`.
  struct Generation: Equatable {
    var files: [String] = []
    var className: String?
    var choices = Choices()
    var keepsKeys = false
    var hasAccessors = false
  }

  /// The arguments of `migrate`.
  struct Migrating: Equatable {
    var paths: [String] = []
    var writes = false
    /// Whether `Codable` classes and structs move, too.
    var movesCodable = false
    /// The file for the report; nil to print it.
    var report: String?
    /// The file for the report as a page.
    var page: String?
  }

  /// The arguments of `check`.
  struct Checking: Equatable {
    var paths: [String] = []
    /// Files that are only read for what is declared in them.
    var others: [String] = []
    /// Whether mistakes are printed as commands of GitHub's workflows.
    var isForGitHub = false
    /// Whether nothing but mistakes is printed.
    var isQuiet = false
    /// A file to write if there is no error, for a build that waits for it.
    var stamp: String?
    /// A document to explain, and the class to do it with.
    var json: String?
    var className: String?
    /// The path to the part of the document.
    var place: String?
    /// The file for a page.
    var page: String?
  }
}

/// A mistake in the arguments.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String
}

extension Command {
  /// Reads the arguments after the tool's name.
  init(_ arguments: [String]) throws(UsageError) {
    let asksForHelp = arguments.contains { $0 == "--help" || $0 == "-h" }
    if asksForHelp || arguments.first == "help" {
      let name = arguments.first { argument in Self.helps.contains { $0.name == argument } }
      if !asksForHelp, name == nil, arguments.count > 1 {
        throw UsageError(description: "unknown command '\(arguments[1])'")
      }
      self = .help(of: name)
      return
    }
    if arguments == ["--version"] {
      self = .version
      return
    }
    guard let name = arguments.first else { throw UsageError(description: "no command is given") }
    var rest = OptionReader(arguments.dropFirst())
    switch name {
    case "generate": self = .generate(try Generation(&rest))
    case "inspect":
      var asJSON = false
      while try rest.nextOption(["--json"]) != nil { asJSON = true }
      self = .inspect(file: try rest.file(), asJSON: asJSON)
    case "migrate":
      var migrating = Migrating()
      while let option = try rest.nextOption(["--write", "--codable", "--report", "--html"]) {
        switch option {
        case "--write": migrating.writes = true
        case "--codable": migrating.movesCodable = true
        case "--html": migrating.page = try rest.value(of: option)
        default: migrating.report = try rest.value(of: option)
        }
      }
      migrating.paths = try rest.someFiles()
      self = .migrate(migrating)
    case "check": self = .check(try Checking(&rest))
    case "census":
      var page: String?
      while let option = try rest.nextOption(["--html"]) { page = try rest.value(of: option) }
      let files = try rest.someFiles()
      guard files.count < 3 else {
        throw UsageError(description: "a census is compared with one other")
      }
      self = .census(
        old: files.count == 2 ? files[0] : nil,
        new: files[files.count - 1],
        page: page
      )
    default: throw UsageError(description: "unknown command '\(name)'")
    }
  }
}

extension Command.Generation {
  fileprivate init(_ rest: inout OptionReader) throws(UsageError) {
    let known: Set = ["--class", "--keys", "--accessors", "--map", "--class-for"]
    while let option = try rest.nextOption(known) {
      switch option {
      case "--keys": keepsKeys = true
      case "--accessors": hasAccessors = true
      case "--map": choices.maps.formUnion(try rest.values(of: option))
      case "--class-for": choices.classes.formUnion(try rest.values(of: option))
      default:
        let name = try rest.value(of: option)
        guard SwiftName.isClassName(name) else {
          throw UsageError(description: "'\(name)' can't be the name of a class")
        }
        className = name
      }
    }
    if let name = choices.maps.intersection(choices.classes).min() {
      throw UsageError(description: "'\(name)' is listed in both --map and --class-for")
    }
    files = try rest.someFiles()
  }
}

extension Command.Checking {
  fileprivate init(_ rest: inout OptionReader) throws(UsageError) {
    let known: Set = [
      "--format", "--with", "--quiet", "--stamp", "--json", "--class", "--at", "--html",
    ]
    while let option = try rest.nextOption(known) {
      switch option {
      case "--quiet": isQuiet = true
      case "--with": others.append(try rest.value(of: option))
      case "--stamp": stamp = try rest.value(of: option)
      case "--json": json = try rest.value(of: option)
      case "--class": className = try rest.value(of: option)
      case "--at": place = try rest.value(of: option)
      case "--html": page = try rest.value(of: option)
      default:
        let format = try rest.value(of: option)
        guard ["text", "github"].contains(format) else {
          throw UsageError(description: "'\(format)' is no format; there are text and github")
        }
        isForGitHub = format == "github"
      }
    }
    guard (json == nil) == (className == nil) else {
      throw UsageError(description: "--json and --class belong together")
    }
    if place != nil, json == nil { throw UsageError(description: "--at needs --json") }
    paths = try rest.someFiles()
  }
}

/// Reads options, which may be anywhere among the arguments.
private struct OptionReader {
  private var arguments: ArraySlice<String>
  private var files: [String] = []
  /// The value after the `=` of the last option; nil if it has none.
  private var attached: String?

  init(_ arguments: ArraySlice<String>) {
    self.arguments = arguments
  }

  /// The next option; other arguments, and all after `--`, are kept as files.
  ///
  /// `--class=Pet` is `--class Pet`.
  mutating func nextOption(_ known: Set<String>) throws(UsageError) -> String? {
    while let argument = arguments.popFirst() {
      if argument == "--" {
        files += arguments
        arguments = []
      } else if argument == "-" || !argument.hasPrefix("-") {
        files.append(argument)
      } else {
        return try option(argument, known)
      }
    }
    return nil
  }

  private mutating func option(
    _ argument: String,
    _ known: Set<String>
  ) throws(UsageError) -> String {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    attached = parts.count > 1 ? String(parts[1]) : nil
    let flags: Set = ["--keys", "--accessors", "--write", "--codable", "--quiet"]
    // `inspect` has it without a value.
    let takesValue = !flags.contains(name) && !(name == "--json" && known == ["--json"])
    guard known.contains(name), takesValue || attached == nil else {
      throw UsageError(description: "unknown option '\(argument)'")
    }
    return name
  }

  mutating func value(of option: String) throws(UsageError) -> String {
    if let value = attached { return value }
    guard let value = arguments.popFirst() else {
      throw UsageError(description: "'\(option)' needs a value")
    }
    return value
  }

  /// The values of an option, separated by commas.
  mutating func values(of option: String) throws(UsageError) -> [String] {
    let values = try value(of: option).split(separator: ",").map { String($0) }
    guard !values.isEmpty else { throw UsageError(description: "'\(option)' needs a value") }
    return values
  }

  func file() throws(UsageError) -> String {
    let files = try someFiles()
    guard files.count == 1 else { throw UsageError(description: "only one file can be inspected") }
    return files[0]
  }

  func someFiles() throws(UsageError) -> [String] {
    guard !files.isEmpty else { throw UsageError(description: "no file is given") }
    return files
  }
}
