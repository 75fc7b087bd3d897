import Foundation
import ModelObjectKit
import Testing

/// From 32 objects on, a column of one kind of value is packed.
@Suite struct PackedColumns {
  /// Objects of classes with their own `encode(with:)` are stored as rows.
  @Test(.differs(.hooks), arguments: PackedForm.all)
  func haveTheBytesThatTheArticleSays(_ form: PackedForm) throws {
    let rows = (0..<32).map { number in
      let row = Kinds()
      form.fill(row, number)
      return row
    }
    let column = try column(form.property, in: rows.archivedData()) as? [String: Data]
    #expect(column == form.expected)
    let few = try self.column(form.property, in: Array(rows.dropLast()).archivedData())
    #expect((few as? [String: Any])?.values.contains { $0 is Data } != true)
    #expect(try [Kinds](archive: rows.archivedData()).map(\.text) == rows.map(\.text))
  }

  /// A value of another kind makes an array of the whole column.
  @Test(.differs(.hooks), arguments: [0, 1, 31, 32, 33, 99])
  func areOfOneKind(_ odd: Int) throws {
    let rows = (0..<100).map { number in
      let row = Kinds()
      row.any = number == odd ? "$odd" : number
      row.unsigned = number == odd ? .max : UInt64(number)
      return row
    }
    let data = try rows.archivedData()
    let any = try #require(column("any", in: data) as? [Any])
    #expect(any.count == 100 && any[odd] as? String == "$$odd")
    #expect((try column("unsigned", in: data) as? [Any])?.count == 100)
    #expect(try [Kinds](archive: data).map(\.text) == rows.map(\.text))
  }

  /// Each bit comes back, of each type, with each pattern of nil.
  @Test(arguments: [31, 32, 33, 39, 40, 41, 1_000])
  func comeBackAsTheyWere(_ count: Int) throws {
    var random = SeededGenerator(seed: UInt64(count))
    for _ in 0..<4 {
      let rows = Kinds.random(count, &random)
      let again = try [Kinds](archive: rows.archivedData())
      #expect(again.map(\.text) == rows.map(\.text))
      #expect(again.map { $0.owner?.name } == rows.map { $0.owner?.name })
      // Objects that were one are one.
      #expect(Set(again.compactMap(\.owner).map { ObjectIdentifier($0) }).count <= 3)
      let store = ModelStore()
      for row in rows { try store.insert(row) }
      let stored = try ModelStore(archive: store.archivedData(), classes: [Kinds.self])
      #expect(stored.all(Kinds.self).map(\.text) == store.all(Kinds.self).map(\.text))
    }
  }

  @Test func ofOneValueAreWrittenOnce() throws {
    let rows = (0..<50).map { _ in Kinds() }
    let data = try rows.archivedData()
    #expect(data.count < 1_200)
    #expect(try [Kinds](archive: data).map(\.text) == rows.map(\.text))
  }

  @Test(.differs(.hooks)) func listsOfManyObjectsArePacked() throws {
    let owner = PackedOwner()
    let list = PackedOwners()
    list.all = (0..<40).map { $0 % 3 == 0 ? nil : owner }
    let data = try list.archivedData()
    let all = try #require((column("all", in: data) as? [[String: Data]])?.first)
    #expect(all["$objects"] == Data([1] + (0..<40).map { $0 % 3 == 0 ? 0xFF : 1 }))
    let again = try PackedOwners(archive: data)
    #expect(again.all.map { $0 == nil } == list.all.map { $0 == nil })
    #expect(again.all[1] === again.all[2])
  }

  private func column(_ name: String, in archive: Data) throws -> Any {
    let list = try PropertyListSerialization.propertyList(from: archive, options: [], format: nil)
    let root = try #require(list as? [String: Any])
    let classes = try #require(root["classes"] as? [[String: Any]])
    let columns = try #require(classes.first?["columns"] as? [String: Any])
    return try #require(columns[name])
  }
}

