/// What moves code of one file: it asks the migration about that file, and tells it what becomes of it.
protocol FileMover {
  var migration: Migration { get }
  var file: Int { get }
}

extension FileMover {
  var source: SourceFile { migration.source(file) }

  func text(_ tokens: Range<Int>) -> String { migration.text(file, tokens) }

  func indentation(_ token: Int) -> String { migration.indentation(file, token) }

  func lines(_ tokens: Range<Int>) -> [String] { migration.lines(file, tokens) }

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

  func insert(at offset: Int, _ text: String) { migration.insert(file, at: offset, text) }

  @discardableResult func removeLines(_ tokens: Range<Int>) -> Int {
    migration.removeLines(file, tokens)
  }

  func removeWithSpace(_ tokens: Range<Int>) { migration.removeWithSpace(file, tokens) }

  func commentOut(_ tokens: Range<Int>, because reason: String) {
    migration.commentOut(in: file, tokens, because: reason)
  }

  func replace(_ tokens: Range<Int>, with code: String) {
    migration.replace(in: file, tokens, with: code)
  }
}

/// What nothing but the file is known of.
struct AnyMover: FileMover {
  let migration: Migration
  let file: Int
}

/// What moves a model's code in one file.
protocol ModelMover: FileMover {
  var plan: ModelPlan { get }
}

/// What moves a part of a model.
protocol PartMover: ModelMover {
  var part: Library.Part { get }
}

extension PartMover {
  var file: Int { part.file }
}

/// What becomes of the functions of a library in a part of a model.
protocol LibraryRules: PartMover, SendableMetatype {
  init(migration: Migration, plan: ModelPlan, part: Library.Part)
  /// Looks at the part before its members are changed.
  func prepare()
  /// Takes a function or an initializer; false if it isn't one of the library's.
  func take(_ member: SwiftDeclaration) -> Bool
}

extension LibraryRules {
  func prepare() {}
}

/// What becomes of a library's calls in a file.
protocol LibraryCalls: FileMover, SendableMetatype {
  init(migration: Migration, file: Int)
  func rewrite()
}
