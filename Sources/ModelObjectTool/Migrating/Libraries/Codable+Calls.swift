/// What becomes of calls that decode models.
struct CodableCalls: LibraryCalls {
  let migration: Migration
  let file: Int

  func rewrite() {
    takeEnums()
    lookAtEncoders()
    for index in source.tokens.indices.reversed()
    where source[index].text == "decode" && source[index + 1].text == "("
      && source[index - 1].text == "."
    {
      decode(index)
    }
  }

  /// Encoders whose strategies the lists and the key style of the models overrule now.
  private func lookAtEncoders() {
    let plans = migration.plans.filter { $0.library.name == "Codable" }
    let formats = Set(plans.flatMap(\.dateFormats).map(\.code))
    for encoder in migration.coders.encoders where encoder.file == file {
      if let format = formats.first, formats.count == 1, format != encoder.dates {
        look(
          at: encoder.token,
          "this encoder wrote dates \(Self.name(encoder.dates)): models write them as dateFormats lists them, \(format)"
        )
      }
      let reads = migration.coders.readsSnakeCase
      if reads != encoder.isSnakeCase, reads || migration.coders.writesSnakeCase, !plans.isEmpty {
        let (old, new) = encoder.isSnakeCase ? ("snake_case", "other") : ("property", "snake_case")
        look(
          at: encoder.token,
          "this encoder wrote \(old) keys, another coder has \(new) ones: models write those of their key style"
        )
      }
    }
  }

  private static func name(_ format: String) -> String {
    switch format {
    case "": "in ISO 8601"
    case "?": "by a strategy of its own"
    default: "as \(format)"
    }
  }

  /// Enums of properties whose `init(from:)` gives `unknown` for another raw value: a property takes
  /// its raw value without it.
  private func takeEnums() {
    for type in migration.code.types where type.file == file && type.declaration.kind == .enum {
      guard let first = type.declaration.inherited.first,
        let last = type.declaration.inherited.last,
        ["String", "Int", "UInt"].contains(where: { source.text(first).hasPrefix($0) }),
        let coding = type.members.first(where: { file, member in
          member.kind == .initializer && CodableRules.isCoding(member, migration.source(file))
            && member.tokens.contains { migration.source(file)[$0].text == "rawValue" }
        }),
        migration.plans.flatMap(\.properties).contains(where: { property in
          property.type.map { $0.filter { !"[]?!".contains($0) } } == type.shortName
        })
      else { continue }
      let words = Set(coding.member.tokens.map { migration.source(coding.file)[$0].text })
      if words.isSuperset(of: ["??", "unknown"]) {
        let end = source[last.upperBound - 1].range.upperBound
        insert(at: end, ", UnknownRepresentable")
        count("enums with a case for unknown values → UnknownRepresentable")
        needImport()
      } else {
        migration[coding.file].look(
          at: coding.member.keyword,
          "init(from:) of \(type.shortName) isn't called for a property, which takes a raw value"
        )
      }
    }
  }

  /// `JSONDecoder().decode(Cat.self, from: data)`; any other coder decodes models, too.
  private func decode(_ index: Int) {
    let arguments = arguments(index + 1)
    guard arguments.count == 2, arguments[1].label == "from",
      source.text(arguments[0].value).hasSuffix(".self")
    else { return }
    let start = startOfPostfix(index - 2)
    let base = start..<index - 1
    let type = String(source.text(arguments[0].value).dropLast(5))
    let name = type.filter { !"[]?".contains($0) && !$0.isWhitespace }
    guard let plan = migration.plan(named: String(name.prefix { $0 != "<" })),
      plan.library.name == "Codable", isDecoder(base), begin(index)
    else { return }
    let value = text(arguments[1].value)
    replace(start..<source.after(index + 1), with: "\(type)(json: \(value))")
    count("decode(_:from:) → init(json:)")
    needImport()
  }

  /// `JSONDecoder()`, or a variable that is one in this file.
  private func isDecoder(_ tokens: Range<Int>) -> Bool {
    let text = source.compact(tokens)
    if text == "JSONDecoder()" { return true }
    guard tokens.count == 1 || text.hasPrefix("self.") && tokens.count == 3,
      let name = tokens.last.map({ source[$0].name })
    else { return false }
    return source.tokens.indices.contains { index in
      source[index].name == name && ["let", "var"].contains(source[index - 1].text)
        && [index + 2, index + 3].contains { source[$0].text == "JSONDecoder" }
    }
  }
}
