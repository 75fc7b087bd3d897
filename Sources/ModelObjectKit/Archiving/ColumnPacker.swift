import ModelObjectEssentials

/// The values of a column that are all of one kind, or nil, packed as an archive has them.
///
/// Each `append` returns false, and does nothing, if the value is of another kind.
final class ColumnPacker {
  enum Kind {
    case integers
    case doubles
    case floats
    case booleans
    case dates
    case objects
    case strings
    case lists
    case dictionaries
    case structs
  }

  /// Nil as long as there is no value.
  private(set) var kind: Kind?
  private(set) var count = 0
  /// Integers, the numbers of objects, or the ends of strings, lists or dictionaries.
  private let integers = IntegerPacker()
  /// Numbers that aren't integers, dates, or the UTF-8 of strings.
  private let bytes = ByteBuffer()
  private let booleans = BitPacker()
  private let nils = BitPacker()
  private let absents = BitPacker()
  /// The values of all lists or dictionaries, and the keys of dictionaries; nil as long as there is
  /// none.
  private var elements: ColumnPacker?
  private var keys: ColumnPacker?
  /// The properties of structs.
  private var fields: WrittenColumns?
  /// Whether it packs a property of structs in a column.
  private var isInStructs = false

  private init() {}

  /// Packs a property of structs, or structs with some columns.
  init(of structs: (columns: WrittenColumns, isList: Bool)?, inStructs: Bool) {
    isInStructs = inStructs
    guard let structs else { return }
    kind = structs.isList ? .lists : .structs
    let packer = structs.isList ? ColumnPacker() : self
    (packer.kind, packer.fields) = (.structs, structs.columns)
    if structs.isList { elements = packer }
  }

  /// Returns nil if the nodes aren't of one kind.
  init?(_ nodes: [WrittenNode]) {
    for node in nodes where !append(node) { return nil }
  }
}

// MARK: - Values

extension ColumnPacker {
  @inline(__always)
  func append(integer value: Int) -> Bool {
    guard isOf(.integers) else { return false }
    integers.append(value)
    count &+= 1
    return true
  }

  /// Appends an object by its number among those that were found.
  @inline(__always)
  func append(object number: Int) -> Bool {
    guard isOf(.objects) else { return false }
    integers.append(number)
    count &+= 1
    return true
  }

  @inline(__always)
  func append(double value: Double) -> Bool { append(.doubles, value.bitPattern, size: 8) }

  @inline(__always)
  func append(date value: Date) -> Bool {
    append(.dates, value.timeIntervalSinceReferenceDate.bitPattern, size: 8)
  }

  @inline(__always)
  private func append(_ kind: Kind, _ bits: UInt64, size: Int) -> Bool {
    guard isOf(kind) else { return false }
    bytes.append(littleEndian: bits, size: size)
    count &+= 1
    return true
  }

  @inline(__always)
  func append(boolean value: Bool) -> Bool {
    guard isOf(.booleans) else { return false }
    booleans.append(value)
    count &+= 1
    return true
  }

  @inline(__always)
  func append(string value: String) -> Bool {
    guard isOf(.strings) else { return false }
    ByteView.with(value) { bytes.append($0) }
    integers.append(bytes.count)
    count &+= 1
    return true
  }

  /// Appends a list.
  ///
  /// If one of its elements is of another kind than the others, those before it stay, in no list.
  @inline(__always)
  func append<Element>(
    list: [Element],
    _ append: (ColumnPacker, Element) -> Bool
  ) -> Bool {
    guard isOf(.lists) else { return false }
    let packer = elements ?? ColumnPacker()
    elements = packer
    for element in list { guard append(packer, element) else { return false } }
    integers.append(packer.count)
    count &+= 1
    return true
  }

  /// Appends a dictionary, in the order of its keys; the same as for lists.
  @inline(__always)
  func append<Value>(
    dictionary: [String: Value],
    _ append: (ColumnPacker, Value) -> Bool
  ) -> Bool {
    guard isOf(.dictionaries) else { return false }
    let (packer, keys) = (elements ?? ColumnPacker(), keys ?? ColumnPacker())
    (elements, self.keys) = (packer, keys)
    let (names, values) = (Array(dictionary.keys), Array(dictionary.values))
    for place in keyOrder(names) {
      guard append(packer, values[place]), keys.append(string: names[place]) else { return false }
    }
    integers.append(packer.count)
    count &+= 1
    return true
  }

  /// The columns to which the properties of a struct are appended, before itself; nil if it doesn't pack
  /// structs.
  var columnsOfStructs: WrittenColumns? { fields ?? elements?.fields }

