extension ModelError {
  /// One part of the input that doesn't fit.
  ///
  /// Issues are in a ``ModelError`` of code `invalidInput` and in a ``MappingReport``, and are
  /// passed to the ``MappingOptions/issueHandler``.
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
    /// A kind of issue, or of what a ``MappingCensus`` counts.
    ///
    /// A later version may add kinds, so a `switch` needs a `default`. Kinds are encoded as their
    /// names.
    ///
    /// ```swift
    /// let json = #"{"personId": "x", "name": null, "nam": 1}"#
    /// let issues = try Person.explain(json: json).issues
    /// print(issues.map { "\($0.kind): \($0)" }.joined(separator: "\n"))
    /// // typeMismatch: personId: expected Int, found String "x"
    /// // unexpectedNull: name: null where a value is expected (String)
    /// // unknownKey: nam: unknown key, near name
    /// // missingKey: tags: missing key ([String])
    /// ```
    public struct Kind: RawRepresentable, Codable, Hashable, Sendable, CustomStringConvertible {
      /// The value doesn't fit the property's type.
      public static let typeMismatch = Kind(rawValue: "typeMismatch")
      /// The input has no key for a property.
      public static let missingKey = Kind(rawValue: "missingKey")
      /// The key matches no property.
      public static let unknownKey = Kind(rawValue: "unknownKey")
      /// The key, or another spelling of it, occurs in the object before.
      ///
      /// Only if ``MappingOptions/duplicateKeys`` is set.
      public static let duplicateKey = Kind(rawValue: "duplicateKey")
      /// The value is null, and the property isn't optional.
      public static let unexpectedNull = Kind(rawValue: "unexpectedNull")
      /// A hook or `validate` rejected a nested model.
      public static let rejected = Kind(rawValue: "rejected")
      /// The value refers to a model that isn't there, by its identity in a store or by `$ref`.
      ///
      /// <!-- with:
      /// class Author: ModelObject {
      ///   var id = 0
      ///   override class var identity: Set<String> { ["id"] }
      /// }
      /// class Book: ModelObject { var author: Author? }
      /// let store = ModelStore()
      /// -->
      /// ```swift
      /// let report = try store.explain(Book.self, json: #"{"author": 7}"#)
      /// print(report.issues[0])  // author: no Author for Int 7
      /// ```
      public static let unresolved = Kind(rawValue: "unresolved")
      /// The object replaces one of another class with the same ``ModelObject/identity``.
      ///
      /// It is never an error.
      ///
      /// <!-- with:
      /// class Shape: ModelObject {
      ///   var id = 0
      ///   override class var identity: Set<String> { ["id"] }
      ///   override class var subclasses: Subclasses? {
      ///     .byTag("kind", ["circle": Circle.self, "square": Square.self])
      ///   }
      /// }
      /// class Circle: Shape {}
      /// class Square: Shape {}
      /// let store = ModelStore()
      /// -->
      /// ```swift
      /// try store.upsert(Shape.self, json: #"{"id": 1, "kind": "circle"}"#)
      /// let json = #"[{"id": 1, "kind": "square"}]"#
      /// let report = try store.explain([Shape].self, json: json)
      /// print(report.issues[0])  // [0]: a Square takes the place of a Circle
      /// ```
      public static let replaced = Kind(rawValue: "replaced")
      /// The object has no ``ModelObject/identity``, so a store doesn't file it.
      ///
      /// Its class has one, but neither the input nor a hook gave it, or it is still the default.
      /// It is never an error.
      ///
      /// <!-- with:
      /// class Row: ModelObject {
      ///   var id = 0
      ///   var name = ""
      ///   override class var identity: Set<String> { ["id"] }
      /// }
      /// let store = ModelStore()
      /// -->
      /// ```swift
      /// let report = try store.explain([Row].self, json: #"[{"name": "a"}]"#)
      /// print(report.issues.last!)  // [0]: has no identity, so it isn't in the store
      /// ```
      public static let unidentified = Kind(rawValue: "unidentified")
      /// The value was converted to the property's type: text for a number, a single value for a list.
      ///
      /// Only if ``MappingOptions/conversions`` is `.report`. It is never an error.
      public static let converted = Kind(rawValue: "converted")

      /// The tag selects no class of ``ModelObject/subclasses``, so the object is of the declared
      /// class.
      ///
      /// It isn't an issue if there is a class for other tags, or if the class keeps unknown keys; a
      /// ``MappingCensus`` counts the latter, too.
      ///
      /// <!-- with:
      /// class Shape: ModelObject {
      ///   override class var subclasses: Subclasses? {
      ///     .byTag("kind", ["circle": Circle.self, "square": Square.self])
      ///   }
      /// }
      /// class Circle: Shape {}
      /// class Square: Shape {}
      /// -->
      /// ```swift
      /// let report = try [Shape].explain(json: #"[{"kind": "cirlce"}]"#)
      /// print(report.issues[0])
      /// // [0].kind: unknown tag "cirlce", expected one of circle, square
      /// ```
      public static let unknownTag = Kind(rawValue: "unknownTag")
      /// An enum that is `CaseIterable` has no case for the raw value: a ``MappingCensus`` counts this
      /// in place of a ``typeMismatch``.
      public static let unknownRawValue = Kind(rawValue: "unknownRawValue")

