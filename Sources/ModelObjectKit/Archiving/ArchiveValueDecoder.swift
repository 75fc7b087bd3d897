import Foundation

/// Reads the marks of values; the article on the format says what they mean.
struct ArchiveValueDecoder {
  struct Flaw: Error {}

  private let shared: [Any]
  /// What the property lists in this one come to, of those that were read.
  private var nestedUse = NestedUse()
  private let archiveSize: Int
  /// The objects that values refer to.
  private(set) var objects: [Int] = []

  init(shared: [Any], size: Int) {
    self.shared = shared
    archiveSize = size
  }

  mutating func value(of cell: ArchivedValue) throws(Flaw) -> ArchiveContents.Value {
    switch cell {
    case .text(let text): try self.text(text)
    case .integer(let integer): .number(Int(exactly: integer) ?? integer)
    case .object(let number): object(number)
    case .any(let any): try value(any, depth: 0)
    }
  }

  private mutating func value(_ any: Any, depth: Int) throws(Flaw) -> ArchiveContents.Value {
    guard depth < 2 * ArchiveFormat.maximumDepth else { throw Flaw() }
    switch Input(any) {
    case .null: return .null
    case .bool(let bool): return .bool(bool)
    case .number(let number): return .number(number.untyped)
    case .text(let text): return try self.text(text.string)
    case .foreign(let value): return .other(value)
    case .array(.tree(let elements)):
      var values: [ArchiveContents.Value] = []
      for element in elements { values.append(try value(element, depth: depth + 1)) }
      return .array(values)
    case .object(.tree(let pairs)):
      if pairs.count == 1, let (key, value) = pairs.first, Self.isMarked(key) {
        guard let tag = ArchiveFormat.Tag(rawValue: key) else { throw Flaw() }
        return try self.value(value, tag, depth: depth + 1)
      }
      var values: [(key: String, value: ArchiveContents.Value)] = []
      for (key, element) in pairs.sorted(by: { $0.key < $1.key }) {
        values.append((Self.unmarked(key), try value(element, depth: depth + 1)))
      }
      return .dictionary(values)
    default: throw Flaw()
    }
  }

  private mutating func value(
    _ value: Any,
    _ tag: ArchiveFormat.Tag,
    depth: Int
  ) throws(Flaw) -> ArchiveContents.Value {
    switch tag {
    case .object: return object(try number(value))
    case .objects:
      guard let numbers = try? ArchivedColumn.numbers(value) else { throw Flaw() }
      return .array(numbers.map { object($0) })
    case .some: return try self.value(value, depth: depth)
    case .shared:
      let number = try number(value)
      guard shared.indices.contains(number) else { throw Flaw() }
      return try sharedValue(shared[number])
    case .utf8:
      guard case .other(let data as Data) = try self.value(value, depth: depth),
        let text = String(validating: data, as: UTF8.self)
      else { throw Flaw() }
      return .text(text)
    case .nested:
      guard let data = value as? Data, (try? nestedUse.add(data)) != nil,
        nestedUse.fits(in: archiveSize),
        let list = (try? ArchivedDocument.propertyList(data)) as? [Any], list.count == 1
      else { throw Flaw() }
      return try self.value(list[0], depth: depth)
    case .pairs: return try pairs(value, depth: depth)
    case .date:
      guard case .number(let seconds as Double) = try self.value(value, depth: depth) else {
        throw Flaw()
      }
      return .other(Date(timeIntervalSinceReferenceDate: seconds))
    case .decimal, .double, .float, .json, .url, .uuid, .timeZone, .locale:
      guard case .text(let text) = try self.value(value, depth: depth) else { throw Flaw() }
      return .special(kind: String(tag.rawValue.dropFirst()), text: try readable(text, tag))
    case .every, .lines: throw Flaw()
    }
  }

  private mutating func object(_ number: Int) -> ArchiveContents.Value {
    if number == ArchiveFormat.noObject { return .null }
    objects.append(number)
    return .object(number)
  }

  private func number(_ value: Any) throws(Flaw) -> Int {
    guard let number = ArchivedValue.integer(value) else { throw Flaw() }
    return number
  }

  private mutating func sharedValue(_ value: Any) throws(Flaw) -> ArchiveContents.Value {
    switch Input(value) {
    case .text(let text): try self.text(text.string)
    case .foreign(let data): .other(data)
    default: throw Flaw()
    }
  }

  private mutating func pairs(_ value: Any, depth: Int) throws(Flaw) -> ArchiveContents.Value {
    guard let values = value as? [Any], values.count.isMultiple(of: 2) else { throw Flaw() }
    var pairs: [(key: String, value: ArchiveContents.Value)] = []
    for index in stride(from: 0, to: values.count, by: 2) {
      guard case .text(let key) = try self.value(values[index], depth: depth) else { throw Flaw() }
      pairs.append((key, try self.value(values[index + 1], depth: depth)))
    }
    return .dictionary(pairs)
  }

  /// Numbers whose bits stand in the archive are told as numbers.
  private func readable(_ text: String, _ tag: ArchiveFormat.Tag) throws(Flaw) -> String {
    switch tag {
    case .double:
      guard let bits = UInt64(text, radix: 16) else { throw Flaw() }
      return "\(Double(bitPattern: bits))"
    case .float:
      guard let bits = UInt32(text, radix: 16) else { throw Flaw() }
      return "\(Float(bitPattern: bits))"
    default: return text
    }
  }

  private func text(_ text: String) throws(Flaw) -> ArchiveContents.Value {
    guard Self.isMarked(text) else { return .text(Self.unmarked(text)) }
    switch text {
    case ArchiveFormat.null, ArchiveFormat.nullObject: return .null
    case ArchiveFormat.absent: return .absent
    default: throw Flaw()
    }
  }

  private static func isMarked(_ text: String) -> Bool {
    let mark = ArchiveFormat.markByte
    return text.utf8.first == mark && text.utf8.dropFirst().first != mark
  }

  private static func unmarked(_ text: String) -> String {
    guard text.utf8.first == ArchiveFormat.markByte else { return text }
    return String(text.unicodeScalars.dropFirst())
  }
}
