// `objectForMapping(map:)`.
extension ObjectMapperRules {
  func takeFactory(_ member: SwiftDeclaration, body: Int, map: String) {
    guard let close = source.partner(body) else { return }
    migration.needClass(plan, "objectForMapping(map:) chooses a class")
    let statements = statements(body)
    var handled: Set<Int> = []
    for index in body..<close {
      if let call = newObject(after: index) {
        replace(call, with: "\(source[index + 1].text).self")
        _ = begin(index + 1)
        handled.formUnion(call)
      }
      guard source[index].text == map, !handled.contains(index) else { continue }
      if isReplaced(index) {
        replace(index..<index + 3, with: "dictionary")
        handled.insert(index)
      } else if source[index + 1].text == "[", let end = source.partner(index + 1) {
        let key = source.text(index + 2..<end)
        if source[end + 1].text == ".", source[end + 2].text == "currentValue" {
          replace(index..<end + 3, with: "dictionary[\(key)]")
          handled.insert(index)
        } else if source[end + 1].text == ".", source[end + 2].text == "value",
          source[index - 1].text == "=",
          let type = typeBefore(index - 1)
        {
          let bare = type.hasSuffix("?") ? String(type.dropLast()) : type
          replace(
            index..<source.after(end + 3),
            with: "convert(dictionary[\(key)], to: \(bare).self)"
          )
          handled.insert(index)
        } else if source[index - 1].text == "<-",
          let type = localType(source[index - 2].name, before: index)
        {
          let bare = type.hasSuffix("?") ? String(type.dropLast()) : type
          let fallback = bare == type ? " ?? \(source[index - 2].text)" : ""
          let code = "= convert(dictionary[\(key)], to: \(bare).self)\(fallback)"
          replace(index - 1..<end + 1, with: code)
          handled.insert(index)
        }
      }
    }
    let isWhole =
      (body..<close).allSatisfy {
        source[$0].text != map || handled.contains($0) || source[$0 - 1].text == "."
      } && returnsTypes(body..<close)
    if isWhole {
      let head = "override class func modelType(for dictionary: [String: Any])"
      plan.addMember(
        "\(plan.access)\(head) -> ModelObject.Type? {",
        statements: statements,
        in: file
      )
      removeMapping(member)
      count("objectForMapping(map:) → modelType(for:)")
    } else {
      let reason = "objectForMapping(map:): modelType(for:) takes its place"
      leave(each: statements, because: reason)
      removeMapping(member)
    }
  }

  /// `Circle(map: map)` or `Circle()` after a `return`: a type takes its place.
  private func newObject(after word: Int) -> Range<Int>? {
    guard source[word].text == "return", source[word + 1].kind == .word,
      source[word + 2].text == "("
    else { return nil }
    let labels = arguments(word + 2).map(\.label)
    return labels.isEmpty || labels.first == "map" ? word + 1..<source.after(word + 2) : nil
  }

  /// Whether a factory returns nothing but new objects without values, and nil.
  private func returnsTypes(_ body: Range<Int>) -> Bool {
    let words = body.filter { source[$0].text == "return" }
    return !words.isEmpty
      && words.allSatisfy { newObject(after: $0) != nil || source[$0 + 1].text == "nil" }
  }

  /// The type in `let kind: String =` before this token.
  private func typeBefore(_ equals: Int) -> String? {
    var index = equals - 1
    while index > 0, source[index].kind != .mark || source[index].text != ":" {
      guard index > equals - 8 else { return nil }
      index -= 1
    }
    return source.text(index + 1..<equals)
  }
}
