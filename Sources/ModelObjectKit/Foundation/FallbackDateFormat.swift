#if Foundation
import Foundation

/// A pattern with rare letters.
func fallbackPattern(_ pattern: String) -> (any DatePattern)? { FallbackDateFormat(pattern) }

/// A Unicode date pattern with rare letters, handled by Foundation.
struct FallbackDateFormat: DatePattern {
  private let formatter: DateFormatter
  /// Whether the pattern contains a zone.
  private let namesZone: Bool

  init(_ pattern: String) {
    formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.calendar = Calendar(identifier: .gregorian)
    formatter.timeZone = .greenwich
    formatter.isLenient = false
    formatter.dateFormat = pattern
    // No Julian calendar, and no century that depends on the clock.
    formatter.gregorianStartDate = .distantPast
    formatter.twoDigitStartDate = Date(timeIntervalSince1970: -631_152_000)
    var isQuoted = false
    namesZone = pattern.contains {
      if $0 == "'" { isQuoted.toggle() }
      return !isQuoted && "zZOvVXx".contains($0)
    }
  }

  func read(_ bytes: ByteView, timeZone: TimeZone?) -> Date? {
    let text = String(bytes)
    // No date is as long as this.
    guard bytes.count < 1_000, let read = formatter.date(from: text) else { return nil }
    // The formatter calculates with milliseconds in floating point.
    let milliseconds = (read.timeIntervalSinceReferenceDate * 1_000).rounded()
    guard abs(milliseconds) < 1e17 else { return nil }
    if namesZone { return DateText.date(milliseconds / 1_000) }
    // The formatter accepts other separators, and contradictions: the date must be written like the
    // text.
    let written = formatter.string(from: Date(timeIntervalSinceReferenceDate: milliseconds / 1_000))
    guard Self.essence(of: written) == Self.essence(of: text) else { return nil }
    let local = Int((milliseconds / 1_000).rounded(.down))
    let moved = Double((timeZone?.instant(ofLocal: local) ?? local) - local) * 1_000
    return DateText.date((milliseconds + moved) / 1_000)
  }

  func write(_ date: Date, timeZone: TimeZone) -> String? {
    guard let seconds = SplitSeconds(date) else { return nil }
    let offset = timeZone.offset(at: seconds.whole)
    var date = date
    if namesZone {
      // With a zone further from Greenwich, Foundation stops the program.
      guard abs(offset) <= 14 * 3_600 else { return nil }
      formatter.timeZone = timeZone
    } else {
      date += Double(offset)
    }
    defer { formatter.timeZone = .greenwich }
    let text = formatter.string(from: date)
    return text.isEmpty ? nil : text
  }

  /// A text in lower case, without leading zeros of numbers and with single spaces, for comparison.
  private static func essence(of text: String) -> String {
    var result = ""
    for character in text.lowercased() {
      let last = result.last
      if character == " ", last == " " { continue }
      if character.isNumber, last == "0", !(result.dropLast().last?.isNumber ?? false) {
        result.removeLast()
      }
      result.append(character)
    }
    return result
  }
}
#endif
