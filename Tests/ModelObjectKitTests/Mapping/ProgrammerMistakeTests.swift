import Foundation
import ModelObjectKit
import Testing

private final class MisspelledKeyMapping: ModelObject {
  var personName = ""
  var age = 0

  override class var keyMapping: [String: JSONKey] { ["personNmae": "name"] }
}

private final class MisspelledIgnored: ModelObject {
  var password = ""
  var other = 0

  override class var ignoredProperties: Set<String> { ["pasword"] }
}

private final class MisspelledMapped: ModelObject {
  var headline = ""
  var other = 0

  override class var mappedProperties: Set<String>? { ["other", "headlin"] }
}

private final class MisspelledTransform: ModelObject {
  var amount = 0
  var other = 0

  override class var transforms: [String: PropertyTransform] {
    ["amuont": PropertyTransform(read: { $0 })]
  }
}

private final class MisspelledDateFormat: ModelObject {
  var birthday: Date?
  var other = 0

  override class var dateFormats: [String: DateOptions.Format] { ["brithday": .iso8601] }
}

private final class MisspelledUnexported: ModelObject {
  var token = ""
  var other = 0

  override class var unexportedProperties: Set<String> { ["tokne"] }
}

private final class MisspelledUnarchived: ModelObject {
  var cache = 0
  var other = ""

  override class var unarchivedProperties: Set<String> { ["cahce"] }
}

private class Ancestor: ModelObject {
  var inheritedName = ""
}

private final class MisspelledInherited: Ancestor {
  var other = 0

  override class var keyMapping: [String: JSONKey] { ["inheritedNmae": "n"] }
}

/// Names that look wrong but aren't: every declared field is valid, and `arrayMapping` may contain
/// JSON keys.
private final class OddButRight: Ancestor {
  let constant = 1
  lazy var later = 2
  weak var owner: Ancestor?
  var plain = 0

  override class var ignoredProperties: Set<String> {
    ["constant", "later", "owner", "inheritedName"]
  }

  override class var arrayMapping: [String: ModelObject.Type] { ["no_such_field": Ancestor.self] }
}

/// A name in a class-level list that isn't a field of the class is a fatal error at the first use
/// of the class, with the class, the wrong name and the most similar one in its message.
struct MistakesOfTheProgrammer {
  @Test func inKeyMapping() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try? MisspelledKeyMapping(json: "{}")
    }
    expect(result, names: ["MisspelledKeyMapping", "personNmae", "personName"])
  }

  @Test func inIgnoredProperties() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try? MisspelledIgnored(dictionary: ["other": 1])
    }
    expect(result, names: ["MisspelledIgnored", "pasword", "password"])
  }

  @Test func inMappedProperties() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      try? MisspelledMapped().update(json: "{}")
    }
    expect(result, names: ["MisspelledMapped", "headlin", "headline"])
  }

  @Test func inTransforms() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try? MisspelledTransform(json: "{}")
    }
    expect(result, names: ["MisspelledTransform", "amuont", "amount"])
  }

  @Test func inDateFormats() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try? MisspelledDateFormat(json: "{}")
    }
    expect(result, names: ["MisspelledDateFormat", "brithday", "birthday"])
  }

  @Test func inUnexportedProperties() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try? MisspelledUnexported(json: "{}")
    }
    expect(result, names: ["MisspelledUnexported", "tokne", "token"])
  }

  @Test func inUnarchivedProperties() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try? MisspelledUnarchived(json: "{}")
    }
    expect(result, names: ["MisspelledUnarchived", "cahce", "cache"])
  }

  @Test func aboutAnInheritedProperty() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try? MisspelledInherited(json: "{}")
    }
    expect(result, names: ["MisspelledInherited", "inheritedNmae", "inheritedName"])
  }

  @Test func inAClassThatStandsInAnother() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = try? Outer(json: #"{"inner": {}}"#)
    }
    expect(result, names: ["MisspelledKeyMapping", "personNmae", "personName"])
  }

  @Test func everyDeclaredFieldMayBeNamed() throws {
    let odd = try OddButRight(
      json: #"{"constant": 5, "later": 5, "plain": 5, "inheritedName": "a"}"#
    )
    #expect(odd.constant == 1)
    #expect(odd.later == 2)
    #expect(odd.owner == nil)
    #expect(odd.plain == 5)
    #expect(odd.inheritedName == "")
  }

  private final class Outer: ModelObject {
    var inner: MisspelledKeyMapping?
  }

  private func expect(
    _ result: ExitTest.Result?,
    names: [String],
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let message = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    for name in names {
      // The right name may contain the wrong one, so look for whole words.
      let isNamed = message.split { !$0.isLetter && !$0.isNumber }.contains { $0 == name }
      #expect(isNamed, "\(name) in: \(message.prefix(500))", sourceLocation: sourceLocation)
    }
  }
}
