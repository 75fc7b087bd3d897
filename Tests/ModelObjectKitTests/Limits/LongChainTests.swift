import Foundation
import ModelObjectKit
import Synchronization
import Testing

private class Link: ModelObject {
  var id = 0
  var next: Link?

  /// The number of links, and whether they are in order.
  final var length: Int {
    var count = 0
    var link: Link? = self
    while let current = link {
      guard current.id == count else { return -1 }
      count += 1
      link = current.next
    }
    return count
  }

  /// Releases a chain link by link, whatever the class.
  final func unlink() {
    var link = next
    next = nil
    while let current = link {
      link = current.next
      current.next = nil
    }
  }
}

private final class HookedLink: Link {
  override class var arrayMapping: [String: ModelObject.Type] { ["next": HookedLink.self] }

  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// Chains longer than the usual limit, with options that allow them; deep values are built and
/// released on a thread with a large stack.
struct LongChains {
  private static func json(_ count: Int) -> String {
    var text = ""
    for id in 0..<count { text += #"{"id":\#(id),"next":"# }
    return text + "null" + String(repeating: "}", count: count)
  }

  private static func options(_ count: Int) -> MappingOptions {
    var options = MappingOptions()
    options.maximumDepth = count
    return options
  }

  private static func length(_ make: () throws -> Link) -> String {
    do {
      let link = try make()
      defer { link.unlink() }
      return "\(link.length)"
    } catch let error as ModelError {
      return error.code == .tooDeep ? "too deep" : "\(error)".prefix(200).description
    } catch {
      return "\(error)"
    }
  }

  @Test(.differs(.hooks)) func ofTenThousandComeFromText() async {
    let count = 10_000
    let lengths = await onThread(stackSize: .largeStack) {
      let json = Self.json(count)
      var strict = MappingOptions.strict
      strict.maximumDepth = count
      return [
        Self.length { try Link(json: json, options: Self.options(count)) },
        Self.length { try Link(json: json, options: strict) },
        Self.length {
          let link = Link()
          try link.update(json: json, options: Self.options(count))
          // Again, now that all are there.
          try link.update(json: json, options: Self.options(count))
          return link
        },
        Self.length { try Link(json: json, options: Self.options(count - 1)) },
        Self.length { try Link(json: json) },
      ]
    }
    #expect(lengths == ["10000", "10000", "10000", "too deep", "too deep"])
  }

  @Test(.differs(.hooks)) func ofTenThousandComeThroughHooksAndDictionaries() async {
    let count = 10_000
    let lengths = await onThread(stackSize: .largeStack) {
      let json = Self.json(count)
      var dictionary: [String: Any] = ["id": count - 1]
      for id in stride(from: count - 2, through: 0, by: -1) {
        dictionary = ["id": id, "next": dictionary]
      }
      return [
        Self.length { try HookedLink(json: json, options: Self.options(count)) },
        Self.length { try Link(dictionary: dictionary, options: Self.options(count)) },
        Self.length { try HookedLink(dictionary: dictionary, options: Self.options(count)) },
        Self.length { try Link(dictionary: dictionary) },
        Self.length { try HookedLink(dictionary: dictionary) },
      ]
    }
    #expect(lengths == ["10000", "10000", "10000", "too deep", "too deep"])
  }

  @Test func areExplainedLevelByLevel() async {
    let matches = await onThread(stackSize: .largeStack) {
      let report = try? Link.explain(json: Self.json(600), options: Self.options(600))
      return report?.matches.filter { $0.property.hasSuffix("id") }.count
    }
    #expect(matches == 600)
  }
}

/// A link of a chain, which a property of any kind holds.
private class Held: ModelObject {
  var id = 0
  var one: Held?
  var list: [Held] = []
  var set: Set<Held> = []
  var named: [String: Held] = [:]
  var any: Any?

  convenience init(_ id: Int) {
    self.init()
    self.id = id
  }
}

/// A link whose override calls `super`.
private final class Asked: Held {
  var note = ""

  override func isEqual(to other: ModelObject) -> Bool {
    super.isEqual(to: other) && note == (other as? Asked)?.note
  }
}

/// A link with an override that compares the next ones itself.
private final class Asking: Held {
  override func isEqual(to other: ModelObject) -> Bool {
    guard let other = other as? Asking, id == other.id else { return false }
    return one == other.one
  }
}

/// A link that decodes itself, whose set is read at once.
private final class Decoding: Held {
  override func decode(with unarchiver: ModelUnarchiver) throws {
    try super.decode(with: unarchiver)
  }
}

private enum Holding: CaseIterable {
  case one, list, set, named, any, anyList, anyObject, overridden, selfMade, decoding

  func hold(_ held: Held, in holder: Held) {
    switch self {
    case .one, .overridden, .selfMade, .decoding: holder.one = held
    case .list: holder.list = [held]
    case .set: holder.set = [held]
    case .named: holder.named = ["a": held]
    case .any: holder.any = held
    case .anyList: holder.any = [[held]]
    case .anyObject: holder.any = ["a": held] as [String: Any]
    }
  }

  func held(by holder: Held) -> Held? {
    switch self {
    case .one, .overridden, .selfMade, .decoding: holder.one
    case .list: holder.list.first
    case .set: holder.set.first
    case .named: holder.named["a"]
    case .any: holder.any as? Held
    case .anyList: (holder.any as? [Any])?.first.flatMap { ($0 as? [Any])?.first as? Held }
    case .anyObject: (holder.any as? [String: Any])?["a"] as? Held
    }
  }

