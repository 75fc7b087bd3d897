import Foundation
import ModelObjectKit
import Testing

private final class Shared {}
private final class Counter { var count = 0 }

private class Full: ModelObject {
  var id = 0
  let constant = UUID()
  var ignored = 1
  var unexported = 2
  private var hidden = 3
  lazy var late = 4
  weak var parent: Full?
  var closure: () -> Int = { 0 }
  var optionalClosure: ((Int) -> Int)?
  var shared = Shared()
  var delegate: (any AnyObject)?
  var tuple = (1, "a")
  var children: [Full] = []
  var set: Set<Full> = []
  var map: [Int: Full?] = [:]
  var any: Any?
  /// Each object has its own: `let` is never copied.
  let counter = Counter()
  var awakes: Int { counter.count }

  override class var ignoredProperties: Set<String> { ["ignored"] }
  override class var unexportedProperties: Set<String> { ["unexported"] }
  override class var unarchivedProperties: Set<String> { ["id"] }

  override func awake() {
    counter.count += 1
    for child in children { child.parent = self }
  }

  func hide(_ value: Int) { hidden = value }
  var seen: Int { hidden }
}

private final class Sub: Full { var own = "o" }

struct Copies {
  @Test(.differs(.propertiesWithoutAccessor)) func holdEveryStoredProperty() {
    let model = Sub()
    model.id = 7
    model.ignored = 8
    model.unexported = 9
    model.hide(10)
    model.own = "p"
    model.closure = { 11 }
    model.optionalClosure = { $0 + 1 }
    model.delegate = model.shared
    model.tuple = (2, "b")
    model.late = 12
    let copy = model.copy()
    #expect(type(of: copy) == Sub.self && copy !== model)
    #expect(copy.id == 7 && copy.ignored == 8 && copy.unexported == 9 && copy.seen == 10)
    #expect(copy.own == "p" && copy.closure() == 11 && copy.optionalClosure?(1) == 2)
    #expect(copy.shared === model.shared && copy.delegate === model.shared)
    #expect(copy.tuple == (2, "b"))
    #expect(copy.constant != model.constant, "let belongs to init")
    #expect(copy.late == 4, "lazy is never touched")
    #expect(copy.awakes == 1 && model.awakes == 0)
  }

  @Test func keepTheStaticClass() {
    let model: Full = Sub()
    let copy: Full = model.copy()
    #expect(copy is Sub)
  }

  @Test func copyModelsWhereverTheyAre() {
    let model = Full()
    let child = Full()
    child.id = 1
    model.children = [child, child]
    model.set = [child]
    model.map = [1: child, 2: nil]
    model.any = ["k": [child]] as [String: Any]
    let copy = model.copy()
    let copied = copy.children[0]
    #expect(copied !== child && copied.id == 1)
    #expect(copy.children[1] === copied)
    #expect(copy.set.first === copied && copy.set.contains(copied))
    #expect(copy.map[1] == .some(copied) && copy.map.count == 2)
    #expect(((copy.any as? [String: Any])?["k"] as? [Full])?.first === copied)
    #expect(copied.parent === copy, "awake links weak references again")
    #expect(copied.awakes == 1)
    copied.id = 2
    #expect(child.id == 1)
    #expect(model.parent == nil && child.parent == nil)
  }

  @Test func keepRingsAsTheyWere() {
    let ring = NodeRing(ids: [1, 2, 3])
    let copy = ring.first.copy()
    defer { copy.next = nil }
    #expect(copy !== ring.first)
    #expect(copy.next?.next?.next === copy)
    #expect(copy.next?.next?.id == 3)
    #expect(copy == ring.first)
  }

