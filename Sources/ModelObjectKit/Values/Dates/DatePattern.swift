import ModelObjectEssentials
import Synchronization

/// A Unicode date pattern: a parsed one, or one that Foundation handles.
protocol DatePattern {
  /// Reads a date; the whole text must match.
  func read(_ text: ByteView, timeZone: TimeZone?) -> Date?
  /// Writes a date; nil if it doesn't fit the pattern.
  func write(_ date: Date, timeZone: TimeZone) -> String?
}

extension DateText {
  private static let patterns = Mutex<[String: any DatePattern]>([:])

  /// Programs have few patterns; generated ones must not fill the memory.
  private static let patternLimit = 64

  /// Calls a closure with a pattern, which is parsed once.
  ///
  /// One caller at a time uses it, because Foundation's formatters are changed.
  static func using<Result: Sendable>(
    pattern: String,
    _ body: (any DatePattern) -> Result?
  ) -> Result? {
    patterns.withLock { patterns in
      if let known = patterns[pattern] { return body(known) }
      if patterns.count >= patternLimit { patterns = [:] }
      let made: any DatePattern = CustomDateFormat(pattern) ?? FallbackDateFormat(pattern)
      patterns[pattern] = made
      return body(made)
    }
  }
}
