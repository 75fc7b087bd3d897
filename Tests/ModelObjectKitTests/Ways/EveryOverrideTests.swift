import Foundation
import ModelObjectKit
import Testing

private class Tag: ModelObject {
  var name = ""
}

/// Each override of a class counts in every way in.
struct EveryOverride {
  private enum Listed: Subject {
    static var initial: Int { 7 }
    static var keyMapping: [String: JSONKey] { ["value": ["ext.deep[1]", "other"]] }
  }

  @Test func keyMapping() {
    expectEveryWay(of: Listed.self, #""ext": {"Deep": [1, 2]}"#, becomes: 2)
    expectEveryWay(of: Listed.self, #""OTHER": 3"#, becomes: 3)
    expectEveryWay(of: Listed.self, #""other": 3, "ext": {"deep": [1, 2]}"#, becomes: 2)
    // The beginning of a growing text has the other key alone.
    expectEveryWay(
      of: Listed.self,
      #""other": 3, "ext": {"deep": [1, "x"]}"#,
      becomes: 7,
      issuesAt: ["ext.deep[1]"],
      ways: WayIn.exceptRows.subtracting([.growing])
    )
  }

  private enum Maybe: Subject {
    static var initial: Int? { 7 }
    static var keyMapping: [String: JSONKey] { ["value": ["value", "other", "ext.deep"]] }
  }

  /// Null gives way to a key with a value, but is a value if there is none.
  @Test func nullsOfKeysThatCompete() {
    expectEveryWay(of: Maybe.self, #""value": null, "other": 3"#, becomes: 3)
    expectEveryWay(of: Maybe.self, #""other": 3, "value": null"#, becomes: 3)
    expectEveryWay(of: Maybe.self, #""ext": {"deep": 3}, "other": null"#, becomes: 3)
    expectEveryWay(of: Maybe.self, #""other": null, "value": null"#, becomes: nil)
    expectEveryWay(of: Maybe.self, #""value": 2, "other": 3"#, becomes: 2)
  }

  private enum Exact: Subject {
    static var initial: Int { 7 }
    static var keyMatching: KeyMatching { .exact }
  }

  @Test func keyMatching() {
    // A row finds its columns in any case itself.
    expectEveryWay(of: Exact.self, #""VALUE": 1"#, becomes: 7, ways: WayIn.exceptRows)
    expectEveryWay(of: Exact.self, #""value": 1"#, becomes: 1)
  }

  private enum Typed: Subject {
    static var initial: Double { 7 }
    static var transforms: [String: PropertyTransform] {
      [
        "value": PropertyTransform(from: Double.self) {
          $0 / 100
        } write: {
          $0 * 100
        }
      ]
    }
  }

  private enum Raw: Subject {
    static var initial: [String] { ["-"] }
    static var transforms: [String: PropertyTransform] {
      ["value": PropertyTransform(read: { ($0 as? String)?.components(separatedBy: ",") ?? $0 })]
    }
  }

  @Test func transforms() {
    expectEveryWay(of: Typed.self, #""value": "1250""#, becomes: 12.5)
    expectEveryWay(
      of: Typed.self,
      #""value": []"#,
      becomes: 7,
      issuesAt: ["value"],
      ways: WayIn.exceptRows
    )
    expectEveryWay(of: Raw.self, #""value": "a,b""#, becomes: ["a", "b"])
    expectEveryWay(of: Raw.self, #""value": ["a"]"#, becomes: ["a"])
  }

  private enum Dated: Subject {
    static var initial: [Date?] { [] }
    static var dateFormats: [String: DateOptions.Format] { ["value": .custom("dd.MM.yyyy")] }
  }

  @Test func dateFormats() {
    expectEveryWay(
      of: Dated.self,
      #""value": ["02.01.2001", null]"#,
      becomes: [Date(timeIntervalSinceReferenceDate: 86_400), nil]
    )
  }

  private enum Mapped: Subject {
    static var initial: [ModelObject] { [] }
    static var arrayMapping: [String: ModelObject.Type] { ["value": Tag.self] }
  }

  @Test func arrayMapping() throws {
    expectEveryWay(
      of: Mapped.self,
      #""value": [{"name": "a"}]"#,
      becomes: [try Tag(json: #"{"name": "a"}"#)]
    )
  }

  private enum Ignored: Subject {
    static var initial: Int { 7 }
    static var ignoredProperties: Set<String> { ["value"] }
  }

  private enum Chosen: Subject {
    static var initial: Int { 7 }
    static var mappedProperties: Set<String>? { ["probeNumber"] }
  }

  @Test func propertiesThatAreNotMapped() {
    expectEveryWay(of: Ignored.self, #""value": 1"#, becomes: 7)
    let kinds = Set(ProbeKind.allCases).subtracting([.keeping])
    expectEveryWay(of: Chosen.self, #""value": 1"#, becomes: 7, kinds: kinds)
  }

  private enum Needed: Subject {
    static var initial: Int? { 7 }
    static var requiredProperties: Set<String> { ["value"] }
  }

  private enum StrictlyNeeded: Subject {
    static var initial: Int? { 7 }
    static var requiredProperties: Set<String> { ["value"] }
    static var options: MappingOptions {
      var options = MappingOptions()
      options.mismatches = .fail
      return options
    }
  }

  @Test func requiredProperties() {
    expectRequired(Needed.self)
    expectRequired(StrictlyNeeded.self)
  }

  private func expectRequired<S: Subject>(_ subject: S.Type) where S.Value == Int? {
    expectEveryWay(of: subject, #""value": 1"#, becomes: 1)
    // Inside others, the object is left out. An update leaves what it doesn't name.
    expectEveryWay(
      of: subject,
      #""probeNumber": 1"#,
      failsAt: ["rejected"],
      ways: [.text, .data, .foundation, .native, .decoder, .row, .statement, .beginning],
      inside: []
    )
  }
}
