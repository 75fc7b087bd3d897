/// What the tool was asked to do.
enum Command: Equatable {
  case help
  case generate(file: String, className: String?)
  case inspect(file: String, asJSON: Bool)
}

/// A mistake in the arguments.
struct UsageError: Error, Equatable, CustomStringConvertible {
  let description: String
}

extension Command {
  static let usage = """
    usage: modelobject generate FILE [--class NAME]
           modelobject inspect FILE [--json]

    generate  writes Swift model classes for a JSON document
      --class NAME  names the class of the document, or of its elements;
                    the file's name unless given
      An object whose keys are ids rather than names becomes a dictionary: digits,
      dates, UUIDs, 8 or more hexadecimal digits, 16 or more mixed characters.
      What some objects of a class lack is optional; objects that share most of
      their keys are of one class.
    inspect   shows what is in an archive of models
      --json        shows it as JSON

    FILE may be - for standard input. Results go to standard output. The exit code
    is 0, or 1 for a failure, or 64 for arguments that make no sense.

    """

  /// Reads the arguments, those after the tool's own name.
  init(_ arguments: [String]) throws(UsageError) {
    if arguments.contains(where: { $0 == "--help" || $0 == "-h" }) || arguments == ["help"] {
      self = .help
      return
    }
    guard let name = arguments.first else { throw UsageError(description: "what is to be done?") }
    var rest = OptionReader(arguments.dropFirst())
    switch name {
    case "generate":
      var className: String?
      while let option = try rest.nextOption(["--class"]) {
        let name = try rest.value(of: option)
        guard SwiftName.isClassName(name) else {
          throw UsageError(description: "'\(name)' can't be the name of a class")
        }
        className = name
      }
      self = .generate(file: try rest.file(), className: className)
    case "inspect":
      var asJSON = false
      while try rest.nextOption(["--json"]) != nil { asJSON = true }
      self = .inspect(file: try rest.file(), asJSON: asJSON)
    default: throw UsageError(description: "there is no command '\(name)'")
    }
  }
}

/// Takes options out of arguments, wherever they stand among them.
private struct OptionReader {
  private var arguments: ArraySlice<String>
  private var files: [String] = []

  init(_ arguments: ArraySlice<String>) {
    self.arguments = arguments
  }

  /// The next option; what is none, or stands after `--`, is a file.
  ///
  /// `--class=Pet` is `--class Pet`.
  mutating func nextOption(_ known: Set<String>) throws(UsageError) -> String? {
    while let argument = arguments.popFirst() {
      if argument.hasPrefix("--class="), known.contains("--class") {
        arguments.insert(
          String(argument.dropFirst("--class=".count)),
          at: arguments.startIndex
        )
        return "--class"
      }
      if argument == "--" {
        files += arguments
        arguments = []
      } else if argument == "-" || !argument.hasPrefix("-") {
        files.append(argument)
      } else if known.contains(argument) {
        return argument
      } else {
        throw UsageError(description: "there is no option '\(argument)'")
      }
    }
    return nil
  }

  mutating func value(of option: String) throws(UsageError) -> String {
    guard let value = arguments.popFirst() else {
      throw UsageError(description: "'\(option)' needs a value")
    }
    return value
  }

  func file() throws(UsageError) -> String {
    guard let file = files.first else { throw UsageError(description: "which file?") }
    guard files.count == 1 else { throw UsageError(description: "one file at a time") }
    return file
  }
}
