import Foundation

/// Changes of a property list that leave it one.
struct TreeMutation {
  var random: SeededRandom
  /// Changes bytes as the fuzzer would.
  let bytes: (Data) -> Data

  private static let tags = [
    "$object", "$objects", "$every", "$lines", "$shared", "$utf8", "$nested", "$pairs", "$some",
    "$decimal", "$double", "$float", "$date", "$json", "$models", "$url", "$uuid", "$timeZone",
    "$locale",
    "$integers", "$doubles", "$floats", "$booleans", "$dates", "$strings", "$ends", "$indexes",
    "$lists", "$keys", "$keyEnds", "$keyIndexes", "$columns", "$nil", "$absent",
  ]

  private static let texts = [
    "", "$", "$$", "$null", "$NSNull", "$absent", "$object", "$x", "a\nb", "e\u{301}", "\u{0}",
    "0.1", "NaN", "7ff8000000000000", "8000000000000000", "7fc00000", "{\"x\":1}", "[1,null]",
    "http://a.b", "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "GMT", "de", "true", "null", "1e400",
    "2014-05-06", "ModelObject", "170141183460469231731687303715884105727",
  ]

  private static let keys = [
    "root", "roots", "classes", "class", "version", "first", "count", "columns", "rows", "shared",
    "id", "name", "next", "nodes", "byName", "bagSet", "leaf", "leafSet", "own", "any", "anys",
    "anyMap", "point", "points", "when", "exact", "floats", "decimals", "nested", "containers",
    "listed", "leafSetAgain", "again", "codedCount", "models", "maybes", "byNumber", "bySuit",
    "lists", "twice", "dictionary", "number", "array", "shape", "shapes", "set", "wrapped",
    "crowd", "members", "leader", "parts",
  ]

  private static let classes = [
    "Fuzz_archive.Item", "Fuzz_archive.Leaf", "Fuzz_archive.Everything", "Fuzz_archive.Containers",
    "Fuzz_archive.Listed", "Fuzz_archive.Node", "Fuzz_archive.Shape", "Fuzz_archive.Circle",
    "Fuzz_archive.Square", "Fuzz_archive.Picky", "Fuzz_archive.Mapped",
    "Fuzz_archive.Crowd",
    "ModelObjectKit.ModelObject", "Swift.String", "Fuzz_archive.ArchiveSeeds", "Fuzz_archive.Suit",
    "A.B.C.D",
  ]

  private static let numbers: [any Sendable] = [
    0, 1, -1, 2, 3, 255, 256, Int.max, Int.min, UInt64.max, 0.5, -0.0, Double.nan, Double.infinity,
    1e300, true, false,
  ]

  /// The tree after a few changes, some of them taken from another one.
  mutating func mutated(_ tree: Any, with donor: Any? = nil) -> Any {
    var tree = tree
    for _ in 0...below(3) {
      var place = below(Self.size(tree))
      tree = replaced(tree, at: &place) { $0.changed($1, in: tree, with: donor ?? tree) }
    }
    return tree
  }

  /// A tree as a binary property list.
  static func data(_ tree: Any) -> Data? {
    try? PropertyListSerialization.data(fromPropertyList: tree, format: .binary, options: 0)
  }

  private mutating func below(_ count: Int) -> Int {
    Int.random(in: 0..<max(1, count), using: &random)
  }

  private mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }

  private static func size(_ tree: Any) -> Int {
    switch tree {
    case let array as [Any]: array.reduce(1) { $0 + size($1) }
    case let pairs as [String: Any]: pairs.values.reduce(1) { $0 + size($1) }
    default: 1
    }
  }

  /// The tree with another value in the place with a number.
  private mutating func replaced(
    _ tree: Any,
    at place: inout Int,
    _ change: (inout TreeMutation, Any) -> Any
  ) -> Any {
    defer { place -= 1 }
    if place == 0 { return change(&self, tree) }
    switch tree {
    case var array as [Any]:
      for index in array.indices where place > 0 {
        place -= 1
        array[index] = replaced(array[index], at: &place, change)
        place += 1
      }
      return array
    case var pairs as [String: Any]:
      for key in pairs.keys.sorted() where place > 0 {
        guard let value = pairs[key] else { continue }
        place -= 1
        pairs[key] = replaced(value, at: &place, change)
        place += 1
      }
      return pairs
    default: return tree
    }
  }

  private mutating func part(of tree: Any) -> Any {
    var place = below(Self.size(tree))
    var part: Any = tree
    _ = replaced(tree, at: &place) { _, value in
      part = value
      return value
    }
    return part
  }

  private mutating func leaf() -> Any {
    switch below(8) {
    case 0, 1: one(of: Self.texts)
    case 2: one(of: Self.classes)
    case 3: [String: Any]()
    case 4: [Any]()
    case 5: Date(timeIntervalSinceReferenceDate: one(of: [0, 0.1, -1e11, 1e300, .nan, .infinity]))
    case 6: Data(one(of: Self.texts).utf8)
    default: one(of: Self.numbers)
    }
  }

  private mutating func changed(_ value: Any, in tree: Any, with donor: Any) -> Any {
    switch below(14) {
    case 0, 1: return part(of: donor)
    case 2: return leaf()
    case 3: return [one(of: Self.tags): value]
    case 4: return [one(of: Self.tags): leaf()]
    case 5: return below(2) == 0 ? [value] : [value, value]
    case 6:
      guard let list = Self.data([value]) else { return value }
      return ["$nested": below(4) == 0 ? bytes(list) : list]
    case 7: return ["$pairs": [one(of: Self.texts), value, one(of: Self.keys), leaf()]]
    default: return changedByKind(value)
    }
  }

  /// Data in which one byte is another one, or that is longer or shorter by some.
  private mutating func packed(_ data: Data) -> Data {
    var data = Data(data)
    guard !data.isEmpty else { return data }
    switch below(4) {
    case 0: data.removeLast(1 + below(min(8, data.count)))
    case 1: data.append(contentsOf: data.prefix(1 + below(8)))
    default: data[below(data.count)] = one(of: [0, 1, 2, 4, 8, 127, 255])
    }
    return data
  }

  private mutating func changedByKind(_ value: Any) -> Any {
    switch value {
    case let text as String:
      if below(3) == 0 { return one(of: Self.texts) }
      return String(decoding: bytes(Data(text.utf8)), as: UTF8.self)
    case let data as Data:
      // The lengths of packed columns are right in most, so that their values are reached.
      return below(3) == 0 ? bytes(data) : packed(data)
    case let number as Int: return number &+ one(of: [1, -1, 2, 256])
    case var array as [Any]:
      guard !array.isEmpty else { return [leaf()] }
      switch below(4) {
      case 0: array.remove(at: below(array.count))
      case 1: array.insert(array[below(array.count)], at: below(array.count))
      case 2: array.swapAt(below(array.count), below(array.count))
      default: array[below(array.count)] = leaf()
      }
      return array
    case var pairs as [String: Any]:
      let keys = pairs.keys.sorted()
      guard !keys.isEmpty else { return [one(of: Self.keys): leaf()] }
      let key = one(of: keys)
      switch below(4) {
      case 0: pairs[key] = nil
      case 1: pairs[one(of: Self.keys)] = pairs[key]
      case 2: pairs[one(of: keys)] = pairs[key]
      default: return pairs[key] ?? pairs
      }
      return pairs
    default: return leaf()
    }
  }
}
