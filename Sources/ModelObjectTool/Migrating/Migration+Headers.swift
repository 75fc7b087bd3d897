// The headers of types, imports, and names of the library elsewhere.
extension Migration {
  /// What every model is without saying so.
  static let given: Set<String> = [
    "Equatable", "Hashable", "Codable", "Decodable", "Encodable", "NSCoding", "NSSecureCoding",
    "AnyObject", "NSObject", "NSObjectProtocol", "TextOutputStreamable", "Swift.Codable",
    "Swift.Decodable", "Sendable",
  ]

  func migrateHeader(_ plan: ModelPlan) {
    let (file, declaration) = (plan.entry.file, plan.entry.declaration)
    let source = source(file)
    if plan.becomesClass {
      replace(in: file, declaration.keyword..<declaration.keyword + 1, with: "class")
      report.count("struct → class")
      let reason = classReasons[plan.place].map { ", since \($0)" } ?? ""
      warn(
        in: file,
        at: declaration.keyword,
        "structs are classes now\(reason): a copy is the same object (`copy()` makes another one)"
      )
    } else if plan.staysStruct {
      report.count("structs that stay structs, by ModelStruct")
    }
    if let text = plan.library.conversions { warn(in: file, at: declaration.keyword, text) }
    for part in plan.entry.parts {
      migrateClause(
        of: plan,
        in: part.file,
        part.declaration,
        isMain: part.declaration.kind != .extension
      )
    }
    for attribute in declaration.attributes
    where ["@objcMembers", "@objc"].contains(source.text(attribute))
      || source.text(attribute).hasPrefix("@objc(")
    {
      removeWithSpace(file, attribute)
    }
  }

  private func migrateClause(
    of plan: ModelPlan,
    in file: Int,
    _ declaration: SwiftDeclaration,
    isMain: Bool
  ) {
    let inherited = code.inherited(declaration, file)
    let source = source(file)
    var kept: [String] = []
    var changes = isMain && plan.entry.declaration.kind == .struct
    var superclass: String?
    for (name, tokens) in inherited {
      let isModel = self.plan(named: name, in: plan.name).map {
        $0.entry.declaration.kind == .class
      }
      if isMain, isModel ?? false, plan.entry.declaration.kind == .class {
        superclass = source.text(tokens)
      } else if Self.given.contains(name) && !plan.staysStruct
        || plan.libraries.contains(where: { $0.models.union($0.dropped).contains(name) })
      {
        changes = true
        if name == "NSObject" { noteObjectiveC(plan) }
        if ["Codable", "Decodable", "NSCoding", "NSSecureCoding"].contains(name) {
          warn(
            in: file,
            at: declaration.keyword,
            "\(name) is the model's own now: files that the old code wrote need their old reader, or `.secondsSince2001` for dates of a plain JSONEncoder"
          )
        }
      } else {
        kept.append(source.text(tokens))
      }
    }
    if isMain, plan.staysStruct {
      needImport(file)
      kept.insert("ModelStruct", at: 0)
    } else if isMain {
      if superclass == nil {
        changes = true
        useBase()
        needImport(file)
      }
      kept.insert(superclass ?? baseName, at: 0)
      if overridesDescription(plan), !kept.contains("CustomStringConvertible") {
        kept.append("CustomStringConvertible")
        changes = true
      }
    }
    guard changes, let body = declaration.body else { return }
    report.count(isMain ? "headers" : "conformances in extensions")
    guard let first = inherited.first, let last = inherited.last else {
      let end = source[declaration.generics.map { $0.upperBound - 1 } ?? declaration.keyword + 1]
      insert(file, at: end.range.upperBound, ": \(kept.joined(separator: ", "))")
      return
    }
    let colon = first.tokens.lowerBound - 1
    if kept.isEmpty {
      // From the colon to what follows: the brace, or `where`.
      let end = source[min(last.tokens.upperBound, body)].range.lowerBound
      let start = source[colon - 1].range.upperBound
      replaceBytes(in: file, start..<end, with: " ")
    } else {
      replace(
        in: file,
        first.tokens.lowerBound..<last.tokens.upperBound,
        with: kept.joined(separator: ", ")
      )
    }
  }

  func isObjectiveC(_ plan: ModelPlan) -> Bool {
    code.inherited(plan.entry.declaration, plan.entry.file).contains { $0.name == "NSObject" }
  }

  private func noteObjectiveC(_ plan: ModelPlan) {
    warn(
      in: plan.entry.file,
      at: plan.entry.declaration.keyword,
      "subclasses of NSObject: Objective-C, key-value coding and observing see them no more, and == compares contents"
    )
  }

  private func overridesDescription(_ plan: ModelPlan) -> Bool {
    isObjectiveC(plan)
      && plan.entry.declaration.members.contains {
        $0.kind == .variable && $0.name == "description" && $0.has("override")
      }
  }

  // MARK: - The rest of a file

  func migrateFile(_ file: Int) {
    renameProtocols(file)
    for library in libraries { library.calls.init(migration: self, file: file).rewrite() }
    findTransforms(file)
    findCopies(file)
    migrateImports(file)
  }

