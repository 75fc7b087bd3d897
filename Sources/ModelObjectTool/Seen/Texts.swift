import ModelObjectEssentials
import ModelObjectKit

/// The facts about the strings of one place that decide their type.
struct Texts {
  private(set) var isEmpty = true
  private var areURLs = true
  /// Whether one of them is a date and a time, without a zone.
  private(set) var haveLocalTimes = false
  /// Whether all of them are numbers, those that spell null aside.
  private(set) var areNumbers = true
  /// Whether one of them spells null, and whether all do.
  private(set) var (spellNull, onlySpellNull) = (false, true)
  /// Whether all of them are days, such as `2014-05-06`.
  private var areDays = true
  /// The date forms that fit all of them.
  private var dateForms = DateForm.ofTexts

  /// `Date` if all strings are dates of one form, `URL` if all are URLs.
  var type: SwiftType {
    if dateForm != nil { return .date }
    return areURLs ? .url : .string
  }

  /// The form of the dates; nil if the strings aren't dates, or if day and month are ambiguous.
  ///
  /// Zones in several forms aren't ambiguous: the first form is the one in which all were written.
  var dateForm: DateForm? {
    guard dateForms.count == 1 || dateForms.first?.zone != nil else { return nil }
    return areDays && dateForms.first == .automatic ? .dateOnly : dateForms.first
  }

  mutating func add(_ text: String) {
    if !dateForms.isEmpty {
      dateForms = Self.mayBeDate(text) ? dateForms.filter { $0.reads(text) } : []
    }
    if areDays { areDays = text.utf8.count == 10 && DateForm.dateOnly.reads(text) }
    if areURLs { areURLs = Self.isURL(text) }
    if !haveLocalTimes { haveLocalTimes = Self.isLocalTime(text) }
    if Self.nulls.contains(text.lowercased()) {
      spellNull = true
    } else {
      onlySpellNull = false
      if areNumbers { areNumbers = Self.isNumber(text) }
    }
    isEmpty = false
  }

  mutating func add(_ other: Texts) {
    isEmpty = isEmpty && other.isEmpty
    areDays = areDays && other.areDays
    areURLs = areURLs && other.areURLs
    haveLocalTimes = haveLocalTimes || other.haveLocalTimes
    areNumbers = areNumbers && other.areNumbers
    spellNull = spellNull || other.spellNull
    onlySpellNull = onlySpellNull && other.onlySpellNull
    dateForms = dateForms.filter(other.dateForms.contains)
  }

  /// False for a number, which may be anything, and for strings that are too short or too long.
  private static func mayBeDate(_ text: String) -> Bool {
    (8...40).contains(text.utf8.count) && Double(text) == nil
      && text.utf8.contains { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      && text.utf8.contains { "-/:,. ".utf8.contains($0) }
  }

  /// The strings that types other than `String` read as null.
  private static let nulls: Set<String> = ["null", "nil", "<null>", "(null)"]

  /// Whether a text that may be a date ends with a time, and has no zone after it.
  private static func isLocalTime(_ text: String) -> Bool {
    guard mayBeDate(text), let colon = text.firstIndex(of: ":") else { return false }
    var rest = text[colon...]
    if rest.hasSuffix(" AM") || rest.hasSuffix(" PM") { rest = rest.dropLast(3) }
    return rest.utf8.allSatisfy {
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || ":.,".utf8.contains($0)
    }
  }

  /// Whether the text is a number as it would be exported: without zeros in front.
  private static func isNumber(_ text: String) -> Bool {
    let digits = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let isPlain = digits.utf8.allSatisfy {
      UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 || $0 == UInt8(ascii: ".")
    }
    let isPadded = digits.hasPrefix("0") && digits.count > 1 && !digits.hasPrefix("0.")
    return isPlain && !isPadded && digits.count <= 15 && Double(text) != nil
  }

  /// Whether the text is an address on the web or another one with a host.
  private static func isURL(_ text: String) -> Bool {
    guard text.firstPlace(of: "://") != nil,
      !text.utf8.contains(where: { $0 <= UInt8(ascii: " ") }),
      let url = URL(string: text)
    else { return false }
    return url.scheme?.isEmpty == false && url.host?.isEmpty == false
      && url.absoluteString == text
  }
}
