import ModelObjectKit
import Testing

private final class City: ModelObject {
  var id = 0
  var name = ""
  var zip = ""
  override class var identity: Set<String> { ["id"] }
}

private final class Note: ModelObject {
  var text = ""
  var stars = 0
}

private class Person: ModelObject {
  var id = 0
  var name = ""
  var nick: String?
  var city: City?
  var note = Note()
  var friend: Person?
  var friends: [Person] = []
  var rows: [[Person]] = []
  var tags: [String] = []

  override class var identity: Set<String> { ["id"] }
  override func validate() throws {
    if name == "refused" { throw CancellationError() }
  }
}

/// Merges into objects of a store: an update of a copy of its objects, and a comparison of both.
struct StoreMerges {
  @Test func findTheirModelsInTheStore() throws {
    let store = ModelStore()
    let city = try store.upsert(City.self, json: #"{"id": 2, "name": "a"}"#)
    let mine = try store.upsert(Person.self, json: #"{"id": 1, "name": "n"}"#)
    let base = mine.copy()
    mine.name = "mine"
    let json = #"{"name": "theirs", "city": {"id": 2, "zip": "z"}, "friend": {"id": 3}}"#
    let conflicts = try store.merge(mine, json: json, since: base)
    #expect(conflicts.map(\.path) == ["name"] && mine.name == "mine")
    #expect(mine.city === city && city.zip == "z" && base.city !== city)
    #expect(mine.friend === store[Person.self, 3])
    #expect(store.count(of: Person.self) == 2)

    // Keys that the input lacks don't change a known object; an identity alone refers to one.
    #expect(city.name == "a" && base.city?.name == "a")
    let other = try store.upsert(City.self, json: #"{"id": 8, "name": "b", "zip": "q"}"#)
    try store.merge(mine, json: #"{"city": {"id": 8, "zip": "p"}}"#, since: base)
    #expect(mine.city === other && other.name == "b" && other.zip == "p")
    try store.merge(mine, json: #"{"city": 2}"#, since: base)
    #expect(mine.city === city && city.zip == "z" && base.city !== city && base.city == city)

    let before = (mine.copy(), city.copy(), base.copy())
    mine.name = "refused"
    #expect(throws: ModelError.self) {
      try store.merge(mine, json: #"{"city": {"id": 2, "zip": "y"}, "tags": ["x"]}"#, since: base)
    }
    mine.name = "mine"
    #expect(mine == before.0 && city == before.1 && base == before.2)

    let outside = try Person(json: #"{"id": 1}"#)
    try store.merge(outside, json: #"{"city": {"id": 2}}"#, since: outside.copy())
    #expect(outside.city === city && store[Person.self, 1] === mine)
  }

  /// What isn't in the store any more stays as it is, and so does the object that came after it.
  @Test func leaveStaleObjectsOutOfTheStore() throws {
    let store = ModelStore()
    let mine = try store.upsert(Person.self, json: #"{"id": 1, "city": {"id": 2, "name": "old"}}"#)
    let stale = try #require(mine.city)
    store.remove(stale)
    let city = try store.upsert(City.self, json: #"{"id": 2, "name": "new"}"#)
    try store.merge(mine, json: #"{"name": "n"}"#, since: mine.copy())
    #expect(mine.name == "n" && mine.city === stale && stale.name == "old")
    #expect(store[City.self, 2] === city && city.name == "new")

    // The input has it.
    try store.merge(mine, json: #"{"city": {"id": 2, "zip": "z"}}"#, since: mine.copy())
    #expect(mine.city === city && city.name == "new" && city.zip == "z")
  }

  /// Nor are they filed if a collection is taken that has them.
  @Test func leaveRemovedObjectsInCollectionsOutOfTheStore() throws {
    let store = ModelStore()
    let json = #"{"id": 1, "friends": [{"id": 2}, {"id": 4}]}"#
    let mine = try store.upsert(Person.self, json: json)
    let stale = mine.friends[1]
    store.remove(stale)
    try store.merge(mine, json: #"{"friend": {"id": 2, "name": "b"}}"#, since: mine.copy())
    #expect(mine.friends.map(\.name) == ["b", ""] && mine.friend === mine.friends[0])
    #expect(mine.friends[1] === stale && store[Person.self, 4] == nil)
    #expect(store[Person.self, 2] === mine.friend)
  }

  /// Nor if another object of the store, which the input names, still holds them.
  @Test func leaveRemovedObjectsInOthersOutOfTheStore() throws {
    let store = ModelStore()
    let json = #"{"id": 5, "friend": {"id": 2, "city": {"id": 3, "name": "x"}}}"#
    let friend = try #require(try store.upsert(Person.self, json: json).friend)
    let mine = try store.upsert(Person.self, json: #"{"id": 1}"#)
    store.remove(try #require(friend.city))
    try store.merge(mine, json: #"{"friend": {"id": 2, "name": "b"}}"#, since: mine.copy())
    #expect(mine.friend === friend && friend.name == "b" && friend.city?.name == "x")
    #expect(store[City.self, 3] == nil)
  }

  /// Nor if the input has them in an object without an identity that equals the one that is there.
  @Test func leaveRemovedObjectsInEqualOnesOutOfTheStore() throws {
    let store = ModelStore()
    let json = #"{"id": 1, "friends": [{"name": "n", "city": {"id": 2}}]}"#
    let mine = try store.upsert(Person.self, json: json)
    let friend = mine.friends[0]
    store.remove(try #require(friend.city))
    try store.merge(mine, json: json, since: mine.copy())
    #expect(mine.friends[0] === friend && store[City.self, 2] == nil)
    try store.merge(mine, json: json.replacing(#""n""#, with: #""m""#), since: mine.copy())
    #expect(mine.friends[0] !== friend && store[City.self, 2] === mine.friends[0].city)
  }

  /// What a hook has made of the input is filed, as in an update.
  @Test func fileWhatHooksMakeOfTheInput() throws {
    final class Hooked: Person {
      override func serializeValue(_ value: Any?, key: String) throws {
        guard key == "CITY" else { return try super.serializeValue(value, key: key) }
        let city = City()
        city.id = 7
        try super.serializeValue(city, key: "city")
      }
    }
    for merges in [true, false] {
      let store = ModelStore()
      let mine = try store.upsert(Hooked.self, json: #"{"id": 1}"#)
      let json = #"{"CITY": 7}"#
      if merges {
        try store.merge(mine, json: json, since: mine.copy())
      } else {
        try store.upsert(Hooked.self, json: #"{"id": 1, "CITY": 7}"#)
      }
      #expect(mine.city?.id == 7 && store[City.self, 7] === mine.city, "\(merges)")
    }
  }

  /// A later change of what the store's object holds is one against the base, and stays.
  @Test(arguments: [#"{"friend": 2}"#, #"{"friend": {"id": 2}}"#])
  func leaveTheBaseItsOwnObjects(json: String) throws {
    let store = ModelStore()
    let city = try store.upsert(City.self, json: #"{"id": 8, "name": "a"}"#)
    let friend = try store.upsert(
      Person.self,
      json: #"{"id": 2, "city": 8, "note": {"text": "t"}, "friend": 2}"#
    )
    let mine = try store.upsert(Person.self, json: #"{"id": 1}"#)
    let base = mine.copy()
    try store.merge(mine, json: json, since: base)
    #expect(mine.friend === friend && friend.city === city && base == mine)
    #expect(base.friend !== friend && base.friend?.friend === base.friend)

    city.name = "mine"
    friend.note.text = "mine"
    #expect(base.friend?.city?.name == "a" && base.friend?.note.text == "t")
    let theirs = #"{"friend": {"id": 2, "city": {"id": 8, "zip": "z"}, "note": {"stars": 1}}}"#
    #expect(try store.merge(mine, json: theirs, since: base).isEmpty)
    #expect(city.name == "mine" && city.zip == "z")
    #expect(friend.note.text == "mine" && friend.note.stars == 1)
  }

  /// What is refused in a conflict doesn't reach the store's object.
  @Test func leaveThePartsOfTheStoresObjects() throws {
    let store = ModelStore()
    let friend = try store.upsert(Person.self, json: #"{"id": 2, "note": {"text": "t"}}"#)
    let mine = try store.upsert(Person.self, json: #"{"id": 1}"#)
    let base = mine.copy()
    mine.friend = try store.upsert(Person.self, json: #"{"id": 3}"#)
    let json = #"{"friend": {"id": 2, "note": {"text": "theirs"}}}"#
    #expect(try store.merge(mine, json: json, since: base).map(\.path) == ["friend"])
    #expect(mine.friend?.id == 3 && friend.note.text == "t")
    #expect(base.friend?.note.text == "theirs")
  }

  /// What isn't in the store is no known object, even if the input names it.
  @Test(arguments: [
    (#"{"friends": [{"id": 2, "name": "new"}, {"id": 3}]}"#, [2, 3]),
    (#"{"friends": [2, {"id": 3}]}"#, [3]),
  ])
  func leaveRemovedObjectsThatTheInputNames(json: String, ids: [Int]) throws {
    for merges in [true, false] {
      let store = ModelStore()
      let mine = try store.upsert(Person.self, json: #"{"id": 1, "friend": {"id": 2}}"#)
      let stale = try #require(mine.friend)
      store.remove(stale)
      if merges {
        try store.merge(mine, json: json, since: mine.copy())
      } else {
        try store.update(mine, json: json)
      }
      #expect(mine.friend === stale && stale.name == "" && !store.contains(stale), "\(merges)")
      #expect(mine.friends.map(\.id) == ids && mine.friends.allSatisfy(store.contains))
    }
  }

  /// Unless it is what the input updates: an object at its place is filed again.
  @Test(arguments: [
    #"{"friend": {"id": 2, "name": "b"}}"#, #"{"friends": [{"id": 2, "name": "b"}]}"#,
  ])
  func fileRemovedObjectsThatTheInputUpdates(json: String) throws {
    for merges in [true, false] {
      let store = ModelStore()
      let there = json.contains("friends") ? #""friends": [{"id": 2}]"# : #""friend": {"id": 2}"#
      let mine = try store.upsert(Person.self, json: "{\"id\": 1, \(there)}")
      let former = try #require(mine.friend ?? mine.friends.first)
      store.remove(former)
      if merges {
        try store.merge(mine, json: json, since: mine.copy())
      } else {
        try store.update(mine, json: json)
      }
      let friend = try #require(mine.friend ?? mine.friends.first)
      #expect(friend === former && store[Person.self, 2] === friend && friend.name == "b")
    }
  }

  /// A new object may equal a removed one in its place; that stays what it is.
  @Test func fileNewObjectsThatEqualRemovedOnes() throws {
    for merges in [true, false] {
      let store = ModelStore()
      let json = #"{"id": 1, "rows": [[{"id": 2}]], "friends": [{"id": 3, "friend": 2}]}"#
      let mine = try store.upsert(Person.self, json: json)
      let stale = mine.rows[0][0]
      store.remove(stale)
      let update = #"{"friend": {"id": 2}, "rows": [[{"id": 2}]]}"#
      if merges {
        try store.merge(mine, json: update, since: mine.copy())
      } else {
        try store.update(mine, json: update)
      }
      #expect(mine.friends[0].friend === stale && !store.contains(stale), "\(merges)")
      #expect(store[Person.self, 2] === mine.rows[0][0] && mine.friend === mine.rows[0][0])
    }
  }

  /// Also one of several with the same values, of which the others have no identity.
  @Test func fileRemovedObjectsAmongEqualOnes() throws {
    for merges in [true, false] {
      let store = ModelStore()
      let json = #"{"id": 1, "friends": [{"id": false}, {"id": []}]}"#
      let mine = try store.upsert(Person.self, json: json)
      let friends = mine.friends
      store.remove(friends[0])
      if merges {
        try store.merge(mine, json: json, since: mine.copy())
      } else {
        try store.update(mine, json: json)
      }
      #expect(mine.friends[0] === friends[0] && store[Person.self, 0] === friends[0], "\(merges)")
    }
  }

  @Test func fileObjectsWhoseGivenIdentityIsTheDefault() throws {
    for merges in [true, false] {
      let store = ModelStore()
      let mine = try store.upsert(Person.self, json: #"{"id": 1}"#)
      let json = #"{"friend": {"id": 0, "name": "b"}}"#
      if merges {
        try store.merge(mine, json: json, since: mine.copy())
      } else {
        try store.update(mine, json: json)
      }
      #expect(mine.friend?.name == "b" && store[Person.self, 0] === mine.friend, "\(merges)")
    }
  }

  /// An object of the store in one of the store that only the input has, and without an identity.
  @Test(arguments: [ModelConflict.Choice.mine, .theirs])
  func resolveConflictsBeforeNestedObjectsChange(choice: ModelConflict.Choice) throws {
    let store = ModelStore()
    let city = try store.upsert(City.self, json: #"{"id": 8, "zip": "z"}"#)
    let friend = try store.upsert(Person.self, json: #"{"id": 2, "city": 8}"#)
    let mine = try store.upsert(Person.self, json: #"{"id": 1}"#)
    let base = mine.copy()
    mine.friend = try store.upsert(Person.self, json: #"{"id": 3}"#)
    let json = #"{"friend": {"id": 2, "city": {"zip": "q"}}}"#
    let conflicts = try store.merge(mine, json: json, since: base) { _ in
      #expect(city.zip == "z")
      return choice
    }
    #expect(conflicts.map(\.path) == ["friend"])
    #expect(mine.friend?.id == (choice == .mine ? 3 : 2) && friend.city === city)
    #expect(city.zip == (choice == .mine ? "z" : "q") && base.friend?.city?.zip == "q")
  }

  /// An object that comes from elsewhere in the base is merged too: what was changed here stays.
  @Test func keepChangesOfObjectsThatMove() throws {
    let store = ModelStore()
    let json = #"{"id": 1, "friends": [{"id": 2, "name": "a", "nick": "a"}]}"#
    let mine = try store.upsert(Person.self, json: json)
    let (base, friend) = (mine.copy(), mine.friends[0])
    friend.name = "mine"
    friend.note.stars = 3
    let theirs = #"{"friend": {"id": 2, "name": "b", "nick": "b", "note": {"text": "t"}}}"#
    let conflicts = try store.merge(mine, json: theirs, since: base)
    // What has changed in the friend is merged there, and no change of the list.
    #expect(conflicts.map(\.path) == ["friend.name"])
    #expect(mine.friend === friend && friend.name == "mine" && friend.nick == "b")
    #expect(friend.note.stars == 3 && friend.note.text == "t")
    #expect(mine.friends.count == 1 && mine.friends[0] === friend)
    #expect(base.friend === base.friends[0] && base.friend?.name == "b")

    let moves = #"{"friend": null, "friends": [], "tags": [], "city": null}"#
    try store.merge(mine, json: moves, since: base) { _ in .theirs }
    mine.friend = friend
    let other = mine.copy()
    friend.name = "later"
    let back = #"{"friend": null, "friends": [{"id": 2, "name": "c"}]}"#
    #expect(
      try store.merge(mine, json: back, since: other).map(\.path) == ["friend", "friends.name"]
    )
    #expect(mine.friend === friend && mine.friends[0] === friend && friend.name == "later")
  }

  /// If a collection is resolved for the input, so are the objects in it; they stay the same.
  @Test func resolveCollectionsAsAWhole() throws {
    let store = ModelStore()
    let json = #"{"id": 1, "friends": [{"id": 2, "name": "a"}, {"id": 3, "name": "a"}]}"#
    let mine = try store.upsert(Person.self, json: json)
    let (base, friends) = (mine.copy(), mine.friends)
    for friend in friends { friend.name = "mine" }
    let theirs = #"{"friends": [{"id": 3, "name": "b"}, {"id": 2}, {"id": 4}]}"#
    let conflicts = try store.merge(mine, json: theirs, since: base) { _ in .theirs }
    #expect(conflicts.map(\.path) == ["friends"])
    #expect(mine.friends.map(\.name) == ["b", "a", ""])
    #expect(mine.friends[0] === friends[1] && mine.friends[1] === friends[0])
    #expect(store[Person.self, 4] === mine.friends[2])
  }

  /// An update would file the new objects in it.
  @Test func takeNothingFromARejectedObject() throws {
    let store = ModelStore()
    let city = try store.upsert(City.self, json: #"{"id": 8, "zip": "z"}"#)
    let mine = try store.upsert(Person.self, json: #"{"id": 1, "city": {"id": 9}}"#)
    let friend = #"{"name": "refused", "city": {"id": 8, "zip": "q"}, "friend": {"id": 3}}"#
    let json = #"{"friend": \#(friend), "city": {"zip": "r"}}"#
    try store.merge(mine, json: json, since: mine.copy())
    #expect(mine.friend == nil && mine.city?.zip == "r")
    #expect(city.zip == "z" && store[Person.self, 3] == nil && store.count(of: Person.self) == 1)
  }

  /// An update would change and file it.
  @Test func takeNothingThatTheInputReplaces() throws {
    let store = ModelStore()
    let mine = try store.upsert(Person.self, json: #"{"id": 1, "friends": [{"id": 2}]}"#)
    let friend = mine.friends[0]
    let inner = #"{"id": 1, "friends": [{"id": 2, "name": "b"}, {"id": 3}]}"#
    try store.merge(mine, json: #"{"friend": \#(inner), "friends": []}"#, since: mine.copy())
    #expect(mine.friend === mine && mine.friends.isEmpty)
    #expect(friend.name.isEmpty && store[Person.self, 2] === friend)
    #expect(store[Person.self, 3] == nil)
  }

  @Test func keepABaseApartThatHoldsAnObjectOfTheStore() throws {
    let store = ModelStore()
    let mine = try store.upsert(Person.self, json: #"{"id": 1, "friend": {"id": 2}}"#)
    let (base, friend) = (mine.copy(), mine.friend)
    base.friend = friend
    friend?.nick = "mine"
    let json = #"{"friend": {"name": "b"}, "friends": [2]}"#
    #expect(try store.merge(mine, json: json, since: base).isEmpty)
    #expect(mine.friend === friend && mine.friends[0] === friend)
    #expect(friend?.name == "b" && friend?.nick == "mine")
    #expect(base.friend !== friend && base.friend == friend && base.friends[0] === base.friend)
  }

  /// The base gets a copy of what a hook takes from the store by itself.
  @Test func knowObjectsThatHooksTakeFromTheStore() throws {
    final class Hooked: Person {
      nonisolated(unsafe) static var store = ModelStore()
      override func serializeValue(_ value: Any?, key: String) throws {
        guard key == "FRIEND" else { return try super.serializeValue(value, key: key) }
        friend = Self.store[Person.self, 2]
      }
    }
    let store = Hooked.store
    let friend = try store.upsert(Person.self, json: #"{"id": 2, "name": "a"}"#)
    let mine = try store.upsert(Hooked.self, json: #"{"id": 1}"#)
    let base = mine.copy()
    try store.merge(mine, json: #"{"FRIEND": 2}"#, since: base)
    #expect(mine.friend === friend && base.friend !== friend && base.friend == friend)
    #expect(store.count(of: Person.self) == 2)
  }
}
