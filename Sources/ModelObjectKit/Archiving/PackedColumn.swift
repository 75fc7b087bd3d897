/// A column of values of one kind, in the bytes of an archive.
final class PackedColumn {
  enum Values: BitwiseCopyable {
    case integers(PackedIntegers)
    case doubles(ByteView)
    case floats(ByteView)
    case booleans(PackedBits)
    case dates(ByteView)
    case objects(PackedIntegers)
    case strings(PackedStrings)
    /// For each row the index of its string in `texts`.
    case indexes(PackedIntegers)
  }

  let values: Values
  let rows: PackedRows
  var lists: PackedIntegers? { rows.lists }
  /// Strings that are there once each.
  let texts: [String]
  /// The keys of the values if the lists are dictionaries: strings, or indexes in `keyTexts`.
  let keys: Values?
  private let keyTexts: [String]

  /// Reads the dictionary of a column; throws if it doesn't have `count` rows.
  init(_ pairs: [String: Any], count: Int) throws(Misfit) {
    var parts = try ArchiveFormat.parts(pairs)
    let rows = try PackedRows(removingFrom: &parts, count: count)
    let valueCount = rows.valueCount(count)
    var keyParts: [ArchiveFormat.Tag: ByteView] = [:]
    for (tag, ofKeys) in ArchiveFormat.keyTags {
      if let bytes = parts.removeValue(forKey: ofKeys) { keyParts[tag] = bytes }
    }
    var (texts, keyTexts): ([String], [String]) = ([], [])
    keys = Self.values(keyParts, valueCount, texts: &keyTexts)
    guard keyParts.isEmpty || keys != nil && rows.lists != nil,
      let values = Self.values(parts, valueCount, texts: &texts)
    else { throw .damaged }
    (self.values, self.rows, self.texts, self.keyTexts) = (values, rows, texts, keyTexts)
  }

  /// Whether each row takes a bit only.
  var isOfBits: Bool { if case .booleans = values { lists == nil } else { false } }

  /// The key of a value in a dictionary; nil if its bytes aren't UTF-8.
  @inline(__always)
  func key(_ index: Int) -> String? {
    switch keys {
    case .strings(let strings): strings[index]
    case .indexes(let indexes): keyTexts[indexes[index]]
    default: nil
    }
  }

  /// Returns nil if the parts aren't those of a column of so many rows.
  private static func values(
    _ parts: [ArchiveFormat.Tag: ByteView],
    _ count: Int,
    texts: inout [String]
  ) -> Values? {
    func integers(_ tag: ArchiveFormat.Tag, _ isRight: (PackedIntegers) -> Bool) -> PackedIntegers?
    {
      parts[tag].flatMap { PackedIntegers($0) }.flatMap { isRight($0) ? $0 : nil }
    }
    if let bytes = parts[.strings] {
      let isWhole = parts.count == 2
      guard parts.count == (parts[.indexes] == nil ? 2 : 3),
        let ends = integers(.ends, { !isWhole || $0.count == count }),
        let strings = PackedStrings(bytes, ends)
      else { return nil }
      if isWhole { return .strings(strings) }
      let indexes = integers(.indexes) { $0.count == count && $0.areAll(in: 0..<strings.count) }
      for index in 0..<strings.count {
        guard let text = strings[index] else { return nil }
        texts.append(text)
      }
      return indexes.map { .indexes($0) }
    }
    guard parts.count == 1, let (tag, bytes) = parts.first else { return nil }
    switch tag {
    case .integers: return integers(tag) { $0.count == count }.map { .integers($0) }
    case .objects: return integers(tag) { $0.count == count }.map { .objects($0) }
    case .doubles where bytes.holds(count, of: 8): return .doubles(bytes)
    case .dates where bytes.holds(count, of: 8): return .dates(bytes)
    case .floats where bytes.holds(count, of: 4): return .floats(bytes)
    case .booleans: return PackedBits(bytes, count: count).map { .booleans($0) }
    default: return nil
    }
  }
}

/// Which rows of a packed column have a value, or a list of some; what is in the place of others means
/// nothing.
struct PackedRows: BitwiseCopyable {
  enum Kind {
    case value
    case null
    case absent
  }

  /// Nil if no row is.
  private(set) var nils: PackedBits?
  private(set) var absents: PackedBits?
  /// Where the list of each row ends among the values; nil if each row has one value.
  private(set) var lists: PackedIntegers?

  /// Each row has a value.
  init() {}

  /// Takes what says it out of a column's data; throws if it isn't for so many rows.
  init(removingFrom parts: inout [ArchiveFormat.Tag: ByteView], count: Int) throws(Misfit) {
    nils = try Self.mask(parts.removeValue(forKey: .nil), count)
    absents = try Self.mask(parts.removeValue(forKey: .absent), count)
    guard let bytes = parts.removeValue(forKey: .lists) else { return }
    guard let ends = PackedIntegers(bytes), ends.count == count, ends.areEnds else {
      throw .damaged
    }
    lists = ends
  }

  private static func mask(_ bytes: ByteView?, _ count: Int) throws(Misfit) -> PackedBits? {
    guard let bytes else { return nil }
    guard let mask = PackedBits(bytes, count: count) else { throw .damaged }
    return mask
  }

  /// How many values so many rows have.
  func valueCount(_ count: Int) -> Int { lists.map { $0.last ?? 0 } ?? count }

  @inline(__always)
  subscript(row: Int) -> Kind {
    if let nils, nils[row] { return .null }
    if let absents, absents[row] { return .absent }
    return .value
  }
}

extension ArchiveFormat {
  /// The data of a packed column; throws for other values, and other keys.
  static func parts(_ pairs: [String: Any]) throws(Misfit) -> [Tag: ByteView] {
    var parts: [Tag: ByteView] = [:]
    for (key, value) in pairs {
      guard let tag = Tag(rawValue: key), let bytes = value as? ByteView else { throw .damaged }
      parts[tag] = bytes
    }
    return parts
  }
}

extension ByteView {
  fileprivate func holds(_ count: Int, of size: Int) -> Bool {
    self.count.isMultiple(of: size) && self.count / size == count
  }

  /// The number at an index.
  @inline(__always)
  func double(at index: Int) -> Double { Double(bitPattern: word(at: 8 &* index)) }

  @inline(__always)
  func float(at index: Int) -> Float { Float(bitPattern: half(at: 4 &* index)) }
}
