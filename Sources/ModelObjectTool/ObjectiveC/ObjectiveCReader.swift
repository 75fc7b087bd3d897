/// Reads what a file declares.
///
/// What isn't understood is an item of its own, up to its end.
struct ObjectiveCReader {
  private let file: ObjectiveCFile
  private var isNonnull = false

  init(_ file: ObjectiveCFile) { self.file = file }

  func items() -> [ObjectiveCItem] {
    var reader = self
    return reader.readItems()
  }

  private mutating func readItems() -> [ObjectiveCItem] {
    var items: [ObjectiveCItem] = []
    var index = 0
    while index < file.tokens.count {
      let token = file[index]
      switch token.text {
      case "NS_ASSUME_NONNULL_BEGIN", "NS_ASSUME_NONNULL_END":
        isNonnull = token.text.hasSuffix("BEGIN")
        index += 1
      case "@interface":
        let interface = self.interface(index)
        items.append(.interface(interface))
        index = interface.end + 1
      case "@implementation":
        let implementation = self.implementation(index)
        items.append(.implementation(implementation))
        index = implementation.end + 1
      case "@protocol": index = takeProtocol(index, &items)
      case "@class", "@import": index = (file.find(";", in: index..<file.tokens.count) ?? index) + 1
      case "@end", ";": index += 1
      case "typedef" where !isEnumeration(index + 1): index = takeAlias(index, &items)
      case _ where token.kind == .directive:
        takeDirective(index, &items)
        index += 1
      default:
        if let (enumeration, end) = enumeration(token.text == "typedef" ? index + 1 : index, index)
        {
          items.append(.enumeration(enumeration))
          index = end
        } else {
          let end = end(of: index)
          items.append(.other(Self.shown(file.text(index..<end)), token: index))
          index = end
        }
      }
    }
    return items
  }

  /// The first line of some source.
  static func shown(_ text: String) -> String {
    let line = text.split { $0 == "\n" || $0 == "\r" }.first.map(String.init) ?? ""
    return line.count > 80 ? line.prefix(77) + "…" : line
  }

  /// The token after a statement or a function.
  private func end(of start: Int) -> Int {
    var index = start
    while index < file.tokens.count {
      let token = file[index]
      if token.text == ";" { return index + 1 }
      if ["@interface", "@implementation", "@end", "@protocol"].contains(token.text)
        || token.kind == .directive,
        index > start
      {
        return index
      }
      if token.text == "{" {
        index = file.after(index)
        // A variable with an initial value goes on.
        if file[index].text == ";" { return index + 1 }
        if file[index].text != ",", file[index].kind != .word || file[index].beginsLine {
          return index
        }
        continue
      }
      index = file.after(index)
    }
    return index
  }

