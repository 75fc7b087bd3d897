/// What becomes of calls that make models of a `JSON`.
struct SwiftyJSONCalls: LibraryCalls {
  let migration: Migration
  let file: Int

  func rewrite() {
    for index in source.tokens.indices.reversed() where source[index].kind == .word {
      if source[index].text == "dictionaryRepresentation" { export(index); continue }
      guard source[index].text.first?.isUppercase ?? false, !isRemoved(index),
        let plan = migration.plan(named: source[index].name), plan.library.name == "SwiftyJSON"
      else { continue }
      var open = index + 1
      if source[open].text == ".", source[open + 1].text == "init" { open += 2 }
      if source[open].text == "(" { make(at: index, open: open, of: plan) }
    }
  }

  private func make(at index: Int, open: Int, of plan: ModelPlan) {
    let arguments = arguments(open)
    guard arguments.count == 1, let argument = arguments.first else { return }
    let isObject = argument.label == "object" && plan.hasObjectInitializer
    guard isObject || argument.label == plan.jsonInitializer?.label, begin(index) else { return }
    let name = source[index].text
    let isFailable = plan.jsonInitializer?.isFailable ?? false
    let call = index..<source.after(open)
    func make(_ code: String) {
      if isFailable {
        replaceCall(call, tried: code)
      } else {
        replaceCall(call, tried: code, or: "\(name)()")
      }
      count("\(name == "" ? "" : "init(json:)") → init(json:) or init(dictionary:)")
      needImport()
    }
    let text = text(argument.value)
    if isObject {
      migration.use(.swiftyJSON)
      replace(call, with: "\(name)(json: JSON(\(text)))")
      return
    }
    // `A(json: JSON(data))`
    if let inner = json(argument.value) {
      let value = self.text(inner)
      switch kind(inner).kind {
      case .text, .data: return make("\(name)(json: \(value))")
      case .dictionary: return make("\(name)(dictionary: \(value))")
      default: break
      }
    }
    if isFailable {
      let isSimple = argument.value.allSatisfy {
        source[$0].text != "??" && source[$0].text != "try"
      }
      let base = isSimple ? text : "(\(text))"
      return make("\(name)(dictionary: \(base).dictionaryObject ?? [:])")
    }
    migration.use(.swiftyJSON)
    count("init(json:) of a JSON, which the base class's file serves")
    if argument.label != "json" || open != index + 1 {
      replace(call, with: "\(name)(json: \(text))")
    }
  }

  /// What is in `JSON(…)`, `JSON(data: …)` or `JSON(parseJSON: …)`.
  private func json(_ tokens: Range<Int>) -> Range<Int>? {
    var start = tokens.lowerBound
    if source[start].text == "try" { start += ["!", "?"].contains(source[start + 1].text) ? 2 : 1 }
    guard source[start].text == "JSON", source[start + 1].text == "(",
      source.after(start + 1) == tokens.upperBound
    else { return nil }
    let arguments = arguments(start + 1)
    guard arguments.count == 1, ["", "data", "parseJSON"].contains(arguments[0].label) else {
      return nil
    }
    return arguments[0].value
  }

  /// `cat.dictionaryRepresentation()` of a generator.
  private func export(_ index: Int) {
    guard source[index - 1].text == ".", source[index + 1].text == "(",
      source.partner(index + 1) == index + 2, source[index - 2].text != "standard",
      !isRemoved(index),
      migration.plans.contains(where: { $0.library.name == "SwiftyJSON" && $0.hasObjectInitializer }
      )
    else { return }
    let start = startOfPostfix(index - 2)
    guard source[start - 1].text != "try", source[start - 2].text != "try",
      begin(index)
    else { return }
    let receiver = text(start..<index - 1)
    replaceCall(start..<index + 3, tried: "\(receiver).dictionaryRepresentation()", or: "[:]")
    count("dictionaryRepresentation() → try")
  }
}
