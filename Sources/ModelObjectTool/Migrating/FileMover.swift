/// What moves code of one file: it asks the migration about that file, and tells it what becomes of it.
protocol FileMover {
  var migration: Migration { get }
  var file: Int { get }
}

extension FileMover {
  var source: SourceFile { migration.source(file) }

  func text(_ tokens: Range<Int>) -> String { migration.text(file, tokens) }

  func lines(_ tokens: Range<Int>) -> [String] { migration.lines(file, tokens) }

  func arguments(_ open: Int) -> [Migration.Argument] { migration.arguments(file, open) }

  func kind(_ tokens: Range<Int>) -> (kind: Migration.ValueKind, isOptional: Bool) {
    migration.kind(file, tokens)
  }

  func propertyName(_ tokens: Range<Int>) -> String? { migration.propertyName(file, tokens) }

  func hasText(_ tokens: Range<Int>) -> Bool { migration.hasText(file, tokens) }

  func startOfPostfix(_ end: Int) -> Int { migration.startOfPostfix(file, end) }

  func isRemoved(_ token: Int) -> Bool { migration.isRemoved(file, token) }

  func begin(_ token: Int) -> Bool { migration.begin(file, token) }

  // MARK: - Reports

  func look(at token: Int, _ text: String) { migration.look(in: file, at: token, text) }

  func warn(at token: Int, _ text: String, listsAll: Bool = false) {
    migration.warn(in: file, at: token, text, listsAll: listsAll)
  }

  func count(_ text: String) { migration.report.count(text) }

  // MARK: - Edits

  func needImport() { migration.needImport(file) }

  func replace(_ tokens: Range<Int>, with code: String) {
    migration.replace(in: file, tokens, with: code)
  }

  func replaceCall(_ call: Range<Int>, tried code: String) {
    migration.replaceCall(file, call, tried: code)
  }

  func replaceCall(_ call: Range<Int>, tried code: String, or other: String) {
    migration.replaceCall(file, call, tried: code, or: other)
  }
}

/// What moves a model's code in one file.
protocol ModelMover: FileMover {
  var plan: ModelPlan { get }
}

extension ModelMover {
  func leave(_ statement: Range<Int>, because reason: String) {
    migration.leave(for: plan, in: file, statement, because: reason)
  }

  func leave(all statements: [Range<Int>], because reason: String) {
    migration.leave(for: plan, in: file, all: statements, because: reason)
  }

  func isListable(_ name: String, at tokens: Range<Int>) -> Bool {
    migration.isListable(name, of: plan, in: file, at: tokens)
  }

  func addKey(for name: String, _ path: SourcePath, at tokens: Range<Int>) {
    migration.addKey(to: plan, for: name, path, in: file, at: tokens)
  }

  func addKeys(
    for name: String,
    _ tokens: Range<Int>,
    isWhole: Bool = false,
    delimiter: String? = nil
  ) {
    migration.addKeys(to: plan, for: name, in: file, tokens, isWhole: isWhole, delimiter: delimiter)
  }

  func addTransform(for name: String, _ tokens: Range<Int>, locals: [String: Range<Int>]) {
    migration.addTransform(to: plan, for: name, in: file, tokens, locals: locals)
  }

  func keepComments(of body: Int, besides kept: [Range<Int>] = []) {
    migration.keepComments(for: plan, in: file, of: body, besides: kept)
  }
}

/// What becomes of the functions of a library in a part of a model.
protocol LibraryRules: ModelMover, SendableMetatype {
  var part: Library.Part { get }
  init(migration: Migration, plan: ModelPlan, part: Library.Part)
  /// Looks at the part before its members are changed.
  func prepare()
  /// Takes a function or an initializer; false if it isn't one of the library's.
  func take(_ member: SwiftDeclaration) -> Bool
}

extension LibraryRules {
  var file: Int { part.file }

  func prepare() {}

  func removeMapping(_ member: SwiftDeclaration) {
    migration.removeMapping(of: plan, in: part, member)
  }
}

/// What becomes of a library's calls in a file.
protocol LibraryCalls: FileMover, SendableMetatype {
  init(migration: Migration, file: Int)
  func rewrite()
}
