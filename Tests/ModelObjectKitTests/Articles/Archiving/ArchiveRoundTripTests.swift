import Foundation
import ModelObjectKit
import Testing

/// Any graph of models is the same after archiving and unarchiving.
struct ArchiveRoundTripTests {
  @Test(.needsFoundation) func everyPropertyTypeComesBack() throws {
    let model = EveryType()
    model.fill()
    let again = try EveryType(archive: model.archivedData())
    #expect(again.summary == model.summary)
    #expect(again.summary != EveryType().summary)
  }

  @Test func numbersComeBackToTheirLastBit() throws {
    let model = ExactNumbers()
    model.doubles = [
      0.1, -0.0, .nan, .infinity, -.infinity, .leastNonzeroMagnitude, .greatestFiniteMagnitude,
      Double(bitPattern: 0x7FF0_0000_0000_0001), Double(bitPattern: 0xFFF8_0000_0000_0ABC), 0,
    ]
    model.floats = [0.1, -0.0, .nan, -.infinity, Float(bitPattern: 0xFFC0_0123), 16_777_216]
    model.one = -0.0
    model.graphic = CGFloat(Double(bitPattern: 0x7FF8_0000_0000_0007))
    model.unsigned = [.max, UInt64(Int64.max) + 1, 0]
    model.signed = [.min, .max, -1, 255, 256]
    model.wide = [.min, .max, -1]
    model.wideUnsigned = [.max, 0]
    model.decimals = try [
      #require(Decimal(string: "0.1")), .nan, .greatestFiniteMagnitude,
      #require(Decimal(string: "12345678901234567890123456789.0123456789")),
    ]
    let again = try ExactNumbers(archive: model.archivedData())
    #expect(again.doubles.map(\.bitPattern) == model.doubles.map(\.bitPattern))
    #expect(again.floats.map(\.bitPattern) == model.floats.map(\.bitPattern))
    #expect(again.one.bitPattern == model.one.bitPattern)
    if hasFoundation {
      #expect(Double(again.graphic).bitPattern == Double(model.graphic).bitPattern)
    }
    #expect(again.unsigned == model.unsigned)
    #expect(again.signed == model.signed)
    #expect(again.wide == model.wide)
    #expect(again.wideUnsigned == model.wideUnsigned)
    #expect(again.decimals.map(\.description) == model.decimals.map(\.description))
  }

  /// What all objects of a class have in common is stored once.
  @Test func eachObjectHasItsOwnValues() throws {
    final class Moment: ModelObject {
      var date = Date(timeIntervalSinceReferenceDate: 0)
      var any: Any?
    }
    let models = (1...3).map { number in
      let model = Moment()
      model.date = Date(timeIntervalSinceReferenceDate: Double(number))
      model.any = number == 2 ? NSNull() : nil
      return model
    }
    let again = try [Moment](archive: models.archivedData())
    #expect(again.map(\.date.timeIntervalSinceReferenceDate) == [1, 2, 3])
    #expect(again.map { $0.any is NSNull } == [false, true, false])
  }

  @Test func datesComeBackToTheirLastBit() throws {
    let model = Dates()
    model.dates = (0..<1_000).map { Date(timeIntervalSinceReferenceDate: Double($0) * 0.1 - 7) }
    model.dates += [.distantPast, .distantFuture]
    for seconds in [-1e15, 1e300, .infinity, -63_113_904_000, 252_423_993_600] {
      model.dates.append(Date(timeIntervalSinceReferenceDate: seconds))
    }
    let again = try Dates(archive: model.archivedData())
    #expect(again.dates == model.dates)
  }

  @Test(arguments: [
    "", "$", "$null", "$$", "$absent", "$object", "null", "nil", "<null>", "a\nb", "\u{0}",
    "a\u{0}b",
    "é", "e\u{301}", "\u{1F468}\u{200D}\u{1F469}", "今天", "йод", "и\u{306}", "한", "\u{AC00}\u{11A8}",
    "が", "か\u{3099}", "\u{FEFF}x", "\r\n", "Ω", "\u{2126}", "xe\u{301}y", "é\u{323}", "ẹ\u{301}",
  ])
  func textsComeBackByteForByte(_ text: String) throws {
    let model = Texts()
    model.one = text
    model.maybe = text
    model.many = [text, "e\u{301}", "é", text]
    model.keys = [text: text]
    model.tree = [text: [text]]
    let again = try Texts(archive: model.archivedData())
    let expected = Array(text.utf8)
    #expect(Array(again.one.utf8) == expected)
    #expect(again.maybe.map { Array($0.utf8) } == expected)
    #expect(again.many.map { Array($0.utf8) } == model.many.map { Array($0.utf8) })
    #expect(again.keys.first.map { Array($0.key.utf8) } == expected)
    #expect(again.keys.first.map { Array($0.value.utf8) } == expected)
    let tree = try #require(again.tree as? [String: Any])
    #expect(tree.keys.first.map { Array($0.utf8) } == expected)
    #expect((tree[text] as? [Any])?.first as? String == text)
  }

