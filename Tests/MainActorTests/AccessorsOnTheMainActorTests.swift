import Foundation
import ModelObjectKit
import Observation
import Testing

// In this module everything belongs to the main actor unless it says otherwise.

/// A class whose setters are called for mapped values.
class Counter: ModelObject {
  var steps = 0 { didSet { changes += 1 } }
  private(set) var changes = 0
  var doubled: Int {
    get { steps * 2 }
    set { steps = newValue / 2 }
  }
  override class var ignoredProperties: Set<String> { ["changes"] }
  override class var accessors: [String: PropertyAccessor] {
    ["steps": .init(\Counter.steps), "doubled": .init(\Counter.doubled)]
  }
}

@Observable class Profile: ModelObject {
  var name = ""
  var home: Profile?
  var people: [Profile] = []
  override class var accessors: [String: PropertyAccessor] {
    ["name": .init(\Profile.name), "home": .init(\Profile.home), "people": .init(\Profile.people)]
  }
}

@Observable final class Membership: Profile {
  var balance = 0
  override class var accessors: [String: PropertyAccessor] {
    ["balance": .init(\Membership.balance)]
  }
}

nonisolated private final class Told: @unchecked Sendable {
  var count = 0
}

struct AccessorsOfAModuleOnTheMainActor {
  private func count(_ look: () -> Void, _ change: () throws -> Void) rethrows -> Int {
    let told = Told()
    withObservationTracking(look) { told.count += 1 }
    try change()
    return told.count
  }

  @Test func settersAreCalled() throws {
    let counter = try Counter(json: #"{"steps": "3"}"#)
    #expect(counter.steps == 3 && counter.changes == 1)
    try counter.update(dictionary: ["doubled": 10])
    #expect(counter.steps == 5 && counter.changes == 2)
    #expect(try counter.jsonString() == #"{"steps":5,"doubled":10}"#)
  }

  @Test func observersAreTold() throws {
    let member = try Membership(json: #"{"home": {"name": "h"}, "balance": 1}"#)
    let home = member.home
    #expect(
      try count {
        _ = member.name
      } _: {
        try member.update(json: #"{"name": "a"}"#)
      } == 1
    )
    #expect(
      try count {
        _ = member.balance
      } _: {
        try member.update(json: #"{"balance": 2}"#)
      } == 1
    )
    #expect(
      try count {
        _ = member.home?.name
      } _: {
        try member.update(json: #"{"home": {"name": "i"}}"#)
      }
        == 1
    )
    #expect(member.home === home && home?.name == "i")
    #expect(
      try count {
        _ = member.people
      } _: {
        try member.update(json: #"{"people": [{}]}"#)
      } == 1
    )
    #expect(member.people.count == 1 && member.name == "a" && member.balance == 2)
  }
}
