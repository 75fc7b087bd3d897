/// Where names of types mean something: a file's level, a type, a function or a block.
final class Scope {
  let outer: Scope?
  /// The type whose members these are.
  fileprivate(set) var owner: DeclaredType?
  fileprivate(set) var types: [String: [DeclaredType]] = [:]
  let parameters: Set<String>

  init(in outer: Scope?, parameters: Set<String> = []) {
    self.outer = outer
    self.parameters = parameters
  }
}

/// A type in the sources, or another name of one.
final class DeclaredType {
  /// A declaration or an extension of the type.
  struct Part {
    let file: CodeFile
    let declaration: SwiftDeclaration
    /// What its members see.
    let scope: Scope

    /// The name, step by step.
    var path: [String] { declaration.name.split(separator: ".").map { String($0) } }
  }

  let name: String
  let kind: SwiftDeclaration.Kind
  /// The declaration, and the extensions after it.
  fileprivate(set) var parts: [Part]
  /// What is around it.
  let outer: Scope
  /// Its own names.
  let scope: Scope
  /// What another name stands for.
  let alias: Code?
  /// Whether an extension may be of this type or of another one.
  fileprivate(set) var mayHaveMore = false

  fileprivate init(
    _ declaration: SwiftDeclaration,
    in outer: Scope,
    file: CodeFile,
    alias: Code? = nil
  ) {
    name = declaration.name
    kind = declaration.kind
    self.outer = outer
    self.alias = alias
    scope = Scope(in: outer, parameters: Self.parameters(declaration, file))
    parts = [Part(file: file, declaration: declaration, scope: scope)]
    scope.owner = self
  }

  static func parameters(_ declaration: SwiftDeclaration, _ file: CodeFile) -> Set<String> {
    guard let generics = declaration.generics else { return [] }
    let names = Code(file, generics).dropFirst(1).parts.map { part in
      part[part[0].text == "each" || part[0].text == "let" ? 1 : 0].name
    }
    return Set(names)
  }

  var file: CodeFile { parts[0].file }
  var declaration: SwiftDeclaration { parts[0].declaration }
  var isGeneric: Bool { declaration.generics != nil }

  /// The name in its declaration.
  var place: Code {
    Code(file, declaration.keyword + 1..<declaration.keyword + 2)
  }

  /// The names of an enum's cases.
  var cases: [String] {
    declaration.members.filter { $0.kind == .case }.flatMap { member -> [String] in
      let tokens = Code(file, member.tokens)
      guard kind == .enum, let start = tokens.range.first(where: { file.source[$0].text == "case" })
      else { return [] }
      return Code(file, start + 1..<tokens.range.upperBound).parts.map { $0[0].name }
    }
  }

  /// What the declaration and the extensions inherit.
  var inherited: [(fragment: Code, part: Part)] {
    parts.flatMap { part in
      part.declaration.inherited.map { (Code(part.file, $0), part) }
    }
  }
}

/// The types of all files.
final class SourceIndex {
  let files: [CodeFile]
  private let global = Scope(in: nil)
  private(set) var types: [DeclaredType] = []
  /// What extensions of types of other modules add to them, by their names.
  private(set) var foreign: [String: [DeclaredType.Part]] = [:]
  /// Variables of the files' own level.
  private(set) var globals: [String: [(file: CodeFile, binding: SwiftDeclaration.Binding)]] = [:]
  private var extensions: [(part: DeclaredType.Part, outer: Scope)] = []

  init(_ files: [CodeFile]) {
    self.files = files
    for file in files {
      let reader = BlockReader(file)
      collect(file.source.declarations, reader, in: global)
      for declaration in file.source.declarations where declaration.kind == .variable {
        for binding in declaration.bindings {
          globals[file.source[binding.name].name, default: []].append((file, binding))
        }
      }
    }
    extendAll()
  }

