import Foundation
import ModelObjectKit
import Testing

private class Counts: ModelObject {
  var texts: [Int: String] = [:]
  var models: [Int64: Counts] = [:]
  var number = 0
}

private final class HookedCounts: Counts {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// Two spellings of a number are two keys of an object and one of a dictionary.
struct SpelledKeysInCoders {
  private static let json = """
    {"texts": {"01": "a", "1": "b", "001": "c", "2": "d"},
     "models": {"07": {"number": 1}, "7": {"number": 2}, "8": {"number": 3}}}
    """

  /// The exact one counts, as in text, and the others are issues.
  @Test func areReadAsInText() throws {
    for type in [Counts.self, HookedCounts.self] {
      func issues(_ map: (MappingOptions) throws -> Counts) throws -> [String] {
        let log = TextLog()
        var options = MappingOptions()
        options.issueHandler = { log.add($0.map(\.path)) }
        let counts = try map(options)
        #expect(counts.texts == [1: "b", 2: "d"], "\(type)")
        #expect(counts.models.mapValues(\.number) == [7: 2, 8: 3], "\(type)")
        return log.texts.sorted()
      }
      let decoded = try issues { options in
        let decoder = JSONDecoder()
        decoder.userInfo[.mappingOptions] = options
        return try decoder.decode(type, from: Data(Self.json.utf8))
      }
      #expect(try decoded == issues { try type.init(json: Self.json, options: $0) }, "\(type)")
    }
  }

  @Test func areReadAsInTextWithoutOptions() throws {
    for type in [Counts.self, HookedCounts.self] {
      let counts = try JSONDecoder().decode(type, from: Data(Self.json.utf8))
      #expect(counts.texts == [1: "b", 2: "d"], "\(type)")
      #expect(counts.models.mapValues(\.number) == [7: 2, 8: 3], "\(type)")
    }
  }
}
