import Foundation
import ModelObjectKit
import Testing

private class Base: ModelObject {
  var id = 1
  var ignored = 2
  var text: String? = "t"
  var ratio = 0.5
  override class var ignoredProperties: Set<String> { ["ignored"] }
}
private final class Sub: Base {}

private class Holder: ModelObject {
  var one: GraphNode? = GraphNode(1)
  var array: [GraphNode] = [GraphNode(2)]
  var set: Set<GraphNode> = [GraphNode(3)]
  var map: [String: GraphNode] = ["k": GraphNode(4)]
  var optionals: [GraphNode?] = [nil, GraphNode(5)]
  var nested: [[GraphNode]] = [[GraphNode(6)]]
  var any: Any? = GraphNode(7)
  var anys: [Any] = [GraphNode(8), 1, "x", [GraphNode(9)]]
  var anyMap: [String: Any] = ["a": [GraphNode(10)], "b": 1]
}

private class Plain: Codable { var x = 1 }
private struct NotEquatable: Codable { var x = 1 }
private struct Wrapped: ModelValue {
  var x = 1
  init() {}
  init?(modelValue: Any) { nil }
  var modelValue: Any { ["x": x, "node": [x]] }
}
private final class Reference {}

private class Odd: ModelObject {
  var plain = Plain()
  var notEquatable = NotEquatable()
  var wrapped = Wrapped()
  var closure: () -> Int = { 1 }
  var reference: Reference? = Reference()
  var any: Any?
}

private class Links: ModelObject {
  var url: URL?
  var old: NSURL?
  var all: [URL] = []
}

private class ByID: ModelObject {
  var id = 1
  var noise = 0
  var inner: ByID?
  override func isEqual(to other: ModelObject) -> Bool { (other as? ByID)?.id == id }
  override func hash(into hasher: inout Hasher) { hasher.combine(id) }
}

private class Loose: GraphNode {
  override func isEqual(to other: ModelObject) -> Bool {
    super.isEqual(to: other) || (other as? Loose)?.id == 99
  }
}

struct Equality {
  /// Exports and archives only keep the text of a link.
  @Test(.needsFoundation) func ofLinksIsThatOfTheirAbsoluteTexts() throws {
    let base = try #require(URL(string: "https://example.com/folder/"))
    let relative = try #require(URL(string: "page?x=1", relativeTo: base))
    let links = Links()
    links.url = relative
    links.old = NSURL(string: "http://a.pages[1]b")
    links.all = [relative, base]
    let data = try links.jsonData()
    let copies = [try Links(json: data), try Links(archive: links.archivedData()), links.copy()]
    for copy in copies {
      #expect(copy == links && copy.hashValue == links.hashValue)
      #expect(copy.url?.absoluteString == "https://example.com/folder/page?x=1")
    }
    let other = Links()
    other.url = URL(string: "page?x=1")
    other.old = links.old
    other.all = links.all
    #expect(other != links)
  }

  @Test func ofFoundationsStringsIsThatOfTheirCharacters() {
    class Note: ModelObject { var text = NSString("") }
    let notes = ["é", "e\u{301}"].map { text in
      let note = Note()
      note.text = NSString(string: text)
      return note
    }
    #expect(notes[0] == notes[1])
    #expect(Set(notes).count == 1)
  }

  @Test func asksClassAndProperties() {
    #expect(Base() == Base())
    #expect(Base() != Sub())
    for change: (Base) -> Void in [
      { $0.id = 2 }, { $0.ignored = 3 }, { $0.text = nil }, { $0.text = "u" }, { $0.ratio = 1 },
    ] {
      let changed = Base()
      change(changed)
      #expect(changed != Base() && Base() != changed)
    }
  }

  @Test func whatIsNoNumberEqualsItself() {
    class Numbers: ModelObject {
      var double = Double.nan
      var optional: Double? = .nan
      var float = Float.nan
      var list = [Double.nan]
    }
    #expect(Numbers() == Numbers())
    #expect(Numbers().hashValue == Numbers().hashValue)
    let other = Numbers()
    other.list = [1]
    #expect(Numbers() != other)
  }

