/// How a mapping reads the input, and how it treats input that doesn't fit.
///
/// A value that doesn't fit is never stored: the property keeps its value. The options decide
/// whether that is ignored, reported or an error.
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
  @nonexhaustive
  public enum Handling: Sendable {
    /// Ignores it.
    case ignore
    /// Calls the ``MappingOptions/issueHandler`` with it, if there is one.
    case report
    /// Calls the ``MappingOptions/issueHandler``, then throws an error with the first 100 issues
    /// and the number of all issues.
    case fail
  }

  /// No issue is an error, and values that don't fit are reported; the same as `MappingOptions()`.
  public static let lenient = MappingOptions()

  /// Throws for values that don't fit and for missing keys; ignores unknown keys and duplicate ones.
  ///
  /// So a server can add fields without breaking its clients. To reject them too, set
  /// ``unknownKeys`` to `.fail`; otherwise, a renamed key of an optional property isn't noticed.
  ///
  /// <!-- with: class Person: ModelObject { var age = 0, nickname: String? } -->
  /// ```swift
  /// try Person(json: #"{"age": 7, "new": 1}"#, options: .strict).age  // 7
  /// try Person(json: #"{"age": "old"}"#, options: .strict)  // throws
  /// try Person(json: #"{"nickname": "Kim"}"#, options: .strict)  // throws
  /// ```
  public static let strict = MappingOptions.lenient.strict

  /// These options, but values that don't fit and missing keys are errors, as in
  /// ``strict-type.property``.
  ///
  /// So a call can be strict about a class that has options of its own:
  ///
  /// ```swift
  /// class Order: ModelObject {
  ///   var total = 0
  ///   var day: Date?
  ///   override class var mappingOptions: MappingOptions {
  ///     MappingOptions(dates: DateOptions(format: .dateOnly))
  ///   }
  /// }
  /// let json = #"{"total": "free", "day": "2014-05-06"}"#
  /// try Order(json: json).total  // 0
  /// try Order(json: json, options: Order.mappingOptions.strict)  // throws
  /// ```
  public var strict: MappingOptions {
    var options = self
    options.mismatches = .fail
    options.missingKeys = .fail
    return options
  }

  /// How dates are read, and how date text is stored.
  public var dates = DateOptions()

  /// The handling of values that don't fit their property, null for a property that isn't optional,
  /// tags that select no class, and nested models that a hook rejects; `.report` unless set.
  ///
  /// With `.fail`, the only numbers that fit a `Bool` are 0 and 1.
  ///
  /// <!-- with: class Person: ModelObject { var age = 0 } -->
  /// ```swift
  /// let options = MappingOptions(mismatches: .fail)
  /// try Person(json: #"{"age": "old"}"#, options: options)  // throws
  /// ```
  public var mismatches: Handling = .report

  /// The handling of properties, other than optionals, that the input has no key for; `.ignore`
  /// unless set.
  ///
  /// It applies to objects that the mapping makes: an object that is updated already has values.
  ///
  /// <!-- with: class Person: ModelObject { var age = 0 } -->
  /// ```swift
  /// let options = MappingOptions(missingKeys: .fail)
  /// try Person(json: "{}", options: options)  // throws
  /// ```
  public var missingKeys: Handling = .ignore

  /// The handling of keys that match no property; `.ignore` unless set.
  ///
  /// <!-- with: class Person: ModelObject { var age = 0 } -->
  /// ```swift
  /// var options = MappingOptions.strict
  /// options.unknownKeys = .fail
  /// try Person(json: #"{"age": 7, "aeg": 8}"#, options: options)  // throws
  /// ```
  public var unknownKeys: Handling = .ignore

  /// The handling of keys that occur twice in an object; `.ignore` unless set.
  ///
  /// Two spellings that match the same are a duplicate too, such as `role` and `ROLE`, but not
  /// different keys that ``ModelObject/keyMapping`` lists. So it is in an object that only paths of a
  /// class enter, and in a `Codable` struct, unless that asks for both. In dictionaries, untyped values
  /// and other objects that don't become models, only equal keys are duplicates. So it is in a
  /// ``Snapshot``, in a value of a key that doesn't decide, and in an object that
  /// ``ModelObject/willMap(_:)`` takes out. The issue is at the later key; in a Swift dictionary, that
  /// is the one that sorts later. All of the input is searched, including values that no property
  /// takes, the JSON in strings that ``PropertyTransform/jsonText`` reads, and what other transforms
  /// return. A decoder shows each key once, so nothing is found.
  ///
  /// Without this, the best key decides, and of equal keys the last one (null aside). Another
  /// parser may read a different one: see <doc:UntrustedInput>.
  ///
  /// <!-- with: class Person: ModelObject { var role = "" } -->
  /// ```swift
  /// let options = MappingOptions(duplicateKeys: .fail)
  /// do {
  ///   _ = try Person(json: #"{"role": "guest", "ROLE": "admin"}"#, options: options)
  /// } catch let error as ModelError {
  ///   print(error.issues[0])  // ROLE: duplicate key, also spelled role
  /// }
  /// ```
  public var duplicateKeys: Handling = .ignore

  /// What is done with a value that fits its property only because it is converted.
  @nonexhaustive
  public enum ConversionHandling: Sendable {
    /// Converts it.
    case apply
    /// Converts it, and calls the ``MappingOptions/issueHandler`` with an issue of kind
    /// ``ModelError/Issue/Kind/converted``, which is never an error.
    case report
    /// Refuses it: the value doesn't fit.
    case fail
  }

  /// The handling of values that fit only because they are converted; `.apply` unless set, in
  /// ``strict-type.property`` too.
  ///
  /// A conversion is text for a number or a Bool, and the reverse; a Bool for a number, and the
  /// reverse; a single value for a list; `""` for a list, or for null; `[]` for a dictionary; and a
  /// string that means null. It is none if JSON itself has the type in that form: `3.0` is a whole
  /// number. <doc:ValuesAndConversions#Conversions-that-can-be-seen> has all.
  ///
  /// What is compared may have any form: identities, tags, references and the keys of dictionaries. So
  /// may what a transform gets; what it returns counts. What a decoder or a database has converted
  /// itself can't be seen, and archives aren't looked at. `explain` marks conversions, without issues.
  /// A ``census`` counts conversions under `.report`, and under `.fail` as values that don't fit.
  ///
  /// <!-- with: class Person: ModelObject { var age = 0 } -->
  /// ```swift
  /// let json = #"{"age": "30"}"#
  /// try Person(json: json, options: .strict).age  // 30
  /// var options = MappingOptions.strict
  /// options.conversions = .fail
  /// do {
  ///   _ = try Person(json: json, options: options)
  /// } catch let error as ModelError {
  ///   print(error.issues[0])
  ///   // age: expected Int, found String "30", and conversions are refused
  /// }
  /// ```
  public var conversions: ConversionHandling = .apply

  /// How deeply objects and arrays may be nested, with the root as level 1; 512 unless set.
  ///
  /// Deeper input is always an error of code `tooDeep`, and so is input that would overflow the
  /// thread's stack: see <doc:UntrustedInput#Depth>. Values below 1 count as 1.
  ///
  /// Releasing objects takes stack too: break up a value that nests thousands of objects before you
  /// release it.
  ///
  /// <!-- with: class Person: ModelObject { var age = 0 } -->
  /// ```swift
  /// let options = MappingOptions(maximumDepth: 1)
  /// try Person(json: #"{"age": 7}"#, options: options).age  // 7
  /// try Person(json: #"{"age": [7]}"#, options: options)  // throws
  /// ```
  public var maximumDepth = defaultDepth {
    didSet { maximumDepth = max(1, maximumDepth) }
  }

  @usableFromInline static let defaultDepth = 512

  /// What an update does with elements of an array that the input doesn't contain.
  ///
  /// Only arrays of models with an identity are merged, and `update` of a dictionary of models, by its
  /// keys; all others are replaced. An element without an identity counts as new, so a merge adds it
  /// each time.
  @nonexhaustive
  public enum ArrayHandling: Sendable {
    /// Removes them: the array holds the elements of the input.
    case replace
    /// Keeps them in their places, and appends new elements.
    case merge
  }

  /// What an update does with elements that the input doesn't contain; `.replace` unless set.
  ///
  /// <!-- with:
  /// class Row: ModelObject {
  ///   var id = 0
  ///   override class var identity: Set<String> { ["id"] }
  /// }
  /// -->
  /// ```swift
  /// var rows = try [Row](json: #"[{"id": 1}, {"id": 2}]"#)
  /// let options = MappingOptions(arrays: .merge)
  /// try rows.update(json: #"[{"id": 3}]"#, options: options)
  /// rows.map(\.id)  // [1, 2, 3]
  /// ```
  public var arrays: ArrayHandling = .replace

  /// Whether `$id` and `$ref` are references between objects; `.none` unless set.
  ///
  /// `.identities` is for exports, and the same as `.none` here: a store reads identities without it.
  /// See ``ReferenceHandling`` for an example.
  public var references: ReferenceHandling = .none

  /// The classes of `arrayMapping`.
  var elementClasses: [String: AnyClass] = [:]

  /// Called with the issues of a mapping, once at its end if there are any; nil unless set.
  ///
  /// It gets the issues whose handling is `.report` or `.fail`: at most 100, in the order found,
  /// with paths from the root of the input. If they make the mapping throw, the handler is called
  /// first. It isn't called for text that isn't JSON, for input with too many levels, nor by
  /// `explain`.
  ///
  /// For a ``ModelReader`` or a ``ModelSequence``, each element is a mapping: the handler is called
  /// once for each element with issues, and for each skipped line that isn't JSON.
  ///
  /// The handler comes from the call's options or, without options, from the root's class. In an
  /// array whose elements have several classes with handlers, the last one gets all issues. If a
  /// hook starts another mapping, that one uses its own. Mapping is faster without a handler.
  ///
  /// <!-- with:
  /// final class Log: @unchecked Sendable {
  ///   var lines: [String] = []
  ///   func add(_ more: [String]) { lines += more }
  /// }
  /// let log = Log()
  /// class Person: ModelObject { var age = 0 }
  /// -->
  /// ```swift
  /// let options = MappingOptions { issues in log.add([issues[0].description]) }
  /// let person = try Person(json: #"{"age": "x"}"#, options: options)
  /// log.lines  // [#"age: expected Int, found String "x""#]
  /// ```
  public var issueHandler: (@Sendable ([ModelError.Issue]) -> Void)?

  /// Counts the input that doesn't fit; nil unless set.
  ///
  /// The census comes from the call's options or, without options, from the root's class. `explain`
  /// isn't counted. See ``MappingCensus`` for an example.
  public var census: MappingCensus?

  init() {}
}
