import Foundation
import Testing

@testable import ModelObjectKit

/// Searching eight or sixteen bytes at a time has the same result as one byte at a time.
struct Scanning {
  private func plainRun(_ bytes: [UInt8], from start: Int) -> (end: Int, isASCII: Bool) {
    var end = start
    while end < bytes.count, bytes[end] >= 0x20, bytes[end] != 0x22, bytes[end] != 0x5C { end += 1 }
    return (end, bytes[start..<end].allSatisfy { $0 < 0x80 })
  }

  /// Sixteen bytes at a time: if fewer are left, the search ends.
  private func endOfPlainASCII(_ bytes: [UInt8], from start: Int) -> Int {
    let end = start + (bytes.count - start) / 16 * 16
    let run = plainRun(bytes, from: start)
    return bytes[start..<min(end, run.end)].firstIndex { $0 >= 0x80 } ?? min(end, run.end)
  }

  private func endOfSpaces(_ bytes: [UInt8], from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] == 0x20 { end += 1 }
    return end
  }

  /// The first offset with a wrong result, as a message.
  private func mistake(in bytes: [UInt8]) -> String? {
    bytes.withUnsafeBytes { buffer in
      let view = ByteView(buffer)
      for start in 0...bytes.count {
        let run = view.plainRun(from: start)
        let expected = plainRun(bytes, from: start)
        if run.end != expected.end || run.isASCII != expected.isASCII {
          return "plain run of \(bytes) from \(start): \(run)"
        }
        let ascii = view.endOfPlainASCII(from: start)
        if ascii != endOfPlainASCII(bytes, from: start) {
          return "plain ASCII of \(bytes) from \(start): \(ascii)"
        }
        let end = view.endOfSpaces(from: start)
        if end != endOfSpaces(bytes, from: start) {
          return "spaces of \(bytes) from \(start): \(end)"
        }
      }
      return nil
    }
  }

  /// Those that end a run or a row of spaces, and their neighbors.
  private static let special: [UInt8] = [
    0x00, 0x01, 0x09, 0x0A, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x5B, 0x5C, 0x5D, 0x7F, 0x80, 0x81,
    0x9F, 0xA0, 0xA2, 0xDC, 0xFF,
  ]

  @Test(arguments: special) func findsAByteAtEveryPlace(byte: UInt8) {
    for filler in [UInt8(ascii: "a"), 0x20, 0xC3] {
      for length in 0...40 {
        var bytes = [UInt8](repeating: filler, count: length)
        #expect(mistake(in: bytes) == nil)
        for place in 0..<length {
          bytes[place] = byte
          if let mistake = mistake(in: bytes) { Issue.record("\(mistake)") }
          bytes[place] = filler
        }
      }
    }
  }

  @Test func findsTheFirstOfSeveral() {
    var random = SeededGenerator(seed: 11)
    for _ in 0..<3_000 {
      let bytes = (0..<Int.random(in: 0...40, using: &random)).map { _ in
        Bool.random(using: &random)
          ? UInt8(ascii: "a") : Self.special[Int.random(in: 0..<Self.special.count, using: &random)]
      }
      if let mistake = mistake(in: bytes) { Issue.record("\(mistake)") }
    }
  }

  @Test func knowsWhichWordsNeedEscapes() {
    for byte in UInt8.min...UInt8.max {
      let needs = byte < 0x20 || byte == 0x22 || byte == 0x5C
      for place in UInt64(0)..<8 {
        let word = 0x6161_6161_6161_6161 & ~(0xFF << (8 * place)) | UInt64(byte) << (8 * place)
        #expect((specialBytes(word) != 0) == needs, "\(byte) at \(place)")
      }
    }
  }
}

/// The first invalid byte of UTF-8 is behind the longest beginning that the standard library takes.
struct CheckingUTF8 {
  private static let firsts: [UInt8] = [0x41] + Array(0x7F...0xFF)
  private static let others: [UInt8] = [0x41, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0]

  private func firstInvalid(_ bytes: [UInt8]) -> Int? {
    guard String(validating: bytes, as: UTF8.self) == nil else { return nil }
    return (0..<bytes.count).last { String(validating: bytes.prefix($0), as: UTF8.self) != nil }
  }

  @Test(arguments: firsts) func findsTheFirstInvalidByte(first: UInt8) {
    for before in [[], Array("eight byé".utf8)] {
      for second in Self.others {
        for third in Self.others {
          for rest in [[], [0xBF, 0x41]] as [[UInt8]] {
            let bytes = before + [first, second, third] + rest
            let found = bytes.withUnsafeBytes {
              ByteView($0).firstInvalidUTF8(from: 0, to: $0.count)
            }
            if found != firstInvalid(bytes) { Issue.record("\(bytes): \(found ?? -1)") }
          }
        }
      }
    }
  }
}
