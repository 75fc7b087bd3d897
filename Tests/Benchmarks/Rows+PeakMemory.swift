import Foundation
import ModelObjectKit

extension Rows {
  /// The peak memory of a parse, compared with the memory that is needed at its end, for the text
  /// and the objects.
  ///
  /// Each figure is the high-water mark of a separate process.
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
        // Other systems have no high-water mark that counts the same pages.
        return Figures()
        #endif
      }
    }
  }
}

/// The work of a child process before it prints its high-water mark.
enum PeakMemoryMode: String, CaseIterable {
  /// A parse of one user: everything that a process needs before the first byte of the text.
  case baseline
  /// The text and its objects: both exist at the end.
  case parse
  /// The same objects, each from a separate text that is released before the next one.
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

  /// Bytes, as printed by a child process.
  private func childPeak(of mode: PeakMemoryMode, reading input: URL) throws -> Double {
    try ChildProcess.figure(
      ["--peak", mode.rawValue, "--input", input.path]
        + (fixtures.map { ["--fixtures", $0] } ?? [])
    )
  }
}
#endif

/// The peak memory of this process in bytes; nil if the system doesn't report it.
func highWaterMark() -> Int? {
  guard
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
    let line = status.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
  else {
    return nil
  }
  return Int(line.filter(\.isNumber)).map { $0 * 1_024 }
}
