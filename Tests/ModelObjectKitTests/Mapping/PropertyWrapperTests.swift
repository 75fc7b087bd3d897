import Foundation
import ModelObjectKit
import Testing

/// A wrapper that reads itself from any value.
@propertyWrapper private struct Clamped: ModelValue {
  private var value: Int

  var wrappedValue: Int {
    get { value }
    set { value = min(max(newValue, 0), 100) }
  }

  init(wrappedValue: Int) {
    value = min(max(wrappedValue, 0), 100)
  }

  init?(modelValue: Any) {
    guard let number = modelValue as? Int else { return nil }
    self.init(wrappedValue: number)
  }

  var modelValue: Any { value }
}

/// A wrapper that is `Codable`, as a single value.
@propertyWrapper private struct Trimmed: Codable {
  var wrappedValue: String

  init(wrappedValue: String) {
    self.wrappedValue = wrappedValue
  }

  init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    wrappedValue = text.trimmingCharacters(in: .whitespaces)
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

/// A wrapper that is neither.
@propertyWrapper private struct Plain<Value> {
  var wrappedValue: Value
}

private class Wrapped: ModelObject {
  @Clamped var level = 5
  @Trimmed var userName = "-"
  @Plain var plain = 1
  var _underscored = 0
  var last = ""
}

private final class Renamed: Wrapped {
  override class var keyMapping: [String: JSONKey] { ["level": "l", "_userName": "u"] }
}

private final class Limited: Wrapped {
  override class var ignoredProperties: Set<String> { ["level", "_userName"] }
}

private final class LimitedOtherwise: Wrapped {
  override class var mappedProperties: Set<String>? { ["_level", "userName", "underscored"] }
}

struct PropertyWrappers {
  @Test func takePartWhenTheirTypeIsKnown() throws {
    let json = #"{"level": 500, "user_name": " a ", "plain": 2, "underscored": 3, "last": "l"}"#
    for input in everyWay(json) {
      let model = try input.map(to: Wrapped.self)
      #expect(model.level == 100, "\(input)")
      #expect(model.userName == "a", "\(input)")
      #expect(model.plain == 1, "\(input)")
      #expect(model._underscored == 3, "\(input)")
      #expect(model.last == "l", "\(input)")
    }
  }

  @Test func keepTheirValueForWhatDoesNotFit() throws {
    for input in everyWay(#"{"level": "high", "userName": 5}"#) {
      let model = try input.map(to: Wrapped.self)
      #expect(model.level == 5 && model.userName == "-", "\(input)")
      let paths = input.issues(mappingTo: Wrapped.self, options: .strictButMissing).map(\.path)
      #expect(paths.sorted() == ["level", "userName"], "\(input)")
    }
  }

  @Test func goByEitherNameInListsOfTheClass() throws {
    for input in everyWay(#"{"l": 7, "u": " b ", "level": 8, "userName": "c"}"#) {
      let renamed = try input.map(to: Renamed.self)
      #expect(renamed.level == 7 && renamed.userName == "b", "\(input)")
    }
    for input in everyWay(#"{"level": 8, "userName": "c", "underscored": 3, "last": "l"}"#) {
      let limited = try input.map(to: Limited.self)
      #expect(limited.level == 5 && limited.userName == "-", "\(input)")
      #expect(limited._underscored == 3 && limited.last == "l", "\(input)")
      let otherwise = try input.map(to: LimitedOtherwise.self)
      #expect(otherwise.level == 8 && otherwise.userName == "c", "\(input)")
      #expect(otherwise._underscored == 3 && otherwise.last == "", "\(input)")
    }
  }
}
