/// What a literal in a mapping method says.
enum ObjectiveCValue: Equatable {
  case text(String)
  /// `[Tag class]` or `Tag.class`.
  case type(String)
  case list([ObjectiveCValue])
  case dictionary([Entry])

  struct Entry: Equatable {
    let key: ObjectiveCValue
    let value: ObjectiveCValue
    /// The token of its key.
    let token: Int
  }

  var text: String? {
    if case .text(let text) = self { text } else { nil }
  }

  /// The name of a class, also in a string.
  var className: String? {
    switch self {
    case .type(let name): name
    case .text(let name): name
    default: nil
    }
  }

  /// The strings of a string or a list.
  var texts: [String]? {
    switch self {
    case .text(let text): return [text]
    case .list(let list):
      let texts = list.compactMap(\.text)
      return texts.count == list.count && !texts.isEmpty ? texts : nil
    default: return nil
    }
  }
}

/// Reads literals, and methods that only return one.
struct ObjectiveCValueReader {
  let file: ObjectiveCFile
  /// String constants, by name.
  let constants: [String: String]

  func value(_ range: Range<Int>) -> ObjectiveCValue? { value(range, depth: 0) }

  private func value(_ range: Range<Int>, depth: Int) -> ObjectiveCValue? {
    guard let first = range.first, let last = range.last, depth < 20 else { return nil }
    let token = file[first]
    switch token.text {
    case "@{" where file.partner(first) == last:
      var entries: [ObjectiveCValue.Entry] = []
      for part in file.parts(of: first + 1..<last, by: ",", hasGenerics: false) where !part.isEmpty
      {
        guard let colon = file.find(":", in: part),
          let key = value(part.lowerBound..<colon, depth: depth + 1),
          let value = value(colon + 1..<part.upperBound, depth: depth + 1)
        else { return nil }
        entries.append(ObjectiveCValue.Entry(key: key, value: value, token: part.lowerBound))
      }
      return .dictionary(entries)
    case "@[" where file.partner(first) == last:
      var list: [ObjectiveCValue] = []
      for part in file.parts(of: first + 1..<last, by: ",", hasGenerics: false) where !part.isEmpty
      {
        guard let value = value(part, depth: depth + 1) else { return nil }
        list.append(value)
      }
      return .list(list)
    case "(" where file.partner(first) == last:
      return value(first + 1..<last, depth: depth + 1)
    case "[" where file.partner(first) == last: return message(first + 1..<last, depth: depth)
    default: break
    }
    if range.allSatisfy({ file[$0].kind == .text }) {
      let parts = range.compactMap { file[$0].value }
      return parts.count == range.count ? .text(parts.joined()) : nil
    }
    if range.count == 1, token.kind == .word { return constants[token.text].map { .text($0) } }
    if range.count == 3, token.kind == .word, file[first + 1].text == ".",
      ["class", "self"].contains(file[last].text)
    {
      return .type(token.text)
    }
    return nil
  }

  private func message(_ range: Range<Int>, depth: Int) -> ObjectiveCValue? {
    let words = range.map { file[$0].text }
    if words.count == 2, words[1] == "class" { return .type(words[0]) }
    let isList = words.starts(with: ["NSArray", "arrayWithObjects", ":"])
    let isDictionary = words.starts(with: ["NSDictionary", "dictionaryWithObjectsAndKeys", ":"])
    if isList || isDictionary {
      let parts = file.parts(
        of: range.lowerBound + 3..<range.upperBound,
        by: ",",
        hasGenerics: false
      )
      guard let last = parts.last, file.text(last) == "nil" else { return nil }
      let values = parts.dropLast().map { ($0, value($0, depth: depth + 1)) }
      let known = values.compactMap(\.1)
      guard known.count == values.count else { return nil }
      guard isDictionary else { return .list(known) }
      guard known.count.isMultiple(of: 2) else { return nil }
      return .dictionary(
        stride(from: 0, to: known.count, by: 2).map {
          .init(key: known[$0 + 1], value: known[$0], token: values[$0 + 1].0.lowerBound)
        }
      )
    }
    // `[NSClassFromString(@"Tag") class]`, `[@{…} mutableCopy]`.
    if words.last == "copy" || words.last == "mutableCopy" {
      return value(range.dropLast(), depth: depth + 1)
    }
    return nil
  }

  // MARK: - Methods

  struct Result {
    var value: ObjectiveCValue?
    /// Whether the superclass's is asked for.
    var hasSuper = false
  }

  /// What a method returns; nil if it does more.
  func result(of method: ObjectiveCMethod) -> Result? {
    guard file[method.body].text == "{", let close = file.partner(method.body) else { return nil }
    return result(in: method.body + 1..<close, method.selector)
  }

