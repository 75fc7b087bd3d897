import Foundation
import ModelObjectKit
import Testing

// Types that say nothing belong to the main actor here, and so do their conformances; what models
// answer about values of them must not depend on where they are asked.

struct Money: Codable, Hashable {
  var amount = 0
}

struct Unmapped: Hashable {
  var number = 0
}

struct Tag: RawRepresentable {
  var rawValue = ""
}

enum Grade: String {
  case good, bad
}

class Account: ModelObject {
  var money = Money()
  var list: [Money] = []
  var optional: Money?
  var set: Set<Money>?
  var unmapped = Unmapped()
  var several: [Unmapped?] = []
  var tag = Tag()
  var any: Any?
}

/// One change to an account.
nonisolated private struct Change: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let make: @MainActor @Sendable (Account) -> Void

  init(_ name: String, _ make: @escaping @MainActor @Sendable (Account) -> Void) {
    testDescription = name
    self.make = make
  }
}

nonisolated private let changesOfMapped = [
  Change("a codable struct") { $0.money.amount = 1 },
  Change("an array of them") { $0.list = [Money()] },
  Change("an element of an array") { $0.list = [Money(amount: 1)] },
  Change("an optional") { $0.optional = Money(amount: 1) },
  Change("a set") { $0.set = [Money(amount: 1)] },
  Change("a struct with a raw value") { $0.tag.rawValue = "a" },
  Change("a codable struct in Any") { $0.any = Money(amount: 1) },
  Change("a struct that is not mapped in Any") { $0.any = Unmapped(number: 1) },
  Change("an array in Any") { $0.any = [Unmapped(number: 1)] as [Any] },
]

nonisolated private let changesOfOthers = [
  Change("a struct that is not mapped") { $0.unmapped.number = 1 },
  Change("an array of such") { $0.several = [Unmapped(number: 1), nil] },
]

#if PublicSymbols
// The others have no accessors, so they aren't compared.
nonisolated private let changes = changesOfMapped
#else
nonisolated private let changes = changesOfMapped + changesOfOthers
#endif

/// The results for two models, on or off the main actor.
nonisolated private struct Answers: Equatable {
  let areEqual: Bool
  let hash: Int
  let otherHash: Int
  let isInSet: Bool
  let otherIsInSet: Bool

  init(_ first: Account, _ second: Account, _ set: Set<ModelObject>) {
    areEqual = first == second
    hash = first.hashValue
    otherHash = second.hashValue
    isInSet = set.contains(first)
    otherIsInSet = set.contains(second)
  }
}

/// Models that one place at a time looks at.
nonisolated private struct Given: @unchecked Sendable {
  // The test waits while another thread looks at them, and nothing changes them any more.
  let first: Account
  let second: Account
  let set: Set<ModelObject>

  var answers: Answers { Answers(first, second, set) }
}

@concurrent private func answersElsewhere(_ given: Given) async -> Answers { given.answers }

struct IdentityOffTheMainActor {
  @Test(arguments: changes)
  fileprivate func isAsOnIt(_ change: Change) async {
    let first = Account()
    let second = Account()
    change.make(second)
    let given = Given(first: first, second: second, set: [first])
    let here = given.answers
    let elsewhere = await answersElsewhere(given)
    #expect(!here.areEqual && here.isInSet && !here.otherIsInSet)
    #expect(here == elsewhere)
  }

  @Test(arguments: changes)
  fileprivate func holdsForEqualModels(_ change: Change) async {
    let first = Account()
    change.make(first)
    let second = Account()
    change.make(second)
    let given = Given(first: first, second: second, set: [first])
    let here = given.answers
    let elsewhere = await answersElsewhere(given)
    #expect(here.areEqual && here.otherIsInSet)
    #expect(here == elsewhere)
  }

  @Test func goesByTheRawValuesOfKeys() async throws {
    let account = Account()
    account.any = [Grade.good: 1]
    account.tag.rawValue = "t"
    let given = Given(first: account, second: account, set: [])
    let text = try await jsonElsewhere(given)
    #expect(try text == account.jsonString())
    #expect(text.contains(#""any":{"good":1}"#))
  }

  @Test func archivesWhatAnyHolds() async throws {
    let account = Account()
    account.any = [Money(amount: 7), Tag(rawValue: "a"), Grade.bad] as [Any]
    let here = try Account(archive: account.archivedData())
    let elsewhere = try await Account(
      archive: archiveElsewhere(Given(first: account, second: account, set: []))
    )
    #expect((here.any as? [Any])?.count == 3)
    #expect(here == elsewhere)
  }
}

@concurrent private func jsonElsewhere(_ given: Given) async throws -> String {
  try given.first.jsonString()
}

@concurrent private func archiveElsewhere(_ given: Given) async throws -> Data {
  try given.first.archivedData()
}
