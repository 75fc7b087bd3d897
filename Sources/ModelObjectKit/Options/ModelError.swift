public import ModelObjectEssentials

/// The error that mapping, exporting and archiving throw.
///
/// Check ``code`` for the kind of error; print the error for the details. An error that was thrown
/// elsewhere, such as in a hook, is the ``underlyingError``.
///
/// <!-- with: class Person: ModelObject { var name = "", personId = 0 } -->
/// ```swift
/// do {
///   _ = try Person(json: #"{"personId": "x", "name": "Shan"}"#, options: .strict)
/// } catch let error as ModelError where error.code == .invalidInput {
///   print(error)
///   // invalidInput
///   //   personId: expected Int, found String "x"
/// }
/// ```
public struct ModelError: Error {
  /// A kind of error.
  ///
  /// A later version may add codes, so a `switch` needs a `default`.
  ///
  /// ```swift
  /// do {
  ///   _ = try Person(json: #"["Shan"]"#)
  /// } catch let error as ModelError where error.code == .unexpectedRoot {
  ///   print(error)  // unexpectedRoot: expected an object, found an array
  /// }
  /// ```
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The text isn't JSON; the error's description has the line and column.
    public static let malformedJSON = Code(name: "malformedJSON")
    /// The root isn't an object or an array, as requested.
    public static let unexpectedRoot = Code(name: "unexpectedRoot")
    /// The options make an issue in the input an error; `issues` lists them.
    public static let invalidInput = Code(name: "invalidInput")
    /// A hook or `validate` rejected the root, or `modelType(for:)` or a tag chose a class that
    /// isn't allowed there; or a ``ModelWriter``, archiver or unarchiver was used after its end.
    public static let rejected = Code(name: "rejected")
    /// The input is nested deeper than `MappingOptions.maximumDepth`, an export or a value in an
    /// archive deeper than 512 levels, or any of them deeper than the thread's stack allows.
    public static let tooDeep = Code(name: "tooDeep")
    /// An element of a long input, or a key or number beside them, is larger than
    /// `maximumElementSize`.
    public static let tooLarge = Code(name: "tooLarge")
    /// The request can't be fulfilled: a value can't be written in the format, an object of an
    /// unrelated class was given, a property that the class doesn't have was listed, or
    /// `ModelObject` itself was requested from data.
    public static let unsupportedValue = Code(name: "unsupportedValue")
    /// The data isn't an archive, or is damaged.
    public static let invalidArchive = Code(name: "invalidArchive")
    /// An object without an identity was inserted into a store, or a class can't be filed.
    public static let missingIdentity = Code(name: "missingIdentity")
    /// An archive contains an object of a class that isn't known, or isn't allowed in its place.
    public static let unknownClass = Code(name: "unknownClass")

    /// A file is open in another ``StoreFile``, or another file has taken its place.
    public static let fileInUse = Code(name: "fileInUse")

    private let name: String

