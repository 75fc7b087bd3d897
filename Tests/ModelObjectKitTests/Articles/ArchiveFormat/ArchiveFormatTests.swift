import Foundation
import ModelObjectKit
import Testing

/// The contents of an archive, which people and any reader of property lists can understand.
struct ArchiveFormatTests {
  /// Objects of classes with their own `encode(with:)` are stored as rows.
  @Test(.differs(.hooks)) func anArchiveIsAPlainPropertyList() throws {
    let person = Person()
    person.name = "Shan"
    person.age = nil
    person.image = Image()
    person.image?.owner = person
    person.friends = [person]
    person.tags = ["$x", "y"]
    defer {
      person.image = nil
      person.friends = []
    }
    let data = try person.archivedData()
    #expect(data.prefix(8) == Data("bplist00".utf8))
    let expected: NSDictionary = [
      "format": "ModelObject",
      "version": 2,
      "root": 0,
      "classes": [
        [
          "class": "Person", "version": 3, "first": 0, "count": 1,
          "columns": [
            "name": ["Shan"], "age": ["$null"], "image": ["$objects": [1]],
            "friends": [["$objects": [0]]], "tags": [["$$x", "y"]],
          ],
        ] as [String: Any],
        [
          "class": "Image", "first": 1, "count": 1,
          "columns": ["number": [7], "owner": ["$objects": [0]]],
        ] as [String: Any],
      ],
    ]
    let list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    let root = try #require(list as? [String: Any])
    #expect(NSDictionary(dictionary: root) == expected)
  }

  @Test func objectsThatEncodeThemselvesStandInRows() throws {
    let data = try [Row(1), Row(2)].archivedData()
    let list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    let root = try #require(list as? [String: Any])
    let classes = try #require(root["classes"] as? [[String: Any]])
    #expect(root["roots"] as? [Int] == [0, 1])
    #expect(classes.count == 1)
    #expect(classes[0]["rows"] as? [[String: Int]] == [["n": 1], ["n": 2]])
  }

  @Test func theSameGraphGivesTheSameBytes() throws {
    func make() throws -> Data {
      let person = Person()
      person.friends = (0..<40).map { number in
        let friend = Person()
        friend.name = "friend \(number)"
        return friend
      }
      return try person.archivedData()
    }
    #expect(try make() == make())
  }

  @Test(
    arguments: [
      (0xFF, [0x10, 0xFF]), (0xFFFF, [0x11, 0xFF, 0xFF]),
      (0xFFFF_FFFF, [0x12, 0xFF, 0xFF, 0xFF, 0xFF]),
      (0x1_0000_0000, [0x13, 0, 0, 0, 1, 0, 0, 0, 0]),
      (-1, [0x13] + Array(repeating: 0xFF, count: 8)),
    ] as [(Int, [UInt8])]
  )
  func numbersTakeFewBytes(_ number: Int, _ bytes: [UInt8]) throws {
    let row = Columns()
    row.number = number
    #expect(try row.archivedData().range(of: Data(bytes)) != nil)
  }

  @Test(
    arguments: [
      (3, [0x53]), (14, [0x5E]), (15, [0x5F, 0x10, 15]), (256, [0x5F, 0x11, 1, 0]),
      (65_536, [0x5F, 0x12, 0, 1, 0, 0]),
    ] as [(Int, [UInt8])]
  )
  func countsTakeFewBytes(_ count: Int, _ bytes: [UInt8]) throws {
    let row = Columns()
    row.same = String(repeating: "z", count: count)
    #expect(try row.archivedData().range(of: Data(bytes + row.same.utf8)) != nil)
  }

  /// The sizes are two of the last bytes of a property list.
  @Test(
    .differs(.hooks),
    arguments: [(1, 1, 1), (300, 2, 2), (10_000, 4, 2)] as [(Int, UInt8, UInt8)]
  )
  func offsetsAndReferencesTakeFewBytes(
    _ count: Int,
    _ offset: UInt8,
    _ reference: UInt8
  ) throws {
    let box = Box()
    box.any = (0..<count).map { "今\($0)" }
    #expect(try Array(box.archivedData().suffix(26).prefix(2)) == [offset, reference])
  }

