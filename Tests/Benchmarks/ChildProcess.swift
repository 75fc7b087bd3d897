import Foundation

/// This program, started again with a hidden argument, for figures that need a separate process.
///
/// It reads text from a file, so that making the text has no effect.
enum ChildProcess {
  /// Calls a closure with a file that holds a text.
  static func withFile<Result>(of text: Data, _ body: (URL) throws -> Result) throws -> Result {
    let folder = FileManager.default.temporaryDirectory
    let file = folder.appendingPathComponent("benchmark-\(UUID().uuidString).json")
    try text.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try body(file)
  }

  /// The number that the child prints.
  static func figure(_ arguments: [String]) throws -> Double {
    guard let figure = Double(String(decoding: try output(arguments), as: UTF8.self)) else {
      throw WrongResult(description: "the child process printed no number: \(arguments)")
    }
    return figure
  }

  /// What the child prints.
  static func output(_ arguments: [String]) throws -> Data {
    let process = Process()
    process.executableURL = Bundle.main.executableURL
    process.arguments = arguments
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let answer = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw WrongResult(description: "the child process failed: \(arguments)")
    }
    return answer
  }
}
