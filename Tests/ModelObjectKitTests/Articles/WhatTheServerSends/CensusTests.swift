import Foundation
import ModelObjectKit
import Testing

private enum State: String, CaseIterable {
  case open, closed
}

private class Shape: ModelObject {
  var id = 0
  override class var subclasses: Subclasses? { .byTag("kind", ["circle": Circle.self]) }
}

private final class Circle: Shape {
  var radius = 0.0
}

private final class Address: ModelObject {
  var city = ""
  var zip: Int?
  override func validate() throws {
    if city == "bad" { throw CancellationError() }
  }
}

private class Person: ModelObject {
  var personId = 0
  var nickname: String?
  var name = ""
  var state: State?
  var address: Address?
  var tags: [String] = []
  var homes: [Address] = []
  var shape: Shape?
  override class var keyMapping: [String: JSONKey] { ["personId": ["id", "person_id"]] }
}

private final class HookedPerson: Person {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private let json = """
  {"id": {}, "person_id": "7", "nick_nam": "x", "name": null, "state": "weird",
   "address": {"city": [], "zap": 1, "zip": 5}, "tags": ["a", {}],
   "homes": [{"city": "bad", "zip": null}, 5, {"city": "x", "zip": "q"}],
   "shape": {"kind": "oval", "id": 1}}
  """

struct Censuses {
  private func options(_ census: MappingCensus) -> MappingOptions {
    var options = MappingOptions()
    options.census = census
    return options
  }

  private func lines(_ census: MappingCensus) -> [String] {
    census.entries.map {
      "\($0.typeName) \($0.key) \($0.kind.rawValue) \($0.found ?? "-") \($0.count)"
    }
  }

  private func expected(_ name: String) -> [String] {
    [
      "Address city typeMismatch array 1", "Address zip typeMismatch string 1",
      "Address zap unknownKey number 1", "\(name) homes typeMismatch number 1",
      "\(name) homes rejected - 1", "\(name) name unexpectedNull null 1",
      "\(name) nickname missingKey - 1", "\(name) state unknownRawValue string 1",
      "\(name) personId typeMismatch object 1", "\(name) tags typeMismatch object 1",
      "\(name) nick_nam unknownKey string 1",
      "Shape kind unknownTag string 1",
    ].sorted()
  }

