/// The steps to a value in a document, as old code spells them.
struct SourcePath: Equatable {
  enum Step: Equatable {
    case key(String)
    case index(Int)
  }

  var steps: [Step] = []

  /// The only key, if it is one.
  var plain: String? {
    guard steps.count == 1, case .key(let key) = steps[0] else { return nil }
    return key
  }

  /// The literal of a `JSONKey`.
  var code: String {
    if let plain { return SwiftLiteral.path(plain) }
    var literal = ""
    var isRaw = false
    for step in steps {
      switch step {
      case .index(let index): literal += "[\(index)]"
      case .key(let key):
        let code = SwiftLiteral.path(key)
        isRaw = isRaw || code.hasPrefix("#")
        literal += (literal.isEmpty ? "" : ".") + Self.inner(code)
      }
    }
    return isRaw ? "#\"\(literal)\"#" : "\"\(literal)\""
  }

  /// What is between the quotation marks.
  private static func inner(_ code: String) -> Substring {
    code.hasPrefix("#") ? code.dropFirst(2).dropLast(2) : code.dropFirst().dropLast()
  }

  func appending(_ step: Step) -> SourcePath { SourcePath(steps: steps + [step]) }
}

extension ModelMover {
  /// Notes the key of a property; another one is left, with its line.
  func addKey(for property: String, _ path: SourcePath, at tokens: Range<Int>) {
    if let known = plan.key(of: property) {
      guard known.codes != [path.code] else { return }
      return leave(tokens, because: "another key for \(property)")
    }
    plan.keys.append(
      ModelPlan.Key(property: property, codes: [path.code], plain: path.plain, source: path.code)
    )
  }
}
