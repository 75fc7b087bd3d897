import ModelObjectEssentials
import ModelObjectKit

/// A form of dates.
struct DateForm: Equatable {
  /// The code for `dateFormats`, such as `.secondsSince1970`.
  let code: String
  private let format: DateOptions.Format
  /// How the zone is written; nil without one.
  var zone: Zone?

  /// A letter of patterns for zones: each reads others too, and writes its own form.
  enum Zone: String, CaseIterable {
    /// `+0200`.
    case offset = "Z"
    /// `+02:00`.
    case isoOffset = "xxx"
    /// Any form, such as `CEST`.
    case name = "z"

    func isForm(of text: String) -> Bool {
      let last = text.split(separator: " ").last ?? ""
      let isSigned = last.first == "+" || last.first == "-"
      switch self {
      case .offset: return isSigned && last.utf8.count == 5 && !last.contains(":")
      case .isoOffset: return isSigned && last.utf8.count == 6 && last.dropFirst(3).first == ":"
      case .name: return true
      }
    }
  }

  private init(pattern: String, zone: Zone? = nil) {
    self.init(code: ".custom(\"\(pattern)\")", format: .custom(pattern), zone: zone)
  }

  private init(code: String, format: DateOptions.Format, zone: Zone? = nil) {
    (self.code, self.format, self.zone) = (code, format, zone)
  }

  /// Dates that the library reads without a format.
  static let automatic = DateForm(code: ".automatic", format: .automatic)
  /// Days without a time, which are exported as days.
  static let dateOnly = DateForm(code: ".dateOnly", format: .dateOnly)
  static let secondsSince1970 = DateForm(code: ".secondsSince1970", format: .secondsSince1970)
  static let millisecondsSince1970 = DateForm(
    code: ".millisecondsSince1970",
    format: .millisecondsSince1970
  )

  /// The forms of dates that are strings; ``automatic`` reads none of those after it.
  static let ofTexts: [DateForm] =
    [automatic]
    + Zone.allCases.map { DateForm(pattern: "yyyy-MM-dd HH:mm:ss \($0.rawValue)", zone: $0) }
    + patterns.map { DateForm(pattern: $0) }

  private static let patterns =
    [
      "yyyy/MM/dd", "dd.MM.yyyy", "MM/dd/yyyy", "dd/MM/yyyy", "MMM d, yyyy", "d MMM yyyy",
      "d-MMM-yyyy",
    ].flatMap { day in ["", " HH:mm", " HH:mm:ss", " h:mm:ss a"].map { day + $0 } }

  /// From 1900 to 2100: by a pattern, `4.8.4084` would be a date too.
  private static let usualDates =
    Date(timeIntervalSince1970: -2_208_988_800)..<Date(timeIntervalSince1970: 4_102_444_800)

  func reads(_ text: String) -> Bool {
    guard zone?.isForm(of: text) ?? true else { return false }
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
