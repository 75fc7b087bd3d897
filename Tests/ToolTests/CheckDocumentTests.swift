import Foundation
import ModelObjectKit
import Testing

@testable import ModelObjectTool

private class Person: ModelObject {
  var name = ""
  var personId = 0
  var born: Date?
  var nickname: String?
  var address: Address?
  var phones: [Phone] = []
  var tags: [String] = []
  var size = Size.small
  let fixed = 1
  enum Size: String, CaseIterable { case small, large = "L" }
  override class var keyMapping: [String: JSONKey] {
    ["personId": ["id", "person.id"], "nickname": "extra.nick"]
  }
  override class var dateFormats: [String: DateOptions.Format] { ["born": .custom("dd.MM.yyyy")] }
}

private class Address: ModelObject {
  var street = ""
}

private class Phone: ModelObject {
  var number = ""
  override class var subclasses: Subclasses? { .byTag("kind", ["mobile": Mobile.self]) }
}

private class Mobile: Phone {
  var carrier = ""
}

/// `modelobject check --json`: what a mapping would do, from the sources of the classes above.
struct CheckDocumentTests {
  private static func explain(
    _ json: String,
    as name: String = "Person",
    in sources: String? = nil
  ) throws -> SourceExplanation {
    let own = try String(contentsOfFile: #filePath, encoding: .utf8)
    let source = SourceFile(Array((sources ?? own).utf8))
    let checker = Checker([CodeFile(path: "A.swift", source: source)])
    let model = try #require(checker.catalog.models.first { $0.name == name })
    return SourceExplainer.explain(
      try JSONTree(Array(json.utf8)),
      as: model,
      in: checker.catalog
    )
  }

  private static let json = #"""
    {"NAME": "Shan", "id": null, "person": {"ID": "12"}, "born": "06.05.1990",
     "extra": {"Nick": "S"}, "address": {"street": 5, "town": "Bern"},
     "phones": [{"number": "1"}, {"kind": "mobile", "number": "2", "carrier": []}],
     "tags": ["a", {}], "size": "XL", "fixed": 2, "nam": 1}
    """#

  @Test func aReportSaysWhatExplainSays() throws {
    let explanation = try Self.explain(Self.json)
    let report = try Person.explain(json: Self.json)
    // The same properties are mapped from the same keys, with the same values.
    let mapped = explanation.rows.filter { $0.kind == .mapped && !$0.text.hasSuffix("elements") }
    let leaves = report.matches.filter { !$0.value.isEmpty && !$0.value.hasSuffix("elements") }
    #expect(
      Set(
        mapped.filter { !$0.text.isEmpty }.map { "\($0.path.property) \($0.path.key) \($0.text)" }
      )
        == Set(leaves.map { "\($0.property) \($0.key) \($0.value)" })
    )
    // The same keys are unknown, and the same values don't fit.
    #expect(
      Set(explanation.rows.filter { $0.kind == .unknownKey }.map(\.path.key))
        == Set(report.issues.filter { $0.kind == .unknownKey }.map(\.path))
    )
    #expect(
      Set(explanation.rows.filter { $0.kind == .misfit }.map(\.path.key))
        == Set(report.issues.filter { $0.kind == .typeMismatch }.map(\.path))
    )
    #expect(
      Set(explanation.rows.filter { $0.kind == .missing }.map(\.path.property))
        == Set(report.unmapped.filter { $0.reason == "no such key" }.map(\.property))
    )
    #expect(explanation.notes == [])
  }

  @Test func theTextIsAsThatOfExplain() throws {
    let json = #"{"NAME": "Shan", "id": "abc", "tags": ["a"], "nick_nam": "S"}"#
    let source =
      "class P: ModelObject { var name = \"\"; var id = 0; var nickname: String?; var tags: [String] = [] }"
    #expect(
      try Self.explain(json, as: "P", in: source).text == """
        P: 2 mapped, 1 didn't fit, 1 missing, 1 unknown key
          name     ← NAME      "Shan"
          tags     ← tags      ["a"]
          id       – id        "abc" is not a number
          nickname –           no such key
          ?        ← nick_nam  unknown key, near nickname

        """
    )
  }

  @Test func whatSourcesDoNotShowIsSaid() throws {
    let source = #"""
      class P: ModelObject {
        var a: Other?
        var b = 0
        var c: Price?
        struct Price: Codable {}
        override class var transforms: [String: PropertyTransform] { ["b": PropertyTransform { $0 }] }
        override func willMap(_ dictionary: [String: Any]) throws -> [String: Any] { dictionary }
      }
      """#
    let explanation = try Self.explain(#"{"a": 1, "b": 2, "c": {}}"#, as: "P", in: source)
    #expect(
      explanation.notes == [
        "what P.willMap does", "the type of a", "what the transform of P.b makes",
        "what Price takes",
      ]
    )
    #expect(explanation.text.hasSuffix("Not known from sources: what Price takes\n"))
  }

  @Test func listsAreExplainedByElement() throws {
    let explanation = try Self.explain(#"[{"street": "a"}, {"street": []}, 7]"#, as: "Address")
    #expect(
      explanation.rows.map { "\($0.kind) \($0.path.property) \($0.path.key)" } == [
        "mapped [0].street [0].street", "misfit [1].street [1].street", "misfit [2] [2]",
      ]
    )
    #expect(explanation.title == "[Address]")
  }

  private static func run(_ json: String, _ arguments: [String]) throws -> (run: Run, page: String?)
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data("class P: ModelObject { var id = 0 }".utf8).write(
      to: folder.appending(path: "P.swift")
    )
    try Data(json.utf8).write(to: folder.appending(path: "p.json"))
    let all = ["check", folder.path, "--json", folder.path + "/p.json"] + arguments
    let run = Run(all.map { $0.replacing("FOLDER", with: folder.path) })
    let page = try? String(contentsOfFile: folder.path + "/p.html", encoding: .utf8)
    return (run, page)
  }

  @Test func theCommandTakesAPartOfADocument() throws {
    let (run, page) = try Self.run(
      #"{"data": {"list": [{}, {"ID": "7"}]}}"#,
      ["--class", "P", "--at", "data.list[1]", "--html", "FOLDER/p.html"]
    )
    #expect(run.code == 0)
    #expect(run.output == "P: 1 mapped\n  id ← ID  7\n")
    #expect(page?.contains("<td data-title=\"Property\"><code>id</code></td>") == true)
  }

  @Test func mistakesAreFailures() throws {
    let broken = try Self.run("{\n  \"id\": nope}", ["--class", "P"]).run
    #expect(broken.code == 1)
    #expect(broken.errors.contains("malformedJSON") && broken.errors.contains("line 2"))
    let unknown = try Self.run("{}", ["--class", "PP"]).run
    #expect(
      unknown.errors == "modelobject: no class 'PP' of models is in the files; did you mean 'P'?\n"
    )
    let missing = try Self.run("{}", ["--class", "P", "--at", "data"]).run
    #expect(missing.errors.contains("has nothing at 'data'"))
    #expect(try Self.run("{}", []).run.code == 64)
    #expect(Run(["check", "a", "--at", "x"]).code == 64)
  }
}
