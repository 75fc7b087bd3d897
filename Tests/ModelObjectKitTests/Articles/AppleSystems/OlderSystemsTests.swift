import Foundation
import Testing

@testable import ModelObjectKit

/// What the library does itself because the standard library or Foundation can't on the oldest systems of
/// Apple: each does here what these do.
struct OlderSystems {
  @Test func findTheFirstPlaceOfAText() {
    let texts = ["", "a", "ab", "aab", "abab", "é://", "://x://", "xxAny?", "(unknown"]
    for text in texts {
      for part in ["a", "ab", "://", "Any", "b", "(unknown context at "] {
        #expect(text.firstPlace(of: part) == text.firstRange(of: part), "\(part) in \(text)")
        let rest = text.dropFirst()
        #expect(rest.firstPlace(of: part) == rest.firstRange(of: part))
      }
    }
  }

  @Test func tellTextFromOtherData() {
    let bytes: [[UInt8]] = [
      [], [0x41], Array("Grüße 👋".utf8), [0xFF], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xC0, 0x80], [0x41, 0x80, 0x42], Array("\u{FFFD}".utf8), [0],
    ]
    for bytes in bytes {
      #expect(Data(bytes).validText == String(validating: bytes, as: UTF8.self), "\(bytes)")
    }
  }

  @Test func haveTheTimeZoneGMT() {
    #expect(TimeZone.greenwich == .gmt)
    #expect(TimeZone.greenwich.identifier == TimeZone.gmt.identifier)
    var options = DateOptions()
    options.timeZone = .gmt
    #expect(options.otherZone == nil)
  }

  @Test func readShortStrings() {
    for count in 0...20 {
      for text in ["a", "é", "👋"] {
        let text = String(repeating: text, count: count)
        #expect(ByteView.with(text) { String($0) } == text)
      }
    }
    let broken: [UInt8] = [0x41, 0xFF, 0x42]
    #expect(broken.withUnsafeBytes { String(ByteView($0)) } == "A\u{FFFD}B")
  }

  @Test func iterateWithoutTheActorOfTheirCaller() async throws {
    func check(_ iterate: (inout AsyncStream<Int>.Iterator) async throws -> Int?) async throws {
      let stream = AsyncStream { continuation in
        for number in 1...3 { continuation.yield(number) }
        continuation.finish()
      }
      var iterator = stream.makeAsyncIterator()
      var found: [Int] = []
      while let number = try await iterate(&iterator) { found.append(number) }
      #expect(found == [1, 2, 3])
      #expect(try await iterate(&iterator) == nil)
    }
    try await check { try await nextElementAnywhere(of: &$0) }
    try await check { try await nextElement(of: &$0, isolation: #isolation) }
  }

  @Test @MainActor func keepTheStateOfAnIteratorThatIsAValue() async throws {
    struct Numbers: AsyncIteratorProtocol {
      var last = 0

      mutating func next() async throws -> Int? {
        if last == 2 { throw CancellationError() }
        last += 1
        return last
      }
    }
    var numbers = Numbers()
    #expect(try await nextElementAnywhere(of: &numbers) == 1)
    #expect(try await nextElementAnywhere(of: &numbers) == 2)
    await #expect(throws: CancellationError.self) {
      var used = numbers
      _ = try await nextElementAnywhere(of: &used)
    }
    #expect(numbers.last == 2)
  }
}
