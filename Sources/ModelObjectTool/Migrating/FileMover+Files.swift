// What becomes of a file beside its models: names of the library, calls, and imports.
extension AnyMover {
  func migrate() {
    renameProtocols()
    for library in migration.libraries {
      library.calls.init(migration: migration, file: file).rewrite()
    }
    findTransforms()
    findCopies()
    migrateImports()
  }

  /// `T: HandyJSON` is `T: ModelObject`, outside of what is changed anyway.
  private func renameProtocols() {
    let source = source
    let clauses = headerClauses
    for (index, token) in source.tokens.enumerated() where token.kind == .word {
      guard
        let library = migration.libraries.first(where: {
          $0.renamesProtocols && $0.models.contains(token.text)
        }),
        source[index - 1].text != ".", source[index - 1].text != "import",
        !clauses.contains(where: { $0.contains(index) })
      else { continue }
      if library.modules.contains(token.text), source[index + 1].text == ".",
        !["Type", "Protocol"].contains(source[index + 2].text)
      {
        continue
      }
      if isInHeader(index) {
        look(at: index, "a type that isn't understood is left as it is")
        continue
      }
      let name = migration.takesStructs(library) ? "ModelStruct" : "ModelObject"
      replace(index..<index + 1, with: name)
      if source[index - 1].text == "any" { removeWithSpace(index - 1..<index) }
      count("names of the protocol → \(name)")
      needImport()
    }
  }

  /// Whether a name is in the inheritance clause of a class, a struct or an extension.
  private func isInHeader(_ index: Int) -> Bool {
    var index = index - 1
    while index > 0,
      source[index].kind == .word || [".", ",", "&", ":"].contains(source[index].text)
    {
      if source[index].text == ":",
        ["class", "struct", "extension", "enum"].contains(source[index - 2].text)
      {
        return true
      }
      if ["class", "struct", "protocol", "func"].contains(source[index].text) { return false }
      index -= 1
    }
    return false
  }

  /// The inheritance clauses of models, and of enums that lose a conformance.
  private var headerClauses: [Range<Int>] {
    var clauses: [Range<Int>] = []
    for entry in migration.plans.map(\.entry) + migration.leftTypes {
      for part in entry.parts where part.file == file {
        guard let first = part.declaration.inherited.first,
          let last = part.declaration.inherited.last
        else { continue }
        clauses.append(first.lowerBound..<last.upperBound)
      }
    }
    clauses += migrateForeignExtensions()
    for place in (migration.others[file] ?? []).sorted() {
      let type = migration.code.types[place]
      for part in type.parts where part.file == file {
        migrateOther(part.declaration, clauses: &clauses)
      }
    }
    return clauses
  }

  /// `extension Array: HandyJSON {}` goes.
  private func migrateForeignExtensions() -> [Range<Int>] {
    source.declarations.compactMap { declaration in
      guard declaration.kind == .extension, declaration.members.isEmpty,
        migration.code.place(of: declaration.name, in: "") == nil,
        let first = declaration.inherited.first, declaration.inherited.count == 1,
        let name = migration.code.inherited(declaration, file).first?.name,
        migration.libraries.contains(where: { $0.models.contains(name) })
      else { return nil }
      removeLines(declaration.tokens)
      count("empty extensions")
      return first
    }
  }

  /// An enum or a protocol that conforms to something of the library.
  private func migrateOther(_ declaration: SwiftDeclaration, clauses: inout [Range<Int>]) {
    let inherited = migration.code.inherited(declaration, file)
    let dropped = inherited.filter { entry in
      migration.libraries.contains { $0.dropped.contains(entry.name) }
    }
    guard !dropped.isEmpty, let first = inherited.first, let last = inherited.last,
      let body = declaration.body
    else { return }
    let kept = inherited.filter { entry in !dropped.contains { $0.tokens == entry.tokens } }
    if kept.isEmpty {
      let start = source[first.tokens.lowerBound - 2].range.upperBound
      let end = source[min(last.tokens.upperBound, body)].range.lowerBound
      if declaration.kind == .extension, declaration.members.isEmpty {
        removeLines(declaration.tokens)
      } else {
        replace(bytes: start..<end, with: " ")
      }
    } else {
      let text = kept.map { source.text($0.tokens) }.joined(separator: ", ")
      replace(first.tokens.lowerBound..<last.tokens.upperBound, with: text)
    }
    count("conformances of enums that go", dropped.count)
    clauses.append(first.tokens.lowerBound..<last.tokens.upperBound)
  }

  private static let withFoundation: Set<String> = [
    "Foundation", "UIKit", "AppKit", "Cocoa", "SwiftUI", "FoundationEssentials",
  ]

  private func migrateImports() {
    let source = source
    let imports = source.declarations.filter { $0.kind == .import }
    var isThere = imports.contains { $0.name == "ModelObjectKit" }
    for declaration in imports {
      for library in migration.libraries where library.companions.contains(declaration.name) {
        look(at: declaration.keyword, "import \(declaration.name) has no counterpart")
      }
      let library = migration.libraries.first { $0.modules.contains(declaration.name) }
      guard let library, !migration.isLeft(file), !library.keepsImport(self) else { continue }
      count("imports")
      if isThere {
        removeLines(declaration.tokens)
      } else {
        // On Apple's systems, the library's import brought Foundation with it.
        let hasFoundation = imports.contains { Self.withFoundation.contains($0.name) }
        replace(
          declaration.keyword..<declaration.keyword + 2,
          with: hasFoundation ? "import ModelObjectKit" : "import Foundation\nimport ModelObjectKit"
        )
        isThere = true
      }
    }
    guard migration.needsImport.contains(file), !isThere else { return }
    let line = "import ModelObjectKit"
    // Not one that is there only on some systems.
    let always = imports.filter { declaration in
      let before = source.tokens[..<declaration.keyword].filter { $0.kind == .directive }
      return before.count { $0.text.hasPrefix("#if") }
        == before.count { $0.text.hasPrefix("#endif") }
    }
    if let last = always.last {
      insert(at: source[last.tokens.upperBound - 1].range.upperBound, "\n\(line)")
    } else {
      let start = source[0].range.lowerBound
      insert(at: lineStart(start), "\(line)\n\n")
    }
  }
}
