/// How a mapping reads the input, and how it treats input that doesn't fit.
///
/// A value that doesn't fit is never stored, whatever the options: the property keeps its value. The
/// options decide whether that is ignored, reported or an error.
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
  /// How an issue, such as a value that doesn't fit, is treated.
  public enum Handling: Sendable {
    /// Ignores it.
    case ignore
    /// Calls the ``MappingOptions/issueHandler`` with it, if there is one.
    case report
    /// Ends the mapping with an error that lists the first 100 issues, and says how many there are.
    /// The ``MappingOptions/issueHandler`` is called first.
    case fail
  }

  /// Nothing is an error, and values that don't fit are reported: the same as `MappingOptions()`.
  public static let lenient = MappingOptions()

  /// Values that don't fit and missing keys are errors; unknown keys stay ignored.
  ///
  /// A server that adds a field must not break its clients. Set `unknownKeys` to `.fail` if it
  /// should.
  public static let strict = {
    var options = MappingOptions()
    options.mismatches = .fail
    options.missingKeys = .fail
    return options
  }()

  /// How dates are read, and how date text is stored.
  public var dates = DateOptions()

  /// Values that don't fit their property, null for a property that isn't optional, and nested
  /// models that a hook rejects; `.report` unless set.
  ///
  /// If these are errors, a `Bool` takes only the numbers 0 and 1.
  public var mismatches: Handling = .report

  /// Properties, optionals apart, for which the input has no key; `.ignore` unless set.
  ///
  /// They concern objects that the mapping makes: an object that is updated has its values.
  public var missingKeys: Handling = .ignore

  /// Keys of the input that no property takes; `.ignore` unless set.
  public var unknownKeys: Handling = .ignore

  /// How deep objects and arrays may be nested, 512 unless set; the root is 1.
  ///
  /// Input that goes deeper is an error of code `tooDeep` under any options, and so is input that
  /// would use up the thread's stack before that: see <doc:Concurrency#Deep-input>. A number below
  /// 1 behaves, and reads back, as 1.
  ///
  /// Releasing objects needs stack too: take a value that nests thousands of objects apart before
  /// its last reference goes.
  public var maximumDepth = usualDepth {
    didSet { maximumDepth = max(1, maximumDepth) }
  }

  static let usualDepth = 512

  /// How an update treats elements of an array that the input does not name.
  ///
  /// Only arrays of models whose class has an identity are merged; all others are replaced. An
  /// element of the input without an identity is new each time, so that a merge adds it again.
  public enum ArrayHandling: Sendable {
    /// Removes them: the array holds the elements that the input names.
    case replace
    /// Keeps them in their places, and adds new elements behind them.
    case merge
  }

  /// How an update treats elements that the input does not name; `.replace` unless set.
  public var arrays: ArrayHandling = .replace

  /// Whether objects may stand for one another by `$id` and `$ref`; `.none` unless set.
  public var references: ReferenceHandling = .none

  /// The classes of `arrayMapping`.
  var elementClasses: [String: AnyClass] = [:]

  /// Called with the issues of a mapping, once at its end if there are any; nil unless set.
  ///
  /// These are the issues whose handling is `.report` or `.fail`: at most 100, with paths from the
  /// root of the input, in the order in which they were found. If the mapping ends in an error for
  /// them, the handler is called first. It isn't called for text that isn't JSON, nor by `explain`.
  ///
  /// The handler is that of the options with which a mapping begins: those of the call, or else of
  /// the root's class. A mapping that a hook begins has its own. Without a handler nothing is noted,
  /// and mapping is faster.
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
  /// options.issueHandler = { issues in log.add([issues[0].description]) }
  /// let person = try Person(json: #"{"age": "x"}"#, options: options)
  /// log.texts  // [#"age: expected Int, found String "x""#]
  /// ```
  public var issueHandler: (@Sendable ([ModelError.Issue]) -> Void)?

  /// Counts what the mappings find that doesn't fit; nil unless set.
  ///
  /// The census of the options with which a mapping begins counts, as for `issueHandler`. `explain`
  /// isn't counted.
  public var census: MappingCensus?

  /// Makes the lenient options.
  public init() {}
}
