import Foundation

/// Times the library against Foundation and against mapping by hand, in one run, so that the
/// ratios hold on any machine.
@main
struct Command {
  static func main() {
    do {
      let arguments = try Arguments(CommandLine.arguments.dropFirst())
      if arguments.asksForHelp {
        print(Arguments.usage, terminator: "")
      } else if arguments.asksForBars {
        let lines = AnyIterator { readLine() }
        print(try BarChart(lines: lines).svg(), terminator: "")
      } else if let mode = arguments.peak {
        try tellPeak(mode, arguments)
      } else if let mode = arguments.firstUse, let input = arguments.input {
        print(try mode.time(of: Data(contentsOf: URL(fileURLWithPath: input))), terminator: "")
      } else if let runs = arguments.runs {
        try run(runs, arguments)
      } else if let row = arguments.row {
        try time(rowAt: row, arguments)
      } else {
        try measure(arguments)
      }
    } catch let error as UsageError {
      fail("\(error)\n\(Arguments.usage)", code: 64)
    } catch {
      fail("\(error)", code: 1)
    }
  }

  private static func measure(_ arguments: Arguments) throws {
    #if DEBUG
    complain("a debug build: build with -c release, these figures mean nothing")
    #endif
    let documents = try documents(arguments)
    let rows = try rows(arguments)
    // All rows are checked before the first one is timed.
    for (_, row) in rows {
      do {
        _ = try row.prepare(documents)
      } catch {
        throw WrongResult(description: "\(row.name), \(row.comparison): \(error)")
      }
    }
    var report = Report(
      of: rows.map(\.element),
      rounds: arguments.rounds,
      asJSON: arguments.asJSON
    )
    for (place, row) in rows {
      // In a process of its own: memory that other rows have used and freed costs a row a half more.
      let answer = try ChildProcess.output(
        ["--row", "\(place)", "--rounds", "\(arguments.rounds)"]
          + (arguments.fixtures.map { ["--fixtures", $0] } ?? [])
      )
      report.add(row, try JSONDecoder().decode(Figures.self, from: answer))
    }
    try report.finish()
    if let folder = arguments.pictures {
      try report.writeCharts(to: URL(fileURLWithPath: folder))
    }
  }

  /// The work of a child process: one row.
  private static func time(rowAt place: Int, _ arguments: Arguments) throws {
    let rows = Rows.all(arguments)
    guard rows.indices.contains(place) else {
      throw UsageError(description: "there is no row \(place)")
    }
    let figures = try rows[place].prepare(documents(arguments))(arguments.rounds)
    FileHandle.standardOutput.write(try JSONEncoder().encode(figures))
  }

  /// The rows that are requested, with their places among all.
  private static func rows(_ arguments: Arguments) throws -> [(offset: Int, element: Row)] {
    let rows = Rows.all(arguments).enumerated().filter { arguments.includes($0.element) }
    guard !rows.isEmpty else {
      throw UsageError(description: "no row contains '\(arguments.filter ?? "")'")
    }
    return rows
  }

  private static func run(_ times: Int, _ arguments: Arguments) throws {
    let documents = try documents(arguments)
    for (_, row) in try rows(arguments) {
      guard let contest = try row.contest?(documents) else { continue }
      try contest.subject.run(times)
      print("\(row.name), \(row.comparison): \(times) runs of \(contest.subject.objects)")
    }
  }

  /// The work of a child process: see the peak-memory row.
  private static func tellPeak(_ mode: PeakMemoryMode, _ arguments: Arguments) throws {
    try mode.run(
      documents: documents(arguments),
      input: arguments.input.map { URL(fileURLWithPath: $0) }
    )
    guard let bytes = highWaterMark() else {
      throw WrongResult(description: "this system tells no high-water mark")
    }
    print(bytes, terminator: "")
  }

  private static func documents(_ arguments: Arguments) throws -> Documents {
    try Documents(fixtures: arguments.fixtures.map { URL(fileURLWithPath: $0) })
  }

  private static func complain(_ message: String) {
    FileHandle.standardError.write(Data("benchmarks: \(message)\n".utf8))
  }

  private static func fail(_ message: String, code: Int32) -> Never {
    complain(message)
    exit(code)
  }
}
