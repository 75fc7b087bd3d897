import ModelObjectKit
import Testing

private struct Refused: Error {}

private final class Person: ModelObject {
  var id = 0
  var num = 0
  var name = ""
  var child: Person?
  var friend: Person?
  var kids: [Person] = []
  var made: Person?
  var byName: [String: Person] = [:]
  override class var identity: Set<String> { ["id"] }
  override class var transforms: [String: PropertyTransform] {
    [
      "made": PropertyTransform { value in
        let person = Person()
        person.id = value as? Int ?? 0
        return person
      }
    ]
  }
  override func validate() throws { if num == 13 { throw Refused() } }
}

private final class Part: ModelObject {
  var size = 0
  var text = ""
}

/// An object with parts that have no identity.
private final class Machine: ModelObject {
  var id = 0
  var child: Machine?
  var kids: [Machine] = []
  var part: Part?
  var core = Part()
  override class var identity: Set<String> { ["id"] }
  override func validate() throws { if id < 0 { throw Refused() } }
}

/// New objects of a store that a key has made which loses to a better key.
struct LosingNewObjects {
  /// The keys of object 1, and what the store then holds: of each object the id, the number, the name
  /// and what it refers to.
  static let cases: [(keys: [String], expected: String)] = [
    ([#""CHILD": {"id": 2, "num": 5}"#, #""child": {"id": 2}"#], "1>2 2"),
    ([#""CHILD": {"id": 2, "child": {"id": 4}}"#, #""child": {"id": 3}"#], "1>3 3"),
    (
      [#""CHILD": {"id": 3, "child": {"id": 2, "num": 5}}"#, #""child": {"id": 2, "name": "b"}"#],
      "1>2 2b"
    ),
    ([#""KIDS": [{"id": 2, "kids": [{"id": 5}]}]"#, #""kids": [{"id": 3}]"#], "1>3 3"),
    ([#""KIDS": [{"id": 2, "num": 5}]"#, #""kids": [{"id": 2}, {"id": 3}]"#], "1>2,3 2 3"),
    ([#""BYNAME": {"a": {"id": 2, "num": 5}}"#, #""byName": {"a": {"id": 3}}"#], "1>3 3"),
    ([#""BYNAME": {"a": {"id": 2, "num": 5}}"#, #""byName": {"b": {"id": 2}}"#], "1>2 2"),
    ([#""MADE": 2"#, #""made": 3"#], "1>3 3"),
    // The same object from another key stays, without what the loser gave it.
    (
      [
        #""CHILD": {"id": 2, "num": 5}"#, #""child": {"id": 3}"#,
        #""kids": [{"id": 2, "name": "b"}]"#,
      ],
      "1>3,2 2b 3"
    ),
    (
      [
        #""CHILD": {"id": 2, "num": 5}"#, #""child": {"id": 3}"#, #""kids": [{"id": 2, "num": 6}]"#,
      ],
      "1>3,2 2:6 3"
    ),
    // What refers to it refers to nothing, or to the better key's object.
    ([#""CHILD": {"id": 2}"#, #""child": {"id": 3}"#, #""friend": 2"#], "1>3 3"),
    ([#""CHILD": {"id": 2, "num": 5}"#, #""child": {"id": 2}"#, #""friend": 2"#], "1>2,2 2"),
    // A better key without a value that fits decides all the same.
    ([#""CHILD": {"id": 2, "num": 5}"#, #""child": {"id": 2, "num": 13}"#], "1"),
    (
      [#""CHILD": {"id": 2, "child": {"id": 4}}"#, #""child": [1.5]"#, #""friend": 4"#],
      "1"
    ),
  ]

  private func contents(_ store: ModelStore) -> String {
    store.all(Person.self).sorted { $0.id < $1.id }
      .map { person in
        let held =
          [person.child, person.friend, person.made].compactMap(\.self) + person.kids
          + person.byName.values
        #expect(held.allSatisfy { store.contains($0) })
        let links = held.isEmpty ? "" : ">" + held.map { "\($0.id)" }.joined(separator: ",")
        return "\(person.id)\(person.num == 0 ? "" : ":\(person.num)")\(person.name)\(links)"
      }
      .joined(separator: " ")
  }

  @Test(.differs(.update), arguments: cases)
  func leaveNothingInTheStore(keys: [String], expected: String) throws {
    for keys in [keys, keys.reversed(), Array(keys.dropFirst() + keys.prefix(1))] {
      let json = "{\"id\": 1, \(keys.joined(separator: ", "))}"
      for arrays in [MappingOptions.ArrayHandling.replace, .merge] {
        var options = MappingOptions()
        options.arrays = arrays
        let store = ModelStore()
        try store.upsert(Person.self, json: json, options: options)
        #expect(contents(store) == expected, "\(json)")
      }
    }
  }

  /// What a later key has put into the parts of an object stays, whether the losing key has made the
  /// object or changed it.
  @Test(
    .differs(.update),
    arguments: [
      (#""CHILD": {"id": 3}"#, #"{"id": 3, "core": {"size": 4}}"#, "nil 4"),
      (#""CHILD": {"id": 3, "core": {"size": 1}}"#, #"{"id": 3, "core": {"size": 4}}"#, "nil 4"),
      (#""CHILD": {"id": 3, "part": {"size": 1}}"#, #"{"id": 3, "part": {"size": 4}}"#, "4 0"),
      (#""CHILD": {"id": 3, "part": {"size": 1}}"#, #"{"id": 3, "core": {"size": 4}}"#, "nil 4"),
      (#""CHILD": {"id": 3, "core": {"size": 1}}"#, #"{"id": 3, "part": {"size": 4}}"#, "4 0"),
      (#""CHILD": {"id": 3, "part": {"size": 1}}"#, #"{"id": 3}"#, "nil 0"),
      (#""CHILD": {"id": 3, "core": {"size": 1}}"#, #"{"id": 3}"#, "nil 0"),
    ]
  )
  func keepWhatALaterKeyHasPutIntoTheirParts(
    losing: String,
    kid: String,
    expected: String
  ) throws {
    for isKnown in [false, true] {
      let store = ModelStore()
      if isKnown { try store.upsert(Machine.self, json: #"{"id": 3}"#) }
      let json = #"{"id": 1, \#(losing), "kids": [\#(kid)], "child": {"id": 2}}"#
      try store.upsert(Machine.self, json: json)
      let machine = try #require(store[Machine.self, 3])
      let part = machine.part.map { "\($0.size)" } ?? "nil"
      #expect("\(part) \(machine.core.size)" == expected, "\(json)")
    }
  }

  @Test func ofTheSameKeyTwiceOnlyTheSecondIsFiled() throws {
    let store = ModelStore()
    let json = #"[{"id": 1, "child": {"id": 3, "num": 1}, "child": {"id": 4}}, {"id": 3}]"#
    let page = try store.upsert([Person].self, json: json, removingOthers: true)
    #expect(contents(store) == "1>4 3 4" && page.changes.inserted.map(\.id) == [1, 3])
  }
}
