import Foundation
import ModelObjectKit
import Testing

private enum Mood { case good, bad }
private struct Place { var x = 0 }

private class Base: ModelObject {
  var id = 0
  var mood = Mood.good
  override class var keyMapping: [String: JSONKey] { ["idd": "n"] }
}

private final class Derived: Base {
  var userName = ""
  var place: Place?
  var action: () -> Void = {}
  var listed = Place()
  weak var owner: Base?
  let constant = Place()
  lazy var later = Place()
  var inner: Inner?
  var many: [String: [Many]] = [:]
  override class var ignoredProperties: Set<String> { ["listed"] }
  override class var requiredProperties: Set<String> { ["userNme"] }
  override class var identity: Set<String> { ["place", "many"] }
  override class var unknownKeysProperty: String? { "userName" }
  override class var arrayMapping: [String: ModelObject.Type] { ["x": Listed.self] }
  override class var subclasses: Subclasses? { .byTag("kind", ["a": Tagged.self]) }
  override class var transforms: [String: PropertyTransform] {
    ["id": PropertyTransform(from: Place.self) { $0.x }]
  }
}

private final class Inner: ModelObject {
  var name = ""
  var age = 0
  override class var accessors: [String: PropertyAccessor] { ["nmae": .init(\Inner.name)] }
}

private final class Many: ModelObject {
  var back: Derived?
  override class var mappedProperties: Set<String>? { ["bakc"] }
}

private final class Listed: ModelObject {
  var first = ""
  var second = ""
  override class var accessors: [String: PropertyAccessor] { ["first": .init(\Listed.second)] }
}

private final class Tagged: ModelObject { var wrong = Mood.bad }

private final class Right: ModelObject {
  var name = ""
  var self_: Right?
  var list: [Right] = []
}

@Suite struct DeclarationProblems {
  @Test(.differs(.propertiesWithoutAccessor)) func areFoundInAllClassesWithoutStopping() {
    func unknown(_ list: String, _ name: String, _ meant: String) -> String {
      "\(list) lists \"\(name)\", which is not a property of the class. Did you mean \"\(meant)\"?"
    }
    func unmapped(_ name: String, _ type: String) -> String {
      "\(name) can't be mapped: its type is \(type). If that is intended, list it in"
        + " ignoredProperties."
    }
    let expected = [
      unknown("Base.keyMapping", "idd", "id"), unmapped("Base.mood", "Mood"),
      unmapped("Derived.action", "() -> ()"),
      #"Derived.identity lists "many", whose type must be Hashable and must not contain models."#,
      #"Derived.identity lists "place", which can't be mapped."#,
      unknown("Derived.requiredProperties", "userNme", "userName"),
      #"Derived.transforms, "id": values of type Place can't be mapped."#,
      """
      Derived.unknownKeysProperty lists "userName", which must be declared as var userName: \
      [String: Any].
      """,
      #"Inner.accessors lists "nmae", but the key path is that of "name". Did you mean "name"?"#,
      """
      Listed.accessors lists "first", but the key path is that of "second". Did you mean "second"?
      """,
      unknown("Many.mappedProperties", "bakc", "back"), unmapped("Tagged.wrong", "Mood"),
    ]
    #expect(Derived.declarationProblems() == expected.sorted())
    #expect(Base.declarationProblems() == expected.prefix(2).sorted())
  }

  @Test func areNoneInAClassThatIsRight() {
    #expect(Right.declarationProblems() == [])
    #expect(ModelObject.declarationProblems() == [])
    let type: ModelObject.Type = Right.self
    #expect(type.declarationProblems() == [])
  }
}
