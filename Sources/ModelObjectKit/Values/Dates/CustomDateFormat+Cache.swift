import Foundation
import Synchronization

extension CustomDateFormat {
  /// Reads a date with a Unicode date pattern.
  static func read(_ text: ByteView, pattern: String, timeZone: TimeZone?) -> Date? {
    guard let format = format(for: pattern) else {
      return fallback(for: pattern) { $0.read(String(text), timeZone: timeZone) }
    }
    return format.read(text, timeZone: timeZone)
  }

  /// Writes a date with a Unicode date pattern.
  static func write(_ date: Date, pattern: String, timeZone: TimeZone) -> String? {
    guard let format = format(for: pattern) else {
      return fallback(for: pattern) { $0.write(date, timeZone: timeZone) }
    }
    return format.write(date, timeZone: timeZone)
  }

  /// A pattern that was parsed, or the formatters for one that Foundation handles, which are used by
  /// one caller at a time.
  private enum Known {
    case parsed(CustomDateFormat)
    case fallback(FallbackDateFormat)
  }

  private static let formats = Mutex<[String: Known]>([:])

  /// Programs have few patterns; generated ones must not fill the memory.
  private static let limit = 64

  private static func format(for pattern: String) -> CustomDateFormat? {
    formats.withLock {
      if case .parsed(let format) = known(pattern, in: &$0) { format } else { nil }
    }
  }

  private static func fallback<Result: Sendable>(
    for pattern: String,
    _ body: (FallbackDateFormat) -> Result?
  ) -> Result? {
    formats.withLock {
      if case .fallback(let format) = known(pattern, in: &$0) { body(format) } else { nil }
    }
  }

  private static func known(_ pattern: String, in formats: inout [String: Known]) -> Known {
    if let known = formats[pattern] { return known }
    if formats.count >= limit { formats = [:] }
    let made =
      CustomDateFormat(pattern).map { Known.parsed($0) } ?? .fallback(FallbackDateFormat(pattern))
    formats[pattern] = made
    return made
  }
}