  @Test func copiesOfValuesWithSuchNumbersAreEqual() {
    struct Meters: RawRepresentable, Hashable { var rawValue = 0.0 }
    class Places: ModelObject {
      var meters = Meters(rawValue: .nan)
      var point = CGPoint(x: Double.nan, y: 1)
      var points = [CGPoint(x: Double.nan, y: 1)]
      var any: Any = CGPoint(x: 1, y: Double.nan)
    }
    let original = Places()
    #expect(original.copy() == original)
    #expect(original.copy().hashValue == original.hashValue)
    let changes: [(Places) -> Void] = [
      { $0.meters = Meters(rawValue: 1) }, { $0.point.y = 2 }, { $0.points[0].y = 2 },
      { $0.any = CGPoint(x: 2, y: Double.nan) },
    ]
    for change in changes {
      let changed = original.copy()
      change(changed)
      #expect(changed != original && original != changed)
    }
  }

  @Test func goesByTheRawValuesOfStructsWithoutAnEquality() throws {
    struct Tag: RawRepresentable { var rawValue = "" }
    class Tagged: ModelObject {
      var tag = Tag()
      var tags: [Tag] = []
      var any: Any?
    }
    let given: [[String: Any]] = [
      [:], ["tag": "a"], ["tag": "b"], ["tags": ["a"]], ["tags": ["b"]],
      ["any": Tag(rawValue: "a")],
      ["any": Tag(rawValue: "b")],
    ]
    for (number, first) in given.enumerated() {
      for (other, second) in given.enumerated() {
        #expect(try (Tagged(dictionary: first) == Tagged(dictionary: second)) == (number == other))
      }
      #expect(try Tagged(dictionary: first).hashValue == Tagged(dictionary: first).hashValue)
    }
  }

  @Test(.needsFoundation) func whatIsNoDateEqualsItself() {
    class Dates: ModelObject {
      var date = Date(timeIntervalSinceReferenceDate: .nan)
      var list = [Date(timeIntervalSinceReferenceDate: .nan)]
      var moment = NSDate(timeIntervalSinceReferenceDate: .nan)
      var any: Any = Date(timeIntervalSinceReferenceDate: .nan)
    }
    #expect(Dates() == Dates())
    #expect(Dates().copy() == Dates())
    #expect(Dates().hashValue == Dates().hashValue)
    let other = Dates()
    other.list = [Date(timeIntervalSinceReferenceDate: 1)]
    #expect(Dates() != other)
    other.list = Dates().list
    other.moment = NSDate(timeIntervalSinceReferenceDate: 1)
    #expect(Dates() != other)
  }

  @Test func reachesModelsInEveryContainer() {
    #expect(Holder() == Holder())
    let changes: [(Holder) -> Void] = [
      { $0.one?.id = 0 }, { $0.one = nil }, { $0.array[0].id = 0 }, { $0.array = [] },
      { $0.set = [GraphNode(0)] }, { $0.map["k"]?.id = 0 }, { $0.map["l"] = GraphNode(4) },
      { $0.optionals = [GraphNode(5), nil] }, { $0.nested[0][0].id = 0 }, { $0.any = GraphNode(0) },
      { $0.any = nil }, { $0.anys = [GraphNode(8), 1, "x", [GraphNode(0)]] },
      { $0.anyMap["a"] = [GraphNode(0)] }, { $0.anyMap["b"] = 2 },
    ]
    for change in changes {
      let changed = Holder()
      change(changed)
      #expect(changed != Holder() && Holder() != changed)
    }
  }

  @Test(.differs(.propertiesWithoutAccessor)) func knowsWhatUsersTypesHold() {
    let model = Odd()
    model.reference = nil
    let other = Odd()
    other.reference = nil
    #expect(model == other)
    other.plain.x = 2
    #expect(model != other)
    other.plain.x = 1
    other.notEquatable.x = 2
    #expect(model != other)
    other.notEquatable.x = 1
    other.wrapped.x = 2
    #expect(model != other)
    other.wrapped.x = 1
    other.closure = { 2 }
    #expect(model == other, "closures can't be compared")
    model.reference = Reference()
    other.reference = Reference()
    #expect(model != other)
    other.reference = model.reference
    #expect(model == other)
  }

