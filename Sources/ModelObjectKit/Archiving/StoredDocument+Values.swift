import ModelObjectEssentials

extension Misfit {
  /// A part of an archive that doesn't belong to the format ends the reading.
  static var damaged: Misfit { .stopped }
}

/// The number of an object in an archive, as a value.
package struct ObjectNumber {
  package let value: Int

  fileprivate var input: Input { value == ArchiveFormat.noObject ? .null : .foreign(self) }
}

/// The values of an archive as inputs, with their marks read; an article describes the marks.
///
/// The marks of elements in arrays and dictionaries, and of a dictionary's keys, aren't read yet.
extension StoredDocument {
  /// The value of an object for a key; nil if there is none.
  func input(_ key: String, of object: Int) throws(Misfit) -> Input? {
    guard let table = tables.table(of: object) else { throw .damaged }
    let row = object - table.first
    if let column = try table.column(key) { return try input(in: column, row) }
    guard let value = table.pairs(row: row)?[key] else { return nil }
    return try input(of: value)
  }

  func input(in column: StoredColumn, _ row: Int) throws(Misfit) -> Input? {
    switch column {
    case .every(let value): try input(of: value)
    case .texts(let texts): try input(ofText: texts[row])
    case .integers(let integers): .number(.signed(integers[row]))
    case .objects(let numbers): object(numbers[row]).input
    case .values(let values): try input(of: values[row])
    case .packed(let column): try input(in: column, row)
    case .structs(let structs, let rows): try input(of: structs, rows, row)
    }
  }

  private func input(
    of structs: StoredStructs,
    _ rows: PackedRows,
    _ row: Int
  ) throws(Misfit) -> Input? {
    switch rows[row] {
    case .null: return .null
    case .absent: return nil
    case .value: break
    }
    if let lists = rows.lists {
      let element = StoredColumn.structs(structs, PackedRows())
      return .array(.tree(lists.range(row).map { StoredPart(column: element, row: $0) }))
    }
    var pairs: [String: Any] = [:]
    for (key, column) in structs.columns where !column.isAbsent(row) {
      try budget.spend(key.utf8.count, on: .hashing)
      pairs[marked(key)] = StoredPart(column: column, row: row)
    }
    return .object(.tree(pairs))
  }

  private func input(in column: PackedColumn, _ row: Int) throws(Misfit) -> Input? {
    switch column.rows[row] {
    case .null: return .null
    case .absent: return nil
    case .value: break
    }
    guard let lists = column.lists else { return try value(in: column, row) }
    if column.keys != nil { return .object(.tree(try pairs(in: column, lists.range(row)))) }
    var elements: [Any] = []
    for index in lists.range(row) { elements.append(try part(in: column, index)) }
    return .array(.tree(elements))
  }

  /// A dictionary; if a key repeats, the first value is used, as in a property list.
  private func pairs(in column: PackedColumn, _ range: Range<Int>) throws(Misfit) -> [String: Any] {
    var pairs: [String: Any] = [:]
    for index in range {
      let key = marked(try known(column.key(index)))
      try budget.spend(key.hashCost, on: .hashing)
      if pairs[key] == nil { pairs[key] = try part(in: column, index) }
    }
    return pairs
  }

  /// A value in a list or a dictionary, with its mark.
  private func part(in column: PackedColumn, _ index: Int) throws(Misfit) -> Any {
    let value = try value(in: column, index).plain { (part) throws(Misfit) in part }
    return (value as? String).map(marked) ?? value
  }

  private func value(in column: PackedColumn, _ index: Int) throws(Misfit) -> Input {
    switch column.values {
    case .integers(let integers): return .number(.signed(Int64(integers[index])))
    case .doubles(let bytes): return .number(.double(bytes.double(at: index)))
    case .floats(let bytes): return .number(.float(bytes.float(at: index)))
    case .booleans(let bits): return .bool(bits[index])
    case .dates(let bytes):
      return .foreign(Date(timeIntervalSinceReferenceDate: bytes.double(at: index)))
    case .objects(let numbers): return object(numbers[index]).input
    case .strings(let strings): return .text(.verbatim(try known(strings[index])))
    case .indexes(let indexes): return .text(.verbatim(column.texts[indexes[index]]))
    }
  }

