/// Writes strings as Swift literals.
enum SwiftLiteral {
  /// A text in quotation marks.
  static func text(_ text: String) -> String {
    var literal = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\": literal += "\\" + String(scalar)
      default:
        literal += isPlain(scalar) ? String(scalar) : "\\u{\(String(scalar.value, radix: 16))}"
      }
    }
    return literal + "\""
  }

  /// The literal of a `JSONKey` that is one key, whose dots and brackets are escaped.
  static func path(_ key: String) -> String {
    guard key.unicodeScalars.contains(where: { ".[\\".unicodeScalars.contains($0) }) else {
      return text(key)
    }
    let escaped = escapedPath(key)
    let literal = text(escaped)
    // In a raw literal a backslash needs no escape, but other characters can't be escaped.
    let isRaw = !key.unicodeScalars.contains { $0 == "\"" || $0 == "\\" || !isPlain($0) }
    return isRaw ? "#\"\(escaped)\"#" : literal
  }

  /// The key with a backslash before each dot and bracket, and before a backslash that would escape
  /// the next character.
  private static func escapedPath(_ key: String) -> String {
    let scalars = Array(key.unicodeScalars)
    var escaped = String.UnicodeScalarView()
    for (place, scalar) in scalars.enumerated() {
      let next = place + 1 < scalars.count ? scalars[place + 1] : nil
      let isLeading = scalar == "." || scalar == "["
      if isLeading || scalar == "\\" && [".", "[", "\\"].contains(next) {
        escaped.append("\\")
      }
      escaped.append(scalar)
    }
    return String(escaped)
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .privateUse,
      .nonspacingMark, .spacingMark, .enclosingMark:
      false
    default: true
    }
  }
}
