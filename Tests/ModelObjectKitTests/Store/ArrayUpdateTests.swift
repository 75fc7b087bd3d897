import Foundation
import ModelObjectKit
import Testing

private class Person: ModelObject {
  var id = 0
  var name = ""
  var friends: [Person] = []
  override class var identity: Set<String> { ["id"] }
  override class var subclasses: Subclasses? { .byTag("kind", ["student": Student.self]) }
}

private final class Student: Person {}

private struct Refused: Error {}

private final class Careful: ModelObject {
  var id = 0
  var name = ""
  override class var identity: Set<String> { ["id"] }
  override func validate() throws {
    if name == "bad" { throw Refused() }
  }
}

private final class Merging: ModelObject {
  var id = 0
  override class var identity: Set<String> { ["id"] }
  override class var mappingOptions: MappingOptions {
    var options = MappingOptions()
    options.arrays = .merge
    return options
  }
}

private final class Plain: ModelObject {
  var id = 0
}

private func ids(_ changes: ModelChanges<Person>) -> [[Int]] {
  [changes.inserted, changes.updated, changes.unchanged, changes.removed].map { $0.map(\.id) }
}

private var merging: MappingOptions {
  var options = MappingOptions()
  options.arrays = .merge
  return options
}

struct ArrayUpdateTests {
  private let start = #"[{"id": 1, "name": "a"}, {"id": 2, "name": "b"}, {"id": 3}]"#
  private let page = #"[{"id": 4}, {"id": 3}, {"id": 1, "name": "c"}, {"id": 4}, {"id": 1}]"#

  @Test func changesAreInOrderAndEachObjectStandsOnce() throws {
    var people = try [Person](json: start)
    let former = people
    let changes = try people.update(json: page)
    #expect(people.map(\.id) == [4, 3, 1, 4, 1])
    #expect(ids(changes) == [[4, 4, 1], [1], [3], [2]])
    #expect(people[2] === former[0] && former[0].name == "c")
    #expect(changes.removed[0] === former[1])
  }

  @Test func mergingRemovesNothing() throws {
    var people = try [Person](json: start)
    let changes = try people.update(json: Data(page.utf8), options: merging)
    #expect(people.map(\.id) == [1, 2, 3, 4, 4, 1])
    #expect(ids(changes) == [[4, 4, 1], [1], [3], []])
  }

