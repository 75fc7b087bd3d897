import ModelObjectEssentials

/// Reads a binary property list.
///
/// Foundation's reader is recursive, reads shared containers and strings once for each reference,
/// and on Linux takes quadratic time for empty containers. This one takes time in proportion to the
/// bytes, and no stack: it accepts only trees of bounded depth whose containers don't overlap.
///
/// ```
/// "bplist00" | objects | offset of each object | trailer: 6 bytes unused,
///   size of an offset, size of a reference (1 each), object count, root, where the
///   offsets are (8 each); all numbers big-endian
/// ```
///
/// The values are Swift types on all platforms: `String`, `Int`, `UInt64`, `Float`, `Double`,
/// `Bool`, `Date`, `Data`, `[Any]` and `[String: Any]`. Data under some keys of a dictionary isn't
/// copied: its value is a `ByteView` of the list.
struct PropertyListReader {
  /// An error in the bytes.
  struct Flaw: Error {
    let text: String
    init(_ text: String) { self.text = text }
  }

  let bytes: ByteView
  /// The keys whose data isn't copied.
  private let lentKeys: Set<String>
  /// The end of the objects, where the table of their offsets begins.
  let tableOffset: Int
  private let offsetSize: Int
  private let referenceSize: Int
  private let objectCount: Int
  private let root: Int
  /// How many bytes containers may still take: each is in one place, and they can't overlap, so
  /// together they take no more than the list.
  private var containerBytes: Int
  /// The longer strings and all data, by the numbers of their objects: one in many places is made
  /// once, so that together they take no more than the list.
  private var texts: [String?]
  private var data: [Int: Data] = [:]
  /// Counts the keys, each of which may be in many dictionaries.
  private let budget: ArchiveBudget

  private static let trailerSize = 32
  private static let headerSize = 8
  /// The size up to which a `String` is stored inline.
  private static let inlineTextSize = 15

  /// Whether bytes begin as a binary property list does.
  static func isPropertyList(_ bytes: ByteView) -> Bool {
    ByteView.with("bplist00") { bytes.count >= $0.count && bytes[0, $0.count].equals($0) }
  }

  /// Reads a whole property list, and copies all of it.
  static func read(_ data: Data) throws -> Any {
    try ByteView.with(data) { try read($0, lending: []) }
  }

  /// Reads a whole property list; the data under some keys is good as long as the bytes are.
  @inline(never)
  static func read(
    _ bytes: ByteView,
    lending keys: Set<String>,
    _ budget: ArchiveBudget? = nil
  ) throws(Flaw) -> Any {
    var reader = try PropertyListReader(bytes, keys, budget: budget ?? ArchiveBudget(bytes.count))
    return try reader.read()
  }

  private init(
    _ bytes: ByteView,
    _ lentKeys: Set<String>,
    budget: ArchiveBudget
  ) throws(Flaw) {
    self.budget = budget
    let count = bytes.count
    guard Self.isPropertyList(bytes) else { throw Flaw("not an archive") }
    guard count > Self.headerSize + Self.trailerSize else { throw Flaw("too short") }
    let trailer = count - Self.trailerSize
    offsetSize = Int(bytes[trailer + 6])
    referenceSize = Int(bytes[trailer + 7])
    guard (1...8).contains(offsetSize), (1...8).contains(referenceSize) else {
      throw Flaw("bad trailer")
    }
    objectCount = try bytes.number(at: trailer + 8, size: 8)
    root = try bytes.number(at: trailer + 16, size: 8)
    tableOffset = try bytes.number(at: trailer + 24, size: 8)
    guard root < objectCount, tableOffset <= trailer,
      objectCount <= (trailer - tableOffset) / offsetSize
    else { throw Flaw("bad trailer") }
    self.bytes = bytes
    self.lentKeys = lentKeys
    texts = Array(repeating: nil, count: objectCount)
    containerBytes = count
  }
}

// MARK: - Containers

