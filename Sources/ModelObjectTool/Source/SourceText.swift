/// A piece of source in any language.
protocol SourceToken {
  var text: String { get }
  /// Its bytes in the source.
  var range: Range<Int> { get }
}

/// A file of source in any language: its tokens, and their brackets.
protocol SourceText {
  associatedtype Token: SourceToken
  var bytes: [UInt8] { get }
  /// For each bracket, the token that closes or opens it.
  var partners: [Int: Int] { get }
  /// Where the second line begins, and those after it.
  var lineStarts: [Int] { get }
  /// The token, or one that is nothing, beyond the ends.
  subscript(index: Int) -> Token { get }
}

extension SourceText {
  /// Where the second line begins, and those after it.
  static func lineStarts(of bytes: [UInt8]) -> [Int] {
    bytes.indices.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
  }

  /// The closing bracket of an opening one, and the reverse.
  func partner(_ index: Int) -> Int? { partners[index] }

  /// The first token after this one, over the brackets that it opens.
  func after(_ index: Int) -> Int {
    guard let partner = partners[index], partner > index else { return index + 1 }
    return partner + 1
  }

  /// The bytes from the first to the last of some tokens.
  func bytes(of range: Range<Int>) -> Range<Int> {
    let start = self[range.lowerBound].range.lowerBound
    return start..<max(start, range.last.map { self[$0].range.upperBound } ?? start)
  }

  func text(_ range: Range<Int>) -> String { textOfBytes(bytes(of: range)) }

  func textOfBytes(_ range: Range<Int>) -> String { String(decoding: bytes[range], as: UTF8.self) }

  /// The code without spaces, to compare it.
  func compact(_ range: Range<Int>) -> String { text(range).filter { !$0.isWhitespace } }

  func line(of token: Int) -> Int { line(at: self[token].range.lowerBound) }

  func line(at offset: Int) -> Int { lineStarts.line(at: offset) }

  /// The next token with this text that is in no bracket.
  func find(_ text: String, in range: Range<Int>) -> Int? {
    var index = range.lowerBound
    while index < range.upperBound {
      if self[index].text == text { return index }
      index = after(index)
    }
    return nil
  }
}

/// What cuts source into tokens.
protocol SourceLexer {
  var bytes: [UInt8] { get }
  var position: Int { get set }
}

extension SourceLexer {
  func byte(_ offset: Int) -> UInt8? { bytes.indices.contains(offset) ? bytes[offset] : nil }

  func at(_ offset: Int, _ text: StaticString) -> Bool {
    guard offset + text.utf8CodeUnitCount <= bytes.count else { return false }
    return text.description.utf8.elementsEqual(bytes[offset..<offset + text.utf8CodeUnitCount])
  }

  static func isNameByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...:
      true
    default: false
    }
  }

  /// Passes over the bytes of a name.
  mutating func skipName() {
    while let byte = byte(position), Self.isNameByte(byte) { position += 1 }
  }

  mutating func skipLine() {
    while let byte = byte(position), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
      position += 1
    }
  }
}
