import ModelObjectEssentials

// Entries of mapping functions: keys and transforms.
extension ModelMover {
  /// Notes the keys of a property; `tokens` is a literal, a list of them, or another expression.
  func addKeys(
    for property: String,
    _ tokens: Range<Int>,
    isWhole: Bool = false,
    delimiter: String? = nil
  ) {
    var parts = [tokens]
    if source[tokens.lowerBound].text == "[", source.after(tokens.lowerBound) == tokens.upperBound {
      parts = source.parts(of: tokens.lowerBound + 1..<tokens.upperBound - 1)
    }
    guard !parts.isEmpty else { return }
    var codes: [String] = []
    var plain: String?
    for part in parts {
      let code = source.text(part)
      let literal =
        part.count == 1 && source[part.lowerBound].kind == .text
        ? Migration.literal(code) : migration.constant(file, part, in: plan.name)
      guard let text = literal else {
        codes.append(parts.count == 1 ? "JSONKey(\(code))" : code)
        continue
      }
      if isWhole {
        codes.append(SwiftLiteral.path(text))
      } else if let delimiter, text.contains(delimiter) || text.contains(".") {
        codes.append(Migration.path(text, delimiter))
      } else {
        codes.append(SwiftLiteral.text(text))
      }
      let isPath = text.contains { ".[\\".contains($0) } || delimiter.map(text.contains) ?? false
      if parts.count == 1, isWhole || !isPath { plain = text }
    }
    if parts.count > 1, codes.contains(where: { !$0.hasPrefix("\"") && !$0.hasPrefix("#") }) {
      look(at: tokens.lowerBound, "keys that aren't literals: write JSONKey of a list of them")
    }
    if let known = plan.key(of: property) {
      if known.codes != codes {
        leave(tokens, because: "another key for \(property)")
      }
      return
    }
    plan.keys.append(
      ModelPlan.Key(property: property, codes: codes, plain: plain, source: source.text(tokens))
    )
  }

  /// Takes a transform that the property has; `tokens` is the expression.
  func addTransform(
    for property: String,
    _ tokens: Range<Int>,
    locals: [String: Range<Int>]
  ) {
    var tokens = tokens
    if tokens.count == 1, let value = locals[source[tokens.lowerBound].text] { tokens = value }
    let name = source[tokens.lowerBound].name
    let code = lines(tokens).joined(separator: "\n")
    let mentionsSelf = tokens.contains { source[$0].text == "self" }
    if migration.code.place(of: name, in: plan.name) == nil,
      let rule = plan.library.transforms[name]
    {
      switch rule {
      case .none: count("transforms that aren't needed, dropped")
      case .format(let format):
        let open = tokens.first { source[$0].text == "(" } ?? tokens.upperBound
        let arguments =
          open < tokens.upperBound
          ? source.text(open + 1..<max(open + 1, tokens.upperBound - 1)) : ""
        if let format = format(arguments) {
          if format.isEmpty {
            count("transforms that aren't needed, dropped")
          } else {
            plan.dateFormats.append((property, format))
          }
        } else {
          plan.addTransform(property, "PropertyTransform(\(code))")
          look(at: tokens.lowerBound, "\(name) with these arguments has no counterpart")
        }
      case .helper(let helper):
        migration.use(helper)
        plan.addTransform(property, "PropertyTransform(\(label(for: property, tokens))\(code))")
      case .look(let text):
        plan.leftovers.append(
          "// TODO(migrate): \(property): \(code.replacingEach("\n", with: " "))"
        )
        look(at: tokens.lowerBound, "\(property): \(name): \(text)")
      }
    } else {
      plan.library.transformProtocol.map { migration.use($0.helper) }
      plan.addTransform(property, "PropertyTransform(\(label(for: property, tokens))\(code))")
      count("transforms of the app that stay")
      migration.lookAtCasts(of: name, in: plan.name)
    }
    if mentionsSelf {
      look(at: tokens.lowerBound, "\(property): a transform that uses self")
    }
  }