  @Test func fillSetsOnceTheirMembersAreWhole() {
    final class Member: ModelObject {
      var key: GraphNode?
      var owner: Owner?
      override func isEqual(to other: ModelObject) -> Bool {
        key?.id == (other as? Member)?.key?.id
      }
      override func hash(into hasher: inout Hasher) { hasher.combine(key?.id) }
    }
    final class Owner: ModelObject {
      var members: Set<Member> = []
      var nested: [String: Set<Member>] = [:]
      var any: Any?
    }
    let owner = Owner()
    for id in 0..<20 {
      let member = Member()
      member.key = GraphNode(id)
      member.owner = owner
      owner.members.insert(member)
    }
    owner.nested = ["all": owner.members]
    owner.any = owner.members
    defer { for member in owner.members { member.owner = nil } }
    let copy = owner.copy()
    defer { for member in copy.members { member.owner = nil } }
    #expect(copy.members.count == 20)
    #expect(copy.members.allSatisfy { copy.members.contains($0) && $0.owner === copy })
    #expect(
      copy.members.allSatisfy {
        !owner.members.map(ObjectIdentifier.init).contains(ObjectIdentifier($0))
      }
    )
    #expect(copy.nested["all"] == copy.members && copy.any as? Set<Member> == copy.members)
  }

  @Test(arguments: [10_000, 100_000])
  func longChainsAreCopied(count: Int) {
    let chain = NodeChain(count: count)
    let copy = NodeChain(chain.first.copy())
    #expect(copy.last.id == count - 1)
    #expect(copy.last !== chain.last)
  }

  @Test func chainsThroughUntypedValuesAreCopied() {
    let first = GraphNode(0)
    var last = first
    for id in 1..<10_000 {
      let node = GraphNode(id)
      last.any = [node]
      last = node
    }
    func length(of first: GraphNode) -> Int {
      var node: GraphNode? = first
      var length = 0
      while let current = node {
        length += 1
        node = (current.any as? [GraphNode])?.first
      }
      return length
    }
    func letGo(_ first: GraphNode) {
      var node: GraphNode? = first
      while let current = node {
        node = (current.any as? [GraphNode])?.first
        current.any = nil
      }
    }
    let copy = first.copy()
    #expect(length(of: copy) == 10_000)
    letGo(copy)
    letGo(first)
  }

  @Test func doNotNestUntypedValuesInAny() throws {
    final class Row: ModelObject {
      var id = 0
      var any: Any?
      var list: [Any] = []
      var map: [String: Any] = [:]
      override class var identity: Set<String> { ["id"] }
    }
    func isNested<Value>(_ value: Value) -> Bool { Value.self == Any.self }
    var row = Row()
    row.id = 2
    row.any = ["x", Row()] as [Any]
    row.list = ["x", 5, Row(), ["k": Row(), "l": [1]] as [String: Any]]
    row.map = ["a": "x", "b": Row(), "c": row.list]
    let store = ModelStore()
    for _ in 1...3 {
      row = row.copy()
      let other = Row()
      try other.update(from: row)
      let filed = try store.insert(other)
      for row in [row, other, filed] {
        let lists = [row.list, Array(row.map.values), row.map["c"] as? [Any], row.any as? [Any]]
        for list in lists { #expect(list?.contains { isNested($0) } == false) }
      }
    }
  }

  @Test func eachAwakesOnceWhenAllIsInPlace() {
    final class Leaf: ModelObject { var id = 1 }
    final class Root: ModelObject {
      var leaf: Leaf?
      var set: Set<Leaf> = []
      var sum = 0
      override func awake() { sum = (leaf?.id ?? 0) + set.reduce(0) { $0 + $1.id } }
    }
    let root = Root()
    root.leaf = Leaf()
    root.set = [Leaf()]
    #expect(root.copy().sum == 2)
  }
}

struct CopiesOfContainers {
  private class Holder: ModelObject {
    var array = NSArray()
    var dictionary = NSDictionary()
    var any: Any?
  }

  @Test(.needsFoundation) func ofFoundationHoldCopiesOfTheirModels() throws {
    let one = GraphNode(1)
    let two = GraphNode(2)
    let holder = Holder()
    holder.array = [1, one, [two, one] as NSArray]
    holder.dictionary = ["a": one, "b": ["c": two] as NSDictionary, "n": 1]
    holder.any = [NSMutableArray(array: [two])]
    let copy = holder.copy()
    #expect(copy == holder)
    let array = try #require(copy.array[1] as? GraphNode)
    #expect(array !== one && array.id == 1)
    let inner = try #require((copy.array[2] as? [Any])?[0] as? GraphNode)
    #expect(inner !== two && inner.id == 2)
    #expect((copy.array[2] as? [Any])?[1] as? GraphNode === array)
    #expect(copy.dictionary["a"] as? GraphNode === array)
    #expect((copy.dictionary["b"] as? [String: Any])?["c"] as? GraphNode === inner)
    #expect(((copy.any as? [Any])?[0] as? [Any])?[0] as? GraphNode === inner)
    inner.id = 3
    #expect(copy != holder && two.id == 2)
  }

  @Test func ofFoundationHoldThemInAny() throws {
    let node = GraphNode(1)
    let holder = Holder()
    holder.any = NSMutableArray(array: [node, ["a": [node] as NSArray] as NSDictionary])
    let list = try #require(holder.copy().any as? [Any])
    let copy = try #require(list[0] as? GraphNode)
    #expect(copy !== node && copy.id == 1)
    #expect(((list[1] as? [String: Any])?["a"] as? [Any])?[0] as? GraphNode === copy)
  }

  @Test func areSharedWhereNoModelIsInThem() {
    let holder = Holder()
    let array = NSMutableArray(array: [1, ["a"]])
    holder.array = array
    holder.any = array
    let copy = holder.copy()
    #expect(copy.array === array && copy.any as? NSMutableArray === array)
    #expect(copy == holder)
  }

  @Test func areEqualByTheirModels() {
    let first = Holder()
    first.array = [GraphNode(1)]
    let second = Holder()
    second.array = [GraphNode(1)]
    #expect(first == second && first.hashValue == second.hashValue)
    second.array = [GraphNode(2)]
    #expect(first != second)
  }
}
