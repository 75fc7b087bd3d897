import Foundation
import Testing

@testable import ModelObjectKit

/// Views read bytes inside them, and trap outside.
struct ByteViews {
  private let bytes = Data(0...255)

  @Test func readEveryByte() {
    ByteView.with(bytes) { view in
      #expect(view.count == 256)
      #expect((0..<256).allSatisfy { view[$0] == UInt8($0) && view.peek($0) == UInt8($0) })
    }
  }

  @Test func peekAtZeroOutside() {
    ByteView.with(Data([7])) { view in
      for offset in [-1, 1, 2, .min, .max] { #expect(view.peek(offset) == 0) }
      #expect(view.peek(0) == 7)
    }
    #expect(ByteView.empty.count == 0 && ByteView.empty.peek(0) == 0)
  }

  @Test func readWordsWithTheFirstByteLowest() {
    ByteView.with(bytes) { view in
      for offset in 0...248 {
        let expected = (0..<8).reduce(UInt64(0)) { $0 | UInt64(offset + $1) << UInt64(8 * $1) }
        #expect(view.word(at: offset) == expected)
      }
      for offset in 0...252 {
        let expected = (0..<4).reduce(UInt32(0)) { $0 | UInt32(offset + $1) << UInt32(8 * $1) }
        #expect(view.half(at: offset) == expected)
      }
    }
  }

  @Test func haveTheChecksumOfPNG() {
    ByteView.with(Data("123456789".utf8)) { #expect($0.checksum() == 0xCBF4_3926) }
    for length in 0...40 {
      let data = Data((0..<length).map { UInt8(truncatingIfNeeded: $0 * 151 + 7) })
      var expected = UInt32.max
      for byte in data {
        expected ^= UInt32(byte)
        for _ in 0..<8 {
          expected = expected >> 1 ^ (expected & 1 == 0 ? 0 : 0xEDB8_8320)
        }
      }
      ByteView.with(data) { view in
        // That of all bytes is that of the last ones after that of the first ones.
        for cut in 0...length {
          let first = view[0, cut].checksum()
          #expect(view[cut, length].checksum(after: first) == ~expected)
        }
      }
    }
  }

  @Test func haveParts() {
    ByteView.with(bytes) { view in
      let part = view[10, 20]
      #expect(part.count == 10 && part[0] == 10 && part[9] == 19)
      #expect(part.peek(10) == 0 && part.peek(-1) == 0)
      #expect(part[3, 3].count == 0 && part[10, 10].count == 0)
      #expect(part[2, 8][1, 3][0] == 13)
    }
  }

  @Test func ofTextsAreTheirUTF8() {
    for text in ["", "a", "größer 😀", String(repeating: "é", count: 1_000)] {
      #expect(ByteView.with(text) { Data($0) } == Data(text.utf8))
      #expect(ByteView.with(text) { String($0) } == text)
    }
    let foreign = NSString(string: "größe und mehr als ein paar Zeichen") as String
    #expect(ByteView.with(foreign) { Data($0) } == Data(foreign.utf8))
  }

  @Test func passErrorsOn() {
    #expect(throws: CancellationError.self) {
      try ByteView.with("text") { (_) throws -> Int in throw CancellationError() }
    }
    #expect(throws: CancellationError.self) {
      try ByteView.with(Data()) { _ in throw CancellationError() }
    }
  }

  @Test func areEqualByTheirBytes() {
    for count in 0...20 {
      let text = String(repeating: "x", count: count)
      for index in 0..<count {
        let other = String(repeating: "x", count: index) + "y" + text.dropFirst(index + 1)
        let areEqual = ByteView.with(text) { first in
          ByteView.with(other) { first.equals($0) }
        }
        #expect(!areEqual, "\(count) \(index)")
      }
      #expect(ByteView.with(text) { first in ByteView.with(text) { first.equals($0) } })
      #expect(!ByteView.with(text) { first in ByteView.with(text + "x") { first.equals($0) } })
    }
  }

  @Test func foldLettersAndDropSeparators() {
    func folded(_ text: String, limit: Int = 100) -> String {
      ByteView.with(text) { view in
        switch view.withFolded(limit: limit, { String($0) }) {
        case .folded(let text): text
        case .tooLong: "too long"
        case .needsUnicode: "needs more"
        }
      }
    }
    #expect(folded("User_ID-Of 9.z@[`{AZaz") == "useridof9.z@[`{azaz")
    #expect(folded("_- ") == "")
    #expect(folded("größe") == "needs more")
    #expect(folded("abc", limit: 3) == "abc" && folded("abcd", limit: 3) == "too long")
    #expect(folded("a_b-c ", limit: 3) == "abc" && folded("a\u{0}B") == "a\u{0}b")
  }
}

/// Every access outside traps, whatever the offset.
struct ByteViewBounds {
  @Test func stopAByteBehindTheEnd() async {
    await #expect(processExitsWith: .trap) { ByteView.with(Data([1])) { _ = $0[1] } }
  }

  @Test func stopAByteBeforeTheStart() async {
    await #expect(processExitsWith: .trap) { ByteView.with(Data([1])) { _ = $0[-1] } }
  }

  @Test func stopAWordThatEndsOutside() async {
    await #expect(processExitsWith: .trap) {
      ByteView.with(Data(count: 8)) { _ = $0.word(at: 1) }
    }
  }

  @Test func stopAHalfThatEndsOutside() async {
    await #expect(processExitsWith: .trap) {
      ByteView.with(Data(count: 4)) { _ = $0.half(at: 1) }
    }
  }

  /// By the check before it, not by an invalid read.
  @Test func stopAtOffsetsThatOverflow() async {
    await #expect(processExitsWith: .trap) {
      ByteView.with(Data(count: 8)) { _ = $0.word(at: .max) }
    }
    await #expect(processExitsWith: .trap) {
      ByteView.with(Data(count: 8)) { _ = $0.half(at: .max - 1) }
    }
    await #expect(processExitsWith: .trap) {
      ByteView.with(Data(count: 8)) { _ = $0.endOfPlainRun(from: .max - 7) }
    }
  }

  @Test func stopAPartThatEndsOutside() async {
    await #expect(processExitsWith: .trap) {
      ByteView.with(Data(count: 4)) { _ = $0[0, 5] }
    }
  }
}
