import Foundation
import ModelObjectKit
import Testing

private struct Refusal: Error {}

private struct Plain: Equatable {
  var value = 0
}

private class Person: ModelObject {
  var name = ""
  private var secret = 0
  var ignored = 0
  var transient = 0
  var plain = Plain()
  var closure: () -> Int = { 1 }
  @Held var wrapped = 1
  override class var ignoredProperties: Set<String> { ["ignored"] }
  override class var unarchivedProperties: Set<String> { ["transient"] }
  func tell(_ value: Int) { secret = value }
  var told: Int { secret }
}

private final class Employee: Person {
  var salary = 0
}

@propertyWrapper
private struct Held: Codable, Hashable {
  var wrappedValue: Int
}

private final class Checked: ModelObject {
  var value = 0
  var child: Checked?
  var children: [Checked] = []
  var set: Set<Checked> = []
  private(set) var log: [String] = []
  override class var unarchivedProperties: Set<String> { ["log"] }
  override func awake() { log.append("awake") }
  override func validate() throws {
    log.append("validate")
    if value < 0 { throw Refusal() }
  }
}

private class Animal: ModelObject { var name = "" }
private final class Cat: Animal { var lives = 9 }

private final class Owner: ModelObject {
  var animal: Animal?
  var any: Any?
}

private class Friend: ModelObject {
  var friend: Friend?
  var friends: [Friend] = []
}
private final class BestFriend: Friend { var best: [BestFriend] = [] }

struct ChangedProperties {
  @Test(.differs(.propertiesWithoutAccessor)) func areThoseThatEqualityCompares() {
    let person = Person()
    let before = person.copy()
    #expect(person.changedProperties(since: before).isEmpty)
    person.name = "a"
    person.tell(1)
    (person.ignored, person.transient, person.plain, person.wrapped) = (1, 1, Plain(value: 1), 2)
    person.closure = { 2 }
    #expect(
      person.changedProperties(since: before)
        == ["name", "secret", "ignored", "transient", "plain", "wrapped"]
    )
    #expect(person.changedProperties(since: person).isEmpty)
  }

  @Test(.differs(.propertiesWithoutAccessor)) func areAllForAnotherClass() {
    #expect(
      (Employee() as Person).changedProperties(since: Person())
        == ["name", "secret", "ignored", "transient", "plain", "wrapped", "salary"]
    )
    #expect((Cat() as ModelObject).changedProperties(since: Person()) == ["name", "lives"])
  }

  @Test func nestedModelsAndNumbersThatAreNone() {
    let (first, second) = (GraphNode(1), GraphNode(1))
    (first.any, second.any) = (Double.nan, Double.nan)
    (first.next, second.next) = (GraphNode(2), GraphNode(2))
    #expect(first.changedProperties(since: second).isEmpty)
    second.next?.id = 3
    #expect(first.changedProperties(since: second) == ["next"])
  }
}

struct UpdatesFromAnotherObject {
  @Test(.differs(.propertiesWithoutAccessor)) func takeAllStoredProperties() throws {
    let (target, source) = (Person(), Person())
    source.name = "a"
    source.tell(1)
    (source.ignored, source.transient, source.plain, source.wrapped) = (1, 2, Plain(value: 3), 4)
    source.closure = { 5 }
    try target.update(from: source)
    #expect(target == source)
    #expect(target.told == 1)
    #expect(target.transient == 2)
    #expect(target.closure() == 5)
  }