  func result(in body: Range<Int>, _ selector: String) -> Result? {
    var values: [String: Result] = [:]
    for statement in file.parts(of: body, by: ";", hasGenerics: false) where !statement.isEmpty {
      let first = statement.lowerBound
      if file[first].text == "return" {
        return expression(first + 1..<statement.upperBound, selector: selector, values: values)
      }
      if let sign = file.find("=", in: statement) {
        // `dict[@"name"] = @"n"`
        if file[sign - 1].text == "]", let open = file.partner(sign - 1),
          file[open - 1].kind == .word,
          let key = value(open + 1..<sign - 1),
          let value = value(sign + 1..<statement.upperBound),
          add([.init(key: key, value: value, token: open + 1)], to: file[open - 1].text, &values)
        {
          continue
        }
        guard file[sign - 1].kind == .word, sign - 1 > first,
          let result = expression(
            sign + 1..<statement.upperBound,
            selector: selector,
            values: values
          )
        else { return nil }
        values[file[sign - 1].text] = result
        continue
      }
      guard file[first].text == "[", file[first + 1].kind == .word, let close = file.partner(first),
        close == statement.upperBound - 1, let argument = file.find(":", in: first + 1..<close)
      else { return nil }
      let name = file[first + 1].text
      switch file[first + 2].text {
      case "addEntriesFromDictionary":
        if case .dictionary(let entries) = value(argument + 1..<close),
          add(entries, to: name, &values)
        {
          continue
        }
        // `[mapper addEntriesFromDictionary:[super modelCustomPropertyMapper]]`
        if values[name] != nil, isSuper(argument + 1..<close, selector) {
          values[name]?.hasSuper = true
          continue
        }
        return nil
      case "addObjectsFromArray", "addObject":
        guard let value = value(argument + 1..<close) else { return nil }
        let more: [ObjectiveCValue]
        if case .list(let list) = value { more = list } else { more = [value] }
        guard var result = values[name] else { return nil }
        if case .list(let list) = result.value ?? .list([]) { result.value = .list(list + more) }
        values[name] = result
      case "setObject", "setValue":
        guard let label = file.find("forKey", in: argument..<close), file[label + 1].text == ":",
          let value = value(argument + 1..<label), let key = self.value(label + 2..<close),
          add([.init(key: key, value: value, token: label + 2)], to: name, &values)
        else { return nil }
      default: return nil
      }
    }
    return nil
  }

  private func add(
    _ entries: [ObjectiveCValue.Entry],
    to name: String,
    _ values: inout [String: Result]
  ) -> Bool {
    guard var result = values[name] else { return false }
    guard case .dictionary(let old) = result.value ?? .dictionary([]) else { return false }
    result.value = .dictionary(old + entries)
    values[name] = result
    return true
  }

  private func isSuper(_ range: Range<Int>, _ selector: String) -> Bool {
    range.map { file[$0].text }.joined() == "[super\(selector)]"
  }

  private func expression(
    _ range: Range<Int>,
    selector: String,
    values: [String: Result]
  ) -> Result? {
    if let value = value(range) { return Result(value: value) }
    let words = range.map { file[$0].text }
    let text = words.joined()
    if words.count == 1 {
      return words[0] == "nil" ? Result() : values[words[0]]
    }
    if text == "[super\(selector)]" { return Result(hasSuper: true) }
    switch text {
    case "[[super\(selector)]mutableCopy]", "[super\(selector)].mutableCopy",
      "[NSMutableDictionarydictionaryWithDictionary:[super\(selector)]]",
      "[[NSMutableDictionaryalloc]initWithDictionary:[super\(selector)]]",
      "[NSMutableArrayarrayWithArray:[super\(selector)]]":
      return Result(hasSuper: true)
    case "[NSMutableDictionarydictionary]", "[NSMutableDictionarynew]", "[NSMutableArrayarray]",
      "[NSMutableArraynew]", "[[NSMutableDictionaryalloc]init]", "[[NSMutableArrayalloc]init]",
      "NSMutableDictionary.dictionary", "NSMutableDictionary.new":
      return Result()
    default: break
    }
    for name in values.keys where text == "[\(name)copy]" || text == "\(name).copy" {
      return values[name]
    }
    let wrappers = [
      ["[", "NSMutableDictionary", "dictionaryWithDictionary", ":"],
      ["[", "NSDictionary", "dictionaryWithDictionary", ":"],
      ["[", "NSMutableArray", "arrayWithArray", ":"],
    ]
    for wrapper in wrappers where words.starts(with: wrapper) && words.last == "]" {
      return value(range.lowerBound + wrapper.count..<range.upperBound - 1).map {
        Result(value: $0)
      }
    }
    return nil
  }
}
