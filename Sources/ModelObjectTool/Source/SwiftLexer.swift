/// Cuts Swift source into tokens and comments.
///
/// Any bytes are cut: what no token begins with is a mark of one byte. A literal or a comment that
/// doesn't end is a problem, and ends with its line, or with the source.
struct SwiftLexer: SourceLexer {
  let bytes: [UInt8]
  private(set) var tokens: [SwiftToken] = []
  private(set) var comments: [Range<Int>] = []
  /// The place of the first thing that isn't Swift, and what it is.
  private(set) var problem: (offset: Int, text: String)?
  var position = 0
  private var beginsLine = true

  /// Strings in interpolations of strings, beyond which source is left as it is.
  private static let depthLimit = 32

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
    if at(position, "#!") { skipLine() }
    while position < bytes.count { next() }
  }

  // MARK: - Looking

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isSign(_ byte: UInt8) -> Bool { "+-*/%=<>!&|^~?".utf8.contains(byte) }

  private func isSpace(_ offset: Int) -> Bool {
    byte(offset).map { " \t\r\n\u{0B}\u{0C}\0".utf8.contains($0) } ?? true
  }

  // MARK: - Tokens

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
      skipBlockComment()
      comments.append(start..<position)
    case UInt8(ascii: "\""): takeText(fences: 0)
    case UInt8(ascii: "#"): takeFence()
    case UInt8(ascii: "`"):
      position += 1
      while let byte = byte(position), byte != UInt8(ascii: "`"), byte != UInt8(ascii: "\n") {
        position += 1
      }
      if byte(position) == UInt8(ascii: "`") {
        position += 1
      } else {
        note("a name in backticks doesn't end", start)
      }
      add(.word, start)
    case _ where Self.isDigit(first): takeNumber()
    case _ where Self.isNameByte(first):
      skipName()
      add(.word, start)
    case UInt8(ascii: "/") where beginsRegex: takeRegex()
    case UInt8(ascii: "."):
      position += 1
      while byte(position) == UInt8(ascii: ".") { position += 1 }
      if position > start + 1, byte(position) == UInt8(ascii: "<") { position += 1 }
      add(position > start + 1 ? .sign : .mark, start)
    case _ where Self.isSign(first): takeSign()
    default:
      position += 1
      add(.mark, start)
    }
  }

  private mutating func add(_ kind: SwiftToken.Kind, _ start: Int) {
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    tokens.append(
      SwiftToken(kind: kind, text: text, range: start..<position, beginsLine: beginsLine)
    )
    beginsLine = false
  }

  private mutating func note(_ text: String, _ offset: Int) {
    if problem == nil { problem = (offset, text) }
  }

  private mutating func skipBlockComment() {
    let start = position
    var depth = 0
    repeat {
      if at(position, "/*") {
        depth += 1
        position += 2
      } else if at(position, "*/") {
        depth -= 1
        position += 2
      } else if position < bytes.count {
        if bytes[position] == UInt8(ascii: "\n") { beginsLine = true }
        position += 1
      } else {
        note("a comment doesn't end", start)
        return
      }
    } while depth > 0
  }

  private mutating func takeNumber() {
    let start = position
    while let byte = byte(position) {
      let isPoint =
        byte == UInt8(ascii: ".") && self.byte(position + 1).map(Self.isDigit) ?? false
      let isExponentSign =
        (byte == UInt8(ascii: "-") || byte == UInt8(ascii: "+"))
        && "eEpP".utf8.contains(bytes[position - 1]) && !at(start, "0x")
        && self.byte(position + 1).map(Self.isDigit) ?? false
      guard Self.isNameByte(byte) || isPoint || isExponentSign else { break }
      position += 1
    }
    add(.number, start)
  }

  /// A run of operator characters; `?`, `!` and `>` right after a type or a value stand alone.
  private mutating func takeSign() {
    let start = position
    while let byte = byte(position), Self.isSign(byte), !at(position, "//"), !at(position, "/*") {
      position += 1
    }
    let first = bytes[start]
    let follows = start > 0 && !isSpace(start - 1)
    let isPostfix = first == UInt8(ascii: "?") || first == UInt8(ascii: "!")
    let isComparison = at(start, "!=") || at(start, "??")
    let isClosing =
      first == UInt8(ascii: ">") && bytes[start..<position].allSatisfy { ">?!".utf8.contains($0) }
    if follows, isClosing || isPostfix && !isComparison { position = start + 1 }
    add(.sign, start)
  }

  // MARK: - Literals

  /// What begins with `#`: a string or a regex with fences, a directive, or a macro.
  private mutating func takeFence() {
    let start = position
    var fences = 0
    while byte(position + fences) == UInt8(ascii: "#") { fences += 1 }
    switch byte(position + fences) {
    case UInt8(ascii: "\""):
      position += fences
      takeText(fences: fences)
    case UInt8(ascii: "/"):
      position += fences + 1
      takeFencedRegex(start, fences)
    case let next? where fences == 1 && Self.isNameByte(next):
      position += 1
      skipName()
      let word = String(decoding: bytes[start..<position], as: UTF8.self)
      guard ["#if", "#elseif", "#else", "#endif"].contains(word) else { return add(.word, start) }
      while position < bytes.count, bytes[position] != UInt8(ascii: "\n"),
        bytes[position] != UInt8(ascii: "\r"), !at(position, "//"), !at(position, "/*")
      {
        position += 1
      }
      add(.directive, start)
    default:
      position += fences
      add(.mark, start)
    }
  }

  private mutating func takeText(fences: Int) {
    let start = position - fences
    if let end = endOfText(position, fences, depth: 0) {
      position = end
    } else {
      note("a string doesn't end", start)
      position = max(position, start + 1)
      skipLine()
    }
    add(.text, start)
  }

  /// Where a string ends whose first quotation mark is here; nil if it doesn't.
  private func endOfText(_ quote: Int, _ fences: Int, depth: Int) -> Int? {
    guard depth < Self.depthLimit else { return nil }
    let isLong = at(quote, "\"\"\"") && !(fences > 0 && closesInLine(quote + 1, fences))
    var place = quote + (isLong ? 3 : 1)
    while let byte = byte(place) {
      switch byte {
      case UInt8(ascii: "\""):
        let marks = isLong ? 3 : 1
        guard !isLong || at(place, "\"\"\"") else {
          place += 1
          continue
        }
        let end = place + marks
        guard hasFences(end, fences) else {
          place += 1
          continue
        }
        return end + fences
      case UInt8(ascii: "\\"):
        guard hasFences(place + 1, fences) else {
          place += 1
          continue
        }
        place += 1 + fences
        guard self.byte(place) == UInt8(ascii: "(") else {
          place += 1
          continue
        }
        guard let end = endOfInterpolation(place, depth) else { return nil }
        place = end
      case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
        guard isLong else { return nil }
        place += 1
      default: place += 1
      }
    }
    return nil
  }

  /// Whether `#""""#` and its likes have one line: three marks open a long string only if no mark with
  /// fences follows in the line.
  private func closesInLine(_ start: Int, _ fences: Int) -> Bool {
    var place = start
    while let byte = byte(place), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
      if byte == UInt8(ascii: "\""), hasFences(place + 1, fences) { return true }
      place += 1
    }
    return false
  }

  private func hasFences(_ offset: Int, _ fences: Int) -> Bool {
    offset + fences <= bytes.count
      && bytes[offset..<offset + fences].allSatisfy { $0 == UInt8(ascii: "#") }
  }

  /// Where the parenthesis here is closed, over the strings in it.
  private func endOfInterpolation(_ open: Int, _ depth: Int) -> Int? {
    var place = open
    var level = 0
    while let byte = byte(place) {
      switch byte {
      case UInt8(ascii: "("):
        level += 1
        place += 1
      case UInt8(ascii: ")"):
        level -= 1
        place += 1
        if level == 0 { return place }
      case UInt8(ascii: "\""), UInt8(ascii: "#"):
        var fences = 0
        while self.byte(place + fences) == UInt8(ascii: "#") { fences += 1 }
        guard self.byte(place + fences) == UInt8(ascii: "\"") else {
          place += max(fences, 1)
          continue
        }
        guard let end = endOfText(place + fences, fences, depth: depth + 1) else { return nil }
        place = end
      default: place += 1
      }
    }
    return nil
  }

  /// Whether a slash here begins a regex: if a value can't be before it, and it is closed in its line.
  private var beginsRegex: Bool {
    guard let next = byte(position + 1), !isSpace(position + 1), next != UInt8(ascii: "/"),
      next != UInt8(ascii: "*"), next != UInt8(ascii: "="), next != UInt8(ascii: ")")
    else { return false }
    guard let last = tokens.last else { return endOfRegex != nil }
    let isPrefix =
      switch last.kind {
      case .sign: !(["?", "!", ">"].contains(last.text) && last.range.upperBound == position)
      case .mark: ["(", "[", "{", ",", ":", ";"].contains(last.text)
      case .word:
        ["return", "in", "case", "where", "if", "while", "try", "await"].contains(last.text)
      case .directive: true
      case .number, .text, .regex: false
      }
    return isPrefix && endOfRegex != nil
  }

  private var endOfRegex: Int? {
    var place = position + 1
    var isInClass = false
    while let byte = byte(place), byte != UInt8(ascii: "\n"), byte != UInt8(ascii: "\r") {
      switch byte {
      case UInt8(ascii: "\\"): place += 1
      case UInt8(ascii: "["): isInClass = true
      case UInt8(ascii: "]"): isInClass = false
      case UInt8(ascii: "/") where !isInClass: return place + 1
      default: break
      }
      place += 1
    }
    return nil
  }

  private mutating func takeRegex() {
    let start = position
    position = endOfRegex ?? position + 1
    add(.regex, start)
  }

  private mutating func takeFencedRegex(_ start: Int, _ fences: Int) {
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "\\") {
        position += 1
      } else if bytes[position] == UInt8(ascii: "/"), hasFences(position + 1, fences) {
        position += 1 + fences
        return add(.regex, start)
      }
      position += 1
    }
    position = min(position, bytes.count)
    note("a regex doesn't end", start)
    add(.regex, start)
  }
}