  @Test func classesOfOneNameAreApart() throws {
    let census = MappingCensus()
    var options = MappingOptions()
    options.census = census
    _ = try Outer(json: #"{"item": {"a": "x"}, "other": {"b": []}}"#, options: options)
    let names = census.objectCounts.keys.sorted()
    #expect(names.count == 3 && census.objectCounts.values.allSatisfy { $0 == 1 })
    #expect(names.contains("Item") && names.contains { $0.hasSuffix(".Item") })
  }

  /// Whichever comes first in each of them.
  @Test func classesOfOneNameStayApart() throws {
    enum First { class Item: ModelObject { var a = 0 } }
    enum Second { class Item: ModelObject { var b = 0 } }
    func census(_ types: [ModelObject.Type], together: Bool = false) throws -> MappingCensus {
      let census = MappingCensus(countsUnknownKeysTogether: together)
      for type in types {
        var options = MappingOptions()
        options.census = census
        try type.init().update(json: #"{"a": "x", "b": [], "c": 1}"#, options: options)
      }
      return census
    }
    func stored(_ census: MappingCensus) throws -> MappingCensus {
      let data = try JSONEncoder().encode(census.entries)
      return MappingCensus(try JSONDecoder().decode([MappingCensus.Entry].self, from: data))
    }
    let (first, second) = (try census([First.Item.self]), try census([Second.Item.self]))
    let (both, reverse) = (
      try census([First.Item.self, Second.Item.self]),
      try census([Second.Item.self, First.Item.self])
    )
    for other in [second, try stored(second)] {
      let merged = try census([First.Item.self])
      merged.merge(other)
      #expect(merged.entries == both.entries)
      #expect(other.difference(from: first).count == other.entries.count)
      #expect(other.difference(from: both).isEmpty)
      #expect(both.difference(from: other) == first.entries)
      // The classes that come later are those that were counted.
      merged.merge(both)
      merged.merge(reverse)
      #expect(merged.entries.map(\.count) == both.entries.map { 3 * $0.count })
    }
    #expect(both.objectCounts.count == 2)
    #expect(reverse.difference(from: try stored(both)).isEmpty)
    #expect(try stored(both).entries == both.entries)
    let together = try census([First.Item.self, Second.Item.self], together: true)
    let others = try census([Second.Item.self, First.Item.self], together: true)
    #expect(together.difference(from: try stored(others)).isEmpty)
    let opened = try stored(both)
    var options = MappingOptions()
    options.census = opened
    _ = try Second.Item(json: #"{"b": []}"#, options: options)
    #expect(opened.difference(from: both).isEmpty)
  }

  /// An earlier version has stored entries without the module.
  @Test func entriesWithoutTheModuleAreOfTheClassOfThatName() throws {
    let census = MappingCensus()
    _ = try Person(json: json, options: options(census))
    let text = String(decoding: try JSONEncoder().encode(census.entries), as: UTF8.self)
    let earlier = try JSONDecoder().decode(
      [MappingCensus.Entry].self,
      from: Data(text.replacingOccurrences(of: "className", with: "formerly").utf8)
    )
    let opened = MappingCensus(earlier)
    #expect(opened.difference(from: census).isEmpty && census.difference(from: opened).isEmpty)
    opened.merge(census)
    #expect(opened.entries.map(\.count) == census.entries.map { 2 * $0.count })
  }

  @Test(arguments: WayIn.forms)
  func countByClassAndKey(way: WayIn) throws {
    let census = MappingCensus()
    _ = try JSONInput(json, by: way).map(to: Person.self, options: options(census))
    #expect(lines(census).sorted() == expected("Person"))
    #expect(census.objectCounts == ["Person": 1, "Address": 3, "Shape": 1])
  }

  @Test func countBehindHooksAndThroughCoders() throws {
    let hooked = MappingCensus()
    _ = try HookedPerson(json: json, options: options(hooked))
    #expect(lines(hooked).sorted() == expected("HookedPerson"))
    let coded = MappingCensus()
    _ = try JSONInput(json, by: .decoder).map(to: Person.self, options: options(coded))
    #expect(coded.objectCounts == ["Person": 1, "Address": 3, "Shape": 1])
  }

  /// Also of a class that isn't mapped until its hooks are known.
  @Test func countAnUnknownTagOnce() throws {
    class Figure: ModelObject {
      var next: Figure?
      override class var subclasses: Subclasses? { .byTag("kind", ["round": Round.self]) }
    }
    class Round: Figure {
      override class var subclasses: Subclasses? { .byTag("form", ["oval": Oval.self]) }
      override func validate() throws {}
    }
    class Oval: Round {}
    let inner = #"{"form": "no", "kind": "round", "next": null}"#
    let json = #"{"kind": "round", "form": "no", "next": \#(inner)}"#
    for input in everyWay(json) {
      let census = MappingCensus()
      let figure = try input.map(to: Figure.self, options: options(census))
      #expect(figure is Round && figure.next is Round)
      #expect(lines(census) == ["Round form unknownTag string 2"], "\(input)")
    }
    let census = MappingCensus()
    _ = try [Figure](json: "[\(json)]", options: options(census))
    #expect(lines(census) == ["Round form unknownTag string 2"])
  }

  /// A value of a key that doesn't decide isn't counted, even if that of the better key doesn't fit.
  @Test(arguments: [true, false])
  func doNotCountARival(isThere: Bool) throws {
    let pairs = [#""ADDRESS": {"city": 1, "zap": 1}"#, #""address": 5"#]
    for json in [pairs, pairs.reversed()].map({ "{\($0.joined(separator: ", "))}" }) {
      for input in everyWay(json) {
        let (census, person) = (MappingCensus(), Person())
        if isThere { person.address = Address() }
        try input.update(person, options: options(census))
        #expect(census.objectCounts == ["Person": 1], "\(input)")
        #expect(lines(census).allSatisfy { !$0.contains("zap") }, "\(input)")
      }
    }
  }

  /// A value that loses isn't read.
  @Test(arguments: [
    #"{"address": {"zap": 1, "zip": []}, "address": {"zip": 5}}"#,
    #"{"ADDRESS": {"zap": 1, "zip": []}, "address": {"zip": 5}}"#,
  ])
  func countOnlyWhatIsRead(json: String) throws {
    func check<Model: Person>(_: Model.Type, named name: String) throws {
      let census = MappingCensus()
      let person = try Model(json: json, options: options(census))
      #expect(person.address?.zip == 5)
      #expect(census.objectCounts == [name: 1, "Address": 1])
      let inside = lines(census).filter { !$0.hasPrefix(name) }
      #expect(inside == ["Address city missingKey - 1"])
    }
    try check(Person.self, named: "Person")
    try check(HookedPerson.self, named: "HookedPerson")
  }

  @Test func readAsATable() throws {
    let census = MappingCensus()
    for _ in 0..<3 { _ = try Person(json: json, options: options(census)) }
    _ = try Person(json: #"{"id": "x", "nickname": "n"}"#, options: options(census))
    #expect(
      census.description == """
        Address, 9 objects
          city  3 times an array instead of a string
          zip   3 times a string instead of a number
          ? zap 3 times, a number; near zip
        Person, 4 objects
          address    missing 1 time
          homes      missing 1 time
          homes      3 times rejected
          homes      3 times a number instead of an object
          name       missing 1 time
          name       3 times null
          nickname   missing 3 times
          personId   3 times an object instead of a number
          personId   1 time a string instead of a number
          shape      missing 1 time
          state      missing 1 time
          state      3 times an unknown value
          tags       missing 1 time
          tags       3 times an object instead of a string
          ? nick_nam 3 times, a string; near nickname
        Shape, 3 objects
          kind 3 times an unknown tag
        """
    )
    #expect(MappingCensus().description.isEmpty && MappingCensus().entries.isEmpty)
  }

  @Test func tellOfValuesOfTheRightKindThatDoNotFit() throws {
    class Key: ModelObject {
      var key: UUID?
      var when = Date()
    }
    var options = MappingOptions()
    options.census = MappingCensus()
    _ = try Key(json: #"{"key": "x", "when": [1]}"#, options: options)
    let text = options.census?.description ?? ""
    #expect(text.contains(#/key +1 time a string that doesn't fit/#))
    #expect(text.contains(#/when +1 time an array instead of /#))
  }

  @Test func countWhatFailsToo() throws {
    let census = MappingCensus()
    var strict = options(census)
    strict.mismatches = .fail
    #expect(throws: ModelError.self) { try Person(json: #"{"id": []}"#, options: strict) }
    #expect(lines(census).contains("Person personId typeMismatch array 1"))
    _ = try [Address](json: "[1, {}]", options: options(census))
    #expect(lines(census).contains("Address  typeMismatch number 1"))
  }

  @Test func countNothingForReportsAndWithoutOne() throws {
    let census = MappingCensus()
    _ = try Person.explain(json: json, options: options(census))
    _ = try Person(json: json)
    #expect(census.entries.isEmpty && census.objectCounts.isEmpty)
  }

  @Test func countTheOptionsOfTheClass() throws {
    let shared = MappingCensus()
    final class Counted: ModelObject {
      nonisolated(unsafe) static var census: MappingCensus?
      var id = 0
      override class var mappingOptions: MappingOptions {
        var options = MappingOptions()
        options.census = census
        return options
      }
    }
    Counted.census = shared
    _ = try Counted(json: "{}")
    _ = try [Counted](json: "[{}, {}]")
    #expect(shared.objectCounts == ["Counted": 3])
    #expect(lines(shared) == ["Counted id missingKey - 3"])
  }

  @Test func areStoredMergedAndCompared() throws {
    let (first, second) = (MappingCensus(), MappingCensus())
    _ = try Person(json: json, options: options(first))
    _ = try Person(json: #"{"id": true, "name": 5, "state": null}"#, options: options(second))
    let stored = try JSONDecoder().decode(
      [MappingCensus.Entry].self,
      from: JSONEncoder().encode(first.entries)
    )
    let opened = MappingCensus(stored)
    #expect(opened.entries == first.entries && opened.difference(from: first).isEmpty)
    #expect(
      second.difference(from: opened).map { "\($0.key) \($0.kind.rawValue)" } == [
        "address missingKey", "homes missingKey", "shape missingKey", "tags missingKey",
      ]
    )
    first.merge(second)
    #expect(first.objectCounts["Person"] == 2)
    #expect(lines(first).contains("Person nickname missingKey - 2"))
    first.reset()
    #expect(first.entries.isEmpty)
  }

  /// Stored entries are input: their counts may be anything.
  @Test func storedCountsStopAtTheLargestNumber() throws {
    let json = #"""
      [{"typeName": "A", "key": "b", "kind": "mismatch", "count": 9223372036854775807},
       {"typeName": "A", "key": "b", "kind": "mismatch", "count": 2},
       {"typeName": "A", "key": "c", "kind": "mismatch", "count": -1}]
      """#
    let entries = try JSONDecoder().decode([MappingCensus.Entry].self, from: Data(json.utf8))
    let census = MappingCensus(entries)
    census.merge(census)
    #expect(census.entries.map { "\($0.key) \($0.count)" } == ["b 9223372036854775807"])
  }

  /// Version 0.3 wrote `null` and `mismatch`.
  @Test func entriesWithTheOldWordsOpen() throws {
    let json = #"""
      [{"typeName": "Person", "key": "age", "kind": "mismatch", "found": "array", "count": 1},
       {"typeName": "Person", "key": "name", "kind": "null", "found": "null", "count": 2}]
      """#
    let entries = try JSONDecoder().decode([MappingCensus.Entry].self, from: Data(json.utf8))
    #expect(entries.map(\.kind) == [.typeMismatch, .unexpectedNull])
    let written = String(decoding: try JSONEncoder().encode(entries.map(\.kind)), as: UTF8.self)
    #expect(written == #"["typeMismatch","unexpectedNull"]"#)
    #expect(
      "\(MappingCensus(entries))"
        == "Person, 0 objects\n  age  1 time an array\n  name 2 times null"
    )
  }

  @Test func areSharedByThreads() throws {
    let census = MappingCensus()
    let options = options(census)
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for number in 0..<500 {
        _ = try? Address(json: #"{"city": {}, "k\#(number % 300)": 1}"#, options: options)
      }
    }
    #expect(census.objectCounts == ["Address": 4_000])
    #expect(lines(census).contains("Address city typeMismatch object 4000"))
    let unknown = census.entries.filter { $0.kind == .unknownKey }
    #expect(unknown.count == 300 && unknown.map(\.count).reduce(0, +) == 4_000)
  }

  @Test func keepAThousandUnknownKeysOfAClass() throws {
    let census = MappingCensus()
    let keys = (0..<3_000).map { #""key\#($0)": 1"# }.joined(separator: ",")
    for _ in 0..<2 { _ = try Address(json: "{\(keys)}", options: options(census)) }
    let unknown = census.entries.filter { $0.kind == .unknownKey }
    #expect(unknown.count == 1_001)
    #expect(unknown.first { $0.key == "and more" }?.count == 4_000)
  }

  @Test func countUnknownKeysOfSeveralTypesOnce() throws {
    let census = MappingCensus()
    for value in ["1", "{}"] {
      let keys = (0..<1_000).map { #""key\#($0)": \#(value)"# }.joined(separator: ",")
      _ = try Address(json: "{\(keys)}", options: options(census))
    }
    #expect(census.entries.count { $0.kind == .unknownKey } == 2_000)
  }

  /// Which ones are kept in a merge doesn't differ from run to run.
  @Test func mergeUnknownKeysInTheirOrder() throws {
    let (first, second) = (MappingCensus(), MappingCensus())
    for (census, letter) in [(first, "a"), (second, "z")] {
      let keys = (1_000..<1_600).map { "\"\(letter)\($0)\": 1" }.joined(separator: ",")
      _ = try Address(json: "{\(keys)}", options: options(census))
    }
    first.merge(second)
    let keys = first.entries.filter { $0.kind == .unknownKey }.map(\.key)
    #expect(keys.count == 1_001 && keys.last == "z1399" && keys.contains("and more"))
    #expect(first.entries.first { $0.key == "and more" }?.count == 200)
  }

  @Test(arguments: WayIn.forms)
  func countUnknownKeysTogether(way: WayIn) throws {
    let census = MappingCensus(countsUnknownKeysTogether: true)
    let json = #"{"id": 1, "jane@example.org": 1, "address": {"zap": {}, "city": [], "zup": 2}}"#
    let input = JSONInput(json, by: way)
    _ = try input.map(to: Person.self, options: options(census))
    _ = try input.map(to: HookedPerson.self, options: options(census))
    _ = try JSONInput(json, by: .decoder).map(to: Person.self, options: options(census))
    #expect(
      lines(census).filter { !$0.contains("missingKey") } == [
        "Address city typeMismatch array 3", "Address unknown keys of Address unknownKey - 6",
        "HookedPerson unknown keys of HookedPerson unknownKey - 1",
        "Person unknown keys of Person unknownKey - 2",
      ]
    )
    #expect(
      !"\(census)".contains("jane") && "\(census)".contains("? unknown keys of Person 2 times")
    )
    // Stored, compared and merged, either way.
    #expect(MappingCensus(census.entries).entries == census.entries)
    #expect(census.difference(from: MappingCensus(census.entries)).isEmpty)
    let single = MappingCensus()
    _ = try Person(json: #"{"kim@example.org": 1, "x": [], "id": {}}"#, options: options(single))
    let both = MappingCensus(countsUnknownKeysTogether: true)
    both.merge(single)
    both.merge(census)
    let told = both.entries.filter { $0.kind == .unknownKey && $0.typeName == "Person" }
    #expect(told.map(\.key) == ["unknown keys of Person"] && told.map(\.count) == [4])
    #expect(!"\(both)".contains("kim") && "\(both)".contains("an object instead of a number"))
    both.reset()
    _ = try Person(json: #"{"kim": 1}"#, options: options(both))
    #expect(!"\(both)".contains("kim"))
  }

  /// Of two objects with a number, the first one has it; a reference names an object or not.
  @Test func countNumbersAndReferencesThatAreNone() throws {
    final class Node: ModelObject {
      var name = ""
      var next: Node?
    }
    let census = MappingCensus()
    var options = options(census)
    options.references = .preserved
    let json = #"{"$id": "1", "name": "a", "next": {"$id": 1, "name": "b", "next": {"$ref": "2"}}}"#
    _ = try Node(json: json, options: options)
    #expect(
      census.description == """
        Node, 2 objects
          $id  1 time unresolved
          next 1 time unresolved
        """
    )
  }

  /// More than are kept at a time, in a list that is still being read.
  @Test func countManyInOneList() throws {
    let census = MappingCensus()
    let homes = (0..<3_000).map { $0 % 2 == 0 ? "5" : #"{"city": []}"# }.joined(separator: ",")
    let json = #"{"id": {}, "homes": [\#(homes)], "ID": {}, "person_id": 1}"#
    for text in [json, #"{"homes": [[\#(homes)]]}"#] {
      _ = try Person(json: text, options: options(census))
      _ = try HookedPerson(json: text, options: options(census))
    }
    #expect(lines(census).contains("Person homes typeMismatch number 1500"))
    #expect(lines(census).contains("HookedPerson homes typeMismatch number 1500"))
    #expect(lines(census).contains("Address city typeMismatch array 3000"))
  }

  @Test func countWhatLacksARequiredProperty() throws {
    final class Item: ModelObject {
      var id = 0
      override class var requiredProperties: Set<String> { ["id"] }
    }
    final class List: ModelObject {
      var items: [Item] = []
    }
    let census = MappingCensus()
    _ = try List(json: #"{"items": [{}, {"id": 1}]}"#, options: options(census))
    #expect(lines(census) == ["Item id missingKey - 1", "List items rejected - 1"])
  }
}

private class Outer: ModelObject {
  class Item: ModelObject { var a = 0 }
  var item: Item?
  var other: Other.Item?
}

private class Other: ModelObject {
  class Item: ModelObject { var b = "" }
}