  @Test func dictionariesAndPathsGoTheSameWay() throws {
    var people = try [Person](json: start)
    let changes = try people.update(dictionaries: [["id": "3"], ["id": 5]])
    #expect(ids(changes) == [[5], [], [3], [1, 2]])
    let text = #"{"data": {"items": [{"id": 5}]}, "id": 9}"#
    #expect(ids(try people.update(json: text, at: "data.items")) == [[], [], [5], [3]])
    #expect {
      try people.update(json: text, at: "data.nothing")
    } throws: {
      ($0 as? ModelError)?.code == .unexpectedRoot
    }
    #expect(people.map(\.id) == [5])
  }

  @Test func theClassesOwnOptionsCount() throws {
    var rows = try [Merging](json: #"[{"id": 1}]"#)
    try rows.update(json: #"[{"id": 2}]"#)
    #expect(rows.map(\.id) == [1, 2])
    try rows.update(json: #"[{"id": 2}]"#, options: MappingOptions())
    #expect(rows.map(\.id) == [2])
  }

  @Test func optionsReachListsInside() throws {
    let json = #"[{"id": 1, "friends": [{"id": 2, "name": "b"}]}]"#
    let next = #"[{"id": 1, "friends": [{"id": 3}]}]"#
    var people = try [Person](json: json)
    let friend = people[0].friends[0]
    try people.update(json: next, options: merging)
    #expect(people[0].friends.map(\.id) == [2, 3] && people[0].friends[0] === friend)
    try people.update(json: next)
    #expect(people[0].friends.map(\.id) == [3])
  }

  @Test func anotherClassIsRemovedAndInserted() throws {
    for options in [MappingOptions(), merging] {
      var people = try [Person](json: #"[{"id": 1}, {"id": 2}]"#)
      let former = people
      let changes = try people.update(
        json: #"[{"id": 1, "kind": "student"}, {"id": 2}]"#,
        options: options
      )
      #expect(ids(changes) == [[1], [], [2], [1]])
      #expect(people.map(\.id) == [1, 2] && people[0] is Student)
      #expect(changes.removed[0] === former[0])
    }
  }

  @Test func aKnownElementThatIsRefusedStaysAndIsInNoneOfTheChanges() throws {
    let json = #"[{"id": 1, "name": "bad"}, {"id": 3, "name": "bad"}, {"id": 2}]"#
    var rows = try [Careful](json: #"[{"id": 1}, {"id": 2}]"#)
    let changes = try rows.update(json: json)
    #expect(rows.map(\.id) == [1, 2] && rows[0].name.isEmpty)
    #expect(changes.inserted.isEmpty && changes.unchanged.map(\.id) == [2])
    #expect(changes.updated.isEmpty && changes.removed.isEmpty)
    var merged = try [Careful](json: #"[{"id": 1}, {"id": 2}]"#)
    let mergedChanges = try merged.update(json: json, options: merging)
    #expect(merged.map(\.id) == [1, 2])
    #expect(mergedChanges.unchanged.map(\.id) == [2] && mergedChanges.removed.isEmpty)
  }

  @Test func anElementThatIsRefusedLaterIsUpdated() throws {
    var rows = try [Careful](json: #"[{"id": 1}, {"id": 2}]"#)
    let json = #"[{"id": 1, "name": "a"}, {"id": 2}, {"id": 1, "name": "bad"}]"#
    let changes = try rows.update(json: json)
    #expect(changes.updated.map(\.id) == [1] && changes.unchanged.map(\.id) == [2])
  }

  @Test func aReferenceNamesAReplacedElementAgain() throws {
    var options = MappingOptions()
    options.references = .preserved
    var people = try [Person](json: #"[{"id": 1}]"#)
    let json = #"[{"$id": "5", "id": 1, "kind": "student"}, {"$ref": "5"}]"#
    try people.update(json: json, options: options)
    #expect(people.map(\.id) == [1, 1] && people[0] === people[1] && people[0] is Student)
  }

  @Test func anErrorLeavesTheArray() throws {
    var people = try [Person](json: start)
    let former = people
    for (json, options) in [
      (#"[{"id": 1, "name": "x"}, {"id": 9}"#, MappingOptions()),
      (#"[{"id": 1, "name": []}, {"id": 9}]"#, MappingOptions.strict),
      (#"{"id": 1}"#, MappingOptions()),
    ] {
      #expect(throws: ModelError.self) { try people.update(json: json, options: options) }
      #expect(people.count == 3 && zip(people, former).allSatisfy { $0 === $1 })
    }
    #expect(former[0].name != "x")
  }

  @Test func withoutAnIdentityAllAreNew() throws {
    for options in [MappingOptions(), merging] {
      var rows = try [Plain](json: #"[{"id": 1}, {"id": 2}]"#)
      let former = rows
      let changes = try rows.update(json: #"[{"id": 1}]"#, options: options)
      #expect(rows.count == 1 && rows[0] !== former[0])
      #expect(changes.inserted.count == 1 && changes.updated.isEmpty)
      #expect(changes.removed.map(\.id) == [1, 2])
    }
  }

  @Test func oneObjectInTwoPlacesIsNotGone() throws {
    let person = try Person(json: #"{"id": 1}"#)
    var people = [person, person]
    let changes = try people.update(json: #"[{"id": 1}]"#)
    #expect(people.count == 1 && ids(changes) == [[], [], [1], []])
  }

  @Test func anEmptyArrayIsFilled() throws {
    var people: [Person] = []
    #expect(
      ids(try people.update(json: #"[{"id": 1}, {"id": 1}, {"name": "x"}]"#)) == [
        [1, 1, 0], [], [], [],
      ]
    )
    #expect(people.count == 3)
  }
}
