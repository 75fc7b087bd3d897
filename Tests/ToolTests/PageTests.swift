import Foundation
import ModelObjectKit
import Testing

@testable import ModelObjectTool

/// Pages: whole HTML, with nothing from elsewhere.
struct PageTests {
  private static let source = "class A: ModelObject {\n  var f: () -> Void = {}  // <b>&\n}"

  private static var pages: [(name: String, html: String)] {
    let file = CodeFile(path: "a/A.swift", source: SourceFile(Array(source.utf8)))
    let checker = Checker([file])
    let entry =
      #"{"typeName": "P<Int>", "key": "a&b", "kind": "unknownKey", "found": "string", "count": 12}"#
    let entries = try? JSONDecoder().decode(
      [MappingCensus.Entry].self,
      from: Data("[\(entry)]".utf8)
    )
    let explanation = checker.catalog.models.first.flatMap { model in
      (try? JSONTree(Array(#"{"f": 1, "<i>": 2}"#.utf8))).map {
        SourceExplainer.explain($0, as: model, in: checker.catalog)
      }
    }
    return [
      (
        "check",
        CheckPage.html(checker.diagnostics, models: 1, files: [file.path: file], count: 1)
      ),
      ("nothing", CheckPage.html([], models: 0, files: [:], count: 0)),
      ("explain", explanation.map { CheckPage.html(of: $0) } ?? ""),
      ("census", CensusPage.html(entries ?? [], title: "Census")),
      (
        "migration",
        MarkdownPage.html(of: "# Moved <x>\n\n## Done\n\n- `a`: 1\n  more\n\nEnd & out.\n")
      ),
    ]
  }

  @Test func haveNothingFromElsewhereAndNoScript() {
    for (name, html) in Self.pages {
      #expect(html.hasPrefix("<!DOCTYPE html>\n"), "\(name)")
      for word in ["<script", "http:", "https:", "src=", "@import", "url(", "<link"] {
        #expect(!html.contains(word), "\(name): \(word)")
      }
      #expect(html.contains("prefers-color-scheme: dark") && html.contains("@media print"))
    }
  }

  /// Each tag is closed, in the order of their opening.
  @Test func areWellFormed() {
    for (name, html) in Self.pages {
      var open: [Substring] = []
      for part in html.split(separator: "<").dropFirst() {
        let tag = part.prefix { $0 != ">" && $0 != " " }
        if tag.hasPrefix("/") {
          #expect(open.popLast() == tag.dropFirst(), "\(name): \(part)")
        } else if tag != "!DOCTYPE", tag != "meta" {
          open.append(tag)
        }
      }
      #expect(open == [], "\(name)")
    }
  }

  @Test func haveTextAsText() {
    let pages = Dictionary(uniqueKeysWithValues: Self.pages.map { ($0.name, $0.html) })
    #expect(
      pages["check"]?.contains("<pre>var f: () -&gt; Void = {}  // &lt;b&gt;&amp;</pre>") == true
    )
    #expect(pages["check"]?.contains("<h2><code>a/A.swift</code></h2>") == true)
    #expect(pages["nothing"]?.contains("Nothing is wrong") == true)
    #expect(pages["explain"]?.contains("<code>&lt;i&gt;</code>") == true)
    #expect(pages["census"]?.contains("<code>a&amp;b</code>") == true)
    #expect(pages["census"]?.contains("style=\"width:100.0%\"") == true)
    #expect(pages["migration"]?.contains("<h1>Moved &lt;x&gt;</h1>") == true)
    #expect(pages["migration"]?.contains("<li><code>a</code>: 1 more</li>") == true)
    #expect(Page.escaped("a\u{202E}b\u{0}") == "a\u{FFFD}b\u{FFFD}")
  }
}

/// `modelobject census`: stored entries, and what is new in them.
struct CensusCommandTests {
  private class Person: ModelObject {
    var personId = 0
    var nickname: String?
  }

  private static func entries(_ json: String) throws -> Data {
    let census = MappingCensus()
    _ = try [Person](json: json, options: MappingOptions(census: census))
    return try JSONEncoder().encode(census.entries)
  }

  private static func run(_ files: [Data], _ page: Bool = false) throws -> (run: Run, page: String?)
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let paths = try files.enumerated().map { number, data in
      let url = folder.appending(path: "\(number).json")
      try data.write(to: url)
      return url.path
    }
    let arguments = ["census"] + paths + (page ? ["--html", folder.path + "/c.html"] : [])
    let run = Run(arguments)
    let html = try? String(contentsOfFile: folder.path + "/c.html", encoding: .utf8)
    return (run, html)
  }

  @Test func storedEntriesAreShown() throws {
    let entries = try Self.entries(#"[{"person_id": []}, {"person_id": 1, "nick_nam": "S"}]"#)
    let (run, page) = try Self.run([entries], true)
    #expect(run.code == 0)
    #expect(
      run.output == """
        Person
          nickname   missing 2 times
          personId   1 time an array
          ? nick_nam 1 time, a string

        """
    )
    #expect(page?.contains("<code>nick_nam</code>") == true)
  }

  @Test func whatIsNewFails() throws {
    let old = try Self.entries(#"[{"person_id": 1, "nickname": null}]"#)
    let new = try Self.entries(#"[{"person_id": 1, "nickname": null, "team": 1}]"#)
    let (run, page) = try Self.run([old, new], true)
    #expect(run.code == 1)
    #expect(run.output == "Person\n  ? team 1 time, a number\n")
    #expect(page?.contains("<h1>New in the census</h1>") == true)
    let (same, _) = try Self.run([new, old])
    #expect(same.code == 0)
    #expect(same.output == "Nothing is new.\n")
  }

  @Test func whatIsNotACensusIsAFailure() throws {
    let broken = try Self.run([Data("[\n{".utf8)]).run
    #expect(broken.code == 1)
    #expect(broken.errors.contains("isn't JSON") && broken.errors.contains("line 2"))
    #expect(try Self.run([Data("{}".utf8)]).run.errors.contains("has no stored entries"))
    #expect(Run(["census", "a", "b", "c"]).code == 64)
    #expect(Run(["census"]).code == 64)
  }
}
