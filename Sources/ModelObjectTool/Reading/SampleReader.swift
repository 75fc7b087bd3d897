/// Reads a document that the library has found to be JSON.
///
/// The library gives dictionaries, which have no order, and numbers, which have no spelling; classes
/// should have their properties in the order of the document, and `1.0` is no `Int`.
struct SampleReader {
  /// What the bytes turn out not to be, after all.
  struct Malformed: Error {}

  private let bytes: [UInt8]
  private var offset = 0
  private let tell: (Double) -> Void
  private var nextTold = SampleReader.step

  private static let step = 1 << 20
  /// The library's own limit.
  private static let maximumDepth = 512

  /// Reads a whole document, and tells every now and then which part of it is done.
  static func read(_ bytes: [UInt8], tell: @escaping (Double) -> Void) throws -> Sample {
    var reader = SampleReader(bytes: bytes, tell: tell)
    return try reader.value(depth: 1)
  }

  private init(bytes: [UInt8], tell: @escaping (Double) -> Void) {
    self.bytes = bytes
    self.tell = tell
  }

  private mutating func value(depth: Int) throws -> Sample {
    guard depth <= Self.maximumDepth else { throw Malformed() }
    if offset >= nextTold {
      tell(Double(offset) / Double(bytes.count))
      nextTold = offset + Self.step
    }
    switch peek() {
    case UInt8(ascii: "{"): return .object(try pairs(depth: depth))
    case UInt8(ascii: "["): return .array(try elements(depth: depth))
    case UInt8(ascii: "\""): return .text(try text())
    case UInt8(ascii: "t"), UInt8(ascii: "f"):
      _ = word()
      return .bool
    case UInt8(ascii: "n"):
      _ = word()
      return .null
    default:
      let number = word()
      guard !number.isEmpty else { throw Malformed() }
      return .number(number)
    }
  }

  private mutating func pairs(depth: Int) throws -> [SamplePair] {
    var pairs: [SamplePair] = []
    var places: [String: Int] = [:]
    offset += 1
    while peek() != UInt8(ascii: "}") {
      if !pairs.isEmpty { try take(UInt8(ascii: ",")) }
      _ = peek()
      let key = try text()
      try take(UInt8(ascii: ":"))
      let value = try value(depth: depth + 1)
      // The last one counts, as in a mapping.
      if let place = places[key] {
        pairs[place].value = value
      } else {
        places[key] = pairs.count
        pairs.append(SamplePair(key: key, value: value))
      }
    }
    offset += 1
    return pairs
  }

  private mutating func elements(depth: Int) throws -> [Sample] {
    var elements: [Sample] = []
    offset += 1
    while peek() != UInt8(ascii: "]") {
      if !elements.isEmpty { try take(UInt8(ascii: ",")) }
      elements.append(try value(depth: depth + 1))
    }
    offset += 1
    return elements
  }
}

// MARK: - Tokens

extension SampleReader {
  /// The next byte that is no white space; nil at the end.
  private mutating func peek() -> UInt8? {
    while offset < bytes.count, bytes[offset] <= UInt8(ascii: " ") { offset += 1 }
    return offset < bytes.count ? bytes[offset] : nil
  }

  private mutating func take(_ byte: UInt8) throws {
    guard peek() == byte else { throw Malformed() }
    offset += 1
  }

  /// A number, or a word such as `true`.
  private mutating func word() -> String {
    let start = offset
    while offset < bytes.count {
      switch bytes[offset] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        offset += 1
      default: return String(decoding: bytes[start..<offset], as: UTF8.self)
      }
    }
    return String(decoding: bytes[start..<offset], as: UTF8.self)
  }

  private mutating func text() throws -> String {
    try take(UInt8(ascii: "\""))
    var kept: [UInt8] = []
    while offset < bytes.count {
      let byte = bytes[offset]
      offset += 1
      switch byte {
      case UInt8(ascii: "\""): return String(decoding: kept, as: UTF8.self)
      case UInt8(ascii: "\\"): kept += try escaped()
      default: kept.append(byte)
      }
    }
    throw Malformed()
  }

  private mutating func escaped() throws -> [UInt8] {
    guard offset < bytes.count else { throw Malformed() }
    let byte = bytes[offset]
    offset += 1
    switch byte {
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "t"): return [0x09]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "b"): return [0x08]
    case UInt8(ascii: "f"): return [0x0C]
    case UInt8(ascii: "u"):
      var units = [try unit()]
      if UTF16.isLeadSurrogate(units[0]), bytes[offset...].starts(with: Array("\\u".utf8)) {
        offset += 2
        units.append(try unit())
      }
      return Array(String(decoding: units, as: UTF16.self).utf8)
    default: return [byte]
    }
  }

  private mutating func unit() throws -> UInt16 {
    guard offset + 4 <= bytes.count,
      let unit = UInt16(String(decoding: bytes[offset..<offset + 4], as: UTF8.self), radix: 16)
    else { throw Malformed() }
    offset += 4
    return unit
  }
}
