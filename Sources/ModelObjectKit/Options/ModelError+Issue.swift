extension ModelError {
  /// One thing in the input that did not fit.
  ///
  /// Issues come in a `ModelError` of code `invalidInput`, and in a `MappingReport`.
  ///
  /// <!-- with:
  /// class User: ModelObject { var id = 0 }
  /// class Status: ModelObject { var user: User? }
  /// class Page: ModelObject { var statuses: [Status] = [] }
  /// let json = #"{"statuses": [{}, {}, {}, {"user": {"id": "x"}}]}"#
  /// do {
  ///   _ = try Page(json: json, options: .strict)
  /// } catch let error as ModelError {
  /// …
  /// }
  /// -->
  /// ```swift
  /// print(error.issues[0])  // statuses[3].user.id: expected Int, found String "x"
  /// ```
  public struct Issue: Hashable, Sendable {
    /// A kind of issue.
    public enum Kind: Hashable, Sendable {
      /// The value does not fit the property's type.
      case typeMismatch
      /// The input has no key for a property.
      case missingKey
      /// No property takes the key.
      case unknownKey
      /// The value is null, and the property is no optional.
      case unexpectedNull
      /// A hook or `validate` refused a nested model.
      case rejected
    }

    /// The kind of the issue.
    public var kind: Kind

    /// The path in the input, such as `statuses[3].user.id`; empty at the root.
    ///
    /// Keys are spelled as in the input, a missing one by its first name.
    public var path: String

    /// The type of the property; for an unknown key the name of a property with the same or a
    /// similar spelling, if there is one.
    public var expected: String?

    /// The input at the path, such as `String "x"`.
    ///
    /// For a `Codable` value also the first part that does not fit; for a rejected model the
    /// reason; for a null that a transform returned what it was given; for an unknown key that is spelled as a property which is never fed the reason for
    /// that, such as `size is a let`.
    public var found: String?

    /// Makes an issue, for a test or for an error of your own.
    public init(kind: Kind, path: String, expected: String? = nil, found: String? = nil) {
      self.kind = kind
      self.path = path
      self.expected = expected
      self.found = found
    }

    /// The issue as seen from one level further up.
    func prefixed(with step: PathStep) -> Issue {
      var issue = self
      issue.path = step.joined(to: path)
      return issue
    }
  }
}

// MARK: - Description

extension ModelError.Issue: CustomStringConvertible {
  /// The path and the explanation, on one line.
  public var description: String {
    if !path.isEmpty { return "\(path.shownPath): \(explanation)" }
    // The root is never a key, so that a key without a path is the empty key.
    switch kind {
    case .missingKey, .unknownKey: return "\"\": \(explanation)"
    case .typeMismatch, .unexpectedNull, .rejected: return "(root): \(explanation)"
    }
  }

  /// The issue in words, without the path, on one line.
  var explanation: String {
    let expected = expected?.onOneLine
    let found = found?.onOneLine
    switch kind {
    case .typeMismatch:
      switch (expected, found) {
      case (let expected?, let found?): return "expected \(expected), found \(found)"
      case (let expected?, nil): return "expected \(expected)"
      case (nil, let found?): return "unexpected \(found)"
      case (nil, nil): return "the value does not fit"
      }
    case .missingKey:
      return "missing key" + (expected.map { " (\($0))" } ?? "")
    case .unknownKey:
      if let found { return "unknown key: \(found)" }
      return "unknown key" + (expected.map { ", near \($0)" } ?? "")
    case .unexpectedNull:
      if let found {
        return "the transform returned nil for \(found)" + (expected.map { " (\($0))" } ?? "")
      }
      return "null where a value is expected" + (expected.map { " (\($0))" } ?? "")
    case .rejected:
      return "rejected" + (found.map { ": \($0)" } ?? "")
    }
  }
}
