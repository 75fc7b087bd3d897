/// Texts as literals of Swift.
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

  /// A key as a whole in a `JSONKey`: its dots and brackets lead nowhere.
  static func path(_ key: String) -> String {
    guard key.unicodeScalars.contains(where: { ".[\\".unicodeScalars.contains($0) }) else {
      return text(key)
    }
    let escaped = escapedPath(key)
    let literal = text(escaped)
    // Between number signs a backslash is itself, but nothing else can be written as a code.
    let isRaw = !key.unicodeScalars.contains { $0 == "\"" || $0 == "\\" || !isPlain($0) }
    return isRaw ? "#\"\(escaped)\"#" : literal
  }

  /// The key with a backslash before what would lead on; before anything else a backslash is itself.
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
