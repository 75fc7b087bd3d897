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
      let chunks = cut(input.bytes, &random)
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

  /// Values one after the other, on one line or several, are what they are in an array.
  @Test func valuesGiveWhatAnArrayGives() async throws {
    var random = SeededGenerator(seed: 17)
    for round in 0..<200 * RandomDocuments.rounds {
      // A number needs something behind it; an array in front would be the whole text.
      let values = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        element(&random) + (["", " ", "\n", "\r\n\t"].randomElement(using: &random) ?? "")
      }
      let separated = values.map { $0.last?.isNumber == true ? $0 + "\n" : $0 }
      let whole = try [LongInput.Item](json: "[" + values.joined(separator: ",") + "]")
      let input = LongInput("{}" + separated.joined())
      let lines = ["0 "] + whole.map { LongInput.line($0) }
      #expect(await input.fromChunks(cut(input.bytes, &random)) == lines, "round \(round)")
      #expect(try input.fromFile() == lines, "round \(round)")
    }
  }

  /// A line that is cut takes no other with it.
  @Test func linesThatAreCutLoseNoOthers() async throws {
    var random = SeededGenerator(seed: 18)
    for round in 0..<300 * RandomDocuments.rounds {
      var expected: [String] = ["0 "]
      var text = "{}\n"
      for _ in 0..<Int.random(in: 1...8, using: &random) {
        let element = element(&random)
        if Int.random(in: 0...2, using: &random) == 0 {
          text += element.prefix(Int.random(in: 0..<element.count, using: &random)) + "\n"
        } else {
          text += element + "\n"
          if let item = try? LongInput.Item(json: element) { expected.append(LongInput.line(item)) }
        }
      }
      let input = LongInput(text)
      #expect(await input.fromChunks(cut(input.bytes, &random)) == expected, "\(round): \(text)")
      #expect(try input.fromFile() == expected, "\(round): \(text)")
    }
  }

  /// Strings, keys, numbers and white space that are longer than what is kept of them beside the
  /// path, and longer than what is read again in an element.
  @Test func longTokensAreCutAnywhere() async throws {
    var random = SeededGenerator(seed: 16)
    var documents = RandomDocuments(seed: 16)
    for round in 0..<30 * RandomDocuments.rounds {
      let (key, other) = (string(&random), string(&random))
      let elements = (0..<Int.random(in: 0...3, using: &random)).map { id in
        #"{"id":\#(id),\#(blanks(&random))"name":\#(string(&random)),\#(key):\#(number(&random))}"#
      }
      let text = """
        {\(blanks(&random))\(key)\(blanks(&random)): {"a": [\(blanks(&random))\(number(&random)),\
        \(string(&random)), \(number(&random)) ], \(other): \(string(&random))},\
        "items": [\(elements.joined(separator: blanks(&random) + ","))],\(blanks(&random))\
        \(other): [{\(key): \(number(&random))}, \(string(&random))]}
        """
      var input = LongInput(text, at: "items")
      if round % 3 == 0 { input.bytes = Array(documents.mutated(text)) }
      let lines = try input.fromFile()
      if round % 3 != 0 {
        let whole = try [LongInput.Item](json: text, at: "items").map { LongInput.line($0) }
        #expect(lines == whole, "round \(round)")
      }
      let inChunks = await input.fromChunks(cut(input.bytes, upTo: 3_000, &random))
      // What an error has found may be cut.
      func start(_ line: String) -> Substring {
        line.firstRange(of: ", found ").map { line[..<$0.lowerBound] } ?? line[...]
      }
      #expect(inChunks.map(start) == lines.map(start), "round \(round)")
    }
  }

  private func cut(
    _ bytes: [UInt8],
    upTo size: Int = 200,
    _ random: inout SeededGenerator
  ) -> [[UInt8]] {
    var chunks: [[UInt8]] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      let chunk = rest.prefix(Int.random(in: 1...size, using: &random))
      chunks.append(Array(chunk))
      rest = rest.dropFirst(chunk.count)
    }
    return chunks
  }

  private func string(_ random: inout SeededGenerator) -> String {
    let pieces = [
      "a", "é", "😀", #"\n"#, #"\""#, #"\\"#, #"\u00e9"#, #"\ud83d\ude00"#, "}", " ", ",", "items",
    ]
    let count = Bool.random(using: &random) ? Int.random(in: 0...9_000, using: &random) : 3
    return "\"" + (0..<count).map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      + "\""
  }

  private func number(_ random: inout SeededGenerator) -> String {
    func digits() -> String {
      let count = Bool.random(using: &random) ? Int.random(in: 1...9_000, using: &random) : 1
      return String(repeating: "3", count: count)
    }
    let sign = ["", "-"].randomElement(using: &random) ?? ""
    let fraction = Bool.random(using: &random) ? "." + digits() : ""
    let exponent = ["", "e", "E+", "e-"].randomElement(using: &random) ?? ""
    return sign + digits() + fraction + (exponent.isEmpty ? "" : exponent + digits())
  }

  private func blanks(_ random: inout SeededGenerator) -> String {
    let count = Int.random(in: 0...9, using: &random) == 0 ? 9_000 : 1
    return String(repeating: [" ", "\n", "\t "].randomElement(using: &random) ?? "", count: count)
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
