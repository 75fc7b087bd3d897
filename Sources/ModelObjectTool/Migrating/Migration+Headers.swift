// The headers of types, imports, and names of the library elsewhere.
extension Migration {
  /// What every model is without saying so.
  static let given: Set<String> = [
    "Equatable", "Hashable", "Codable", "Decodable", "Encodable", "NSCoding", "NSSecureCoding",
    "AnyObject", "NSObject", "NSObjectProtocol", "TextOutputStreamable", "Swift.Codable",
    "Swift.Decodable", "Sendable",
  ]

  func migrateHeader(_ plan: ModelPlan) {
    let (file, declaration) = (self[plan.entry.file], plan.entry.declaration)
    let source = file.source
    if plan.becomesClass {
      file.replace(declaration.keyword..<declaration.keyword + 1, with: "class")
      report.count("struct → class")
      let reason = classReasons[plan.place].map { ", since \($0)" } ?? ""
      file.warn(
        at: declaration.keyword,
        "structs are classes now\(reason): a copy is the same object (`copy()` makes another one)"
      )
    } else if plan.staysStruct {
      report.count("structs that stay structs, by ModelStruct")
    }
    if let text = plan.library.conversions { file.warn(at: declaration.keyword, text) }
    for part in plan.entry.parts {
      migrateClause(
        of: plan,
        in: self[part.file],
        part.declaration,
        isMain: part.declaration.kind != .extension
      )
    }
    for attribute in declaration.attributes
    where ["@objcMembers", "@objc"].contains(source.text(attribute))
      || source.text(attribute).hasPrefix("@objc(")
    {
      file.removeWithSpace(attribute)
    }
  }

  private func migrateClause(
    of plan: ModelPlan,
    in file: AnyMover,
    _ declaration: SwiftDeclaration,
    isMain: Bool
  ) {
    let inherited = code.inherited(declaration, file.file)
    let source = file.source
    var kept: [String] = []
    var changes = isMain && plan.entry.declaration.kind == .struct
    var superclass: String?
    for (name, tokens) in inherited {
      let isModel = self.plan(named: name, in: plan.name).map {
        $0.entry.declaration.kind == .class
      }
      if isMain, isModel ?? false, plan.entry.declaration.kind == .class {
        superclass = source.text(tokens)
      } else if losesSendable(plan, source.text(tokens)) {
        changes = true
        file.look(
          at: tokens.lowerBound,
          "a model that is a class isn't Sendable: send its `snapshot()`, or make it where it is used"
        )
      } else if Self.given.contains(name) && !plan.staysStruct
        || plan.libraries.contains(where: { $0.models.union($0.dropped).contains(name) })
      {
        changes = true
        if name == "NSObject" { noteObjectiveC(plan) }
        if ["Codable", "Decodable", "NSCoding", "NSSecureCoding"].contains(name) {
          file.warn(
            at: declaration.keyword,
            "\(name) is the model's own now: files that the old code wrote need their old reader, or `.secondsSince2001` for dates of a plain JSONEncoder"
          )
        }
      } else {
        kept.append(source.text(tokens))
      }
    }
    if isMain, plan.staysStruct {
      file.needImport()
      kept.insert("ModelStruct", at: 0)
    } else if isMain {
      if superclass == nil {
        changes = true
        useBase()
        file.needImport()
      }
      kept.insert(superclass ?? baseName, at: 0)
      if overridesDescription(plan), !kept.contains("CustomStringConvertible") {
        kept.append("CustomStringConvertible")
        changes = true
      }
    }
    guard changes, let body = declaration.body else { return }
    file.count(isMain ? "headers" : "conformances in extensions")
    guard let first = inherited.first, let last = inherited.last else {
      let end = source[declaration.generics.map { $0.upperBound - 1 } ?? declaration.keyword + 1]
      file.insert(at: end.range.upperBound, ": \(kept.joined(separator: ", "))")
      return
    }
    let colon = first.tokens.lowerBound - 1
    if kept.isEmpty {
      // From the colon to what follows: the brace, or `where`.
      let end = source[min(last.tokens.upperBound, body)].range.lowerBound
      let start = source[colon - 1].range.upperBound
      file.replace(bytes: start..<end, with: " ")
    } else {
      file.replace(
        first.tokens.lowerBound..<last.tokens.upperBound,
        with: kept.joined(separator: ", ")
      )
    }
  }

  /// Whether a type can't be sent any more: what was checked isn't true of a class with variables, and
  /// what a struct promised was said of copies.
  private func losesSendable(_ plan: ModelPlan, _ name: String) -> Bool {
    !plan.staysStruct && ["Sendable", "Swift.Sendable"].contains(name)
      || plan.becomesClass && name.hasPrefix("@unchecked") && name.hasSuffix("Sendable")
  }

  func isObjectiveC(_ plan: ModelPlan) -> Bool {
    code.inherited(plan.entry.declaration, plan.entry.file).contains { $0.name == "NSObject" }
  }

  private func noteObjectiveC(_ plan: ModelPlan) {
    self[plan.entry.file].warn(
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
}
