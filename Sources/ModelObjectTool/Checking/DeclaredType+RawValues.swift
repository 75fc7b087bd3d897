extension DeclaredType {
  /// The raw values of an enum's cases; nil if the sources don't show them.
  func rawValues(_ rawName: String?) -> [(name: String, raw: String)]? {
    guard kind == .enum, let rawName else { return nil }
    var values: [(name: String, raw: String)] = []
    var next = 0
    for member in declaration.members where member.kind == .case {
      let tokens = Code(file, member.tokens)
      guard let start = tokens.range.first(where: { file.source[$0].text == "case" }) else {
        return nil
      }
      for part in Code(file, start + 1..<tokens.range.upperBound).parts {
        let name = part[0].name
        guard part.count > 1 else {
          values.append((name, rawName == "String" ? name : String(next)))
          next += 1
          continue
        }
        guard part[1].text == "=" else { return nil }
        let value = part.dropFirst(2)
        if let text = value.literal {
          values.append((name, text))
        } else if let number = Int(value.spelling) {
          values.append((name, String(number)))
          next = number + 1
        } else {
          return nil
        }
      }
    }
    return values.isEmpty ? nil : values
  }
}
