import Foundation
import ModelObjectKit
import Testing

private class Part: ModelObject {
  var id = 0
  var name = ""
}

/// Records the arguments of the hook, and passes them on unchanged.
private class Recorder: ModelObject {
  var name = ""
  var count = 0
  var optional: Int?
  var part: Part?
  var list: [Part] = []
  var any: Any?
  let log = Log()

  override func serializeValue(_ value: Any?, key: String) throws {
    log.note(key, value)
    try super.serializeValue(value, key: key)
  }
}

private final class Log {
  private(set) var keys: [String] = []
  private(set) var values: [String: Any] = [:]
  private(set) var nulls: [String] = []

  func note(_ key: String, _ value: Any?) {
    keys.append(key)
    if let value { values[key] = value } else { nulls.append(key) }
  }
}

struct Hook {
  @Test func isCalledOncePerKeyNullIncluded() throws {
    let json = #"{"zeta": 1, "name": "a", "optional": null, "UNKNOWN": {}, "": true, "count": 5}"#
    for input in everyWay(json) {
      let recorder = try input.map(to: Recorder.self)
      #expect(
        recorder.log.keys.sorted() == ["", "UNKNOWN", "count", "name", "optional", "zeta"],
        "\(input)"
      )
      #expect(recorder.log.nulls == ["optional"], "\(input)")
      #expect(recorder.name == "a" && recorder.count == 5, "\(input)")
    }
  }

  @Test func aValueGoesToTheKeyThatItIsPassedOnUnder() throws {
    final class Swapping: ModelObject {
      var first = 0
      var second = 0
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key == "first" ? "second" : "first")
      }
    }
    for input in everyWay(#"{"first": 1, "second": 2}"#) {
      let swapping = try input.map(to: Swapping.self)
      #expect(swapping.first == 2 && swapping.second == 1, "\(input)")
    }
  }

  /// So is a value at a path.
  @Test func theEndOfAPathIsSetUnderTheKeyThatItsObjectIsPassedOnUnder() throws {
    class Named: ModelObject {
      var name = ""
      override class var keyMapping: [String: JSONKey] { ["name": ["name", "ext.name"]] }
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(value, key: key == "alias" ? "ext" : key)
      }
    }
    for (json, name) in [
      (#"{"alias": {"name": "b"}, "name": "a"}"#, "b"),
      (#"{"alias": {"name": "b"}, "ext": {"name": "c"}}"#, "b"),
      (#"{"name": [], "alias": {"name": "b"}}"#, "b"),
    ] {
      for input in everyWay(json) {
        #expect(try input.map(to: Named.self).name == name, "\(input)")
      }
    }
    #expect(try Named(json: #"{"name": "a", "alias": {"name": "b"}}"#).name == "b")
  }

  /// Under its own key it is the value of the pair that decides, and no other pair is handed.
  @Test func aNullInPlaceOfAValueDecides() throws {
    final class Clearing: ModelObject {
      var name: String? = "n"
      override func serializeValue(_ value: Any?, key: String) throws {
        try super.serializeValue(key == "name" ? NSNull() : value, key: key)
      }
    }
    for (json, name) in [
      (#"{"name": "a"}"#, nil as String?), (#"{"name": "a", "NAME": "b"}"#, nil),
    ] {
      for input in everyWay(json) {
        #expect(try input.map(to: Clearing.self).name == name, "\(input)")
      }
    }
  }

  @Test func pairsComeInTextOrder() throws {
    let json = #"{"zeta": 1, "name": "a", "B": null, "a": {}, "count": 5, "_": 0}"#
    for way in WayIn.verbatim {
      let recorder = try JSONInput(json, by: way).map(to: Recorder.self)
      #expect(recorder.log.keys == ["zeta", "name", "B", "a", "count", "_"])
    }
  }

  @Test func pairsOfDictionariesComeInSortedOrder() throws {
    let json = #"{"zeta": 1, "name": "a", "B": null, "a": {}, "count": 5, "_": 0, "é": 1, "Z": 2}"#
    for way in [WayIn.foundation, .native] {
      for _ in 0..<10 {
        let recorder = try JSONInput(json, by: way).map(to: Recorder.self)
        #expect(recorder.log.keys == ["B", "Z", "_", "a", "count", "name", "zeta", "é"])
      }
    }
  }

  @Test func isGivenSwiftValues() throws {
    let json = #"""
      {"name": "a", "count": 5, "any": 0.5, "flag": true, "big": 18446744073709551615,
       "list": [1, "b", null], "part": {"id": 1, "name": null}}
      """#
    for input in everyWay(json) {
      let values = try input.map(to: Recorder.self).log.values
      #expect(values["name"] as? String == "a", "\(input)")
      #expect(values["count"] as? Int == 5, "\(input)")
      #expect(values["any"] as? Double == 0.5, "\(input)")
      #expect(values["flag"] as? Bool == true, "\(input)")
      #expect(values["big"] as? UInt64 == .max, "\(input)")
      let list = try #require(values["list"] as? [Any])
      #expect(list.count == 3 && list[1] as? String == "b" && list[2] is NSNull, "\(input)")
      let part = try #require(values["part"] as? [String: Any])
      #expect(part["id"] as? Int == 1 && part["name"] is NSNull, "\(input)")
    }
  }

  @Test func ofAnInnerClassIsCalledForElementsAndProperties() throws {
    let json = #"{"one": {"b": 1, "a": 2}, "many": [{"c": 3}, {"d": 4}], "named": {"x": {"e": 5}}}"#
    for input in everyWay(json) {
      let tree = try input.map(to: Tree.self)
      #expect(tree.one?.log.keys.sorted() == ["a", "b"], "\(input)")
      #expect(tree.many.map(\.log.keys) == [["c"], ["d"]], "\(input)")
      #expect(tree.named["x"]?.log.keys == ["e"], "\(input)")
    }
  }

  @Test func mayChangeAValue() throws {
    for input in everyWay(#"{"name": " a ", "count": 5, "part": {"id": 1, "name": "p"}}"#) {
      let changed = try input.map(to: Changer.self)
      #expect(changed.name == "a", "\(input)")
      #expect(changed.count == 10, "\(input)")
      #expect(changed.part?.id == 99, "\(input)")
      #expect(changed.part?.name == "", "\(input)")
    }
  }

  @Test func mayDropAPair() throws {
    for input in everyWay(#"{"name": "secret", "count": 5, "part": {"id": 1}}"#) {
      let dropper = try input.map(to: Dropper.self)
      #expect(dropper.name == "", "\(input)")
      #expect(dropper.part == nil, "\(input)")
      #expect(dropper.count == 5, "\(input)")
    }
  }

  @Test func mayRedirectAPair() throws {
    let json = #"{"x_name": "a", "x_part": {"id": 1}, "x_list": [{"id": 2}], "x_count": "7"}"#
    for input in everyWay(json) {
      let redirected = try input.map(to: Redirector.self, options: .strictButMissing)
      #expect(redirected.name == "a", "\(input)")
      #expect(redirected.count == 7, "\(input)")
      #expect(redirected.part?.id == 1, "\(input)")
      #expect(redirected.list.map(\.id) == [2], "\(input)")
    }
  }

  @Test func aRedirectedPairWinsOverThatOfTheProperty() throws {
    for (json, count) in [
      (#"{"COUNT": 1, "x_count": 2}"#, 2), (#"{"COUNT": 1, "x_count": null}"#, 1),
      (#"{"COUNT": 1, "x_count": []}"#, 0),
    ] {
      for input in everyWay(json) {
        #expect(try input.map(to: Redirector.self).count == count, "\(input)")
      }
    }
    #expect(try Redirector(json: #"{"x_count": 2, "COUNT": 1}"#).count == 2)
    #expect(try Redirector(json: #"{"x_count": 2, "count": 1}"#).count == 2)
    #expect(try Redirector(json: #"{"count": 1, "x_count": 2}"#).count == 2)
    // A required key that only occurs under another name isn't missing.
    var options = MappingOptions()
    options.missingKeys = .fail
    for input in everyWay(#"{"x_name": "a"}"#) {
      let paths = input.issues(mappingTo: Redirector.self, options: options).map(\.path)
      #expect(!paths.contains("name") && paths.contains("count"), "\(input)")
    }
  }

  @Test func maySplitAPair() throws {
    for input in everyWay(#"{"both": 5}"#) {
      let splitter = try input.map(to: Splitter.self)
      #expect(splitter.first == 5 && splitter.second == 10, "\(input)")
    }
  }

  @Test func calledByHandIsAnUpdateWithOnePair() throws {
    let recorder = Recorder()
    try recorder.serializeValue("5", key: "COUNT")
    #expect(recorder.count == 5)
    try recorder.serializeValue(["id": 1, "name": "a"], key: "part")
    #expect(recorder.part?.id == 1)
    let part = recorder.part
    try recorder.serializeValue(["ID": "2"], key: "part")
    #expect(recorder.part === part)
    #expect(part?.id == 2 && part?.name == "a")
    recorder.optional = 5
    try recorder.serializeValue(nil, key: "optional")
    #expect(recorder.optional == nil)
    try recorder.serializeValue("abc", key: "count")
    #expect(recorder.count == 5)
    let plain = Part()
    try plain.serializeValue(7, key: "id")
    #expect(plain.id == 7)
    try plain.serializeValue(1, key: "nobody")
  }

  @Test func anotherObjectMayBeMappedWithinIt() throws {
    let json = #"{"name": "{\"name\": \"inner\", \"count\": 3}", "count": 5}"#
    for input in everyWay(json) {
      let outer = try input.map(to: Reader.self)
      #expect(outer.inner?.name == "inner" && outer.inner?.count == 3, "\(input)")
      #expect(outer.count == 5, "\(input)")
    }
  }

  @Test func maySendAPairToAnotherObject() throws {
    for input in everyWay(#"{"other_count": 7, "count": 5, "other_name": "b", "name": "a"}"#) {
      let sender = try input.map(to: Sender.self, options: .strictButMissing)
      #expect(sender.name == "a" && sender.count == 5, "\(input)")
      #expect(sender.other.name == "b" && sender.other.count == 7, "\(input)")
    }
  }

  @Test func mayUpdateTheObjectThatIsBeingMapped() throws {
    for input in everyWay(#"{"name": "a", "patch": {"COUNT": "7", "part": {"id": 1}}, "x": 1}"#) {
      let patched = try input.map(to: Patched.self)
      #expect(patched.name == "a" && patched.count == 7 && patched.part?.id == 1, "\(input)")
    }
  }

  private final class Sender: Recorder {
    let other = Recorder()
    override class var ignoredProperties: Set<String> { ["other"] }

    override func serializeValue(_ value: Any?, key: String) throws {
      if key.hasPrefix("other_") {
        try other.serializeValue(value, key: String(key.dropFirst(6)))
      } else {
        try super.serializeValue(value, key: key)
      }
    }
  }

  private final class Patched: Recorder {
    override func serializeValue(_ value: Any?, key: String) throws {
      if key == "patch", let patch = value as? [String: Any] {
        try update(dictionary: patch)
      } else {
        try super.serializeValue(value, key: key)
      }
    }
  }

  private final class Tree: ModelObject {
    var one: Recorder?
    var many: [Recorder] = []
    var named: [String: Recorder] = [:]
  }

  private final class Changer: Recorder {
    override func serializeValue(_ value: Any?, key: String) throws {
      switch value {
      case let text as String:
        try super.serializeValue(text.trimmingCharacters(in: .whitespaces), key: key)
      case let number as Int:
        try super.serializeValue(number * 2, key: key)
      case is [String: Any]:
        try super.serializeValue(["id": 99], key: key)
      default:
        try super.serializeValue(value, key: key)
      }
    }
  }

  private final class Dropper: Recorder {
    override func serializeValue(_ value: Any?, key: String) throws {
      guard key == "count" else { return }
      try super.serializeValue(value, key: key)
    }
  }

  private final class Redirector: Recorder {
    override func serializeValue(_ value: Any?, key: String) throws {
      let name = key.hasPrefix("x_") ? String(key.dropFirst(2)) : key
      try super.serializeValue(value, key: name)
    }
  }

  private final class Splitter: ModelObject {
    var first = 0
    var second = 0

    override func serializeValue(_ value: Any?, key: String) throws {
      guard key == "both", let number = value as? Int else { return }
      try super.serializeValue(value, key: "first")
      try super.serializeValue(number * 2, key: "second")
    }
  }

  private final class Reader: ModelObject {
    var inner: Recorder?
    var count = 0

    override func serializeValue(_ value: Any?, key: String) throws {
      if key == "name", let json = value as? String {
        inner = try Recorder(json: json)
      } else {
        try super.serializeValue(value, key: key)
      }
    }
  }
}

struct HooksOfAChainOfClasses {
  @Test func areCalledFromTheNearestUp() throws {
    for input in everyWay(#"{"value": 1}"#) {
      let bottom = try input.map(to: Bottom.self)
      #expect(bottom.calls.all == ["bottom", "top"], "\(input)")
      #expect(bottom.value == 101, "\(input)")
    }
  }

  @Test func anInheritedHookIsCalledToo() throws {
    for input in everyWay(#"{"value": 1}"#) {
      let middle = try input.map(to: Middle.self)
      #expect(middle.calls.all == ["top"], "\(input)")
      #expect(middle.value == 1, "\(input)")
    }
  }

  private final class Calls {
    var all: [String] = []
  }

  private class Top: ModelObject {
    var value = 0
    let calls = Calls()

    override func serializeValue(_ value: Any?, key: String) throws {
      calls.all.append("top")
      try super.serializeValue(value, key: key)
    }
  }

  private class Middle: Top {
    var other = 0
  }

  private final class Bottom: Middle {
    override func serializeValue(_ value: Any?, key: String) throws {
      calls.all.append("bottom")
      try super.serializeValue((value as? Int).map { $0 + 100 }, key: key)
    }
  }
}
