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
        let interface = part(index)
        items.append(.interface(interface))
        index = interface.end + 1
      case "@implementation":
        let implementation = part(index)
        items.append(.implementation(implementation))
        index = implementation.end + 1
      case "@protocol": index = takeProtocol(index, &items)
      case "@class", "@import": index = (file.find(";", in: index..<file.tokens.count) ?? index) + 1
      case "@end", ";": index += 1
      case "typedef" where !isEnumeration(index + 1): index = takeAlias(index, &items)
      case _ where token.kind == .directive:
        items += [directive(index)].compactMap(\.self)
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

  private func directive(_ index: Int) -> ObjectiveCItem? {
    let text = file[index].text
    let words = text.dropFirst().split { $0 == " " || $0 == "\t" || $0 == "\r" || $0 == "\n" }
    switch words.first {
    case "import", "include", "endif", "ifndef", "undef", "error", "warning": return nil
    case "pragma":
      let isMark = words.dropFirst().first == "mark"
      return isMark ? .mark(words.dropFirst(2).joined(separator: " "), token: index) : nil
    case "define":
      // The name of the header, which guards it.
      let previous = index > 0 ? file[index - 1].text : ""
      if previous.hasPrefix("#ifndef"), words.count == 2 { return nil }
    default: break
    }
    return .other(Self.shown(text), token: index)
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

  private mutating func part(_ start: Int) -> ObjectiveCPart {
    let isInterface = file[start].text == "@interface"
    var part = ObjectiveCPart(name: file[start + 1].text, token: start)
    var index = isInterface ? skipGenerics(start + 2) : start + 2
    if file[index].text == "(" {
      part.category = file[index + 1].text == ")" ? "" : file[index + 1].text
      index = file.after(index)
    }
    if isInterface {
      if file[index].text == ":" {
        part.superclass = file[index + 1].text
        index += 2
      }
      index = skipGenerics(index)
    }
    if file[index].text == "{" {
      if file.partner(index) ?? index > index + 1 {
        part.others.append(("instance variables", index))
      }
      index = file.after(index)
    }
    while index < file.tokens.count {
      let token = file[index]
      if ["@end", "@interface", "@implementation"].contains(token.text) {
        part.end = token.text == "@end" ? index : index - 1
        return part
      }
      let next = isInterface ? takeDeclared(index, &part) : takeImplemented(index, &part)
      index = next ?? takeOther(index, &part)
    }
    part.end = file.tokens.count
    return part
  }

  /// Takes what only an interface has; returns the token after it.
  private mutating func takeDeclared(_ index: Int, _ part: inout ObjectiveCPart) -> Int? {
    switch file[index].text {
    case "@property": return takeProperties(index, &part)
    case "-", "+": return afterSemicolon(index)
    case "@optional", "@required", "@public", "@private": return index + 1
    case "NS_ASSUME_NONNULL_BEGIN", "NS_ASSUME_NONNULL_END":
      isNonnull = file[index].text.hasSuffix("BEGIN")
      return index + 1
    default: return nil
    }
  }

  /// Takes what only an implementation has; returns the token after it.
  private func takeImplemented(_ index: Int, _ part: inout ObjectiveCPart) -> Int? {
    let token = file[index]
    switch token.text {
    case "-", "+":
      let (selector, brace) = signature(index)
      let end = file[brace].text == "{" ? file.after(brace) : brace + 1
      part.methods.append(
        ObjectiveCMethod(
          selector: selector,
          isStatic: token.text == "+",
          tokens: index..<min(max(end, index + 1), file.tokens.count),
          body: brace
        )
      )
      return max(end, index + 1)
    case "@synthesize", "@dynamic", "@property": return afterSemicolon(index)
    case _ where token.kind == .word && token.beginsLine && file[index + 1].beginsLine:
      part.macros.append((token.text, index))
      return index + 1
    default: return nil
    }
  }

  /// Takes what both may have, and anything else.
  private func takeOther(_ index: Int, _ part: inout ObjectiveCPart) -> Int {
    if file[index].text == ";" { return index + 1 }
    guard file[index].kind == .directive else {
      let end = max(end(of: index), index + 1)
      part.others.append((Self.shown(file.text(index..<end)), index))
      return end
    }
    switch directive(index) {
    case .mark(let text, _)?: part.marks.append((text, index))
    case .other(let text, _)?: part.others.append((text, index))
    default: break
    }
    return index + 1
  }

  private func afterSemicolon(_ index: Int) -> Int {
    file.find(";", in: index..<file.tokens.count).map { $0 + 1 } ?? file.tokens.count
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
  private func takeProperties(_ start: Int, _ part: inout ObjectiveCPart) -> Int {
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
    var names: [(name: String, type: ObjectiveCType?)] = []
    if let first = parts.first, let (base, name) = types.declaration(first) {
      names.append((name, base))
      for part in parts.dropFirst() {
        guard let last = part.last, file[last].kind == .word else { continue }
        var type = base
        type.isPointer = part.contains { file[$0].text == "*" }
        names.append((file[last].text, type))
      }
    } else {
      names.append((parts.first.flatMap { types.name(in: $0) } ?? "", nil))
    }
    for (name, type) in names {
      part.properties.append(
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

  /// The selector of a method, and the token after its parameters.
  private func signature(_ start: Int) -> (selector: String, end: Int) {
    var index = start + 1
    var selector = ""
    if file[index].text == "(" { index = file.after(index) }
    while index < file.tokens.count, !["{", ";", "@end", "-", "+"].contains(file[index].text) {
      if file[index].kind == .word, file[index + 1].text == ":" {
        selector += file[index].text + ":"
        index += 2
        if file[index].text == "(" { index = file.after(index) }
        index += 1
      } else {
        if selector.isEmpty, file[index].kind == .word { selector = file[index].text }
        index = file.after(index)
      }
    }
    return (selector, index)
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
