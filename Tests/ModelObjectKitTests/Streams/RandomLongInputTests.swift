import Foundation
import ModelObjectKit
import Testing

/// Random arrays, in one piece and in many.
struct RandomLongInputTests {
  @Test func chunksGiveWhatTheWholeTextGives() async throws {
    var random = SeededGenerator(seed: 14)
    for round in 0..<200 * RandomDocuments.rounds {
      let elements = (0..<Int.random(in: 0...12, using: &random)).map { _ in element(&random) }
      let separator = [",", " , ", ",\n  "].randomElement(using: &random) ?? ","
      let text = "[" + elements.joined(separator: separator) + "]"
      let whole = try [LongInput.Item](json: text).map { LongInput.line($0) }
      let input = LongInput(text)
      var chunks: [[UInt8]] = []
      var rest = input.bytes[...]
      while !rest.isEmpty {
        let chunk = rest.prefix(Int.random(in: 1...200, using: &random))
        chunks.append(Array(chunk))
        rest = rest.dropFirst(chunk.count)
      }
      #expect(await input.fromChunks(chunks) == whole, "round \(round): \(text)")
      #expect(try input.fromFile() == whole, "round \(round): \(text)")
    }
  }

  /// Wherever a text is invalid, the result is the elements before that place, and one error.
  @Test func brokenTextsEndWithAnError() async throws {
    var random = SeededGenerator(seed: 15)
    var documents = RandomDocuments(seed: 15)
    for _ in 0..<500 * RandomDocuments.rounds {
      let elements = (0..<Int.random(in: 1...5, using: &random)).map { _ in element(&random) }
      let data = documents.mutated("[" + elements.joined(separator: ",") + "]")
      var input = LongInput("")
      input.bytes = Array(data)
      let isLines = input.bytes.first { !" \n\r\t".utf8.contains($0) } != UInt8(ascii: "[")
      let lines = try input.fromFile()
      #expect(await input.fromBytes() == lines)
      guard !isLines else { continue }
      if let whole = try? [LongInput.Item](json: data) {
        #expect(lines == whole.map { LongInput.line($0) })
      } else {
        #expect(lines.filter { $0.hasPrefix("! malformedJSON") }.count == 1)
      }
    }
  }

  private func element(_ random: inout SeededGenerator) -> String {
    let texts = [
      "", "a", "]", "}{", #"\""#, #"\\"#, #"\\\""#, #"\\\\"#, "é😀", ",", ":", #"\u007d\/"#,
      String(repeating: "x", count: 61), String(repeating: #"\\"#, count: 33),
      String(repeating: #"\""#, count: 32) + "[",
    ]
    func text() -> String {
      let count = Int.random(in: 0...4, using: &random)
      return "\"" + (0..<count).map { _ in texts.randomElement(using: &random) ?? "" }.joined()
        + "\""
    }
    switch Int.random(in: 0...9, using: &random) {
    case 0:
      return ["null", "1", "-2.5e3", "true", "[]", "[[{}]]", "{}"].randomElement(using: &random)
        ?? ""
    case 1: return text()
    case 2: return "[" + text() + ", {" + text() + " : [" + text() + "]}]"
    default:
      let id = Int.random(in: 0...9_999, using: &random)
      let next = Bool.random(using: &random) ? #", "next": {"id": 5, "name": \#(text())}"# : ""
      return #"{"id":\#(id),"name":\#(text())\#(next), "unknown": [\#(text())]}"#
    }
  }
}
