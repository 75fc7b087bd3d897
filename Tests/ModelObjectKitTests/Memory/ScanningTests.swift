import Foundation
import Testing

@testable import ModelObjectKit

/// Searching sixteen bytes at a time has the same result as one byte at a time.
struct Scanning {
  private func endOfPlainRun(_ bytes: [UInt8], from start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] >= 0x20, bytes[end] != 0x22, bytes[end] != 0x5C { end += 1 }
    return end
  }

  /// Sixteen bytes at a time: if fewer are left, the search ends.
  private func endOfPlainASCII(_ bytes: [UInt8], from start: Int) -> Int {
    let end = start + (bytes.count - start) / 16 * 16
    let run = min(end, endOfPlainRun(bytes, from: start))
    return bytes[start..<run].firstIndex { $0 >= 0x80 } ?? run
  }

  private func end(of blanks: [UInt8], in bytes: [UInt8], from start: Int) -> Int {
    bytes[start...].firstIndex { !blanks.contains($0) } ?? bytes.count
  }

  /// The first offset with a wrong result, as a message.
  private func mistake(in bytes: [UInt8]) -> String? {
    bytes.withUnsafeBytes { buffer in
      let view = ByteView(buffer)
      for start in 0...bytes.count {
        let run = view.endOfPlainRun(from: start)
        if run != endOfPlainRun(bytes, from: start) {
          return "plain run of \(bytes) from \(start): \(run)"
        }
        let ascii = view.endOfPlainASCII(from: start)
        if ascii != endOfPlainASCII(bytes, from: start) {
          return "plain ASCII of \(bytes) from \(start): \(ascii)"
        }
        let spaces = view.endOfSpaces(from: start)
        if spaces != end(of: [0x20], in: bytes, from: start) {
          return "spaces of \(bytes) from \(start): \(spaces)"
        }
        let blanks = view.endOfBlanks(from: start)
        if blanks != end(of: [0x20, 0x09, 0x0A, 0x0D], in: bytes, from: start) {
          return "white space of \(bytes) from \(start): \(blanks)"
        }
        let digits = view.endOfDigits(from: start)
        if digits != end(of: Array("0123456789".utf8), in: bytes, from: start) {
          return "digits of \(bytes) from \(start): \(digits)"
        }
      }
      return nil
    }
  }

  /// Those that end a run or a row of spaces, and their neighbors.
  private static let special: [UInt8] = [
    0x00, 0x01, 0x08, 0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x0E, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x2F, 0x30,
    0x39, 0x3A, 0x5B, 0x5C,
    0x5D, 0x7F, 0x80, 0x81,
    0x9F, 0xA0, 0xA2, 0xDC, 0xFF,
  ]

  @Test(arguments: special) func findsAByteAtEveryPlace(byte: UInt8) {
    for filler in [UInt8(ascii: "a"), UInt8(ascii: "5"), 0x20, 0x0A, 0xC3] {
      for length in runsLongTests ? Array(0...40) : [0, 1, 8, 15, 16, 17, 33] {
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

  /// Two letters of three bytes are looked at together: the wrong one may be the first or the second.
  @Test(arguments: firsts) func tellsASCIIAndUTF8FromOtherBytes(first: UInt8) {
    let seconds = runsLongTests ? Array(UInt8.min...UInt8.max) : Self.others
    for before in [[], Array("海".utf8), Array("海🪁e".utf8)] as [[UInt8]] {
      for second in seconds {
        for third in Self.others {
          for rest in [[], [0x80, 0x41], Array("海が".utf8)] as [[UInt8]] {
            let bytes = before + [first, second, third] + rest
            let isASCII = bytes.withUnsafeBytes { ByteView($0).isASCII }
            let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
            let expected = isUTF8 ? bytes.allSatisfy { $0 < 0x80 } : nil
            if isASCII != expected { Issue.record("\(bytes): \(String(describing: isASCII))") }
          }
        }
      }
    }
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
