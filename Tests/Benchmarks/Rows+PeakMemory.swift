import Foundation
import ModelObjectKit

extension Rows {
  /// How much memory a parse takes at its height, compared with what must be there at its end:
  /// the text and the objects.
  ///
  /// Each figure is the high-water mark of a process of its own.
  static func peakMemory(fixtures: String?) -> Row {
    Row(
      figure: "peak memory: text in, 50,000 users",
      meaning: "growth of the process over text plus objects; 1 is the least there can be"
    ) { documents in
      let text = documents.fiftyThousandUsers
      return { _ in
        #if os(Linux)
        let ratios = try PeakMemory(text: text, fixtures: fixtures).ratios(repetitions: 5)
        return Figures(
          ratio: ratios.median,
          ratioMinimum: ratios.min(),
          ratioMaximum: ratios.max()
        )
        #else
        // Elsewhere the system keeps no high-water mark that counts the same pages.
        return Figures()
        #endif
      }
    }
  }
}

/// The work that a child process does before it tells its high-water mark.
enum PeakMemoryMode: String, CaseIterable {
  /// A parse of one user: all that a process needs before the first byte of the text.
  case baseline
  /// The text, and the parse of it: both are there at the end.
  case parse
  /// The same objects, each from a text of its own which is gone before the next one.
  case objects

  /// Does the work of a mode; only `parse` reads the input.
  func run(documents: Documents, input: URL?) throws {
    let count = 50_000
    var users: [User] = []
    blackHole(try [User](json: documents.users(1)))
    switch self {
    case .baseline:
      users.append(try User(json: documents.user(number: 0)))
    case .parse:
      guard let input else {
        throw WrongResult(description: "no --input for --peak parse")
      }
      let text = try Data(contentsOf: input)
      users = try [User](json: text)
      blackHole(text)
    case .objects:
      users.reserveCapacity(count)
      for number in 0..<count {
        users.append(try User(json: documents.user(number: number)))
      }
    }
    guard users.count == (self == .baseline ? 1 : count) else {
      throw WrongResult(description: "\(users.count) users")
    }
    blackHole(users)
  }
}

#if os(Linux)
private struct PeakMemory {
  let text: Data
  let fixtures: String?

  func ratios(repetitions: Int) throws -> [Double] {
    try ChildProcess.withFile(of: text) { file in
      try (0..<repetitions).map { _ in
        let baseline = try childPeak(of: .baseline, reading: file)
        let parse = try childPeak(of: .parse, reading: file)
        let objects = try childPeak(of: .objects, reading: file)
        return (parse - baseline) / (Double(text.count) + objects - baseline)
      }
    }
  }

  /// Bytes, as a child process tells them.
  private func childPeak(of mode: PeakMemoryMode, reading input: URL) throws -> Double {
    try ChildProcess.figure(
      ["--peak", mode.rawValue, "--input", input.path]
        + (fixtures.map { ["--fixtures", $0] } ?? [])
    )
  }
}
#endif

/// The most memory that this process has had in use, in bytes; nil where the system does not tell.
func highWaterMark() -> Int? {
  guard
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
    let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
  else {
    return nil
  }
  return Int(line.filter(\.isNumber)).map { $0 * 1_024 }
}
