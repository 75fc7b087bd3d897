import Foundation
import ModelObjectKit
import Testing

private class Person: ModelObject {
  var name = ""
  var role = ""
  var id = 0
  var team: [Person] = []
  var counts: [String: Int] = [:]
  var any: Any?
  var point: Point?
}

private struct Point: Codable, Equatable {
  var x = 0
}

private class Request: ModelObject {
  var visitor: Person?
  var visitors: [Person] = []
  var parsed: Person?
  var same: Person?
  var note = ""
  var point: Point?
  override class var transforms: [String: PropertyTransform] {
    [
      "visitor": .jsonText, "visitors": .jsonText, "same": .init(read: { $0 }),
      "note": .init(read: { $0 }),
      "parsed": .init(read: { _ in ["ROLE": "guest", "role": "admin"] }),
      "point": .init(read: { _ in ["x": 1, "X": 2] }),
    ]
  }
}

private final class HookedRequest: Request {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class Filed: Request {
  var id = 0
  var held: Request?
  override class var identity: Set<String> { ["id"] }
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key == "uid" ? "id" : key)
  }
}

extension Data {
  fileprivate var text: String { String(decoding: self, as: UTF8.self) }
}

private func options(
  _ handling: MappingOptions.Handling,
  _ change: (inout MappingOptions) -> Void = { _ in }
) -> MappingOptions {
  var options = MappingOptions()
  options.duplicateKeys = handling
  change(&options)
  return options
}

/// The issues, or those of the error.
private func issues(_ body: () throws -> Void) -> [String] {
  do {
    try body()
    return []
  } catch let error as ModelError where error.code == .invalidInput {
    return error.issues.map { "\($0)" }
  } catch {
    return ["\(error)"]
  }
}

