import Foundation
import ModelObjectKit
import Observation
import Synchronization
import Testing

@Observable private class Person: ModelObject, Identifiable {
  @ObservationIgnored var id = 0
  var name = ""
  var friends: [Person] = []
  @ObservationIgnored lazy var initials = String(name.prefix(1))
  @ObservationIgnored private lazy var titles: [String] = []
  @ObservationIgnored private var previous: Snapshot<Person>?
  override class var identity: Set<String> { ["id"] }
  override class var accessors: [String: PropertyAccessor] {
    ["name": .init(\Person.name), "friends": .init(\Person.friends)]
  }
  override class var ignoredProperties: Set<String> { ["previous"] }

  /// A getter that changes the object.
  var title: String {
    titles.append("\(name) and \(friends.count)")
    return titles[titles.count - 1]
  }

  func remember() { previous = snapshot() }
  var before: Snapshot<Person>? { previous }
}

private let page = #"[{"id": 1, "name": "Shan", "friends": [{"id": 2, "name": "Kim"}]}, {"id": 3}]"#

/// Reads, and hands over what it has read.
private actor Loader {
  private let store = ModelStore()

  func load(_ json: String) throws -> [Snapshot<Person>] {
    try store.upsert([Person].self, json: json).models.snapshots()
  }

  subscript(id: Int) -> Snapshot<Person>? { store[Person.self, id]?.snapshot() }
}

/// Keeps what it was given.
private actor Archive {
  private(set) var saved: [String] = []

  func save(_ person: Snapshot<Person>) throws {
    saved.append(try person.makeModel().jsonString())
  }
}

@MainActor @Observable private final class Screen {
  private(set) var rows: [Snapshot<Person>] = []
  let edited = Person()

  func load(_ json: String, from loader: Loader) async throws {
    rows = try await loader.load(json)
  }

  func edit(_ row: Snapshot<Person>) throws { try edited.update(from: row) }
}

/// Asks a closure whenever it is compared or validated.
private final class Asking: ModelObject {
  /// An optimised build can't pass on a task-local value that is a closure itself: it crashes.
  struct Question: Sendable {
    var ask: @Sendable () -> Void = {}
  }

  @TaskLocal static var question = Question()
  var name = ""

  override func isEqual(to other: ModelObject) -> Bool {
    Self.question.ask()
    return super.isEqual(to: other)
  }

  override func validate() throws { Self.question.ask() }
}

/// What users do with snapshots, without an annotation.
struct SnapshotsInUse {
  @Test @MainActor func arriveFromAnActor() async throws {
    let (screen, loader) = (Screen(), Loader())
    try await screen.load(page, from: loader)
    let old = screen.rows
    #expect(old.map(\.name) == ["Shan", ""] && old[0].friends.map(\.name) == ["Kim"])
    try await screen.load(#"[{"id": 1}, {"id": 3, "name": "Bo"}]"#, from: loader)
    #expect(screen.rows.difference(from: old).count == 2)
    #expect(screen.rows.map(\.id) == old.map(\.id) && screen.rows[0] == old[0])
    #expect(await loader[2]?.name == "Kim")
    #expect(await loader[9] == nil)
  }

  @Test @MainActor func areSavedElsewhere() async throws {
    let (screen, archive) = (Screen(), Archive())
    try await screen.load(page, from: Loader())
    try screen.edit(screen.rows[1])
    screen.edited.name = "first"
    let first = screen.edited.snapshot()
    async let saved: Void = archive.save(first)
    screen.edited.name = "second"
    try await saved
    try await archive.save(screen.edited.snapshot())
    let names = try await archive.saved.map { try Person(json: $0).name }
    #expect(names == ["first", "second"])
  }

  @Test func areResultsOfATaskGroup() async throws {
    let pages = (0..<20).map { #"{"id": \#($0), "name": "n\#($0)"}"# }
    let people = try await withThrowingTaskGroup(of: Snapshot<Person>.self) { group in
      for page in pages { group.addTask { try Person(json: page).snapshot() } }
      return try await group.reduce(into: [Snapshot<Person>]()) { $0.append($1) }
    }
    #expect(Set(people.map(\.name)) == Set((0..<20).map { "n\($0)" }))
    let one = try await Task.detached { try Person(json: pages[7]).snapshot() }.value
    #expect(people.contains(one) && one.id == 7)
  }

  @Test func giveEachTaskItsOwnModel() async throws {
    let snapshot = try [Person](json: page)[0].snapshot()
    let names = await withTaskGroup(of: String.self) { group in
      for number in 0..<8 {
        let person = snapshot.makeModel()
        group.addTask {
          person.friends[0].name += "\(number)"
          return person.friends[0].name
        }
      }
      return await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(names == Set((0..<8).map { "Kim\($0)" }))
    #expect(snapshot.friends[0].name == "Kim")
  }
}

struct SnapshotsOnManyThreads {
  @Test func areReadByAll() async throws {
    let snapshots = try [Person](json: page).snapshots()
    let expected = snapshots[0].makeModel()
    let text = "\(expected)"
    let answers = await withTaskGroup(of: [String].self) { group in
      for _ in 0..<8 {
        group.addTask {
          await onThread(stackSize: .smallStack) {
            (0..<200).map { _ in
              let person = snapshots[0]
              let isEqual = person == snapshots[0] && person != snapshots[1]
              let own = person.makeModel()
              own.friends[0].name = "changed"
              return """
                \(person.initials) \(person.title) \(person.friends.map(\.initials)) \(isEqual) \
                \(person.hashValue == snapshots[0].hashValue) \("\(person)" == text) \
                \((try? JSONEncoder().encode(person).count) ?? 0)
                """
            }
          }
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
    #expect(answers.count == 1600)
    let length = try JSONEncoder().encode(expected).count
    #expect(Set(answers) == [#"S Shan and 1 ["K"] true true true \#(length)"#])
  }

  @Test func areComparedInAnyOrder() async throws {
    let person = try [Person](json: page)[0]
    person.remember()
    let older = try #require(person.before)
    let newer = person.snapshot()
    let answers = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<8 {
        group.addTask {
          await onThread(stackSize: .smallStack) {
            (0..<500).allSatisfy { _ in
              number.isMultiple(of: 2)
                ? newer != older && older == older
                : older != newer && newer.before == older
            }
          }
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(answers == Array(repeating: true, count: 8))
  }

  /// Threads that each need the lock of another one would wait forever.
  @Test func areReadWhileOthersAreCompared() throws {
    let snapshots = ["a", "a"].map { name in
      let model = Asking()
      model.name = name
      return model.snapshot()
    }
    let target = Asking()
    let answers = Mutex<[Bool]>([])
    let question = Asking.Question {
      let reader = DispatchSemaphore(value: 0)
      Thread.detachNewThread {
        if snapshots.map(\.name) == ["a", "a"] { reader.signal() }
      }
      let isRead = reader.wait(timeout: .now() + 10) == .success
      answers.withLock { $0.append(isRead) }
    }
    try Asking.$question.withValue(question) {
      #expect(snapshots[0] == snapshots[1])
      try target.update(from: snapshots[0])
    }
    #expect(target.name == "a")
    #expect(answers.withLock { $0.count > 1 && $0.allSatisfy { $0 } })
  }
}