  /// What makes a transform one of elements: ObjectMapper calls it for each of a list or a dictionary,
  /// unless it makes the list.
  private func label(
    for property: String,
    _ transform: Range<Int>
  ) -> String {
    guard plan.library.transformsElements, let type = plan.property(property)?.type,
      let element = Migration.elements(of: type)
    else { return "" }
    let object = migration.object(ofTransform: transform, file).map(Migration.base(of:))
    if object == Migration.base(of: type) { return "" }
    if object == nil {
      look(
        at: transform.lowerBound,
        "\(property): this transform gets each \(Migration.base(of: element)) of it; if it makes the whole, drop `elements:`"
      )
    }
    migration.use(.elementTransform)
    count("transforms of elements")
    return "elements: "
  }

  func leave(each statements: [Range<Int>], because reason: String) {
    for statement in statements { leave(statement, because: reason) }
  }

  /// Leaves statements; neighbors are one block.
  func leave(all statements: [Range<Int>], because reason: String) {
    var blocks: [Range<Int>] = []
    for statement in Set(statements).sorted(by: { $0.lowerBound < $1.lowerBound }) {
      if let last = blocks.last, last.upperBound == statement.lowerBound {
        blocks[blocks.count - 1] = last.lowerBound..<statement.upperBound
      } else {
        blocks.append(statement)
      }
    }
    for block in blocks { leave(block, because: reason) }
  }

  /// The code of a transform that takes `input`, under the name of a parameter.
  func transform(
    _ property: String,
    from input: String,
    named parameter: String,
    code: String
  ) -> String {
    var result = plan.property(property)?.type ?? "Any"
    if ModelPlan.isOptional(result), !result.hasPrefix("Optional<") { result.removeLast() }
    let isCompound = result.contains("->") || result.hasPrefix("any ")
    let head = "(\(parameter): \(input)) -> \(isCompound ? "(\(result))" : result)?"
    let type = input.hasSuffix("?") ? "(\(input))" : input
    return "PropertyTransform(from: \(type).self) { \(head) in \(code) }"
  }

  /// Keeps the comments of a function that goes, and the statements that nothing was made of.
  func leave(_ statement: Range<Int>, because reason: String) {
    plan.leftNames.formUnion(statement.map { source[$0].name })
    let code = source.text(statement).split { $0.isWhitespace }.joined(separator: " ")
    let shown = code.count > 72 ? code.prefix(70) + "…" : code[...]
    look(at: statement.lowerBound, "\(reason): `\(shown)`")
    plan.leftovers.append("// TODO(migrate): \(reason)")
    plan.leftovers += lines(statement).map { "// \($0)" }
  }

  func keepComments(of body: Int, besides kept: [Range<Int>] = []) {
    guard let close = source.partner(body) else { return }
    let inside = source[body].range.upperBound..<source[close].range.lowerBound
    let keptBytes = kept.map { source.bytes(of: $0) }
    for comment in comments(inside)
    where !keptBytes.contains(where: { $0.contains(comment.lowerBound) }) {
      let text = String(decoding: source.bytes[comment], as: UTF8.self)
      plan.leftovers += text.split(separator: "\n").map {
        String($0).replacingEach("\r", with: "")
      }
    }
  }

  /// Whether a name is that of a property that can be listed; says so if it isn't.
  func isListable(_ name: String, at tokens: Range<Int>) -> Bool {
    if migration.property(name, of: plan) != nil { return true }
    leave(tokens, because: "\(name) isn't a stored property of \(plan.name)")
    return false
  }
}

extension LibraryRules {
  /// Removes a function of the library; the lists come to its place if it is in the type's body.
  func removeMapping(_ member: SwiftDeclaration) {
    let place = removeLines(member.tokens)
    if part.declaration.kind != .extension, plan.anchor == nil { plan.anchor = place }
    plan.hasMapping = true
  }
}