  private func takeDirective(_ index: Int, _ items: inout [ObjectiveCItem]) {
    let text = file[index].text
    let words = text.dropFirst().split { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\n" }
    switch words.first {
    case "import", "include", "endif", "ifndef", "undef", "error", "warning": break
    case "pragma" where words.dropFirst().first == "mark":
      items.append(.mark(words.dropFirst(2).joined(separator: " "), token: index))
    case "pragma": break
    case "define":
      // The name of the header, which guards it.
      let previous = index > 0 ? file[index - 1].text : ""
      if previous.hasPrefix("#ifndef"), words.count == 2 { return }
      items.append(.other(Self.shown(text), token: index))
    default: items.append(.other(Self.shown(text), token: index))
    }
  }

  private mutating func takeProtocol(_ index: Int, _ items: inout [ObjectiveCItem]) -> Int {
    let name = file[index + 1].text
    var end = index + 2
    while end < file.tokens.count, ![";", "@end", "@interface"].contains(file[end].text),
      !["@property", "-", "+", "@optional", "@required"].contains(file[end].text)
    {
      end += 1
    }
    if file[end].text == ";" || file[end].text == "@end" { return end + 1 }
    while end < file.tokens.count, !["@end", "@interface"].contains(file[end].text) { end += 1 }
    items.append(.other("@protocol \(name)", token: index))
    return file[end].text == "@end" ? end + 1 : end
  }

  private func takeAlias(_ index: Int, _ items: inout [ObjectiveCItem]) -> Int {
    let end = end(of: index)
    let last = end - 2
    let isSimple =
      last > index + 1 && file[end - 1].text == ";" && file[last].kind == .word
      && (index + 1..<last).allSatisfy {
        file[$0].kind == .word || ["*", "<", ">", ","].contains(file[$0].text)
      }
    items.append(
      isSimple
        ? .alias(name: file[last].text, type: index + 1..<last, token: index)
        : .other(Self.shown(file.text(index..<end)), token: index)
    )
    return end
  }

  // MARK: - Classes

  private mutating func interface(_ start: Int) -> ObjectiveCInterface {
    var interface = ObjectiveCInterface(name: file[start + 1].text, token: start)
    var index = start + 2
    index = skipGenerics(index)
    if file[index].text == "(" {
      interface.category = file[index + 1].text == ")" ? "" : file[index + 1].text
      index = file.after(index)
    }
    if file[index].text == ":" {
      interface.superclass = file[index + 1].text
      index += 2
    }
    index = skipGenerics(index)
    if file[index].text == "{" {
      if file.partner(index) ?? index > index + 1 {
        interface.others.append(("instance variables", index))
      }
      index = file.after(index)
    }
    while index < file.tokens.count {
      let token = file[index]
      switch token.text {
      case "@end", "@interface", "@implementation":
        interface.end = token.text == "@end" ? index : index - 1
        return interface
      case "@property": index = takeProperties(index, &interface)
      case "-", "+":
        let signature = signature(index)
        interface.methods.append((signature.selector, index))
        index = file.find(";", in: index..<file.tokens.count).map { $0 + 1 } ?? file.tokens.count
      case "@optional", "@required", "@public", "@private", ";": index += 1
      case "NS_ASSUME_NONNULL_BEGIN", "NS_ASSUME_NONNULL_END":
        isNonnull = token.text.hasSuffix("BEGIN")
        index += 1
      case _ where token.kind == .directive:
        var items: [ObjectiveCItem] = []
        takeDirective(index, &items)
        for item in items {
          if case .mark(let text, _) = item { interface.marks.append((text, index)) }
          if case .other(let text, _) = item { interface.others.append((text, index)) }
        }
        index += 1
      default:
        let end = max(end(of: index), index + 1)
        interface.others.append((Self.shown(file.text(index..<end)), index))
        index = end
      }
    }
    interface.end = file.tokens.count
    return interface
  }

  private func skipGenerics(_ index: Int) -> Int {
    guard file[index].text == "<" else { return index }
    var index = index
    var depth = 0
    while index < file.tokens.count, !["@end", ";", "{", "@property"].contains(file[index].text) {
      if file[index].text == "<" { depth += 1 }
      if file[index].text == ">" { depth -= 1 }
      index += 1
      if depth == 0 { break }
    }
    return index
  }

  /// Each name of a declaration is a property of its own.
  private func takeProperties(_ start: Int, _ interface: inout ObjectiveCInterface) -> Int {
    var attributes: [String] = []
    var index = start + 1
    if file[index].text == "(", let close = file.partner(index) {
      attributes = file.parts(of: index + 1..<close, by: ",").map { part in
        part.map { file[$0].text }.joined()
      }
      index = close + 1
    }
    var end = index
    while end < file.tokens.count, !["@end", "@property", ";"].contains(file[end].text) {
      end = file.after(end)
    }
    let range = start..<min(file[end].text == ";" ? end + 1 : end, file.tokens.count)
    let parts = file.parts(of: index..<end, by: ",")
    let types = ObjectiveCTypeReader(file)
    guard let first = parts.first, let (base, name) = types.declaration(first) else {
      let name = parts.first.flatMap { types.name(in: $0) } ?? ""
      interface.properties.append(
        ObjectiveCProperty(
          name: name,
          type: nil,
          attributes: attributes,
          tokens: range,
          isInNonnull: isNonnull
        )
      )
      return range.upperBound
    }
    var names = [(name, base)]
    for part in parts.dropFirst() {
      let pointers = part.count { file[$0].text == "*" }
      guard let last = part.last, file[last].kind == .word else { continue }
      var type = base
      type.isPointer = pointers > 0
      names.append((file[last].text, type))
    }
    for (name, type) in names {
      interface.properties.append(
        ObjectiveCProperty(
          name: name,
          type: type,
          attributes: attributes,
          tokens: range,
          isInNonnull: isNonnull
        )
      )
    }
    return range.upperBound
  }

  /// The selector of a method, the names of its parameters, and the token after both.
  private func signature(_ start: Int) -> (selector: String, parameters: [String], end: Int) {
    var index = start + 1
    var selector = ""
    var parameters: [String] = []
    if file[index].text == "(" { index = file.after(index) }
    while index < file.tokens.count, !["{", ";", "@end", "-", "+"].contains(file[index].text) {
      if file[index].kind == .word, file[index + 1].text == ":" {
        selector += file[index].text + ":"
        index += 2
        if file[index].text == "(" { index = file.after(index) }
        if file[index].kind == .word { parameters.append(file[index].text) }
        index += 1
      } else {
        if selector.isEmpty, file[index].kind == .word { selector = file[index].text }
        index = file.after(index)
      }
    }
    return (selector, parameters, index)
  }

  private mutating func implementation(_ start: Int) -> ObjectiveCImplementation {
    var implementation = ObjectiveCImplementation(name: file[start + 1].text, token: start)
    var index = start + 2
    if file[index].text == "(" {
      implementation.category = file[index + 1].text == ")" ? "" : file[index + 1].text
      index = file.after(index)
    }
    if file[index].text == "{" {
      if file.partner(index) ?? index > index + 1 {
        implementation.others.append(("instance variables", index))
      }
      index = file.after(index)
    }
    while index < file.tokens.count {
      let token = file[index]
      switch token.text {
      case "@end", "@interface", "@implementation":
        implementation.end = token.text == "@end" ? index : index - 1
        return implementation
      case "-", "+":
        let (selector, parameters, brace) = signature(index)
        let end = file[brace].text == "{" ? file.after(brace) : brace + 1
        implementation.methods.append(
          ObjectiveCMethod(
            selector: selector,
            isStatic: token.text == "+",
            tokens: index..<min(max(end, index + 1), file.tokens.count),
            body: brace,
            parameters: parameters
          )
        )
        index = max(end, index + 1)
      case "@synthesize", "@dynamic", "@property":
        index = file.find(";", in: index..<file.tokens.count).map { $0 + 1 } ?? file.tokens.count
      case ";": index += 1
      case _ where token.kind == .directive:
        var items: [ObjectiveCItem] = []
        takeDirective(index, &items)
        for case .other(let text, _) in items { implementation.others.append((text, index)) }
        index += 1
      case _ where token.kind == .word && token.beginsLine && file[index + 1].beginsLine:
        implementation.macros.append((token.text, index))
        index += 1
      default:
        let end = max(end(of: index), index + 1)
        implementation.others.append((Self.shown(file.text(index..<end)), index))
        index = end
      }
    }
    implementation.end = file.tokens.count
    return implementation
  }

  // MARK: - Enums

  private static let macros: Set<String> = ["NS_ENUM", "NS_CLOSED_ENUM", "NS_OPTIONS"]

  private func isEnumeration(_ index: Int) -> Bool {
    file[index].text == "enum" || Self.macros.contains(file[index].text)
  }

  private func enumeration(
    _ index: Int,
    _ start: Int
  ) -> (enumeration: ObjectiveCEnumeration, end: Int)? {
    guard isEnumeration(index) else { return nil }
    var name = ""
    var rawType = "NSInteger"
    var brace = index + 1
    if file[index].text != "enum" {
      guard file[index + 1].text == "(", let close = file.partner(index + 1) else { return nil }
      let parts = file.parts(of: index + 2..<close, by: ",")
      guard parts.count == 2 else { return nil }
      (rawType, name) = (file.text(parts[0]), file.text(parts[1]))
      brace = close + 1
    } else {
      if file[brace].kind == .word { (name, brace) = (file[brace].text, brace + 1) }
      if file[brace].text == ":" {
        rawType = file[brace + 1].text
        brace += 2
      }
    }
    guard file[brace].text == "{", let close = file.partner(brace) else { return nil }
    if file[close + 1].kind == .word, file[start].text == "typedef" { name = file[close + 1].text }
    guard let end = file.find(";", in: close..<file.tokens.count), !name.isEmpty else { return nil }
    var enumeration = ObjectiveCEnumeration(
      name: name,
      rawType: rawType,
      isOptions: file[index].text == "NS_OPTIONS",
      token: start,
      end: end
    )
    for part in file.parts(of: brace + 1..<close, by: ",", hasGenerics: false)
    where file[part.lowerBound].kind == .word {
      let sign = file.find("=", in: part)
      enumeration.cases.append(
        ObjectiveCEnumeration.Case(
          name: file[part.lowerBound].text,
          value: sign.map { $0 + 1..<part.upperBound },
          token: part.lowerBound
        )
      )
    }
    return (enumeration, end + 1)
  }
}
