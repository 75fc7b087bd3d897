import Foundation
import Testing

@testable import ModelObjectKit

/// A tape has a node for each value and key, and agrees with the reader on every text.
struct Tapes {
  // MARK: - Nodes

  /// The nodes of a value, one a line.
  private func nodes(_ text: String) throws -> [String] {
    try recorded(text) { tape, bytes in
      (0..<tape.count).map { index in
        let node = tape[index]
        let token = String(bytes[node.begin, node.isContainer ? tape.end(of: index) : node.end])
        let parts = node.isContainer ? " next: \(node.next), parts: \(node.partCount)" : ""
        return "\(node.kind) \(token)\(parts)"
      }
    }
  }

  private func recorded<Result>(
    _ text: String,
    _ body: (borrowing Tape, ByteView) -> Result
  ) throws -> Result {
    try ByteView.with(text) { (bytes) throws(Misfit) in
      var reader = JSONReader(bytes, maximumDepth: 512)
      var tape = Tape()
      try tape.record(&reader)
      return body(tape, bytes)
    }
  }

  @Test func hasANodeForEachValueAndKey() throws {
    let object = try nodes(
      #" {"id" : 7, "tags": ["a", "\n"], "é": {}, "x": [true,false,null,-0.5]}"#
    )
    #expect(
      object == [
        #"object {"id" : 7, "tags": ["a", "\n"], "é": {}, "x": [true,false,null,-0.5]} next: 19, parts: 4"#,
        #"plainText "id""#, "number 7",
        #"plainText "tags""#, #"array ["a", "\n"] next: 8, parts: 2"#, #"plainText "a""#,
        #"escapedText "\n""#, "end ]",
        #"plainText "é""#, "object {} next: 11, parts: 0", "end }",
        #"plainText "x""#, "array [true,false,null,-0.5] next: 18, parts: 4", "yes true",
        "no false",
        "null null", "number -0.5", "end ]",
        "end }",
      ]
    )
    #expect(
      try nodes("[[],[[1],2],3]") == [
        "array [[],[[1],2],3] next: 11, parts: 3", "array [] next: 3, parts: 0", "end ]",
        "array [[1],2] next: 9, parts: 2", "array [1] next: 7, parts: 1", "number 1", "end ]",
        "number 2", "end ]", "number 3", "end ]",
      ]
    )
    #expect(try nodes(#""a""#) == [#"plainText "a""#])
  }

  @Test(
    arguments: [
      ("{", "{}"), (#"{"a"#, "{}"), (#"{"a" : "#, "{}"),
      (#"{"a":"b", "c": "d\u00"#, #"{"a":"b","c":"d"}"#),
      (#"{"a":["é\n"#, #"{"a":["é\n"]}"#), (#"{"a":[1, 2"#, #"{"a":[1]}"#),
      (#"{"a":[1, 2 "#, #"{"a":[1,2]}"#), (#"{"a":true"#, #"{"a":true}"#), (#"{"a":tru"#, "{}"),
      (#"{"a":{"b":1},"#, #"{"a":{"b":1}}"#), (#"[[],[{}, {"a"#, "[[],[{},{}]]"),
    ]
  )
  func closesATextThatIsCut(text: String, closed: String) {
    #expect(beginning(Array(text.utf8)) == closed)
  }

  /// What is certain of a text that is cut, closed; nil if the tape takes it for a whole one.
  private func beginning(_ text: [UInt8]) -> String? {
    text.withUnsafeBytes { (buffer) -> String? in
      let bytes = ByteView(buffer)
      var reader = JSONReader(bytes, maximumDepth: 512)
      var tape = Tape()
      let isWhole = try? tape.record(&reader, isComplete: false)
      var openCount = 0
      for index in 0..<tape.count where tape[index].isCut && tape[index].isContainer {
        openCount += 1
      }
      // Each bracket that is missing, and no other.
      guard isWhole == false, openCount == missingBrackets(of: text).count else { return nil }
      return written(tape, bytes)
    }
  }

  @Test func isEmptyAfterAnError() throws {
    var tape = Tape()
    let outcome = ByteView.with("[1, 2, x]") { bytes in
      Outcome(bytes) { (reader) throws(Misfit) in try tape.record(&reader) }
    }
    #expect(outcome == .syntaxError(7, .value))
    #expect(tape.count == 0)
  }

  // MARK: - The same verdict as the reader

  /// What a reader makes of the value at the beginning of a text.
  private enum Outcome: Equatable {
    case value(end: Int, depth: Int)
    case syntaxError(Int, Expected)
    case tooDeep(Int)
    case other

    init(
      _ bytes: ByteView,
      maximumDepth: Int = 512,
      _ read: (inout JSONReader) throws(Misfit) -> Void
    ) {
      var reader = JSONReader(bytes, maximumDepth: maximumDepth)
      do throws(Misfit) {
        try read(&reader)
        self = .value(end: reader.position, depth: reader.remainingDepth)
      } catch {
        switch error {
        case .syntax(let offset, let expected): self = .syntaxError(offset, expected)
        case .tooDeep(let offset): self = .tooDeep(offset)
        default: self = .other
        }
      }
    }
  }

  /// What is wrong with the tape of a text; nil if it is right.
  private func mistake(_ text: [UInt8], _ tape: inout Tape, maximumDepth: Int = 512) -> String? {
    text.withUnsafeBytes { buffer in
      let bytes = ByteView(buffer)
      let expected = Outcome(bytes, maximumDepth: maximumDepth) { (reader) throws(Misfit) in
        try reader.passPlainly()
      }
      let skipped = Outcome(bytes, maximumDepth: maximumDepth) { (reader) throws(Misfit) in
        try reader.skipValue()
      }
      let found = Outcome(bytes, maximumDepth: maximumDepth) { (reader) throws(Misfit) in
        try tape.record(&reader)
      }
      guard found == expected else { return "\(found) instead of \(expected)" }
      guard skipped == expected else { return "\(skipped) instead of \(expected)" }
      guard case .value(let end, _) = found else { return nil }
      let written = written(tape, bytes)
      let compact = compact(bytes[0, end])
      return written == compact ? nil : "\(written) instead of \(compact)"
    }
  }

  /// What is wrong with the tape of a text that is cut.
  private func mistakeAtCut(_ text: [UInt8], _ tape: inout Tape) -> String? {
    text.withUnsafeBytes { buffer in
      let bytes = ByteView(buffer)
      var isWhole = false
      let found = Outcome(bytes, maximumDepth: .max / 2) { (reader) throws(Misfit) in
        isWhole = try tape.record(&reader, isComplete: false)
      }
      let expected = Outcome(bytes, maximumDepth: .max / 2) { (reader) throws(Misfit) in
        try reader.passPlainly(isComplete: false)
      }
      let skipped = Outcome(bytes, maximumDepth: .max / 2) { (reader) throws(Misfit) in
        var parts = Tape()
        try parts.record(&reader, isComplete: false, keepsParts: false)
      }
      guard skipped == found else { return "\(skipped) without parts, else \(found)" }
      if found == expected { return nil }
      guard case .syntaxError(let offset, _) = expected, offset >= bytes.count else {
        return "\(found) instead of \(expected)"
      }
      // The cut may also be in invalid UTF-8.
      if case .syntaxError(_, .utf8) = found { return bytes.validText == nil ? nil : "\(found)" }
      guard case .value(bytes.count, _) = found, !isWhole else { return "\(found), not cut" }
      guard bytes.validText != nil else { return nil }
      let written = written(tape, bytes)
      let closed = closed(text)
      return written == closed ? nil : "\(written) instead of \(closed)"
    }
  }

  /// The longest beginning of a text that can be closed, without white space: not in a number, which
  /// more digits would change.
  private func closed(_ text: [UInt8]) -> String {
    let digits = Array("0123456789+-.eE".utf8)
    for end in (1...text.count).reversed() {
      let beginning = Array(text[..<end])
      let last = beginning.reversed().prefix { digits.contains($0) }.reversed()
      let isInNumber =
        (last.first ?? UInt8(ascii: "e")) < UInt8(ascii: "A")
        && text[end...].first.map(digits.contains) ?? true
      for quote in isInNumber ? ["\""] : ["", "\""] {
        let closed = beginning + Array((quote + missingBrackets(of: beginning)).utf8)
        let outcome = closed.withUnsafeBytes { buffer in
          let bytes = ByteView(buffer)
          var reader = JSONReader(bytes, maximumDepth: .max / 2)
          let isWhole = (try? reader.skipValue()) != nil && reader.position == bytes.count
          return isWhole ? compact(bytes) : nil
        }
        if let outcome { return outcome }
      }
    }
    return ""
  }

  private func missingBrackets(of text: [UInt8]) -> String {
    var (brackets, isInString, isEscaped) = ([UInt8](), false, false)
    for byte in text {
      switch byte {
      case 0x22 where !isEscaped: isInString.toggle()
      case 0x7B where !isInString, 0x5B where !isInString: brackets.append(byte + 2)
      case 0x7D where !isInString, 0x5D where !isInString: _ = brackets.popLast()
      default: break
      }
      isEscaped = isInString && !isEscaped && byte == 0x5C
    }
    return String(decoding: brackets.reversed(), as: UTF8.self)
  }

  /// The text that a tape describes, without white space.
  private func written(_ tape: borrowing Tape, _ bytes: ByteView, _ index: Int = 0) -> String {
    let node = tape[index]
    guard node.isContainer else {
      return node.isCut
        ? String(bytes[node.begin, node.end - 1]) + "\"" : String(bytes[node.begin, node.end])
    }
    var parts: [String] = []
    var place = index + 1
    while tape[place].kind != .end {
      var part = written(tape, bytes, place)
      if node.kind == .object {
        place = tape.index(after: place)
        part += ":" + written(tape, bytes, place)
      }
      parts.append(part)
      place = tape.index(after: place)
    }
    guard place == node.next - 1, parts.count == node.partCount else {
      return "wrong node \(index)"
    }
    let text = parts.joined(separator: ",")
    return node.kind == .object ? "{\(text)}" : "[\(text)]"
  }

  /// A text without the white space outside of its strings.
  private func compact(_ bytes: ByteView) -> String {
    var (text, isInString, isEscaped) = ([UInt8](), false, false)
    for offset in 0..<bytes.count {
      let byte = bytes[offset]
      if isInString || ![0x20, 0x0A, 0x0D, 0x09].contains(byte) { text.append(byte) }
      if byte == 0x22, !isEscaped { isInString.toggle() }
      isEscaped = isInString && !isEscaped && byte == 0x5C
    }
    return String(decoding: text, as: UTF8.self)
  }

  private func expectNoMistake(_ text: String, cutsAt step: Int = 1) {
    expectNoMistake(Array(text.utf8), cutsAt: step)
  }

  private func expectNoMistake(_ text: [UInt8], cutsAt step: Int) {
    var tape = Tape()
    let shown = String(decoding: text, as: UTF8.self).debugDescription.prefix(200)
    for end in [text.count] + stride(from: 0, to: text.count, by: step) {
      let part = Array(text[..<end])
      if let mistake = mistake(part, &tape) { Issue.record("\(shown) up to \(end): \(mistake)") }
      guard let first = part.first, first | 0x20 == UInt8(ascii: "{") else { continue }
      if let mistake = mistakeAtCut(part, &tape) {
        Issue.record("\(shown) cut at \(end): \(mistake)")
      }
    }
  }

  private static let values =
    ConformanceValues.accepted + ConformanceValues.rejected
    + ConformanceValues.eitherWay
    .filter { $0.utf8.count < 200 }

  /// At the ends of a text, where few bytes follow, and far from them.
  @Test(arguments: values) func agreesWithTheReader(value: String) {
    for text in [value, #"{"a":[0,\#(value)],"bc": 1}"#, #"{\#(value):{"a":\#(value)}}"#] {
      expectNoMistake(text)
    }
    expectNoMistake("[\(value), \"and many more bytes behind it\"]", cutsAt: 1000)
  }

  @Test(arguments: ConformanceValues.acceptedDocuments + ConformanceValues.rejectedDocuments)
  func agreesOnDocuments(text: String) {
    expectNoMistake(text)
  }

  @Test func agreesOnInvalidUTF8() {
    let ends: [[UInt8]] = [Array("\"]".utf8), Array("\\n\"]".utf8), Array("\\x\"]".utf8), []]
    for first in UInt8(0x80)...0xFF {
      for second in [0x22, 0x41, 0x80, 0x90, 0xA0, 0xC0] as [UInt8] {
        for rest in [[], [0x80], [0xBF, 0xBF], [0x80, 0x41]] as [[UInt8]] {
          for end in ends {
            expectNoMistake(Array("[\"é".utf8) + [first, second] + rest + end, cutsAt: 1000)
          }
        }
      }
    }
  }

  @Test func agreesOnDepth() {
    var tape = Tape()
    for text in ["[[[]]]", "[[[1]]]", #"{"a":{"b":[]}}"#, "[[], [[[", "[[]"] {
      for depth in 0...4 {
        #expect(mistake(Array(text.utf8), &tape, maximumDepth: depth) == nil, "\(text), \(depth)")
      }
    }
  }

  @Test func agreesOnRandomTexts() {
    var random = RandomDocuments(seed: 67)
    for round in 0..<(100 * RandomDocuments.rounds) {
      let text = random.object()
      expectNoMistake(Array(text.utf8), cutsAt: round % 20 == 0 ? 1 : 97)
      for _ in 0..<5 { expectNoMistake(Array(random.mutated(text)), cutsAt: 997) }
    }
  }

  @Test func recordsAnyDepth() throws {
    let depth = 100_000
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    let counts = try ByteView.with(text) { (bytes) throws(Misfit) in
      var reader = JSONReader(bytes, maximumDepth: depth)
      var tape = Tape()
      try tape.record(&reader)
      return (tape.count, tape[0].next, tape.end(of: 0))
    }
    #expect(counts == (2 * depth, 2 * depth, 2 * depth))
  }
}
