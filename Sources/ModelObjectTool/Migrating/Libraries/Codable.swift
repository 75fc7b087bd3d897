import ModelObjectEssentials
import ModelObjectKit

extension Library {
  /// Classes and structs that read keys from a decoder; they move only if they are asked for.
  static let codable = Library(
    name: "Codable",
    modules: [],
    models: ["Codable", "Decodable", "Swift.Codable", "Swift.Decodable"],
    renamesProtocols: false,
    isModel: { code, type in CodableRules.readsKeys(code, type) },
    conversions:
      "values of another type are converted if that is safe, and elements of a list that don't fit are skipped: both were errors",
    rules: CodableRules.self,
    calls: CodableCalls.self
  )
}

/// What becomes of `CodingKeys`, `init(from:)` and `encode(to:)`.
struct CodableRules: LibraryRules {
  let migration: Migration
  let plan: ModelPlan
  let part: CodeBase.Part

  /// A member, with the rules of the part that it is in.
  typealias Member = (rules: CodableRules, member: SwiftDeclaration)

  /// The members of a type and its extensions.
  var members: [Member] {
    plan.entry.parts.flatMap { part in
      let rules = rules(part)
      return part.declaration.members.map { (rules, $0) }
    }
  }

  func rules(_ part: CodeBase.Part) -> CodableRules {
    CodableRules(migration: migration, plan: plan, part: part)
  }

  // MARK: - Which types

  /// Whether a type reads keys: those that are written as one value or as a list stay.
  static func readsKeys(_ code: CodeBase, _ type: CodeBase.TypeEntry) -> Bool {
    let source = code.files[type.file].source
    if type.declaration.attributes.contains(where: { source.text($0) == "@propertyWrapper" }) {
      return false
    }
    let values: Set = [
      "CodingKey", "RawRepresentable", "OptionSet", "Error", "LocalizedError", "FormatStyle",
      "ParseableFormatStyle", "ParseStrategy", "Transferable", "ActivityAttributes", "AppEntity",
    ]
    for part in type.parts {
      let names = code.inherited(part.declaration, part.file).map(\.name)
      if names.contains(where: { values.contains($0) || $0.hasPrefix("ExpressibleBy") }) {
        return false
      }
      let source = code.files[part.file].source
      for member in part.declaration.members where isCoding(member, source) {
        let isOther = member.tokens.contains {
          ["singleValueContainer", "unkeyedContainer"].contains(source[$0].text)
            && source[$0 - 2].text == (member.kind == .initializer ? "decoder" : "encoder")
        }
        if isOther { return false }
      }
    }
    return true
  }

  /// `init(from decoder: Decoder)`, `encode(to encoder: Encoder)`.
  static func isCoding(_ member: SwiftDeclaration, _ source: SourceFile) -> Bool {
    guard let open = member.parameters, let close = source.partner(open) else { return false }
    let parameters = source.text(open + 1..<max(open + 1, close))
    switch (member.kind, source[open + 1].text) {
    case (.initializer, "from"): return parameters.hasSuffix("Decoder")
    case (.function, "to"): return member.name == "encode" && parameters.hasSuffix("Encoder")
    default: return false
    }
  }

  // MARK: - Taking

  func take(_ member: SwiftDeclaration) -> Bool { Self.isCoding(member, source) }

  func prepare() {
    guard part.declaration.kind != .extension else { return }
    let coding = members.filter { Self.isCoding($0.member, $0.rules.source) }
    let keys = members.filter { $0.rules.isKeys($0.member) }
    let reading = coding.first { $0.member.kind == .initializer }
    if let reading {
      reading.rules.read(reading.member)
    } else if let superplan = migration.superplan(of: plan), superplan.library.name == "Codable" {
      ignoreOwn()
    } else {
      takeSynthesized(keys.first { $0.member.name == "CodingKeys" })
    }
    if let writing = coding.first(where: { $0.member.kind == .function }) {
      writing.rules.takeWriting(writing.member)
    }
    removeKeys(keys, besides: coding)
    takeDates()
    lookAtWrappers()
  }

  func isKeys(_ member: SwiftDeclaration) -> Bool {
    member.kind == .enum
      && migration.code.inherited(member, file).contains { $0.name == "CodingKey" }
  }

  /// The keys of the cases, by their names.
  func keys(_ member: SwiftDeclaration) -> [(name: String, key: String)] {
    let source = source
    return member.members.filter { $0.kind == .case }.flatMap { declaration in
      source.parts(of: declaration.keyword + 1..<declaration.tokens.upperBound).map { part in
        let name = source[part.lowerBound].name
        let literal = source.find("=", in: part).flatMap { Migration.literal(source[$0 + 1].text) }
        return (name, spelled(literal ?? name))
      }
    }
  }

  /// A key as documents have it: a decoder may have converted it.
  private func spelled(_ key: String) -> String {
    migration.coders.readsSnakeCase ? KeyStyle.snakeCase.key(of: key) : key
  }