  /// Appends a struct, or a list of so many.
  func appendStructs(_ count: Int) {
    if let elements {
      elements.count += count
      integers.append(elements.count)
    }
    self.count += 1
  }

  @inline(__always)
  func appendNil() -> Bool {
    nils.pad(to: count)
    nils.append(true)
    appendNothing()
    return true
  }

  private func appendAbsent() -> Bool {
    absents.pad(to: count)
    absents.append(true)
    appendNothing()
    return true
  }

  func append(_ node: WrittenNode) -> Bool {
    switch node {
    case .scalar(0x08, _): append(boolean: false)
    case .scalar(0x09, _): append(boolean: true)
    case .scalar(0x10...0x13, let bits): append(integer: Int(truncatingIfNeeded: bits))
    case .scalar(0x22, let bits): append(.floats, bits, size: 4)
    case .scalar(0x23, let bits): append(.doubles, bits, size: 8)
    case .scalar(0x33, let bits): append(.dates, bits, size: 8)
    case .text(ArchiveFormat.null): appendNil()
    case .text(ArchiveFormat.absent): appendAbsent()
    case .text(let text) where !ArchiveFormat.isMarked(text):
      append(string: ArchiveFormat.unmarked(text))
    case .object(let number): append(object: number)
    case .array(let list): append(list: list) { $0.append(part: $1) }
    case .dictionary(let pairs):
      if pairs.count == 1, case .scalar(_, let bits)? = pairs[ArchiveFormat.Tag.date.rawValue] {
        append(.dates, bits, size: 8)
      } else if pairs.keys.contains(where: ArchiveFormat.isMarked) {
        false
      } else {
        append(
          dictionary: pairs.reduce(into: [:]) { $0[ArchiveFormat.unmarked($1.key)] = $1.value }
        ) {
          $0.append(part: $1)
        }
      }
    default: false
    }
  }

  /// Appends a value in a list or dictionary, which isn't one itself.
  private func append(part node: WrittenNode) -> Bool {
    switch node {
    case .array: false
    case .dictionary(let pairs) where pairs[ArchiveFormat.Tag.date.rawValue] == nil: false
    default: append(node)
    }
  }

  /// Whether values are of a kind; the first one decides.
  @inline(__always)
  private func isOf(_ kind: Kind) -> Bool { self.kind == kind || begin(kind) }

  @inline(never)
  private func begin(_ kind: Kind) -> Bool {
    guard self.kind == nil else { return false }
    self.kind = kind
    let count = count
    self.count = 0
    for _ in 0..<count { appendNothing() }
    return true
  }

  /// Appends what is in the place of a value that is nil or absent.
  func appendNothing() {
    switch kind {
    case .integers: integers.append(0)
    case .objects: integers.append(ArchiveFormat.noObject)
    case .doubles, .dates: bytes.append(littleEndian: 0, size: 8)
    case .floats: bytes.append(littleEndian: 0, size: 4)
    case .booleans: booleans.append(false)
    case .strings: integers.append(bytes.count)
    case .lists, .dictionaries: integers.append(elements?.count ?? 0)
    case .structs: fields?.appendNothing()
    case nil: break
    }
    count &+= 1
  }
}

// MARK: - Nodes

extension ColumnPacker {
  /// The values one by one, for a column in another form.
  var nodes: [WrittenNode] {
    let elements = elements?.nodes ?? fields?.dictionaries(count) ?? []
    let keys = keys?.nodes ?? []
    return integers.with { integers in
      bytes.with { bytes in
        (0..<count).map { node($0, integers, bytes: bytes, elements: elements, keys: keys) }
      }
    }
  }

  private func node(
    _ row: Int,
    _ integers: PackedIntegers,
    bytes: ByteView,
    elements: [WrittenNode] = [],
    keys: [WrittenNode] = []
  ) -> WrittenNode {
    if nils[row] { return .null }
    if absents[row] { return .absent }
    var start: Int { row == 0 ? 0 : integers[row - 1] }
    switch kind {
    case .integers: return .integer(integers[row])
    case .objects: return .object(integers[row])
    case .doubles: return .scalar(0x23, bytes.word(at: 8 * row))
    case .dates: return WrittenNode(Date(timeIntervalSinceReferenceDate: bytes.double(at: row)))
    case .floats: return .scalar(0x22, UInt64(bytes.half(at: 4 * row)))
    case .booleans: return .scalar(booleans[row] ? 0x09 : 0x08, 0)
    case .strings:
      return .string(String(bytes[start, integers[row]]))
    case .lists: return .array(Array(elements[start..<integers[row]]))
    case .dictionaries:
      var pairs: [String: WrittenNode] = [:]
      for index in start..<integers[row] {
        if case .text(let key) = keys[index] { pairs[key] = elements[index] }
      }
      return .dictionary(pairs)
    case .structs: return elements[row]
    case nil: return .absent
    }
  }

