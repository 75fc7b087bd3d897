import Foundation

/// Looks at the bytes of a binary property list before Foundation does.
///
/// Foundation's reader goes through a container as often as somebody refers to it, makes each text
/// anew in each place, and follows nesting with its stack. What passes here is a tree of bounded
/// depth that takes no more work than its bytes warrant.
///
/// ```
/// "bplist00" | objects | offset of each object | trailer: 6 bytes unused,
///   size of an offset, size of a reference (1 each), object count, root, where the offsets are
///   (8 each); all numbers big-endian
/// ```
struct PropertyListScanner {
  /// What is wrong with the bytes.
  struct Flaw: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }

  private let bytes: ByteView
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let root: Int
  private let tableOffset: Int
  /// The containers that were seen; a second look at one is an error.
  private var seen: [Bool]
  /// How many bytes containers may still take: they can't overlap, so no more than there are.
  private var containerBytes: Int
  /// How many bytes texts and data may still take, each counted in each of its places.
  private var valueBytes: Int

  private static let trailerSize = 32
  private static let headerSize = 8

  /// How many times its own size an archive may become by texts that stand in many places.
  private static let maximumExpansion = 128

  /// What a property list comes to.
  struct Extent {
    let depth: Int
    /// How many bytes its texts and data have, each counted in each of its places.
    let valueBytes: Int
  }

  /// Checks a whole property list.
  static func scan(_ data: Data) throws -> Extent {
    try ByteView.with(data) { bytes in
      var scanner = try PropertyListScanner(bytes)
      let depth = try scanner.scan()
      let room = maximumValueBytes(in: bytes.count)
      return Extent(depth: depth, valueBytes: room - scanner.valueBytes)
    }
  }

  /// How many bytes texts and data may have in a property list of some size.
  static func maximumValueBytes(in size: Int) -> Int {
    size * maximumExpansion + (1 << 20)
  }

  private init(_ bytes: ByteView) throws {
    let count = bytes.count
    guard count > Self.headerSize + Self.trailerSize else { throw Flaw("too short") }
    for (offset, byte) in "bplist00".utf8.enumerated() where bytes[offset] != byte {
      throw Flaw("no binary property list")
    }
    let trailer = count - Self.trailerSize
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
      throw Flaw("bad trailer")
    }
    func number(at offset: Int) throws -> Int {
      guard let number = Int(exactly: bytes.word(at: trailer + offset).byteSwapped) else {
        throw Flaw("bad trailer")
      }
      return number
    }
    objectCount = try number(at: 8)
    root = try number(at: 16)
    tableOffset = try number(at: 24)
    guard objectCount > 0, root < objectCount, tableOffset > Self.headerSize,
      tableOffset <= trailer, objectCount <= (trailer - tableOffset) / offsetSize
    else { throw Flaw("bad trailer") }
    self.bytes = bytes
    seen = Array(repeating: false, count: objectCount)
    containerBytes = count
    valueBytes = Self.maximumValueBytes(in: count)
  }

  /// A container whose parts are being looked at.
  private struct Level {
    /// The offset of the next reference.
    var next: Int
    let end: Int
    /// Where the keys of a dictionary end; the start for an array.
    let keyEnd: Int
  }

  private mutating func scan() throws -> Int {
    var levels: [Level] = []
    var depth = 0
    if let level = try visit(root, isKey: false) { levels.append(level) }
    while let last = levels.indices.last {
      depth = max(depth, levels.count)
      let offset = levels[last].next
      guard offset < levels[last].end else {
        levels.removeLast()
        continue
      }
      levels[last].next += referenceSize
      let object = try reference(at: offset)
      if let level = try visit(object, isKey: offset < levels[last].keyEnd) {
        guard levels.count < ArchiveFormat.maximumListDepth else { throw Flaw("nested too deep") }
        levels.append(level)
      }
    }
    return depth
  }

  /// Checks an object; what it refers to is left to the caller.
  private mutating func visit(_ object: Int, isKey: Bool) throws -> Level? {
    let offset = try number(at: tableOffset + object * offsetSize, size: offsetSize)
    guard offset >= Self.headerSize, offset < tableOffset else { throw Flaw("bad offset") }
    let marker = bytes[offset]
    let kind = marker >> 4
    guard !isKey || kind == 5 || kind == 6 else { throw Flaw("a key is no text") }
    switch kind {
    case 0x0:
      guard marker == 0x08 || marker == 0x09 else { throw Flaw("unknown value") }
    case 0x1:
      guard marker <= 0x14 else { throw Flaw("bad number") }
      try checkSize(1 << Int(marker & 15), at: offset + 1)
    case 0x2:
      guard marker == 0x22 || marker == 0x23 else { throw Flaw("bad number") }
      try checkSize(1 << Int(marker & 15), at: offset + 1)
    case 0x3:
      guard marker == 0x33 else { throw Flaw("bad date") }
      try checkSize(8, at: offset + 1)
    case 0x4, 0x5, 0x6: try visitValue(offset, kind)
    case 0xA, 0xD:
      guard !seen[object] else { throw Flaw("a container stands in two places") }
      seen[object] = true
      return try visitContainer(offset, isDictionary: kind == 0xD)
    default: throw Flaw("unknown value")
    }
    return nil
  }

  /// A text or data.
  private mutating func visitValue(_ offset: Int, _ kind: UInt8) throws {
    let (count, start) = try count(at: offset)
    guard count <= tableOffset else { throw Flaw("bad size") }
    let size = kind == 0x6 ? count * 2 : count
    try checkSize(size, at: start)
    valueBytes -= size
    guard valueBytes >= 0 else { throw Flaw("too large for its bytes") }
  }

  private mutating func visitContainer(_ offset: Int, isDictionary: Bool) throws -> Level {
    let (count, start) = try count(at: offset)
    guard count <= tableOffset else { throw Flaw("bad size") }
    let keySize = isDictionary ? count * referenceSize : 0
    let size = keySize + count * referenceSize
    try checkSize(size, at: start)
    containerBytes -= size + start - offset
    guard containerBytes >= 0 else { throw Flaw("containers overlap") }
    return Level(next: start, end: start + size, keyEnd: start + keySize)
  }

  /// How many parts an object has, and where they begin.
  private func count(at offset: Int) throws -> (count: Int, start: Int) {
    let short = Int(bytes[offset] & 15)
    guard short == 15 else { return (short, offset + 1) }
    guard offset + 1 < tableOffset, (0x10...0x13).contains(bytes[offset + 1]) else {
      throw Flaw("bad size")
    }
    let size = 1 << Int(bytes[offset + 1] & 15)
    try checkSize(size, at: offset + 2)
    return (try number(at: offset + 2, size: size), offset + 2 + size)
  }

  private func reference(at offset: Int) throws -> Int {
    let object = try number(at: offset, size: referenceSize)
    guard object < objectCount else { throw Flaw("bad reference") }
    return object
  }

  private func checkSize(_ size: Int, at offset: Int) throws {
    guard offset <= tableOffset, size <= tableOffset - offset else { throw Flaw("cut off") }
  }

  /// A number of one to eight bytes that lie inside.
  private func number(at offset: Int, size: Int) throws -> Int {
    var number: UInt64 = 0
    for place in 0..<size { number = number << 8 | UInt64(bytes[offset + place]) }
    guard let number = Int(exactly: number) else { throw Flaw("bad number") }
    return number
  }
}
