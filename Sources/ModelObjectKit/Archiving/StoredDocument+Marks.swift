import Foundation

/// The marks of an archive's values.
extension StoredDocument {
  /// The value of an object for a key; nil if there is none.
  func mark(_ key: String, of object: Int) throws(Misfit) -> StoredMark? {
    guard let table = table(of: object) else { throw .damaged }
    let row = object - table.first
    if let column = try table.column(key) { return try mark(in: column, row) }
    guard let value = table.pairs(row: row)?[key] else { return nil }
    return try mark(of: value)
  }

  func mark(in column: StoredColumn, _ row: Int) throws(Misfit) -> StoredMark {
    switch column {
    case .every(let value): try mark(of: value)
    case .texts(let texts): try mark(ofText: texts[row])
    case .integers(let integers): .plain(.number(.signed(integers[row])))
    case .objects(let numbers): .object(number(numbers[row]))
    case .values(let values): try mark(of: values[row])
    }
  }

  func mark(of value: Any, someDepth: Int = 0) throws(Misfit) -> StoredMark {
    switch Input(value) {
    case .text(let text): return try mark(ofText: text.string)
    case .object(.tree(let pairs)):
      guard pairs.count == 1, let (key, value) = pairs.first, StoredMark.isMarked(key) else {
        return .plain(.object(.tree(pairs)))
      }
      guard let tag = ArchiveFormat.Tag(rawValue: key) else { throw .damaged }
      return try mark(of: value, tag, someDepth)
    case let input: return .plain(input)
    }
  }

  private func mark(ofText text: String) throws(Misfit) -> StoredMark {
    guard StoredMark.isMarked(text) else {
      return .plain(.text(.verbatim(StoredMark.unmarked(text))))
    }
    switch text {
    case ArchiveFormat.null: return .plain(.null)
    case ArchiveFormat.nullObject: return .plain(.foreign(NSNull()))
    case ArchiveFormat.absent: return .absent
    default: throw .damaged
    }
  }

  private func mark(
    of value: Any,
    _ tag: ArchiveFormat.Tag,
    _ someDepth: Int
  ) throws(Misfit) -> StoredMark {
    switch tag {
    case .object:
      guard let number = ArchiveFormat.integer(value) else { throw .damaged }
      return .object(self.number(number))
    case .objects:
      return .objects(try StoredColumn.numbers(value).map { self.number($0) })
    case .some:
      // Types have a few nested optionals at most: only a hostile archive has more.
      guard someDepth < 16 else { throw .damaged }
      let inner = try mark(of: value, someDepth: someDepth + 1)
      if case .absent = inner { throw .damaged }
      return .some(inner)
    case .shared: return try sharedMark(value)
    case .utf8: return .plain(.text(.verbatim(try utf8Text(value))))
    case .nested: return try nestedMark(value)
    case .pairs: return .plain(.object(.tree(try pairs(value))))
    case .double, .float, .decimal: return .plain(.number(try number(value, tag)))
    case .date:
      guard case .plain(.number(.double(let seconds))) = try mark(of: value) else { throw .damaged }
      return .plain(.foreign(Date(timeIntervalSinceReferenceDate: seconds)))
    case .json, .url, .uuid, .timeZone, .locale: return .special(tag, try text(value))
    case .every, .lines: throw .damaged
    }
  }

  /// Reads a value that must be an ordinary string.
  private func text(_ value: Any) throws(Misfit) -> String {
    guard case .plain(.text(let text)) = try mark(of: value) else { throw .damaged }
    return text.string
  }

  private func nestedMark(_ value: Any) throws(Misfit) -> StoredMark {
    guard let data = value as? Data else { throw .damaged }
    nestedSize += data.count
    guard nestedSize / ArchiveFormat.maximumExpansion <= size,
      let list = (try? PropertyListReader.read(data)) as? [Any], list.count == 1
    else { throw .damaged }
    return try mark(of: list[0])
  }

  private func sharedMark(_ value: Any) throws(Misfit) -> StoredMark {
    switch Input(try sharedValue(value)) {
    case .text(let text): return try mark(ofText: text.string)
    case .foreign(let data): return .plain(.foreign(data))
    default: throw .damaged
    }
  }

  private func utf8Text(_ value: Any) throws(Misfit) -> String {
    var value = value
    if let pairs = value as? [String: Any] {
      value = try sharedValue(pairs[ArchiveFormat.Tag.shared.rawValue])
    }
    guard let data = value as? Data, let text = String(validating: data, as: UTF8.self) else {
      throw .damaged
    }
    return text
  }

  private func sharedValue(_ number: Any?) throws(Misfit) -> Any {
    guard let number = ArchiveFormat.integer(number), shared.indices.contains(number) else {
      throw .damaged
    }
    return shared[number]
  }

  /// A dictionary, with marked keys as in any other.
  private func pairs(_ value: Any) throws(Misfit) -> [String: Any] {
    guard let values = value as? [Any], values.count.isMultiple(of: 2) else { throw .damaged }
    var pairs: [String: Any] = [:]
    for index in stride(from: 0, to: values.count, by: 2) {
      pairs[StoredMark.marked(try text(values[index]))] = values[index + 1]
    }
    return pairs
  }

  private func number(_ value: Any, _ tag: ArchiveFormat.Tag) throws(Misfit) -> Number {
    let text = try text(value)
    switch tag {
    case .double: if let bits = UInt64(text, radix: 16) { return .double(Double(bitPattern: bits)) }
    case .float: if let bits = UInt32(text, radix: 16) { return .float(Float(bitPattern: bits)) }
    default:
      if text == Decimal.nan.description { return .decimal(.nan) }
      let decimal = ByteView.with(text) { DecimalText($0)?.decimal }
      if let decimal { return .decimal(decimal) }
    }
    throw .damaged
  }
}
