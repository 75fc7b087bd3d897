import Foundation
import ModelObjectKit
import Testing

private struct Refusal: Error {}

private class Place: ModelObject {
  var street = "" { didSet { log.append("street") } }
  var zip = 0
  private(set) var log: [String] = []
  override class var ignoredProperties: Set<String> { ["log"] }
  override class var accessors: [String: PropertyAccessor] { ["street": .init(\Place.street)] }
  override func validate() throws { if zip < 0 { throw Refusal() } }
}

private class Person: ModelObject {
  var name = "" { didSet { log.append("name=\(name)") } }
  var age: Int? { didSet { log.append("age=\(age.map(String.init) ?? "nil")") } }
  var plain = 0
  var place: Place? { didSet { log.append("place") } }
  var places: [Place] = [] { didSet { log.append("places=\(places.count)") } }
  var any: Any? { didSet { log.append("any") } }
  var log: [String] = []

  override class var ignoredProperties: Set<String> { ["log"] }
  override class var keyMapping: [String: JSONKey] { ["age": ["years", "info.age", "age"]] }
  override class var accessors: [String: PropertyAccessor] {
    [
      "name": .init(\Person.name), "age": .init(\Person.age), "place": .init(\Person.place),
      "places": .init(\Person.places), "any": .init(\Person.any),
    ]
  }
  override func didMap(_ dictionary: [String: Any]) throws { log.append("didMap") }
}

/// A hook that changes nothing.
private final class HookedPerson: Person {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class WatchingPerson: Person {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
    log.append("super \(key)")
  }
}

private final class RepeatingPerson: Person {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue("first", key: "name")
    try super.serializeValue(value, key: "name")
  }
}

private final class Employee: Person {
  var boss = "" { didSet { log.append("boss") } }
  override class var accessors: [String: PropertyAccessor] { ["boss": .init(\Employee.boss)] }
}

