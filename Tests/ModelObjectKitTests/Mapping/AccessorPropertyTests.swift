import Foundation
import ModelObjectKit
import Testing

private struct Point: Codable, Equatable {
  var x = 0
}

private struct Celsius: ModelValue, Equatable {
  var degrees: Int
  init(_ degrees: Int) { self.degrees = degrees }
  init?(modelValue: Any) {
    guard let degrees = modelValue as? Int else { return nil }
    self.degrees = degrees
  }
  var modelValue: Any { degrees }
}

private enum Suit: String { case clubs, hearts }

@propertyWrapper
private struct Clamped {
  private var value = 0
  var wrappedValue: Int {
    get { value }
    set { value = min(max(newValue, 0), 10) }
  }
}

private class Part: ModelObject { var id = 0 }

/// Each mapped type behind a key path, with a count of its sets.
private final class Everything: ModelObject {
  private var sets = 0
  var count: Int { sets }
  var string = "" { didSet { sets += 1 } }
  var int8: Int8 = 0 { didSet { sets += 1 } }
  var optionalInt: Int? { didSet { sets += 1 } }
  var double = 0.0 { didSet { sets += 1 } }
  var decimal: Decimal = 0 { didSet { sets += 1 } }
  var bool = false { didSet { sets += 1 } }
  var date: Date? { didSet { sets += 1 } }
  var url: URL? { didSet { sets += 1 } }
  var suit = Suit.clubs { didSet { sets += 1 } }
  var ints: [Int] = [] { didSet { sets += 1 } }
  var set: Set<Int> = [] { didSet { sets += 1 } }
  var map: [String: Int] = [:] { didSet { sets += 1 } }
  var partMap: [String: Part] = [:] { didSet { sets += 1 } }
  var part = Part() { didSet { sets += 1 } }
  var parts: [Part] = [] { didSet { sets += 1 } }
  var any: Any = 0 { didSet { sets += 1 } }
  var anyList: [Any] = [] { didSet { sets += 1 } }
  var point = Point() { didSet { sets += 1 } }
  var celsius = Celsius(0) { didSet { sets += 1 } }

  override class var ignoredProperties: Set<String> { ["sets"] }
  override class var dateFormats: [String: DateOptions.Format] { ["date": .custom("dd.MM.yyyy")] }
  override class var transforms: [String: PropertyTransform] {
    ["double": PropertyTransform(read: { ($0 as? Int).map { $0 * 2 } }, write: { "\($0 ?? "")" })]
  }
  override class var accessors: [String: PropertyAccessor] {
    [
      "string": .init(\Everything.string), "int8": .init(\Everything.int8),
      "optionalInt": .init(\Everything.optionalInt), "double": .init(\Everything.double),
      "decimal": .init(\Everything.decimal), "bool": .init(\Everything.bool),
      "date": .init(\Everything.date), "url": .init(\Everything.url),
      "suit": .init(\Everything.suit), "ints": .init(\Everything.ints),
      "set": .init(\Everything.set), "map": .init(\Everything.map),
      "partMap": .init(\Everything.partMap), "part": .init(\Everything.part),
      "parts": .init(\Everything.parts), "any": .init(\Everything.any),
      "anyList": .init(\Everything.anyList), "point": .init(\Everything.point),
      "celsius": .init(\Everything.celsius),
    ]
  }
}

private final class Boxing: ModelObject {
  var number: NSNumber?
  override class var accessors: [String: PropertyAccessor] { ["number": .init(\Boxing.number)] }
}

private class Computing: ModelObject {
  private var seconds = 0.0
  var minutes: Double {
    get { seconds / 60 }
    set { seconds = newValue * 60 }
  }
  lazy var later = 1
  @Clamped var level
  weak var link: Part?
  var kept: Part?
  var owned: Part? {
    get { kept }
    set {
      kept = newValue
      link = newValue
    }
  }
  override class var ignoredProperties: Set<String> { ["seconds", "kept"] }
  override class var keyMapping: [String: JSONKey] { ["minutes": "time.m", "_level": "lvl"] }
  override class var unarchivedProperties: Set<String> { ["minutes"] }
  override class var accessors: [String: PropertyAccessor] {
    [
      "minutes": .init(\Computing.minutes), "later": .init(\Computing.later),
      "_level": .init(\Computing.level), "owned": .init(\Computing.owned),
    ]
  }
}