  /// Adds the extensions to their types, some of which are declared in others.
  private func extendAll() {
    var waiting = extensions
    while true {
      let left = waiting.filter { !extend($0.part, $0.outer) }
      if left.count == waiting.count { break }
      waiting = left
    }
    for (part, _) in waiting {
      if let name = part.path.last { foreign[name, default: []].append(part) }
    }
  }

  private func collect(_ declarations: [SwiftDeclaration], _ reader: BlockReader, in scope: Scope) {
    for declaration in declarations {
      switch declaration.kind {
      case .class, .struct, .enum, .protocol, .actor:
        let type = DeclaredType(declaration, in: scope, file: reader.file)
        scope.types[type.name, default: []].append(type)
        types.append(type)
        collect(declaration.members, reader, in: type.scope)
      case .typealias:
        let tokens = Code(reader.file, declaration.tokens)
        guard let value = tokens.split(at: "=")?.after else { continue }
        let type = DeclaredType(declaration, in: scope, file: reader.file, alias: value)
        scope.types[type.name, default: []].append(type)
      case .extension:
        let inner = Scope(in: scope)
        let part = DeclaredType.Part(file: reader.file, declaration: declaration, scope: inner)
        extensions.append((part, scope))
        collect(declaration.members, reader, in: inner)
      case .function, .initializer:
        guard let body = declaration.body else { continue }
        let inside = reader.declarations(inBraces: body)
        guard !inside.isEmpty else { continue }
        let parameters = DeclaredType.parameters(declaration, reader.file)
        collect(inside, reader, in: Scope(in: scope, parameters: parameters))
      case .variable:
        for accessors in declaration.bindings.compactMap(\.accessors) {
          collect(reader.declarations(inBraces: accessors), reader, in: Scope(in: scope))
        }
        for brace in declaration.bindings.compactMap(\.value).flatMap({ reader.braces(in: $0) }) {
          collect(reader.declarations(inBraces: brace), reader, in: Scope(in: scope))
        }
      case .other:
        for brace in reader.braces(in: declaration.tokens) {
          collect(reader.declarations(inBraces: brace), reader, in: Scope(in: scope))
        }
      default: break
      }
    }
  }

  /// Adds an extension to its type; false if there is no such type yet.
  private func extend(_ part: DeclaredType.Part, _ outer: Scope) -> Bool {
    let found = candidates(part.path, from: outer, part.file)
    // Of two names that are one type, or two types of one name, none is certain.
    guard found.count == 1 else {
      for type in found { type.mayHaveMore = true }
      return !found.isEmpty
    }
    let type = found[0]
    type.parts.append(part)
    part.scope.owner = type
    for (name, inner) in part.scope.types { type.scope.types[name, default: []] += inner }
    return true
  }

  // MARK: - Names

  enum Found {
    case type(DeclaredType)
    /// A type of another module, or one that isn't declared in the files.
    case foreign(String)
    /// A generic parameter, or a name that several types have.
    case unknown
  }

  /// What a name means.
  func find(_ path: [String], from scope: Scope, _ file: CodeFile, depth: Int = 0) -> Found {
    guard depth < 16, let last = path.last else { return .unknown }
    if isParameter(path[0], scope) { return .unknown }
    let found = candidates(path, from: scope, file)
    guard found.count <= 1 else { return .unknown }
    guard let type = found.first else {
      if path.count == 1 { return .foreign(last) }
      // `Foundation.Date`: what is before it is a module, if it isn't a type.
      let isModule = path.count == 2 && candidates([path[0]], from: scope, file).isEmpty
      guard isModule else { return .unknown }
      return Self.modules.contains(path[0]) ? .foreign(last) : .unknown
    }
    guard let alias = type.alias else { return .type(type) }
    guard case .named(let path, _) = TypeForm(alias) else { return .unknown }
    return find(path, from: type.outer, type.file, depth: depth + 1)
  }

  private static let modules: Set<String> = [
    "Swift", "Foundation", "ModelObjectKit", "CoreGraphics", "FoundationEssentials",
  ]

