/// The account that `explain` gives of a mapping: what it did with each property and each key.
///
/// Print it to see at a glance which key fed which property, what was left alone and why, and
/// which keys no property took.
///
/// ```swift
/// class Image: ModelObject {
///   var imageId = 0
///   var imageUrl: URL?
/// }
///
/// class Person: ModelObject {
///   var name = ""
///   var image: Image?
///   var birthday: Date?
///   var nickname: String?
/// }
///
/// let json = #"{"NAME": "Shan", "image": {"image_id": 7}, "Birthday": "12/13/14", "nick_nam": 1}"#
/// print(try Person.explain(json: json))
/// // Person: 3 mapped, 1 didn't fit, 2 missing, 1 unknown key
/// //   name     ← NAME      "Shan"
/// //   image    ← image
/// //     imageId  ← image_id  7
/// //     imageUrl –           no such key
/// //   birthday – Birthday  "12/13/14" is no date in any accepted format
/// //   nickname –           no such key
/// //   ?        ← nick_nam  unknown key, near nickname
/// ```
public struct MappingReport: Sendable {
  /// A property, the key that fed it, and what it was fed.
  public struct Match: Hashable, Sendable {
    /// The path of the property, such as `statuses[3].user.userId`.
    public var property: String
    /// The path of the key, such as `statuses[3].user.id`.
    public var key: String
    /// The value as text; may be empty for a nested model, whose properties have matches too.
    public var value: String
  }

  /// A property that kept its value.
  public struct Unmapped: Hashable, Sendable {
    /// The path of the property, such as `statuses[3].user.userId`.
    public var property: String
    /// Why, in a few words: `no such key`, `300 does not fit Int8`, `weak`.
    public var reason: String
  }

  /// A property, a key or a part of a value that was left alone.
  struct Unfed: Hashable, Sendable {
    /// The path of the property.
    var property: String
    /// The path of the key that was tried, where there is one.
    var key: String?
    /// The path of the issue that says the same and is not shown again; nil where it is the path of
    /// the key or the property.
    var issuePath: String?
    /// Why, in a few words: `no such key`, `300 does not fit Int8`, `weak`.
    var reason: String
    /// The kind of entry that was left alone.
    var subject = Subject.property

    enum Subject: Hashable, Sendable {
      case property
      /// An element or a pair of a property that was fed; the reason words the issue at the key's
      /// path.
      case part
      /// A key of a property that was fed by a better one.
      case key
    }

    /// Whether the input has no key for the property.
    var isMissing: Bool { key == nil && issuePath != nil }

    private static let maximumReasonLength = 200

    /// The reason as a report shows it.
    var shownReason: String { reason.cut(to: Self.maximumReasonLength).onOneLine }
  }

  /// The properties that were fed.
  public var matches: [Match]

  /// The parts of the input that did not fit.
  ///
  /// Keys that no property took are issues of kind `unknownKey`.
  public var issues: [ModelError.Issue]

  /// The name of the class that was mapped.
  var root: String

  /// The entries that were left alone, keys and parts of values included.
  var unfed: [Unfed]

  /// The properties that were not fed, those that can't be mapped at all included, each with the
  /// reason that the printed report shows.
  public var unmapped: [Unmapped] {
    unfed.filter { $0.subject == .property }.map {
      Unmapped(property: $0.property, reason: $0.shownReason)
    }
  }

  init(
    root: String,
    matches: [Match] = [],
    unmapped unfed: [Unfed] = [],
    issues: [ModelError.Issue] = []
  ) {
    self.root = root
    self.matches = matches
    self.unfed = unfed
    self.issues = issues
  }
}

// MARK: - Description

extension MappingReport: CustomStringConvertible {
  /// The report as an aligned tree: what was fed in the order of mapping, then what was left
  /// alone, then the keys that no property took, level by level.
  public var description: String {
    ([summary] + ReportTree(self).lines()).joined(separator: "\n")
  }

  private var summary: String {
    let properties = unfed.filter { $0.subject == .property }
    let unknown = issues.count { $0.kind == .unknownKey }
    let parts = [
      (matches.count, "mapped"), (properties.count { $0.key != nil }, "didn't fit"),
      (properties.count { $0.isMissing }, "missing"),
      (unknown, unknown == 1 ? "unknown key" : "unknown keys"),
    ]
    let texts = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(root): " + (texts.isEmpty ? "0 mapped" : texts.joined(separator: ", "))
  }
}
