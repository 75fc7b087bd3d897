/// A document as it will be printed, its members in the order in which they were written.
enum PrettyJSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  case text(String)
  /// Text whose characters outside of ASCII are printed as `\u` escapes.
  case escapedText(String)
  case number(Int)
  case bool(Bool)
  /// A text that is written as it is: null, a number with a fraction.
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

  /// The text, indented by four spaces a level, elements of arrays a good deal more; such
  /// white space is a part of what readers of real documents have to get past.
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
