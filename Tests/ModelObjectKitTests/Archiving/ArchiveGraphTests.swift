import Foundation
import ModelObjectKit
import Testing

/// Its value for JSON is an array with two others.
private struct EndlessArrays: ModelValue {
  init() {}
  init?(modelValue: Any) { nil }
  var modelValue: Any { [EndlessArrays(), EndlessArrays()] }
}

/// Its value for JSON is another one.
private struct Endless: ModelValue {
  init() {}
  init?(modelValue: Any) { nil }
  var modelValue: Any { Endless() }
}

private class Untyped: ModelObject {
  var any: Any?
  var name = ""
}

/// Each object is archived once, with its own class, whatever refers to it.
struct ArchiveGraphTests {
  @Test func valuesThatAreMadeOfThemselvesEnd() throws {
    let model = Untyped()
    model.name = "n"
    model.any = EndlessArrays()
    let error = #expect(throws: ModelError.self) { try model.archivedData() }
    #expect(error?.code == .tooDeep)
    #expect(error?.path == "any")
    let exported = #expect(throws: ModelError.self) { try model.jsonString() }
    #expect(exported?.code == .tooDeep)
    let inArray = #expect(throws: ModelError.self) { try [Untyped(), model].archivedData() }
    #expect(inArray?.path == "[1].any")
    model.any = Endless()
    let again = try Untyped(archive: model.archivedData())
    #expect(again.any == nil && again.name == "n")
  }

  @Test func sharedReferencesStayShared() throws {
    let shared = Part("shared")
    let whole = Whole()
    whole.first = shared
    whole.second = shared
    whole.parts = [shared, Part("other"), shared]
    whole.named = ["a": shared, "b": Part("third")]
    whole.nested = ["x": [[shared]]]
    let again = try Whole(archive: whole.archivedData())
    let part = try #require(again.first)
    #expect(part.name == "shared")
    #expect(again.second === part)
    #expect(again.parts.map { $0 === part } == [true, false, true])
    #expect(again.parts.map(\.name) == ["shared", "other", "shared"])
    #expect(again.named["a"] === part)
    #expect(again.named["b"]?.name == "third")
    #expect(again.nested["x"]?.first?.first === part)
  }

  @Test func cyclesComeBack() throws {
    let node = Node(1)
    node.next = Node(2)
    node.next?.next = node
    node.others = [node]
    let again = try Node(archive: node.archivedData())
    defer {
      node.unlink()
      again.unlink()
    }
    #expect(again.next?.number == 2)
    #expect(again.next?.next === again)
    #expect(again.others.first === again)
  }