/// Keys that occur twice in strings of JSON, and in what transforms return.
struct DuplicateKeysInValues {
  @Test(arguments: [
    (#"{"role": "a", "role": "b"}"#, ["visitor.role: duplicate key"]),
    (#"{"ROLE": "a", "role": "b"}"#, ["visitor.role: duplicate key, also spelled ROLE"]),
    (#"{"role": "a", "ROLE": "b"}"#, ["visitor.ROLE: duplicate key, also spelled role"]),
    (#"{"role": "a", "name": "b"}"#, []),
    (#"{"counts": {"a": 1, "A": 2}}"#, []),
    (#"{"any": [{"a": 1, "a": 2}]}"#, ["visitor.any[0].a: duplicate key"]),
    (
      #"{"team": [{}, {"role": "a", "Role": "b"}]}"#,
      ["visitor.team[1].Role: duplicate key, also spelled role"]
    ),
    (#"{"point": {"x": 1, "X": 2}}"#, ["visitor.point.X: duplicate key, also spelled x"]),
  ])
  func areFoundInStringsOfJSON(inner: String, issues expected: [String]) throws {
    let text = try JSONEncoder().encode(inner).text
    let json = #"{"visitor": \#(text), "visitors": []}"#
    let list = #"{"visitors": \#(try JSONEncoder().encode("[\(inner)]").text)}"#
    let inList = expected.map {
      $0.replacingOccurrences(of: "visitor.", with: "visitors[0].")
    }
    for type in [Request.self, HookedRequest.self] {
      #expect(issues { _ = try type.init(json: json, options: options(.fail)) } == expected)
      #expect(issues { try type.init().update(json: json, options: options(.fail)) } == expected)
      #expect(issues { _ = try type.init(json: list, options: options(.fail)) } == inList)
      let dictionary = ["visitor": inner]
      #expect(
        issues { _ = try type.init(dictionary: dictionary, options: options(.fail)) } == expected
      )
      #expect(issues { _ = try type.init(json: json) } == [])
    }
    // Its hook gives its identity.
    let filed = #"{"uid": 7, "visitor": \#(text)}"#
    #expect(
      issues { _ = try ModelStore().upsert(Filed.self, json: filed, options: options(.fail)) }
        == expected
    )
    let census = MappingCensus()
    _ = try Request(json: json, options: options(.report) { $0.census = census })
    #expect(census.entries.filter { $0.kind == .duplicateKey }.count == expected.count)
  }

  /// Of equal keys, the last one that isn't null counts, as in an object.
  @Test(arguments: [
    (#"{"id": 5, "id": "x"}"#, 0), (#"{"id": "x", "id": 5}"#, 5),
    (#"{"id": 5, "id": null}"#, 5), (#"{"id": 5, "id": 6}"#, 6),
  ])
  func countAsInAnObjectInStringsOfJSON(inner: String, id: Int) throws {
    let text = try JSONEncoder().encode(inner).text
    #expect(try Request(json: #"{"visitor": \#(text)}"#).visitor?.id == id)
    #expect(try Request(json: #"{"visitor": \#(inner)}"#).visitor?.id == id)
  }

  @Test func areNoneInATextThatATransformLeavesAsItIs() {
    let json = #"{"note": "{\"role\": 1, \"role\": 2}"}"#
    #expect(issues { _ = try Request(json: json, options: options(.fail)) } == [])
  }

  @Test func areFoundInWhatATransformReturns() {
    let expected = ["parsed.role: duplicate key, also spelled ROLE"]
    for type in [Request.self, HookedRequest.self] {
      for value in [#""x""#, #"{"a": 1}"#] {
        let json = #"{"parsed": \#(value)}"#
        #expect(issues { _ = try type.init(json: json, options: options(.fail)) } == expected)
      }
      #expect(
        issues { _ = try type.init(dictionary: ["parsed": "x"], options: options(.fail)) }
          == expected
      )
      #expect(
        issues { _ = try type.init(json: #"{"point": 1}"#, options: options(.fail)) }
          == ["point.x: duplicate key, also spelled X"]
      )
      // What it returns unchanged is in the text.
      let json = #"{"same": {"role": "a", "ROLE": "b"}}"#
      #expect(
        issues { _ = try type.init(json: json, options: options(.fail)) }
          == ["same.ROLE: duplicate key, also spelled role"]
      )
    }
  }

  /// A value that a transform makes inside of another one is no end of that.
  @Test func areFoundInWhatATransformReturnsInsideOfAnother() {
    final class Pair: ModelObject {
      var first: Person?
      var second: Person?
      override class var transforms: [String: PropertyTransform] {
        ["first": .init(read: { _ in ["ROLE": "a", "role": "b"] })]
      }
    }
    final class Maker: ModelObject {
      var made: Pair?
      override class var transforms: [String: PropertyTransform] {
        ["made": .init(read: { _ in ["first": 1, "second": ["ROLE": "a", "role": "b"]] })]
      }
    }
    let found = issues { _ = try Maker(json: #"{"made": 1}"#, options: options(.fail)) }
    #expect(
      found.sorted() == [
        "made.first.role: duplicate key, also spelled ROLE",
        "made.second.role: duplicate key, also spelled ROLE",
      ]
    )
  }

  /// The string is read again when the object has come to which it refers.
  @Test func areFoundOnceInAStringThatRefersToAnObject() throws {
    let inner = #"[{"$ref": "7"}, {"role": "a", "role": "b"}]"#
    let text = try JSONEncoder().encode(inner).text
    let json = #"{"visitors": \#(text), "same": {"$id": "7", "name": "x"}}"#
    for type in [Request.self, HookedRequest.self] {
      let preserved = options(.report) { $0.references = .preserved }
      let request = try type.init(json: json, options: preserved)
      #expect(request.visitors.map(\.name) == ["x", ""], "\(type)")
      let fail = options(.fail) { $0.references = .preserved }
      let found = issues { _ = try type.init(json: json, options: fail) }
      #expect(found == ["visitors[1].role: duplicate key"], "\(type)")
    }
  }

  @Test func areFoundOnceInAStringThatIsThereTwice() throws {
    let text = try JSONEncoder().encode(#"{"role": "a", "role": "b"}"#).text
    let json = #"{"visitor": \#(text), "visitor": \#(text)}"#
    for type in [Request.self, HookedRequest.self] {
      #expect(
        issues { _ = try type.init(json: json, options: options(.fail)) }
          == ["visitor: duplicate key", "visitor.role: duplicate key"]
      )
    }
  }

  @Test func areFoundBesideThoseOfATransform() throws {
    let text = try JSONEncoder().encode(#"{"role": "a", "role": "b"}"#).text
    for type in [Request.self, HookedRequest.self] {
      #expect(
        issues {
          let json = #"{"visitor": \#(text), "parsed": 1}"#
          _ = try type.init(json: json, options: options(.fail))
        } == ["parsed.role: duplicate key, also spelled ROLE", "visitor.role: duplicate key"]
      )
    }
  }

  @Test func areFoundBesideThoseOfADictionary() {
    let dictionary = [
      "visitor": #"{"role": "a", "role": "b"}"#, "NOTE": "a", "note": "b",
    ]
    for type in [Request.self, HookedRequest.self] {
      #expect(
        issues { _ = try type.init(dictionary: dictionary, options: options(.fail)) }
          == ["note: duplicate key, also spelled NOTE", "visitor.role: duplicate key"]
      )
    }
  }

  /// Under the property with the object; if that is no model, under the one with the string.
  @Test(arguments: [
    (#"{"role": "a", "role": "b"}"#, "Person", "role"),
    (#"{"counts": {"a": 1, "a": 2}}"#, "Request", "visitor"),
  ])
  func areCounted(inner: String, type: String, key: String) throws {
    let census = MappingCensus()
    let json = #"{"visitor": \#(try JSONEncoder().encode(inner).text)}"#
    _ = try Request(json: json, options: options(.report) { $0.census = census })
    let found = census.entries.filter { $0.kind == .duplicateKey }
    #expect(found.map(\.typeName) == [type] && found.map(\.key) == [key])
  }
}