  @Test func valuesWithoutATypeAreEqualByWhatTheyCount() {
    func model(_ any: Any?) -> Odd {
      let model = Odd()
      model.reference = nil
      model.any = any
      return model
    }
    #expect(model(1) == model(1.0))
    #expect(model(UInt64.max) == model(UInt64.max))
    #expect(model(UInt64.max) != model(Int64.max))
    #expect(model(Decimal(string: "0.1")) == model(0.1))
    #expect(model(NSNumber(value: 1)) == model(1))
    #expect(model(true) != model(1))
    #expect(model([1, "a"] as [Any]) == model(NSArray(array: [1, "a"])))
    #expect(model(Set(["a", "b", "c", "d"])) == model(Set(["d", "c", "b", "a"])))
    #expect(model(Date(timeIntervalSinceReferenceDate: 1)) != model(Date(timeIntervalSince1970: 1)))
    #expect(model(Double.nan) == model(Double.nan))
    #expect(model(NSNull()) == model(NSNull()))
    #expect(model(Reference()) != model(Reference()))
    #expect(model([GraphNode(1)]) == model([GraphNode(1)]))
    #expect(model([GraphNode(1)]) != model([GraphNode(2)]))
  }

  @Test func ownIdeasAreHonouredEverywhere() {
    let first = ByID()
    let second = ByID()
    second.noise = 1
    #expect(first == second)
    #expect(first.hashValue == second.hashValue)
    #expect(Set([first, second]).count == 1)
    class Outer: ModelObject {
      var one: ByID?
      var list: [ByID] = []
      var set: Set<ByID> = []
      var any: Any?
    }
    func outer(_ inner: ByID) -> Outer {
      let outer = Outer()
      outer.one = inner
      outer.list = [inner]
      outer.set = [inner]
      outer.any = [inner]
      return outer
    }
    #expect(outer(first) == outer(second))
    second.id = 2
    #expect(outer(first) != outer(second))
  }

  @Test func anOverrideMayAskSuper() {
    let first = Loose(1)
    let second = Loose(2)
    #expect(first != second)
    second.id = 99
    #expect(first == second)
    #expect(second != first)
    // Also in a ring, where `super` returns to the beginning.
    let ring = NodeRing(ids: [1, 2])
    let loose = Loose(1)
    loose.next = ring.first
    ring.first.next?.next = loose
    let copy = loose.copy()
    #expect(copy == loose)
    copy.next?.next?.id = 5
    #expect(copy != loose)
    loose.next = nil
    copy.next = nil
  }

  /// The result of `super` for properties without models is final; models are compared afterward.
  @Test func modelsAreComparedAfterTheOverrideThatAsksSuper() {
    final class Recording: GraphNode {
      nonisolated(unsafe) static var answers: [Bool] = []
      override func isEqual(to other: ModelObject) -> Bool {
        let isEqual = super.isEqual(to: other)
        Self.answers.append(isEqual)
        return isEqual || (other as? Recording)?.id == 99
      }
    }
    func node(_ id: Int, next: Int) -> Recording {
      let node = Recording(id)
      node.next = GraphNode(next)
      return node
    }
    let cases: [(first: Recording, second: Recording, areEqual: Bool, answer: Bool)] = [
      (node(1, next: 2), node(1, next: 2), true, true),
      (node(1, next: 2), node(1, next: 3), false, true),
      (node(1, next: 2), node(2, next: 2), false, false),
      (node(1, next: 2), node(99, next: 2), true, false),
      (node(1, next: 2), node(99, next: 3), true, false),
      (node(99, next: 2), node(99, next: 3), false, true),
    ]
    for (number, (first, second, areEqual, answer)) in cases.enumerated() {
      Recording.answers = []
      #expect((first == second) == areEqual, "\(number)")
      #expect(Recording.answers == [answer], "\(number)")
    }
  }

  /// Members with the same hash are compared by content, and wrong matches are tried again.
  @Test func membersOfSetsAreToldApartByWhatTheyHold() {
    final class Member: ModelObject {
      var group = 0
      var members: Set<Member> = []
      var next: GraphNode?
    }
    func member(_ group: Int, _ next: Int?, _ members: [Member] = []) -> Member {
      let member = Member()
      member.group = group
      member.next = next.map { GraphNode($0) }
      member.members = Set(members)
      return member
    }
    func tree(_ leaves: [[Int]]) -> Member {
      member(0, nil, leaves.map { leaves in member(1, nil, leaves.map { member(2, $0) }) })
    }
    let first = tree([[1, 2, 3], [1, 2, 4], [5]])
    for same in [[[3, 2, 1], [5], [4, 2, 1]], [[5], [1, 4, 2], [2, 1, 3]]] {
      #expect(first == tree(same))
    }
    for other in [
      [[1, 2, 3], [1, 2, 5], [5]], [[1, 2, 3], [1, 2, 4]], [[1, 2], [1, 2, 3, 4], [5]],
    ] {
      #expect(first != tree(other))
    }
  }

