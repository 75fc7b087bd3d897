import Foundation
import ModelObjectKit
import Testing

private class Part: ModelObject { var id = 0 }

private struct Point: ModelStruct {
  var x = 0
}

private class Whole: ModelObject {
  var numbers: [Int] = []
  var maybe: [Int]?
  var byName: [String: Int] = [:]
  var part: Part?
  var parts: [Part] = []
  var at: Date?
  var name = ""
  var flag: Bool?
  var point = Point()
}

/// What a census says of the JSON that a property takes.
struct CensusWords {
  @Test func nameTheJSONThatIsExpected() throws {
    var options = MappingOptions()
    options.census = MappingCensus()
    let json = """
      {"numbers": "x", "maybe": {}, "byName": "y", "part": 5, "parts": "z", "at": {}, "name": [1, 2],
       "flag": [], "point": 5}
      """
    _ = try Whole(json: json, options: options)
    #expect(
      options.census?.description == """
        Whole, 1 object
          at      1 time an object instead of a date
          byName  1 time a string instead of an object
          flag    1 time an array instead of a boolean
          maybe   1 time an object instead of an array
          name    1 time an array instead of a string
          numbers 1 time a string instead of an array
          part    1 time a number instead of an object
          parts   1 time a string instead of an array
          point   1 time a number instead of an object
        """
    )
  }

  /// Keys of equivalent characters are two, as the input spells them.
  @Test func countUnknownKeysAsTheInputSpellsThem() throws {
    final class Empty: ModelObject {}
    var options = MappingOptions()
    let census = MappingCensus()
    options.census = census
    for key in ["caf\u{E9}", "cafe\u{301}", "caf\u{E9}"] {
      _ = try Empty(json: "{\"\(key)\": 1}", options: options)
    }
    #expect(census.entries.map(\.count).sorted() == [1, 2])
    #expect(census.difference(from: MappingCensus()).count == 2)
    #expect(census.difference(from: census).isEmpty)
  }
}
