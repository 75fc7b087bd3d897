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

  /// The parsed patterns; nil for patterns that Foundation handles.
  private static let formats = Mutex<[String: CustomDateFormat?]>([:])

  /// The formatters for patterns that Foundation handles; each is used by one caller at a time.
  private static let fallbacks = Mutex<[String: FallbackDateFormat]>([:])

  /// Programs have few patterns; generated ones must not fill the memory.
  private static let limit = 64

  private static func format(for pattern: String) -> CustomDateFormat? {
    formats.withLock { known(pattern, in: &$0) { CustomDateFormat($0) } }
  }

  private static func fallback<Result: Sendable>(
    for pattern: String,
    _ body: (FallbackDateFormat) -> Result
  ) -> Result {
    fallbacks.withLock { body(known(pattern, in: &$0) { FallbackDateFormat($0) }) }
  }

  private static func known<Format>(
    _ pattern: String,
    in formats: inout [String: Format],
    _ make: (String) -> Format
  ) -> Format {
    if let known = formats[pattern] { return known }
    if formats.count >= limit { formats = [:] }
    let made = make(pattern)
    formats[pattern] = made
    return made
  }
}
