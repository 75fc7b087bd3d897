import ModelObjectEssentials

/// Dates are text or numbers, as the options say.
extension Date: Leaf {
  static var kind: LeafKind { LeafKind(schemaType: "date") }
  static func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Date? {
    let dates = context.options.dates
    switch input {
    case .text(let text):
      return text.withBytes { DateText.read($0, dates) }
    case .number(let number): return number.date(dates)
    case .foreign(let value): return value as? Date
    default: return nil
    }
  }

  /// A string may be a number only where the format isn't one.
  static func isOwnForm(_ input: Input, _ context: any ValueContext) -> Bool {
    if case .text = input { !context.options.dates.format.isNumber } else { true }
  }

  static func write(_ value: Date, to sink: any ValueSink) { sink.date(value) }

  /// A date of NaN seconds equals itself, so that a copy equals its original.
  static func isSame(_ first: Date, _ second: Date) -> Bool {
    Double.isSame(first.timeIntervalSinceReferenceDate, second.timeIntervalSinceReferenceDate)
  }

  static func hash(_ value: Date, into hasher: inout Hasher) {
    Double.hash(value.timeIntervalSinceReferenceDate, into: &hasher)
  }

  /// In UTC, whatever the options say.
  static func text(of value: Date) -> String { DateText.description(of: value) }

  static func reason(_ input: Input, _ options: FixedOptions) -> String {
    switch input {
    case .text, .number: "\(input.phrase) is not a date \(options.dates.format.phrase)"
    default: input.reason("Date")
    }
  }
}

extension Number {
  /// The date for the number; nil if the format doesn't have numbers.
  func date(_ dates: DateOptions) -> Date? {
    if dates.numbersAreSince2001 { return double.flatMap { DateText.date($0) } }
    // The shortest digits give the same date as in JSON text.
    return text.flatMap {
      ByteView.with($0) { DateText.date(fromNumber: $0, format: dates.format) }
    }
  }
}
