import Foundation
import ModelObjectKit
import Testing

/// Classes change in every way, and the values of a packed column become what those of a column that
/// isn't packed become: a few objects are archived without packing.
struct PackedColumnsOfFormerClasses {
  @Test(arguments: ChangedClass.all)
  func openAsOthers(_ change: ChangedClass) throws {
    let former = (0..<40).map { Former($0) }
    let few = try stride(from: 0, to: 40, by: 8).map {
      try Array(former[$0..<$0 + 8]).archivedData()
    }
    let all = try former.archivedData()
    let (expected, found) = (try few.flatMap(change.open), try change.open(all))
    #expect(found.count == 40 && found == expected)
    // A census counts the same.
    let censuses = try few.map(change.census)
    var counts: [String: Int] = [:]
    for entry in censuses.flatMap(\.entries) { counts[name(entry), default: 0] += entry.count }
    let entries = try change.census(all).entries.map { (name($0), $0.count) }
    #expect(Dictionary(uniqueKeysWithValues: entries) == counts)
  }

  private func name(_ entry: MappingCensus.Entry) -> String {
    "\(entry.typeName).\(entry.key) \(entry.kind.rawValue) \(entry.found ?? "-")"
  }

  /// Objects whose class is gone, or that `validate()` rejects, are skipped alike.
  @Test func losesTheSameObjects() throws {
    let store = ModelStore()
    for number in 0..<40 { try store.insert(Former(number)) }
    var lost: [String] = []
    let opened = try ModelStore(archive: store.archivedData(), classes: [Picky.self]) {
      lost.append($0.path)
    }
    #expect(opened.all(Picky.self).map(\.id) == (1...40).filter { $0 % 3 != 0 })
    #expect(lost.count == 13 && lost.contains("[2]"))
  }

  /// A class may begin to encode or decode itself, and stop.
  @Test func openWhereTheClassDecodesItself() throws {
    let former = (0..<40).map { Former($0) }
    let asked = try [Asking](archive: former.archivedData())
    #expect(asked.map(\.seen) == former.map { "\($0.id) \($0.text) \($0.part?.name ?? "-")" })
    #expect(asked[1].missing == [false, true])
    let again = try [Former](archive: asked.archivedData())
    #expect(again.map(\.id) == former.map(\.id))
  }
}

/// A class that takes the place of `Former`.
struct ChangedClass: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// The values of each object in an archive.
  let open: @Sendable (Data) throws -> [String]
  let census: @Sendable (Data) throws -> MappingCensus

  init<Now: ModelObject>(_ name: String, _ type: Now.Type) {
    testDescription = name
    open = { data in
      try [Now](archive: data).map { "\($0)" }
    }
    census = { try MappingCensus(archive: $0, classes: [type]) }
  }

  static let all = [
    ChangedClass("the same", Former.self), ChangedClass("texts", Texts.self),
    ChangedClass("numbers", Numbers.self), ChangedClass("optionals", Optionals.self),
    ChangedClass("none optional", NoOptionals.self), ChangedClass("renamed", Renamed.self),
    ChangedClass("removed and added", Removed.self), ChangedClass("lists", Lists.self),
    ChangedClass("other types", Others.self), ChangedClass("setters", Setting.self),
    ChangedClass("another part", OtherPart.self), ChangedClass("decoding", Decoding.self),
  ]
}

private final class Part: ModelObject {
  var name = ""
  override class var archiveName: String { "Part" }
}

private final class Former: ModelObject {
  override class var archiveName: String { "Former" }

  var id = 0
  var text = ""
  var word: String?
  var flag = false
  var ratio = 0.0
  var maybe: Double?
  var when = Date(timeIntervalSinceReferenceDate: 0)
  var number: Int?
  var digits = ""
  var part: Part?
  var words: [String] = []
  var counts: [Int]? = []
  var shares: [Double] = []
  var parts: [Part] = []
  var days: [Date] = []
  var totals: [String: Int] = [:]
  var notes: [String: String]? = [:]
  var named: [String: Part] = [:]
  override class var identity: Set<String> { ["id"] }

  convenience init(_ number: Int) {
    self.init()
    id = number + 1
    text = number % 5 == 0 ? "$\(number)" : "text \(number)"
    word = ["red", nil, "black", "3"][number % 4]
    flag = number % 3 == 0
    ratio = Double(number) / 4
    maybe = number % 7 == 0 ? nil : Double(number)
    when = Date(timeIntervalSinceReferenceDate: Double(number) * 1_000)
    self.number = number % 2 == 0 ? nil : number * 1_000
    digits = "\(number)"
    part = number % 3 == 0 ? nil : Part()
    part?.name = "part \(id)"
    words = (0..<number % 4).map { ["red", "$7", "\(number)"][$0] }
    counts = number % 6 == 0 ? nil : (0..<number % 3).map { number * 500 - $0 }
    shares = (0..<number % 3).map { Double($0) / 4 }
    parts = number % 4 == 0 ? [] : [Part(), part ?? Part()]
    days = number % 3 == 0 ? [] : [when]
    totals = [[:], ["$a": number], ["name": 500 * number, "2": 0]][number % 3]
    notes = [nil, [:], ["name": "$\(number)", "2": "7", "$x": "red"]][number % 3]
    named = number % 4 == 0 ? [:] : ["1": Part(), "b": part ?? Part()]
  }
}

