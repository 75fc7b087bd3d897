import Foundation
import ModelObjectKit
import Testing

@testable import ModelObjectTool

/// The tool's arguments, output and exit codes.
struct CommandTests {
  @Test(arguments: [
    (["--help"], Command.help(of: nil)),
    (["generate", "-h"], .help(of: "generate")),
    (["help"], .help(of: nil)),
    (["--version"], .version),
    (["generate", "a.json"], generate("a.json")),
    (["generate", "-", "--class", "Pet"], generate("-", className: "Pet")),
    (["generate", "--class", "Pet", "a.json"], generate("a.json", className: "Pet")),
    (["generate", "--class=Pet", "a.json"], generate("a.json", className: "Pet")),
    (["generate", "--", "--class"], generate("--class")),
    (["generate", "a", "b"], generate("a", "b")),
    (["generate", "a", "--keys"], generate("a", keepsKeys: true)),
    (["generate", "--accessors", "a"], generate("a", hasAccessors: true)),
    (["generate", "a", "--map=b,c d", "--map", "e"], generate("a", maps: ["b", "c d", "e"])),
    (["generate", "a", "--class-for", "b"], generate("a", classes: ["b"])),
    (["inspect", "a"], .inspect(file: "a", asJSON: false)),
    (["inspect", "a", "--json"], .inspect(file: "a", asJSON: true)),
    (["migrate", "a", "b"], .migrate(.init(paths: ["a", "b"]))),
    (
      ["migrate", "--write", "a", "--report=r.md"],
      .migrate(.init(paths: ["a"], writes: true, report: "r.md"))
    ),
  ])
  func arguments(_ arguments: [String], _ command: Command) throws {
    #expect(try Command(arguments) == command)
  }

  private static func generate(
    _ files: String...,
    className: String? = nil,
    maps: Set<String> = [],
    classes: Set<String> = [],
    keepsKeys: Bool = false,
    hasAccessors: Bool = false
  ) -> Command {
    let choices = Choices(maps: maps, classes: classes)
    return .generate(
      Command.Generation(
        files: files,
        className: className,
        choices: choices,
        keepsKeys: keepsKeys,
        hasAccessors: hasAccessors
      )
    )
  }

  @Test(arguments: [
    ([], "no command is given"),
    (["genrate"], "unknown command 'genrate'"),
    (["generate"], "no file is given"),
    (["inspect", "a", "b"], "only one file can be inspected"),
    (["generate", "a", "--map"], "'--map' needs a value"),
    (["generate", "a", "--map=,"], "'--map' needs a value"),
    (
      ["generate", "a", "--map", "b", "--class-for", "b"],
      "'b' is listed in both --map and --class-for"
    ),
    (["generate", "a", "--keys=b"], "unknown option '--keys=b'"),
    (["generate", "a", "--json"], "unknown option '--json'"),
    (["generate", "a", "--class"], "'--class' needs a value"),
    (["generate", "a", "--class="], "'' can't be the name of a class"),
    (["inspect", "a", "--class=Pet"], "unknown option '--class=Pet'"),
    (["generate", "a", "--class", "2nd"], "'2nd' can't be the name of a class"),
    (["generate", "a", "--class", "String"], "'String' can't be the name of a class"),
    (["generate", "a", "--class", "class"], "'class' can't be the name of a class"),
    (["inspect", "-x"], "unknown option '-x'"),
  ])
  func mistakes(_ arguments: [String], _ message: String) {
    let run = Run(arguments)
    #expect(run.code == 64)
    #expect(run.output == "")
    let name = arguments.first ?? ""
    let help =
      ["generate", "inspect", "migrate"].contains(name)
      ? "'modelobject help \(name)' has its options" : "see 'modelobject help'"
    #expect(run.errors == "modelobject: \(message); \(help)\n")
  }

  @Test(arguments: [["help", "migrate"], ["migrate", "--help"], ["migrate", "a", "-h"]])
  func helpIsOfOneCommand(_ arguments: [String]) {
    let run = Run(arguments)
    #expect(run.code == 0)
    #expect(run.output.hasPrefix("usage: modelobject migrate PATH…"))
    #expect(!run.output.contains("inspect"))
  }

  @Test func helpIsNoError() {
    let run = Run(["--help"])
    #expect(run.code == 0)
    #expect(run.output == Command.usage())
    #expect(Run(["help"]).output == run.output)
    #expect(run.errors == "")
    for name in ["generate", "inspect", "migrate"] {
      #expect(run.output.contains("       modelobject \(name) ") || name == "generate")
      #expect(run.output.contains("\n\(name)"))
    }
  }

  @Test func theVersionIsThatOfTheChangeLog() throws {
    let run = Run(["--version"])
    #expect(run.code == 0)
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let file = folder.appendingPathComponent("../../CHANGELOG.md")
    let log = try String(contentsOf: file, encoding: .utf8)
    let title = try #require(log.split(separator: "\n").first { $0.hasPrefix("## ") })
    #expect(title == "## \(run.output.dropLast())")
  }

