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

  // MARK: - Declarations

  func statements(_ brace: Int) -> [Range<Int>] { DeclarationReader(source).statements(brace) }

  /// The parentheses of a function's parameters, and the brace of its body.
  func brackets(of member: SwiftDeclaration) -> (open: Int, close: Int, body: Int)? {
    guard let open = member.parameters, let close = source.partner(open), let body = member.body
    else { return nil }
    return (open, close, body)
  }

  /// The parameters in parentheses, with their defaults.
  func parameters(_ open: Int) -> [(label: String, name: String, value: Range<Int>?)] {
    guard let close = source.partner(open) else { return [] }
    return source.parts(of: open + 1..<close).map { part in
      (
        source[part.lowerBound].name,
        source[(source.find(":", in: part) ?? part.lowerBound + 1) - 1].name,
        source.find("=", in: part).map { $0 + 1..<part.upperBound }
      )
    }
  }

  /// `x = value`, or `self.x = value`.
  func assignment(_ statement: Range<Int>) -> (name: String, value: Range<Int>)? {
    guard let equals = source.find("=", in: statement), equals + 1 < statement.upperBound,
      let name = propertyName(statement.lowerBound..<equals)
    else { return nil }
    return (name, equals + 1..<statement.upperBound)
  }

  /// The values of the variables that statements declare; nothing for one without a value.
  func locals(_ statements: [Range<Int>]) -> [String: Range<Int>] {
    var locals: [String: Range<Int>] = [:]
    for statement in statements
    where ["let", "var"].contains(source[statement.lowerBound].text)
      && source[statement.lowerBound + 1].kind == .word
    {
      let start = source.find("=", in: statement).map { $0 + 1 } ?? statement.upperBound
      locals[source[statement.lowerBound + 1].name] = start..<statement.upperBound
    }
    return locals
  }

  /// The variables that a statement declares outside of brackets.
  func declared(_ statement: Range<Int>) -> [String] {
    var names: [String] = []
    var index = statement.lowerBound
    while index < statement.upperBound {
      if ["let", "var"].contains(source[index].text) { names.append(source[index + 1].name) }
      index = source.after(index)
    }
    return names
  }

  /// Whether a statement gives a variable a transform.
  func declaresTransform(_ statement: Range<Int>, _ locals: [String: Range<Int>]) -> Bool {
    guard ["let", "var"].contains(source[statement.lowerBound].text),
      let value = locals[source[statement.lowerBound + 1].name], !value.isEmpty
    else { return false }
    let name = source[value.lowerBound].text
    return name.hasSuffix("Transform") || name == "TransformOf"
  }

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

extension Migration {
  subscript(file: Int) -> AnyMover { AnyMover(migration: self, file: file) }
}

/// What moves a model's code in one file.
protocol ModelMover: FileMover {
  var plan: ModelPlan { get }
}

/// What moves a part of a model.
protocol PartMover: ModelMover {
  var part: CodeBase.Part { get }
}

extension PartMover {
  var file: Int { part.file }

  /// Moves code into a hook, and says so.
  func move(
    _ kept: [Range<Int>],
    into hook: ReferenceWritableKeyPath<ModelPlan, [ModelPlan.Kept]>,
    _ words: String
  ) {
    guard let first = kept.first else { return }
    plan[keyPath: hook].append(ModelPlan.Kept(file: file, statements: kept))
    look(at: first.lowerBound, words)
  }
}

/// What becomes of the functions of a library in a part of a model.
protocol LibraryRules: PartMover, SendableMetatype {
  init(migration: Migration, plan: ModelPlan, part: CodeBase.Part)
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