private final class Texts: ModelObject {
  override class var archiveName: String { "Former" }

  var id = ""
  var flag = ""
  var ratio = ""
  var when = ""
  var number: String?
  var part = "none"
  var words = "none"
  var counts: [String] = []
  var shares: [String?] = []
  var days: [String] = []
  var totals: [String: String] = [:]
  var notes = "none"
}

private final class Numbers: ModelObject {
  override class var archiveName: String { "Former" }

  var id: Int8 = 0
  var text = 7
  var word: Double?
  var flag = 0
  var ratio = 0
  var maybe = 0
  var when = 0.0
  var number: UInt16 = 9
  var digits = 0
  var words: [Int] = []
  var counts: [UInt8] = []
  var shares: [Int] = []
  var days: [Double] = []
  var totals: [Int: Double] = [:]
  var notes: [String: Int] = ["none": 0]
}

private final class Optionals: ModelObject {
  override class var archiveName: String { "Former" }

  var id: Int?
  var text: String?
  var flag: Bool?
  var ratio: Double?
  var when: Date?
  var digits: Int?
  var words: [String]?
  var counts: [Int?] = []
  var shares: [Double]?
  var parts: [Part?]?
  var totals: [String: Int]?
  var notes: [String: String?] = [:]
  var named: [String: Part?]?
}

private final class NoOptionals: ModelObject {
  override class var archiveName: String { "Former" }

  var word = "word"
  var maybe = 7.5
  var number = -1
  var part = Part()
  var counts: [Int] = [7]
  var notes = ["none": "none"]
}

private final class Renamed: ModelObject {
  override class var archiveName: String { "Former" }

  var identifier = 0
  var TEXT = ""
  var color: String?
  var share = 0.0
  var piece: Part?
  override class var keyMapping: [String: JSONKey] {
    [
      "identifier": ["identifier", "id"], "color": ["word"], "share": ["ratio"],
      "piece": ["part"],
    ]
  }
}

private final class Removed: ModelObject {
  override class var archiveName: String { "Former" }

  var text = ""
  var added = 7
}

private final class Lists: ModelObject {
  override class var archiveName: String { "Former" }

  var id: [Int] = []
  var text: [String] = []
  var ratio: Set<Double> = []
  var part: [Part] = []
  var when: [String: Int] = [:]
  var words: Set<String> = []
  var counts: [[Int]] = []
  var shares: [String: Double] = [:]
  var parts: [String: Part] = [:]
  var totals: [Int] = []
  var notes: [String: [String]] = [:]
  var named: [Part] = []
}

private final class Others: ModelObject {
  override class var archiveName: String { "Former" }

  enum Word: String { case red, black }

  var text: URL?
  var word: Word?
  var flag: Any = 0
  var ratio: Float = 0
  var maybe: Decimal?
  var number: Any?
  var when: Any?
  var digits: Decimal = 0
  var words: [Word] = []
  var counts: Any?
  var shares: [Any] = []
  var days: Any?
  var totals: Part?
  var notes: [Word: String] = [:]
}

private final class Setting: ModelObject {
  override class var archiveName: String { "Former" }

  var id = 0 { didSet { log += "i\(id)" } }
  var text = "" { didSet { log += "t\(text)" } }
  var flag = false
  var words: [String] = [] { didSet { log += "w\(words.count)" } }
  var totals: [String: Int] = [:] { didSet { log += "t\(totals.count)" } }
  var log = ""
  override class var accessors: [String: PropertyAccessor] {
    [
      "id": .init(\Setting.id), "text": .init(\Setting.text), "words": .init(\Setting.words),
      "totals": .init(\Setting.totals),
    ]
  }
}

private final class OtherPart: ModelObject {
  override class var archiveName: String { "Former" }

  final class Piece: ModelObject {
    var name = ""
    var size = 3
    override class var formerArchiveNames: Set<String> { ["Part"] }
  }

  var id = 0
  var part: Piece?
  var parts: [Piece] = []
}

private final class Decoding: ModelObject {
  override class var archiveName: String { "Former" }

  var id = 0
  var total = 0.0
  override func decode(with unarchiver: ModelUnarchiver) throws {
    try super.decode(with: unarchiver)
    total = try unarchiver.decode(Double.self, forKey: "ratio") ?? -1
    total += try unarchiver.decode(Double.self, forKey: "maybe") ?? -1
  }
}

private final class Picky: ModelObject {
  override class var archiveName: String { "Former" }

  struct Refused: Error {}

  var id = 0
  override class var identity: Set<String> { ["id"] }
  override func validate() throws { if id % 3 == 0 { throw Refused() } }
}

private final class Asking: ModelObject {
  override class var archiveName: String { "Former" }

  var id = 0
  var seen = ""
  var missing: [Bool] = []
  override class var unarchivedProperties: Set<String> { ["seen", "missing"] }
  override func encode(with archiver: ModelArchiver) throws { try super.encode(with: archiver) }
  override func decode(with unarchiver: ModelUnarchiver) throws {
    id = try unarchiver.decode(Int.self, forKey: "id") ?? -1
    let text = try unarchiver.decode(String.self, forKey: "text") ?? ""
    let part = try unarchiver.decode(Part.self, forKey: "part")
    missing = [unarchiver.contains("other"), unarchiver.contains("word")]
    seen = "\(id) \(text) \(part == nil ? "-" : "part \(id)")"
  }
}
