import Foundation
import ModelObjectKit
import Testing

/// Sets are written in one order, whatever they were made of, and through whatever: so whole texts can be
/// compared.
struct OrderOfSetsTests {
  @Test(arguments: [
    (0..<12).map { #"{"field": "a", "value": \#($0)}"# },
    (0..<12).map { #"{"field": "a", "value": {"deep": [1, {"b": "\#($0)"}]}}"# },
    (0..<12).map { #"{"field": "a", "value": [1, 2, 3, 4, 5, 6, 7, 8, 9, \#($0)]}"# },
    (0..<12).map { #"{"field": "a", "unknown\#($0)": 1}"# },
    (0..<12).map { #"{"field": "a", "numbers": [1, 2, 3, 4, 5, 6, 7, 8, 9, \#($0)]}"# },
    (0..<12).map { #"{"field": "a", "coded": {"x": \#($0)}}"# },
    (0..<12).map { #"{"field": "a", "part": {"value": \#($0)}}"# },
    (0..<12).map {
      #"{"field": "a", "data": "AAA\#(["A", "E", "I", "M", "Q", "U"][$0 % 6])", "value": \#($0 / 6)}"#
    },
  ])
  func ofModels(_ members: [String]) throws {
    var texts: Set<String> = []
    var random = SeededGenerator(seed: 3)
    for _ in 0..<10 {
      let list = members.shuffled(using: &random).joined(separator: ", ")
      let query = try Query(
        json: #"{"filters": [\#(list)], "byName": {"a": [\#(list)]}, "lists": [[\#(list)]]}"#
      )
      #expect(query.filters.count == 12)
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      texts.insert(
        """
        \(try query.jsonString()) \(try query.copy().jsonString())
        \(String(decoding: try encoder.encode(query), as: UTF8.self))
        """
      )
    }
    #expect(texts.count == 1)
  }

  @Test func ofValues() throws {
    var texts: Set<String> = []
    for seed in 0..<10 {
      var random = SeededGenerator(seed: UInt64(seed))
      let values = Values()
      for number in (0..<20).shuffled(using: &random) {
        values.lists.insert([1, 2, 3, 4, 5, 6, 7, 8, 9, number])
        values.coded.insert(Coded(x: number))
        values.data.insert(Data([1, 2, UInt8(number)]))
        values.byName["a", default: []].insert("\(number)")
        values.inLists.append(["b"])
        values.pairs["c", default: [:]][
          UUID(uuid: (7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, 7, UInt8(number)))
        ] = 1
      }
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      texts.insert(try values.jsonString(options: ExportOptions(sortedKeys: true)))
      texts.insert(String(decoding: try encoder.encode(values), as: UTF8.self))
    }
    #expect(texts.count == 2)
  }
}

private struct Coded: Codable, Hashable {
  var x = 0
}

private final class Filter: ModelObject {
  var field = ""
  var value: Any?
  var numbers: [Int] = []
  var coded: Coded?
  var data: Data?
  var part: Filter?
  var others: [String: Any] = [:]
  override class var unknownKeysProperty: String? { "others" }
}

private final class Query: ModelObject {
  var filters: Set<Filter> = []
  var byName: [String: Set<Filter>] = [:]
  var lists: [Set<Filter>] = []
}

private final class Values: ModelObject {
  var lists: Set<[Int]> = []
  var coded: Set<Coded> = []
  var data: Set<Data> = []
  var byName: [String: Set<String>] = [:]
  var inLists: [Set<String>] = []
  var pairs: [String: [UUID: Int]] = [:]
}
