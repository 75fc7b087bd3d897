import ModelObjectEssentials

/// A Unicode date pattern: a parsed one, or one that Foundation handles.
protocol DatePattern {
  /// Reads a date; the whole text must match.
  func read(_ text: ByteView, timeZone: TimeZone?) -> Date?
  /// Writes a date; nil if it doesn't fit the pattern.
  func write(_ date: Date, timeZone: TimeZone) -> String?
}

extension DateText {
  private static let patterns = Locked<[String: any DatePattern]>([:])

  /// Programs have few patterns; generated ones must not fill the memory.
  private static let patternLimit = 64

  /// Whether there are dates that fit a pattern.
  static func reads(pattern: String) -> Bool { using(pattern: pattern) { _ in true } ?? false }

  /// Calls a closure with a pattern, which is parsed once.
  ///
  /// One caller at a time uses it, because Foundation's formatters are changed. Nil if nothing can
  /// read the pattern.
  static func using<Result: Sendable>(
    pattern: String,
    _ body: (any DatePattern) -> Result?
  ) -> Result? {
    patterns.withLock { patterns in
      if let known = patterns[pattern] { return body(known) }
      if patterns.count >= patternLimit { patterns = [:] }
      guard let made = CustomDateFormat(pattern) ?? fallbackPattern(pattern) else { return nil }
      patterns[pattern] = made
      return body(made)
    }
  }
}
