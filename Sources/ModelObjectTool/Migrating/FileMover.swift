/// What moves code of one file: it asks the migration about that file, and tells it what becomes of it.
protocol FileMover {
  var migration: Migration { get }
  var file: Int { get }
}

extension FileMover {
  var source: SourceFile { migration.source(file) }

  /// Some tokens with the edits in them, though they are removed where they are.
  func text(_ tokens: Range<Int>) -> String {
    let range = source.bytes(of: tokens)
    let inside = migration.edits[file].filter {
      $0.range.lowerBound >= range.lowerBound && $0.range.upperBound <= range.upperBound
    }
    let inner = Migration.outermost(inside).map { $0.shifted(by: -range.lowerBound) }
    let bytes = Array(source.bytes[range])
    return String(decoding: SourceEdit.applied(inner, to: bytes) ?? bytes, as: UTF8.self)
  }

  var removedRanges: [Range<Int>] { migration.removals[file] }

  /// Whether a token is in something that goes.
  func isRemoved(_ token: Int) -> Bool {
    let place = source[token].range.lowerBound
    return removedRanges.contains { $0.contains(place) }
  }

  /// Whether a token is in something that other code replaces.
  func isOverwritten(_ token: Int) -> Bool {
    let range = source[token].range
    return migration.edits[file].contains {
      $0.range.lowerBound <= range.lowerBound && range.upperBound <= $0.range.upperBound
    }
  }

  var isChanged: Bool { !migration.edits[file].isEmpty || !removedRanges.isEmpty }

  /// Whether a call is still to be rewritten; it isn't from here on.
  func begin(_ token: Int) -> Bool { migration.rewritten.insert([file, token]).inserted }

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

  func look(at token: Int, _ text: String) { look(line: source.line(of: token), text) }

  func look(line: Int, _ text: String) {
    migration.report.look(in: migration.code.files[file].path, line: line, text)
  }

  func warn(at token: Int, _ text: String, listsAll: Bool = false) {
    let path = migration.code.files[file].path
    migration.report.warn(text, in: path, line: source.line(of: token), listsAll: listsAll)
  }

  func count(_ text: String, _ number: Int = 1) { migration.report.count(text, number) }

  // MARK: - Edits

  func needImport() { migration.needsImport.insert(file) }

  func insert(at offset: Int, _ text: String) { replace(bytes: offset..<offset, with: text) }

  func replace(_ tokens: Range<Int>, with code: String) {
    replace(bytes: source.bytes(of: tokens), with: code)
  }

  func replace(bytes: Range<Int>, with text: String) {
    migration.edits[file].append(SourceEdit(range: bytes, text: text))
  }

  func remove(bytes: Range<Int>) {
    if !bytes.isEmpty { migration.removals[file].append(bytes) }
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

extension ModelMover {
  /// What moves the file with the type's declaration, and its properties.
  var main: AnyMover { migration[plan.entry.file] }
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
