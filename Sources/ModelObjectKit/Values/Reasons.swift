import ModelObjectEssentials

// Words for reports that several types share.

extension Input {
  /// The input as described in a report: `300`, `"abc"`, `an object`.
  var phrase: String {
    switch self {
    case .null: "null"
    case .bool(let value): value ? "true" : "false"
    case .number(let number): (number.text ?? number.description).quoted
    case .text(let text): text.string.quoted.debugDescription
    case .array: "an array"
    case .object: "an object"
    case .foreign(is UnreadableValue): "a value that can't be read"
    case .foreign(let value): "a value of type \(type(of: value))"
    }
  }

  /// Whether the input is a string, a number or a Boolean.
  var isScalar: Bool {
    switch self {
    case .text, .number, .bool: true
    default: false
    }
  }

  /// The reason why the input doesn't fit a type, if the type has no special one.
  func reason(_ typeName: String) -> String {
    switch self {
    case .array, .object, .foreign: "\(phrase) where \(typeName) is expected"
    default: "\(phrase) is not \(typeName.withArticle)"
    }
  }

  /// The reason why null, or a string that means null, doesn't fit.
  var reasonForNull: String {
    guard case .text(let text) = self else { return "null" }
    return text.isNull ? "\(phrase) is treated as null" : "the string is empty"
  }

  /// The reason why the input doesn't fit a number type: it isn't a number, isn't integral, or is
  /// out of range.
  func reasonForNumbers(_ typeName: String, areWhole: Bool) -> String {
    let double: Double?
    switch self {
    case .number(let number): double = number.double
    case .text(let text):
      let spelled = ByteView.with(text.string) { bytes in
        DecimalText(bytes.trimmed).map { Number.literal($0).double }
      }
      guard let spelled else { return "\(phrase) is not a number" }
      double = spelled
    default: return "\(phrase) where \(typeName) is expected"
    }
    if areWhole, let double, double.rounded() != double { return "\(phrase) is not a whole number" }
    return "\(phrase) does not fit \(typeName)"
  }
}

extension DateOptions.Format {
  /// The format as described in a report.
  var phrase: String {
    switch kind {
    case .automatic: "in any accepted format"
    case .iso8601: "in ISO 8601"
    case .dateOnly: "in the format yyyy-MM-dd"
    case .dotNetJSON: "in the format /Date(0)/"
    case .dotNetSimple: "in the format yyyy-MM-dd'T'HH:mm:ss"
    case .dotNetWithTimeZone: "in the format yyyy-MM-dd'T'HH:mm:ssZ"
    case .secondsSince1970: "in seconds since 1970"
    case .millisecondsSince1970: "in milliseconds since 1970"
    case .secondsSince2001: "in seconds since 2001"
    case .custom(let pattern): "in the format \(pattern)"
    }
  }
}

/// A collection for a report: its values if requested and short, or else their number.
@inline(never)
func listText(
  _ count: Int,
  _ noun: (one: String, many: String),
  isNumber: Bool,
  _ texts: () -> [String]
) -> String {
  let number = "\(count) \(count == 1 ? noun.one : noun.many)"
  guard count > 0, count <= 8, !isNumber else { return number }
  let list = "[" + texts().joined(separator: ", ") + "]"
  return list.utf8.count <= 60 ? list : number
}