  @Test func standardInputIsRead() {
    let run = Run(["generate", "-"], input: Data(#"{"name": "Shan"}"#.utf8))
    #expect(run.code == 0)
    #expect(
      run.output == """
        import ModelObjectKit

        /// Read it with `try Root(json: data)`.
        class Root: ModelObject {
          var name = ""
        }

        """
    )
    #expect(run.errors == "")
  }

  @Test func theFileNamesTheClass() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    for (file, name) in [
      ("user-list.json", "UserList"), ("42.json", "Item42"), ("url.json", "Url"),
    ] {
      let url = directory.appending(path: file)
      try Data("{}".utf8).write(to: url)
      #expect(Run(["generate", url.path]).output.contains("class \(name): ModelObject {\n}"))
    }
  }

  @Test func theElementsOfAFileHaveItsNameInTheSingular() throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let url = directory.appending(path: "old movies.json")
    try Data("[{}]".utf8).write(to: url)
    #expect(Run(["generate", url.path]).output.contains("class OldMovie: ModelObject {"))
    #expect(
      Run(["generate", url.path, "--class", "Films"]).output.contains("class Films: ModelObject {")
    )
    try Data("{}".utf8).write(to: url)
    #expect(Run(["generate", url.path]).output.contains("class OldMovies: ModelObject {"))
  }

  @Test(arguments: [
    ("/no/such/file.json", "no such file: '/no/such/file.json'"),
    ("", "no such file: ''"),
    ("/", "'/' is a folder"),
  ])
  func whatIsNoFileIsAFailure(_ file: String, _ message: String) {
    let run = Run(["generate", file])
    #expect(run.code == 1)
    #expect(run.output == "")
    #expect(run.errors == "modelobject: \(message)\n")
  }

  @Test(arguments: [["--help"], ["generate", "-"]])
  func outputThatCanNotBeWrittenIsAFailure(_ arguments: [String]) {
    var errors = ""
    let code = Tool(
      Tool.Surroundings(
        standardInput: { Data("{}".utf8) },
        output: { _ in throw CocoaError(.fileWriteOutOfSpace) },
        errors: { errors += $0 },
        showsProgress: false
      )
    )
    .run(arguments)
    #expect(code == 1)
    #expect(errors.hasPrefix("modelobject: the result can't be written: "))
  }

  @Test func badJSONIsAFailureWithItsPlace() {
    let run = Run(["generate", "-"], input: Data("{\n  \"a\": nope\n}".utf8))
    #expect(run.code == 1)
    #expect(run.output == "")
    #expect(run.errors.hasPrefix("modelobject: malformedJSON"))
    #expect(run.errors.contains("line 2"))
  }

  @Test func whatIsNoArchiveIsAFailure() {
    let run = Run(["inspect", "-"], input: Data("bplist00".utf8))
    #expect(run.code == 1)
    #expect(run.errors == "modelobject: invalidArchive: too short\n")
  }

  @Test func aMigrationOfMuchCodeShowsItsProgress() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let text = String(repeating: "// \(String(repeating: "x", count: 997))\n", count: 500)
    for number in 0..<10 {
      try Data(text.utf8).write(to: folder.appending(path: "\(number).swift"))
    }
    let run = Run(["migrate", folder.path], showsProgress: true)
    #expect(run.errors.hasPrefix("\rmigrate: 0 %\rmigrate: 5 %"))
    #expect(run.errors.hasSuffix("\r\u{1B}[K"))
    #expect(Run(["migrate", folder.path]).errors == "")
  }

  @Test func progressIsForPeopleAndLongInputsOnly() {
    let element = #"{"name": "\#(String(repeating: "x", count: 1000))"}"#
    let long = Data(
      ("[" + Array(repeating: element, count: 5000).joined(separator: ",") + "]").utf8
    )
    let shown = Run(["generate", "-"], input: long, showsProgress: true)
    #expect(shown.errors.contains("\rgenerate: "))
    #expect(shown.errors.hasSuffix("\r\u{1B}[K"))
    let parts = shown.errors.split(separator: "\r").dropLast().compactMap {
      Int($0.dropFirst("generate: ".count).dropLast(" %".count))
    }
    #expect(parts.count > 10)
    #expect(parts == parts.sorted() && Set(parts).count == parts.count)
    #expect(Run(["generate", "-"], input: long).errors == "")
    #expect(Run(["generate", "-"], input: Data("{}".utf8), showsProgress: true).errors == "")
  }
}

extension CommandTests {
  private final class Note: ModelObject {
    var text = ""
  }

  @Test(arguments: [["inspect", "-"], ["inspect", "-", "--json"]])
  func progressOfAnArchiveGoesOnToItsEnd(_ arguments: [String]) throws {
    let notes = (0..<4000).map { number in
      let note = Note()
      note.text = "\(number)" + String(repeating: "x", count: 1100)
      return note
    }
    let run = Run(arguments, input: try notes.archivedData(), showsProgress: true)
    let steps = ["25", "50", "75", "100"].map { "\rinspect: \($0) %" }
    #expect(run.errors == steps.joined() + "\r\u{1B}[K")
  }
}
