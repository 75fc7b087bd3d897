/// A place where a member of a value changes: `user.name = ""`, `users[0].tags.append("")`.
struct MemberChange {
  /// The first name, as a token.
  let root: Int
  /// The names after it, without those of calls; the last one is what changes.
  let members: [String]

  /// The name that what changes is a member of.
  func owner(in source: SourceFile) -> String {
    members.dropLast().last ?? source[root].name
  }

  private static let mutating: Set<String> = [
    "append", "insert", "remove", "removeAll", "removeFirst", "removeLast", "sort", "toggle",
    "reverse", "swapAt", "merge", "formUnion", "subtract", "updateValue", "popLast", "shuffle",
    "replaceSubrange", "negate",
  ]
  private static let comparisons: Set<String> = ["==", "!=", "<=", ">=", "===", "!==", "~="]
  private static let keywords: Set<String> = [
    "let", "var", "func", "case", "class", "struct", "enum", "import", "extension", "protocol",
    "return", "if", "guard", "while", "for", "in", "is", "as", "try", "await", "throw", "switch",
    "else", "init", "inout", "where",
  ]

  /// All changes in a file; `isMutating` tells whether a function changes the value that has it.
  static func all(in source: SourceFile, isMutating: (String) -> Bool) -> [MemberChange] {
    source.tokens.indices.compactMap { change(source, at: $0, isMutating) }
  }

  private static func change(
    _ source: SourceFile,
    at root: Int,
    _ isMutating: (String) -> Bool
  ) -> MemberChange? {
    guard source[root].kind == .word, !keywords.contains(source[root].text),
      source[root - 1].text != ".", !["let", "var", "func"].contains(source[root - 1].text)
    else { return nil }
    var members: [(name: String, isCall: Bool)] = []
    var end = root + 1
    while true {
      let token = source[end]
      let isAdjacent = token.range.lowerBound == source[end - 1].range.upperBound
      if token.text == ".", source[end + 1].kind == .word {
        members.append((source[end + 1].name, false))
        end += 2
      } else if isAdjacent, ["?", "!"].contains(token.text) {
        end += 1
      } else if isAdjacent, token.text == "[" {
        end = source.after(end)
      } else if isAdjacent, token.text == "(", !members.isEmpty {
        members[members.count - 1].isCall = true
        end = source.after(end)
      } else {
        break
      }
    }
    guard let last = members.last else { return nil }
    let sign = source[end]
    let isSet =
      sign.kind == .sign && sign.text.hasSuffix("=") && !comparisons.contains(sign.text)
      && !last.isCall || source[root - 1].text == "&" && !last.isCall
    let names = members.filter { !$0.isCall }.map(\.name)
    if isSet { return MemberChange(root: root, members: names) }
    guard last.isCall else { return nil }
    if mutating.contains(last.name), !names.isEmpty, members.count > 1 {
      return MemberChange(root: root, members: names)
    }
    return isMutating(last.name) ? MemberChange(root: root, members: names + [last.name]) : nil
  }
}

/// The types that names are declared with, by the words of their declarations in any file.
struct DeclaredTypes {
  private var types: [String: Set<String>] = [:]
  /// The words in the results of functions.
  private(set) var results: [String: Set<String>] = [:]

  init(_ code: CodeBase) {
    for source in code.files.map(\.source) where source.problem == nil {
      for index in source.tokens.indices where source[index].kind == .word {
        let name = source[index].name
        switch source[index + 1].text {
        case ":": add(Self.words(source, after: index + 1), to: name)
        case "=":
          add(Self.made(source, after: index + 1), to: name)
          if let cast = Self.cast(source, after: index + 1) { add([cast], to: name) }
        case "(" where source[index - 1].text == "func":
          let end = source.after(index + 1)
          if let arrow = (end..<end + 3).first(where: { source[$0].text == "->" }) {
            results[name, default: []].formUnion(Self.words(source, after: arrow))
          }
        default: continue
        }
      }
    }
  }

  func of(_ name: String) -> Set<String> { types[name] ?? [] }

  private mutating func add(_ words: Set<String>, to name: String) {
    if !words.isEmpty { types[name, default: []].formUnion(words) }
  }

  /// The capitalized words of a type.
  private static func words(_ source: SourceFile, after start: Int) -> Set<String> {
    var words: Set<String> = []
    for index in start + 1..<start + 16 {
      let token = source[index]
      if index > start + 1, token.beginsLine, source[index - 1].text != ":" { break }
      if ["=", ",", ")", "{", "}", ";", "in", "("].contains(token.text), index > start + 1 {
        // A comma separates the parts of generic arguments and tuples, too.
        if token.text != "," || source[index + 1].kind == .word && source[index + 2].text == ":" {
          break
        }
      }
      if token.kind == .text || token.kind == .number { break }
      if token.kind == .word, token.text.first?.isUppercase ?? false { words.insert(token.name) }
    }
    return words
  }

  /// The type in `= User()`, `= [User]()` or `= User.make()`.
  private static func made(_ source: SourceFile, after equals: Int) -> Set<String> {
    var index = equals + 1
    while ["[", "try", "?", "!"].contains(source[index].text), index < equals + 5 { index += 1 }
    guard source[index].kind == .word, source[index].text.first?.isUppercase ?? false else {
      return []
    }
    return [source[index].name]
  }

  /// The type in `= value as? User`.
  private static func cast(_ source: SourceFile, after equals: Int) -> String? {
    var index = equals + 1
    while index < equals + 12, !source[index].beginsLine || index == equals + 1 {
      if source[index].text == "as", source[index].kind == .word {
        let word = (index + 1..<index + 4).first { source[$0].kind == .word }
        return word.map { source[$0].name }
      }
      if ["{", "}", ";", ","].contains(source[index].text) { return nil }
      index = source.after(index)
    }
    return nil
  }
}
