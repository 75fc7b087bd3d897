import Foundation
import ModelObjectKit
import Observation
import Testing

@Observable private class Address: ModelObject {
  var city = ""
  var zip: Int?
  override class var accessors: [String: PropertyAccessor] {
    ["city": .init(\Address.city), "zip": .init(\Address.zip)]
  }
}

@Observable private class Person: ModelObject {
  var name = ""
  var tags: [String] = []
  var address: Address?
  var unseen = 0
  override class var accessors: [String: PropertyAccessor] {
    ["name": .init(\Person.name), "tags": .init(\Person.tags), "address": .init(\Person.address)]
  }
}

@Observable private final class Student: Person {
  var grade = 0
  override class var accessors: [String: PropertyAccessor] { ["grade": .init(\Student.grade)] }
}

private final class Told: @unchecked Sendable {
  var count = 0
}

/// Observers of `@Observable` models are notified when a mapping sets properties.
struct ObservedUpdates {
  /// The number of notifications of an observer.
  private func count(_ look: () -> Void, _ change: () throws -> Void) rethrows -> Int {
    let told = Told()
    withObservationTracking(look) { told.count += 1 }
    try change()
    return told.count
  }

  @Test func updatesAreHeardOf() throws {
    for way in WayIn.forms {
      let person = try Student(json: #"{"address": {"city": "Bern"}}"#)
      func update(_ json: String) throws {
        try JSONInput(json, by: way).update(person, options: nil)
      }
      let address = person.address
      #expect(
        try count {
          _ = person.name
        } _: {
          try update(#"{"NAME": "a"}"#)
        } == 1
      )
      #expect(
        try count {
          _ = person.grade
        } _: {
          try update(#"{"grade": "2"}"#)
        } == 1
      )
      #expect(
        try count {
          _ = person.tags
        } _: {
          try update(#"{"tags": ["a"]}"#)
        } == 1
      )
      #expect(
        try count {
          _ = person.tags
        } _: {
          try update(#"{"name": "a"}"#)
        } == 0
      )
      // Those of a nested model too, which stays the same object.
      #expect(
        try count {
          _ = person.address?.city
        } _: {
          try update(#"{"address": {"city": "Rom"}}"#)
        }
          == 1
      )
      #expect(person.address === address && address?.city == "Rom")
      #expect(
        try count {
          _ = person.address
        } _: {
          try update(#"{"address": {"zip": 1}}"#)
        } == 0
      )
      #expect(
        try count {
          _ = person.address
        } _: {
          try update(#"{"address": null}"#)
        } == 1
      )
      #expect(person.grade == 2 && person.tags == ["a"] && person.name == "a")
    }
  }

  @Test func withoutAnAccessorNothingIsHeard() throws {
    let person = Person()
    #expect(
      try count {
        _ = person.unseen
      } _: {
        try person.update(json: #"{"unseen": 1}"#)
      } == 0
    )
    #expect(person.unseen == 1)
  }

  @Test func updatesFromAnotherObjectAreHeardOf() throws {
    let (person, other) = (Person(), Person())
    other.name = "b"
    #expect(
      try count {
        _ = person.name
      } _: {
        try person.update(from: other)
      } == 1
    )
    #expect(person == other)
  }

  @Test func keysAreTheNames() throws {
    let person = try Person(json: #"{"name": "a", "unseen": 2}"#)
    #expect(try person.jsonString() == #"{"name":"a","tags":[],"unseen":2}"#)
  }
}
