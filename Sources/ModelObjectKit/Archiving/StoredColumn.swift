/// The values of one key in all objects of a class.
enum StoredColumn {
  case every(Any)
  case texts([String])
  case integers([Int64])
  case objects([Int])
  case values([Any])

  struct Flaw: Error {}

  /// Reads a column in any of its forms; throws if it doesn't have `count` rows.
  init(_ value: Any, count: Int) throws(Flaw) {
    if let pairs = value as? [String: Any] {
      guard pairs.count == 1, let (key, value) = pairs.first else { throw Flaw() }
      switch ArchiveFormat.Tag(rawValue: key) {
      case .every: self = .every(value)
      case .lines: self = .texts(try Self.lines(value))
      case .objects: self = .objects(try Self.numbers(value))
      default: throw Flaw()
      }
    } else if let values = value as? [Any] {
      self = Self.texts(values).map { .texts($0) } ?? Self.integers(values) ?? .values(values)
    } else {
      throw Flaw()
    }
    guard self.count.map({ $0 == count }) ?? true else { throw Flaw() }
  }

  subscript(row: Int) -> StoredValue {
    switch self {
    case .every(let value): .any(value)
    case .texts(let texts): .text(texts[row])
    case .integers(let integers): .integer(integers[row])
    case .objects(let numbers): .object(numbers[row])
    case .values(let values): .any(values[row])
    }
  }

  private var count: Int? {
    switch self {
    case .every: nil
    case .texts(let texts): texts.count
    case .integers(let integers): integers.count
    case .objects(let numbers): numbers.count
    case .values(let values): values.count
    }
  }

  private static func lines(_ value: Any) throws(Flaw) -> [String] {
    guard let text = value as? String else { throw Flaw() }
    return ByteView.with(text) { $0.lines }
  }

  static func numbers(_ value: Any) throws(Flaw) -> [Int] {
    guard let values = value as? [Any] else { throw Flaw() }
    var numbers: [Int] = []
    numbers.reserveCapacity(values.count)
    for value in values {
      guard let number = StoredValue.integer(value) else { throw Flaw() }
      numbers.append(number)
    }
    return numbers
  }

  private static func texts(_ values: [Any]) -> [String]? {
    var texts: [String] = []
    for value in values {
      guard let text = payload(of: value, as: String.self) else { return nil }
      texts.append(text)
    }
    return texts
  }

  private static func integers(_ values: [Any]) -> StoredColumn? {
    var integers: [Int64] = []
    for value in values {
      guard case .number(.signed(let integer)) = Input(value) else { return nil }
      integers.append(integer)
    }
    return .integers(integers)
  }
}

extension ByteView {
  /// The strings between line ends.
  fileprivate var lines: [String] {
    var lines: [String] = []
    var start = 0
    for offset in 0..<count where self[offset] == UInt8(ascii: "\n") {
      lines.append(String(self[start, offset]))
      start = offset + 1
    }
    lines.append(String(self[start, count]))
    return lines
  }
}
