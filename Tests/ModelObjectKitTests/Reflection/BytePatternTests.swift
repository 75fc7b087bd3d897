import Foundation
import Testing

@testable import ModelObjectKit

@Suite struct BytePatterns {
  /// Patterns of all lengths up to forty bytes, whose bytes differ.
  private static let patterns = (0...40).map { length in
    String(decoding: (0..<length).map { UInt8(0x30 + $0) }, as: UTF8.self)
  }

  @Test(arguments: patterns)
  func areFoundWhereTheyStand(_ text: String) {
    ByteView.with(text) { pattern in
      let pattern = BytePattern(pattern)
      ByteView.with("..\(text)........") { bytes in
        #expect(pattern.end(from: 2, in: bytes) == 2 + text.utf8.count)
        if !text.isEmpty {
          #expect(pattern.end(from: 1, in: bytes) < 0)
          #expect(pattern.end(from: 3, in: bytes) < 0)
        }
      }
    }
  }

  /// The first and last eight bytes count; what lies between them is the caller's to look at.
  @Test(arguments: patterns.dropFirst())
  func areMissedWhereOneByteDiffers(_ text: String) {
    ByteView.with(text) { pattern in
      let pattern = BytePattern(pattern)
      for place in 0..<text.utf8.count where place < 8 || place >= text.utf8.count - 8 {
        var changed = Array(text.utf8)
        changed[place] = 0x7E
        ByteView.with(String(decoding: changed, as: UTF8.self) + "........") { bytes in
          #expect(pattern.end(from: 0, in: bytes) < 0)
        }
      }
    }
  }

  /// Where less than eight bytes are left, nothing is said to be there.
  @Test func areNotFoundOutside() {
    ByteView.with("abc") { pattern in
      let pattern = BytePattern(pattern)
      ByteView.with("0123abc8901") { bytes in
        #expect(pattern.end(from: 3, in: bytes) < 0)
        #expect(pattern.end(from: 4, in: bytes) < 0)
        for offset in [-9, -8, -1, 8, 11, 12, .max] {
          #expect(pattern.end(from: offset, in: bytes) < 0)
        }
      }
      ByteView.with("") { #expect(pattern.end(from: 0, in: $0) < 0) }
      #expect(BytePattern().end(from: 0, in: .empty) < 0)
    }
    ByteView.with("\u{1}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}\u{0}") { bytes in
      #expect(BytePattern().end(from: 0, in: bytes) < 0)
    }
  }
}
