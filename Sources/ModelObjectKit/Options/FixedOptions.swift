/// Options as a mapping uses them, made once for a class.
///
/// A mapping without options of its own refers to those of its class: copying options for each
/// object would take as long as mapping some of its values.
final class FixedOptions: Sendable {
  let dates: DateOptions
  let errors: IssueKinds
  let maximumDepth: Int
  let arrays: MappingOptions.ArrayHandling
  let report: (@Sendable ([ModelError.Issue]) -> Void)?

  init(_ options: MappingOptions) {
    arrays = options.arrays
    report = options.report
    dates = options.dates
    errors = IssueKinds(options)
    maximumDepth = options.maximumDepth
  }

  private init(_ options: FixedOptions, _ dates: DateOptions) {
    self.dates = dates
    errors = options.errors
    maximumDepth = options.maximumDepth
    arrays = options.arrays
    report = options.report
  }

  /// The same options with another format of dates.
  func with(dateFormat: DateOptions.Format) -> FixedOptions {
    var dates = dates
    dates.format = dateFormat
    return FixedOptions(self, dates)
  }

  /// The same options, with date text kept as text.
  var keepingText: FixedOptions {
    var dates = dates
    dates.conversion = .string
    return FixedOptions(self, dates)
  }

  /// Nil where no options are given.
  @inline(never)
  static func fixed(_ options: borrowing MappingOptions?) -> FixedOptions? {
    // Most calls have none, and unwrapping an optional copies it.
    guard options != nil else { return nil }
    return (copy options).map { FixedOptions($0) }
  }

  static let lenient = FixedOptions(.lenient)
  /// How deep an input, an export and a value in an archive may be nested, unless options say more.
  static let usualDepth = 512

  /// Whether these equal the lenient options.
  var isLenient: Bool {
    errors.isEmpty && report == nil && arrays == .replace
      && maximumDepth == Self.lenient.maximumDepth && dates == Self.lenient.dates
  }
}

/// A set of issue kinds; kinds that one option makes errors are the same here.
struct IssueKinds: OptionSet {
  let rawValue: UInt8

  init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  init(_ kind: ModelError.Issue.Kind) {
    switch kind {
    case .typeMismatch, .unexpectedNull, .rejected: self.init(rawValue: 1)
    case .missingKey: self.init(rawValue: 2)
    case .unknownKey: self.init(rawValue: 4)
    }
  }

  /// The kinds that are errors under the options.
  init(_ options: MappingOptions) {
    self = []
    if options.mismatches == .fail { insert(IssueKinds(.typeMismatch)) }
    if options.missingKeys == .fail { insert(IssueKinds(.missingKey)) }
    if options.unknownKeys == .fail { insert(IssueKinds(.unknownKey)) }
  }
}
