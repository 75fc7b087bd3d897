/// The way along a text that is being recorded.
///
/// Common tokens are recorded here. All others are left to the reader, and so are their errors.
struct TapeRecorder {
  typealias Nodes = ReusedBuffer<TapeNode>

  /// The offset after the last token.
  private var offset: Int
  /// The index of the innermost open object or array; negative if there is none.
  private var open = -1
  /// Whether that is an object.
  private var isInObject = false
  /// The number of its parts, with the one that is being read.
  private var count = 0
  /// The index of the first node of the part that is being read; negative if it has ended.
  private var part = 0
  /// The last gap between a value and a key: a comma, white space, and the key's first quote.
  private var gap = BytePattern.commaAndQuote
  /// Whether the nodes of a part stay when it has ended.
  private let keepsParts: Bool

  init(_ offset: Int, keepsParts: Bool) {
    self.offset = offset
    self.keepsParts = keepsParts
  }

  /// Records a value; if the text isn't complete, more of it may follow a number.
  @inline(__always)
  mutating func record(
    _ reader: inout JSONReader,
    _ nodes: inout Nodes,
    isComplete: Bool
  ) throws(Misfit) {
    parts: while true {
      if isInObject { try key(&reader, &nodes) }
      let first = next(in: reader.bytes)
      switch first {
      case UInt8(ascii: "\""): try string(&reader, &nodes)
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        if try begin(first, &reader, &nodes) { continue parts }
      default: try wordOrNumber(first, &reader, &nodes, isComplete)
      }
      if !keepsParts { nodes.removeAll(from: part) }
      part = -1
      if isInObject, passGap(in: reader.bytes) {
        beginPart(nodes)
        continue parts
      }
      while open >= 0 {
        if next(in: reader.bytes) == UInt8(ascii: ",") {
          passComma(in: reader.bytes)
          beginPart(nodes)
          continue parts
        }
        guard next(in: reader.bytes) == (isInObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw .syntax(offset: offset, expected: isInObject ? .commaOrBrace : .commaOrBracket)
        }
        end(&reader, &nodes, to: offset &+ 1)
      }
      break
    }
    reader.position = offset
  }

  @inline(__always)
  private mutating func beginPart(_ nodes: borrowing Nodes) {
    count &+= 1
    part = nodes.count
  }

  /// Moves to the next key if the gap before it is the last one again; else stays.
  ///
  /// The processor can go on with the key before it has searched the bytes of the gap.
  @inline(__always)
  private mutating func passGap(in bytes: ByteView) -> Bool {
    let end = bytes.end(of: gap, from: offset)
    guard end >= 0 else { return false }
    offset = end &- 1
    return true
  }

  /// Moves past a comma, in an object to the key after it, and learns the gap between them.
  @inline(__always)
  private mutating func passComma(in bytes: ByteView) {
    let start = offset
    offset &+= 1
    guard isInObject, next(in: bytes) == UInt8(ascii: "\""), offset < start &+ 16 else { return }
    gap = BytePattern(bytes[start, offset &+ 1])
  }

  /// Moves to the next byte that isn't white space, and returns it; zero at the end.
  @inline(__always)
  private mutating func next(in bytes: ByteView) -> UInt8 {
    var byte = bytes.peek(offset)
    guard byte <= 0x20 else { return byte }
    // Most often it is one space, or the end of a line and the spaces before the next.
    if byte == 0x0A {
      offset = bytes.endOfSpaces(from: offset &+ 1)
    } else if byte == 0x20 {
      offset &+= 1
    }
    byte = bytes.peek(offset)
    if byte > 0x20 { return byte }
    offset = bytes.endOfBlanks(from: offset)
    return bytes.peek(offset)
  }

  /// Opens an object or array; if it is empty, records its end too, and returns false.
  @inline(__always)
  private mutating func begin(
    _ first: UInt8,
    _ reader: inout JSONReader,
    _ nodes: inout Nodes
  ) throws(Misfit) -> Bool {
    guard reader.remainingDepth > 0 else { throw .tooDeep(offset: offset) }
    let isObject = first == UInt8(ascii: "{")
    let index = nodes.count
    // As long as it is open, its node leads to the one around it.
    nodes.append(TapeNode(isObject ? .object : .array, from: offset, next: open &+ 1))
    offset &+= 1
    if next(in: reader.bytes) == first &+ 2 {
      nodes.append(TapeNode(.end, from: offset, to: offset &+ 1))
      nodes[index].next = nodes.count
      offset &+= 1
      return false
    }
    if open >= 0 { nodes[open].partCount = count }
    reader.remainingDepth &-= 1
    (open, isInObject, count) = (index, isObject, 1)
    part = nodes.count
    return true
  }