extension FileMover {
  /// Whether a statement is `super.mapping(map: map)`, and nothing else.
  func callsSuper(_ statement: Range<Int>, of function: String) -> Bool {
    let start = statement.lowerBound
    guard source[start].text == "super", source[start + 2].text == function,
      source.after(start + 3) == statement.upperBound, statement.count <= 8
    else { return false }
    // What is passed on is the function's own parameter.
    let isPassedOn =
      statement.count <= 5 || Migration.mappers.contains(source[statement.upperBound - 2].name)
    return isPassedOn && !hasText(statement)
  }

  /// Whether some tokens have a string, which may be a key.
  func hasText(_ tokens: Range<Int>) -> Bool {
    tokens.contains { source[$0].kind == .text }
  }

  /// The name of a property that an expression is: `x`, `self.x`, `&x`.
  func propertyName(_ tokens: Range<Int>) -> String? {
    var index = tokens.lowerBound
    if source[index].text == "&" { index += 1 }
    if source[index].text == "self", source[index + 1].text == "." { index += 2 }
    guard index == tokens.upperBound - 1, source[index].kind == .word else { return nil }
    return source[index].name
  }
}

extension Migration {
  /// What apps call the parameter of a mapping function.
  static let mappers: Set<String> = ["map", "mapper", "mapping", "m"]

  /// The text of a plain string literal; nil with escapes or interpolations.
  static func literal(_ code: String) -> String? {
    guard code.hasPrefix("\""), !code.hasPrefix("\"\"\""), code.utf8.count >= 2,
      !code.contains("\\")
    else { return nil }
    return String(code.dropFirst().dropLast())
  }

  /// The code of a path whose steps a delimiter separates: `distances.0.value` is
  /// `distances[0].value`.
  static func path(_ text: String, _ delimiter: String) -> String {
    var path = ""
    var isRaw = false
    for step in text.components(separatedBy: delimiter) {
      if Int(step) != nil, !path.isEmpty {
        path += "[\(step)]"
      } else {
        let escaped = step.replacingEach("\\", with: "\\\\").replacingEach(".", with: "\\.")
          .replacingEach("[", with: "\\[")
        isRaw = isRaw || escaped != step
        path += (path.isEmpty ? "" : ".") + escaped
      }
    }
    return isRaw ? "#\"\(path)\"#" : SwiftLiteral.text(path)
  }

  /// Says where a transform of the app casts numbers: these are Int or Double now.
  func lookAtCasts(of name: String, in scope: String) {
    guard let place = code.place(of: name, in: scope) else { return }
    for (file, declaration) in code.types[place].parts {
      self[file].lookAtCasts(declaration.tokens)
    }
  }
}

extension FileMover {
  /// Says where untyped numbers are cast.
  func lookAtCasts(_ tokens: Range<Int>) {
    let types: Set = ["Double", "Float", "Int", "Int64", "NSNumber", "TimeInterval", "CGFloat"]
    for index in tokens
    where source[index].text == "as" && source[index + 1].text == "?"
      && types.contains(source[index + 2].text)
    {
      look(
        at: index,
        "a number is an Int or a Double now: `5 as? Double` is nil; `ModelObject.convert(_:to:)` converts"
      )
    }
  }

  /// The library's transforms outside of mapping functions: in constants, and as superclasses.
  func findTransforms() {
    let source = source
    let imported = Set(source.declarations.filter { $0.kind == .import }.map(\.name))
    let kept = migration.plans.flatMap { $0.didMap + $0.willMap }.filter { $0.file == file }
      .flatMap(\.statements)
    for library in migration.libraries where !library.modules.isDisjoint(with: imported) {
      for index in source.tokens.indices where source[index].kind == .word {
        let name = source[index].text
        guard migration.code.place(of: name, in: "") == nil, source[index - 1].text != ".",
          source[index + 1].text != ":",
          !isRemoved(index) || kept.contains(where: { $0.contains(index) })
        else { continue }
        switch library.transforms[name] {
        case .helper(let helper): migration.use(helper)
        case nil where name == library.transformProtocol?.name:
          library.transformProtocol.map { migration.use($0.helper) }
        case nil: continue
        default:
          look(at: index, "\(name) has no counterpart outside of a mapping function")
        }
      }
    }
  }
}