      /// The kind's name, such as `typeMismatch`.
      public let rawValue: String

      /// Makes a kind by its name.
      public init(rawValue: String) { self.rawValue = rawValue }

      /// Reads a kind's name; `mismatch` and `null` of a census of version 0.3 are `typeMismatch` and
      /// `unexpectedNull`.
      public init(from decoder: any Decoder) throws {
        let name = try decoder.singleValueContainer().decode(String.self)
        self.init(
          rawValue: ["mismatch": "typeMismatch", "null": "unexpectedNull"][name] ?? name
        )
      }

      /// The kind's name.
      public var description: String { rawValue }
    }

    /// The kind of the issue.
    public var kind: Kind

    /// The path in the input, such as `statuses[3].user.id`; empty at the root.
    ///
    /// Keys are spelled as in the input, a missing key as its first spelling.
    public var path: String

    /// The name of the class that has the property, or doesn't have it.
    ///
    /// For a rejected model, the class whose property would have held it; for an issue at the root,
    /// the requested class; for an object that opening an archive skips, its own class.
    public var typeName: String

    /// The type of the property, or the raw values of its enum: `one of open, closed`.
    ///
    /// Raw values are listed if the enum is `CaseIterable`. For an unknown key, the name of a
    /// property with the same or a similar spelling, if there is one. For a duplicate key, the first
    /// spelling, if it differs. For an unknown tag, the tags: `one of circle, square`.
    public var expected: String?

    /// The input at the path, such as `String "x"`.
    ///
    /// For a `Codable` value, also the first part that doesn't fit. For a rejected model, the
    /// reason; for an object that opening an archive skips because of `validate()`, its identity
    /// first: `id 7: noTitle`. For a transform that returned nil, its input. For an unknown key
    /// with the name of a property that is never mapped, why it isn't, such as `size is a let`. For
    /// a missing key whose path leads to an array, the path to its element: `use data[1].dog`.
    public var found: String?

    /// Makes an issue, for a test or your own error.
    ///
    /// ```swift
    /// let issue = ModelError.Issue(
    ///   kind: .typeMismatch, path: "age", expected: "Int", found: "\"x\""
    /// )
    /// print(issue)  // age: expected Int, found "x"
    /// ```
    public init(
      kind: Kind,
      path: String,
      typeName: String = "",
      expected: String? = nil,
      found: String? = nil
    ) {
      self.kind = kind
      self.path = path
      self.typeName = typeName
      self.expected = expected
      self.found = found
    }
  }
}

// MARK: - Description

extension ModelError.Issue: CustomStringConvertible {
  /// The path and the explanation, on one line.
  public var description: String {
    "\(path.isEmpty ? "(root)" : path.shownPath): \(explanation)"
  }

  /// The issue in words, without the path, on one line.
  var explanation: String {
    let expected = expected?.onOneLine
    let found = found?.onOneLine
    let suffix = expected.map { " (\($0))" } ?? ""
    switch kind {
    case .missingKey: return "missing key" + suffix + (found.map { "; \($0)" } ?? "")
    case .unknownKey:
      return "unknown key" + (found.map { ": \($0)" } ?? expected.map { ", near \($0)" } ?? "")
    case .duplicateKey:
      return "duplicate key" + (expected.map { ", also spelled \($0)" } ?? "")
    case .unexpectedNull:
      let text = found.map { "the transform returned nil for \($0)" }
      return (text ?? "null where a value is expected") + suffix
    case .unresolved:
      return "no \(expected ?? "object") for \(found ?? "the value")"
    case .replaced:
      return "\(found ?? "an object") takes the place of \(expected ?? "another")"
    case .unidentified where expected == nil:
      return "has no identity, so it isn't in the store" + (found.map { ": \($0)" } ?? "")
    case .unknownTag:
      return "unknown tag" + (found.map { " \($0)" } ?? "")
        + (expected.map { ", expected \($0)" } ?? "")
    case .converted:
      return "\(found ?? "the value") was converted to \(expected ?? "another type")"
    case .rejected:
      return "rejected" + (found.map { ": \($0)" } ?? "")
    default:
      switch (expected, found) {
      case (let expected?, let found?): return "expected \(expected), found \(found)"
      case (let expected?, nil): return "expected \(expected)"
      case (nil, let found?): return "unexpected \(found)"
      case (nil, nil): return "the value doesn't fit"
      }
    }
  }
}