  @Test func nilAndNilInsideDiffer() throws {
    let model = NestedOptionals()
    model.none = nil
    model.someNone = .some(nil)
    model.someSome = .some(.some(3))
    model.deep = .some(.some(nil))
    model.list = [nil, .some(nil), 1]
    let again = try NestedOptionals(archive: model.archivedData())
    #expect(again.none == Int??.none)
    #expect(again.someNone == .some(nil))
    #expect(again.someSome == .some(.some(3)))
    #expect(again.deep == .some(.some(nil)))
    #expect(again.list == [nil, .some(nil), 1])
  }

  @Test func untypedTreesKeepTheirTypes() throws {
    let id = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
    let url = try #require(URL(string: "https://example.com/a?b=c"))
    let values: [Any] = [
      true, 1, 1.0, 1.5, "1", Float(0.5), UInt64.max, Decimal(1) / 10, NSNull(), Data([1, 2]),
      Date(timeIntervalSinceReferenceDate: 0.1), url, id, [Any](), [String: Any](),
      ["a": [1, ["b": false]]] as [String: Any], -0.0, Double.infinity,
    ]
    let model = Untyped()
    model.any = values
    model.list = values
    model.pairs = ["$x": 1, "$$y": NSNull(), "": values, "$object": 0]
    model.null = NSNull()
    model.nothing = nil
    let again = try Untyped(archive: model.archivedData())
    let expected = values.map(described)
    #expect((again.any as? [Any])?.map(described) == expected)
    #expect(again.list.map(described) == expected)
    #expect(Set(again.pairs.keys) == ["$x", "$$y", "", "$object"])
    #expect((again.pairs[""] as? [Any])?.map(described) == expected)
    #expect(again.pairs["$object"] as? Int == 0)
    #expect(again.null is NSNull)
    #expect(again.nothing == nil)
    #expect(Untyped().nothing != nil)
  }

  private func described(_ value: Any) -> String {
    let bits = (value as? Double).map { String($0.bitPattern) } ?? ""
    return "\(type(of: value)) \(value) \(bits)"
  }

  @Test func modelsInUntypedPlacesComeBack() throws {
    let leaf = Leaf("x")
    let model = Untyped()
    model.any = leaf
    model.list = [leaf, 1, ["k": leaf], [leaf, Leaf("y")]]
    model.pairs = ["m": leaf]
    let again = try Untyped(archive: model.archivedData(), subclasses: [Leaf.self])
    let other = try #require(again.any as? Leaf)
    #expect(other.name == "x")
    #expect(again.list[0] as? Leaf === other)
    #expect((again.list[2] as? [String: Any])?["k"] as? Leaf === other)
    #expect((again.list[3] as? [Any])?.compactMap { ($0 as? Leaf)?.name } == ["x", "y"])
    #expect(again.pairs["m"] as? Leaf === other)
  }

  @Test func codableAndModelValuesComeBack() throws {
    let model = OwnTypes()
    model.point = Point(x: 0.1, y: -.infinity, when: Date(timeIntervalSinceReferenceDate: 0.3))
    model.points = ["a": [model.point, nil]]
    model.color = Color(hex: "null")
    model.level = .high
    model.byLevel = [.low: 1, .high: 2]
    model.byNumber = [-1: "a", 7: "b"]
    model.keyed = .pair(1, "two")
    let again = try OwnTypes(archive: model.archivedData())
    #expect(again.point == model.point)
    #expect(again.points == model.points)
    #expect(again.color == model.color)
    #expect(again.level == .high)
    #expect(again.byLevel == model.byLevel)
    #expect(again.byNumber == model.byNumber)
    #expect(again.keyed == model.keyed)
  }
}

