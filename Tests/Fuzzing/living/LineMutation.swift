import Foundation

/// Changes of JSON texts that leave them JSON, in the words of the classes.
struct LineMutation {
  private var random: SeededRandom

  init(_ random: SeededRandom) { self.random = random }

  private static let keys = [
    "id", "name", "kind", "type", "parts", "one", "byName", "groups", "partSet", "count", "rest",
    "when", "day", "days", "data", "bySuit", "ratio", "price", "point", "any", "own", "pages",
    "acts", "lead", "secs", "note", "media", "caption", "title", "ext", "size", "cover", "list",
    "wordSet", "rank", "members", "friend", "memo", "word", "nights", "a", "b", "x", "y", "label",
    "at", "hearts", "clubs", "lang", "lines", "lineSet", "feet", "Name", "ID", "KIND", "_kind",
    "Count", "leaf", "flag", "box", "boxes", "boxMap", "tally", "raw", "money", "amount",
    "currency_code", "until", "prices", "limits",
    "$id", "$ref", "$values",
  ]

  private static let texts = [
    "", "a", "en", "de", "memo0", "work", "play", "film", "zzz", "7", "1", "2014-05-06",
    "2014-05-06T07:08:09.25Z", "/Date(1451606400000+0200)/", "AAEC", "hearts", "null", "yes",
    "e\u{301}", "1.10", "1e3", "-0",
  ]

  private static let numbers = [
    "0", "1", "2", "3", "13", "7", "-1", "1.0", "1.5", "0.1", "-0", "1e3", "300", "1451606400000",
    "9223372036854775807", "18446744073709551615", "0.30000000000000000001", "1e400",
  ]

  /// The lines after a few changes, some of them with parts of others.
  mutating func mutated(_ lines: Lines, with donor: Lines) -> Lines {
    var lines = lines
    for _ in 0...below(3) {
      let index = below(lines.trees.count)
      let source = one(of: donor.trees)
      switch below(12) {
      case 0: lines.letters[below(2)] = UInt8(64 + below(48))
      case 1 where lines.trees.count < 4:
        lines.trees.insert(source, at: below(lines.trees.count + 1))
      case 2 where lines.trees.count > 1: lines.trees.remove(at: index)
      case 3: lines.trees.swapAt(index, below(lines.trees.count))
      case 4 where lines.trees.count < 4: lines.trees.append(changed(lines.trees[index], source))
      default: lines.trees[index] = changed(lines.trees[index], source)
      }
    }
    return lines
  }

  private mutating func below(_ count: Int) -> Int {
    Int.random(in: 0..<max(1, count), using: &random)
  }

  private mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }

  /// A tree with another value in one place.
  private mutating func changed(_ tree: Tree, _ donor: Tree) -> Tree {
    var place = below(tree.size)
    return tree.replacing(at: &place) { changedValue($0, donor) }
  }

  private mutating func part(of tree: Tree) -> Tree {
    var place = below(tree.size)
    var part = tree
    _ = tree.replacing(at: &place) {
      part = $0
      return $0
    }
    return part
  }

  private mutating func leaf() -> Tree {
    switch below(8) {
    case 0, 1: .text(one(of: Self.texts))
    case 2, 3: .number(one(of: Self.numbers))
    case 4: .null
    case 5: .bool(below(2) == 0)
    case 6: .array([])
    default: .object([("id", .number("\(below(4))"))])
    }
  }

  private mutating func changedValue(_ value: Tree, _ donor: Tree) -> Tree {
    switch below(10) {
    case 0: return part(of: donor)
    case 1: return leaf()
    case 2: return .array(below(2) == 0 ? [value] : [value, value])
    case 3: return .object([(one(of: Self.keys), value)])
    default: break
    }
    switch value {
    case .object(let pairs): return .object(changed(pairs, donor))
    case .array(let elements): return .array(changed(elements, donor))
    case .text(let text):
      guard below(3) == 0 else { return .text(one(of: Self.texts)) }
      return .text(String(decoding: fuzzed(Data(text.utf8)), as: UTF8.self))
    case .number: return .number(one(of: Self.numbers))
    default: return leaf()
    }
  }

  private mutating func changed(
    _ pairs: [(key: String, value: Tree)],
    _ donor: Tree
  ) -> [(key: String, value: Tree)] {
    var pairs = pairs
    let index = below(pairs.count)
    switch pairs.isEmpty ? 0 : below(9) {
    case 0, 1: pairs.append((one(of: Self.keys), leaf()))
    case 2: pairs.append((one(of: Self.keys), part(of: donor)))
    case 3: pairs.append(("kind", .text(one(of: ["memo0", "work", "zzz", "7"]))))
    case 4: pairs.append(("type", .text(one(of: ["play", "film", "zzz"]))))
    case 5: pairs.remove(at: index)
    case 6: pairs.swapAt(index, below(pairs.count))
    case 7: pairs[index].key = one(of: Self.keys)
    default: pairs.append((pairs[index].key, leaf()))
    }
    return pairs
  }

  private mutating func changed(_ elements: [Tree], _ donor: Tree) -> [Tree] {
    var elements = elements
    let index = below(elements.count)
    switch elements.isEmpty ? 0 : below(6) {
    case 0: elements.append(leaf())
    case 1: elements.insert(part(of: donor), at: index)
    case 2: elements.remove(at: index)
    case 3: elements.swapAt(index, below(elements.count))
    case 4: elements.insert(elements[index], at: below(elements.count))
    default: elements[index] = changed(elements[index], donor)
    }
    return elements
  }
}

extension Tree {
  fileprivate var size: Int {
    switch self {
    case .array(let elements): elements.reduce(1) { $0 + $1.size }
    case .object(let pairs): pairs.reduce(1) { $0 + $1.value.size }
    default: 1
    }
  }

  /// The tree with another value in the place with a number.
  fileprivate func replacing(at place: inout Int, _ change: (Tree) -> Tree) -> Tree {
    defer { place -= 1 }
    if place == 0 { return change(self) }
    func replaced(_ tree: Tree) -> Tree {
      guard place > 0 else { return tree }
      place -= 1
      defer { place += 1 }
      return tree.replacing(at: &place, change)
    }
    switch self {
    case .array(let elements): return .array(elements.map(replaced))
    case .object(let pairs): return .object(pairs.map { ($0.key, replaced($0.value)) })
    default: return self
    }
  }
}