  /// The compiler's own coding: all properties, or those of `CodingKeys`.
  private func takeSynthesized(_ keys: Member?) {
    let listed = keys.map { $0.rules.keys($0.member) }
    if let listed, let (rules, member) = keys {
      for (name, key) in listed {
        guard plan.property(name) != nil else {
          rules.look(at: member.keyword, "\(name) isn't a stored property of \(plan.name)")
          continue
        }
        let path = SourcePath(steps: [.key(key)])
        rules.addKey(for: name, path, at: member.keyword..<member.keyword + 1)
      }
      count("CodingKeys")
    } else if migration.coders.readsSnakeCase {
      for property in plan.properties where !property.isFixed {
        let key = KeyStyle.snakeCase.key(of: property.name)
        let path = SourcePath(steps: [.key(key)])
        addKey(for: property.name, path, at: property.declaration.tokens)
      }
    }
    let names = listed.map { Set($0.map(\.name)) }
    for property in plan.properties where !property.isFixed {
      if let names, !names.contains(property.name) {
        plan.ignored.append(property.name)
      } else if let type = property.type, ModelPlan.isOptional(type),
        let value = property.binding.value, source.text(value) != "nil"
      {
        warn(
          at: property.binding.name,
          "optional properties with a default keep it if their key is absent: reading made them nil"
        )
      } else if let type = property.type, !ModelPlan.isOptional(type) {
        plan.required.append(property.name)
      }
    }
  }

  /// A subclass that doesn't say how it is decoded inherits that.
  private func ignoreOwn() {
    for property in plan.properties where !property.isFixed {
      plan.ignored.append(property.name)
      warn(
        at: property.binding.name,
        "properties that a subclass didn't decode stay unmapped, by `ignoredProperties`"
      )
    }
  }

  /// Removes the enums of keys that nothing else uses.
  private func removeKeys(_ keys: [Member], besides coding: [Member]) {
    for (rules, member) in keys {
      let isUsed = migration.code.files.indices.contains { other in
        let source = migration.source(other)
        guard source.problem == nil else { return false }
        return plan.entry.parts.contains { part in
          part.file == other
            && part.declaration.tokens.contains { index in
              source[index].text == member.name
                && !(other == rules.file && member.tokens.contains(index))
                && !isInner(index, named: member.name, in: part.declaration)
                && !coding.contains { $0.rules.file == other && $0.member.tokens.contains(index) }
            }
        }
      }
      let hasCode = member.members.contains { $0.kind != .case }
      // What no code of the coder names isn't needed; other keys may have the same name.
      let same = keys.filter { $0.member.name != member.name }.flatMap {
        $0.rules.keys($0.member)
      }
      let unread = rules.keys(member).filter { key in
        !reads(key.key)
          && (coding.isEmpty || coding.contains { $0.rules.mentions(key.name, in: $0.member) })
          && !same.contains { $0.name == key.name && reads($0.key) }
      }
      if !isUsed, !hasCode, unread.isEmpty {
        rules.removeLines(member.tokens)
      }
      // Statements that are left are said already.
      let names = unread.map(\.name).filter { !plan.leftNames.contains($0) }
      if !names.isEmpty {
        rules.look(
          at: member.keyword,
          "\(member.name) stays: nothing reads \(names.joined(separator: ", "))"
        )
      }
      if hasCode {
        rules.look(at: member.keyword, "\(member.name) has more than cases: it stays")
      }
    }
  }

  /// Whether a member has `.name` in it.
  private func mentions(_ name: String, in member: SwiftDeclaration) -> Bool {
    member.tokens.contains { source[$0].name == name && source[$0 - 1].text == "." }
  }

  /// Whether a key is in the path of a property.
  private func reads(_ key: String) -> Bool {
    let code = SourcePath(steps: [.key(key)]).code.filter { $0 != "#" && $0 != "\"" }
    return plan.keys.contains { known in
      known.codes.contains { $0.components(separatedBy: code).count > 1 }
    }
  }

  /// Whether a token is in a nested type that has keys of the same name.
  private func isInner(_ token: Int, named name: String, in declaration: SwiftDeclaration) -> Bool {
    declaration.members.contains { member in
      member.isType && member.tokens.contains(token)
        && member.members.contains { $0.kind == .enum && $0.name == name }
    }
  }

  // MARK: - Properties

  /// The format of dates, by the decoders of the app.
  private func takeDates() {
    let dates: Set = ["Date", "Date?", "Date!", "[Date]", "[Date]?", "Foundation.Date"]
    for property in plan.properties
    where dates.contains(property.type ?? "") && !plan.ignored.contains(property.name)
      && !plan.transforms.contains(where: { $0.property == property.name })
    {
      switch migration.coders.dates {
      case .known(let format):
        if let format { plan.dateFormats.append((property.name, format)) }
      case .unclear: lookAtStrategies()
      }
    }
  }

  /// Dates are read in their usual forms if decoders of the app have several strategies.
  private func lookAtStrategies() {
    for (file, token) in migration.coders.places {
      migration[file].look(
        at: token,
        "dateDecodingStrategy: dates are read in their usual forms; dateFormats may list one for a property"
      )
    }
  }

  private func lookAtWrappers() {
    for property in plan.properties {
      for attribute in property.declaration.attributes
      where source[attribute.lowerBound + 1].text.first?.isUppercase ?? false {
        look(
          at: attribute.lowerBound,
          "\(property.name): the property wrapper \(source.text(attribute)) has no counterpart"
        )
      }
    }
  }
}