  /// Records the end of the innermost object or array, which goes up to an offset.
  @inline(__always)
  private mutating func end(
    _ reader: inout JSONReader,
    _ nodes: inout Nodes,
    to end: Int
  ) {
    reader.remainingDepth &+= 1
    nodes.append(TapeNode(.end, from: offset, to: end))
    offset = end
    let (inner, outer) = (open, nodes[open].next &- 1)
    nodes[inner].next = nodes.count
    nodes[inner].partCount = count
    open = outer
    guard outer >= 0 else { return }
    isInObject = nodes[outer].kind == .object
    count = nodes[outer].partCount
    if !keepsParts { nodes.removeAll(from: isInObject ? inner &- 1 : inner) }
  }

  /// Records a key, and moves past the colon after it.
  @inline(__always)
  private mutating func key(_ reader: inout JSONReader, _ nodes: inout Nodes) throws(Misfit) {
    guard next(in: reader.bytes) == UInt8(ascii: "\"") else {
      throw .syntax(offset: offset, expected: .key)
    }
    try string(&reader, &nodes)
    guard next(in: reader.bytes) == UInt8(ascii: ":") else {
      throw .syntax(offset: offset, expected: .colon)
    }
    offset &+= 1
  }

  @inline(__always)
  private mutating func string(
    _ reader: inout JSONReader,
    _ nodes: inout Nodes
  ) throws(Misfit) {
    let start = offset
    let end = reader.bytes.endOfPlainASCII(from: start &+ 1)
    if reader.bytes.peek(end) == UInt8(ascii: "\"") {
      offset = end &+ 1
      nodes.append(TapeNode(.plainText, from: start, to: offset))
    } else {
      let token = try reader.stringWithMore(from: start &+ 1, plainTo: end)
      offset = token.end &+ 1
      nodes.append(TapeNode(token.hasEscapes ? .escapedText : .plainText, from: start, to: offset))
    }
  }

  @inline(__always)
  private mutating func wordOrNumber(
    _ first: UInt8,
    _ reader: inout JSONReader,
    _ nodes: inout Nodes,
    _ isComplete: Bool
  ) throws(Misfit) {
    let start = offset
    // Most numbers are short integers.
    if first &- UInt8(ascii: "1") < 9, let digits = reader.bytes.digits(at: start),
      digits.count < 8, case let following = reader.bytes.peek(start &+ digits.count),
      following != UInt8(ascii: "."), following | 0x20 != UInt8(ascii: "e")
    {
      offset &+= digits.count
      return nodes.append(TapeNode(.number, from: start, to: offset))
    }
    reader.position = start
    try reader.skipWordOrNumber(first, isComplete: isComplete)
    offset = reader.position
    let kind: TapeNode.Kind =
      switch first {
      case UInt8(ascii: "t"): .yes
      case UInt8(ascii: "f"): .no
      case UInt8(ascii: "n"): .null
      default: .number
      }
    nodes.append(TapeNode(kind, from: start, to: offset))
  }

  /// Closes what is open where the text is cut.
  mutating func close(_ reader: inout JSONReader, _ nodes: inout Nodes) throws(Misfit) {
    let bytes = reader.bytes
    if part >= 0, open >= 0 {
      let isString = next(in: bytes) == UInt8(ascii: "\"")
      // That of a key is looked for too, as it may be invalid UTF-8.
      let endOfString = isString ? try bytes.endOfCutString(from: offset &+ 1) : offset
      if isString, nodes.count &- part == (isInObject ? 1 : 0) {
        let hasEscapes = bytes.endOfPlainRun(from: offset &+ 1) < endOfString
        let kind = hasEscapes ? TapeNode.Kind.escapedText : .plainText
        nodes.append(TapeNode(kind, from: offset, to: endOfString &+ 1, isCut: true))
      } else {
        while nodes.count > part { nodes.removeLast() }
        count &-= 1
      }
    }
    if nodes.count > 0 {
      let last = nodes[nodes.count &- 1]
      offset = last.isContainer ? last.begin &+ 1 : last.isCut ? last.end &- 1 : last.end
    }
    while open >= 0 {
      nodes[open].isCut = true
      end(&reader, &nodes, to: offset)
    }
    reader.position = bytes.count
  }
}
