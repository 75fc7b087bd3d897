import Foundation
import ModelObjectKit

/// The facts about the texts of one place that decide their type.
struct Texts {
  private(set) var isEmpty = true
  /// Whether the library reads all of them as dates.
  private(set) var areDates = true
  private var areURLs = true
  /// The forms of dates that write all of them unchanged, the preferred ones first.
  private(set) var dateForms: [DateForm] = []

  /// `Date` where a form of dates writes all texts unchanged, `URL` where all are addresses.
  var type: SwiftType {
    if areDates, !dateForms.isEmpty { return .date }
    return areURLs ? .url : .string
  }

  mutating func add(_ text: String) {
    if areDates {
      areDates = Self.isDate(text)
      if areDates {
        let known = isEmpty ? DateForm.ofTexts : dateForms
        dateForms = known.filter { $0.restores(text) }
      }
    }
    if areURLs { areURLs = Self.isURL(text) }
    isEmpty = false
  }

  mutating func add(_ other: Texts) {
    guard !other.isEmpty else { return }
    guard !isEmpty else {
      self = other
      return
    }
    areDates = areDates && other.areDates
    areURLs = areURLs && other.areURLs
    dateForms = dateForms.filter(other.dateForms.contains)
  }

  /// Whether the library reads the text as a date; false for a number, which may be anything.
  private static func isDate(_ text: String) -> Bool {
    guard (8...40).contains(text.utf8.count), Double(text) == nil,
      text.utf8.contains(where: { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }),
      text.utf8.contains(where: { "-/:,".utf8.contains($0) })
    else { return false }
    return (try? DateProbe(dictionary: ["date": text]))?.date != nil
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

/// A model to try the library's date formats with.
final class DateProbe: ModelObject {
  var date: Date?
}