/// Bytes that are no packed column are an error, whatever the property.
@Suite struct PackedColumnsFromElsewhere {
  /// The forms are those of 40 objects.
  @Test(
    arguments: [
      ["$integers": Data()], ["$integers": Data([1])], ["$integers": Data([3] + zeros(120))],
      ["$integers": Data([0])], ["$integers": Data([1] + zeros(39))],
      ["$integers": Data([1] + zeros(41))], ["$integers": Data([2] + zeros(79))],
      ["$integers": Data([255] + zeros(40))], ["$integers": Data([8] + zeros(40))],
      ["$doubles": Data(zeros(319))], ["$doubles": Data(zeros(328))], ["$doubles": Data()],
      ["$floats": Data(zeros(320))], ["$dates": Data(zeros(40))],
      ["$booleans": Data(zeros(4))], ["$booleans": Data(zeros(6))],
      ["$objects": Data([1] + zeros(41))],
      ["$objects": Data([1] + Array(repeating: 99, count: 40))],
      ["$objects": Data([2] + Array(repeating: 127, count: 80))],
      ["$strings": Data()], ["$ends": Data([1] + zeros(40))], ["$nil": Data(zeros(5))],
      ["$strings": Data("a".utf8), "$ends": Data([1] + zeros(40))],
      ["$strings": Data(), "$ends": Data([1] + zeros(39))],
      ["$strings": Data(), "$ends": Data([1] + zeros(39) + [1])],
      ["$strings": Data("ab".utf8), "$ends": Data([1, 2, 1] + Array(repeating: 2, count: 38))],
      ["$strings": Data("ab".utf8), "$ends": Data([1, 0xFF] + Array(repeating: 2, count: 39))],
      ["$strings": Data([0xC3, 0xA9]), "$ends": Data([1, 1] + Array(repeating: 2, count: 39))],
      ["$strings": Data([0xFF]), "$ends": Data([1] + Array(repeating: 1, count: 40))],
      [
        "$strings": Data("a".utf8), "$ends": Data([1, 1]),
        "$indexes": Data([1] + Array(repeating: 1, count: 40)),
      ],
      [
        "$strings": Data("a".utf8), "$ends": Data([1, 1]),
        "$indexes": Data([1] + Array(repeating: 0xFF, count: 40)),
      ],
      ["$strings": Data("a".utf8), "$ends": Data([1, 1]), "$indexes": Data([1] + zeros(39))],
      ["$strings": Data([0xFF]), "$ends": Data([1, 1]), "$indexes": Data([1] + zeros(40))],
      ["$integers": Data([1] + zeros(40)), "$nil": Data(zeros(4))],
      ["$integers": Data([1] + zeros(40)), "$absent": Data(zeros(6))],
      ["$integers": Data([1] + zeros(40)), "$doubles": Data(zeros(320))],
      ["$integers": Data([1] + zeros(40)), "$other": Data(zeros(5))],
      ["$integers": Data([1] + zeros(40)), "$json": Data(zeros(5))],
      ["$booleans": Data(zeros(5)), "$ends": Data([1] + zeros(40))],
    ] as [[String: Data]]
  )
  func areErrors(_ column: [String: Data]) throws {
    let data = try archive { $0["number"] = column }
    let error = #expect(throws: ModelError.self) { try [Plain](archive: data) }
    #expect([.invalidArchive, .unknownClass].contains(error?.code), "\(String(describing: error))")
    // The same for a property of another type, and for a census.
    let other = try archive { $0["text"] = column }
    if !column.keys.contains("$objects") {
      #expect(throws: ModelError.self) { try [Plain](archive: other) }
      #expect(throws: ModelError.self) { try MappingCensus(archive: other, classes: [Plain.self]) }
    }
  }

  @Test func areNamedByTheirPath() throws {
    let data = try archive { $0["text"] = ["$strings": Data(), "$ends": Data([1, 1])] }
    let error = #expect(throws: ModelError.self) { try [Plain](archive: data) }
    #expect(error?.path == "[0].text")
  }

  /// A container would be made again for each object.
  @Test func noContainerIsThatOfAllObjects() throws {
    let lists: [Any] = [
      [1, 2], ["a": 1], ["$objects": [0]], ["$json": "[1]"], ["$pairs": ["a", 1]],
      ["$some": [1, 2]],
    ]
    for list in lists {
      let data = try archive { $0["any"] = ["$every": list] }
      let error = #expect(throws: ModelError.self) { try [Plain](archive: data) }
      #expect(error?.code == .invalidArchive, "\(list)")
    }
    for value: Any in [
      1, "a", [Any](), [String: Any](), ["$double": "0"], ["$utf8": Data("a".utf8)],
    ] {
      let data = try archive { $0["any"] = ["$every": value] }
      #expect(try [Plain](archive: data).count == 40)
    }
  }

  /// Packed data where a value is expected, and the other way.
  @Test func standInColumnsOnly() throws {
    for column: Any in [
      Array(repeating: ["$integers": Data([1, 1])], count: 40),
      ["$integers": Array(repeating: 1, count: 40)], ["$integers": "text"], Data([1] + zeros(40)),
    ] {
      let data = try archive { $0["any"] = column }
      #expect(throws: ModelError.self) { try [Plain](archive: data) }
    }
  }

