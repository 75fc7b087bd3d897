import Foundation

/// Dates are text or numbers, as the options say.
extension Date: Leaf {
  static var schemaType: String? { "date" }
  static func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Date? {
    let dates = context.options.dates
    switch input {
    case .text(let text):
      return text.withBytes { DateText.read($0, dates) }
    case .number(let number): return number.date(format: dates.format)
    case .foreign(let value): return value as? Date
    default: return nil
    }
  }

  static func give(_ value: Date, to sink: any ValueSink) { sink.date(value) }

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

/// Same as `Date`.
extension NSDate: Leaf {
  static var schemaType: String? { "date" }
  static func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Self? {
    try Date.read(input, context).flatMap {
      NSDate(timeIntervalSinceReferenceDate: $0.timeIntervalSinceReferenceDate) as? Self
    }
  }

  static func give(_ value: NSDate, to sink: any ValueSink) { sink.date(value.date) }

  static func isSame(_ first: NSDate, _ second: NSDate) -> Bool {
    Date.isSame(first.date, second.date)
  }

  static func hash(_ value: NSDate, into hasher: inout Hasher) {
    Date.hash(value.date, into: &hasher)
  }

  static func text(of value: NSDate) -> String { Date.text(of: value.date) }

  static func reason(_ input: Input, _ options: FixedOptions) -> String {
    Date.reason(input, options)
  }
}

extension NSDate {
  fileprivate var date: Date {
    Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate)
  }
}

extension Number {
  /// The date for the number in a format; nil if the format doesn't have numbers.
  func date(format: DateOptions.Format) -> Date? {
    if let integer = integer(as: Int64.self) {
      return DateText.date(fromNumber: integer, format: format)
    }
    if case .literal(let text) = self {
      return DateText.date(fromNumber: text.bytes, format: format)
    }
    // The shortest digits give the same date as in JSON text.
    return text.flatMap { ByteView.with($0) { DateText.date(fromNumber: $0, format: format) } }
  }
}
