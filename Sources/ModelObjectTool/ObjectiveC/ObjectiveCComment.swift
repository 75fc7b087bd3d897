/// A comment of Objective-C, as a comment of Swift.
struct ObjectiveCComment {
  /// Its lines, without what they were indented by.
  let lines: [String]

  init(_ file: ObjectiveCFile, _ range: Range<Int>) {
    let text = file.textOfBytes(range)
    var start = range.lowerBound
    while start > 0, file.bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    let column = range.lowerBound - start
    let raw = text.split(omittingEmptySubsequences: false) { $0.isNewline }
    let lines = raw.enumerated().map { index, line -> String in
      var line = index == 0 ? line : line.dropLeadingSpace(column)
      while line.last?.isWhitespace ?? false { line.removeLast() }
      return String(line)
    }
    // Comments nest in Swift.
    let isNested = text.hasPrefix("/*") && String(text.dropFirst(2)).mentions("/*")
    let isOpen = text.hasPrefix("/*") && (!text.hasSuffix("*/") || text.utf8.count < 4)
    self.lines =
      isNested || isOpen
      ? lines.map { "// " + $0.replacingEach("/*", with: "").replacingEach("*/", with: "") } : lines
  }

  /// The comment behind a declaration, empty if it says nothing; nil if it has several lines.
  var trailing: String? {
    guard lines.count == 1 else { return nil }
    var text = Substring(lines[0])
    for (start, end) in [
      ("/**<", "*/"), ("/*!<", "*/"), ("/**", "*/"), ("/*", "*/"), ("///<", ""), ("//!<", ""),
      ("///", ""), ("//", ""),
    ] where text.hasPrefix(start) && text.hasSuffix(end) {
      text = text.dropFirst(start.count).dropLast(end.count)
      break
    }
    let words = text.trimmingSpace
    return words.isEmpty ? "" : "  // \(words)"
  }
}

extension Substring {
  fileprivate func dropLeadingSpace(_ limit: Int) -> Substring {
    dropFirst(prefix(limit).prefix { $0 == " " || $0 == "\t" }.count)
  }

  fileprivate var trimmingSpace: Substring {
    var text = drop { $0.isWhitespace }
    while text.last?.isWhitespace ?? false { text.removeLast() }
    return text
  }
}
