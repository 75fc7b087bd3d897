import ModelObjectEssentials

/// Writes a binary property list, in the form that `PropertyListReader` describes.
///
/// Equal scalars, strings and data are written once. Containers come after them, when the size of a
/// reference is known: so a deep value takes no stack.
struct PropertyListWriter {
  /// The number of each model in the archive, in the order in which they were found.
  private let numbers: [Int]
  private let bytes = ByteBuffer()
  /// The offset of each object; that of a container once it is written.
  private var offsets: [Int] = []
  /// The objects without parts.
  private var leaves: [Leaf: Int] = [:]
  /// The containers whose parts are still to be added.
  private var waiting: [(object: Int, node: WrittenNode)] = []
  private var containers: [(object: Int, marker: UInt8, references: [Int])] = []

  private enum Leaf: Hashable {
    case scalar(UInt8, UInt64)
    case text(ExactKey)
    case data(Data)
  }

  static func list(of root: WrittenNode, numbers: [Int]) -> Data {
    var writer = PropertyListWriter(numbers: numbers)
    writer.bytes.append("bplist00")
    _ = writer.add(root)
    while let (object, node) = writer.waiting.popLast() { writer.addParts(of: node, object) }
    return writer.finish()
  }

  private init(numbers: [Int]) { self.numbers = numbers }

  /// The number of a node's object in the list.
  private mutating func add(_ node: WrittenNode) -> Int {
    switch node {
    case .scalar(let marker, let bits):
      return add(.scalar(marker, bits)) { bytes in
        bytes.append(marker)
        // A Boolean is only its marker, and the low digit of others gives their size.
        if marker == 0x14 { bytes.append(bigEndian: 0, size: 8) }
        if marker > 0x0F { bytes.append(bigEndian: bits, size: min(8, 1 << Int(marker & 15))) }
      }
    case .text(let text):
      return add(.text(ExactKey(text))) { $0.append(listed: text) }
    case .data(let data): return add(.data(data)) { $0.append(listed: data) }
    case .object(let object): return add(.tagged(.object, .integer(numbers[object])))
    case .nested(let node):
      // In each place another one: it is read in each, and readers limit that by the archive's size.
      let list = Self.list(of: .array([node]), numbers: numbers)
      let key = add(.text(ArchiveFormat.Tag.nested.rawValue))
      offsets += [bytes.count, 0]
      bytes.append(listed: list)
      containers.append((offsets.count - 1, 0xD0, [key, offsets.count - 2]))
      return offsets.count - 1
    case .array(let nodes):
      if let numbers = numbers(of: nodes) {
        let list = WrittenNode.numbers(numbers)
        if case .array = list { return add(.tagged(.objects, list)) }
        return add(list)
      }
      fallthrough
    case .dictionary:
      waiting.append((offsets.count, node))
      offsets.append(0)
      return offsets.count - 1
    case .packed(let packer): return add(packer.popNode(numbers))
    case .parts(let parts, let columns):
      let tags = (parts.map(\.tag) + (columns == nil ? [] : [.columns])).inKeyOrder { $0.rawValue }
      let keys = tags.map { add(.text($0.rawValue)) }
      let values = tags.map { tag in
        guard let part = parts.first(where: { $0.tag == tag }) else {
          return add(.dictionary(columns ?? [:]))
        }
        offsets.append(bytes.count)
        // The buffer gives its memory back.
        bytes.append(listed: part.data.popData())
        return offsets.count - 1
      }
      offsets.append(0)
      containers.append((offsets.count - 1, 0xD0, keys + values))
      return offsets.count - 1
    }
  }

  private mutating func add(_ leaf: Leaf, _ write: (ByteBuffer) -> Void) -> Int {
    if let known = leaves[leaf] { return known }
    leaves[leaf] = offsets.count
    offsets.append(bytes.count)
    write(bytes)
    return offsets.count - 1
  }

  /// The archive's numbers for nodes if all are objects or null, and at least one is an object;
  /// else nil.
  private func numbers(of nodes: [WrittenNode]) -> [Int]? {
    var found: [Int] = []
    for node in nodes {
      switch node {
      case .object(let object): found.append(numbers[object])
      case .text(ArchiveFormat.null): found.append(ArchiveFormat.noObject)
      default: return nil
      }
    }
    let hasObject = found.contains { $0 != ArchiveFormat.noObject }
    return hasObject ? found : nil
  }

  private mutating func addParts(of node: WrittenNode, _ object: Int) {
    switch node {
    case .array(let nodes):
      let references = nodes.map { add($0) }
      containers.append((object, 0xA0, references))
    case .dictionary(let nodes):
      // Not by `inKeyOrder`, whose unspecialized code would take half the time of a dictionary.
      let (names, values) = (Array(nodes.keys), Array(nodes.values))
      let places = keyOrder(names)
      let keys = places.map { add(.text(names[$0])) }
      containers.append((object, 0xD0, keys + places.map { add(values[$0]) }))
    default: break
    }
  }

  /// Appends the containers, the offsets and the trailer.
  private mutating func finish() -> Data {
    let referenceSize = Self.size(of: offsets.count)
    for (object, marker, references) in containers {
      offsets[object] = bytes.count
      // A dictionary's count is that of its pairs.
      bytes.append(marker, count: marker == 0xD0 ? references.count / 2 : references.count)
      for part in references { bytes.append(bigEndian: UInt64(part), size: referenceSize) }
    }
    let table = bytes.count
    let offsetSize = Self.size(of: table)
    for offset in offsets { bytes.append(bigEndian: UInt64(offset), size: offsetSize) }
    bytes.append(repeating: 0, count: 6)
    bytes.append(UInt8(offsetSize))
    bytes.append(UInt8(referenceSize))
    for number in [offsets.count, 0, table] { bytes.append(bigEndian: UInt64(number), size: 8) }
    return bytes.popData()
  }

  /// The bytes that numbers up to a limit take.
  private static func size(of limit: Int) -> Int {
    limit <= 0xFF ? 1 : limit <= 0xFFFF ? 2 : limit <= 0xFFFF_FFFF ? 4 : 8
  }
}

extension ByteBuffer {
  /// Appends the lower bytes of a number, the highest first.
  func append(bigEndian number: UInt64, size: Int) {
    for byte in (0..<size).reversed() {
      append(UInt8(truncatingIfNeeded: number >> UInt64(8 * byte)))
    }
  }

  /// Appends a marker with a count.
  fileprivate func append(_ marker: UInt8, count: Int) {
    guard count > 14 else { return append(marker | UInt8(count)) }
    append(marker | 15)
    let size = count <= 0xFF ? 0 : count <= 0xFFFF ? 1 : count <= 0xFFFF_FFFF ? 2 : 3
    append(0x10 | UInt8(size))
    append(bigEndian: UInt64(count), size: 1 << size)
  }

  /// Appends data with its marker.
  fileprivate func append(listed data: Data) {
    append(0x40, count: data.count)
    ByteView.with(data) { append($0) }
  }

  /// Appends a string with its marker.
  fileprivate func append(listed text: String) {
    let units = text.utf16
    // Only ASCII has as many code units in UTF-8 as in UTF-16.
    if units.count == text.utf8.count {
      append(0x50, count: units.count)
      append(ascii: text)
    } else {
      append(0x60, count: units.count)
      for unit in units { append(bigEndian: UInt64(unit), size: 2) }
    }
  }
}
