/// What a mapping does with each property and each key; the result of `explain`.
///
/// Print it to see which key was mapped to which property, which properties kept their values and
/// why, and which keys are unknown.
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
///   var born: Date?
///   var nickname: String?
/// }
///
/// let json = #"""
///   {"NAME": "Shan", "image": {"imageID": 7}, "BORN": "12/13/14", "nick_nam": 1}
///   """#
/// print(try Person.explain(json: json))
/// // Person: 3 mapped, 1 didn't fit, 2 missing, 1 unknown key
/// //   name           ← NAME           "Shan"
/// //   image          ← image
/// //   image.imageId  ← image.imageID  7
/// //   image.imageUrl –                no such key
/// //   born           – BORN           "12/13/14" is not a date in any accepted format
/// //   nickname       –                no such key
/// //   ?              ← nick_nam       unknown key, near nickname
/// ```
public struct MappingReport: Sendable {
  /// A property that was set, its key and its value.
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
    /// The reason in a few words: `no such key`, `300 does not fit Int8`, `weak`.
    public var reason: String
  }

  /// A property, a key or a part of a value that wasn't mapped.
  struct UnmappedPart: Hashable, Sendable {
    /// The path of the property.
    var property: String
    /// The path of the key that was tried, if there is one.
    var key: String?
    /// The path of the issue that says the same and isn't shown again; nil if it is the path of the
    /// key or the property.
    var issuePath: String?
    /// The reason in a few words: `no such key`, `300 does not fit Int8`, `weak`.
    var reason: String
    /// What wasn't mapped.
    var subject = Subject.property

    enum Subject: Hashable, Sendable {
      case property
      /// An element or a pair of a mapped property; the reason describes the issue at the key's
      /// path.
      case part
      /// A key that lost to a better match.
      case key
      /// A value that was converted; the reason says from what.
      case converted
      /// A key about which there is more to say than its property's line says.
      case remark
    }

    /// The reason as shown in a report.
    var shownReason: String { reason.cut(to: MappingReport.maximumReasonLength).onOneLine }
  }

  private static let maximumReasonLength = 200

  /// The name of the class that was mapped.
  var root: String

  /// The properties that were set.
  ///
  /// ```swift
  /// let json = #"{"NAME": "Shan", "image": {"image_id": "7"}, "tags": {}}"#
  /// let report = try Person.explain(json: json)
  /// report.matches.map(\.property)  // ["name", "image.imageId", "image"]
  /// report.matches[1].key  // "image.image_id"
  /// report.matches[1].value  // "7"
  /// ```
  public var matches: [Match] = []

  /// Everything that wasn't mapped, including keys and parts of values.
  var unmappedParts: [UnmappedPart] = []

  /// The parts of the input that don't fit.
  ///
  /// Unknown keys are issues of kind `unknownKey`, and missing ones of properties that aren't optional
  /// of kind `missingKey`, whatever the options say. If the object itself was rejected, that is the
  /// last issue.
  ///
  /// ```swift
  /// let report = try [Image].explain(json: #"[{"imageId": "x", "nam": "Tea"}]"#)
  /// report.issues.map(\.kind)  // [.typeMismatch, .unknownKey]
  /// print(report.issues[0])  // [0].imageId: expected Int, found String "x"
  /// ```
  public var issues: [ModelError.Issue] = []

  /// The one of the issues that a hook or `validate` of the root made.
  var rejection: ModelError.Issue?

  /// The properties that weren't set, including those that can't be mapped, with the reasons.
  ///
  /// ```swift
  /// let json = #"{"NAME": "Shan", "image": {"image_id": "7"}, "tags": {}}"#
  /// let report = try Person.explain(json: json)
  /// report.unmapped.map(\.property)  // ["image.imageUrl", "tags", "personId"]
  /// report.unmapped[1].reason  // "an object where [String] is expected"
  /// ```
  public var unmapped: [Unmapped] {
    unmappedParts.filter { $0.subject == .property }.map {
      Unmapped(property: $0.property, reason: $0.shownReason)
    }
  }
}

// MARK: - Description

extension MappingReport: CustomStringConvertible {
  /// The report as a table, with a line for each property.
  ///
  /// First come the properties that were set, in the order of mapping, then those that weren't,
  /// then the unknown keys. Properties of nested models are shown with their paths. The first line
  /// counts them; if the object was rejected, it begins with the reason.
  public var description: String {
    ([summary] + lines).joined(separator: "\n")
  }

  private var summary: String {
    let properties = unmappedParts.filter { $0.subject == .property }
    let unknown = issues.count { $0.kind == .unknownKey }
    let duplicates = issues.count { $0.kind == .duplicateKey }
    let tags = issues.count { $0.kind == .unknownTag }
    // Elements and pairs, whose property is mapped.
    let left = Set(unmappedParts.lazy.filter { $0.subject == .part }.compactMap(\.key))
    let elements = untold.count { $0.kind != .rejected && left.contains($0.path) }
    let parts = [
      (matches.count, "mapped"),
      (properties.count { $0.key != nil } + elements, "didn't fit"),
      (properties.count { $0.key == nil && $0.issuePath != nil }, "missing"),
      (unknown, unknown == 1 ? "unknown key" : "unknown keys"),
      (tags, tags == 1 ? "unknown tag" : "unknown tags"),
      (duplicates, duplicates == 1 ? "duplicate key" : "duplicate keys"),
      (untold.count { $0.kind == .rejected }, "rejected"),
    ]
    let texts = parts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    let counts = texts.isEmpty ? "0 mapped" : texts.joined(separator: ", ")
    guard let rejection else { return "\(root): \(counts)" }
    let location = rejection.path.isEmpty ? "" : " at \(rejection.path.shownPath)"
    let reason = rejection.found.map { ": \($0)".cut(to: Self.maximumReasonLength) } ?? ""
    return "\(root): rejected\(location)\(reason); \(counts)".onOneLine
  }
}
