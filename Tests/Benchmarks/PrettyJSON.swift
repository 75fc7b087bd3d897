/// A document to print, with its members in order.
enum PrettyJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  case text(String)
  /// A string whose non-ASCII characters are printed as `\u` escapes.
  case escapedText(String)
  case number(Int)
  case bool(Bool)
  /// Literal text: null, a number with a fraction.
  case literal(String)
  case array([PrettyJSON])
  case object([(key: String, value: PrettyJSON)])

  init(stringLiteral value: String) {
    self = .text(value)
  }

  init(integerLiteral value: Int) {
    self = .number(value)
  }

  init(booleanLiteral value: Bool) {
    self = .bool(value)
  }

  init(arrayLiteral elements: PrettyJSON...) {
    self = .array(elements)
  }

  init(dictionaryLiteral elements: (String, PrettyJSON)...) {
    self = .object(elements.map { (key: $0.0, value: $0.1) })
  }

  /// The text, indented by four spaces per level, and more for elements of arrays: readers of real
  /// documents must skip such white space.
  func printed(indent: Int = 0) -> String {
    switch self {
    case .text(let text): Self.quoted(text, escapesAll: false)
    case .escapedText(let text): Self.quoted(text, escapesAll: true)
    case .number(let number): String(number)
    case .bool(let bool): String(bool)
    case .literal(let text): text
    case .array(let elements):
      Self.lines(elements.map { $0.printed(indent: indent + 15) }, "[", "]", indent: indent + 15)
    case .object(let members):
      Self.lines(
        members.map { "\"\($0.key)\" : \($0.value.printed(indent: indent + 4))" },
        "{",
        "}",
        indent: indent
      )
    }
  }

  private static func lines(
    _ items: [String],
    _ open: String,
    _ close: String,
    indent: Int
  ) -> String {
    guard !items.isEmpty else { return open + close }
    let margin = String(repeating: " ", count: indent)
    let inner = open == "{" ? margin + "    " : margin
    return open + "\n" + items.map { inner + $0 }.joined(separator: ",\n") + "\n" + margin + close
  }

  private static func quoted(_ text: String, escapesAll: Bool) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      default:
        guard escapesAll, !scalar.isASCII else {
          result.unicodeScalars.append(scalar)
          continue
        }
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16)
          result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        }
      }
    }
    return result + "\""
  }
}
