import Foundation
import ModelObjectKit
import Testing

/// A small archive in which many values are one long string takes little memory, whatever the types of
/// the values are.
struct GrowthOfLongValuesTests {
  /// Much of an archive is a string, and most of the rest are references to that.
  private static let count = 1_024
  private static let length = 128 * count
  /// Half of what a copy for each reference would take.
  private static let allowed = count * length / 2

  /// In a process of its own, which may not take more memory.
  @Test func aLongStringIsConvertedOnce() async {
    await #expect(processExitsWith: .success) {
      // What is there before any limit.
      for value in LongValue.all { try value.open(4, 300) }
      try limitMemory(toMore: Self.allowed)
      for value in LongValue.all { try value.open(Self.count, Self.length) }
    }
  }

  /// A leaf without a line in the table would be noticed by no other test.
  @Test func theTableHasEveryLeaf() throws {
    var folder = URL(filePath: #filePath)
    for _ in 0..<4 { folder.deleteLastPathComponent() }
    folder.append(path: "Sources/ModelObjectKit")
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    var leaves: Set<String> = []
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /extension (\w+): (?:Spelled|Bridged)?Leaf\b/) {
        leaves.insert(String(match.1))
      }
    }
    #expect(leaves.count > 25)
    #expect(leaves.subtracting(LongValue.all.map(\.name)).isEmpty)
  }
}

/// Opens archives in which many values of a type are one long string.
private struct LongValue: Sendable {
  let name: String
  let open: @Sendable (_ count: Int, _ length: Int) throws -> Void

  init<Value>(
    _ type: Value.Type,
    _ name: String? = nil,
    _ text: String = "a",
    isEncoded: Bool = false
  ) {
    self.name = name ?? "\(type)"
    open = { count, length in
      let long = text + String(repeating: text.last ?? "a", count: length)
      let forms: [(SmallList, String) -> [Int]] = [
        { list, long in Array(repeating: list.text(long), count: count) },
        { list, long in Array(repeating: list.text("$" + long), count: count) },
        { list, long in Array(repeating: list.data(long), count: count) },
        { list, long in list.copies(count) { list.array([list.text(long)]) } },
        { list, long in list.copies(count) { list.pair("key", list.text(long)) } },
        { list, long in list.copies(count) { list.pair(long, list.text("1")) } },
        { list, long in list.copies(count) { list.pair("$url", list.text(long)) } },
        { list, long in list.copies(count) { list.pair("$decimal", list.text(long)) } },
        { list, long in list.copies(count) { list.pair("$utf8", list.data(long)) } },
      ]
      // These are read in each place, as far as the size of the archive allows.
      let encoded: [(SmallList, String) -> [Int]] = [
        { list, long in list.copies(count) { list.pair("$json", list.text("\"\(long)\"")) } },
        { list, long in list.copies(count) { list.pair("$archive", list.data(long)) } },
      ]
      for form in forms + (isEncoded ? encoded : []) {
        let list = SmallList()
        let rows = form(list, long)
        // What doesn't belong to the format, and what is in too many places, is an error.
        _ = try? [Held<Value>](archive: list.archive(list.array(rows), count))
        guard rows[0] == rows[1] else { continue }
        let every = list.pair("$every", rows[0])
        _ = try? [Held<Value>](archive: list.archive(every, count))
      }
    }
  }

  static let all = [
    LongValue(String.self), LongValue(Character.self), LongValue(URL.self, nil, "http://a/b"),
    LongValue(Data.self, nil, "YWFh"), LongValue(UUID.self),
    LongValue(Date.self, nil, "2020-01-01"),
    LongValue(TimeZone.self), LongValue(Locale.self, nil, "de_"), LongValue(Bool.self, nil, "1"),
    LongValue(Int.self, nil, "0"), LongValue(Int8.self, nil, "0"), LongValue(Int16.self, nil, "0"),
    LongValue(Int32.self, nil, "0"), LongValue(Int64.self, nil, "0"),
    LongValue(Int128.self, nil, "0"), LongValue(UInt.self, nil, "0"),
    LongValue(UInt8.self, nil, "0"), LongValue(UInt16.self, nil, "0"),
    LongValue(UInt32.self, nil, "0"), LongValue(UInt64.self, nil, "0"),
    LongValue(UInt128.self, nil, "0"), LongValue(Float.self, nil, "1."),
    LongValue(Double.self, nil, "1."), LongValue(CGFloat.self, nil, "1."),
    LongValue(Decimal.self, nil, "1."), LongValue(NSNumber.self, nil, "1."),
    LongValue(NSURL.self, nil, "http://a/b"), LongValue(NSString.self), LongValue(NSData.self),
    LongValue(NSDate.self, nil, "2020-01-01"),
    LongValue(Word.self), LongValue(Text.self, isEncoded: true), LongValue(Wrapped.self),
    LongValue([String].self), LongValue([URL].self, nil, "a", isEncoded: true),
    LongValue([Date].self),
    LongValue([Text].self), LongValue(Set<Int>.self, nil, "0"), LongValue([[URL]].self),
    LongValue([String: URL].self), LongValue([String: [Text]].self), LongValue(Any.self),
    LongValue([Any].self), LongValue(Snapshot<Held<String>>.self),
  ]
}

