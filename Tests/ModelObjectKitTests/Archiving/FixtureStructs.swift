import Foundation
import ModelObjectKit

/// A struct with properties of each kind of column.
struct FixtureStruct: ModelStruct {
  enum Suit: String { case red, black }

  struct Size: ModelStruct {
    var width = 0
    var height: Double?
  }

  var id = 0
  var text = ""
  var number = 0.5
  var flag = false
  var maybe: Int?
  var name: String?
  var date: Date?
  var nothing: String?
  var suit = Suit.red
  var small: Int8 = 7
  var tags: [String] = []
  var counts: [String: Int] = [:]
  var empty: [Int] = []
  var size = Size()
  var other: Size?
  var sizes: [Size] = []
  var mixed: [[Int]] = []
  var parts: [FixtureStruct] = []

  init() {}

  init(_ seed: Int, depth: Int = 1) {
    id = seed * 300
    text = seed % 4 == 0 ? "$é \(seed)" : "text\n\(seed)"
    number = Double(seed) / 8
    flag = seed % 3 == 1
    maybe = seed % 3 == 0 ? nil : seed
    name = ["", nil, "$null", "今天"][seed % 4]
    date = seed % 5 == 0 ? nil : Date(timeIntervalSinceReferenceDate: Double(seed))
    suit = seed % 2 == 0 ? .red : .black
    small = Int8(seed % 100)
    tags = seed % 3 == 0 ? [] : ["$a", "b"]
    counts = seed % 3 == 0 ? ["$x": seed] : [:]
    size = Size(width: seed, height: seed % 2 == 0 ? nil : 1.5)
    other = seed % 2 == 0 ? nil : Size(width: -seed)
    sizes = (0..<seed % 3).map { Size(width: $0) }
    mixed = seed % 2 == 0 ? [] : [[seed], []]
    if depth > 0 { parts = (0..<seed % 2).map { FixtureStruct($0 + seed, depth: depth - 1) } }
  }

  /// The values that an archive has.
  var values: [String: Any] {
    func values(_ size: Size) -> [String: Any] {
      ["width": size.width, "height": size.height ?? NSNull()]
    }
    return [
      "id": id, "text": text, "number": number, "flag": flag, "maybe": maybe ?? NSNull(),
      "name": name ?? NSNull(), "date": date?.timeIntervalSinceReferenceDate ?? NSNull(),
      "nothing": NSNull(), "suit": suit.rawValue, "small": Int(small), "tags": tags,
      "counts": counts, "empty": empty, "size": values(size),
      "other": other.map(values) ?? NSNull(), "sizes": sizes.map(values), "mixed": mixed,
      "parts": parts.map(\.values),
    ]
  }
}

/// Objects with structs, as archives have them in columns.
final class FixtureStructs: ModelObject {
  struct Switches: ModelStruct {
    var isOn = false
    var isNew = false
  }

  var one = FixtureStruct()
  var maybe: FixtureStruct?
  var list: [FixtureStruct] = []
  var maybeList: [FixtureStruct]?
  var byName: [String: FixtureStruct] = [:]
  var switches = Switches()
  var none: [FixtureStruct] = []

  convenience init(_ seed: Int) {
    self.init()
    one = FixtureStruct(seed)
    maybe = seed % 3 == 0 ? nil : FixtureStruct(seed + 1)
    list = (0..<seed % 4).map { FixtureStruct($0 + seed) }
    maybeList = seed % 3 == 0 ? nil : (0..<seed % 3).map { FixtureStruct($0 + seed) }
    byName = seed % 5 == 0 ? ["$a": FixtureStruct(seed)] : [:]
    switches = Switches(isOn: seed % 2 == 0, isNew: seed % 3 == 0)
  }

  var values: [String: Any] {
    [
      "one": one.values, "maybe": maybe?.values ?? NSNull(), "list": list.map(\.values),
      "maybeList": maybeList.map { $0.map(\.values) } ?? NSNull(),
      "byName": byName.mapValues(\.values),
      "switches": ["isOn": switches.isOn, "isNew": switches.isNew], "none": [Any](),
    ]
  }
}