  /// The input for a value; nil if it marks a property without one.
  func input(of value: Any, someDepth: Int = 0) throws(Misfit) -> Input? {
    if let object = payload(of: value, as: ObjectNumber.self) { return object.input }
    // A key that a class encoded is one of those whose data isn't copied.
    if let bytes = payload(of: value, as: ByteView.self) { return .foreign(Data(bytes)) }
    if let part = payload(of: value, as: StoredPart.self) {
      return try input(in: part.column, part.row)
    }
    switch Input(value) {
    case .text(let text): return try input(ofText: text.string)
    case .object(.tree(let pairs)):
      guard pairs.count == 1, let (key, value) = pairs.first, ArchiveFormat.isMarked(key) else {
        return try encodedValue(pairs) ?? .object(.tree(pairs))
      }
      guard let tag = ArchiveFormat.Tag(rawValue: key) else { throw .damaged }
      return try input(of: value, tag, someDepth)
    case let input: return input
    }
  }

  /// A `Codable` value with models; nil for an ordinary dictionary.
  private func encodedValue(_ pairs: [String: Any]) throws(Misfit) -> Input? {
    guard pairs.count == 2, let json = pairs[ArchiveFormat.Tag.json.rawValue],
      let models = pairs[ArchiveFormat.Tag.models.rawValue]
    else { return nil }
    guard case .array(.tree(let list))? = try input(of: models), let first = list.first else {
      throw .damaged
    }
    var numbers: [Int] = []
    for element in list.dropFirst() {
      guard case .foreign(let value)? = try input(of: element), let object = value as? ObjectNumber
      else { throw .damaged }
      numbers.append(object.value)
    }
    let encoded = EncodedModels(key: try text(first), numbers: numbers)
    return .foreign(EncodedValue(text: try text(json), models: encoded))
  }

  private func input(ofText text: String) throws(Misfit) -> Input? {
    guard ArchiveFormat.isMarked(text) else {
      return .text(.verbatim(unmarked(text)))
    }
    switch text {
    case ArchiveFormat.null: return .null
    case ArchiveFormat.nullObject: return .foreign(JSONNull.value)
    case ArchiveFormat.absent: return nil
    default: throw .damaged
    }
  }

  /// An object by its number in the archive.
  private func object(_ number: Int) -> ObjectNumber {
    ObjectNumber(value: self.number(number))
  }

  private func input(
    of value: Any,
    _ tag: ArchiveFormat.Tag,
    _ someDepth: Int
  ) throws(Misfit) -> Input {
    switch tag {
    case .object:
      guard let number = ArchiveFormat.integer(value) else { throw .damaged }
      return object(number).input
    case .objects: return .array(.tree(try StoredColumn.numbers(value).map { object($0) }))
    case .some:
      // Types have a few nested optionals at most: only a hostile archive has more.
      guard someDepth < 16, let inner = try input(of: value, someDepth: someDepth + 1) else {
        throw .damaged
      }
      // Any other value is itself, whatever is around it.
      return inner.isNil ? .foreign(SomeInput(input: inner)) : inner
    case .shared:
      let value = try sharedValue(value)
      guard value is String || value is Data else { throw .damaged }
      return try known(try input(of: value))
    case .utf8: return .text(.verbatim(try utf8Text(value)))
    case .nested: return try nestedInput(value)
    case .pairs: return .object(.tree(try pairs(value)))
    case .double, .float, .decimal: return .number(try number(value, tag))
    case .date:
      guard case .number(.double(let seconds))? = try input(of: value) else { throw .damaged }
      return .foreign(Date(timeIntervalSinceReferenceDate: seconds))
    case .json: return .foreign(EncodedValue(text: try text(value)))
    case .archive:
      guard case .foreign(let data as Data)? = try input(of: value) else { throw .damaged }
      return try longValues.value(of: .data(data), for: tag.rawValue) {
        .foreign(EncodedValue(text: "\"\(data.base64EncodedString())\""))
      }
    case .url, .uuid, .timeZone, .locale:
      let text = try text(value)
      return try longValues.value(of: .text(text), for: tag.rawValue) { () throws(Misfit) in
        .foreign(try known(self.value(spelled: text, tag)))
      }
    case .every, .lines, .integers, .doubles, .floats, .booleans, .dates, .strings, .ends, .indexes,
      .lists, .keys, .keyEnds, .keyIndexes, .columns, .nil, .absent, .models:
      throw .damaged
    }
  }

