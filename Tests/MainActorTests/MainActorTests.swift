import Foundation
import ModelObjectKit
import Testing

// In this module everything belongs to the main actor unless it says otherwise. Models say nothing
// here, as in an app whose template sets this, and still can be made anywhere.

class Address: ModelObject {
  var street = ""
  var zip = 0
}

class Person: ModelObject {
  var name = ""
  var age = 0
  var address: Address?
  var addresses: [Address] = []
  var awakened = 0
  weak var friend: Person?

  override class var keyMatching: KeyMatching { .fuzzy }
  override class var keyMapping: [String: JSONKey] { ["age": ["years", "age"]] }
  override class var arrayMapping: [String: ModelObject.Type] { ["addresses": Address.self] }
  override class var ignoredProperties: Set<String> { ["awakened"] }
  override class var mappedProperties: Set<String>? { nil }
  override class var unexportedProperties: Set<String> { [] }
  override class var unarchivedProperties: Set<String> { [] }
  override class var mappingOptions: MappingOptions { .lenient }
  override class var transforms: [String: PropertyTransform] {
    ["name": PropertyTransform(read: { ($0 as? String)?.uppercased() })]
  }

  override class func modelType(for dictionary: [String: Any]) -> ModelObject.Type? {
    dictionary["grade"] == nil ? nil : Student.self
  }

  override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] {
    dictionary
  }

  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }

  override func didMap(_ dictionary: [String: Any]) throws {
    if age < 0 { age = 0 }
  }

  override func awake() {
    awakened += 1
  }

  override func validate() throws {
    if name == "NOBODY" { throw Refused() }
  }
}

final class Student: Person {
  var grade = 0

  override func serializeValue(_ value: Any?, key: String) {
    try? super.serializeValue(value, key: key)
  }
}

nonisolated struct Refused: Error {}

/// A class that says itself that it belongs to the main actor's world of values.
final class Settings: ModelObject, @unchecked Sendable {
  var volume = 0
}

nonisolated private let json = #"""
  {"name": "shan", "YEARS": "30", "address": {"street": "a", "ZIP": "1"}, "addresses": [{}, 5]}
  """#

struct ModelsOfAModuleOnTheMainActor {
  @Test func areMappedOnIt() throws {
    MainActor.assertIsolated()
    let person = try Person(json: json)
    #expect(person.name == "SHAN" && person.age == 30 && person.awakened == 1)
    #expect(person.address?.zip == 1 && person.addresses.count == 1)
    try person.update(dictionary: ["age": 31, "address": ["street": "b"]])
    #expect(person.age == 31 && person.address?.street == "b" && person.address?.zip == 1)
    let student = try Person(dictionary: ["name": "a", "grade": 5])
    #expect((student as? Student)?.grade == 5)
    #expect(try [Person](json: "[{}, \(json)]").map(\.name) == ["", "SHAN"])
    #expect(try [String: Person](json: #"{"x": \#(json)}"#)["x"]?.age == 30)
    #expect(throws: ModelError.self) { try Person(json: #"{"name": "nobody"}"#) }
  }

  @Test func areMadeOffItAndHandedOver() async throws {
    let person = try await fetch()
    MainActor.assertIsolated()
    person.age += 1
    #expect(person.name == "SHAN" && person.age == 31 && person.address?.street == "a")
    let people = try await fetchAll()
    #expect(people.map(\.name) == ["SHAN", "SHAN"])
  }

  @Test func areMadeInManyTasksAtOnce() async throws {
    let ages = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 {
        group.addTask { @concurrent in try Person(json: json).age }
      }
      var ages: [Int] = []
      for try await age in group { ages.append(age) }
      return ages
    }
    #expect(ages == Array(repeating: 30, count: 20))
  }

  @Test func areSentWhenTheySayTheyMay() async throws {
    let settings = try await Task.detached { try Settings(json: #"{"volume": "11"}"#) }.value
    #expect(settings.volume == 11)
  }
}

/// Apple's Foundation does not let asynchronous functions ask it.
nonisolated private func isOnMainThread() -> Bool { Thread.isMainThread }

@concurrent private func fetch() async throws -> sending Person {
  #expect(!isOnMainThread())
  return try Person(json: Data(json.utf8))
}

@concurrent private func fetchAll() async throws -> sending [Person] {
  try [Person](json: "[\(json), \(json)]")
}
