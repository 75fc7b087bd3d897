import Foundation
import ModelObjectKit
import Testing

/// Sets whose members differ only in what they hold, such as other sets: no way to another graph may
/// lose one.
struct SetsInSetsTests {
  /// What a graph becomes on its way.
  enum Way: CaseIterable {
    case copy, snapshot, update, archive

    func callAsFunction<Value: ModelObject>(_ value: Value) throws -> Value {
      switch self {
      case .copy: return value.copy()
      case .snapshot: return value.snapshot().makeModel()
      case .update:
        let new = Value()
        try new.update(from: value)
        return new
      case .archive: return try Value(archive: value.archivedData())
      }
    }
  }

  @Test(arguments: Way.allCases)
  func membersMayDifferInTheirSets(_ way: Way) throws {
    let nodes = [Node(0, [Node(1)]), Node(0, [Node(2)]), Node(0, [Node(0, [Node(3)])])]
    for isListFirst in [true, false] {
      let root = Root()
      if isListFirst { root.before = nodes } else { root.after = nodes }
      root.holder = Holder()
      root.holder?.set = Set(nodes)
      #expect(root.holder?.set.count == 3)
      let again = try way(root)
      #expect(again.holder?.set.count == 3)
      #expect(again == root)
      let members = isListFirst ? again.before : again.after
      #expect(members.allSatisfy { again.holder?.set.contains($0) == true })
    }
  }

  /// They hash alike, and differ only in a model, a list or an untyped value.
  @Test(arguments: Way.allCases)
  func membersMayDifferDeepInside(_ way: Way) throws {
    for kind in 0..<3 {
      let nodes = (1...3).map { number in
        let (node, inner) = (Node(0), Node(0))
        inner.next = Node(number)
        switch kind {
        case 0: node.next = inner
        case 1: node.list = [inner]
        default: node.any = [inner]
        }
        return node
      }
      let root = Root()
      root.before = nodes
      root.holder = Holder()
      root.holder?.set = Set(nodes)
      #expect(try way(root).holder?.set.count == 3)
    }
  }

  /// In a circle, no member is complete before the others.
  @Test(arguments: Way.allCases)
  func setsMayContainEachOther(_ way: Way) throws {
    let all = (0..<4).map { _ in Node(0) }
    for (number, node) in all.enumerated() { node.next = Node(number) }
    for node in all { node.kids = Set(all.filter { $0 !== node }) }
    defer { for node in all { node.kids = [] } }
    let root = Root()
    root.before = all
    let again = try way(root)
    defer { for node in again.before { node.kids = [] } }
    #expect(again.before.map(\.kids.count) == [3, 3, 3, 3])
    for node in again.before {
      #expect(node.kids.allSatisfy { node.kids.contains($0) })
      #expect(!node.kids.contains { $0 === node })
      #expect(Set(again.before.filter { $0 !== node }.map(\.next?.number)).count == 3)
    }
  }

  /// An override asks for what is in the members.
  @Test(arguments: Way.allCases)
  func membersMayHashTheirSets(_ way: Way) throws {
    let nodes = [1, 2, 3].map { Deep([Deep(named: "\($0)")]) }
    let root = DeepRoot()
    root.list = nodes
    root.outer = Deep(nodes)
    let again = try way(root)
    let set = try #require(again.outer?.set)
    #expect(set.count == 3)
    #expect(again.list.allSatisfy { set.contains($0) })
  }

  /// What has become equal can't be in one set any more.
  @Test(arguments: Way.allCases)
  func equalMembersBecomeOne(_ way: Way) throws {
    let holder = Holder()
    let nodes = [Node(1), Node(2)]
    holder.set = Set(nodes)
    nodes[1].number = 1
    #expect(holder.set.count == 2)
    #expect(try way(holder).set.count == 1)
  }

  @Test func classesThatDecodeThemselvesKeepAllMembers() throws {
    let topics = ["tea", "milk", "cake"].map { name in
      let topic = Topic()
      topic.name = name
      return topic
    }
    topics[2].related = [topics[0], topics[1]]
    let again = try [Topic](archive: topics.archivedData())
    #expect(again[2].related.count == 2)
    #expect(again[2].related.contains(again[0]) && again[2].related.contains(again[1]))
  }

