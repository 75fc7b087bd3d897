import Foundation

/// The facts about the strings of one place that decide their type.
struct Texts {
  private(set) var isEmpty = true
  private var areURLs = true
  /// The date forms that fit all of them.
  private var dateForms = DateForm.ofTexts

  /// `Date` if all strings are dates of one form, `URL` if all are URLs.
  var type: SwiftType {
    if dateForm != nil { return .date }
    return areURLs ? .url : .string
  }

  /// The form of the dates; nil if the strings aren't dates, or if day and month are ambiguous.
  var dateForm: DateForm? { dateForms.count == 1 ? dateForms[0] : nil }

  mutating func add(_ text: String) {
    if !dateForms.isEmpty {
      dateForms = Self.mayBeDate(text) ? dateForms.filter { $0.reads(text) } : []
    }
    if areURLs { areURLs = Self.isURL(text) }
    isEmpty = false
  }

  mutating func add(_ other: Texts) {
    isEmpty = isEmpty && other.isEmpty
    areURLs = areURLs && other.areURLs
    dateForms = dateForms.filter(other.dateForms.contains)
  }

  /// False for a number, which may be anything, and for strings that are too short or too long.
  private static func mayBeDate(_ text: String) -> Bool {
    (8...40).contains(text.utf8.count) && Double(text) == nil
      && text.utf8.contains { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
      && text.utf8.contains { "-/:,. ".utf8.contains($0) }
  }

  /// Whether the text is an address on the web or another one with a host.
  private static func isURL(_ text: String) -> Bool {
    guard text.contains("://"), !text.utf8.contains(where: { $0 <= UInt8(ascii: " ") }),
      let url = URL(string: text)
    else { return false }
    return url.scheme?.isEmpty == false && url.host()?.isEmpty == false
      && url.absoluteString == text
  }
}
