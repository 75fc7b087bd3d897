import ModelObjectKit
import Testing

private protocol Named: AnyObject {}
private class Person: ModelObject, Named { var name = "p" }
private class Group: ModelObject {
  var one: Person?
  var people: [Person] = []
  var byName: [String: Person] = [:]
  var any: Any?
}

private func boxed<Value>(_ value: Value) -> Any { value }

/// Models in a value of a type that doesn't say that they are models.
struct ModelsUnderOtherTypes {
  nonisolated(unsafe) private static let person = Person()
  private static let lists: [@Sendable () -> Any] = [
    { [person] }, { [person] as [AnyObject] }, { [person] as [any Named] }, { [person] as [Any] },
    { [person] as [ModelObject] }, { [boxed(person)] }, { [boxed(person as AnyObject)] },
    { [boxed(person as any Named)] }, { boxed([person as any Named]) }, { [boxed(boxed(person))] },
    { [person, nil] as [(any Named)?] },
  ]

  @Test(arguments: lists.indices) func areTaken(_ number: Int) throws {
    let list = Self.lists[number]()
    #expect(try Group(dictionary: ["people": list]).people.map(\.name) == ["p"])
    #expect(try Group(dictionary: ["any": list]).jsonString().contains(#""name":"p""#))
    let copied = try Group(dictionary: ["any": list])
    #expect(copied.copy() == copied)
    #expect(try Group(archive: copied.archivedData(), subclasses: [Person.self]).any != nil)
  }

  @Test func areTakenOneByOne() throws {
    let person = Person()
    let values: [Any] = [
      person, person as AnyObject, boxed(person as AnyObject), boxed(person as any Named),
      boxed(Optional(person as any Named)) as Any,
    ]
    for value in values {
      let group = try Group(dictionary: ["one": value, "byName": ["a": value], "any": value])
      #expect(group.one === person && group.byName["a"] === person)
      #expect(try group.jsonString().contains(#""any":{"name":"p"}"#))
      let copy = try #require(group.copy().any as? Person)
      #expect(copy !== person && copy == person)
    }
  }
}
