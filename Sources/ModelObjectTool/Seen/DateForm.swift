import Foundation
import ModelObjectKit

/// A form of dates that generated code can name.
struct DateForm: Equatable {
  /// The code for `dateFormats`, such as `.dateOnly`.
  let code: String
  private let format: DateOptions.Format

  static let iso8601 = DateForm(code: ".iso8601", format: .iso8601)
  static let secondsSince1970 = DateForm(code: ".secondsSince1970", format: .secondsSince1970)
  static let millisecondsSince1970 = DateForm(
    code: ".millisecondsSince1970",
    format: .millisecondsSince1970
  )

  /// The forms of dates that are texts, the preferred ones first.
  static let ofTexts: [DateForm] =
    [
      iso8601,
      DateForm(code: ".dateOnly", format: .dateOnly),
      DateForm(code: ".dotNetJSON", format: .dotNetJSON),
      DateForm(code: ".dotNetSimple", format: .dotNetSimple),
    ] + patterns.map { DateForm(code: ".custom(\"\($0)\")", format: .custom($0)) }

  private static let patterns = [
    "yyyy-MM-dd'T'HH:mm:ss.SSSX", "yyyy-MM-dd'T'HH:mm:ss.SSSSSSX", "yyyy-MM-dd'T'HH:mm:ssxxx",
    "yyyy-MM-dd'T'HH:mm:ss.SSSxxx", "yyyy-MM-dd'T'HH:mm:ss.SSSSSSxxx", "yyyy-MM-dd'T'HH:mm:ssxx",
    "yyyy-MM-dd'T'HH:mm:ss.SSSxx", "yyyy-MM-dd'T'HH:mm:ss.SSS", "yyyy-MM-dd'T'HH:mm:ss.SSSSSS",
    "yyyy-MM-dd'T'HH:mm:ss.SSSSSSSX", "yyyy-MM-dd'T'HH:mmX", "yyyy-MM-dd'T'HH:mm",
    "yyyy-MM-dd HH:mm:ss", "yyyy-MM-dd HH:mm:ss.SSS", "yyyy-MM-dd HH:mm:ss.SSSSSS",
    "yyyy-MM-dd HH:mm", "yyyy-MM-dd HH:mm:ssX", "yyyy-MM-dd HH:mm:ssxxx", "yyyy-MM-dd HH:mm:ss xx",
    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", "EEE, dd MMM yyyy HH:mm:ss xx",
    "EEE MMM dd HH:mm:ss xx yyyy",
  ]

  /// Whether a text that is read in this form is written unchanged.
  func restores(_ text: String) -> Bool {
    var options = MappingOptions()
    options.dates.format = format
    guard let probe = try? DateProbe(dictionary: ["date": text], options: options),
      probe.date != nil
    else { return false }
    var export = ExportOptions()
    export.dateFormat = format
    guard let written = try? probe.dictionaryRepresentation(options: export)["date"] as? String
    else { return false }
    return written.utf8.elementsEqual(text.utf8)
  }
}
