import Foundation
import ModelObjectKit
import Testing

@testable import ModelObjectTool

/// Documents that aren't a single object, and several of them.
struct InputTests {
  @Test(arguments: [
    (#"[{"x": 1}]"#, ["try [Root](json: data)"], nil),
    (#"{"1": {"x": 1}, "2": {}}"#, ["try [String: Root](json: data)"], nil),
    (#"{"1": 1, "2": 2}"#, ["try Root(json: data)"], nil),
    (
      #"{"2020": {"1": {"x": 1}}, "2021": {"1": {"x": 1}}}"#,
      [#"try [String: Root](json: data, at: "2020")"#],
      "Its other keys are read in the same way."
    ),
    (
      #"[[{"x": 1}], [{"x": 2}]]"#, [#"try [Root](json: data, at: "[0]")"#],
      "Its other arrays are read in the same way, by their indexes."
    ),
    (
      #"[{"x": 1}, null]"#, ["try [Root](json: data)"],
      "Null elements are skipped; `.strict` rejects them."
    ),
    (
      #"{"1": {"x": 1}, "2": null}"#, ["try [String: Root](json: data)"],
      "Null values are skipped; `.strict` rejects them."
    ),
    (
      #"[{"x": 1}, 7]"#, ["try [Root](json: data)"], "Elements that aren't objects are skipped."
    ),
    (
      #"[{"page": 1}, [{"x": 1}]]"#,
      [
        #"try Root.First(json: data, at: "[0]")"#, #"try [Root.Second](json: data, at: "[1]")"#,
      ], nil
    ),
  ])
  func roots(_ json: String, _ usages: [String], _ remark: String?) throws {
    let comment = try source(json).split(separator: "\n").filter { $0.hasPrefix("///") }
      .map { $0.dropFirst(4) }.filter { !$0.isEmpty }.joined(separator: " ")
    let usage = "Read it with \(usages.map { "`\($0)`" }.joined(separator: " or "))."
    #expect(comment == usage + (remark.map { " \($0)" } ?? ""))
  }

  @Test func anArrayOfDifferentThingsGetsAClassForEach() throws {
    #expect(
      try source(#"[{"page": 1}, [{"x": {"page": 2}}]]"#)
        == """
        import ModelObjectKit

        /// Read it with `try Root.First(json: data, at: "[0]")` or
        /// `try [Root.Second](json: data, at: "[1]")`.
        enum Root {
          class First: ModelObject {
            var page = 0
          }

          class Second: ModelObject {
            var x: First?
          }
        }

        """
    )
  }

  @Test func keysThatAreDataAreKept() throws {
    #expect(
      try source(#"{"EUR": 1.1, "USD": 1}"#)
        == """
        import ModelObjectKit

        /// Read it with `try Root(json: data)`.
        class Root: ModelObject {
          var values: [String: Any] = [:]

          override class var unknownKeysProperty: String? { "values" }
        }

        """
    )
  }

  @Test func severalDocumentsAreOfOneClass() throws {
    let source = try source(
      ("a.json", #"{"x": 1, "y": 1}"#),
      ("b.json", #"{"x": 1.5, "z": null}"#)
    )
    #expect(
      source
        == """
        import ModelObjectKit

        /// From a.json and b.json.
        ///
        /// Read it with `try Root(json: data)`.
        class Root: ModelObject {
          var x = 0.0
          var y: Int?
          var z: Any?  // always null
        }

        """
    )
  }

  @Test func anArrayAndAnElementOfItAreOfOneKind() throws {
    let source = try source(("a.json", #"[{"x": 1}]"#), ("b.json", #"{"x": 2, "y": 1}"#))
    #expect(
      source.contains("with `try Root(json: data)` or `try [Root](json: data)`.\nclass Root:")
    )
    #expect(source.contains("var y: Int?"))
  }

  @Test func manyFilesAreCounted() throws {
    let files = (1...6).map { ("\($0).json", "{}") }
    let source = try Generator().source(for: documents(files))
    #expect(source.contains("/// From 1.json, 2.json, 3.json and 3 more.\n///\n/// Read it"))
  }

  @Test func documentsOfDifferentKindsAreAFailure() {
    let failure = #expect(throws: Failure.self) {
      try source(("a.json", #"{"x": 1}"#), ("b.json", "7"))
    }
    #expect(failure?.description == "the document is neither an object nor an array of objects")
  }

  @Test func aMistakeInOneOfSeveralNamesIt() {
    let failure = #expect(throws: Failure.self) { try source(("a.json", "{}"), ("b.json", "{")) }
    #expect(failure?.description.hasPrefix("b.json: malformedJSON: line 1, column 2") == true)
  }

  @Test(arguments: ["\n", "\r\n", "\n\n \n"])
  func linesAreElements(_ end: String) throws {
    let text = #"{"x": 1}\#(end){"x": 1.5, "y": "a"}\#(end)"#
    #expect(
      try source(text)
        == """
        import ModelObjectKit

        /// Read it with `try ModelReader<Root>(contentsOf: url)`.
        class Root: ModelObject {
          var x = 0.0
          var y: String?
        }

        """
    )
  }

  @Test func aMistakeIsToldByItsLine() {
    let error = #expect(throws: ModelError.self) { try source("{\"x\": 1}\n\n{\"x\": 1,}\n") }
    #expect(error?.description.contains("line 3, column 9") == true)
  }

  @Test func valuesOverSeveralLinesAreElementsToo() throws {
    let text = "{\n\"x\": 1\n}\n{\n\"x\": null\n}\n"
    #expect(try source(text).contains("var x: Int?"))
  }

  private func documents(_ files: [(name: String, json: String)]) -> [Document] {
    files.map { Document(name: $0.name, data: Data($0.json.utf8)) }
  }

  private func source(_ files: (String, String)...) throws -> String {
    try Generator().source(for: documents(files.map { (name: $0.0, json: $0.1) }))
  }

  private func source(_ json: String) throws -> String {
    try Generator().source(for: Data(json.utf8))
  }
}
