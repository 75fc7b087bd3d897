import Foundation

/// The objects of one class in an archive that is being read.
final class ArchivedTable {
  let name: String
  let version: Int
  /// The number of the first object of the class; the others follow.
  let first: Int
  let count: Int
  private let columns: [String: Any]
  private let rows: [Any]
  private var known: [String: ArchivedColumn] = [:]

  /// Nil where the value is no table.
  init?(_ value: Any, first: Int) {
    guard let table = value as? [String: Any], let name = table["class"] as? String,
      let number = ArchivedValue.integer(table["first"]), number == first,
      let count = ArchivedValue.integer(table["count"]), count >= 0
    else { return nil }
    self.name = name
    self.first = first
    self.count = count
    version = ArchivedValue.integer(table["version"]) ?? 0
    columns = table["columns"] as? [String: Any] ?? [:]
    rows = table["rows"] as? [Any] ?? []
  }

  /// The keys for which an object has values, sorted.
  func keys(row: Int) -> [String] {
    guard rows.indices.contains(row), let pairs = rows[row] as? [String: Any] else {
      return columns.keys.sorted()
    }
    return pairs.keys.sorted()
  }

  /// The column of a key; nil where there is none.
  func column(_ key: String) throws(ArchivedColumn.Flaw) -> ArchivedColumn? {
    if let column = known[key] { return column }
    guard let value = columns[key] else { return nil }
    let column = try ArchivedColumn(value, count: count)
    known[key] = column
    return column
  }

  /// The value that an object has for a key; nil where there is none.
  func cell(_ key: String, row: Int) throws(ArchivedColumn.Flaw) -> ArchivedValue? {
    if let column = try column(key) { return column[row] }
    guard rows.indices.contains(row), let pairs = rows[row] as? [String: Any] else { return nil }
    return pairs[key].map { .any($0) }
  }
}

/// A value as the archive holds it.
enum ArchivedValue {
  case text(String)
  case integer(Int64)
  /// The number of an object, or the one for none.
  case object(Int)
  case any(Any)

  /// Whether this says that there is no value.
  var isAbsent: Bool {
    switch self {
    case .text(let text): text == ArchiveFormat.absent
    case .any(let value): value as? String == ArchiveFormat.absent
    case .integer, .object: false
    }
  }

  /// An integer that is no value of the user's.
  static func integer(_ value: Any?) -> Int? {
    guard let value, case .number(let number) = Input(value) else { return nil }
    return number.integer(as: Int.self)
  }
}

/// The values of one key in all objects of a class.
enum ArchivedColumn {
  case every(Any)
  case texts([String])
  case integers([Int64])
  case objects([Int])
  case values([Any])

  struct Flaw: Error {}

  /// Takes any of the forms that a column has.
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

  subscript(row: Int) -> ArchivedValue {
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
      guard let number = ArchivedValue.integer(value) else { throw Flaw() }
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

  private static func integers(_ values: [Any]) -> ArchivedColumn? {
    var integers: [Int64] = []
    for value in values {
      guard case .number(.signed(let integer)) = Input(value) else { return nil }
      integers.append(integer)
    }
    return .integers(integers)
  }
}

extension ByteView {
  /// The texts between line ends.
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
