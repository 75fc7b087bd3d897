/// The value of a string literal.
struct SwiftText {
  let value: String

  /// Returns nil for a literal with an interpolation, one of several lines, or one that isn't valid.
  init?(_ literal: String) {
    let fences = literal.prefix { $0 == "#" }.count
    var rest = literal.dropFirst(fences).dropLast(fences)
    guard !rest.hasPrefix("\"\"\""), rest.count >= 2, rest.hasPrefix("\""), rest.hasSuffix("\"")
    else {
      // An empty string has two marks, which are the beginning of three.
      guard rest == "\"\"" else { return nil }
      value = ""
      return
    }
    rest = rest.dropFirst().dropLast()
    guard rest.contains("\\") else {
      value = String(rest)
      return
    }
    let escape = "\\" + String(repeating: "#", count: fences)
    var text = ""
    while !rest.isEmpty {
      guard rest.hasPrefix(escape) else {
        text.append(rest.removeFirst())
        continue
      }
      rest = rest.dropFirst(escape.count)
      guard let character = Self.takeEscaped(&rest) else { return nil }
      text.append(character)
    }
    value = text
  }

  private static func takeEscaped(_ rest: inout Substring) -> Character? {
    switch rest.popFirst() {
    case "n": return "\n"
    case "t": return "\t"
    case "r": return "\r"
    case "0": return "\0"
    case "\\": return "\\"
    case "\"": return "\""
    case "'": return "'"
    case "u":
      guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}"),
        let scalar = UInt32(rest[..<end], radix: 16).flatMap(Unicode.Scalar.init)
      else { return nil }
      rest = rest[rest.index(after: end)...]
      return Character(scalar)
    default: return nil
    }
  }
}
