import Foundation
import ModelObjectKit
import Testing

private class Event: ModelObject {
  var title = ""
  var seconds = 0.0
  override class var keyMapping: [String: JSONKey] { ["seconds": "duration"] }
  override func serializeValue(_ value: Any?, key: String) throws {
    switch key {
    case FuzzyKey("minutes"):
      let seconds = Self.convert(value, to: Double.self).map { $0 * 60 }
      try super.serializeValue(seconds ?? value, key: "seconds")
    case "first", "last": try super.serializeValue(value, key: "title")
    case "stray": try super.serializeValue(value, key: "nowhere")
    default: try super.serializeValue(value, key: key)
    }
  }
}

/// What a hook passes on under the name of a property.
struct PassedNameTests {
  @Test(arguments: [
    (#"{"minutes": "5"}"#, 300), (#"{"duration": 7}"#, 7), (#"{"minutes": 5, "duration": 7}"#, 300),
    (#"{"duration": 7, "minutes": 5}"#, 300), (#"{"duration": 7, "minutes": null}"#, 7),
    // A pair of the input under the name itself isn't listed.
    (#"{"seconds": 5}"#, 0),
  ])
  func isSetWhateverKeysAreListed(json: String, seconds: Double) throws {
    for input in everyWay(json, WayIn.formsAndDecoder) {
      #expect(try input.map(to: Event.self).seconds == seconds, "\(input)")
    }
  }

  private class Captioned: ModelObject {
    var title = ""
    override func serializeValue(_ value: Any?, key: String) throws {
      try super.serializeValue(value, key: key == "caption" ? "title" : key)
    }
  }

  /// A null that the property doesn't take is an issue only if nothing else comes.
  @Test(arguments: [
    (#"{"title": "T", "caption": null}"#, "T"), (#"{"caption": null, "title": "T"}"#, "T"),
    (#"{"caption": null, "TITLE": "T"}"#, "T"), (#"{"title": null, "caption": "T"}"#, "T"),
    (#"{"caption": "T", "title": null}"#, "T"), (#"{"caption": null, "title": null}"#, nil),
    (#"{"caption": null}"#, nil), (#"{"title": null}"#, nil),
  ])
  func aNullLosesInBothOrders(json: String, title: String?) throws {
    for input in everyWay(json, WayIn.formsAndDecoder) {
      #expect(try input.map(to: Captioned.self).title == title ?? "", "\(input)")
      let kinds = input.issues(mappingTo: Captioned.self).map(\.kind)
      #expect(kinds == (title == nil ? [.unexpectedNull] : []), "\(input)")
    }
  }

  /// Also behind a path, where only the best key's null is an issue.
  @Test(arguments: [
    (#"{"meta": {"title": null}, "caption": "T"}"#, []),
    (#"{"meta": null, "caption": "T"}"#, []),
    (#"{"title": null, "meta": {"title": null}}"#, ["title"]),
    (#"{"meta": {"title": null}, "title": null}"#, ["title"]),
    (#"{"meta": {"title": null}}"#, ["meta.title"]),
  ])
  func aNullBehindAPathLosesToo(json: String, paths: [String]) throws {
    class Pathed: Captioned {
      override class var keyMapping: [String: JSONKey] { ["title": ["title", "meta.title"]] }
    }
    for input in everyWay(json, WayIn.formsAndDecoder) {
      #expect(try input.map(to: Pathed.self).title == (paths.isEmpty ? "T" : ""), "\(input)")
      #expect(input.issues(mappingTo: Pathed.self).map(\.path) == paths, "\(input)")
    }
  }

  /// What is passed on under the first key of a path, and leads nowhere, is an issue.
  @Test(arguments: [
    (#"{"outer": 5}"#, ["k"]), (#"{"outer": [7]}"#, ["k"]), (#"{"k": 5}"#, ["k"]),
    (#"{"outer": {"a": "x"}}"#, ["k.a"]), (#"{"outer": {"a": 6}}"#, []), (#"{"kept": 5}"#, []),
    (#"{"replaced": {"a": 5}}"#, ["k"]),
  ])
  func isAnIssueIfAPathLeadsNowhere(json: String, paths: [String]) throws {
    class Pathed: ModelObject {
      var a: Int? = 1
      override class var keyMapping: [String: JSONKey] { ["a": "k.a"] }
      override func serializeValue(_ value: Any?, key: String) throws {
        switch key {
        case "outer": try super.serializeValue(value, key: "k")
        case "replaced": try super.serializeValue("text", key: "k")
        case "kept": break
        default: try super.serializeValue(value, key: key)
        }
      }
    }
    for input in everyWay(json) {
      #expect(input.issues(mappingTo: Pathed.self).map(\.path) == paths, "\(input)")
    }
  }

  private class Noted: ModelObject {
    var n = 0
    var no = 0
    var m = 0
    var list: [Int] = []
    var listed = [0]
    override func serializeValue(_ value: Any?, key: String) throws {
      switch key {
      case "other": try super.serializeValue(value, key: "n")
      case "others": try super.serializeValue(value, key: "list")
      default: try super.serializeValue(value, key: key)
      }
    }
  }

  /// What was noted of the former value, and in it, is no issue; all else stays.
  @Test(arguments: [
    (#"{"n": "x", "other": 5}"#, []),
    (#"{"n": "x", "other": "y"}"#, ["n"]),
    (#"{"m": "x", "n": "x", "no": "x", "list": ["x"], "other": 5}"#, ["m", "no", "list[0]"]),
    (#"{"m": "x", "listed": ["x"], "list": [1, "x"], "others": [5]}"#, ["m", "listed[0]"]),
    (#"{"m": "x", "listed": "x", "list": "x", "others": [5]}"#, ["m", "listed"]),
    (#"{"list": ["x"], "others": ["y", 5], "m": "x"}"#, ["list[0]", "m"]),
  ])
  func leavesTheIssuesOfOtherProperties(json: String, paths: [String]) throws {
    for input in everyWay(json, WayIn.formsAndDecoder) {
      let found = input.issues(mappingTo: Noted.self).filter { $0.kind != .missingKey }
      #expect(found.map(\.path).sorted() == paths.sorted(), "\(input)")
    }
    let report = try Noted.explain(json: json)
    let found = report.issues.filter { $0.kind != .missingKey }
    #expect(found.map(\.path).sorted() == paths.sorted())
  }

  /// A key that a hook passes on twice hasn't lost to itself.
  @Test func isNoLoserIfItComesTwice() throws {
    class Twice: ModelObject {
      var title = ""
      override func serializeValue(_ value: Any?, key: String) throws {
        guard key == "caption" else { return try super.serializeValue(value, key: key) }
        try super.serializeValue(value, key: "title")
        try super.serializeValue(value, key: "title")
      }
    }
    let report = try Twice.explain(json: #"{"caption": "T"}"#)
    #expect(report.matches.map(\.key) == ["title"] && !"\(report)".contains("lost to"))
    let both = try Twice.explain(json: #"{"caption": "T", "title": "U"}"#)
    #expect("\(both)".contains("lost to title"))
  }

  /// What a hook has set itself is updated by what it passes on after something that doesn't fit.
  @Test func updatesWhatTheHookHasSet() throws {
    final class Part: ModelObject {
      var name = ""
      var note = ""
    }
    final class Holder: ModelObject {
      var part: Part?
      var names: [String] = []
      override func serializeValue(_ value: Any?, key: String) throws {
        guard key == "data" else { return try super.serializeValue(value, key: key) }
        try super.serializeValue(5, key: "part")
        part = Part { $0.name = "a" }
        try super.serializeValue(["note": "b"], key: "part")
      }
    }
    for input in everyWay(#"{"data": 1}"#, WayIn.formsAndDecoder) {
      let part = try input.map(to: Holder.self).part
      #expect(part?.name == "a" && part?.note == "b", "\(input)")
    }
  }

  /// A name that is another property's key sets both.
  @Test func isAKeyAllTheSame() throws {
    class Crossed: ModelObject {
      var a = ""
      var b = ""
      override class var keyMapping: [String: JSONKey] { ["a": "x", "b": "a"] }
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key == "z" ? "a" : key)
      }
    }
    for input in everyWay(#"{"z": "v"}"#, WayIn.formsAndDecoder) {
      let crossed = try input.map(to: Crossed.self)
      #expect(crossed.a == "v" && crossed.b == "v", "\(input)")
    }
  }

  @Test func isTheBestKey() throws {
    for json in [#"{"first": "F", "TITLE": "T"}"#, #"{"TITLE": "T", "first": "F"}"#] {
      for input in everyWay(json, WayIn.formsAndDecoder) {
        #expect(try input.map(to: Event.self).title == "F", "\(input)")
      }
    }
    #expect(try Event(json: #"{"first": "F", "title": "T", "last": "L"}"#).title == "L")
    #expect(try Event(json: #"{"first": "F", "last": "L", "title": "T"}"#).title == "L")
    #expect(try Event(json: #"{"last": [1], "first": "F"}"#).title == "F")
  }

  @Test(arguments: [
    (#"{"first": {}}"#, "title"), (#"{"title": "T", "first": {}}"#, "first"),
    (#"{"first": {}, "title": "T"}"#, "first"), (#"{"first": "F", "last": [1, 2]}"#, "last"),
    (#"{"minutes": "x"}"#, "minutes"),
    (#"{"duration": 5, "minutes": "x"}"#, "minutes"),
    (#"{"minutes": "x", "duration": 5}"#, "minutes"),
  ])
  func isAnIssueIfItDoesNotFit(json: String, key: String) throws {
    var options = MappingOptions()
    options.mismatches = .fail
    for input in everyWay(json, WayIn.forms) where WayIn.verbatim.contains(input.way) {
      let error = #expect(throws: ModelError.self) {
        try input.map(to: Event.self, options: options)
      }
      #expect(error?.issues.map(\.kind) == [.typeMismatch], "\(input)")
    }
    #expect(try Event.explain(json: json).issues.filter { $0.kind == .typeMismatch }.count == 1)
  }

  @Test func isAnUnknownKeyIfItIsNeitherKeyNorName() throws {
    var options = MappingOptions()
    options.unknownKeys = .fail
    for input in everyWay(#"{"stray": 5}"#, WayIn.forms) {
      let error = #expect(throws: ModelError.self) {
        try input.map(to: Event.self, options: options)
      }
      #expect(error?.issues.map(\.description) == ["nowhere: unknown key"], "\(input)")
    }
  }

  @Test func isSetOutsideAMapping() throws {
    let event = Event()
    try event.serializeValue(5, key: "minutes")
    #expect(event.seconds == 300)
    try event.serializeValue(6, key: "duration")
    #expect(event.seconds == 6)
  }

  /// In both orders, also if the value is an object that simply becomes a model.
  @Test(arguments: [
    (#"{"part": {"n": "x"}, "other": {"n": 1}}"#, []),
    (#"{"other": {"n": 1}, "part": {"n": "x"}}"#, []),
    (#"{"part": {"n": 1}, "other": {"n": "x"}}"#, ["part.n"]),
    (#"{"other": {"n": "x"}, "part": {"n": 1}}"#, ["part.n"]),
  ])
  func takesTheIssuesOfThePairThatLosesWithIt(json: String, paths: [String]) throws {
    class Part: ModelObject {
      var n = 0
    }
    class Whole: ModelObject {
      var part: Part?
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key == "other" ? "part" : key)
      }
    }
    // The short way is for classes that are known.
    #expect(try Part(json: #"{"n": 3}"#).n == 3)
    for input in everyWay(json, WayIn.formsAndDecoder) {
      #expect(try input.map(to: Whole.self).part?.n == (paths.isEmpty ? 1 : 0), "\(input)")
      #expect(input.issues(mappingTo: Whole.self).map(\.path) == paths, "\(input)")
    }
  }
}
