import Foundation

/// `String`.
final class StringRules: Rules<String> {
  override var keepsNullText: Bool { true }
  override var keepsText: Bool { true }

  override func areEqual(_ first: String, _ second: String, _ comparer: any ModelComparer) -> Bool {
    first == second
  }

  override func hash(_ value: String, into hasher: inout Hasher) {
    hasher.combine(value)
  }

  override func text(of value: String) -> String { value.debugDescription }

  override func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> String {
    switch input {
    case .text(let text): return text.string
    case .number(let number): if let text = number.text { return text }
    case .bool(let value): return value ? "true" : "false"
    case .foreign(let value):
      switch value {
      case let value as CutString: return value.text
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

  override var isKey: Bool { true }
  override func keyText(of value: String) -> String? { value }

  override func give(_ value: String, to sink: any ValueSink) {
    sink.text(value)
  }
}

/// `NSString`: as `String`.
final class NSStringRules: HashableRules<NSString> {
  override var keepsNullText: Bool { true }
  override var keepsText: Bool { true }
  private let rules = StringRules()

  override func text(of value: NSString) -> String { String(describing: value).debugDescription }

  override func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> NSString {
    NSString(string: try rules.read(input, context))
  }

  override func give(_ value: NSString, to sink: any ValueSink) {
    sink.text(String(describing: value))
  }
}

/// Types that are read from and written as one text: `UUID`, `TimeZone`, `Locale`, and links.
class SpelledRules<Value: Hashable>: HashableRules<Value> {
  private let parse: (String) -> Value?
  fileprivate let spell: (Value) -> String
  override var isKey: Bool { Value.self == UUID.self }

  init(parse: @escaping (String) -> Value?, spell: @escaping (Value) -> String) {
    self.parse = parse
    self.spell = spell
  }

  override func keyText(of value: Value) -> String? { spell(value) }

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

  override func text(of value: Value) -> String { spell(value) }

  override func give(_ value: Value, to sink: any ValueSink) {
    sink.text(spell(value))
  }
}

/// `URL` and `NSURL`: equal where their absolute texts are.
///
/// Foundation also asks whether a URL was given relative to another one, or with characters that had
/// to be encoded. Exports and archives keep the absolute text alone.
private final class LinkRules<Value: Hashable>: SpelledRules<Value> {
  override func areEqual(
    _ first: Value,
    _ second: Value,
    _ comparer: any ModelComparer
  ) -> Bool {
    spell(first) == spell(second)
  }

  override func hash(_ value: Value, into hasher: inout Hasher) {
    hasher.combine(spell(value))
  }
}

/// `Data`: base64 text.
final class DataRules: HashableRules<Data> {
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

  override func reason(_ input: Input, _ options: FixedOptions) -> String {
    if case .text = input { return "\(input.phrase) is no base64" }
    return super.reason(input, options)
  }

  override func text(of value: Data) -> String {
    value.count == 1 ? "1 byte" : "\(value.count) bytes"
  }

  override func give(_ value: Data, to sink: any ValueSink) {
    sink.data(value)
  }
}

extension String: ValueType { static var rules: ValueRules? { StringRules() } }

extension NSURL: ValueType {
  static var rules: ValueRules? {
    guard self == NSURL.self else { return nil }
    return LinkRules<NSURL>(
      parse: { NSURL(string: $0) },
      spell: { $0.wholeText }
    )
  }
}

extension NSURL {
  /// The absolute URL as text.
  ///
  /// Not by way of a `URL`: Foundation on Linux stops at a text that `URL` refuses and `NSURL`
  /// takes.
  var wholeText: String {
    let text: String? = absoluteString
    return text ?? ""
  }
}

extension URL: ValueType {
  static var rules: ValueRules? {
    LinkRules<URL>(parse: { URL(string: $0) }, spell: { $0.absoluteString })
  }
}

extension UUID: ValueType {
  static var rules: ValueRules? {
    SpelledRules<UUID>(parse: { UUID(uuidString: $0) }, spell: { $0.uuidString })
  }
}

extension TimeZone: ValueType {
  static var rules: ValueRules? {
    SpelledRules<TimeZone>(
      parse: { TimeZone(identifier: $0) ?? TimeZone(abbreviation: $0) },
      spell: { $0.identifier }
    )
  }
}

extension Locale: ValueType {
  static var rules: ValueRules? {
    SpelledRules<Locale>(parse: { Locale(identifier: $0) }, spell: { $0.identifier })
  }
}

extension Data: ValueType { static var rules: ValueRules? { DataRules() } }