  @Test func eachObjectComesBackAsItsOwnClass() throws {
    let zoo = Zoo()
    zoo.star = Dog("Rex")
    zoo.animals = [Cat("Tom"), Dog("Rex"), Animal("?"), Puppy("Bit")]
    let again = try Zoo(
      archive: zoo.archivedData(),
      subclasses: [Dog.self, Cat.self, Puppy.self]
    )
    #expect(
      again.animals.map { "\(type(of: $0)) \($0.name)" } == [
        "Cat Tom", "Dog Rex", "Animal ?", "Puppy Bit",
      ]
    )
    #expect((again.animals[1] as? Dog)?.bark == "loud")
    #expect((again.animals[3] as? Puppy)?.weeks == 3)
    #expect(again.star is Dog)
  }

  @Test func theRootMayBeOfASubclass() throws {
    let data = try Puppy("Bit").archivedData()
    let animal = try Animal(archive: data, subclasses: [Puppy.self])
    #expect(animal is Puppy)
    #expect(animal.name == "Bit")
  }

  @Test(.differs(.archives)) func classesOfTheProgramAreFoundByTheirNames() throws {
    let box = PublicBox()
    box.content = PublicBox.Inner()
    let again = try ModelObject(archive: box.archivedData())
    #expect((again as? PublicBox)?.content is PublicBox.Inner)
  }

  @Test(.differs(.propertiesOfOneName)) func privatePropertiesOfOneNameStayApart() throws {
    let model = Below()
    model.fill()
    let again = try Below(archive: model.archivedData())
    #expect(again.secrets == ["above", "below"])
  }

  @Test func arraysAreRootsToo() throws {
    let part = Part("a")
    let again = try [Part](archive: [part, Part("b"), part].archivedData())
    #expect(again.map(\.name) == ["a", "b", "a"])
    #expect(again[0] === again[2])
    #expect(try [Part](archive: [Part]().archivedData()).isEmpty)
    let mixed: [ModelObject] = [part, Node(1)]
    let other = try [ModelObject](
      archive: mixed.archivedData(),
      subclasses: [Part.self, Node.self]
    )
    #expect(other.map { "\(type(of: $0))" } == ["Part", "Node"])
  }

  @Test func anArrayIsNoObject() throws {
    let array = try [Part("a")].archivedData()
    let object = try Part("a").archivedData()
    #expect(throws: ModelError.self) { try Part(archive: array) }
    let error = #expect(throws: ModelError.self) { try [Part](archive: object) }
    #expect(error?.code == .unexpectedRoot)
  }

  @Test func chainsNeedNoStack() throws {
    let head = Node(0)
    var last = head
    for number in 1..<100_000 {
      let next = Node(number)
      last.next = next
      last = next
    }
    let again = try Node(archive: head.archivedData())
    defer {
      head.unlink()
      again.unlink()
    }
    var count = 0
    var node: Node? = again
    while let current = node {
      guard current.number == count else { break }
      count += 1
      node = current.next
    }
    #expect(count == 100_000)
  }

  @Test func ignoredPropertiesAreArchivedAndUnarchivedOnesAreNot() throws {
    let model = Choosy()
    model.ignored = 1
    model.unexported = 2
    model.unmapped = 3
    model.transient = 4
    let again = try Choosy(archive: model.archivedData())
    #expect(again.ignored == 1)
    #expect(again.unexported == 2)
    #expect(again.unmapped == 3)
    #expect(again.transient == 0)
  }

  @Test func whatOtherPropertiesHoldIsLeftAsItWas() throws {
    let model = Untouched()
    let part = Part("weak")
    model.part = part
    model.closure = { 1 }
    let again = try Untouched(archive: model.archivedData())
    #expect(model.part === part)
    #expect(again.part == nil)
    #expect(again.closure() == 0)
    #expect(again.name == "untouched")
  }
}

private class Part: ModelObject {
  var name = ""
  convenience init(_ name: String) {
    self.init()
    self.name = name
  }
}

private class Whole: ModelObject {
  var first: Part?
  var second: Part?
  var parts: [Part] = []
  var named: [String: Part] = [:]
  var nested: [String: [[Part]]] = [:]
}

private class Node: ModelObject {
  var number = 0
  var next: Node?
  var others: [Node] = []

  convenience init(_ number: Int) {
    self.init()
    self.number = number
  }

  /// Releases a chain one by one.
  func unlink() {
    others = []
    var next = next
    self.next = nil
    while let node = next {
      next = node.next
      node.next = nil
    }
  }
}

private class Animal: ModelObject {
  var name = ""
  convenience init(_ name: String) {
    self.init()
    self.name = name
  }
}

private class Dog: Animal {
  var bark = "quiet"
  convenience init(_ name: String) {
    self.init()
    self.name = name
    bark = "loud"
  }
}

private class Puppy: Dog {
  var weeks = 0
  convenience init(_ name: String) {
    self.init()
    self.name = name
    weeks = 3
  }
}

private class Cat: Animal {}

private class Zoo: ModelObject {
  var star: Animal?
  var animals: [Animal] = []
}

class PublicBox: ModelObject {
  var content: ModelObject?
  class Inner: ModelObject {}
}

private class Above: ModelObject {
  private var secret = ""
  func fill() { secret = "above" }
  var secrets: [String] { [secret] }
}

private class Below: Above {
  private var secret = ""
  override func fill() {
    super.fill()
    secret = "below"
  }
  override var secrets: [String] { super.secrets + [secret] }
}

private class Choosy: ModelObject {
  var ignored = 0
  var unexported = 0
  var unmapped = 0
  var transient = 0
  override class var ignoredProperties: Set<String> { ["ignored"] }
  override class var unexportedProperties: Set<String> { ["unexported"] }
  override class var mappedProperties: Set<String>? { ["ignored"] }
  override class var unarchivedProperties: Set<String> { ["transient"] }
}

private class Untouched: ModelObject {
  var name = "untouched"
  weak var part: Part?
  var closure: () -> Int = { 0 }
  let constant = 1
  lazy var later = 2
}
