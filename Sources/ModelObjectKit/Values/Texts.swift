import ModelObjectEssentials

extension String: Leaf {
  static var kind: LeafKind { LeafKind(schemaType: "string", isKey: true, storesText: true) }

  static func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> String? {
    switch input {
    case .text(let text): return text.string
    case .number(let number): return context.isDecoding && number.mayBeCut ? nil : number.text
    case .bool(let value): return value ? "true" : "false"
    case .foreign(let value):
      switch value {
      case let value as CutString: return value.text
      case let value as URL: return value.absoluteString
      case let value as UUID: return value.uuidString
      case let value as Date: return DateText.write(value, format: .iso8601, timeZone: .greenwich)
      default: return nil
      }
    default: return nil
    }
  }

  static func write(_ value: String, to sink: any ValueSink) { sink.text(value) }
  static func text(of value: String) -> String { value.debugDescription }
  static func keyText(of value: String) -> String { value }
}

/// A string of one character.
extension Character: Leaf {
  static var kind: LeafKind {
    LeafKind(schemaType: "string", reasonForText: "not one character")
  }
  static func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Character? {
    guard !input.isCutString, let text = try String.read(input, context) else { return nil }
    if text.isEmpty { throw .null }
    return text.count == 1 ? text.first : nil
  }

  static func write(_ value: Character, to sink: any ValueSink) { sink.text(String(value)) }
  static func text(of value: Character) -> String { String(value).debugDescription }
}

extension UUID: SpelledLeaf {
  static var kind: LeafKind {
    LeafKind(schemaType: "string", schemaFormat: "uuid", isKey: true)
  }
  static func parse(_ text: String) -> UUID? { UUID(uuidString: text) }
  static func text(of value: UUID) -> String { value.uuidString }
  // By default, their strings are compared, which take long to make.
  static func isSame(_ first: UUID, _ second: UUID) -> Bool { first == second }
  static func hash(_ value: UUID, into hasher: inout Hasher) { hasher.combine(value) }
}

extension TimeZone: SpelledLeaf {
  static func parse(_ text: String) -> TimeZone? {
    TimeZone(identifier: text) ?? TimeZone(abbreviation: text)
  }

  static func text(of value: TimeZone) -> String { value.identifier }
}

/// Foundation also compares whether a URL is relative to another, and which characters were
/// encoded. Exports and archives only keep the absolute string.
extension URL: SpelledLeaf {
  static var kind: LeafKind { LeafKind(schemaType: "string", schemaFormat: "uri") }
  static func parse(_ text: String) -> URL? { URL(string: text) }
  static func text(of value: URL) -> String { value.absoluteString }
}

/// Base64 text.
extension Data: Leaf {
  static var kind: LeafKind { LeafKind(schemaType: "string", reasonForText: "not base64") }
  static func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Data? {
    switch input {
    case .text(let text) where !text.isNull:
      let text = text.string
      if let data = Data(base64Encoded: text) { return data }
      let lines = text.filter { !$0.isWhitespace }
      return lines.utf8.count < text.utf8.count ? Data(base64Encoded: lines) : nil
    case .foreign(let value): return value as? Data
    default: return nil
    }
  }

  static func write(_ value: Data, to sink: any ValueSink) { sink.data(value) }

  /// All bytes count: Foundation hashes the first 80.
  static func hash(_ value: Data, into hasher: inout Hasher) { hasher.combine([UInt8](value)) }

  static func text(of value: Data) -> String {
    value.count == 1 ? "1 byte" : "\(value.count) bytes"
  }
}
