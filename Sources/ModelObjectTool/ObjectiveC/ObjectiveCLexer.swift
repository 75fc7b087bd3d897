/// Cuts Objective-C source into tokens and comments.
///
/// Any bytes are cut.
struct ObjectiveCLexer: SourceLexer {
  let bytes: [UInt8]
  private(set) var tokens: [ObjectiveCToken] = []
  private(set) var comments: [Range<Int>] = []
  var position = 0
  private var beginsLine = true

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    while position < bytes.count { next() }
  }

  private mutating func next() {
    let start = position
    let first = bytes[position]
    switch first {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      beginsLine = true
      position += 1
    case UInt8(ascii: " "), UInt8(ascii: "\t"), 0x0B, 0x0C, 0: position += 1
    case UInt8(ascii: "/") where at(position, "//"):
      skipLine()
      comments.append(start..<position)
    case UInt8(ascii: "/") where at(position, "/*"):
      skipComment()
      comments.append(start..<position)
    case UInt8(ascii: "#") where beginsLine:
      takeDirective()
    case UInt8(ascii: "\""), UInt8(ascii: "'"): takeText(first)
    case UInt8(ascii: "@"): takeAt()
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      while let byte = byte(position), Self.isNameByte(byte) || byte == UInt8(ascii: ".") {
        position += 1
      }
      add(.number, from: start)
    case _ where Self.isNameByte(first):
      skipName()
      add(.word, from: start)
    default:
      position += 1
      add(.mark, from: start)
    }
  }

  private mutating func add(_ kind: ObjectiveCToken.Kind, from start: Int, _ text: String? = nil) {
    let text = text ?? String(decoding: bytes[start..<position], as: UTF8.self)
    tokens.append(
      ObjectiveCToken(kind: kind, text: text, range: start..<position, beginsLine: beginsLine)
    )
    beginsLine = false
  }

  private mutating func skipComment() {
    position += 2
    while position < bytes.count, !at(position, "*/") {
      if bytes[position] == UInt8(ascii: "\n") { beginsLine = true }
      position += 1
    }
    position = min(position + 2, bytes.count)
  }

  /// A line of the preprocessor, up to a comment, with the lines that a backslash adds.
  private mutating func takeDirective() {
    let start = position
    while let byte = byte(position), !at(position, "//"), !at(position, "/*") {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        let last = bytes[start..<position].last { $0 != UInt8(ascii: "\r") }
        guard last == UInt8(ascii: "\\") else { break }
      }
      position += 1
    }
    add(.directive, from: start)
    beginsLine = true
  }

  /// A string ends with its line, if nothing else ends it.
  private mutating func takeText(_ quote: UInt8, from start: Int? = nil) {
    let start = start ?? position
    position += 1
    while let byte = byte(position), byte != quote, byte != UInt8(ascii: "\n") {
      position += byte == UInt8(ascii: "\\") ? 2 : 1
    }
    position = min(byte(position) == quote ? position + 1 : position, bytes.count)
    add(.text, from: start)
  }

  private mutating func takeAt() {
    let start = position
    position += 1
    // A literal may begin on the next line.
    var next = position
    while let byte = byte(next), " \t\r\n".utf8.contains(byte) { next += 1 }
    switch byte(next) {
    case UInt8(ascii: "\"") where next == position: takeText(UInt8(ascii: "\""), from: start)
    case let bracket? where "{[(".utf8.contains(bracket):
      position = next + 1
      add(.mark, from: start, "@" + String(UnicodeScalar(bracket)))
      return
    default: break
    }
    guard position == start + 1 else { return }
    switch byte(position) {
    case let next? where Self.isNameByte(next):
      let isNumber = (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next)
      while let byte = byte(position),
        Self.isNameByte(byte) || isNumber && byte == UInt8(ascii: ".")
      {
        position += 1
      }
      add(isNumber ? .number : .word, from: start)
    default: add(.mark, from: start)
    }
  }
}