private class Keeper: ModelObject {
  var id = 0
  var others: [String: Any] = [:] { didSet { sets += 1 } }
  private(set) var sets = 0
  override class var ignoredProperties: Set<String> { ["sets"] }
  override class var unknownKeysProperty: String? { "others" }
  override class var accessors: [String: PropertyAccessor] { ["others": .init(\Keeper.others)] }
}

private final class HookedKeeper: Keeper {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

/// The properties that can have an accessor, and their values.
struct AccessorProperties {
  private let json =
    #"{"string":5,"int8":"7","optionalInt":true,"double":4,"decimal":0.1,"bool":"yes","#
    + #""date":"06.05.2014","url":"a:b","suit":"hearts","ints":["1",2],"set":[3],"map":{"a":"1"},"#
    + #""partMap":{"x":{"id":2}},"part":{"id":9},"parts":[{"id":4}],"any":{"z":1},"anyList":[1],"#
    + #""point":{"x":5},"celsius":6}"#

  @Test func takeEachTypeOfTheTable() throws {
    for input in everyWay(json) {
      let all = try input.map(to: Everything.self)
      // The existing model is updated in place.
      #expect(all.count == 18)
      #expect(
        try all.jsonString()
          == #"{"string":"5","int8":7,"optionalInt":1,"double":"8.0","decimal":0.1,"bool":true,"#
          + #""date":"06.05.2014","url":"a:b","suit":"hearts","ints":[1,2],"set":[3],"#
          + #""map":{"a":1},"partMap":{"x":{"id":2}},"part":{"id":9},"parts":[{"id":4}],"#
          + #""any":{"z":1},"anyList":[1],"point":{"x":5},"celsius":6}"#
      )
      #expect(try Everything(dictionary: all.dictionaryRepresentation()).parts == all.parts)
    }
    let wrong = #"{"int8": 300, "suit": "x", "date": "x", "point": {"x": "a"}}"#
    let model = try Everything(json: wrong)
    #expect(model.count == 0)
  }

  @Test(.needsFoundation) func takeNumbersOfFoundation() throws {
    for input in everyWay(#"{"number": 8}"#) {
      let boxing = try input.map(to: Boxing.self)
      #expect(boxing.number == 8)
      #expect(try boxing.jsonString() == #"{"number":8}"#)
    }
  }

  @Test func mayBeComputedLazyOrWrapped() throws {
    let json = #"{"time":{"m":2},"later":"5","lvl":99,"owned":{"id":3}}"#
    for input in everyWay(json) {
      let model = try input.map(to: Computing.self, options: .strictButMissing)
      #expect(model.minutes == 2 && model.later == 5 && model.level == 10)
      #expect(model.kept?.id == 3 && model.link === model.kept)
      #expect(
        try model.jsonString() == #"{"later":5,"lvl":10,"time":{"m":2.0},"owned":{"id":3}}"#
      )
      try model.update(json: #"{"owned": null}"#)
      #expect(model.owned == nil && model.link == nil)
    }
    let report = try Computing.explain(json: #"{"x": 1, "lvl": 3}"#)
    #expect(report.matches.map(\.property) == ["level"])
    #expect(!report.description.contains("lazy"))
  }

  @Test func keepUnknownKeys() throws {
    for type in [Keeper.self, HookedKeeper.self] {
      for input in everyWay(#"{"a": 1, "b": {"c": null}, "id": 3}"#) {
        let keeper = try input.map(to: type)
        #expect(keeper.others.count == 2 && keeper.id == 3)
        if type == Keeper.self, !everyClassIsHooked { #expect(keeper.sets == 1) }
        try keeper.update(json: #"{"d": 2}"#)
        #expect(try keeper.jsonString() == #"{"id":3,"a":1,"b":{"c":null},"d":2}"#)
        try keeper.update(json: #"{"id": 5}"#)
        if type == Keeper.self, !everyClassIsHooked { #expect(keeper.sets == 2) }
      }
    }
  }
}
