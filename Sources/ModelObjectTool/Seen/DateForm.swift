import Foundation
import ModelObjectKit

/// A form of dates.
struct DateForm: Equatable {
  /// The code for `dateFormats`, such as `.secondsSince1970`.
  let code: String
  private let format: DateOptions.Format

  /// Dates that the library reads without a format.
  static let automatic = DateForm(code: ".automatic", format: .automatic)
  static let secondsSince1970 = DateForm(code: ".secondsSince1970", format: .secondsSince1970)
  static let millisecondsSince1970 = DateForm(
    code: ".millisecondsSince1970",
    format: .millisecondsSince1970
  )

  /// The forms of dates that are strings; ``automatic`` reads none of those after it.
  static let ofTexts: [DateForm] =
    [automatic]
    + patterns.map { DateForm(code: ".custom(\"\($0)\")", format: .custom($0)) }

  private static let patterns =
    ["yyyy-MM-dd HH:mm:ss z"]
    + [
      "yyyy/MM/dd", "dd.MM.yyyy", "MM/dd/yyyy", "dd/MM/yyyy", "MMM d, yyyy", "d MMM yyyy",
      "d-MMM-yyyy",
    ].flatMap { day in ["", " HH:mm", " HH:mm:ss", " h:mm:ss a"].map { day + $0 } }

  /// From 1900 to 2100: by a pattern, `4.8.4084` would be a date too.
  private static let usualDates =
    Date(timeIntervalSince1970: -2_208_988_800)..<Date(timeIntervalSince1970: 4_102_444_800)

  func reads(_ text: String) -> Bool {
    var options = MappingOptions()
    options.dates.format = format
    guard let date = (try? DateProbe(dictionary: ["date": text], options: options))?.date else {
      return false
    }
    return self == .automatic || Self.usualDates.contains(date)
  }
}

/// A model to try the library's date formats with.
private final class DateProbe: ModelObject {
  var date: Date?
}