    /// The code's name, such as `malformedJSON`.
    public var description: String { name }
  }

  /// The most issues that an error carries; `issueCount` counts all.
  static let maximumIssueCount = 100

  /// The kind of the error.
  ///
  /// ```swift
  /// do {
  ///   _ = try Person(json: #"{"name": "#)
  /// } catch let error as ModelError {
  ///   print(error.code)  // malformedJSON
  /// }
  /// ```
  public var code: Code

  /// The path of the error, such as `statuses[3].user.id`; empty at the root.
  ///
  /// Keys are spelled as in the input, a missing key as its first spelling. Very long keys are cut.
  ///
  /// ```swift
  /// do {
  ///   _ = try Person(json: #"{"data": {"person": 5}}"#, at: "data.person")
  /// } catch let error as ModelError {
  ///   print(error.path)  // data.person
  /// }
  /// ```
  public var path: String

  /// The first 100 issues in the input; empty unless `code` is `invalidInput`.
  ///
  /// ```swift
  /// do {
  ///   _ = try [Image](json: #"[{"imageId": 1}, {"imageId": "x"}]"#, options: .strict)
  /// } catch let error as ModelError {
  ///   print(error.issues.map(\.path))  // ["[1].imageId"]
  /// }
  /// ```
  public var issues: [Issue]

  /// The number of all issues, including those beyond the first 100.
  ///
  /// ```swift
  /// let images = Array(repeating: #"{"imageId": "x"}"#, count: 150)
  /// let json = "[" + images.joined(separator: ",") + "]"
  /// do {
  ///   _ = try [Image](json: json, options: .strict)
  /// } catch let error as ModelError {
  ///   error.issues.count  // 100
  ///   error.issueCount  // 150
  /// }
  /// ```
  public var issueCount: Int

  /// The error that caused this one, such as one that a hook threw.
  ///
  /// <!-- with:
  /// struct TooLong: Error {}
  /// class Slot: ModelObject {
  ///   var minutes = 0
  ///   override func validate() throws {
  ///     if minutes > 60 { throw TooLong() }
  ///   }
  /// }
  /// -->
  /// ```swift
  /// do {
  ///   _ = try Slot(json: #"{"minutes": 90}"#)
  /// } catch let error as ModelError {
  ///   error.underlyingError is TooLong  // true
  /// }
  /// ```
  public var underlyingError: (any Error)?

  /// A sentence for the description.
  var message: String?

  /// The name of the file that was opened, without its folder.
  var fileName: String?

  /// Drops issues beyond the first 100.
  @inline(never)
  init(
    _ code: Code,
    path: String = "",
    message: String? = nil,
    issues: [Issue] = [],
    issueCount: Int? = nil,
    underlyingError: (any Error)? = nil
  ) {
    self.code = code
    self.path = path
    self.message = message
    self.issues = Array(issues.prefix(Self.maximumIssueCount))
    self.issueCount = max(issueCount ?? 0, issues.count)
    self.underlyingError = underlyingError
  }

  /// Calls a closure that opens a file, and names that in its errors.
  static func naming<Value>(_ file: URL, _ open: () throws -> Value) throws -> Value {
    do {
      return try open()
    } catch var error as ModelError {
      error.fileName = file.lastPathComponent
      throw error
    }
  }

  /// The error as seen from one level up, with its issues.
  func prefixed(with step: PathStep) -> ModelError {
    var error = self
    error.path = step.joined(to: path)
    error.issues = issues.map { $0.prefixed(with: [step]) }
    return error
  }
}

extension ModelError.Issue {
  /// The issue as seen from where some steps begin.
  func prefixed(with steps: [PathStep]) -> Self {
    var issue = self
    for step in steps.reversed() { issue.path = step.joined(to: issue.path) }
    return issue
  }
}

// MARK: - Description

extension ModelError: CustomStringConvertible {
  /// The code, path, file and cause, then a line for each issue.
  ///
  /// Paths of more than 20 steps are shortened in the middle. Of an underlying error, which may
  /// quote the input, up to 60 characters are shown.
  public var description: String {
    var text = code.description
    if !path.isEmpty { text += " at " + path.shownPath }
    if let fileName { text += " in " + fileName.onOneLine }
    if let message { text += ": " + message.onOneLine }
    if let underlyingError { text += ": " + Self.text(of: underlyingError) }
    for issue in issues { text += "\n  " + issue.description }
    if issueCount > issues.count { text += "\n  … and \(issueCount - issues.count) more" }
    return text
  }

  /// The text of an underlying error; of a `ModelError` all lines, those after the first indented.
  private static func text(of error: any Error) -> String {
    if let error = error as? ModelError {
      return error.description.split(separator: "\n").joined(separator: "\n  ")
    }
    let text =
      switch error {
      case let error as any CustomStringConvertible: error.description
      case let error as any LocalizedError: error.errorDescription ?? String(describing: error)
      default: String(describing: error)
      }
    return text.quoted.onOneLine
  }
}

extension ModelError: LocalizedError {
  /// The description, so that `localizedDescription` says the same.
  public var errorDescription: String? { description }
}
