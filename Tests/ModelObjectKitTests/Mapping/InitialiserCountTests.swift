import Foundation
import ModelObjectKit
import Synchronization
import Testing

/// Counts its objects when they are made, in the list of the current test.
private class Counted: ModelObject {
  @TaskLocal static var made = Tally()

  var number = 0
  let kind: String
  /// A default that is different in each object.
  var token = UUID()

  required init() {
    kind = "\(Self.self)"
    super.init()
    Self.made.add(kind)
  }
}

private final class Tally: Sendable {
  private let counts = Mutex<[String: Int]>([:])

  func add(_ name: String) { counts.withLock { $0[name, default: 0] += 1 } }

  /// Each class with the number of its objects.
  var text: String {
    counts.withLock { $0.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" } }
      .joined(separator: ", ")
  }
}

private class Part: Counted {
  var width = 0
  var part: Part?
}

private class Whole: Counted {
  var name = ""
  var part: Part?
  var parts: [Part] = []
  var byName: [String: Part] = [:]
}

private final class HookedWhole: Whole {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class DictionaryWhole: Whole {
  override func didMap(_ dictionary: [String: Any]) throws {}
}

private class MappedWhole: Whole {
  override class var keyMapping: [String: JSONKey] {
    ["number": ["n", "ID", "ext.number"], "name": ["ext.name", "name"], "part": ["a.part", "p"]]
  }
}

private final class HookedMappedWhole: MappedWhole {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// `init()` is called once for each resulting object, whatever competes for its properties.
struct InitialiserRuns {
  init() {
    // The first use of a class may make an object.
    for type in [Part.self, Whole.self] as [ModelObject.Type] { _ = type.declarationProblems() }
  }

  /// A text, and the number of parts that a `Whole` and a `MappedWhole` make from it.
  fileprivate struct Case: CustomTestStringConvertible {
    let name: String
    let json: String
    let parts: Int
    let mapped: Int
    /// The number of parts if the keys are known before the first is used; nil for the same.
    var collected: Int?
    /// Whether a dictionary can have the same content.
    var isDictionary = true

    var testDescription: String { name }
  }

