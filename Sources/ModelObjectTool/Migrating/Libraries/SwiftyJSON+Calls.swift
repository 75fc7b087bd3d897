/// What becomes of calls that make models of a `JSON`.
struct SwiftyJSONCalls {
  let migration: Migration
  let file: Int

  private var source: SourceFile { migration.source(file) }

  func rewrite() {
    for index in source.tokens.indices.reversed() where source[index].kind == .word {
      if source[index].text == "dictionaryRepresentation" { export(index); continue }
      guard source[index].text.first?.isUppercase ?? false, !migration.isRemoved(file, index),
        let plan = migration.plan(named: source[index].name), plan.library.name == "SwiftyJSON"
      else { continue }
      var open = index + 1
      if source[open].text == ".", source[open + 1].text == "init" { open += 2 }
      if source[open].text == "(" { make(at: index, open: open, of: plan) }
    }
  }

  private func make(at index: Int, open: Int, of plan: ModelPlan) {
    let arguments = migration.arguments(file, open)
    guard arguments.count == 1, let argument = arguments.first else { return }
    let isObject = argument.label == "object" && plan.hasObjectInitializer
    guard isObject || argument.label == plan.jsonInitializer?.label, migration.begin(file, index)
    else { return }
    let name = source[index].text
    let isFailable = plan.jsonInitializer?.isFailable ?? false
    let call = index..<source.after(open)
    func replace(_ code: String) {
      if isFailable {
        migration.replaceCall(file, call, tried: code)
      } else {
        migration.replaceCall(file, call, tried: code, or: "\(name)()")
      }
      migration.report.count(
        "\(name == "" ? "" : "init(json:)") → init(json:) or init(dictionary:)"
      )
      migration.needImport(file)
    }
    let text = migration.text(file, argument.value)
    if isObject {
      migration.use(.swiftyJSON)
      migration.replace(in: file, call, with: "\(name)(json: JSON(\(text)))")
      return
    }
    // `A(json: JSON(data))`
    if let inner = json(argument.value) {
      let value = migration.text(file, inner)
      switch migration.kind(file, inner).kind {
      case .text, .data: return replace("\(name)(json: \(value))")
      case .dictionary: return replace("\(name)(dictionary: \(value))")
      default: break
      }
    }
    if isFailable {
      let isSimple = argument.value.allSatisfy {
        source[$0].text != "??" && source[$0].text != "try"
      }
      let base = isSimple ? text : "(\(text))"
      return replace("\(name)(dictionary: \(base).dictionaryObject ?? [:])")
    }
    migration.use(.swiftyJSON)
    migration.report.count("init(json:) of a JSON, which the base class's file serves")
    if argument.label != "json" || open != index + 1 {
      migration.replace(in: file, call, with: "\(name)(json: \(text))")
    }
  }

  /// What is in `JSON(…)`, `JSON(data: …)` or `JSON(parseJSON: …)`.
  private func json(_ tokens: Range<Int>) -> Range<Int>? {
    var start = tokens.lowerBound
    if source[start].text == "try" { start += ["!", "?"].contains(source[start + 1].text) ? 2 : 1 }
    guard source[start].text == "JSON", source[start + 1].text == "(",
      source.after(start + 1) == tokens.upperBound
    else { return nil }
    let arguments = migration.arguments(file, start + 1)
    guard arguments.count == 1, ["", "data", "parseJSON"].contains(arguments[0].label) else {
      return nil
    }
    return arguments[0].value
  }

  /// `cat.dictionaryRepresentation()` of a generator.
  private func export(_ index: Int) {
    guard source[index - 1].text == ".", source[index + 1].text == "(",
      source.partner(index + 1) == index + 2, source[index - 2].text != "standard",
      !migration.isRemoved(file, index),
      migration.plans.contains(where: { $0.library.name == "SwiftyJSON" && $0.hasObjectInitializer }
      )
    else { return }
    let start = migration.startOfPostfix(file, index - 2)
    guard source[start - 1].text != "try", source[start - 2].text != "try",
      migration.begin(file, index)
    else { return }
    let receiver = migration.text(file, start..<index - 1)
    migration.replaceCall(
      file,
      start..<index + 3,
      tried: "\(receiver).dictionaryRepresentation()",
      or: "[:]"
    )
    migration.report.count("dictionaryRepresentation() → try")
  }
}
