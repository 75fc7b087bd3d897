/// How a mapping reads the input, and how it treats input that does not fit.
///
/// A value that does not fit is never stored, whatever the options: the property keeps its value.
/// The options decide whether that is passed over or ends in an error.
///
/// ```swift
/// class Person: ModelObject {
///   var age = 0
/// }
///
/// try Person(json: #"{"age": "x"}"#).age  // 0
/// try Person(json: #"{"age": "x"}"#, options: .strict)  // throws
/// ```
public struct MappingOptions: Sendable {
  /// How input that does not fit is treated.
  public enum Handling: Sendable {
    /// Skips the input.
    case ignore
    /// Ends the mapping with an error that lists the first 100 issues, and tells their number.
    case fail
  }

  /// Everything that does not fit is passed over, as `MappingOptions()` has it.
  public static let lenient = MappingOptions()

  /// Values that do not fit and missing keys are errors; unknown keys stay ignored.
  ///
  /// A server that adds a field must not break its clients. Set `unknownKeys` to `.fail` where it
  /// should.
  public static let strict = {
    var options = MappingOptions()
    options.mismatches = .fail
    options.missingKeys = .fail
    return options
  }()

  /// How dates are read, and how date text is stored.
  public var dates = DateOptions()

  /// Values that do not fit their property, null for a property that is no optional, and nested
  /// models that a hook rejects.
  ///
  /// Where these are errors, a `Bool` takes only the numbers 0 and 1.
  public var mismatches: Handling = .ignore

  /// Properties, optionals apart, for which the input has no key; an object that is updated has
  /// their values.
  public var missingKeys: Handling = .ignore

  /// Keys of the input that no property takes.
  public var unknownKeys: Handling = .ignore

  /// How deep objects and arrays may be nested, 512 unless set; the root is 1.
  ///
  /// Input that goes deeper is an error of code `tooDeep` under any options, and so is input that
  /// would use up the thread's stack before that: see <doc:GettingStarted#Threads>. A number below
  /// 1 behaves, and reads back, as 1.
  ///
  /// Releasing objects needs stack too: take a value that nests thousands of objects apart before
  /// its last reference goes.
  public var maximumDepth = FixedOptions.usualDepth {
    didSet { maximumDepth = max(1, maximumDepth) }
  }

  /// How an update treats elements of an array that the input does not name.
  ///
  /// Only arrays of models whose class has an identity are merged; all others are replaced.
  public enum ArrayHandling: Sendable {
    /// Removes them: the array holds the elements that the input names.
    case replace
    /// Keeps them in their places, and adds new elements behind them.
    case merge
  }

  /// How an update treats elements that the input does not name; `.replace` unless set.
  public var arrays: ArrayHandling = .replace

  /// Is given the issues of a mapping, once at its end if there are any; nil unless set.
  ///
  /// These are the values that did not fit and the nested models that were rejected, whether that
  /// is an error or not, and the missing and unknown keys where those are errors: at most 100, with
  /// paths from the root of the input, in the order in which they were found. Where the mapping
  /// ends in an error for them it is called before. It is not called for text that is no JSON, nor
  /// by `explain`.
  ///
  /// The `report` of the options with which a mapping begins counts: those of the call, or else of
  /// the root's class; a mapping that a hook begins has its own. Without a `report` nothing is
  /// noted, and mapping is faster.
  ///
  /// <!-- with:
  /// final class Log: @unchecked Sendable {
  ///   var texts: [String] = []
  ///   func add(_ more: [String]) { texts += more }
  /// }
  /// let log = Log()
  /// class Person: ModelObject { var age = 0 }
  /// -->
  /// ```swift
  /// var options = MappingOptions()
  /// options.report = { issues in log.add([issues[0].description]) }
  /// let person = try Person(json: #"{"age": "x"}"#, options: options)
  /// log.texts  // [#"age: expected Int, found String "x""#]
  /// ```
  public var report: (@Sendable ([ModelError.Issue]) -> Void)?

  /// Makes the lenient options.
  public init() {}
}