  fileprivate static let cases = [
    Case(name: "nothing", json: "{}", parts: 0, mapped: 0),
    Case(name: "plain", json: #"{"number": 1, "name": "a"}"#, parts: 0, mapped: 0),
    Case(
      name: "competing spellings",
      json: #"{"number": 1, "Number": 2, "NUMBER": 3, "_number": "x"}"#,
      parts: 0,
      mapped: 0
    ),
    Case(
      name: "competing spellings, best first",
      json: #"{"_number": 1, "NUMBER": 2, "name": "a", "Name": null}"#,
      parts: 0,
      mapped: 0
    ),
    Case(
      name: "the best spelling is null",
      json: #"{"Number": 2, "number": null, "name": null, "NAME": "b"}"#,
      parts: 0,
      mapped: 0
    ),
    Case(
      name: "the same key twice",
      json: #"{"number": 1, "number": 2, "n": 1, "n": 2}"#,
      parts: 0,
      mapped: 0,
      isDictionary: false
    ),
    Case(
      name: "the same key twice, the last value is null",
      json: #"{"number": 1, "number": null, "n": 1, "n": null, "name": "a", "name": null}"#,
      parts: 0,
      mapped: 0,
      isDictionary: false
    ),
    Case(
      name: "alternatives",
      json: #"{"ID": 1, "n": null, "ext": {"number": 3}}"#,
      parts: 0,
      mapped: 0
    ),
    Case(
      name: "alternatives, the best one last",
      json: #"{"name": "x", "ext": {"number": 3, "name": "a"}, "ID": 2, "n": 1}"#,
      parts: 0,
      mapped: 0
    ),
    Case(
      name: "a path that comes twice",
      json: #"{"ext": {"number": 1, "name": "a"}, "ext": {"number": 2}}"#,
      parts: 0,
      mapped: 0,
      isDictionary: false
    ),
    Case(
      name: "a path that is taken back",
      json: #"{"ext": {"number": 1, "name": "a"}, "Ext": 5, "ext": 7}"#,
      parts: 0,
      mapped: 0,
      isDictionary: false
    ),
    Case(
      name: "competing steps of a path",
      json: #"{"_ext": {"number": 1}, "EXT": {"name": "a"}, "ext": {"number": 2}}"#,
      parts: 0,
      mapped: 0
    ),
    Case(
      name: "one nested model",
      json: #"{"part": {"width": 1}, "a": {"part": {"width": 2}}}"#,
      parts: 1,
      mapped: 1
    ),
    Case(
      name: "a nested model of several keys",
      json: #"{"Part": {"width": 1}, "PART": {"number": 2}, "part": {"width": 3}}"#,
      parts: 2,
      mapped: 0,
      collected: 1,
      isDictionary: false
    ),
    Case(
      name: "a nested model whose best key comes first",
      json: #"{"part": {"part": {"width": 1}}, "PART": {"Part": {"number": 2}, "part": {}}}"#,
      parts: 2,
      mapped: 0,
      isDictionary: false
    ),
    Case(
      name: "a nested model of alternatives",
      json: #"{"a": {"part": {"width": 2}}, "p": {"width": 1}}"#,
      parts: 0,
      mapped: 1,
      isDictionary: false
    ),
    Case(
      name: "competing spellings in a nested model",
      json: #"{"part": {"Width": 1, "WIDTH": 2, "width": 3}, "p": {"Width": 1, "width": 4}}"#,
      parts: 1,
      mapped: 1
    ),
    Case(
      name: "elements",
      json: #"{"parts": [{"width": 1}, {"Width": 2, "width": 3}, {"part": {}}], "name": "x"}"#,
      parts: 4,
      mapped: 4
    ),
    Case(
      name: "elements beside competing spellings of others",
      json: #"{"Number": 1, "parts": [{}, {}], "number": 2, "byName": {"a": {}, "b": {}}}"#,
      parts: 4,
      mapped: 4
    ),
  ]

  private func expectTheCount<Type: Whole>(
    _ type: Type.Type,
    of test: Case,
    parts: Int
  ) throws {
    var texts = ["\(name(of: Type.self)) 1"]
    let part = name(of: Part.self)
    if parts > 0 { texts.insert("\(part) \(parts)", at: part < texts[0] ? 0 : 1) }
    let expected = texts.joined(separator: ", ")
    // Whether a property is nil in a new object is found out once per class.
    _ = try Type(json: #"{"PART": {}, "part": {}, "p": {}, "a": {"part": {}}}"#)
    for options in [MappingOptions.lenient, .strict] {
      for input in everyWay(test.json)
      where test.isDictionary || WayIn.verbatim.contains(input.way) {
        let tally = Tally()
        let object = try Counted.$made.withValue(tally) { () -> ModelObject? in
          do {
            return try input.map(to: type, options: options)
          } catch let error as ModelError where error.code == .invalidInput {
            return nil
          }
        }
        #expect(tally.text == expected, "\(test.name): \(input) as \(type)")
        _ = object
      }
    }
  }

  @Test(.differs(.hooks), arguments: cases)
  fileprivate func areAsManyAsObjects(test: Case) throws {
    try expectTheCount(Whole.self, of: test, parts: test.parts)
  }

  @Test(arguments: cases)
  fileprivate func areAsManyAsObjectsBehindAHook(test: Case) throws {
    try expectTheCount(HookedWhole.self, of: test, parts: test.collected ?? test.parts)
  }

  @Test(.differs(.hooks), arguments: cases)
  fileprivate func areAsManyAsObjectsOfADictionary(test: Case) throws {
    try expectTheCount(DictionaryWhole.self, of: test, parts: test.parts)
  }

  @Test(arguments: cases)
  fileprivate func areAsManyAsObjectsWithAMapping(test: Case) throws {
    try expectTheCount(MappedWhole.self, of: test, parts: test.mapped)
  }

  @Test(arguments: cases)
  fileprivate func areAsManyAsObjectsWithAMappingAndAHook(test: Case) throws {
    try expectTheCount(HookedMappedWhole.self, of: test, parts: test.mapped)
  }

  /// An update doesn't make another root object, nor any object that already exists.
  @Test(arguments: cases)
  fileprivate func areNoneForWhatIsUpdated(test: Case) throws {
    for input in everyWay(test.json)
    where test.isDictionary || WayIn.verbatim.contains(input.way) {
      let whole = Whole()
      whole.part = Part()
      whole.part?.part = Part()
      let token = whole.token
      let tally = Tally()
      try Counted.$made.withValue(tally) { try input.update(whole, options: nil) }
      let elements = whole.parts + whole.byName.values
      let count = elements.reduce(0) { $0 + ($1.part == nil ? 1 : 2) }
      let expected = count == 0 ? "" : "\(name(of: Part.self)) \(count)"
      #expect(tally.text == expected, "\(test.name): \(input)")
      #expect(whole.token == token)
    }
  }

  /// The class alone knows what a property had before a value that has to go again.
  @Test func isOneMoreForAPropertyWhoseBestKeyComesLateAndDoesNotFit() throws {
    for (json, count) in [
      (#"{"Number": 2, "number": "x"}"#, 2), (#"{"number": "x", "Number": 2}"#, 1),
      (#"{"Number": 2, "number": 3}"#, 1),
    ] {
      let tally = Tally()
      let number = try Counted.$made.withValue(tally) { try Whole(json: json).number }
      #expect(tally.text == "Whole \(count)" && (number == 3) == json.contains("3"), "\(json)")
    }
  }

  /// The winning key is known before anything is made for the object.
  @Test func areNoneForTheObjectWhoseArraysCompete() throws {
    let tally = Tally()
    try Counted.$made.withValue(tally) {
      _ = try Whole(json: #"{"Parts": [{}, {}], "parts": [{}], "PARTS": [{}, {}, {}]}"#)
    }
    #expect(tally.text.hasSuffix(", Whole 1"), "\(tally.text)")
  }
}
