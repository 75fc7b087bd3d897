/// The values of one key in all objects of a class.
///
/// Boxed, so that little is copied when the value of each object is looked up.
indirect enum StoredColumn {
  case every(Any)
  case texts([String])
  case integers([Int64])
  case objects([Int])
  case values([Any])
  case packed(PackedColumn)
  /// Structs, or lists of them.
  case structs(StoredStructs, PackedRows)

  /// Reads a column in any of its forms, which is in those of so many structs; throws if it doesn't have
  /// `count` rows.
  init(
    _ value: Any,
    count: Int,
    depth: Int = 0,
    _ budget: ArchiveBudget
  ) throws(Misfit) {
    var found = count
    if let pairs = value as? [String: Any] {
      if let columns = pairs[ArchiveFormat.Tag.columns.rawValue] {
        var parts = pairs
        parts[ArchiveFormat.Tag.columns.rawValue] = nil
        var data = try ArchiveFormat.parts(parts)
        let rows = try PackedRows(removingFrom: &data, count: count)
        guard data.isEmpty else { throw .damaged }
        let valueCount = rows.valueCount(count)
        self = .structs(
          try StoredStructs(columns, count: valueCount, depth: depth, budget),
          rows
        )
        return
      }
      guard pairs.count == 1, let (key, value) = pairs.first, !(value is ByteView) else {
        self = .packed(try PackedColumn(pairs, count: count))
        return
      }
      switch ArchiveFormat.Tag(rawValue: key) {
      case .every:
        guard !Self.hasParts(value) else { throw .damaged }
        self = .every(value)
      case .lines:
        guard let text = value as? String else { throw .damaged }
        let lines = ByteView.with(text) { $0.lines }
        (self, found) = (.texts(lines), lines.count)
      case .objects:
        let numbers = try Self.numbers(value)
        (self, found) = (.objects(numbers), numbers.count)
      default: throw .damaged
      }
    } else if let values = value as? [Any] {
      found = values.count
      self =
        Self.all(values) { payload(of: $0, as: String.self) }.map { .texts($0) }
        ?? Self.all(values, Self.integer).map { .integers($0) } ?? .values(values)
    } else {
      throw .damaged
    }
    guard found == count else { throw .damaged }
  }

  /// Whether a value would be made of its parts again for each of the objects that have it.
  private static func hasParts(_ value: Any) -> Bool {
    switch Input(value) {
    case .array(.tree(let elements)): return !elements.isEmpty
    case .object(.tree(let pairs)):
      guard pairs.count == 1, let key = pairs.keys.first else { return !pairs.isEmpty }
      switch ArchiveFormat.Tag(rawValue: key) {
      case .object, .shared, .utf8, .decimal, .double, .float, .date, .url, .uuid, .timeZone,
        .locale:
        return false
      default: return true
      }
    default: return false
    }
  }

  /// Whether a row has no value.
  func isAbsent(_ row: Int) -> Bool {
    switch self {
    case .every, .integers, .objects: false
    case .texts(let texts): texts[row] == ArchiveFormat.absent
    case .values(let values): payload(of: values[row], as: String.self) == ArchiveFormat.absent
    case .packed(let column): column.rows[row] == .absent
    case .structs(_, let rows): rows[row] == .absent
    }
  }

  /// A list of the numbers of objects, or of their places.
  static func numbers(_ value: Any) throws(Misfit) -> [Int] {
    if let pairs = value as? [String: Any], pairs.count == 1, let (key, packed) = pairs.first,
      key == ArchiveFormat.Tag.objects.rawValue || key == ArchiveFormat.Tag.integers.rawValue
    {
      return try numbers(packed)
    }
    if let packed = value as? ByteView, let integers = PackedIntegers(packed) {
      return (0..<integers.count).map { integers[$0] }
    }
    guard let values = value as? [Any], let numbers = all(values, ArchiveFormat.integer) else {
      throw .damaged
    }
    return numbers
  }

  private static func integer(_ value: Any) -> Int64? {
    if case .number(.signed(let integer)) = Input(value) { integer } else { nil }
  }

  /// What a closure makes of the values; nil if it makes nothing of one of them.
  private static func all<Value>(_ values: [Any], _ read: (Any) -> Value?) -> [Value]? {
    var readValues: [Value] = []
    for value in values {
      guard let value = read(value) else { return nil }
      readValues.append(value)
    }
    return readValues
  }
}

extension ByteView {
  /// The strings between line ends.
  fileprivate var lines: [String] {
    var lines: [String] = []
    var start = 0
    while start <= count {
      let end = endOfLine(from: start)
      lines.append(String(self[start, end]))
      start = end + 1
    }
    return lines
  }
}
