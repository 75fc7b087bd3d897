/// The arguments on the command line.
struct Arguments {
  static let usage = """
    usage: Benchmarks [filter] [--rounds N | --runs N] [--json] [--picture DIR] [--fixtures DIR]
           Benchmarks --bars

      filter          only rows whose name or peer contains this text, in any case
      --rounds N      rounds for each row, 15 unless told; fewer are for a quick look
      --runs N        runs the library's side of each row so often, without a clock, for tools
                      that count: see .ci/instructions
      --json          the table as JSON, when all rows are done
      --picture DIR   the ratios as bars too: speed.svg and costs.svg in that folder
      --fixtures DIR  github_user.json, weibo_status.json, twitter.json, citm_catalog.json and
                      canada.json from there, where they are there, instead of invented ones
      --bars          no rows, but a picture of what another program has measured: it reads a title,
                      how that was measured, and lines of a name, a note and a ratio between tabs

    """

  private(set) var filter: String?
  private(set) var rounds = 15
  private(set) var runs: Int?
  private(set) var asJSON = false
  private(set) var fixtures: String?
  private(set) var pictures: String?
  private(set) var asksForHelp = false
  private(set) var asksForBars = false
  /// The input file of a child process.
  private(set) var peak: PeakMemoryMode?
  private(set) var firstUse: FirstUse?
  private(set) var input: String?
  /// The place of the row that a child process times.
  private(set) var row: Int?

  init(_ arguments: some Sequence<String>) throws {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--json": asJSON = true
      case "--help", "-h": asksForHelp = true
      case "--bars": asksForBars = true
      case "--fixtures": fixtures = try Self.value(of: argument, &rest) { $0 }
      case "--picture": pictures = try Self.value(of: argument, &rest) { $0 }
      case "--rounds": rounds = try Self.value(of: argument, &rest, Self.positive)
      case "--runs": runs = try Self.value(of: argument, &rest, Self.positive)
      case "--peak": peak = try Self.value(of: argument, &rest, PeakMemoryMode.init(rawValue:))
      case "--first-use": firstUse = try Self.value(of: argument, &rest, FirstUse.init(rawValue:))
      case "--row": row = try Self.value(of: argument, &rest) { Int($0) }
      case "--input": input = try Self.value(of: argument, &rest) { $0 }
      default:
        guard !argument.hasPrefix("-"), filter == nil else {
          throw UsageError(description: "'\(argument)' is not understood")
        }
        filter = argument
      }
    }
  }

  /// Whether a row is requested.
  func includes(_ row: Row) -> Bool {
    guard let filter else { return true }
    return "\(row.name) \(row.comparison)".lowercased().contains(filter.lowercased())
  }

  private static func positive(_ text: String) -> Int? { Int(text).flatMap { $0 > 0 ? $0 : nil } }

  private static func value<Value>(
    of option: String,
    _ rest: inout some IteratorProtocol<String>,
    _ read: (String) -> Value?
  ) throws -> Value {
    guard let text = rest.next(), let value = read(text) else {
      throw UsageError(description: "'\(option)' needs a value that fits")
    }
    return value
  }
}

/// An invalid command line.
struct UsageError: Error, CustomStringConvertible {
  let description: String
}