  @Test func setsInACircleOfClassesThatDecodeThemselvesKeepAllMembers() throws {
    try expectFriends(First.self, \.name, \.friends)
    try expectFriends(Last.self, \.name, \.friends)
    try expectFriends(ByKey.self, \.name, \.friends)
  }

  private func expectFriends<Person: ModelObject>(
    _ type: Person.Type,
    _ name: ReferenceWritableKeyPath<Person, String>,
    _ friends: ReferenceWritableKeyPath<Person, Set<Person>>
  ) throws {
    let all = (0..<4).map { number in
      let person = type.init()
      person[keyPath: name] = "P\(number)"
      return person
    }
    for person in all { person[keyPath: friends] = Set(all.filter { $0 !== person }) }
    let again = try [Person](archive: all.archivedData())
    defer { for person in all + again { person[keyPath: friends] = [] } }
    for person in again {
      let others = again.filter { $0 !== person }
      #expect(person[keyPath: friends].count == 3, "\(type)")
      #expect(others.allSatisfy { person[keyPath: friends].contains($0) }, "\(type)")
    }
  }

  /// What `decode(with:)` leaves in a set stays so.
  @Test func aSetThatIsChangedWhileDecodingStaysChanged() throws {
    let picky = Picky()
    picky.others = ["a", "b", "c"].map { name in
      let other = Picky()
      other.name = name
      return other
    }.reduce(into: []) { $0.insert($1) }
    let again = try Picky(archive: picky.archivedData())
    #expect(Set(again.others.map(\.name)) == ["a", "c"])
    #expect(again.others.allSatisfy { again.others.contains($0) })
  }

  class Node: ModelObject {
    var number = 0
    var kids: Set<Node> = []
    var next: Node?
    var list: [Node] = []
    var any: Any?

    convenience init(_ number: Int, _ kids: Set<Node> = []) {
      self.init()
      (self.number, self.kids) = (number, kids)
    }
  }

  class Holder: ModelObject {
    var set: Set<Node> = []
  }

  class Root: ModelObject {
    var before: [Node] = []
    var holder: Holder?
    var after: [Node] = []
  }

  class Deep: ModelObject {
    var name = ""
    var set: Set<Deep> = []

    convenience init(_ set: [Deep] = [], named name: String = "") {
      self.init()
      (self.set, self.name) = (Set(set), name)
    }

    override func isEqual(to other: ModelObject) -> Bool {
      guard let other = other as? Deep else { return false }
      return name == other.name && set == other.set
    }

    override func hash(into hasher: inout Hasher) {
      hasher.combine(name)
      hasher.combine(set)
    }
  }

  class DeepRoot: ModelObject {
    var list: [Deep] = []
    var outer: Deep?
  }

  class Topic: ModelObject {
    var related: Set<Topic> = []
    var name = ""
    override func decode(with unarchiver: ModelUnarchiver) throws {
      try super.decode(with: unarchiver)
    }
  }

  class First: ModelObject {
    var name = ""
    var friends: Set<First> = []
    override func decode(with unarchiver: ModelUnarchiver) throws {
      try super.decode(with: unarchiver)
    }
  }

  class Last: ModelObject {
    var friends: Set<Last> = []
    var id = 0
    var name = ""
    override class var identity: Set<String> { ["id"] }
    override func decode(with unarchiver: ModelUnarchiver) throws {
      try super.decode(with: unarchiver)
    }
  }

  class ByKey: ModelObject {
    var friends: Set<ByKey> = []
    var name = ""
    override func decode(with unarchiver: ModelUnarchiver) throws {
      friends = try unarchiver.decode(Set<ByKey>.self, forKey: "friends") ?? []
      name = try unarchiver.decode(String.self, forKey: "name") ?? ""
    }
  }

  class Picky: ModelObject {
    var name = ""
    var others: Set<Picky> = []
    override func decode(with unarchiver: ModelUnarchiver) throws {
      try super.decode(with: unarchiver)
      others = others.filter { $0.name != "b" }
    }
  }
}
