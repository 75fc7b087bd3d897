import Foundation
import ModelObjectKit
import Testing

/// The beginning of a text gives each class the same value, wherever it ends.
struct EveryCut {
  private enum Dated: Subject {
    static var initial: Date { .distantPast }
    static var options: MappingOptions {
      var options = MappingOptions()
      options.dates.format = .custom("d.M.yyyy")
      return options
    }
  }

  /// Only a string is there before its end.
  @Test func leaves() {
    expectEveryCut(of: Of<String>.self, #""Tea""#, "Tea") { arrived in
      arrived.isEmpty ? nil : arrived.filter { $0 != "\"" }
    }
    expectEveryCut(of: Of<Int>.self, #""123""#, 123)
    expectEveryCut(of: Of<Bool>.self, "true", true)
    expectEveryCut(of: Of<Bool>.self, #""true""#, true)
    expectEveryCut(
      of: Of<Date>.self,
      #""2001-01-02T00:00:00Z""#,
      Date(timeIntervalSinceReferenceDate: 86_400)
    )
    expectEveryCut(of: Dated.self, #""2.1.2001""#, Date(timeIntervalSinceReferenceDate: 86_400))
  }

  @Test func containers() {
    expectEveryCut(of: Of<[String]>.self, #"["a", "b"]"#, ["a", "b"]) { arrived in
      switch arrived.count {
      case 0: nil
      case 1: []
      case 2: [""]
      case 3..<7: ["a"]
      case 7: ["a", ""]
      default: ["a", "b"]
      }
    }
    expectEveryCut(of: Of<[Bool]>.self, "[true, false]", [true, false]) { arrived in
      arrived.isEmpty ? nil : arrived.count < 5 ? [] : arrived.count < 12 ? [true] : [true, false]
    }
  }
}

private class Texts: ModelObject {
  var value = "-"
  override class var keyMapping: [String: JSONKey] { ["value": ["best", "worse"]] }
}

private final class HookedTexts: Texts {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class AccessedTexts: Texts {
  override class var accessors: [String: PropertyAccessor] {
    ["value": PropertyAccessor(\AccessedTexts.value)]
  }
}

private class Numbers: ModelObject {
  var value = 0
  override class var keyMapping: [String: JSONKey] { ["value": ["best", "worse"]] }
}

private final class HookedNumbers: Numbers {
  override func serializeValue(_ value: Any?, key: String) throws {
    try super.serializeValue(value, key: key)
  }
}

private final class AccessedNumbers: Numbers {
  override class var accessors: [String: PropertyAccessor] {
    ["value": PropertyAccessor(\AccessedNumbers.value)]
  }
}

private final class SteppedNumbers: ModelObject {
  var value = 0
  override class var keyMapping: [String: JSONKey] { ["value": "outer.value"] }
}

/// A complete value of one key in front of a value that is cut, of another key.
struct CutRivalTests {
  /// The value of each beginning of a text.
  private func values<Model: ModelObject, Value>(
    of json: String,
    _ type: Model.Type,
    _ value: (Model) -> Value,
    isGrowing: Bool
  ) throws -> [Value] {
    let growing = type.init()
    return try (0...json.utf8.count).map { count in
      let part = String(decoding: json.utf8.prefix(count), as: UTF8.self)
      guard isGrowing else { return value(try type.init(partialJSON: part)) }
      try growing.update(partialJSON: part)
      return value(growing)
    }
  }

  /// A string counts as far as it has arrived.
  @Test(arguments: [false, true])
  func stringsCountFromTheirFirstQuote(isGrowing: Bool) throws {
    let better = #"{"worse": "ab", "best": "cd"}"#
    let worse = #"{"best": "cd", "worse": "ab"}"#
    for type in [Texts.self, HookedTexts.self, AccessedTexts.self] {
      let values = try values(of: better, type, \.value, isGrowing: isGrowing)
      let changes = zip(values, values.dropFirst()).filter { $0 != $1 }.map(\.1)
      #expect(changes == ["", "a", "ab", "", "c", "cd"], "\(type)")
      let others = try self.values(of: worse, type, \.value, isGrowing: isGrowing)
      #expect(
        zip(others, others.dropFirst()).filter { $0 != $1 }.map(\.1) == ["", "c", "cd"],
        "\(type)"
      )
    }
  }

  /// A number counts when it is complete.
  @Test(arguments: [false, true])
  func numbersCountWhenTheyEnd(isGrowing: Bool) throws {
    let better = #"{"worse": 12, "best": 34, "x": 1}"#
    let worse = #"{"best": 34, "worse": 12, "x": 1}"#
    for type in [Numbers.self, HookedNumbers.self, AccessedNumbers.self] {
      let values = try values(of: better, type, \.value, isGrowing: isGrowing)
      #expect(zip(values, values.dropFirst()).filter { $0 != $1 }.map(\.1) == [12, 34], "\(type)")
      let others = try self.values(of: worse, type, \.value, isGrowing: isGrowing)
      #expect(zip(others, others.dropFirst()).filter { $0 != $1 }.map(\.1) == [34], "\(type)")
    }
  }

  /// For a number, a string is there when it ends: at a key, and at a step of a path.
  @Test(arguments: [false, true])
  func stringsForNumbersCountWhenTheyEnd(isGrowing: Bool) throws {
    func changes<Model: ModelObject>(
      of json: String,
      _ type: Model.Type,
      _ value: (Model) -> Int
    ) throws -> [Int] {
      let values = try values(of: json, type, value, isGrowing: isGrowing)
      return zip(values, values.dropFirst()).filter { $0 != $1 }.map(\.1)
    }
    let pairs = #"{"value": 12, "value": "34", "x": 1}"#
    let atKey = pairs.replacingOccurrences(of: "value", with: "best")
    for type in [Numbers.self, HookedNumbers.self, AccessedNumbers.self] {
      #expect(try changes(of: atKey, type, \.value) == [12, 34], "\(type)")
    }
    let atStep = #"{"outer": \#(pairs), "x": 1}"#
    #expect(try changes(of: atStep, SteppedNumbers.self, \.value) == [12, 34])
  }
}
