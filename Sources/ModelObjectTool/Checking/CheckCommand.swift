import ModelObjectEssentials
import ModelObjectKit

/// `modelobject check`: reads the files, and prints what is wrong with the models in them, or what a
/// mapping would do with a document.
struct CheckCommand {
  let arguments: Command.Checking
  let output: (String) throws -> Void
  let contents: (String) throws -> Data

  /// Returns whether there is an error.
  func run() throws -> Bool {
    let reported = try Self.files(arguments.paths)
    let paths = Set(reported)
    let others = try arguments.others.isEmpty ? [] : Self.files(arguments.others)
    var files: [CodeFile] = []
    var diagnostics: [Diagnostic] = []
    for path in reported + others.filter({ !paths.contains($0) }) {
      let source = SourceFile([UInt8](try contents(path)))
      let file = CodeFile(path: path, source: source, isReported: paths.contains(path))
      if let problem = source.problem {
        guard file.isReported else { continue }
        let message = "this isn't Swift: \(problem.text)"
        diagnostics.append(
          Diagnostic(.error, file: path, line: problem.line, column: 1, message)
        )
      } else {
        files.append(file)
      }
    }
    let checker = Checker(files)
    if let json = arguments.json, let name = arguments.className {
      try explain(json, as: name, in: checker)
      return false
    }
    return try tell(
      (diagnostics + checker.diagnostics).sorted(),
      of: checker,
      in: files,
      count: paths.count
    )
  }

  private func tell(
    _ diagnostics: [Diagnostic],
    of checker: Checker,
    in files: [CodeFile],
    count: Int
  ) throws -> Bool {
    for diagnostic in diagnostics {
      try output((arguments.isForGitHub ? diagnostic.command : diagnostic.text) + "\n")
    }
    let errors = diagnostics.count { $0.severity == .error }
    if !arguments.isQuiet {
      try output(
        Self.summary(checker, files: count, errors: errors, warnings: diagnostics.count - errors)
          + "\n"
      )
    }
    if let page = arguments.page {
      let named = Dictionary(files.map { ($0.path, $0) }) { $1 }
      try OutputFile.write(
        CheckPage.html(diagnostics, models: checker.modelCount, files: named, count: count),
        to: page
      )
    }
    if errors == 0, let stamp = arguments.stamp { try OutputFile.write("// Checked.\n", to: stamp) }
    return errors > 0
  }

  private static func summary(
    _ checker: Checker,
    files: Int,
    errors: Int,
    warnings: Int
  ) -> String {
    func count(_ number: Int, _ noun: String) -> String {
      "\(number) \(noun)\(number == 1 ? "" : "s")"
    }
    let found = "\(count(errors, "error")), \(count(warnings, "warning"))"
    let text = "\(count(checker.modelCount, "model")) in \(count(files, "file")): \(found)"
    guard checker.unreadLists > 0 else { return text }
    return text + "; \(count(checker.unreadLists, "list")) made by code, not all of which is known"
  }

  private static func files(_ paths: [String]) throws -> [String] {
    try SourceFolder(paths).files.filter { $0.hasSuffix(".swift") }
  }

  // MARK: - A document

  private func explain(_ file: String, as name: String, in checker: Checker) throws {
    let catalog = checker.catalog
    let model = try model(name, catalog)
    var document: JSONTree
    do {
      document = try JSONTree(Array(contents(file)))
    } catch let error as ModelError {
      throw Failure(description: "'\(file)': \(error)")
    }
    if let place = arguments.place, !place.isEmpty {
      guard let part = document.value(at: JSONKey(place).steps[...]) else {
        throw Failure(description: "'\(file)' has nothing at '\(place)'")
      }
      document = part.value
    }
    let explanation = SourceExplainer.explain(document, as: model, in: catalog)
    try output(explanation.text)
    if checker.diagnostics.contains(where: { $0.severity == .error }) {
      try output("Run check without --json: an error would stop this first.\n")
    }
    if let page = arguments.page {
      try OutputFile.write(CheckPage.html(of: explanation), to: page)
    }
  }

  /// The only class of a name.
  private func model(_ name: String, _ catalog: ModelCatalog) throws -> ModelType {
    let found = catalog.models.filter { $0.name == name }
    guard let model = found.first else {
      let near = NameDistance.nearest(to: name, among: catalog.models.map(\.name))
      let hint = near.map { "; did you mean '\($0)'?" } ?? ""
      throw Failure(description: "no class '\(name)' of models is in the files\(hint)")
    }
    guard found.count == 1 else {
      let places = found.map(\.type.file.path).joined(separator: ", ")
      throw Failure(description: "'\(name)' is several classes: \(places)")
    }
    return model
  }
}