  @Test func takeWhatBothClassesHave() throws {
    let (person, employee) = (Person(), Employee())
    (employee.name, employee.salary) = ("e", 5)
    try person.update(from: employee)
    #expect(person.name == "e")
    person.name = "p"
    try employee.update(from: person)
    #expect(employee.name == "p")
    #expect(employee.salary == 5)
    do {
      let error = #expect(throws: ModelError.self) { try Animal().update(from: person) }
      #expect(
        error?.description
          == "unsupportedValue: Person is neither a subclass nor a superclass of Animal"
      )
    }
    do {
      let error = #expect(throws: ModelError.self) { try Cat().update(from: employee) }
      #expect(error?.code == .unsupportedValue)
    }
  }

  @Test func keepTheModelsThatAreThere() throws {
    let (target, source) = (Owner(), Owner())
    let (cat, other) = (Cat(), Cat())
    (target.animal, source.animal) = (cat, other)
    (other.name, other.lives) = ("Tom", 8)
    source.any = [other]
    try target.update(from: source)
    #expect(target.animal === cat)
    #expect(cat.name == "Tom" && cat.lives == 8)
    // A model that is in the source twice is one model in the target too.
    #expect((target.any as? [Cat])?.first === cat)
    source.animal = Animal()
    try target.update(from: source)
    #expect(target.animal !== cat && target.animal !== source.animal)
    #expect(type(of: target.animal) == Animal?.self && target.animal as? Cat == nil)
    source.animal = nil
    try target.update(from: source)
    #expect(target.animal == nil)
  }

  @Test func keepCyclesAndSharedReferences() throws {
    let (target, source) = (GraphNode(1), GraphNode(2))
    let shared = GraphNode(3)
    shared.next = source
    source.next = shared
    source.list = [shared, source, shared]
    try target.update(from: source)
    #expect(target.list.count == 3)
    #expect(target.next !== shared && target.next?.next === target)
    #expect(target.list[0] === target.next && target.list[2] === target.next)
    #expect(target.list[1] === target)
    for node in [target, source] {
      node.next?.next = nil
      node.list = []
    }
  }

  /// Also if there are models in these places, which would be updated in place.
  @Test func makeOneOfAModelInSeveralPlaces() throws {
    let (target, source) = (GraphNode(1), GraphNode(2))
    let there = GraphNode(10)
    target.next = there
    there.next = GraphNode(11)
    there.next?.next = GraphNode(12)
    source.next = GraphNode(3)
    source.next?.next = source
    try target.update(from: source)
    #expect(target.next === there && there.next === target)
    #expect(try target.jsonString() == source.jsonString())
    for node in [target, source] { node.next?.next = nil }
  }

  @Test func readBeforeTheyWrite() throws {
    let chain = NodeChain(count: 5)
    try chain.first.update(from: chain.first.next ?? GraphNode(9))
    var ids: [Int] = []
    var node: GraphNode? = chain.first
    while let current = node {
      ids.append(current.id)
      node = current.next
    }
    #expect(ids == [1, 2, 3, 4])
    let holder = GraphNode(1)
    let list = GraphNode(2)
    list.list = [holder]
    try holder.update(from: list)
    #expect(holder.id == 2 && holder.list.count == 1)
    holder.list = []
    list.list = []
  }

  @Test func callTheHooks() throws {
    let (target, source) = (Checked(), Checked())
    (target.child, source.child) = (Checked(), Checked())
    source.value = 1
    source.children = [Checked()]
    source.set = [Checked()]
    let child = target.child
    try target.update(from: source)
    #expect(target.child === child)
    #expect(target.log == ["awake", "validate"])
    #expect(child?.log == ["awake", "validate"])
    #expect(target.children.first?.log == ["awake"])
    #expect(target.set.first?.log == ["awake"])
    try target.update(from: target)
    #expect(target.log == ["awake", "validate"])
    source.child?.value = -1
    let error = #expect(throws: ModelError.self) { try target.update(from: source) }
    #expect(error?.code == .rejected && error?.underlyingError is Refusal)
  }

  @Test func onceForEachModel() throws {
    // One model is in place of two that differ, so it can only get the values of one.
    let (target, source, shared) = (GraphNode(1), GraphNode(2), GraphNode(3))
    let (inner, other) = (GraphNode(4), GraphNode(5))
    (target.next, shared.next) = (shared, shared)
    (source.next, inner.next) = (inner, other)
    try target.update(from: source)
    #expect(target == source)
    #expect(target.next === shared && shared.id == 4)
    #expect(shared.next !== shared && shared.next !== other && shared.next?.id == 5)
  }

  @Test func shareNothing() throws {
    let (person, employee) = (Friend(), BestFriend())
    employee.friend = employee
    employee.friends = [employee]
    try person.update(from: employee)
    // A plain friend can't replace a better one everywhere.
    let copy = person.friend
    #expect(copy is BestFriend && copy !== employee)
    #expect(copy?.friend === copy && person.friends.count == 1 && person.friends[0] === copy)
    let (target, source) = (BestFriend(), Friend())
    source.friend = source
    try target.update(from: source)
    #expect(target.friend === target)
    let (best, plain) = (BestFriend(), BestFriend())
    best.best = [best]
    try (plain as Friend).update(from: best)
    #expect(plain.best.first === plain)
    for node in [person, employee, target, source, best, plain, copy].compactMap(\.self) {
      node.friend = nil
      node.friends = []
    }
    for node in [employee, target, best, plain] { node.best = [] }
  }
}
