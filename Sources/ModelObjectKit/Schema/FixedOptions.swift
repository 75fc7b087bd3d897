/// The options of a mapping, made once for a class.
///
/// A mapping without options refers to those of its class: copying options for each object would
/// take as long as mapping some of its values.
final class FixedOptions: Sendable {
  private let given: MappingOptions
  var dates: DateOptions { given.dates }
  let errors: IssueKinds
  /// The kinds of issues that are passed to the handler; none without a handler.
  let reportedKinds: IssueKinds
  /// Levels are added to it.
  var maximumDepth: Int { min(given.maximumDepth, .max / 2) }
  var arrays: MappingOptions.ArrayHandling { given.arrays }
  var references: ReferenceHandling { given.references }
  var census: MappingCensus? { given.census }
  /// The options' `arrayMapping`: element classes by folded property name or key.
  let elementClasses: [String: any Model.Type]
  var issueHandler: (@Sendable ([ModelError.Issue]) -> Void)? { given.issueHandler }

  /// Whether each object in the input simply becomes a model of the class that its place declares.
  let makesModels: Bool

  let findsDuplicateKeys: Bool
  var conversions: MappingOptions.ConversionHandling { given.conversions }
  /// Whether conversions are noted or refused.
  let seesConversions: Bool
  /// Whether a reader isn't enough for any object: a census counts each one, duplicate keys are
  /// looked for before the mapping, and a reader doesn't see conversions.
  let needsMapping: Bool

  init(_ options: MappingOptions) {
    given = options
    var classes: [String: any Model.Type] = [:]
    for (name, objects): (String, AnyClass) in options.elementClasses {
      if let type = objects as? any Model.Type { classes[FoldedKey(name).text] = type }
    }
    elementClasses = classes
    makesModels = classes.isEmpty && options.references == .none
    findsDuplicateKeys = options.duplicateKeys != .ignore
    seesConversions = options.conversions != .apply
    needsMapping = options.census != nil || findsDuplicateKeys || seesConversions
    errors = IssueKinds(options) { $0 == .fail }
    reportedKinds = options.issueHandler == nil ? [] : IssueKinds(options) { $0 != .ignore }
  }

  /// Whether a key is that of a dictionary's own number, as .NET's serializers write it.
  func isNumber(_ key: String) -> Bool { references == .preserved && key == "$id" }

  /// Whether issues of a kind are errors or passed to the handler.
  func notes(_ kind: ModelError.Issue.Kind) -> Bool {
    errors.union(reportedKinds).contains(IssueKinds(kind))
  }

  /// The same options with other rules for dates.
  func with(_ change: (inout DateOptions) -> Void) -> FixedOptions {
    var options = given
    change(&options.dates)
    return FixedOptions(options)
  }

  /// The same options for what a user's type has encoded in an archive.
  var ofArchive: FixedOptions {
    var options = given
    options.dates.numbersAreSince2001 = true
    options.conversions = .apply
    return FixedOptions(options)
  }

  /// The same options for an archive, with a census that counts; without one, these.
  func counting(in census: MappingCensus?) -> FixedOptions {
    guard let census else { return self }
    var options = given
    options.census = census
    options.conversions = .apply
    return FixedOptions(options)
  }

  /// Returns nil if no options are given.
  @inline(never)
  static func fixed(_ options: borrowing MappingOptions?) -> FixedOptions? {
    // Most calls have none, and unwrapping the optional copies it.
    guard options != nil else { return nil }
    return (copy options).map { FixedOptions($0) }
  }

  static let lenient = FixedOptions(.lenient)
  /// How deeply an input, an export and a value in an archive may be nested, unless options say
  /// otherwise.
  static let defaultDepth = MappingOptions.defaultDepth

  /// Whether these equal the lenient options.
  var isLenient: Bool {
    makesModels && errors.isEmpty && issueHandler == nil && arrays == .replace
      && !needsMapping && maximumDepth == Self.lenient.maximumDepth && dates == Self.lenient.dates
  }
}

/// A set of issue kinds, with one member for each option, and one for what is always reported.
struct IssueKinds: OptionSet {
  let rawValue: UInt8
}

extension IssueKinds {
  init(_ kind: ModelError.Issue.Kind) {
    switch kind {
    case .missingKey: self.init(rawValue: 2)
    case .unknownKey: self.init(rawValue: 4)
    case .replaced, .unidentified: self.init(rawValue: 8)
    case .duplicateKey: self.init(rawValue: 16)
    case .converted: self.init(rawValue: 32)
    default: self.init(rawValue: 1)
    }
  }

  /// The kinds whose handling satisfies a condition.
  init(_ options: MappingOptions, where meets: (MappingOptions.Handling) -> Bool) {
    self = []
    if meets(options.mismatches) { insert(IssueKinds(.typeMismatch)) }
    if meets(options.missingKeys) { insert(IssueKinds(.missingKey)) }
    if meets(options.unknownKeys) { insert(IssueKinds(.unknownKey)) }
    if meets(options.duplicateKeys) { insert(IssueKinds(.duplicateKey)) }
    if meets(.report) {
      insert(IssueKinds(.replaced))
      if options.conversions == .report { insert(IssueKinds(.converted)) }
    }
  }
}
