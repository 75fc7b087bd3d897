public import Foundation

/// The error that mapping, exporting and archiving throw.
///
/// Ask `code` what went wrong; print the error to learn everything that is known about it. An error
/// of another origin, such as one thrown by a hook, is `underlyingError`.
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
  public struct Code: Hashable, Sendable, CustomStringConvertible {
    /// The text is not JSON; the error's description gives line and column.
    public static let malformedJSON = Code(name: "malformedJSON")
    /// The root isn't the object, or the array, that was asked for.
    public static let unexpectedRoot = Code(name: "unexpectedRoot")
    /// Strict handling found something in the input; `issues` lists it.
    public static let invalidInput = Code(name: "invalidInput")
    /// A hook or `validate` refused the root, or `modelType(for:)` or a tag gave it a class that isn't
    /// allowed there; or an archiver or unarchiver was used after its call.
    public static let rejected = Code(name: "rejected")
    /// The input is nested deeper than `MappingOptions.maximumDepth`, an export or a value in an
    /// archive deeper than 512 levels, or one of them deeper than the thread's stack allows.
    public static let tooDeep = Code(name: "tooDeep")
    /// An element of a long input is larger than `maximumElementSize`.
    public static let tooLarge = Code(name: "tooLarge")
    /// A value can't be written in the format; or `ModelObject` itself was to be made of
    /// data, or an object to be updated from one of another class.
    public static let unsupportedValue = Code(name: "unsupportedValue")
    /// The data is no archive, or a damaged one.
    public static let invalidArchive = Code(name: "invalidArchive")
    /// An object that was to be inserted into a store has no identity there.
    public static let missingIdentity = Code(name: "missingIdentity")
    /// An archive names a class that is not known, or not allowed in its place.
    public static let unknownClass = Code(name: "unknownClass")

    private let name: String

    /// The code's name, such as `malformedJSON`.
    public var description: String { name }
  }

  /// The most issues that an error carries; `issueCount` tells how many there were.
  static let maximumIssueCount = 100

  /// The kind of the error.
  public var code: Code

  /// The path of the error, such as `statuses[3].user.id`; empty at the root.
  ///
  /// Keys are spelled as in the input, a missing one by its first name. Very long keys are cut.
  public var path: String

  /// The issues in the input, at most the first 100; empty where `code` says it all.
  public var issues: [Issue]

  /// How many issues there were, including those beyond the first 100.
  public var issueCount: Int

  /// The error that led to this one, such as the one that a hook threw.
  public var underlyingError: (any Error)?

  /// A sentence for the description.
  var message: String?

  /// Issues beyond the first 100 are counted and dropped.
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

  /// The error as seen from one level further up; its issues move with it.
  func prefixed(with step: PathStep) -> ModelError {
    var error = self
    error.path = step.joined(to: path)
    error.issues = issues.map { $0.prefixed(with: step) }
    return error
  }
}

// MARK: - Description

extension ModelError: CustomStringConvertible {
  /// Everything that is known about the error: code, path and cause, then a line for each issue.
  ///
  /// A path of more than 20 steps is printed without its middle.
  public var description: String {
    var text = code.description
    if !path.isEmpty { text += " at " + path.shownPath }
    if let message { text += ": " + message }
    if let underlyingError { text += ": " + Self.text(of: underlyingError) }
    for issue in issues { text += "\n  " + issue.description }
    if issueCount > issues.count { text += "\n  … and \(issueCount - issues.count) more" }
    return text
  }

  /// The description of an error, with the lines after its first indented.
  private static func text(of error: any Error) -> String {
    let text =
      switch error {
      case let error as any CustomStringConvertible: error.description
      case let error as any LocalizedError: error.errorDescription ?? String(describing: error)
      default: String(describing: error)
      }
    return text.split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n  ")
  }
}

extension ModelError: LocalizedError {
  /// The description, so that `localizedDescription` says as much.
  public var errorDescription: String? { description }
}
