/// A JSON value as a plain reader sees it: nothing is lost, not even a key that stands twice.
indirect enum Tree: Sendable {
  case null
  case bool(Bool)
  case number(String)
  case text(String)
  case array([Tree])
  case object([(key: String, value: Tree)])
}

/// A reader of JSON (RFC 8259) as plain as can be, to compare the library with.
struct ReferenceReader {
  private struct Malformed: Error {}

  private let bytes: [UInt8]
  private var position = 0
  private var depth = 0
  /// How many objects and arrays lie in one another.
  private(set) var deepest = 0

  /// The value that a UTF-8 text is and how deep it is; nil if it isn't JSON.
  static func read(_ bytes: some Sequence<UInt8>) -> (tree: Tree, depth: Int)? {
    var reader = ReferenceReader(bytes: Array(bytes))
    guard String(validating: reader.bytes, as: UTF8.self) != nil,
      let tree = try? reader.value()
    else { return nil }
    reader.skipBlanks()
    return reader.position == reader.bytes.count ? (tree, reader.deepest) : nil
  }

  private init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func skipBlanks() {
    while let byte, [0x20, 0x0A, 0x0D, 0x09].contains(byte) { position += 1 }
  }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[position...].starts(with: text.utf8) else { return false }
    position += text.utf8.count
    return true
  }

  private mutating func value() throws -> Tree {
    skipBlanks()
    switch byte.map({ Character(Unicode.Scalar($0)) }) {
    case "{": return try object()
    case "[": return try array()
    case "\"": return .text(try string())
    case "-", "0", "1", "2", "3", "4", "5", "6", "7", "8", "9": return .number(try number())
    default:
      if take("true") { return .bool(true) }
      if take("false") { return .bool(false) }
      if take("null") { return .null }
      throw Malformed()
    }
  }

  private mutating func enter() throws {
    position += 1
    depth += 1
    deepest = max(deepest, depth)
    // The stack has an end; no document that is worth a look comes near to it.
    if depth > 2_000 { throw Malformed() }
  }

  private mutating func object() throws -> Tree {
    try enter()
    defer { depth -= 1 }
    var pairs: [(key: String, value: Tree)] = []
    skipBlanks()
    if take("}") { return .object([]) }
    repeat {
      skipBlanks()
      guard byte == UInt8(ascii: "\"") else { throw Malformed() }
      let key = try string()
      skipBlanks()
      guard take(":") else { throw Malformed() }
      pairs.append((key, try value()))
      skipBlanks()
    } while take(",")
    guard take("}") else { throw Malformed() }
    return .object(pairs)
  }

  private mutating func array() throws -> Tree {
    try enter()
    defer { depth -= 1 }
    var elements: [Tree] = []
    skipBlanks()
    if take("]") { return .array([]) }
    repeat {
      elements.append(try value())
      skipBlanks()
    } while take(",")
    guard take("]") else { throw Malformed() }
    return .array(elements)
  }

  private mutating func number() throws -> String {
    let start = position
    _ = take("-")
    if !take("0") { try digits() }
    if take(".") { try digits() }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits()
    }
    return String(decoding: bytes[start..<position], as: UTF8.self)
  }

  private mutating func digits() throws {
    let start = position
    while let byte, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) { position += 1 }
    if position == start { throw Malformed() }
  }

  private mutating func string() throws -> String {
    position += 1
    var units: [UInt8] = []
    while let byte {
      position += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: units, as: UTF8.self)
      case UInt8(ascii: "\\"): units += Array(String(try escape()).utf8)
      case 0..<0x20: throw Malformed()
      default: units.append(byte)
      }
    }
    throw Malformed()
  }

  private mutating func escape() throws -> Character {
    let plain: [UInt8: Character] = [
      UInt8(ascii: "\""): "\"", UInt8(ascii: "\\"): "\\", UInt8(ascii: "/"): "/",
      UInt8(ascii: "b"): "\u{8}", UInt8(ascii: "f"): "\u{C}", UInt8(ascii: "n"): "\n",
      UInt8(ascii: "r"): "\r", UInt8(ascii: "t"): "\t",
    ]
    guard let letter = byte else { throw Malformed() }
    if let character = plain[letter] {
      position += 1
      return character
    }
    let first = try unit()
    if let scalar = Unicode.Scalar(first) { return Character(scalar) }
    guard first < 0xDC00 else { throw Malformed() }
    guard take("\\") else { throw Malformed() }
    let second = try unit()
    guard (0xDC00...0xDFFF).contains(second),
      let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
    else { throw Malformed() }
    return Character(scalar)
  }

  private mutating func unit() throws -> UInt32 {
    guard take("u"), position + 4 <= bytes.count else { throw Malformed() }
    var unit: UInt32 = 0
    for _ in 0..<4 {
      guard let digit = Character(Unicode.Scalar(bytes[position])).hexDigitValue,
        bytes[position] < 0x80
      else { throw Malformed() }
      unit = unit << 4 | UInt32(digit)
      position += 1
    }
    return unit
  }
}
