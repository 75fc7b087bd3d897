import Foundation
import Testing

@testable import ModelObjectTool

/// The reader of Swift source.
struct SourceReaderTests {
  private static func texts(_ source: String) -> [String] {
    SourceFile(Array(source.utf8)).tokens.map(\.text)
  }

  @Test(arguments: [
    ("a // b\nc", ["a", "c"]),
    ("a /* b /* c */ d */ e", ["a", "e"]),
    (#"f("a\(g("b"))c")"#, ["f", "(", #""a\(g("b"))c""#, ")"]),
    (
      "x = \"\"\"\n  a \"b\" \\(\"c\")\n  \"\"\"\ny",
      ["x", "=", "\"\"\"\n  a \"b\" \\(\"c\")\n  \"\"\"", "y"]
    ),
    (##"r = #"a\(b)"c"# + 1"##, ["r", "=", ##"#"a\(b)"c"#"##, "+", "1"]),
    (
      "m = /a\"b[/]/ ; n = a / b / c",
      ["m", "=", "/a\"b[/]/", ";", "n", "=", "a", "/", "b", "/", "c"]
    ),
    (
      ##"a = [#""""#, #"""#, #"" a"#]"##,
      ["a", "=", "[", ##"#""""#"##, ",", ##"#"""#"##, ",", ##"#"" a"#"##, "]"]
    ),
    ("m = #/a/b\"/#", ["m", "=", "#/a/b\"/#"]),
    ("a <- map[\"b\"]", ["a", "<-", "map", "[", "\"b\"", "]"]),
    ("a<--\"b\"", ["a", "<--", "\"b\""]),
    (
      "x: [Array<Array<Int>>?]",
      ["x", ":", "[", "Array", "<", "Array", "<", "Int", ">", ">", "?", "]"]
    ),
    ("a ?? b!.c != d", ["a", "??", "b", "!", ".", "c", "!=", "d"]),
    ("1.5e-3 0x1F 1..<2 3...4", ["1.5e-3", "0x1F", "1", "..<", "2", "3", "...", "4"]),
    ("#if os(Linux) // x\na\n#endif", ["#if os(Linux) ", "a", "#endif"]),
    ("`class` #selector(a)", ["`class`", "#selector", "(", "a", ")"]),
  ])
  func tokens(_ source: String, _ tokens: [String]) {
    #expect(Self.texts(source) == tokens)
    #expect(SourceFile(Array(source.utf8)).problem == nil)
  }

  @Test(arguments: [
    ("a\n\"b", 2, "a string doesn't end"),
    ("\"\"\"\na", 1, "a string doesn't end"),
    ("/* a", 1, "a comment doesn't end"),
    ("a\n}", 2, "'}' closes nothing"),
    ("{ (\n]", 2, "']' closes nothing"),
    ("a\nb {", 2, "'{' isn't closed"),
    ("`a", 1, "a name in backticks doesn't end"),
    ("#/a", 1, "a regex doesn't end"),
  ])
  func whatIsNotSwiftIsAProblem(_ source: String, _ line: Int, _ text: String) {
    let source = SourceFile(Array(source.utf8))
    #expect(source.problem == SourceFile.Problem(line: line, text: text))
    #expect(source.declarations.isEmpty)
  }

  @Test func declarationsHaveTheirParts() throws {
    let source = SourceFile(
      Array(
        """
        import Foundation
        @objc(A) public final class A<T: P>: B, C where T: D {
          @Wrapped(1) private(set) var a: [String: Int] = [:], b = 2 { didSet { x() } }
          let c: Int
          var d: Int { 5 }
          required init?(map: Map) { super.init() }
          override static func e<U>(_ u: U) throws -> [U] where U: E { [u] }
          enum F: String { case g = "h", i }
          var j = [1, 2]
            .map { $0 }
          var k: () -> Int? = { nil }
        }
        extension A.F: G {}
        func top() { struct Inner: H {} }
        """.utf8
      )
    )
    #expect(source.problem == nil)
    let kinds = source.declarations.map { "\($0.kind.rawValue) \($0.name)" }
    #expect(kinds == ["import Foundation", "class A", "extension A.F", "function top"])
    let type = try #require(source.declarations.dropFirst().first)
    #expect(type.inherited.map(source.text) == ["B", "C"])
    #expect(type.modifiers.map(\.name) == ["public", "final"])
    let members = type.members.map { "\($0.kind.rawValue) \($0.name)" }
    #expect(
      members == [
        "variable a", "variable c", "variable d", "initializer init", "function e", "enum F",
        "variable j", "variable k",
      ]
    )
    let variable = try #require(type.members.first)
    #expect(variable.bindings.map { source[$0.name].name } == ["a", "b"])
    #expect(variable.bindings[0].type.map(source.text) == "[String: Int]")
    #expect(variable.bindings[1].value.map(source.text) == "2")
    #expect(variable.bindings[1].accessors != nil)
    #expect(type.members[6].bindings[0].value.map(source.text) == "[1, 2]\n    .map { $0 }")
    #expect(type.members[7].bindings[0].type.map(source.text) == "() -> Int?")
    #expect(source.declarations.last?.members.map(\.name) == ["Inner"])
  }

  // MARK: - Any input

  /// The package's own sources.
  private static let files: [URL] = {
    let package = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    return ["Sources", "Tests", "Samples"].flatMap { folder in
      FileManager.default.enumerator(
        at: package.appending(path: folder),
        includingPropertiesForKeys: nil
      )?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" } ?? []
    }
  }()

  @Test func allFilesOfThePackageAreReadAndLeft() throws {
    #expect(Self.files.count > 500)
    // A sample has models of another library.
    let each = Array(stride(from: 0, to: Self.files.count, by: inLongTests(1, else: 7)))
    let own = each.map { Self.files[$0] }.filter { !$0.path.contains("/MovingOver/Before/") }
    var sources = try own.map { ($0.path, Array(try Data(contentsOf: $0))) }
    // A library that is imported somewhere, so that all rules look at all files.
    sources.append(("a.swift", Array("import HandyJSON\nimport ObjectMapper\n".utf8)))
    let migration = Migration(sources)
    for file in migration.code.files { #expect(file.source.problem == nil, "\(file.path)") }
    let results = migration.results()
    #expect(results.map(\.path) == ["a.swift"])
  }

  @Test func eachByteIsInATokenACommentOrSpace() throws {
    for file in Self.files.prefix(200) {
      let bytes = Array(try Data(contentsOf: file))
      let source = SourceFile(bytes)
      var covered = Array(repeating: false, count: bytes.count)
      for range in source.tokens.map(\.range) + source.comments {
        for place in range { covered[place] = true }
      }
      let rest = bytes.indices.filter { !covered[$0] && !" \n\t".utf8.contains(bytes[$0]) }
      #expect(rest == [], "\(file.path)")
    }
  }
}