  private func isParameter(_ name: String, _ scope: Scope) -> Bool {
    var scope: Scope? = scope
    while let inner = scope {
      if inner.parameters.contains(name) || inner.owner?.scope.parameters.contains(name) == true {
        return true
      }
      if inner.types[name] != nil { return false }
      scope = inner.outer
    }
    return false
  }

  private func candidates(
    _ path: [String],
    from scope: Scope,
    _ file: CodeFile
  ) -> [DeclaredType] {
    guard let first = path.first else { return [] }
    var next: Scope? = scope
    while let inner = next {
      var found = visible(first, in: inner, file)
      if found.isEmpty, let owner = inner.owner { found = member(first, of: owner, file) }
      if !found.isEmpty {
        for name in path.dropFirst() {
          found = found.flatMap { member(name, of: $0, file) }
        }
        return found
      }
      next = inner.outer
    }
    return []
  }

  /// The types of a name in a scope, of this file if there are some.
  private func visible(_ name: String, in scope: Scope, _ file: CodeFile) -> [DeclaredType] {
    let all = scope.types[name, default: []]
    guard all.count > 1 else {
      guard let only = all.first, only.isVisible(from: file) else { return [] }
      return [only]
    }
    let own = all.filter { $0.file === file }
    return own.isEmpty ? all.filter { $0.isVisible(from: file) } : own
  }

  /// The type of a name in a type, or in one that it inherits from.
  private func member(_ name: String, of type: DeclaredType, _ file: CodeFile) -> [DeclaredType] {
    var type: DeclaredType? = type
    var left = 32
    while let owner = type, left > 0 {
      let found = visible(name, in: owner.scope, file)
      if !found.isEmpty { return found }
      guard owner.kind == .class, case .type(let next)? = superclass(of: owner) else { return [] }
      type = next
      left -= 1
    }
    return []
  }

  private var superclasses: [ObjectIdentifier: Found] = [:]

  /// What a class names first: its superclass, or a protocol; nil if that is nothing.
  func superclass(of type: DeclaredType) -> Found? {
    guard type.kind == .class, let first = type.declaration.inherited.first else { return nil }
    if let known = superclasses[ObjectIdentifier(type)] { return known }
    // While it is looked for, it has none: a class can't be in one that it inherits from.
    superclasses[ObjectIdentifier(type)] = .unknown
    var found = Found.unknown
    if case .named(let path, _) = TypeForm(Code(type.file, first)) {
      found = find(path, from: type.outer, type.file)
    }
    superclasses[ObjectIdentifier(type)] = found
    return found
  }
}

extension DeclaredType {
  fileprivate func isVisible(from other: CodeFile) -> Bool {
    file === other || !(declaration.has("private") || declaration.has("fileprivate"))
  }
}

/// Finds declarations in the blocks of a file.
private final class BlockReader {
  let file: CodeFile
  /// The places of words that may begin a type.
  private let places: [Int]

  init(_ file: CodeFile) {
    self.file = file
    let source = file.source
    let words: Set = ["class", "struct", "enum", "protocol", "actor", "extension", "typealias"]
    places = source.tokens.indices.filter {
      source.tokens[$0].kind == .word && words.contains(source.tokens[$0].text)
        && source[$0 + 1].kind == .word && source[$0 - 1].text != "."
    }
  }

  private func mayHaveTypes(_ range: Range<Int>) -> Bool {
    let first = places.firstPlace { $0 >= range.lowerBound }
    return first < places.count && places[first] < range.upperBound
  }

  /// The declarations between braces, if there may be types among them.
  func declarations(inBraces brace: Int) -> [SwiftDeclaration] {
    guard let end = file.source.partner(brace), mayHaveTypes(brace..<end) else { return [] }
    return DeclarationReader(file.source).declarations(brace + 1..<end)
  }

  /// The braces in a statement that are in no other bracket.
  func braces(in range: Range<Int>) -> [Int] {
    guard mayHaveTypes(range) else { return [] }
    var found: [Int] = []
    var index = range.lowerBound
    while index < range.upperBound {
      if file.source[index].text == "{" { found.append(index) }
      index = file.source.after(index)
    }
    return found
  }
}
