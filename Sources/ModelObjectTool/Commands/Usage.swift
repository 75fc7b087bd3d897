extension Command {
  /// The version of the package and its day, as in the change log.
  static let packageVersion = "1.0.0 (2026-11-30)"

  /// What the help says of a command.
  struct Help {
    let name: String
    /// How it is called, without the tool's name.
    let call: [String]
    let text: String
  }

  static let helps = [
    Help(
      name: "generate",
      call: ["FILE… [--class NAME] [--keys] [--accessors] [--map NAME]", "[--class-for NAME]"],
      text: """
        generate  writes Swift model classes for JSON documents of one kind
          --class NAME      names the class of the document, or of its elements; the file's
                            name unless given
          --keys            restores the original keys in exports
          --accessors       lists the properties of each class in `accessors`
          --map NAME        objects under the key NAME are dictionaries; several names have
                            commas between them
          --class-for NAME  objects under the key NAME are models
          A file may be a document, or have one on each line. Objects whose keys are data
          rather than names become dictionaries; what some objects of a class lack is optional;
          equal classes are one, and a tag such as "type" makes subclasses. All rules are in
          the article "The tool".
        """
    ),
    Help(
      name: "inspect",
      call: ["FILE [--json]"],
      text: """
        inspect   shows what is in an archive of models, or each frame of a store file
          --json            shows it as JSON
        """
    ),
    Help(
      name: "migrate",
      call: ["PATH… [--write] [--codable] [--report FILE] [--html PAGE]"],
      text: """
        migrate   moves the models of Swift files, and the calls of their library, from
                  HandyJSON, KakaJSON, ObjectMapper, SmartCodable or SwiftyJSON to ModelObject:
                  prints a diff, and a report with everything that someone has to look at
          --write           changes the files instead, and adds one with a base class
          --codable         moves Codable classes and structs, too, unless they are written
                            as one value or as a list
          --report FILE     writes the report to a file, in Markdown
          --html PAGE       writes it as a page, too
          Headers and implementations with YYModel, MJExtension or JSONModel get Swift files
          beside them, and stay. A PATH is a file or a folder with everything in it. The article
          "The tool" has the rules.
        """
    ),
    Help(
      name: "check",
      call: [
        "PATH… [--with PATH] [--format github] [--quiet] [--html PAGE]",
        "[--json FILE --class NAME [--at PATH]]",
      ],
      text: """
        check     finds mistakes in the models of Swift files, as a compiler would print them:
                  what ends a program at the first use of a class is an error, what has no
                  effect a warning
          --with PATH       also reads these files for what they declare, such as superclasses
          --format github   prints commands of GitHub's workflows, which mark the lines
          --quiet           prints mistakes only
          --json FILE       prints instead what a mapping would do with each key and property
                            of a document, without a build, by the class of --class
          --at PATH         takes the part of the document there, such as data.users[0]
          --html PAGE       writes it as a page, too
        """
    ),
    Help(
      name: "census",
      call: ["[OLD] NEW [--html PAGE]"],
      text: """
        census    shows stored entries of a MappingCensus, or those of the second file that
                  the first one hasn't
          --html PAGE       writes them as a page, too
        """
    ),
  ]

  private static let end = """
    FILE may be - for standard input. Results go to standard output. The exit code
    is 0, or 1 for a failure, or 64 for arguments that make no sense; of migrate 2 if
    something has to be looked at, of check 1 if there is an error, of census 1 if something
    is new.

    """

  /// What `help` prints, of all commands or of one.
  static func usage(of name: String? = nil) -> String {
    let helps = helps.filter { name == nil || $0.name == name }
    var calls: [String] = []
    for help in helps {
      let call = "modelobject \(help.name) "
      let indent = String(repeating: " ", count: call.count)
      calls += [call + help.call[0]] + help.call.dropFirst().map { indent + $0 }
    }
    if name == nil { calls += ["modelobject help [COMMAND]", "modelobject --version"] }
    let lines = calls.enumerated().map { ($0.offset == 0 ? "usage: " : "       ") + $0.element }
    return lines.joined(separator: "\n") + "\n\n"
      + helps.map { $0.text + "\n" }.joined() + "\n" + end
  }
}