/// Properties that are set through a key path.
struct Accessors {
  /// The log of setters, the same for every kind of input.
  private func log(
    _ json: String,
    _ type: Person.Type = Person.self,
    options: MappingOptions? = nil
  ) throws -> [String] {
    let logs = try everyWay(json).map { try $0.map(to: type, options: options).log }
    let update = type.init()
    try update.update(json: json, options: options)
    #expect(update.log == logs[0])
    #expect(logs.allSatisfy { $0 == logs[0] }, "\(logs)")
    let hooked = try everyWay(json).map { try $0.map(to: HookedPerson.self, options: options).log }
    if type == Person.self { #expect(hooked.allSatisfy { $0 == logs[0] }, "\(hooked)") }
    return logs[0]
  }

  @Test func areSetOnceInTheOrderOfTheirNamesBeforeDidMap() throws {
    #expect(
      try log(#"{"age": "7", "name": 5, "place": {"zip": 1}, "plain": 1, "zzz": 0}"#)
        == ["age=7", "name=5", "place", "didMap"]
    )
    let person = try Person(json: #"{"name": "b", "any": [1], "age": 3}"#)
    #expect(person.log == ["age=3", "any", "name=b", "didMap"])
  }

  @Test func areNotSetByWhatDoesNotFit() throws {
    #expect(try log(#"{"age": "x", "name": [1], "places": 3}"#) == ["didMap"])
    #expect(try log(#"{"name": null}"#) == ["didMap"])
    #expect(try log(#"{"age": null}"#) == ["age=nil", "didMap"])
    #expect(try log(#"{"age": "null"}"#) == ["age=nil", "didMap"])
  }

  @Test func anEqualValueIsSetAllTheSame() throws {
    let person = try Person(json: #"{"name": "a"}"#)
    try person.update(json: #"{"name": "a"}"#)
    #expect(person.log == ["name=a", "didMap", "name=a", "didMap"])
  }

  @Test func onlyTheBestValueIsSet() throws {
    #expect(try log(#"{"NAME": "a", "Na_me": "b", "name": "c"}"#) == ["name=c", "didMap"])
    #expect(try log(#"{"NAME": "a", "name": [1]}"#) == ["didMap"])
    #expect(try log(#"{"NAME": "a", "Name": "b", "plain": 1}"#) == ["name=a", "didMap"])
    #expect(try log(#"{"age": 1, "info": {"age": 2}, "years": null}"#) == ["age=2", "didMap"])
    #expect(try log(#"{"age": 1, "info": {"x": 2}}"#) == ["age=1", "didMap"])
    #expect(try Person(json: #"{"name": "a", "name": "b"}"#).log == ["name=b", "didMap"])
    #expect(
      try log(#"{"NAME": "a", "any": 1, "name": "b", "places": []}"#)
        == ["any", "name=b", "places=0", "didMap"]
    )
  }

  @Test func aNestedModelIsUpdatedInItsPlace() throws {
    for way in WayIn.forms {
      for type in [Person.self, HookedPerson.self] {
        let person = type.init()
        try JSONInput(#"{"place": {"street": "a"}}"#, by: way).update(person, options: nil)
        let place = person.place
        #expect(person.log == ["place", "didMap"] && place?.log == ["street"])
        try JSONInput(#"{"place": {"zip": 3}}"#, by: way).update(person, options: nil)
        #expect(person.place === place && place?.zip == 3)
        #expect(person.log == ["place", "didMap", "didMap"])
        // Rejected: earlier values stay, and nothing is set.
        try JSONInput(#"{"place": {"zip": -1}}"#, by: way).update(person, options: nil)
        #expect(person.log == ["place", "didMap", "didMap", "didMap"])
        try JSONInput(#"{"place": null}"#, by: way).update(person, options: nil)
        #expect(person.place == nil && person.log.suffix(2) == ["place", "didMap"])
      }
    }
  }

  @Test func ofObjectsForOneModelTheBestCountsAlone() throws {
    let json = #"{"PLACE": {"street": "a", "zip": 1}, "place": {"zip": 2}}"#
    for input in everyWay(json) {
      for type in [Person.self, HookedPerson.self] {
        let person = try input.map(to: type, options: nil)
        #expect(person.log == ["place", "didMap"], "\(type) \(input)")
        #expect(person.place?.zip == 2 && person.place?.street == "")
      }
    }
    #expect(try log(#"{"PLACE": {"zip": 1}, "place": null}"#) == ["place", "didMap"])
  }

  @Test func elementsAreNew() throws {
    let person = try Person(json: #"{"places": [{"street": "a"}, 3, {"zip": -1}]}"#)
    #expect(person.log == ["places=1", "didMap"])
    #expect(person.places[0].log == ["street"])
  }

  @Test func ofAClassWithAHookAfterTheLastPair() throws {
    let person = try WatchingPerson(json: #"{"name": "a", "plain": 1, "age": 2}"#)
    #expect(
      person.log == ["super name", "super plain", "super age", "age=2", "name=a", "didMap"]
    )
    let repeating = try RepeatingPerson(json: #"{"key": "second"}"#)
    #expect(repeating.log == ["name=second", "didMap"])
    try person.serializeValue("z", key: "name")
    #expect(person.name == "z" && person.log.last == "super name")
  }

  @Test func areMergedAlongTheChain() throws {
    let employee = try Employee(json: #"{"boss": "b", "name": "a"}"#)
    #expect(employee.log == ["boss", "name=a", "didMap"])
  }

  @Test func instancesAndCallsByPath() throws {
    let place = Place()
    let person = try Person(dictionary: ["place": place, "places": [place]])
    #expect(person.place === place && person.places[0] === place)
    #expect(person.log == ["place", "places=1", "didMap"])
    #expect(try Person(json: #"{"data": [{"name": "a"}]}"#, at: "data[0]").log.first == "name=a")
    #expect(try [Person](json: #"[{"name": "a"}]"#)[0].log == ["name=a", "didMap"])
    let mapped = try Person(json: #"{"any": {"zip": 1}}"#, options: .naming(["any": Place.self]))
    #expect((mapped.any as? Place)?.zip == 1 && mapped.log == ["any", "didMap"])
  }

  @Test func aTextThatIsStillArrivingSetsWhatIsCertain() throws {
    let person = Person()
    try person.update(partialJSON: #"{"name": "ab"#)
    try person.update(partialJSON: #"{"name": "abc", "age": 1"#)
    try person.update(partialJSON: #"{"name": "abc", "age": 12}"#)
    #expect(
      person.log == ["name=ab", "didMap", "name=abc", "didMap", "age=12", "name=abc", "didMap"]
    )
  }

  @Test func strictHandlingAndReportsKnowThem() throws {
    for input in everyWay(#"{"name": [1], "place": {"zip": "x"}}"#) {
      let issues = input.issues(mappingTo: Person.self).map(\.path)
      #expect(issues.contains("name") && issues.contains("place.zip") && issues.contains("plain"))
      #expect(issues.contains("place.street") && issues.contains("places"))
      #expect(!issues.contains("years"))
    }
    let report = try Person.explain(json: #"{"name": 5, "place": {"street": "s"}, "age": "x"}"#)
    let matches = report.matches.map { "\($0.property) \($0.key) \($0.value)" }
    #expect(
      matches == [#"name name "5""#, #"place.street place.street "s""#, "place place "]
    )
    #expect(report.unmapped.map(\.property).contains("age"))
  }

  /// A name that is another property's key, too, and of which a hook is told outside a mapping.
  @Test func aNameThatIsAlsoAKeySetsBoth() throws {
    class Both: ModelObject {
      var first = 0
      var second = 0
      override class var keyMapping: [String: JSONKey] { ["second": "first"] }
      override class var accessors: [String: PropertyAccessor] {
        ["first": .init(\Both.first), "second": .init(\Both.second)]
      }
    }
    final class HookedBoth: Both {
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key == "other" ? "first" : key)
      }
    }
    for both in [Both(), HookedBoth()] {
      try both.serializeValue(1, key: "first")
      #expect(both.first == 1 && both.second == 1)
    }
    for input in everyWay(#"{"other": 2}"#, WayIn.formsAndDecoder) {
      let both = try input.map(to: HookedBoth.self)
      #expect(both.first == 2 && both.second == 2, "\(input)")
    }
  }
}