private class EveryType: ModelObject {
  var text = ""
  var bool = false
  var int = 0
  var int8: Int8 = 0
  var uint16: UInt16 = 0
  var double = 0.0
  var float: Float = 0
  var decimal = Decimal(0)
  var date = Date.distantPast
  var url: URL?
  var uuid = UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0))
  var zone = TimeZone.gmt
  var locale = Locale(identifier: "en")
  var data = Data()
  var maybe: Int?
  var maybeText: String?
  var texts: [String] = []
  var set: Set<Int> = []
  var numbers: [String: Int] = [:]
  var nested: [String: [[Double]]] = [:]
  var maybes: [Int?] = []
  var number = NSNumber(value: 0)
  var string = NSString("")
  var array: NSArray = []
  var dictionary: NSDictionary = [:]
  var moment = NSDate(timeIntervalSinceReferenceDate: 0)
  var link = NSURL(string: "x")
  private var secret = ""

  func fill() {
    text = "Shan"
    bool = true
    int = -5
    int8 = -128
    uint16 = 65_535
    double = 8.2
    float = 0.1
    decimal = Decimal(1) / 3
    date = Date(timeIntervalSinceReferenceDate: 1.1)
    url = URL(string: "https://example.com")
    uuid = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
    zone = TimeZone(identifier: "Europe/Berlin") ?? .gmt
    locale = Locale(identifier: "de_DE")
    data = Data([0, 255])
    maybe = 3
    maybeText = "$null"
    texts = ["a", "", "b"]
    set = [1, 2, 3]
    numbers = ["a": 1, "": 2]
    nested = ["x": [[1, 2], []], "y": []]
    maybes = [1, nil, 3]
    number = NSNumber(value: 1.5)
    string = "text"
    array = [1, "a"]
    dictionary = ["k": 1]
    moment = NSDate(timeIntervalSinceReferenceDate: 0.7)
    link = NSURL(string: "https://example.com/x")
    secret = "private"
  }

  var summary: [String] {
    Mirror(reflecting: self).children.map { name, value in
      switch value {
      case let set as Set<Int>: "\(name ?? "") \(set.sorted())"
      case let pairs as [String: Int]: "\(name ?? "") \(pairs.sorted { $0.key < $1.key })"
      case let pairs as [String: [[Double]]]: "\(name ?? "") \(pairs.sorted { $0.key < $1.key })"
      default: "\(name ?? "") \(value)"
      }
    }
  }
}

private class ExactNumbers: ModelObject {
  var doubles: [Double] = []
  var floats: [Float] = []
  var one = 1.0
  var graphic: CGFloat = 0
  var unsigned: [UInt64] = []
  var signed: [Int64] = []
  var wide: [Int128] = []
  var wideUnsigned: [UInt128] = []
  var decimals: [Decimal] = []
}

private class Dates: ModelObject {
  var dates: [Date] = []
}

private class Texts: ModelObject {
  var one = "default"
  var maybe: String?
  var many: [String] = []
  var keys: [String: String] = [:]
  var tree: Any = 0
}

private class NestedOptionals: ModelObject {
  var none: Int?? = 1
  var someNone: Int??
  var someSome: Int??
  var deep: Int???
  var list: [Int??] = []
}

private class Untyped: ModelObject {
  var any: Any = 0
  var list: [Any] = []
  var pairs: [String: Any] = [:]
  var null: Any = 0
  var nothing: Any? = 1
}

private class Leaf: ModelObject {
  var name = ""
  convenience init(_ name: String) {
    self.init()
    self.name = name
  }
}

private struct Point: Codable, Equatable {
  var x = 0.0
  var y = 0.0
  var when: Date?
}

private struct Color: ModelValue, Equatable {
  var hex: String
  init(hex: String) { self.hex = hex }
  init?(modelValue: Any) {
    guard let text = modelValue as? String else { return nil }
    hex = text
  }
  var modelValue: Any { hex }
}

private enum Level: String { case low, high }

private enum Keyed: Codable, Equatable { case none, pair(Int, String) }

private class OwnTypes: ModelObject {
  var point = Point()
  var points: [String: [Point?]] = [:]
  var color: Color?
  var level: Level?
  var byLevel: [Level: Int] = [:]
  var byNumber: [Int: String] = [:]
  var keyed = Keyed.none
}