  private func value(spelled text: String, _ tag: ArchiveFormat.Tag) -> Any? {
    switch tag {
    case .url: URL(string: text)
    case .uuid: UUID(uuidString: text)
    case .timeZone: TimeZone(identifier: text)
    default: locale(named: text) ?? UnreadableValue()
    }
  }

  /// An ordinary string with or without the mark of those that begin with one.
  private func marked(_ text: String) -> String { changed(text, for: "+", ArchiveFormat.marked) }
  func unmarked(_ text: String) -> String { changed(text, for: "-", ArchiveFormat.unmarked) }

  private func changed(_ text: String, for use: String, _ change: (String) -> String) -> String {
    guard text.utf8.first == ArchiveFormat.markByte else { return text }
    return (try? longValues.value(of: .text(text), for: use) { change(text) }) ?? change(text)
  }

  private func known<Value>(_ value: Value?) throws(Misfit) -> Value {
    guard let value else { throw .damaged }
    return value
  }

  /// Reads a value that must be an ordinary string.
  @inline(never)
  private func text(_ value: Any) throws(Misfit) -> String {
    guard case .text(let text)? = try input(of: value) else { throw .damaged }
    return text.string
  }

  private func nestedInput(_ value: Any) throws(Misfit) -> Input {
    guard let bytes = value as? ByteView else { throw .damaged }
    try budget.spend(bytes.count, on: .nesting)
    let lentKeys = ArchiveFormat.lentKeys
    guard let list = (try? PropertyListReader.read(bytes, lending: lentKeys, budget)) as? [Any],
      list.count == 1
    else { throw .damaged }
    return try known(try input(of: list[0]))
  }

  private func utf8Text(_ value: Any) throws(Misfit) -> String {
    var value = value
    if let pairs = value as? [String: Any] {
      value = try sharedValue(pairs[ArchiveFormat.Tag.shared.rawValue])
    }
    guard let data = value as? Data else { throw .damaged }
    return try longValues.value(of: .data(data), for: ArchiveFormat.Tag.utf8.rawValue) {
      () throws(Misfit) in try known(data.validText)
    }
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
      pairs[marked(try text(values[index]))] = values[index + 1]
    }
    return pairs
  }

  private func number(_ value: Any, _ tag: ArchiveFormat.Tag) throws(Misfit) -> Number {
    let text = try text(value)
    return try longValues.value(of: .text(text), for: tag.rawValue) { () throws(Misfit) in
      try number(spelled: text, tag)
    }
  }

  private func number(
    spelled text: String,
    _ tag: ArchiveFormat.Tag
  ) throws(Misfit) -> Number {
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

extension EncodedModels {
  package var objects: [ObjectNumber] { numbers.map { ObjectNumber(value: $0) } }
}

extension Input {
  /// A value of an archive as a plain Swift value; the closure makes one of each part, nil for one
  /// that is left out.
  func plain(_ plainPart: (Any) throws(Misfit) -> Any?) throws(Misfit) -> Any {
    switch self {
    case .null: return JSONNull.value
    case .bool(let value): return value
    case .number(.float(let value)): return value
    case .number(let number): return number.untyped
    case .text(let text): return text.string
    case .foreign(let value): return value
    case .array(.tree(let elements)):
      var plain: [Any] = []
      for element in elements { if let part = try plainPart(element) { plain.append(part) } }
      return plain
    case .object(.tree(let pairs)):
      var plain: [String: Any] = [:]
      for (key, value) in pairs { plain[ArchiveFormat.unmarked(key)] = try plainPart(value) }
      return plain
    case .array(.text), .object(.text): throw .damaged
    }
  }
}