extension PropertyListReader {
  /// A container whose elements are being read.
  private struct Level {
    /// The offset of the next reference.
    var next: Int
    let end: Int
    /// The end of a dictionary's keys; the start for an array.
    let keyEnd: Int
    let isDictionary: Bool
    var keys: [String] = []
    var values: [Any] = []

    /// The key of the next value; nil in an array.
    var nextKey: String? { isDictionary ? keys[values.count] : nil }

    /// The container as a value; if a key repeats, the first value is used.
    var value: Any {
      guard isDictionary else { return values }
      return Dictionary(zip(keys, values), uniquingKeysWith: { first, _ in first })
    }
  }

  private mutating func read() throws(Flaw) -> Any {
    guard let level = try container(root) else { return try value(root) }
    // Levels are changed in place: changing a copy would copy its values each time.
    var levels = [level]
    while true {
      let last = levels.count - 1
      let offset = levels[last].next
      guard offset < levels[last].end else {
        let value = levels.removeLast().value
        guard last > 0 else { return value }
        levels[last - 1].values.append(value)
        continue
      }
      levels[last].next += referenceSize
      let object = try reference(at: offset)
      if offset < levels[last].keyEnd {
        levels[last].keys.append(try key(object))
      } else if let inner = try container(object) {
        // Foundation doesn't read deeper property lists.
        guard levels.count < FixedOptions.defaultDepth else { throw Flaw("nested too deep") }
        levels.append(inner)
      } else {
        levels[last].values.append(try value(object, under: levels[last].nextKey))
      }
    }
  }

  /// Opens an object that is a container; nil for any other object.
  private mutating func container(_ object: Int) throws(Flaw) -> Level? {
    let offset = try offset(of: object)
    let kind = bytes[offset] >> 4
    guard kind == 0xA || kind == 0xD else { return nil }
    let (count, start) = try count(at: offset)
    let keySize = kind == 0xD ? count * referenceSize : 0
    let size = keySize + count * referenceSize
    try checkSize(size, at: start)
    containerBytes -= size + start - offset
    guard containerBytes >= 0 else { throw Flaw("containers overlap") }
    var level = Level(
      next: start,
      end: start + size,
      keyEnd: start + keySize,
      isDictionary: kind == 0xD
    )
    level.values.reserveCapacity(count)
    return level
  }
}

// MARK: - Values

extension PropertyListReader {
  private mutating func key(_ object: Int) throws(Flaw) -> String {
    let offset = try offset(of: object)
    guard bytes[offset] >> 4 == 5 || bytes[offset] >> 4 == 6 else {
      throw Flaw("a key is not a string")
    }
    let key = try text(object, offset)
    // A shorter one costs no more than the references to it.
    if key.utf8.count >= Self.longKeySize, !budget.count(key.hashCost, .hashing) {
      throw Flaw("a key is too long")
    }
    return key
  }

  private static let longKeySize = 256

  /// The value of an object that isn't a container.
  private mutating func value(_ object: Int, under key: String? = nil) throws(Flaw) -> Any {
    let offset = try offset(of: object)
    let marker = bytes[offset]
    switch marker >> 4 {
    case 0x0 where marker == 0x08 || marker == 0x09: return marker == 0x09
    case 0x1: return try integer(at: offset + 1, size: 1 << Int(marker & 15))
    case 0x2 where marker == 0x22:
      return Float(bitPattern: UInt32(truncatingIfNeeded: try bits(at: offset + 1, size: 4)))
    case 0x2 where marker == 0x23: return Double(bitPattern: try bits(at: offset + 1, size: 8))
    case 0x3 where marker == 0x33:
      let seconds = Double(bitPattern: try bits(at: offset + 1, size: 8))
      return Date(timeIntervalSinceReferenceDate: seconds)
    case 0x4:
      if let key, lentKeys.contains(key) { return try part(at: offset) }
      return try data(object, offset)
    case 0x5, 0x6: return try text(object, offset)
    default: throw Flaw("unknown value")
    }
  }

