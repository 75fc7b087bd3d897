import Foundation
import ModelObjectKit
import Testing

/// Structs in an archive are columns of their properties, if there are 32 of them.
@Suite(.differs(.modelStructs)) struct StructColumns {
  @Test(arguments: [1, 2, 31, 32, 33, 200])
  func comeBackAsTheyWere(_ count: Int) throws {
    let rows = (0..<count).map { FixtureStructs($0) }
    let data = try rows.archivedData()
    let again = try [FixtureStructs](archive: data)
    #expect(again == rows)
    #expect(try again.jsonString() == rows.jsonString())
    #expect(try again.archivedData() == data)
    let store = ModelStore()
    let owners = (0..<count).map { number in Owner { ($0.id, $0.all) = (number + 1, rows) } }
    for owner in owners.prefix(3) { try store.insert(owner) }
    let stored = try ModelStore(archive: store.archivedData(), classes: [Owner.self])
    #expect(stored.all(Owner.self) == store.all(Owner.self))
  }

  /// One object with a list of many is as compact as many with a few.
  @Test func areThoseOfAllObjects() throws {
    for (objects, each) in [(1, 200), (200, 1), (40, 5)] {
      let rows = (0..<objects).map { _ in
        Lines { $0.lines = (0..<each).map { Line(count: $0, note: nil, price: Double($0)) } }
      }
      let data = try rows.archivedData()
      #expect(data.count < 5_500, "\(objects)")
      let column = try #require(try self.column("lines", of: data))
      #expect(column.keys.sorted() == ["$columns", "$lists"])
      let fields = try #require(column["$columns"] as? [String: [String: Data]])
      #expect(fields.keys.sorted() == ["count", "note", "price"])
      #expect(fields["count"]?.keys.sorted() == ["$integers"])
      #expect(fields["note"] == ["$booleans": bits(0), "$nil": bits(200)])
      #expect(fields["price"]?["$doubles"]?.count == 1_600)
      #expect(try [Lines](archive: data) == rows)
    }
  }

  private func bits(_ count: Int) -> Data {
    Data((0..<200 / 8).map { $0 < count / 8 ? 0xFF : 0 })
  }

  private func column(_ name: String, of archive: Data) throws -> [String: Any]? {
    let list = try PropertyListSerialization.propertyList(from: archive, options: [], format: nil)
    let classes = (list as? [String: Any])?["classes"] as? [[String: Any]]
    return (classes?.first?["columns"] as? [String: Any])?[name] as? [String: Any]
  }

  /// As dictionaries or as columns: types that have changed take the same of them.
  @Test(arguments: [Version.same, .other, .classes, .plain, .codable, .fewer])
  func takeTheSameWhateverTheirForm(_ version: Version) throws {
    let rows = (0..<40).map { First($0) }
    let few = try version.open(Array(rows.prefix(5)).archivedData())
    let many = try version.open(rows.archivedData())
    #expect(Array(many.prefix(5)) == few)
    #expect(many.count == 40 && few.allSatisfy { !$0.isEmpty })
  }

  /// A struct with models, sets of them or `Codable` values is read when these are there.
  @Test func holdModels() throws {
    let people = (0..<3).map { number in Person { ($0.id, $0.name) = (number, "\(number)") } }
    let rows = (0..<40).map { number in
      Crew {
        $0.id = number
        $0.pair = Pair(first: people[number % 3], all: people)
        $0.pairs = [Pair(first: nil, all: []), Pair(first: people[0], all: [people[1]])]
        $0.pairs[1].members = Set(people)
        $0.pairs[1].coded = Coded(count: number)
        $0.pairs[0].any = ["a": people[2], "b": [number]] as [String: Any]
      }
    }
    let again = try [Crew](archive: rows.archivedData())
    #expect(again == rows)
    #expect(again[0].pair.first === again[3].pairs[1].first)
    #expect(again[7].pairs[1].members.contains(again[1].pair.first ?? Person()))
    #expect(again[9].pairs[1].coded?.count == 9)
    #expect(try again.jsonString() == rows.jsonString())
  }

  /// What no archive holds is absent, and has its default.
  @Test func mayLackValues() throws {
    let rows = (0..<40).map { number in
      Gaps { $0.all = [Gap(id: number, any: number % 4 == 1 ? Unheard() : number)] }
    }
    let again = try [Gaps](archive: rows.archivedData())
    #expect(again.map { $0.all.first?.id } == Array(0..<40))
    #expect(again.map { $0.all.first?.any as? Int } == (0..<40).map { $0 % 4 == 1 ? 5 : $0 })
  }

  @Test func areSavedInStoreFiles() throws {
    try withFolder { folder in
      let url = folder.appending(path: "store")
      let owners = (0..<50).map { number in
        Owner { ($0.id, $0.all) = (number + 1, [FixtureStructs(number)]) }
      }
      do {
        let file = try StoreFile(at: url, classes: [Owner.self])
        for owner in owners { try file.store.insert(owner) }
        #expect(try file.save() == 50)
        owners[7].all[0].one.sizes = []
        #expect(try file.save() == 1)
      }
      let file = try StoreFile(at: url, classes: [Owner.self])
      #expect(file.store.all(Owner.self) == owners)
      #expect(try file.save() == 0)
    }
  }

  /// Of 40 objects with a list of structs each.
  @Test(arguments: 0..<damaged.count)
  func thatAreDamagedAreErrors(_ number: Int) throws {
    for name in ["lines", "line", "any", "objects"] {
      let data = try archive([name: damaged[number]])
      let error = #expect(throws: ModelError.self) { try [Lines](archive: data) }
      #expect(error?.code == .invalidArchive, "\(name) \(damaged[number])")
    }
  }

  /// Values of other types are misfits, as in a class.
  @Test func ofOtherTypesKeepTheirDefaults() throws {
    let column: [String: Any] = [
      "$lists": Data([1] + (1...40)),
      "$columns": [
        "count": [
          "$strings": Data("7x".utf8), "$ends": Data([1, 1, 2]),
          "$indexes": Data([1] + (0..<40).map { $0 % 2 }),
        ],
        "note": ["$integers": ints(40), "$nil": Data([3, 0, 0, 0, 0])],
        "price": ["$booleans": Data(count: 5)],
      ] as [String: Any],
    ]
    let rows = try [Lines](archive: archive(["lines": column]))
    #expect(rows.map { $0.lines.first?.count } == (0..<40).map { $0 % 2 == 0 ? 7 : 3 })
    #expect(rows.map { $0.lines.first?.note } == (0..<40).map { $0 < 2 ? nil : "0" })
    let untyped = try [Lines](archive: archive(["any": column]))
    let first = (untyped[2].any as? [Any])?.first as? [String: Any]
    #expect(first?["count"] as? String == "7" && first?["price"] as? Bool == false)
    #expect(first?["note"] as? Int == 0)
  }

  /// A small archive can't have many structs, even if its data is in many places.
  @Test func areLimitedByTheBytes() throws {
    for columns in [1, 2, 1_000] {
      let data = sharingArchive(columns)
      #expect(data.count < 150_000)
      if columns == 1 {
        #expect((try Lines(archive: data).any as? [Any])?.count == 80_000)
      } else {
        let error = #expect(throws: ModelError.self) { try Lines(archive: data) }
        #expect(error?.code == .invalidArchive)
        #expect(columns == 2 || "\(error as Any)".contains("values of structs"))
      }
    }
  }

  /// 80,000 structs with some columns, whose data is the same.
  private func sharingArchive(_ columns: Int) -> Data {
    var objects: [[UInt8]] = [[]]
    func bytes(_ number: Int, _ size: Int) -> [UInt8] {
      (0..<size).reversed().map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    func add(_ object: [UInt8]) -> Int {
      objects.append(object)
      return objects.count - 1
    }
    func text(_ text: String) -> Int {
      add([0x5F, 0x10, UInt8(text.utf8.count)] + Array(text.utf8))
    }
    func integer(_ value: Int) -> Int { add([0x12] + bytes(value, 4)) }
    func data(_ data: Data) -> Int { add([0x4F, 0x12] + bytes(data.count, 4) + Array(data)) }
    func pairs(_ pairs: [(String, Int)]) -> [UInt8] {
      let keys = pairs.map { text($0.0) }
      return [0xDF, 0x11] + bytes(pairs.count, 2) + (keys + pairs.map(\.1)).flatMap { bytes($0, 2) }
    }
    // Of more than 256 objects, references have two bytes.
    for number in 0..<256 { _ = integer(number) }
    let shared = data(columns == 2 ? ints(80_000).dropLast(70_000) : ints(80_000))
    let fields = (0..<columns).map { ("key\($0)", add(pairs([("$integers", shared)]))) }
    let end = data(Data([8]) + Data(bytes(80_000, 8).reversed()))
    let column = add(pairs([("$lists", end), ("$columns", add(pairs(fields)))]))
    let table = add(
      pairs([
        ("class", text("Lines")), ("first", integer(0)), ("count", integer(1)),
        ("columns", add(pairs([("any", column)]))),
      ])
    )
    objects[0] = pairs([
      ("format", text("ModelObject")), ("version", integer(2)), ("root", integer(0)),
      ("classes", add([0xA1] + bytes(table, 2))),
    ])
    return propertyList(of: objects)
  }

  @Test func randomChangesAreErrorsOrNone() throws {
    var random = SeededGenerator(seed: 8)
    let data = try (0..<40).map { FixtureStructs($0) }.archivedData()
    expectErrorsOrNone(in: data, &random) { try [FixtureStructs](archive: $0) }
  }

  private func archive(_ columns: [String: Any]) throws -> Data {
    let root: [String: Any] = [
      "format": "ModelObject", "version": 2, "roots": ["$objects": Data([1] + (0..<40))],
      "classes": [
        ["class": "Lines", "first": 0, "count": 40, "columns": columns] as [String: Any]
      ],
    ]
    return try PropertyListSerialization.data(fromPropertyList: root, format: .binary, options: 0)
  }
}

private var damaged: [[String: Any]] {
  func fields(_ fields: [String: Any]) -> [String: Any] { ["$columns": fields] }
  let count = ["count": ["$integers": ints(40)]]
  return [
    ["$columns": Data()], ["$columns": [1]], fields([:]),
    fields(["count": ["$integers": ints(39)]]), fields(["count": ["$integers": ints(41)]]),
    fields(["count": ["$every": 1]]), fields(["count": [Int](0..<39)]),
    fields(["count": ["$booleans": Data(count: 5)]]),
    ["$columns": count, "$integers": ints(40)], ["$columns": count, "$other": ints(40)],
    ["$columns": count, "$nil": Data(count: 4)], ["$columns": count, "$keys": Data()],
    fields(["count": ["$integers": ints(40)], "b": ["$every": 1]]),
    fields(["count": ["$integers": ints(40)], "b": fields([:])]),
    ["$lists": ints(39), "$columns": ["count": ["$integers": ints(1)]]],
    ["$lists": ends(1 << 40), "$columns": ["count": ["$every": 1]]],
    ["$lists": ends(1 << 40), "$columns": ["count": ["$booleans": Data([1])]]],
    ["$lists": ends(1 << 40), "$columns": [String: Any]()],
    ["$lists": ends(1 << 40), "$columns": ["a": fields(["b": ["$every": 1]])]],
    ["$lists": ends(9), "$columns": ["count": ["$integers": ints(8)]]],
    ["$lists": ends(9), "$columns": ["note": ["$strings": Data([0xFF]), "$ends": ints(9)]]],
    nested(20), nested(300),
  ]
}

/// So many zeros.
private func ints(_ count: Int) -> Data { Data([1]) + Data(count: count) }

/// 39 empty lists, and a last one.
private func ends(_ count: Int) -> Data {
  Data([8]) + Data(count: 8 * 39)
    + Data((0..<8).map { UInt8(truncatingIfNeeded: count >> (8 * $0)) })
}

/// Structs in each other.
private func nested(_ depth: Int) -> [String: Any] {
  var column: [String: Any] = ["$integers": ints(40)]
  for _ in 0..<depth { column = ["$columns": ["part": column]] }
  return column
}

private struct Line: ModelStruct, Equatable {
  var count = 3
  var note: String?
  var price = 0.0
}

private final class Lines: ModelObject {
  var lines: [Line] = []
  var line = Line()
  var any: Any?
  var objects: [Person] = []
  override class var archiveName: String { "Lines" }
}

private final class Owner: ModelObject {
  var id = 0
  var all: [FixtureStructs] = []
  override class var identity: Set<String> { ["id"] }
}

private final class Person: ModelObject {
  var id = 0
  var name = ""
  override class var identity: Set<String> { ["id"] }
}

private struct Coded: Codable, Equatable {
  var count = 0
}

private struct Pair: ModelStruct {
  var first: Person?
  var all: [Person] = []
  var members: Set<Person> = []
  var coded: Coded?
  var any: Any?
}

private final class Crew: ModelObject {
  var id = 0
  var pair = Pair()
  var pairs: [Pair] = []
}

private struct Gap: ModelStruct {
  var id = 0
  var any: Any = 5
}

private final class Gaps: ModelObject {
  var all: [Gap] = []
}

// MARK: - Versions of a class

private final class First: ModelObject {
  struct Price: ModelStruct {
    var amount = 0.0
    var code = ""
    var until: Date?
    var link: URL?
    var tags: [String] = []
  }
  var id = 0
  var price = Price()
  var last: Price?
  var list: [Price] = []
  override class var archiveName: String { "Versioned" }

  convenience init(_ number: Int) {
    self.init()
    id = number
    price = Price(
      amount: Double(number),
      code: number % 2 == 0 ? "$EUR" : "7",
      until: number % 3 == 0 ? nil : Date(timeIntervalSince1970: Double(number)),
      link: URL(string: "https://example.com/\(number)"),
      tags: number % 2 == 0 ? ["a"] : []
    )
    last = number % 2 == 0 ? price : nil
    list = Array(repeating: price, count: number % 3)
  }
}

/// Other properties, other types of properties, and other defaults.
private final class Other: ModelObject {
  struct Price: ModelStruct {
    var cost = "-"
    var code = 5
    var until = 9.5
    var link = "none"
    var tags: Set<String> = ["-"]
    var added = 3
    static var keyMapping: [String: JSONKey] { ["cost": ["cost", "amount"]] }
  }
  var price = Price(code: 6, added: 8)
  var last: Price?
  var list: [Price]?
  override class var archiveName: String { "Versioned" }
}

private final class OfClasses: ModelObject {
  final class Price: ModelObject {
    var amount = 0.0
    var code: Int?
    var link: URL?
    var tags: [String] = []
  }
  var price = Price()
  var last: Price?
  var list: [Price] = []
  override class var archiveName: String { "Versioned" }
}

private final class OfPlain: ModelObject {
  var price: [String: Any] = [:]
  var last: Any?
  var list: [[String: Any]] = []
  override class var archiveName: String { "Versioned" }
}

private final class OfCodable: ModelObject {
  struct Price: Codable {
    var amount: Double
    var code: String
    var tags: [String]
  }
  var price: Price?
  var last: Price?
  var list: [Price] = []
  override class var archiveName: String { "Versioned" }
}

/// One in the place of many, and many in that of one.
private final class OfFewer: ModelObject {
  var price: [First.Price] = []
  var last: [String] = ["-"]
  var list = First.Price(code: "-")
  override class var archiveName: String { "Versioned" }
}

extension StructColumns {
  enum Version {
    case same, other, classes, plain, codable, fewer

    /// What the objects of this version are.
    func open(_ data: Data) throws -> [String] {
      func open<Row: ModelObject>(_ type: Row.Type) throws -> [String] {
        try [Row](archive: data).map {
          try $0.jsonString(options: ExportOptions(sortedKeys: true))
        }
      }
      return switch self {
      case .same: try open(First.self)
      case .other: try open(Other.self)
      case .classes: try open(OfClasses.self)
      case .plain: try open(OfPlain.self)
      case .codable: try open(OfCodable.self)
      case .fewer: try open(OfFewer.self)
      }
    }
  }
}
