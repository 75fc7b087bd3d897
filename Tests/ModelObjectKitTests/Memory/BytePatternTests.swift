import Foundation
import Testing

@testable import ModelObjectKit

struct BytePatterns {
  /// Patterns of all lengths up to forty bytes, whose bytes differ.
  private static let patterns = (0...40).map { length in
    String(decoding: (0..<length).map { UInt8(0x30 + $0) }, as: UTF8.self)
  }

  private func pattern(_ text: String) -> BytePattern { ByteView.with(text) { BytePattern($0) } }

  /// A pattern in the first, second and third place of three.
  private func trios(with text: String) -> [[String]] {
    [[text, "<", ">>"], ["<", text, ">>"], ["<<", ">", text]]
  }

  private func end(_ trio: [BytePattern], from offset: Int, in text: String) -> Int {
    ByteView.with(text) { $0.end(of: trio[0], trio[1], trio[2], from: offset) }
  }

  @Test(arguments: patterns)
  func areFoundWhereTheyStand(_ text: String) {
    for texts in trios(with: text) {
      let trio = texts.map { pattern($0) }
      let all = "..\(texts.joined())........"
      #expect(end(trio, from: 2, in: all) == 2 + texts.joined().utf8.count)
      #expect(end(trio, from: 1, in: all) < 0)
      #expect(end(trio, from: 3, in: all) < 0)
    }
  }

  /// Only the first and last eight bytes are compared; the caller compares the others.
  @Test(arguments: patterns.dropFirst())
  func areMissedWhereOneByteDiffers(_ text: String) {
    for (index, texts) in trios(with: text).enumerated() {
      let trio = texts.map { pattern($0) }
      let start = texts[..<index].joined().utf8.count
      for place in 0..<text.utf8.count where place < 8 || place >= text.utf8.count - 8 {
        var changed = Array(texts.joined().utf8)
        changed[start + place] = 0x7E
        let all = String(decoding: changed, as: UTF8.self) + "........"
        #expect(end(trio, from: 0, in: all) < 0)
      }
    }
  }

  /// If fewer than eight bytes follow, there is no match.
  @Test func areNotFoundNearTheEndOrOutside() {
    let trio = ["a", "b", "c"].map { pattern($0) }
    #expect(end(trio, from: 3, in: "012abc45678901") == 6)
    #expect(end(trio, from: 3, in: "012abc4567890") < 0)
    for offset in [.min, -9, -8, -1, 8, 13, 14, 15, .max - 2, .max] {
      #expect(end(trio, from: offset, in: "012abc45678901") < 0)
    }
    #expect(end(trio, from: 0, in: "") < 0)
  }

  @Test func standNowhereWhereTheyAreUnknown() {
    let empty = pattern("")
    let unknown = BytePattern()
    for text in [
      "", String(repeating: "\u{0}", count: 16), "\u{1}" + String(repeating: "\u{0}", count: 16),
    ] {
      #expect(end([unknown, empty, empty], from: 0, in: text) < 0)
      #expect(end([empty, unknown, empty], from: 0, in: text) < 0)
      #expect(end([empty, empty, unknown], from: 0, in: text) < 0)
    }
  }

  @Test(arguments: [
    ",\"", ",\n\"", ",\n      \"", ",\n              \"", ",\n                    \"",
  ])
  func openAnObjectAsTheyGoOnInOne(_ gap: String) {
    let opening = pattern(gap).exchangingCommaAndBrace
    let empty = pattern("")
    #expect(opening.count == gap.utf8.count)
    let text = "{" + gap.dropFirst() + "........"
    #expect(end([opening, empty, empty], from: 0, in: text) == gap.utf8.count)
    #expect(end([opening, empty, empty], from: 0, in: gap + "........") < 0)
  }

  @Test func areMadeOfTheMarksAroundKeys() {
    let trio: [BytePattern] = [.commaAndQuote, pattern("id"), .quoteAndColon]
    #expect(end(trio, from: 1, in: "1,\"id\":12345678") == 7)
    let first: [BytePattern] = [.quote, pattern("id"), .quoteAndColon]
    #expect(end(first, from: 0, in: "\"id\":12345678") == 5)
  }
}
