extension Command {
  /// The version of the package, as in the change log.
  static let packageVersion = "1.0.0"

  static let usage = """
    usage: modelobject generate FILE… [--class NAME] [--keys] [--accessors] [--map NAME]
                                [--class-for NAME]
           modelobject inspect FILE [--json]
           modelobject migrate PATH… [--write] [--codable] [--report FILE]
           modelobject --version

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
    inspect   shows what is in an archive of models, or each frame of a store file
      --json            shows it as JSON
    migrate   moves the models of Swift files, and the calls of their library, from
              HandyJSON, KakaJSON, ObjectMapper, SmartCodable or SwiftyJSON to ModelObject:
              prints a diff, and a report with everything that someone has to look at
      --write           changes the files instead, and adds one with a base class
      --codable         moves Codable classes and structs, too, unless they are written
                        as one value or as a list
      --report FILE     writes the report to a file, in Markdown
      Headers and implementations with YYModel, MJExtension or JSONModel get Swift files
      beside them, and stay. A PATH is a file or a folder with everything in it. The article
      "The tool" has the rules.

    FILE may be - for standard input. Results go to standard output. The exit code
    is 0, or 1 for a failure, or 64 for arguments that make no sense; of migrate 2 if
    something has to be looked at.

    """
}
