import Foundation
import ModelObjectKit
import Testing

private enum Suit: String, Codable { case hearts, spades }
private enum Level: Int8, Codable { case low = -1, high = 1 }
private struct Tag: RawRepresentable, Hashable { var rawValue: String }
private struct Point: Codable, Hashable { var x = 0 }

private class Child: ModelObject { var name = "" }

private class Keyed: ModelObject {
  var byText: [String: Int] = [:]
  var byNumber: [Int8: String] = [:]
  var bySuit: [Suit: Double] = [:]
  var byLevel: [Level: [Int]] = [:]
  var byTag: [Tag: Child] = [:]
  var byID: [UUID: Int] = [:]
  var childrenByID: [UUID: Child?] = [:]
  var nested: [[UUID: [UUID: Date]]] = []
  var any: Any?
}

private final class HookedKeyed: Keyed {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private let first = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
private let second = UUID(uuid: (16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1))

private let json = #"""
  {"byText": {"a": 1}, "byNumber": {"-7": "b"}, "bySuit": {"hearts": 0.5}, "byLevel": {"-1": [1]},
   "byTag": {"t": {"name": "c"}}, "byID": {"\#(first)": 1, "\#(second.uuidString.lowercased())": 2},
   "childrenByID": {"\#(first)": {"name": "d"}, "\#(second)": null},
   "nested": [{"\#(first)": {"\#(second)": "2014-05-06"}}, {}]}
  """#

/// Dictionaries with keys that have no text; their values are never read.
private class Unwritable: ModelObject {
  var byURL: [URL: Int] = [:]
  var byDate: [Date: Int] = [:]
  var byData: [Data: Int] = [:]
  var byBool: [Bool: Int] = [:]
  var byDouble: [Double: Int] = [:]
  var byFloat: [Float: Int] = [:]
  var byDecimal: [Decimal: Int] = [:]
  var byZone: [TimeZone: Int] = [:]
  var byLocale: [Locale: Int] = [:]
  var byString: [NSString: Int] = [:]
  var byNSNumber: [NSNumber: Int] = [:]
  var byPoint: [Point: Int] = [:]
  var byOptional: [String?: Int] = [:]
  var byArray: [[Int]: Int] = [:]
  var byChild: [Child: Int] = [:]
  var optional: [URL: Int]?
  var list: [[URL: Int]] = []
  var any: Any?
  var kept = 0

  func fill() {
    byURL = [URL(filePath: "/a"): 1]
    byDate = [Date(timeIntervalSince1970: 0): 1]
    byData = [Data([1]): 1]
    byBool = [true: 1]
    byDouble = [0.5: 1]
    byFloat = [0.5: 1]
    byDecimal = [0.5: 1]
    byZone = [.gmt: 1]
    byLocale = [Locale(identifier: "en"): 1]
    byString = ["a": 1]
    byNSNumber = [1: 1]
    byPoint = [Point(x: 1): 1]
    byOptional = [nil: 1, "a": 2]
    byArray = [[1]: 1]
    byChild = [Child(): 1]
    optional = [URL(filePath: "/a"): 1]
    list = [[URL(filePath: "/a"): 1]]
  }

  static let changes: [@Sendable (Unwritable) -> Void] = [
    { $0.byURL = [:] }, { $0.byDate = [:] }, { $0.byData = [:] }, { $0.byBool = [false: 1] },
    { $0.byDouble = [0.25: 1] }, { $0.byFloat = [0.5: 2] }, { $0.byDecimal = [:] },
    { $0.byZone = [:] }, { $0.byLocale = [:] }, { $0.byString = [:] }, { $0.byNSNumber = [2: 1] },
    { $0.byPoint = [Point(): 1] }, { $0.byOptional[nil] = 3 }, { $0.byArray = [:] },
    { $0.byChild.keys.first?.name = "a" }, { $0.optional = nil }, { $0.list = [] },
  ]
}

struct KeysOfDictionaries {
  @Test func areTakenFromTheirText() throws {
    for input in everyWay(json) {
      let model = try input.map(to: Keyed.self, options: .strictButMissing)
      #expect(model.byID == [first: 1, second: 2], "\(input)")
      #expect(model.byLevel == [.low: [1]] && model.bySuit == [.hearts: 0.5], "\(input)")
      #expect(model.byTag[Tag(rawValue: "t")]?.name == "c", "\(input)")
      #expect(model.childrenByID[first]??.name == "d", "\(input)")
      #expect(model.childrenByID[second] == .some(nil), "\(input)")
      #expect(model.nested.first?[first]?[second] == Date(timeIntervalSince1970: 1_399_334_400))
    }
  }

  @Test func comeOutAgain() throws {
    let model = try Keyed(json: json)
    model.any = [first: 1, second: 2]
    let reread = try Keyed(json: model.jsonString())
    #expect((reread.any as? [String: Int]) == [first.uuidString: 1, second.uuidString: 2])
    model.any = nil
    #expect(try Keyed(json: model.jsonString()) == model)
    #expect(try Keyed(dictionary: model.dictionaryRepresentation()) == model)
    #expect(try Keyed(archive: model.archivedData()) == model)
    let encoded = try JSONEncoder().encode(model)
    #expect(try JSONDecoder().decode(Keyed.self, from: encoded) == model)
    let hooked = try JSONDecoder().decode(HookedKeyed.self, from: encoded)
    #expect(try Keyed(dictionary: hooked.dictionaryRepresentation()) == model)
    let copy = model.copy()
    #expect(copy == model && copy.byTag.values.first !== model.byTag.values.first)
    copy.byID[first] = 3
    #expect(copy != model)
  }

  /// The exact spelling counts, else the smallest by its bytes, whatever the order.
  @Test(
    arguments: [
      (["7", "07"], "7", ["07"]), (["07", "7"], "7", ["07"]),
      (["+7", "7", "007", "7.0"], "7", ["+7", "007", "7.0"]),
      (["07", "007"], "007", ["07"]), (["-7", "-07"], "-7", ["-07"]), (["7"], "7", []),
    ] as [([String], String, [String])]
  )
  func inSeveralSpellingsCountOnce(keys: [String], best: String, others: [String]) throws {
    let pairs = keys.map { #""\#($0)": "\#($0)""# }.joined(separator: ",")
    for input in everyWay(#"{"byNumber": {\#(pairs)}}"#) {
      let model = try input.map(to: Keyed.self)
      #expect(Array(model.byNumber.values) == [best], "\(input)")
      let issues = input.issues(mappingTo: Keyed.self, options: .strictButMissing)
      #expect(Set(issues.map(\.path)) == Set(others.map { "byNumber.\($0)" }), "\(input)")
      #expect(issues.count == others.count, "\(input)")
    }
  }

  @Test func inOtherSpellingsSayWhichOneCounts() throws {
    let lower = first.uuidString.lowercased()
    let json = #"{"byID": {"\#(lower)": 1, "\#(first)": 2}, "byNumber": {"1": "a", "01": "b"}}"#
    #expect(try Keyed(json: json).byID == [first: 2])
    let report = try Keyed.explain(json: json)
    #expect(
      report.issues.prefix(2).map(\.description) == [
        #"byID.\#(lower): expected UUID, found String "\#(lower)", another spelling of "\#(first)""#,
        #"byNumber.01: expected Int8, found String "01", another spelling of "1""#,
      ]
    )
  }

  @Test func thatAreNoKeysAreNoted() throws {
    let json = #"{"byID": {"x": 1, "\#(first)": 2}}"#
    #expect(try Keyed(json: json).byID == [first: 2])
    let error = #expect(throws: ModelError.self) {
      try Keyed(json: json, options: .strictButMissing)
    }
    #expect(error?.issues.map(\.path) == ["byID.x"])
  }
}

struct DictionariesWithKeysThatNoTextStandsFor {
  @Test func areLeftAlone() throws {
    let names = [
      "byURL", "byDate", "byData", "byBool", "byDouble", "byFloat", "byDecimal", "byZone",
      "byLocale", "byString", "byNSNumber", "byPoint", "byOptional", "byArray", "byChild",
      "optional", "list",
    ]
    let pairs = names.map { #""\#($0)": {"true": 1, "1": 2}"# }.joined(separator: ", ")
    for input in everyWay("{\(pairs), \"kept\": 1}") {
      let model = Unwritable()
      model.fill()
      let before = model.copy()
      try input.update(model, options: .strictButMissing)
      #expect(model.kept == 1)
      model.kept = 0
      #expect(model == before, "\(input)")
    }
  }

  @Test func areNotWritten() throws {
    let model = Unwritable()
    model.fill()
    #expect(try model.jsonString() == #"{"kept":0}"#)
    #expect(try Unwritable(archive: model.archivedData()) == Unwritable())
    model.any = [URL(filePath: "/a"): 1]
    #expect(try model.jsonString() == #"{"kept":0}"#)
  }

  @Test(.differs(.propertiesWithoutAccessor)) func areCopiedAndCompared() {
    let model = Unwritable()
    model.fill()
    #expect(model.copy() == model)
    for (number, change) in Unwritable.changes.enumerated() {
      let changed = Unwritable()
      changed.fill()
      change(changed)
      #expect(changed != model && model != changed, "\(number)")
    }
  }

  @Test func explainSaysWhy() throws {
    class Some: ModelObject {
      var byURL: [URL: Int] = [:]
      var optional: [Date: Int]?
      var list: [[Data: Int]] = []
      var byID: [UUID: () -> Void] = [:]
    }
    let reasons = try Some.explain(json: "{}").description.split(separator: "\n").map {
      $0.split(separator: " ", omittingEmptySubsequences: true).dropFirst(2).joined(separator: " ")
    }
    #expect(
      reasons.suffix(4) == [
        "URL can't be the key type of a dictionary", "Date can't be the key type of a dictionary",
        "values of type Array<Dictionary<Data, Int>> can't be mapped",
        "values of type Dictionary<UUID, () -> ()> can't be mapped",
      ]
    )
  }
}
