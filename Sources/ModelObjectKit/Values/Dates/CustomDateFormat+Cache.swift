import Foundation
import Synchronization

extension CustomDateFormat {
  /// Reads a date with a Unicode date pattern.
  static func read(_ text: ByteView, pattern: String, timeZone: TimeZone?) -> Date? {
    format(for: pattern)?.read(text, timeZone: timeZone)
  }

  /// Writes a date with a Unicode date pattern.
  static func write(_ date: Date, pattern: String, timeZone: TimeZone) -> String? {
    format(for: pattern)?.write(date, timeZone: timeZone)
  }

  /// The formats of patterns that were parsed; nil for a malformed one.
  private static let formats = Mutex<[String: CustomDateFormat?]>([:])

  /// Programs have few patterns; generated ones must not fill the memory.
  private static let limit = 64

  private static func format(for pattern: String) -> CustomDateFormat? {
    formats.withLock { formats in
      if let known = formats[pattern] { return known }
      if formats.count >= limit { formats = [:] }
      let made = CustomDateFormat(pattern)
      formats[pattern] = .some(made)
      return made
    }
  }
}
