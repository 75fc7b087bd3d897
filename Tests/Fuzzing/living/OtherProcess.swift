import Foundation

/// Another process of this program, whose hash tables have other seeds.
///
/// It answers each input with what becomes of it there, as text.
final class OtherProcess {
  /// Set in the other process.
  private static let variable = "MODELOBJECT_ANSWERS"

  private let process = Process()
  private let inputs = Pipe()
  private let answers = Pipe()
  private(set) var count = 0

  private init() throws {
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    // The fuzzer's clock would interrupt it.
    process.arguments = ["-timeout=0"]
    process.environment = ProcessInfo.processInfo.environment.merging([Self.variable: "1"]) { $1 }
    process.standardInput = inputs
    process.standardOutput = answers
    try process.run()
  }

  /// The process that answers now; a new one now and then, for other seeds.
  private nonisolated(unsafe) static var current: OtherProcess?

  /// What becomes of an input in another process.
  static func answer(to input: Data) -> String {
    do {
      let other = try current.flatMap { $0.count < 2_000 ? $0 : nil } ?? OtherProcess()
      if other !== current { current?.end() }
      current = other
      return other.answer(to: input)
    } catch {
      found("another process doesn't answer", "\(error)")
    }
  }

  private func answer(to input: Data) -> String {
    count += 1
    let line = input.base64EncodedData() + Data("\n".utf8)
    var written = 0
    while written < line.count {
      written += retrying {
        line.dropFirst(written).withUnsafeBytes {
          write(inputs.fileHandleForWriting.fileDescriptor, $0.baseAddress, $0.count)
        }
      }
    }
    var answer = Data()
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while answer.last != UInt8(ascii: "\n") {
      let count = retrying {
        read(answers.fileHandleForReading.fileDescriptor, &buffer, buffer.count)
      }
      answer += buffer[..<count]
    }
    return Data(base64Encoded: answer.dropLast()).map { String(decoding: $0, as: UTF8.self) } ?? ""
  }

  /// The fuzzer's clock interrupts calls of the system.
  private func retrying(_ call: () -> Int) -> Int {
    while true {
      let count = call()
      if count > 0 { return count }
      if count == 0 || errno != EINTR { found("another process ends") }
    }
  }

  private func end() {
    try? inputs.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Answers until the input ends, if this is the other process.
  static func answerIfAsked(_ answer: (Data) -> String) {
    guard isOther else { return }
    while let line = readLine() {
      let text = answer(Data(base64Encoded: line) ?? Data())
      FileHandle.standardOutput.write(Data(text.utf8).base64EncodedData() + Data("\n".utf8))
    }
    // Nothing to report of this process.
    _exit(0)
  }

  private static let isOther = ProcessInfo.processInfo.environment[variable] != nil
}
