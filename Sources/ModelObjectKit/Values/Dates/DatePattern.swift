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

  /// Which letter of a pattern can't be meant, as the end of a sentence; nil if there is none.
  package static func slip(inPattern pattern: String) -> String? {
    // What is in quotes is literal.
    let parts = pattern.split(separator: "'", omittingEmptySubsequences: false)
    let letters = parts.enumerated().filter { $0.offset % 2 == 0 }.flatMap { Array($0.element) }
    func has(_ any: String) -> Bool { letters.contains { any.contains($0) } }
    let hasDay = has("yYuMLdD")
    if has("m"), hasDay, !has("hHkK") {
      return "has minutes and no hours. Write MM for the month."
    }
    if has("Y"), !has("w") {
      return "has the year of a week, which differs around the new year. Write yyyy for the year."
    }
    if has("D"), has("ML") {
      return "has the day of the year. Write dd for the day of the month."
    }
    var months = 0
    var previous: Character?
    for letter in letters {
      if letter == "M", previous != "M" { months += 1 }
      previous = letter
    }
    if has("hHkK"), !has("m"), months > 1 || months == 1 && !has("yYudD") {
      return "has a month where the minutes may be meant. Write mm for minutes."
    }
    return nil
  }

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