  /// The column as an archive has it; the numbers of objects are those in the archive.
  ///
  /// The values are then gone: large columns shouldn't be in memory twice.
  func popNode(_ numbers: [Int]) -> WrittenNode {
    if isInStructs { beginIfEmpty() } else if areEqual { return .tagged(.every, first) }
    guard var parts = popParts(numbers) else { return .array(nodes) }
    // The number of no object says it already.
    if nils.setCount > 0, kind != .objects { parts.append((.nil, nils.data(count))) }
    if absents.setCount > 0 { parts.append((.absent, absents.data(count))) }
    return .parts(parts, columnsOfStructs?.nodesOfStructs)
  }

  /// Gives a column without any value a kind: in structs, each has data.
  private func beginIfEmpty() {
    if kind == nil { _ = begin(.booleans) }
    guard kind == .lists || kind == .dictionaries else { return }
    let elements = elements ?? ColumnPacker()
    self.elements = elements
    if elements.count == 0 { _ = elements.begin(.integers) }
    guard kind == .dictionaries, keys == nil else { return }
    let keys = ColumnPacker()
    _ = keys.begin(.strings)
    self.keys = keys
  }

  /// Whether there are enough values, or structs in them.
  var isWorthPacking: Bool {
    columnsOfStructs == nil
      || max(count, elements?.count ?? 0) >= ArchiveFormat.minimumPackedCount
  }

  /// The data of all values; nil if there is none, and for lists with nil in them.
  private func popParts(_ numbers: [Int]) -> [(ArchiveFormat.Tag, ByteBuffer)]? {
    switch kind {
    case .integers: [(.integers, integers.data)]
    case .doubles: [(.doubles, bytes)]
    case .floats: [(.floats, bytes)]
    case .booleans: [(.booleans, booleans.data(count))]
    case .dates: [(.dates, bytes)]
    case .objects: [(.objects, popObjects(numbers))]
    case .strings: popStrings()
    case .lists, .dictionaries:
      elements.flatMap { elements in
        let isWhole = elements.nils.setCount == 0 || elements.kind == .objects
        return isWhole ? elements.popParts(numbers) : nil
      }
      .map { [(.lists, integers.data)] + $0 + popKeys() }
    case .structs: []
    case nil: nil
    }
  }

  private func popObjects(_ numbers: [Int]) -> ByteBuffer {
    let packer = IntegerPacker()
    integers.with { objects in
      for row in 0..<count {
        let object = objects[row]
        packer.append(object == ArchiveFormat.noObject ? object : numbers[object])
      }
    }
    _ = integers.data.popData()
    return packer.data
  }

  private func popStrings() -> [(ArchiveFormat.Tag, ByteBuffer)] {
    let distinct = integers.with { ends in bytes.with { DistinctStrings($0, ends) } }
    guard let distinct else { return [(.strings, bytes), (.ends, integers.data)] }
    _ = bytes.popData()
    _ = integers.data.popData()
    return [
      (.strings, distinct.bytes), (.ends, distinct.ends.data), (.indexes, distinct.indexes.data),
    ]
  }

  private func popKeys() -> [(ArchiveFormat.Tag, ByteBuffer)] {
    let parts = keys?.popStrings() ?? []
    return parts.map { part in
      (ArchiveFormat.keyTags.first { $0.0 == part.0 }?.ofKeys ?? part.0, part.1)
    }
  }

  private var first: WrittenNode {
    integers.with { integers in bytes.with { node(0, integers, bytes: $0) } }
  }

  /// Whether all are the same value, and not objects.
  private var areEqual: Bool {
    guard absents.setCount == 0 else { return false }
    guard nils.setCount == 0 else { return nils.setCount == count }
    switch kind {
    case .integers: return integers.areEqual
    case .doubles, .dates: return bytes.with { $0.repeats(every: 8) }
    case .floats: return bytes.with { $0.repeats(every: 4) }
    case .booleans: return booleans.setCount == 0 || booleans.setCount == count
    case .strings:
      let size = bytes.count / count
      return bytes.with { $0.repeats(every: size) }
        && integers.with { ends in (0..<count).allSatisfy { ends[$0] == size * ($0 + 1) } }
    case .lists, .dictionaries: return elements?.count == 0
    case .objects, .structs, nil: return false
    }
  }
}