  @Test func ringsAreEqualWhereTheyLookTheSame() {
    let ring = NodeRing(ids: [1, 2, 3])
    let others: [(ids: [Int], areEqual: Bool)] = [
      ([1, 2, 3], true), ([1, 2, 3, 1, 2, 3], true), ([1, 2, 4], false), ([1, 2], false),
    ]
    for (ids, areEqual) in others {
      let other = NodeRing(ids: ids)
      #expect((ring.first == other.first) == areEqual, "\(ids)")
      #expect((other.first == ring.first) == areEqual, "\(ids)")
      withExtendedLifetime(other) {}
    }
    withExtendedLifetime(ring) {}
  }

  /// A pair that was equal only because another pair was must be compared again.
  @Test func aFailedAttemptLeavesNothingBehind() {
    let first = Holder()
    let second = Holder()
    let shared = GraphNode(5)
    first.set = [GraphNode(1), GraphNode(2), shared]
    second.set = [GraphNode(2), GraphNode(1), GraphNode(5)]
    #expect(first == second)
    shared.list = [GraphNode(1)]
    #expect(first != second)
  }

  @Test func ringsThroughSetsAndStructsEnd() {
    struct Link: Hashable, Codable {
      var owner: Owner
    }
    final class Owner: ModelObject {
      var id = 0
      var set: Set<Owner> = []
      var link: Link?
      var opaque: [Link: Int]?
    }
    func ring(_ id: Int) -> Owner {
      let owner = Owner()
      let member = Owner()
      member.id = id
      owner.link = Link(owner: owner)
      member.link = Link(owner: owner)
      owner.set = [member]
      member.set = [owner]
      return owner
    }
    let first = ring(1)
    let second = ring(1)
    let third = ring(2)
    #expect(first == second)
    #expect(first != third)
    #expect(first.hashValue == second.hashValue)
    for owner in [first, second, third] {
      for member in owner.set { member.set = []; member.link = nil }
      owner.link = nil
    }
  }

  @Test(arguments: [10_000, 100_000])
  func longChainsAreCompared(count: Int) {
    let chain = NodeChain(count: count)
    let other = NodeChain(count: count)
    #expect((chain.first == other.first) as Bool)
    other.last.id = -1
    #expect((chain.first != other.first) as Bool)
  }

  @Test func longChainsOfOverridesAreCompared() {
    let chain = NodeChain(Loose(0))
    let other = NodeChain(Loose(0))
    for chain in [chain, other] {
      var last = chain.first
      for id in 1_000..<11_000 {
        let next = Loose(id)
        last.next = next
        last = next
      }
    }
    #expect((chain.first == other.first) as Bool)
    other.last.id = -1
    #expect((chain.first != other.first) as Bool)
  }

  @Test func manyWaysToTheSameModelsAreNoMoreWork() {
    func lattice() -> GraphNode {
      var node = GraphNode(0)
      for id in 1...60 {
        let outer = GraphNode(id)
        outer.list = [node, node]
        node = outer
      }
      return node
    }
    #expect(lattice() == lattice())
    #expect(lattice().copy() == lattice())
  }

  @Test func threadsCompareAtOnce() async {
    struct Rings: @unchecked Sendable {
      let one = NodeRing(ids: [1, 2, 3])
      let other = NodeRing(ids: [1, 2, 3])
    }
    let rings = Rings()
    await withTaskGroup { group in
      for _ in 0..<8 {
        group.addTask {
          (0..<200).allSatisfy { _ in
            let (one, other) = (rings.one.first, rings.other.first)
            return one == other && one.hashValue == other.hashValue
          }
        }
      }
      for await isRight in group { #expect(isRight) }
    }
  }
}
