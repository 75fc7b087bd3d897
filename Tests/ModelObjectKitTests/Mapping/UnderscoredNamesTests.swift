import ModelObjectKit
import Observation
import Testing

/// A wrapper that holds text.
@propertyWrapper private struct Held: ModelValue {
  var wrappedValue: String

  init(wrappedValue: String) {
    self.wrappedValue = wrappedValue
  }

  init?(modelValue: Any) {
    guard let text = modelValue as? String else { return nil }
    self.init(wrappedValue: text)
  }

  var modelValue: Any { wrappedValue }
}

private class Wrapped: ModelObject {
  @Held var id = ""
  @Held var userName = ""
  var _plain = ""

  var values: [String] { [id, userName, _plain] }
}

private final class ExactlyWrapped: Wrapped {
  override class var keyMatching: KeyMatching { .exact }
}

@Observation.Observable private final class Observed: ModelObject {
  var id = ""
  var count = 0
}

private class Both: ModelObject {
  var _name = "-"
  var name = "-"

  var values: [String] { [_name, name] }
}

private class Ancestor: ModelObject {
  var title = "-"
}

private final class Descendant: Ancestor {
  var _title = "-"
  var __title = "-"

  var values: [String] { [title, _title, __title] }
}

private final class Listed: Both {
  override class var ignoredProperties: Set<String> { ["name"] }
}

private final class ListedOtherwise: Both {
  override class var keyMapping: [String: JSONKey] { ["_name": "n"] }
}

struct NamesWithUnderscores {
  @Test(arguments: [
    (#"{"id": "a", "_id": "b"}"#, ["a", "", ""]),
    (#"{"_id": "b", "id": "a"}"#, ["a", "", ""]),
    (#"{"ID": "c", "_id": "b"}"#, ["b", "", ""]),
    (#"{"_id": "b"}"#, ["b", "", ""]),
    (#"{"_userName": "y", "USER_NAME": "x", "user_name": "z"}"#, ["", "y", ""]),
    (#"{"USER_NAME": "x", "user_name": "z"}"#, ["", "x", ""]),
    (#"{"_plain": "y", "plain": "x"}"#, ["", "", "x"]),
    (#"{"_plain": "y", "PLAIN": "x"}"#, ["", "", "y"]),
    (#"{"plain": null, "_plain": "y", "PLAIN": "x"}"#, ["", "", "y"]),
  ])
  func takeTheSpellingOfTheSourceThenThatInMemory(json: String, values: [String]) throws {
    for input in everyWay(json) {
      #expect(try input.map(to: Wrapped.self).values == values, "\(input)")
    }
  }

  @Test func areTwoExactSpellings() throws {
    for input in everyWay(#"{"_id": "b", "USERNAME": "x", "plain": "p"}"#) {
      #expect(try input.map(to: ExactlyWrapped.self).values == ["b", "", "p"], "\(input)")
    }
    for input in everyWay(#"{"_id": "b", "id": "a"}"#) {
      #expect(try input.map(to: ExactlyWrapped.self).values == ["a", "", ""], "\(input)")
    }
  }

  @Test func ofObservationTakeTheSpellingOfTheSource() throws {
    let json = #"{"count": 5, "_count": 6, "_id": "mongo", "id": "public"}"#
    for input in everyWay(json) {
      let model = try input.map(to: Observed.self)
      #expect(model.count == 5 && model.id == "public", "\(input)")
      try input.update(model, options: nil)
      #expect(model.count == 5 && model.id == "public", "\(input)")
    }
    #expect(try Observed().jsonString() == #"{"id":"","count":0}"#)
  }

  /// One property is one candidate, however many names it has.
  @Test func doNotCompeteWithThemselves() throws {
    let report = try Wrapped.explain(json: #"{"USER_NAME": "a", "_id": "b"}"#)
    #expect(
      report.description == """
        Wrapped: 2 mapped, 1 missing
          userName ← USER_NAME  Held(wrappedValue: "a")
          id       ← _id        Held(wrappedValue: "b")
          plain    –            no such key
        """
    )
    for input in everyWay(#"{"USER_NAME": 5}"#) {
      let issues = input.issues(mappingTo: Wrapped.self, options: .strictButMissing)
      #expect(issues.map(\.path) == ["USER_NAME"], "\(input)")
    }
  }

  @Test func ofAMacroAreNotReported() throws {
    let report = try Observed.explain(json: "{}")
    #expect(
      report.description == """
        Observed: 2 missing
          id    –  no such key
          count –  no such key
        """
    )
  }
}

struct NamesThatDifferInUnderscoresOnly {
  @Test(arguments: [
    (#"{"name": "n"}"#, ["-", "n"]),
    (#"{"_name": "u"}"#, ["u", "-"]),
    (#"{"_name": "u", "name": "n"}"#, ["u", "n"]),
    (#"{"NAME": "N"}"#, ["N", "N"]),
    (#"{"NAME": "N", "name": "n"}"#, ["N", "n"]),
  ])
  func takeTheirOwnKeys(json: String, values: [String]) throws {
    for input in everyWay(json) {
      #expect(try input.map(to: Both.self).values == values, "\(input)")
    }
  }

  @Test func areBothExported() throws {
    let both = Both()
    both._name = "u"
    both.name = "n"
    #expect(try both.jsonString() == #"{"_name":"u","name":"n"}"#)
    #expect(try Both(json: both.jsonString()) == both)
    #expect(try Both(dictionary: both.dictionaryRepresentation()) == both)
    #expect(try Both(archive: both.archivedData()) == both)
    #expect("\(both)" == "Both\n  _name: \"u\"\n  name: \"n\"")
    var options = ExportOptions()
    for style: ExportOptions.KeyStyle in [.snakeCase, .camelCase, .kebabCase] {
      options.keyStyle = style
      #expect(try both.jsonString(options: options) == #"{"_name":"u","name":"n"}"#)
    }
    options = ExportOptions()
    options.properties = ["_name"]
    #expect(try both.jsonString(options: options) == #"{"_name":"u"}"#)
    options.properties = ["name"]
    #expect(try both.jsonString(options: options) == #"{"name":"n"}"#)
  }

  @Test func areToldApartAlongAChain() throws {
    let json = #"{"title":"t","_title":"u","__title":"v"}"#
    for input in everyWay(json) {
      let model = try input.map(to: Descendant.self)
      #expect(model.values == ["t", "u", "v"], "\(input)")
      #expect(try model.jsonString() == json)
      #expect(try Descendant(archive: model.archivedData()) == model)
    }
  }

  @Test func areToldApartInListsOfTheClass() throws {
    for input in everyWay(#"{"name": "n", "_name": "u"}"#) {
      #expect(try input.map(to: Listed.self).values == ["u", "-"], "\(input)")
      #expect(try input.map(to: ListedOtherwise.self).values == ["-", "n"], "\(input)")
    }
    for input in everyWay(#"{"name": "n", "n": "u"}"#) {
      #expect(try input.map(to: ListedOtherwise.self).values == ["u", "n"], "\(input)")
    }
  }
}