  /// Some readers refuse other dates.
  @Test(
    .differs(.hooks),
    arguments: [
      (-63_113_904_000, true), (-63_113_904_001, false), (252_423_993_599, true),
      (252_423_993_600, false),
    ]
  )
  func datesBetweenTheYears1And9999AreDates(_ seconds: Double, _ isDate: Bool) throws {
    let event = Event()
    event.start = Date(timeIntervalSinceReferenceDate: seconds)
    let value = try #require((column("start", in: event.archivedData()) as? [Any])?.first)
    if isDate {
      #expect(value as? Date == event.start)
    } else {
      #expect(value as? [String: Double] == ["$date": seconds])
    }
  }

  @Test(.differs(.hooks)) func equalNumbersOfAColumnAreOne() throws {
    let events = [Event(), Event()]
    #expect(try column("level", in: events.archivedData()) as? [String: Int] == ["$every": 3])
    events[1].level = 4
    #expect(try column("level", in: events.archivedData()) as? [Int] == [3, 4])
  }

  /// Readers of property lists reject deeper ones.
  @Test(arguments: [(200, 0), (201, 1), (400, 1), (401, 2), (500, 2)])
  func aDeepValueContinuesInListsOfItsOwn(_ levels: Int, _ expected: Int) throws {
    var count = 0
    func depth(_ value: Any) throws -> Int {
      if let data = (value as? [String: Any])?["$nested"] as? Data {
        count += 1
        let list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
        #expect(try depth(list) <= 202)
        return 0
      }
      let parts = (value as? [Any]) ?? (value as? [String: Any]).map { Array($0.values) } ?? []
      return try parts.reduce(0) { max($0, try 1 + depth($1)) }
    }
    let box = Box()
    box.any = (1..<levels).reduce([1] as Any) { value, _ in [value] }
    let data = try box.archivedData()
    let list = try PropertyListSerialization.propertyList(from: data, options: [], format: nil)
    #expect(try depth(list) <= 206)
    #expect(count == expected)
    let again = try Box(archive: data)
    #expect(again.isEqual(to: box))
  }

  @Test(arguments: [1, 2, 31, 32, 33, 1_000])
  func columnsOfEveryFormComeBack(_ count: Int) throws {
    let rows = (0..<count).map { number in
      let row = Columns()
      row.distinct = "text \(number)"
      row.same = "same"
      row.sometimes = number % 3 == 0 ? nil : "value \(number)"
      row.marked = "$\(number)"
      row.wide = "今\(number)"
      row.lines = "a\n\(number)"
      row.number = number * 1_000_003
      row.maybe = number % 2 == 0 ? number : nil
      row.flag = number % 2 == 0
      row.fraction = Double(number) / 3
      row.image = number % 2 == 0 ? Image() : nil
      row.empty = ""
      return row
    }
    let again = try [Columns](archive: rows.archivedData())
    #expect(again.map(\.summary) == rows.map(\.summary))
  }
}

/// The values of a property, in an archive of one class.
private func column(_ name: String, in archive: Data) throws -> Any {
  let list = try PropertyListSerialization.propertyList(from: archive, options: [], format: nil)
  let root = try #require(list as? [String: Any])
  let classes = try #require(root["classes"] as? [[String: Any]])
  let columns = try #require(classes.first?["columns"] as? [String: Any])
  return try #require(columns[name])
}

private class Event: ModelObject {
  var start = Date.distantPast
  var level = 3
}

private class Box: ModelObject {
  var any: Any?
}

private class Person: ModelObject {
  var name = ""
  var age: Int?
  var image: Image?
  var friends: [Person] = []
  var tags: [String] = []
  override class var archiveName: String { "Person" }
  override class var archiveVersion: Int { 3 }
}

private class Image: ModelObject {
  var number = 7
  var owner: Person?
  override class var archiveName: String { "Image" }
}

private class Row: ModelObject {
  var n = 0
  convenience init(_ n: Int) {
    self.init()
    self.n = n
  }
  override class var archiveName: String { "Row" }
  override func encode(with archiver: ModelArchiver) throws { try super.encode(with: archiver) }
}

private class Columns: ModelObject {
  var distinct = ""
  var same = ""
  var sometimes: String?
  var marked = ""
  var wide = ""
  var lines = ""
  var number = 0
  var maybe: Int?
  var flag = false
  var fraction = 0.0
  var image: Image?
  var empty = "not"
  override class var archiveName: String { "Columns" }

  var summary: String {
    "\(distinct) \(same) \(sometimes ?? "nil") \(marked) \(wide) \(lines) \(number)"
      + " \(maybe ?? -1) \(flag) \(fraction) \(image?.number ?? -1) \(empty)"
  }
}
