/// What becomes of calls that decode models.
struct CodableCalls {
  let migration: Migration
  let file: Int

  private var source: SourceFile { migration.source(file) }

  func rewrite() {
    for index in source.tokens.indices.reversed()
    where source[index].text == "decode" && source[index + 1].text == "("
      && source[index - 1].text == "."
    {
      decode(index)
    }
  }

  /// `JSONDecoder().decode(Cat.self, from: data)`; any other coder decodes models, too.
  private func decode(_ index: Int) {
    let arguments = migration.arguments(file, index + 1)
    guard arguments.count == 2, arguments[1].label == "from",
      source.text(arguments[0].value).hasSuffix(".self")
    else { return }
    let start = migration.startOfPostfix(file, index - 2)
    let base = start..<index - 1
    let type = String(source.text(arguments[0].value).dropLast(5))
    let name = type.filter { !"[]?".contains($0) && !$0.isWhitespace }
    guard let plan = migration.plan(named: String(name.prefix { $0 != "<" })),
      plan.library.name == "Codable", isDecoder(base), migration.begin(file, index)
    else { return }
    let value = migration.text(file, arguments[1].value)
    migration.replace(file, start..<source.after(index + 1), "\(type)(json: \(value))")
    migration.report.count("decode(_:from:) → init(json:)")
    migration.needImport(file)
  }

  /// `JSONDecoder()`, or a variable that is one in this file.
  private func isDecoder(_ tokens: Range<Int>) -> Bool {
    let text = source.text(tokens).filter { !$0.isWhitespace }
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