  /// A chain with an id for each link, the first one first.
  func chain(_ ids: [Int]) -> Held {
    func link(_ id: Int) -> Held {
      switch self {
      case .overridden: Asked(id)
      case .selfMade: Asking(id)
      case .decoding: Decoding(id)
      default: Held(id)
      }
    }
    var first = link(ids[ids.count - 1])
    for id in ids.dropLast().reversed() {
      let holder = link(id)
      hold(first, in: holder)
      first = holder
    }
    return first
  }

  /// Releases a chain link by link, and returns the ids.
  func take(_ first: Held) -> [Int] {
    var ids: [Int] = []
    var link: Held? = first
    while let current = link {
      ids.append(current.id)
      link = held(by: current)
      current.one = nil
      (current.list, current.set, current.named, current.any) = ([], [], [:], nil)
    }
    return ids
  }
}

struct ChainsOfAnyLength {
  @Test(arguments: Holding.allCases)
  fileprivate func needNoStack(holding: Holding) async {
    let problems = await onThread(stackSize: .smallStack) { () -> [String] in
      let ids = Array(0..<inLongTests(10_000, else: 3_000))
      let links = [Asked.self, Asking.self, Decoding.self]
      let first = holding.chain(ids)
      let second = holding.chain(ids)
      let other = holding.chain(ids.dropLast() + [-1])
      var problems: [String] = []
      if first != second { problems.append("equal ones differ") }
      if first == other { problems.append("others are equal") }
      if first.hashValue != second.hashValue { problems.append("hashes differ") }
      let copy = first.copy()
      if copy != first { problems.append("the copy differs") }
      if holding.take(copy) != ids { problems.append("the copy is incomplete") }
      do {
        let again = try Held(archive: first.archivedData(), subclasses: links)
        if again != first { problems.append("the archive differs") }
        if holding.take(again) != ids { problems.append("the archive is incomplete") }
      } catch {
        problems.append("\(error)")
      }
      for chain in [first, second, other] { _ = holding.take(chain) }
      return problems
    }
    #expect(problems == [])
  }
}

/// Counts how often it is released.
private final class Counted: Sendable {
  static let released = Mutex(0)
  deinit { Self.released.withLock { $0 += 1 } }
}

/// A link of which each kind of part needs a `deinit`.
private final class HeavyHeld: ModelObject {
  enum Refused: Error { case last }
  var id = 0
  var next: [HeavyHeld] = []
  var counted: Any = Counted()
  override class var unarchivedProperties: Set<String> { ["counted"] }
  override class var identity: Set<String> { ["id"] }
  override func validate() throws {
    if id < 0 { throw Refused.last }
  }

  static func chain(_ count: Int, last: Int) -> HeavyHeld {
    var first = HeavyHeld()
    first.id = last
    for id in 1...count {
      let holder = HeavyHeld()
      (holder.id, holder.next) = (id, [first])
      first = holder
    }
    return first
  }
}

/// However long a chain is, releasing its first object is safe on any thread.
@Suite(.serialized) struct ReleasedChains {
  @Test(.differs(.releases), arguments: Holding.allCases)
  fileprivate func needNoStack(holding: Holding) async {
    let isReleased = await onThread(stackSize: .smallStack) {
      weak var last: Held?
      weak var first: Held?
      do {
        let chain = holding.chain(Array(0..<50_000))
        first = chain
        last = holding.held(by: chain)
      }
      return first == nil && last == nil
    }
    #expect(isReleased)
  }

  /// A very small stack has less room for going on in another thread.
  @Test(.differs(.releases), arguments: [64, 96, 128, 160, 192, 256])
  func needLittleStack(kilobytes: Int) async {
    let areReleased = await onThread(stackSize: kilobytes << 10) {
      Holding.allCases.map { holding in
        weak var last: Held?
        do {
          let chain = holding.chain(Array(0..<5_000))
          last = holding.held(by: chain)
        }
        return last == nil
      }
    }
    #expect(!areReleased.contains(false))
  }

  /// Each object is gone when the first one is.
  @Test(.differs(.releases)) func areReleasedOnceAndAtOnce() async {
    let count = await onThread(stackSize: .smallStack) {
      Counted.released.withLock { $0 = 0 }
      _ = HeavyHeld.chain(20_000, last: 0)
      return Counted.released.withLock(\.self)
    }
    #expect(count == 20_001)
  }

  /// What an opening makes is released if it fails or begins again without the last object.
  @Test(.differs(.releases)) func areReleasedByOpenings() async throws {
    let outcomes = await onThread(stackSize: .smallStack) { () -> [String] in
      do {
        let chain = HeavyHeld.chain(20_000, last: -1)
        let data = try chain.archivedData()
        let store = ModelStore()
        try store.insert(HeavyHeld.chain(20_000, last: -1))
        let stored = try store.archivedData()
        return [
          depthOutcome { _ = try HeavyHeld(archive: data) },
          depthOutcome { _ = try [HeavyHeld](archive: [chain].archivedData()) },
          depthOutcome { _ = try ModelStore(archive: stored, classes: [HeavyHeld.self]) },
          depthOutcome {
            _ = try ModelStore(archive: stored, classes: [HeavyHeld.self]) { _ in }
          },
        ]
      } catch {
        return ["\(error)"]
      }
    }
    #expect(outcomes.map { String($0.prefix(8)) } == ["ok", "ok", "rejected", "ok"])
  }
}
