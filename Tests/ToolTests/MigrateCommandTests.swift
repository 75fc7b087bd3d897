import Foundation
import Testing

@testable import ModelObjectTool

/// `modelobject migrate` on files.
struct MigrateCommandTests {
  private static let source = """
    import HandyJSON

    class Cat: HandyJSON {
        var id = 0
        required init() {}
        func mapping(mapper: HelpingMapper) {
            mapper <<< self.id <-- "cat_id"
        }
    }

    """

  private static let moved = """
    import Foundation
    import ModelObjectKit

    class Cat: AppModel {
        var id = 0
        override class var keyMapping: [String: JSONKey] { ["id": "cat_id"] }
    }

    """

  /// A folder with some files, and what is done in it.
  private static func inFolder(
    _ files: [String: String],
    _ body: (_ folder: String, _ read: (String) -> String?) throws -> Void
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in files {
      let file = folder.appending(path: name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(text.utf8).write(to: file)
    }
    try body(folder.path) { name in
      try? String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }
  }

  @Test func aDiffIsPrintedAndNothingIsWritten() throws {
    try Self.inFolder(["Models/Cat.swift": Self.source]) { folder, read in
      let run = Run(["migrate", folder])
      #expect(run.code == 0)
      #expect(read("Models/Cat.swift") == Self.source)
      #expect(read("Models/AppModel.swift") == nil)
      let diff = """
        --- a/\(folder)/Models/Cat.swift
        +++ b/\(folder)/Models/Cat.swift
        @@ -1,9 +1,7 @@
        -import HandyJSON
        +import Foundation
        +import ModelObjectKit
        \(" ")
        -class Cat: HandyJSON {
        +class Cat: AppModel {
             var id = 0
        -    required init() {}
        -    func mapping(mapper: HelpingMapper) {
        -        mapper <<< self.id <-- "cat_id"
        -    }
        +    override class var keyMapping: [String: JSONKey] { ["id": "cat_id"] }
         }
        --- /dev/null
        +++ b/\(folder)/Models/AppModel.swift

        """
      #expect(run.output.hasPrefix(diff))
      #expect(run.output.contains("- keys → keyMapping: 1\n"))
      let summary =
        "1 type with 1 property; 2 files would change; --write changes them; 0 places to look at.\n"
      #expect(run.output.hasSuffix(summary))
    }
  }

  @Test func writeChangesTheFilesAndASecondRunNothing() throws {
    let other = "import HandyJSON\n\nlet a = 1\n"
    let files = [
      "a/Cat.swift": Self.source, "a/b/Other.swift": "let b = 2\n", "Pods/A.swift": other,
    ]
    try Self.inFolder(files) { folder, read in
      let path = "\(folder)/a/Cat.swift"
      try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
      let run = Run(["migrate", "--write", folder])
      #expect(run.code == 0)
      #expect(read("a/Cat.swift") == Self.moved)
      #expect(read("a/AppModel.swift")?.contains("class AppModel: ModelObject {") ?? false)
      #expect(read("a/b/Other.swift") == "let b = 2\n")
      #expect(read("Pods/A.swift") == other)
      #expect(run.output.contains("- passed over, as the sources of others: \(folder)/Pods\n"))
      #expect(
        run.output.contains("## Files\n\n- \(folder)/a/AppModel.swift\n- \(folder)/a/Cat.swift\n")
      )
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o640)
      let second = Run(["migrate", "--write", folder])
      #expect(second.code == 0)
      #expect(second.output.hasSuffix("Nothing to migrate.\n"))
      #expect(read("a/Cat.swift") == Self.moved)
    }
  }

  @Test func newModelsOfALaterRunGetTheSameBaseClass() throws {
    try Self.inFolder(["Cat.swift": Self.source]) { folder, read in
      _ = Run(["migrate", "--write", folder])
      let base = read("AppModel.swift")
      let dog =
        "import HandyJSON\n\nclass Dog: HandyJSON {\n    var name = \"\"\n"
        + "    required init() {}\n}\n"
      try Data(dog.utf8).write(to: URL(fileURLWithPath: "\(folder)/Dog.swift"))
      let run = Run(["migrate", "--write", folder])
      #expect(run.code == 0)
      let moved =
        "import Foundation\nimport ModelObjectKit\n\nclass Dog: AppModel {\n    var name = \"\"\n}\n"
      #expect(read("Dog.swift") == moved)
      #expect(read("AppModel.swift") == base)
      #expect(read("Cat.swift") == Self.moved)
    }
  }

  @Test func whatHasToBeLookedAtMakesTheCodeTwo() throws {
    let source = """
      import HandyJSON

      class Cat: UIView, HandyJSON {
        var id = 0
      }

      """
    try Self.inFolder(["Cat.swift": source]) { folder, read in
      let run = Run(["migrate", "--write", folder, "--report", "\(folder)/report.md"])
      #expect(run.code == 2)
      #expect(run.output == "")
      #expect(read("Cat.swift") == source)
      #expect(
        read("report.md") == """
          # Migration to ModelObject

          ## To look at

          - \(folder)/Cat.swift:3: Cat is left as it is: its superclass is UIView

          0 types with 0 properties; 0 files written; 1 place to look at.

          """
      )
    }
  }

  @Test func theResultIsChecked() throws {
    let source = """
      import HandyJSON

      class Cat: HandyJSON {
        var id = 0
        var place: (Int, Int)?
      }

      """
    try Self.inFolder(["Cat.swift": source]) { folder, _ in
      let run = Run(["migrate", folder])
      #expect(run.code == 2)
      let title = "## What `modelobject check` says of the new files\n\n"
      #expect(run.output.contains(title + "- \(folder)/Cat.swift:6: warning: "))
    }
    try Self.inFolder(["Cat.swift": Self.source]) { folder, _ in
      #expect(!Run(["migrate", folder]).output.contains("modelobject check"))
    }
  }

  @Test func aFileThatCanNotBeReadIsLeft() throws {
    let source = "import HandyJSON\n\nclass Cat: HandyJSON {\n  var a = \"b\n}\n"
    try Self.inFolder(["Cat.swift": source]) { folder, read in
      let run = Run(["migrate", "--write", "\(folder)/Cat.swift"])
      #expect(run.code == 2)
      #expect(run.output.contains("Cat.swift:4: left as it is: a string doesn't end"))
      #expect(read("Cat.swift") == source)
    }
  }

  @Test func lineEndsOfWindowsStay() throws {
    try Self.inFolder(["Cat.swift": Self.source.replacing("\n", with: "\r\n")]) { folder, read in
      _ = Run(["migrate", "--write", folder])
      #expect(read("Cat.swift") == Self.moved.replacing("\n", with: "\r\n"))
    }
  }

  @Test(arguments: [
    (["migrate"], 64, "no file is given"),
    (["migrate", "a", "--report"], 64, "'--report' needs a value"),
    (["migrate", "a", "--write=b"], 64, "unknown option '--write=b'"),
    (["migrate", "/no/such/folder"], 1, "no such file: '/no/such/folder'"),
  ])
  func mistakes(_ arguments: [String], _ code: Int32, _ message: String) {
    let run = Run(arguments)
    #expect(run.code == code)
    #expect(run.errors.hasPrefix("modelobject: \(message)"))
  }

  // MARK: - Changes that git doesn't have

  private static func git(_ arguments: String..., in folder: String) throws {
    let names = ["-c", "user.email=a@b.c", "-c", "user.name=a"]
    try #require(Git.process.run(names + arguments, folder) != nil, "git \(arguments)")
  }

  @Test func whatGitCanNotRestoreIsSaidFirst() throws {
    let alone = "modelobject: 1 file is in no git repository: nothing can restore it\n"
    let changed = "modelobject: 1 file has changes that git doesn't have\n"
    try Self.inFolder(["a/Cat.swift": Self.source, "a/Other.swift": "let b = 2\n"]) { folder, _ in
      #expect(Run(["migrate", folder]).errors == alone)
      try Self.git("init", in: folder)
      #expect(Run(["migrate", folder]).errors == changed)
      try Self.git("add", "-A", in: folder)
      #expect(Run(["migrate", folder]).errors == "")
      try Self.git("commit", "-m", "a", in: folder)
      // An index that not each reader of it knows.
      try Self.git("update-index", "--index-version", "4", in: folder)
      #expect(Run(["migrate", folder]).errors == "")
      try Data("\(Self.source)// mine\n".utf8).write(
        to: URL(fileURLWithPath: "\(folder)/a/Cat.swift")
      )
      #expect(Run(["migrate", folder]).errors == changed)
      try Data("a/Cat.swift".utf8).write(to: URL(fileURLWithPath: "\(folder)/.gitignore"))
      try Self.git("rm", "--cached", "a/Cat.swift", in: folder)
      #expect(Run(["migrate", folder]).errors == changed)
      try Data("no".utf8).write(to: URL(fileURLWithPath: "\(folder)/.git/HEAD"))
      let unread =
        "1 file is in a repository that git can't read: nothing may be able to restore it"
      #expect(Run(["migrate", folder]).errors == "modelobject: \(unread)\n")
    }
  }

  @Test func filesThatStayAreNoConcernOfGit() throws {
    try Self.inFolder(["Other.swift": "let b = 2\n"]) { folder, _ in
      #expect(Run(["migrate", folder]).errors == "")
    }
  }
}
