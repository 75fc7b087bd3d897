import Foundation

/// `String`.
final class StringRules: Rules<String> {
  override var keepsNullText: Bool { true }

  override func text(of value: String) -> String { value.debugDescription }

  override func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> String {
    switch input {
    case .text(let text): return text.string
    case .number(let number): if let text = number.text { return text }
    case .bool(let value): return value ? "true" : "false"
    case .foreign(let value):
      switch value {
      case let value as URL: return value.absoluteString
      case let value as UUID: return value.uuidString
      case let value as Date:
        let utc = TimeZone.gmt
        if let text = DateText.write(value, format: .iso8601, timeZone: utc) { return text }
      default: break
      }
    default: break
    }
    throw misfit(input)
  }
}

/// `NSString`: as `String`.
final class NSStringRules: Rules<NSString> {
  override var keepsNullText: Bool { true }
  private let rules = StringRules()

  override func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> NSString {
    NSString(string: try rules.read(input, context))
  }
}

/// A type that one text spells: `URL`, `UUID`, `TimeZone`, `Locale`.
final class SpelledRules<Value>: Rules<Value> {
  private let parse: (String) -> Value?

  init(_ parse: @escaping (String) -> Value?) {
    self.parse = parse
  }

  override func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Value {
    switch input {
    case .text(let text) where !text.isNull:
      let trimmed = try text.withBytes { bytes in
        let trimmed = bytes.trimmed
        return trimmed.count == 0 ? nil : String(trimmed)
      }
      guard let trimmed else { throw .null }
      if let value = parse(trimmed) { return value }
    case .foreign(let value): if let value = value as? Value { return value }
    default: break
    }
    throw misfit(input)
  }
}

/// `Data`: base64 text.
final class DataRules: Rules<Data> {
  override func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Data {
    switch input {
    case .text(let text) where !text.isNull:
      let text = text.string
      if let data = Data(base64Encoded: text) { return data }
      let lines = text.filter { !$0.isWhitespace }
      if lines.utf8.count < text.utf8.count, let data = Data(base64Encoded: lines) { return data }
    case .foreign(let value):
      if let value = value as? Data { return value }
    default: break
    }
    throw misfit(input)
  }
}

extension String: ValueType { static var rules: ValueRules? { StringRules() } }

extension NSURL: ValueType {
  static var rules: ValueRules? {
    self == NSURL.self ? SpelledRules<NSURL> { NSURL(string: $0) } : nil
  }
}

extension URL: ValueType {
  static var rules: ValueRules? { SpelledRules<URL> { URL(string: $0) } }
}

extension UUID: ValueType {
  static var rules: ValueRules? { SpelledRules<UUID> { UUID(uuidString: $0) } }
}

extension TimeZone: ValueType {
  static var rules: ValueRules? {
    SpelledRules<TimeZone> { TimeZone(identifier: $0) ?? TimeZone(abbreviation: $0) }
  }
}

extension Locale: ValueType {
  static var rules: ValueRules? { SpelledRules<Locale> { Locale(identifier: $0) } }
}

extension Data: ValueType { static var rules: ValueRules? { DataRules() } }
