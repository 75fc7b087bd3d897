import Foundation

/// `Date`: text by the options, or a number.
final class DateRules: Rules<Date> {
  override func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Date {
    let dates = context.options.dates
    switch input {
    case .text(let text):
      let date = try text.withBytes {
        DateText.read($0, format: dates.format, timeZone: dates.otherZone)
      }
      if let date { return date }
    case .number(let number):
      if let date = number.date(format: dates.format) { return date }
    case .foreign(let value):
      if let date = value as? Date { return date }
    default: break
    }
    throw misfit(input)
  }

  override func reason(_ input: Input, _ options: FixedOptions) -> String {
    switch input {
    case .text, .number: "\(input.phrase) is no date \(options.dates.format.phrase)"
    default: super.reason(input, options)
    }
  }

  /// In UTC, whatever the options say.
  override func text(of value: Date) -> String {
    DateText.description(of: value)
  }

  override func give(_ value: Date, to sink: any ValueSink) {
    sink.date(value)
  }

  /// A date of NaN seconds equals itself here, so that a copy equals its original.
  override func areEqual(
    _ first: Date,
    _ second: Date,
    _ comparer: any ModelComparer
  ) -> Bool {
    let seconds = first.timeIntervalSinceReferenceDate
    let others = second.timeIntervalSinceReferenceDate
    return seconds == others || (seconds.isNaN && others.isNaN)
  }

  override func hash(_ value: Date, into hasher: inout Hasher) {
    let seconds = value.timeIntervalSinceReferenceDate
    hasher.combine(seconds.isNaN ? .nan : seconds)
  }
}

/// `NSDate`: as `Date`.
final class NSDateRules: Rules<NSDate> {
  private let rules = DateRules()

  override func give(_ value: NSDate, to sink: any ValueSink) {
    sink.date(value.date)
  }

  override func areEqual(
    _ first: NSDate,
    _ second: NSDate,
    _ comparer: any ModelComparer
  ) -> Bool {
    rules.areEqual(first.date, second.date, comparer)
  }

  override func hash(_ value: NSDate, into hasher: inout Hasher) {
    rules.hash(value.date, into: &hasher)
  }

  override func reason(_ input: Input, _ options: FixedOptions) -> String {
    rules.reason(input, options)
  }

  override func text(of value: NSDate) -> String {
    rules.text(of: value.date)
  }

  override func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> NSDate {
    NSDate(
      timeIntervalSinceReferenceDate: try rules.read(input, context).timeIntervalSinceReferenceDate
    )
  }
}

extension NSDate {
  fileprivate var date: Date {
    Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate)
  }
}

extension Date: ValueType { static var rules: ValueRules? { DateRules() } }

extension Number {
  /// The date for the number in a format; nil where the format takes no numbers.
  func date(format: DateOptions.Format) -> Date? {
    switch self {
    case .signed(let value), .integer(let value, _):
      DateText.date(fromNumber: value, format: format)
    case .unsigned(let value): DateText.date(fromNumber: value, format: format)
    case .float(let value): DateText.date(fromNumber: Double(value), format: format)
    case .double(let value): DateText.date(fromNumber: value, format: format)
    case .decimal(let value):
      ByteView.with(value.description) { DateText.date(fromNumber: $0, format: format) }
    case .literal(let text): DateText.date(fromNumber: text.bytes, format: format)
    }
  }
}