  /// A whole number; eight bytes are signed, fewer are unsigned.
  private func integer(at offset: Int, size: Int) throws(Flaw) -> Any {
    guard size <= 16 else { throw Flaw("bad number") }
    guard size == 16 else { return Int(truncatingIfNeeded: try bits(at: offset, size: size)) }
    let high = try bits(at: offset, size: 8)
    let low = try bits(at: offset + 8, size: 8)
    guard high == 0 else { throw Flaw("bad number") }
    return Int(exactly: low) ?? low as Any
  }

  /// The bytes of data.
  private func part(at offset: Int) throws(Flaw) -> ByteView {
    let (count, start) = try count(at: offset)
    try checkSize(count, at: start)
    return bytes[start, start + count]
  }

  private mutating func data(_ object: Int, _ offset: Int) throws(Flaw) -> Data {
    let part = try part(at: offset)
    if let data = data[object] { return data }
    let made = Data(part)
    data[object] = made
    return made
  }

  private mutating func text(_ object: Int, _ offset: Int) throws(Flaw) -> String {
    let isWide = bytes[offset] >> 4 == 6
    let (count, start) = try count(at: offset)
    let size = isWide ? count * 2 : count
    try checkSize(size, at: start)
    if let text = texts[object] { return text }
    let part = bytes[start, start + size]
    let text = isWide ? part.bigEndianText : String(part)
    // Only ASCII has as many code units in UTF-8 as in UTF-16.
    guard isWide || text.utf8.count == text.utf16.count else { throw Flaw("bad text") }
    if size > Self.inlineTextSize { texts[object] = text }
    return text
  }
}

// MARK: - Bytes

extension PropertyListReader {
  private func offset(of object: Int) throws(Flaw) -> Int {
    let offset = try bytes.number(at: tableOffset + object * offsetSize, size: offsetSize)
    guard offset >= Self.headerSize, offset < tableOffset else { throw Flaw("bad offset") }
    return offset
  }

  private func reference(at offset: Int) throws(Flaw) -> Int {
    let object = try bytes.number(at: offset, size: referenceSize)
    guard object < objectCount else { throw Flaw("bad reference") }
    return object
  }

  /// The number of elements, bytes or UTF-16 code units of an object, and the offset of the first.
  private func count(at offset: Int) throws(Flaw) -> (count: Int, start: Int) {
    let short = Int(bytes[offset] & 15)
    guard short == 15 else { return (short, offset + 1) }
    // At the end of the objects, this is the first byte after them.
    guard (0x10...0x13).contains(bytes[offset + 1]) else { throw Flaw("bad size") }
    let size = 1 << Int(bytes[offset + 1] & 15)
    try checkSize(size, at: offset + 2)
    let count = try bytes.number(at: offset + 2, size: size)
    guard count <= tableOffset else { throw Flaw("bad size") }
    return (count, offset + 2 + size)
  }

  private func checkSize(_ size: Int, at offset: Int) throws(Flaw) {
    guard size <= tableOffset - offset else { throw Flaw("cut off") }
  }

  /// One to eight bytes of the objects.
  private func bits(at offset: Int, size: Int) throws(Flaw) -> UInt64 {
    try checkSize(size, at: offset)
    return bytes.bigEndian(offset, size)
  }
}

extension ByteView {
  /// One to eight bytes as a big-endian number.
  func bigEndian(_ offset: Int, _ size: Int) -> UInt64 {
    var number: UInt64 = 0
    for index in 0..<size { number = number << 8 | UInt64(self[offset + index]) }
    return number
  }

  /// A number of one to eight bytes inside the list.
  fileprivate func number(at offset: Int, size: Int) throws(PropertyListReader.Flaw) -> Int {
    guard let number = Int(exactly: bigEndian(offset, size)) else {
      throw PropertyListReader.Flaw("bad number")
    }
    return number
  }

  /// The bytes as big-endian UTF-16.
  fileprivate var bigEndianText: String {
    let units = stride(from: 0, to: count - 1, by: 2).map { UInt16(bigEndian($0, 2)) }
    return String(decoding: units, as: UTF16.self)
  }
}
