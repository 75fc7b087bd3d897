import Foundation
import ModelObjectKit
import Testing

/// What a reader takes for four times as much text, JSON or not, in one chunk or many: four times as
/// much.
struct GrowthOfStreamsTests {
  private static let line = #"{"id": 1, "text": "a line of a log"}"#

  /// What is repeated.
  private static let texts: [String: String] = [
    "open objects": "{\n", "open arrays in objects": "{\"a\": [\n", "commas": ",\n",
    "words": "abc def\n", "quotes": "\"abc\n", "a log": "\(line)\nabc def\n",
    "a log with broken objects": "\(line)\n{\"id\": 1, \n", "objects": "\(line)\n",
    "objects on one line": line, "objects and words on one line": "\(line) abc ",
    "words on one line": "abc def ", "objects on one line, then others": "\(line)\(line)\nabc\n",
    "objects over lines": "{\n  \"id\": 1\n}\nabc\n", "indented words": "abc\n      def\n",
    "empty lines": "\n \n", "objects that don't fit": "[1, 2]\n7\n\"abc\"\n",
  ]

  @Test(arguments: texts.keys.sorted())
  func ofAFile(_ name: String) throws {
    try expectProportion(name) { text in
      try withFolder { folder in
        let url = folder.appending(path: "lines")
        try Data(text.utf8).write(to: url)
        let reader = try ModelReader<Entry>(contentsOf: url)
        while try reader.next() != nil {}
        #expect(reader.bytesRead == text.utf8.count)
      }
    }
  }

  @Test(arguments: texts.keys.sorted(), [Int.max, 4_096])
  func ofASequence(_ name: String, chunk: Int) throws {
    try expectProportion(name) { text in
      let data = Data(text.utf8)
      try immediately {
        for try await _ in ModelSequence<Entry>(chunks(of: data, size: chunk)) {}
      }
    }
  }

  private func chunks(of data: Data, size: Int) -> AsyncStream<Data> {
    AsyncStream { continuation in
      var start = 0
      while start < data.count {
        let end = start + min(size, data.count - start)
        continuation.yield(data[start..<end])
        start = end
      }
      continuation.finish()
    }
  }

  /// A sequence of values without an object is an error at its end.
  private func expectProportion(_ name: String, _ read: (String) throws -> Void) throws {
    let part = try #require(Self.texts[name])
    func time(_ size: Int) -> Double {
      let text = String(repeating: part, count: size / part.utf8.count)
      let start = threadSeconds()
      do { try read(text) } catch { #expect(error is ModelError) }
      return threadSeconds() - start
    }
    let size = inLongTests(400_000, else: 100_000)
    var ratios: [Double] = []
    repeat {
      let small = time(size)
      ratios.append(time(4 * size) / small)
    } while ratios.count < 5 && ratios.min() ?? 0 > 8
    #expect(ratios.min() ?? 0 <= 8, "\(ratios)")
  }
}

private final class Entry: ModelObject {
  var id = 0
  var text = ""
}