  /// `T: HandyJSON` is `T: ModelObject`, outside of what is changed anyway.
  private func renameProtocols(_ file: Int) {
    let source = source(file)
    let clauses = headerClauses(file)
    for (index, token) in source.tokens.enumerated() where token.kind == .word {
      guard
        let library = libraries.first(where: {
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
      if isInHeader(source, index) {
        look(in: file, at: index, "a type that isn't understood is left as it is")
        continue
      }
      let name = takesStructs(library) ? "ModelStruct" : "ModelObject"
      replace(in: file, index..<index + 1, with: name)
      if source[index - 1].text == "any" { removeWithSpace(file, index - 1..<index) }
      report.count("names of the protocol → \(name)")
      needImport(file)
    }
  }

  /// Whether a name is in the inheritance clause of a class, a struct or an extension.
  private func isInHeader(_ source: SourceFile, _ index: Int) -> Bool {
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
  private func headerClauses(_ file: Int) -> [Range<Int>] {
    var clauses: [Range<Int>] = []
    for entry in plans.map(\.entry) + leftTypes {
      for part in entry.parts where part.file == file {
        guard let first = part.declaration.inherited.first,
          let last = part.declaration.inherited.last
        else { continue }
        clauses.append(first.lowerBound..<last.upperBound)
      }
    }
    clauses += migrateForeignExtensions(file)
    for place in (others[file] ?? []).sorted() {
      let type = code.types[place]
      for part in type.parts where part.file == file {
        migrateOther(type, in: part, clauses: &clauses)
      }
    }
    return clauses
  }

  /// `extension Array: HandyJSON {}` goes.
  private func migrateForeignExtensions(_ file: Int) -> [Range<Int>] {
    source(file).declarations.compactMap { declaration in
      guard declaration.kind == .extension, declaration.members.isEmpty,
        code.place(of: declaration.name, in: "") == nil,
        let first = declaration.inherited.first, declaration.inherited.count == 1,
        let name = code.inherited(declaration, file).first?.name,
        libraries.contains(where: { $0.models.contains(name) })
      else { return nil }
      removeLines(file, declaration.tokens)
      report.count("empty extensions")
      return first
    }
  }

  /// An enum or a protocol that conforms to something of the library.
  private func migrateOther(
    _ type: CodeBase.TypeEntry,
    in part: (file: Int, declaration: SwiftDeclaration),
    clauses: inout [Range<Int>]
  ) {
    let inherited = code.inherited(part.declaration, part.file)
    let source = source(part.file)
    let dropped = inherited.filter { entry in libraries.contains { $0.dropped.contains(entry.name) }
    }
    guard !dropped.isEmpty, let first = inherited.first, let last = inherited.last,
      let body = part.declaration.body
    else { return }
    let kept = inherited.filter { entry in !dropped.contains { $0.tokens == entry.tokens } }
    if kept.isEmpty {
      let start = source[first.tokens.lowerBound - 2].range.upperBound
      let end = source[min(last.tokens.upperBound, body)].range.lowerBound
      if part.declaration.kind == .extension, part.declaration.members.isEmpty {
        removeLines(part.file, part.declaration.tokens)
      } else {
        replaceBytes(in: part.file, start..<end, with: " ")
      }
    } else {
      let text = kept.map { source.text($0.tokens) }.joined(separator: ", ")
      replace(in: part.file, first.tokens.lowerBound..<last.tokens.upperBound, with: text)
    }
    report.count("conformances of enums that go", dropped.count)
    clauses.append(first.tokens.lowerBound..<last.tokens.upperBound)
  }

  private static let withFoundation: Set<String> = [
    "Foundation", "UIKit", "AppKit", "Cocoa", "SwiftUI", "FoundationEssentials",
  ]

  private func migrateImports(_ file: Int) {
    let source = source(file)
    let imports = source.declarations.filter { $0.kind == .import }
    var isThere = imports.contains { $0.name == "ModelObjectKit" }
    for declaration in imports {
      for library in libraries where library.companions.contains(declaration.name) {
        look(in: file, at: declaration.keyword, "import \(declaration.name) has no counterpart")
      }
      let library = libraries.first { $0.modules.contains(declaration.name) }
      guard let library, !isLeft(file), !library.keepsImport(self, file) else { continue }
      report.count("imports")
      if isThere {
        removeLines(file, declaration.tokens)
      } else {
        // On Apple's systems, the library's import brought Foundation with it.
        let hasFoundation = imports.contains { Self.withFoundation.contains($0.name) }
        replace(
          in: file,
          declaration.keyword..<declaration.keyword + 2,
          with: hasFoundation ? "import ModelObjectKit" : "import Foundation\nimport ModelObjectKit"
        )
        isThere = true
      }
    }
    guard importIsNeeded(file), !isThere else { return }
    let line = "import ModelObjectKit"
    // Not one that is there only on some systems.
    let always = imports.filter { declaration in
      let before = source.tokens[..<declaration.keyword].filter { $0.kind == .directive }
      return before.count { $0.text.hasPrefix("#if") }
        == before.count { $0.text.hasPrefix("#endif") }
    }
    if let last = always.last {
      insert(file, at: source[last.tokens.upperBound - 1].range.upperBound, "\n\(line)")
    } else {
      let start = source[0].range.lowerBound
      insert(file, at: lineStart(file, start), "\(line)\n\n")
    }
  }
}