  @Test func randomChangesAreErrorsOrNone() throws {
    var random = SeededGenerator(seed: 8)
    let data = try Kinds.random(40, &random).archivedData()
    for _ in 0..<3_000 {
      var changed = data
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let offset = Int.random(in: 8..<changed.count, using: &random)
        changed[offset] = UInt8.random(in: 0...255, using: &random)
      }
      do {
        _ = try [Kinds](archive: changed)
      } catch {
        #expect(error is ModelError)
      }
    }
  }

  private func archive(_ change: (inout [String: Any]) -> Void) throws -> Data {
    var columns: [String: Any] = ["number": ["$integers": Data([1] + zeros(40))]]
    change(&columns)
    let root: [String: Any] = [
      "format": "ModelObject", "version": 2, "roots": ["$objects": Data([1] + (0..<40))],
      "classes": [
        ["class": "Plain", "first": 0, "count": 40, "columns": columns] as [String: Any]
      ],
    ]
    return try PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0)
  }
}

private func zeros(_ count: Int) -> [UInt8] { Array(repeating: 0, count: count) }

/// A property, what it has in 32 objects, and its column.
struct PackedForm: Sendable, CustomTestStringConvertible {
  let property: String
  let expected: [String: Data]
  let fill: @Sendable (Kinds, Int) -> Void

  var testDescription: String { property }

  private init(
    _ property: String,
    _ expected: [String: [UInt8]],
    _ fill: @escaping @Sendable (Kinds, Int) -> Void
  ) {
    self.property = property
    self.expected = expected.mapValues { Data($0) }
    self.fill = fill
  }

  private static func bytes(_ values: [some FixedWidthInteger]) -> [UInt8] {
    values.flatMap { value in withUnsafeBytes(of: value.littleEndian) { Array($0) } }
  }

  static let all: [PackedForm] = [
    PackedForm("id", ["$integers": [1] + (0..<32)]) { $0.id = $1 },
    PackedForm("id", ["$integers": [1] + bytes((0..<32).map { Int8($0 - 128) })]) {
      $0.id = $1 - 128
    },
    PackedForm("id", ["$integers": [2] + bytes((0..<32).map { Int16($0 + 100) })]) {
      $0.id = $1 + 100
    },
    PackedForm("small", ["$integers": [4] + bytes((0..<32).map { Int32($0 + 32_750) })]) {
      $0.small = Int32($1 + 32_750)
    },
    PackedForm("id", ["$integers": [8] + bytes((0..<32).map { Int64.max - Int64($0) })]) {
      $0.id = .max - $1
    },
    PackedForm(
      "maybe",
      ["$integers": [1] + (0..<32).map { $0 % 8 == 1 ? 0 : $0 }, "$nil": [2, 2, 2, 2]]
    ) {
      $0.maybe = $1 % 8 == 1 ? nil : $1
    },
    PackedForm("number", ["$doubles": bytes((0..<32).map { (Double($0) / 4).bitPattern })]) {
      $0.number = Double($1) / 4
    },
    PackedForm("number", ["$doubles": bytes((0..<32).map { $0 == 0 ? 1 << 63 : 0 as UInt64 })]) {
      $0.number = $1 == 0 ? -0.0 : 0
    },
    PackedForm("float", ["$floats": bytes((0..<32).map { (Float($0) / 4).bitPattern })]) {
      $0.float = Float($1) / 4
    },
    PackedForm("flag", ["$booleans": [0b1001_0010, 0b0010_0100, 0b0100_1001, 0b1001_0010]]) {
      $0.flag = $1 % 3 == 1
    },
    PackedForm(
      "date",
      ["$dates": bytes((0..<32).map { (Double($0) * 1e12 - 1e13).bitPattern })]
    ) {
      $0.date = Date(timeIntervalSinceReferenceDate: Double($1) * 1e12 - 1e13)
    },
    PackedForm(
      "text",
      ["$strings": (65..<97).flatMap { [UInt8(36), $0] }, "$ends": [1] + (1...32).map { 2 * $0 }]
    ) {
      $0.string = "$" + String(UnicodeScalar(UInt8(65 + $1)))
    },
    PackedForm(
      "text",
      [
        "$strings": Array("é\n".utf8), "$ends": [1, 2, 2, 3],
        "$indexes": [1] + (0..<32).map { $0 % 3 },
      ]
    ) {
      $0.string = ["é", "", "\n"][$1 % 3]
    },
    PackedForm(
      "name",
      [
        "$strings": Array("ab".utf8), "$ends": [1, 1, 1, 2],
        "$indexes": [1] + (0..<32).map { $0 % 3 }, "$nil": [0x92, 0x24, 0x49, 0x92],
      ]
    ) {
      $0.name = ["a", nil, "b"][$1 % 3]
    },
    PackedForm(
      "suit",
      [
        "$strings": Array("redblack".utf8), "$ends": [1, 3, 8],
        "$indexes": [1] + (0..<32).map { $0 % 2 },
      ]
    ) {
      $0.suit = $1 % 2 == 0 ? .red : .black
    },
    PackedForm("owner", ["$objects": [1] + (0..<32).map { $0 % 2 == 0 ? 0xFF : 32 }]) {
      $0.owner = $1 % 2 == 0 ? nil : PackedOwner.one
    },
    PackedForm(
      "any",
      ["$integers": [1] + (0..<32).map { $0 % 4 == 0 ? 0 : $0 }, "$absent": [17, 17, 17, 17]]
    ) {
      $0.any = $1 % 4 == 0 ? Unheard() : $1
    },
  ].map { form in
    // The property of strings has a name of its own.
    form.property == "text" ? PackedForm(renaming: form) : form
  }

