import Foundation
@testable import ModelObjectKit
import Testing

/// A type that isn't in the library: one conformance makes it a mapped type.
struct Percentage: Leaf {
  let value: Int

  static func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Percentage? {
    guard case .text(let text) = input, text.string.hasSuffix("%") else { return nil }
    return Int(text.string.dropLast()).map { Percentage(value: $0) }
  }

  static func write(_ value: Percentage, to sink: any ValueSink) { sink.text(text(of: value)) }
  static func text(of value: Percentage) -> String { "\(value.value)%" }
  static var kind: LeafKind { LeafKind(isKey: true) }
}

private final class Poll: ModelObject {
  var turnout = Percentage(value: 0)
  var swing: Percentage?
  var shares: [Percentage] = []
  var classes: Set<Percentage> = []
  var byParty: [String: Percentage] = [:]
  var voters: [Percentage: Int] = [:]

  static let text = """
    {"turnout":"71%","swing":"3%","shares":["40%","35%"],"classes":["5%"],\
    "byParty":{"a":"40%"},"voters":{"71%":12}}
    """
}

private final class Grade: ModelObject {
  var mark: Character = "F"
  var former: Character?
  var all: [Character] = []
  var bySubject: [String: Character] = [:]
}

struct Leaves {
  @Test func oneConformanceMakesAMappedType() throws {
    let poll = try Poll(json: Poll.text)
    #expect(poll.turnout.value == 71)
    #expect(poll.swing?.value == 3)
    #expect(poll.shares.map(\.value) == [40, 35])
    #expect(poll.byParty["a"]?.value == 40)
    #expect(poll.voters == [Percentage(value: 71): 12])
    #expect(poll.classes == [Percentage(value: 5)])
  }

  @Test func theTypeIsExportedCopiedComparedAndArchived() throws {
    let poll = try Poll(json: Poll.text)
    #expect(try poll.jsonString() == Poll.text)
    let copy = poll.copy()
    #expect(copy == poll)
    #expect(copy.hashValue == poll.hashValue)
    copy.turnout = Percentage(value: 70)
    #expect(copy != poll)
    #expect(try Poll(archive: poll.archivedData()) == poll)
    #expect(try Poll(dictionary: poll.dictionaryRepresentation()) == poll)
    #expect(String(describing: poll).contains("71%"))
  }

  @Test func codersTakeTheTypeAsItsTextWithoutAConformance() throws {
    let poll = try Poll(json: Poll.text)
    let data = try JSONEncoder().encode(poll)
    #expect(try JSONDecoder().decode(Poll.self, from: data) == poll)
  }

  @Test func anotherValueIsAnIssueThatNamesTheType() {
    var options = MappingOptions.strict
    options.missingKeys = .ignore
    #expect(throws: ModelError.self) {
      try Poll(json: #"{"turnout": 71}"#, options: options)
    }
    let poll = try? Poll(json: #"{"turnout": 71}"#)
    #expect(poll?.turnout.value == 0)
  }
}

struct Characters {
  @Test(arguments: [
    (#""A""#, "A"), (#"" ""#, " "), (#""👩‍👩‍👧""#, "👩‍👩‍👧"), ("7", "7"), (#""e\u0301""#, "é"),
  ])
  func aStringOfOneCharacterIsTaken(json: String, mark: Character) throws {
    #expect(try Grade(json: "{\"mark\": \(json)}").mark == mark)
  }

  @Test(arguments: [#""AB""#, #""""#, "null", #""null""#, "true", "12", "[]", "{}"])
  func anythingElseKeepsTheDefault(json: String) throws {
    #expect(try Grade(json: "{\"mark\": \(json)}").mark == "F")
  }

  @Test(arguments: [#""""#, "null", #""nil""#])
  func nullMakesAnOptionalNil(json: String) throws {
    let grade = try Grade(json: #"{"former": "A"}"#)
    try grade.update(json: "{\"former\": \(json)}")
    #expect(grade.former == nil)
  }

  @Test func charactersGoEverywhere() throws {
    let text = #"{"mark":"A","former":"B","all":["C","\""],"bySubject":{"Math":"D"}}"#
    let grade = try Grade(json: text)
    #expect(try grade.jsonString() == text)
    #expect(try Grade(archive: grade.archivedData()) == grade)
    #expect(try Grade(dictionary: ["mark": Character("A")]).mark == "A")
    let coded = try JSONEncoder().encode(grade)
    #expect(try JSONDecoder().decode(Grade.self, from: coded) == grade)
    #expect(grade.copy() == grade)
  }

  @Test func theReasonSaysWhatIsWrong() throws {
    let report = try Grade.explain(json: #"{"mark": "AB"}"#)
    #expect(String(describing: report).contains(#""AB" is not one character"#))
  }
}
