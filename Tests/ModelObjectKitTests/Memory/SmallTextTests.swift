import Foundation
import Testing

@testable import ModelObjectKit

/// Short strings that are put together from their bytes: what is assumed of their layout.
@Suite struct SmallTexts {
  private static let lengths = Array(0...20)

  @Test func areLaidOutAsExpected() {
    #expect(SmallText.isLaidOutAsExpected)
  }

  @Test(arguments: lengths)
  func areTheStringsThatTheLibraryMakes(_ length: Int) {
    for first in [0x20, 0x30, 0x41, 0x61, 0x6B] as [UInt8] {
      let bytes = (0..<length).map { first + UInt8($0) }
      let all =
        "{{" + String(decoding: bytes, as: UTF8.self) + "\"" + String(repeating: "~", count: 20)
      let text = ByteView.with(all) { $0.asciiText(from: 2, to: 2 + length) }
      let usual = String(decoding: bytes, as: UTF8.self)
      #expect(text == usual && text.hashValue == usual.hashValue && !(text < usual))
      #expect(Array(text.utf8) == bytes && text.count == length)
      #expect(text.utf16.count == length && text.isEmpty == (length == 0))
      #expect(text + "ä" == usual + "ä" && [usual: 1][text] == 1)
      var changed = text
      changed.append("0123456789abcdef")
      #expect(changed == usual + "0123456789abcdef" && text == usual)
    }
  }

  /// Near the end of the bytes nothing behind them is looked at.
  @Test(arguments: lengths)
  func areMadeAtTheEndToo(_ length: Int) {
    let usual = String(repeating: "x", count: length)
    let bytes = Array(usual.utf8)
    let text = bytes.withUnsafeBytes { ByteView($0).asciiText(from: 0, to: length) }
    #expect(text == usual)
  }

  @Test func mayHoldZeros() {
    let text = ByteView.with("a\u{0}b\u{0}" + String(repeating: "~", count: 20)) {
      $0.asciiText(from: 0, to: 4)
    }
    #expect(text == "a\u{0}b\u{0}" && text.utf8.count == 4)
  }

  @Test func stopOutside() async {
    await #expect(processExitsWith: .failure) {
      _ = ByteView.with("0123456789abcdefgh") { $0.asciiText(from: -1, to: 3) }
    }
    await #expect(processExitsWith: .failure) {
      _ = ByteView.with("0123456789abcdefgh") { $0.asciiText(from: 4, to: 3) }
    }
    await #expect(processExitsWith: .failure) {
      _ = ByteView.with("0123456789abcdefgh") { $0.asciiText(from: 15, to: 19) }
    }
  }
}

@Suite struct ShortDigits {
  private func digits(_ text: String, at offset: Int = 0) -> ByteView.DigitRun? {
    ByteView.with(text) { $0.shortDigits(at: offset) }
  }

  @Test func areReadAtOnce() throws {
    for value in [
      0, 1, 7, 9, 10, 42, 99, 100, 305, 999, 1_000, 65_536, 99_999, 123_456, 1_000_000, 9_999_999,
    ] {
      for following in [",", "}", " ", "\n", ".", "e", "E", "/", ":", "\u{0}"] {
        let run = try #require(digits("[-\(value)\(following)########", at: 2))
        #expect(run.value == value && run.end == 2 + "\(value)".count)
        #expect(run.following == following.utf8.first && !run.hasLeadingZero)
      }
    }
  }

  @Test func tellOfLeadingZeros() throws {
    for (text, value) in [("00", 0), ("01", 1), ("007", 7), ("0123456", 123_456)] {
      let run = try #require(digits(text + ",#######"))
      #expect(run.value == value && run.hasLeadingZero && run.end == text.count)
    }
  }

  @Test(arguments: [
    "", "x1234567", "-1234567", ",1234567", "12345678,", "123456789012", "é123456789",
  ])
  func areNotThere(_ text: String) {
    #expect(digits(text + (text.isEmpty ? "" : "########")) == nil)
  }

  @Test func areNotReadNearTheEndOrOutside() {
    #expect(digits("1234567") == nil)
    #expect(digits("1234567,")?.value == 1_234_567)
    for offset in [.min, -1, 1, 8, 9, .max] { #expect(digits("1234567,", at: offset) == nil) }
  }
}