  private init(renaming form: PackedForm) {
    property = "string"
    expected = form.expected
    fill = form.fill
  }
}

/// What can't be archived.
private struct Unheard {}

class Kinds: ModelObject {
  enum Suit: String { case red, black }

  var id = 0
  var small: Int32 = 0
  var unsigned: UInt64 = 0
  var maybe: Int?
  var number = 0.0
  var maybeNumber: Double?
  var float: Float = 0
  var maybeFloat: Float?
  var flag = false
  var maybeFlag: Bool?
  var date = Date(timeIntervalSinceReferenceDate: 0)
  var maybeDate: Date?
  var string = ""
  var name: String?
  var suit = Suit.red
  var link: URL?
  var decimal = Decimal(0)
  var tags: [String] = []
  var any: Any? = nil
  var owner: PackedOwner?
  override class var identity: Set<String> { ["id"] }

  /// Everything except the owner, with all bits.
  var text: String {
    let numbers = "\(id) \(small) \(unsigned) \(maybe ?? -1) \(float.bitPattern) \(flag)"
    let bits = "\(number.bitPattern) \(maybeNumber?.bitPattern ?? 1) \(maybeFloat?.bitPattern ?? 1)"
    let dates = [date, maybeDate].map { $0?.timeIntervalSinceReferenceDate.bitPattern ?? 1 }
    let texts = "\(Array(string.utf8)) \(name.map { Array($0.utf8) } ?? [0]) \(suit) \(tags)"
    return "\(numbers) \(bits) \(dates) \(texts) \(maybeFlag.map { "\($0)" } ?? "") "
      + "\(link?.absoluteString ?? "") \(decimal) \(any.map { $0 is Unheard ? "nil" : "\($0)" } ?? "nil")"
  }

  static func random(_ count: Int, _ random: inout SeededGenerator) -> [Kinds] {
    let owners = (0..<3).map { _ in PackedOwner() }
    let texts = [
      "", "a", "$x", "$null", "é", "e\u{301}", "今天", "two\nlines", "\u{0}",
      "a text that is longer than fifteen bytes",
    ]
    let scale = Int.random(in: 0...4, using: &random)
    let limit = [1, 100, 30_000, 1 << 30, .max][scale]
    return (0..<count).map { number in
      let row = Kinds()
      row.id = number + 1
      row.small = .random(in: .min ... .max, using: &random)
      row.unsigned = .random(in: 0...UInt64(limit), using: &random)
      row.maybe = .random(using: &random) ? nil : .random(in: -limit...limit, using: &random)
      row.number = Double(bitPattern: .random(in: .min ... .max, using: &random))
      row.maybeNumber = .random(using: &random) ? nil : -0.0
      row.float = Float(bitPattern: .random(in: 0...0x7F00_0000, using: &random))
      row.maybeFloat = number % 5 == 0 ? nil : Float(number)
      row.flag = .random(using: &random)
      row.maybeFlag = [nil, true, false].randomElement(using: &random) ?? nil
      row.date = Date(timeIntervalSinceReferenceDate: .random(in: -1e12...1e12, using: &random))
      row.maybeDate = number % 7 == 0 ? nil : .distantPast
      row.string = (texts.randomElement(using: &random) ?? "") + (scale > 2 ? "\(number)" : "")
      row.name = number % 4 == 0 ? nil : texts.randomElement(using: &random)
      row.suit = number % 3 == 0 ? .red : .black
      row.link = number % 3 == 0 ? nil : URL(string: "https://example.com/\(number)")
      row.decimal = Decimal(number) / 8
      row.tags = number % 9 == 0 ? ["$a", "b"] : []
      row.any = [nil, 1, "$a", true, 0.5][scale]
      row.owner = number % 2 == 0 ? nil : owners.randomElement(using: &random)
      return row
    }
  }
}

final class PackedOwner: ModelObject {
  var name = "owner"
  override class var archiveName: String { "fixture.packed.owner" }
  nonisolated(unsafe) static let one = PackedOwner()
}

private final class PackedOwners: ModelObject {
  var all: [PackedOwner?] = []
}

private final class Plain: ModelObject {
  var number = 0
  var text = "text"
  var any: Any = 0
  override class var archiveName: String { "Plain" }
}
