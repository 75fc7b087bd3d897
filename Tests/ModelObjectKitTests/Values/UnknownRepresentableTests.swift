import Foundation
import ModelObjectKit
import Testing

private enum State: String, UnknownRepresentable, CaseIterable, Codable {
  case open, closed, unknown
}

private enum Level: Int, UnknownRepresentable { case unknown, low, high }

private final class Door: ModelObject {
  var state = State.open
  var former: State?
  var states: [State] = []
  var level = Level.low
  var counts: [State: Int] = [:]
}

struct UnknownRawValues {
  private static let json = #"""
    {"state": "ajar", "former": "off", "states": ["open", "x", null, 5], "level": "9",
     "counts": {"open": 1, "x": 2, "unknown": 3}}
    """#

  @Test func becomeUnknownAndAreIssues() throws {
    for input in everyWay(Self.json) {
      let log = TextLog()
      var options = MappingOptions()
      options.issueHandler = { issues in log.add(issues.map(\.description)) }
      let door = Door()
      try input.update(door, options: options)
      #expect(door.state == .unknown && door.former == .unknown && door.level == .unknown)
      #expect(door.states == [.open, .unknown, .unknown], "\(input)")
      #expect(door.counts == [.open: 1, .unknown: 3], "\(input)")
      let cases = "one of open, closed"
      #expect(
        Set(log.texts) == [
          "state: expected \(cases), found \"ajar\"", "former: expected \(cases), found \"off\"",
          "states[1]: expected \(cases), found \"x\"",
          "states[2]: null where a value is expected (State)",
          "states[3]: expected \(cases), found 5", "level: expected Level, found String \"9\"",
          "counts.x: expected \(cases), found \"x\"",
        ],
        "\(input)"
      )
    }
    let decoded = try JSONDecoder().decode(Door.self, from: Data(Self.json.utf8))
    #expect(decoded.state == .unknown && decoded.level == .unknown)
    #expect(decoded.states == [.open, .unknown, .unknown])
  }

  @Test func failIfMismatchesDo() {
    for input in everyWay(#"{"state": "ajar", "level": 1}"#) {
      let issues = input.issues(mappingTo: Door.self, options: .strictButMissing)
      #expect(issues.map(\.path) == ["state"], "\(input)")
    }
  }

  @Test func areExplainedInTheLineOfTheirProperty() throws {
    let json = #"{"state": "open", "FORMER": "off", "states": ["open", "x"], "level": 9}"#
    #expect(
      try Door.explain(json: json).description == """
        Door: 4 mapped, 1 missing
          state  ← state      open
          former ← FORMER     unknown: expected one of open, closed, found "off"
          states ← states     [open, unknown]
          level  ← level      unknown: expected Level, found Int 9
          counts –            no such key
                 – states[1]  expected one of open, closed, found "x"
        """
    )
  }

  /// A server may change 0 and 1 to words, or words to numbers.
  @Test(arguments: [#""urgent""#, "1.5", "7", "-1", "1e99"])
  func areOfAnyType(value: String) throws {
    for input in everyWay(#"{"level": \#(value), "state": \#(value)}"#) {
      let door = Door()
      door.level = .high
      door.state = .closed
      try input.update(door, options: nil)
      #expect(door.level == .unknown && door.state == .unknown, "\(input)")
      let issues = input.issues(mappingTo: Door.self, options: .strictButMissing)
      #expect(Set(issues.map(\.path)) == ["level", "state"], "\(input)")
    }
  }

  @Test func areNeitherObjectsNorNull() throws {
    let door = try Door(json: #"{"state": {}, "level": [], "former": null}"#)
    #expect(door.state == .open && door.level == .low && door.former == nil)
    try door.update(json: #"{"state": "unknown"}"#)
    #expect(door.state == .unknown)
    #expect(try door.jsonString().hasPrefix(#"{"state":"unknown""#))
    // While text is still arriving, an enum waits.
    #expect(try Door(partialJSON: #"{"state": "clo"#).state == .open)
  }
}