private final class Held<Value>: ModelObject {
  var value: Value?
  override class var archiveName: String { "Held" }
}

private enum Word: String { case word }

private struct Text: Codable, Hashable {
  var text: String
  init(from decoder: any Decoder) throws {
    text = try decoder.singleValueContainer().decode(String.self)
  }
}

private struct Wrapped: ModelValue {
  let text: String
  init?(modelValue: Any) { text = "\(modelValue)!" }
  var modelValue: Any { text }
}

/// A property list in which equal strings and data are one object.
private final class SmallList {
  private var objects: [[UInt8]] = [[]]
  private var known: [String: Int] = [:]

  private func add(_ kind: UInt8, _ count: Int, _ bytes: [UInt8]) -> Int {
    let size = [kind | 15, 0x12] + withUnsafeBytes(of: UInt32(count).bigEndian) { Array($0) }
    objects.append(size + bytes)
    return objects.count - 1
  }

  private func known(_ key: String, _ add: () -> Int) -> Int {
    let number = known[key] ?? add()
    known[key] = number
    return number
  }

  func text(_ text: String) -> Int {
    known(text) { add(0x50, text.utf8.count, Array(text.utf8)) }
  }

  func data(_ text: String) -> Int {
    known("data" + text) { add(0x40, text.utf8.count, Array(text.utf8)) }
  }

  func integer(_ value: Int) -> Int {
    objects.append([0x12] + withUnsafeBytes(of: UInt32(value).bigEndian) { Array($0) })
    return objects.count - 1
  }

  private func references(_ numbers: [Int]) -> [UInt8] {
    numbers.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
  }

  func array(_ numbers: [Int]) -> Int { add(0xA0, numbers.count, references(numbers)) }

  func pair(_ key: String, _ value: Int) -> Int { add(0xD0, 1, references([text(key), value])) }

  func copies(_ count: Int, _ make: () -> Int) -> [Int] { (0..<count).map { _ in make() } }

  /// The archive of objects with a column of values.
  func archive(_ column: Int, _ count: Int) -> Data {
    var numbers = Data([4])
    for number in 0..<count {
      withUnsafeBytes(of: Int32(number).littleEndian) { numbers.append(contentsOf: $0) }
    }
    objects.append(
      [0x4F, 0x12] + withUnsafeBytes(of: UInt32(numbers.count).bigEndian) { Array($0) } + numbers
    )
    let roots = pair("$objects", objects.count - 1)
    let columns = pair("value", column)
    let keys = ["class", "first", "count", "columns"].map { text($0) }
    let table = add(
      0xD0,
      4,
      references(keys + [text("Held"), integer(0), integer(count), columns])
    )
    let names = ["format", "version", "roots", "classes"].map { text($0) }
    let root = add(
      0xD0,
      4,
      references(names + [text("ModelObject"), integer(2), roots, array([table])])
    )
    objects[0] = objects[root]
    return propertyList(of: objects)
  }
}

/// Lets the process take only some more bytes of address space.
private func limitMemory(toMore bytes: Int) throws {
  let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
  let line = status.split(separator: "\n").first { $0.hasPrefix("VmSize") } ?? ""
  let size = line.split(whereSeparator: { !$0.isNumber }).first.flatMap { UInt($0) } ?? 0
  guard size > 0 else { return }
  let limit = rlim_t(size * 1024 + UInt(bytes))
  var limits = rlimit(rlim_cur: limit, rlim_max: limit)
  guard setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limits) == 0 else {
    throw CocoaError(.featureUnsupported)
  }
}
