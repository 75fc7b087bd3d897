import Foundation
import ModelObjectKit
import Observation
import Synchronization
import Testing

private class Person: ModelObject {
  var id = 0
  var name = ""
  var best: Person?
  override class var identity: Set<String> { ["id"] }
}

private final class Student: Person {}

private final class Post: ModelObject {
  var id = 0
  var text = ""
  var author: Person?
  var readers: [Person] = []
  override class var identity: Set<String> { ["id"] }
}

private final class Note: ModelObject { var text = "" }

private final class Careful: ModelObject {
  var id = 0
  var name = ""
  var other: Person?
  struct Refusal: Error {}
  override class var identity: Set<String> { ["id"] }
  override func validate() throws { if name == "bad" { throw Refusal() } }
}

/// Counts the notifications for the reads of a closure.
private final class Watcher: Sendable {
  private let calls = Mutex(0)
  var count: Int { calls.withLock { $0 } }

  func watch(_ read: () -> Void) {
    withObservationTracking(read) { self.calls.withLock { $0 += 1 } }
  }
}

struct StoreContents {
  @Test func areCountedFoundAndRemoved() throws {
    let store = ModelStore()
    let people = try store.upsert([Person].self, json: #"[{"id": 1}, {"id": 2}, {"id": 3}]"#)
    let student = try store.upsert(Student.self, json: #"{"id": 4}"#)
    let post = try store.upsert(Post.self, json: #"{"id": 1, "author": {"id": 2}}"#)
    #expect(store.count(of: Person.self) == 4 && store.count(of: Student.self) == 1)
    #expect(store.count(of: Post.self) == 1 && store.count(of: Note.self) == 0)
    #expect(store.contains(people[0]) && store.contains(student) && store.contains(post))
    #expect(!store.contains(people[0].copy()) && !store.contains(Note()))
    store.remove(Person.self, identity: "2")
    store.remove(Person.self, identity: 9)
    store.remove(Student.self, identity: 1)
    store.remove(Note.self, identity: 1)
    #expect(store.all(Person.self).map(\.id) == [1, 3, 4] && post.author === people[1])
    store.removeAll(Student.self)
    store.removeAll(Note.self)
    #expect(store.all(Person.self).map(\.id) == [1, 3] && store.count(of: Post.self) == 1)
    store.removeAll()
    #expect(store.count(of: Person.self) == 0 && store.count(of: Post.self) == 0)
    try store.insert(people[2])
    #expect(store.all(Person.self) == [people[2]])
  }

  @Test func areUpdatedThroughTheStore() throws {
    let store = ModelStore()
    let kim = try store.upsert(Person.self, json: #"{"id": 7, "name": "Kim"}"#)
    let post = try store.upsert(Post.self, json: #"{"id": 1, "author": {"id": 8}}"#)
    let json = #"""
      {"data": {"text": "a", "author": {"id": "7"}, "readers": [{"id": 9}, {"id": 7, "name": "K"}]}}
      """#
    try store.update(post, json: json, at: "data")
    #expect(post.id == 1 && post.text == "a" && post.author === kim && kim.name == "K")
    #expect(post.readers[0] === store[Person.self, 9] && post.readers[1] === kim)
    #expect(store.all(Person.self).map(\.id) == [7, 8, 9])
    // An object that refers to itself.
    try store.update(kim, json: #"{"best": {"id": 7, "name": "Kay"}}"#)
    #expect(kim.best === kim && kim.name == "Kay")
    kim.best = nil
    // One that isn't in the store.
    let draft = Post()
    try store.update(draft, json: #"{"author": {"id": 8}}"#)
    #expect(draft.author === store[Person.self, 8] && !store.contains(draft))
  }

  @Test func areAsTheyWereAfterAnError() throws {
    let store = ModelStore()
    let careful = try store.upsert(Careful.self, json: #"{"id": 1, "name": "a"}"#)
    let error = #expect(throws: ModelError.self) {
      try store.update(careful, json: #"{"other": {"id": 5}, "name": "bad"}"#)
    }
    #expect(error?.code == .rejected && error?.underlyingError is Careful.Refusal)
    #expect(careful.name == "a" && careful.other == nil && store.count(of: Person.self) == 0)
    try store.update(careful, json: #"{"other": {"id": 5}}"#)
    #expect(store.count(of: Person.self) == 1)
  }

  @Test func areUpdatedOnlyIfAPropertyChanges() throws {
    let store = ModelStore()
    let long = String(repeating: "long ", count: 20)
    let json = #"""
      [{"id": 1, "name": "\#(long)"}, {"id": 2, "best": {"id": 4}}, {"id": 3, "best": {"id": 4}}]
      """#
    try store.upsert([Person].self, json: json)
    let same = try store.upsert([Person].self, json: json).changes
    #expect(same.updated.isEmpty && same.unchanged.map(\.id) == [1, 2, 3])
    let next = try store.upsert(
      [Person].self,
      json: #"""
        [{"id": 5}, {"id": 3, "best": {"id": 1}}, {"id": 2, "best": {"id": 4, "name": "new"}},
         {"id": 1, "name": "short"}]
        """#
    ).changes
    // If a model is changed in place, the object that holds it is unchanged.
    #expect(next.inserted.map(\.id) == [5])
    #expect(next.updated.map(\.id) == [3, 1] && next.unchanged.map(\.id) == [2])
  }
}

struct StoreObservation {
  @Test func notifiesOnceForACallThatFilesThreeObjects() throws {
    let store = ModelStore()
    let watcher = Watcher()
    let others = Watcher()
    watcher.watch { _ = store.all(Person.self) }
    others.watch { _ = store.all(Post.self) }
    try store.upsert([Person].self, json: #"[{"id": 1}, {"id": 2}, {"id": 3}]"#)
    #expect(watcher.count == 1 && others.count == 0)
  }

  @Test func notifiesNobodyIfNothingIsFiledOrRemoved() throws {
    let store = ModelStore()
    try store.upsert([Person].self, json: #"[{"id": 1}, {"id": 2}]"#)
    let watcher = Watcher()
    watcher.watch { _ = store.count(of: Person.self) }
    try store.upsert([Person].self, json: #"[{"id": 1, "name": "a"}, {"id": 2, "name": "b"}]"#)
    try store.upsert(Post.self, json: #"{"id": 1}"#)
    store.remove(Person())
    store.remove(Person.self, identity: 9)
    #expect(throws: ModelError.self) {
      try store.upsert([Person].self, json: #"[{"id": 3}, 5]"#, options: .strict)
    }
    #expect(watcher.count == 0)
  }

  @Test func isOfWhatWasRead() throws {
    let store = ModelStore()
    let calls: [(String, (ModelStore) throws -> Void)] = [
      ("a nested one", { try $0.upsert(Post.self, json: #"{"id": 5, "author": {"id": 5}}"#) }),
      ("a subclass", { try $0.upsert(Student.self, json: #"{"id": 6}"#) }),
      (
        "insert",
        {
          let made = Person(); made.id = 7; try $0.insert(made)
        }
      ),
      ("remove", { $0.remove(Person.self, identity: 5) }),
      (
        "others",
        { try $0.upsert([Person].self, json: #"[{"id": 8}]"#, removingOthers: true) }
      ),
      ("all of a class", { $0.removeAll(Person.self) }),
      ("again", { try $0.upsert(Person.self, json: #"{"id": 1}"#) }),
      ("all", { $0.removeAll() }),
    ]
    for (name, call) in calls {
      let watchers = [Watcher(), Watcher(), Watcher()]
      watchers[0].watch { _ = store.all(Person.self) }
      watchers[1].watch { _ = store[Person.self, 1] }
      watchers[2].watch { _ = store.count(of: Note.self) }
      try call(store)
      #expect(watchers.map(\.count) == [1, 1, 0], "\(name)")
    }
  }
}
