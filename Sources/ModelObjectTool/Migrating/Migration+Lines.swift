// Removing whole lines, and the indentation of what is written.
extension Migration {
  func lineStart(_ file: Int, _ offset: Int) -> Int {
    let bytes = source(file).bytes
    var start = min(offset, bytes.count)
    while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    return start
  }

  /// The byte after the end of the line.
  func lineEnd(_ file: Int, _ offset: Int) -> Int {
    let bytes = source(file).bytes
    var end = offset
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    return min(end + 1, bytes.count)
  }

  private func isBlank(_ file: Int, _ range: Range<Int>) -> Bool {
    source(file).bytes[range].allSatisfy { " \t\r\n".utf8.contains($0) }
  }

  func indentation(_ file: Int, _ token: Int) -> String {
    let source = source(file)
    let offset = source[token].range.lowerBound
    let start = lineStart(file, offset)
    return String(
      decoding: source.bytes[start..<offset].prefix { $0 == 32 || $0 == 9 },
      as: UTF8.self
    )
  }

  /// Removes tokens and the space after them.
  func removeWithSpace(_ file: Int, _ tokens: Range<Int>) {
    let source = source(file)
    let start = source[tokens.lowerBound].range.lowerBound
    var end = source[tokens.upperBound - 1].range.upperBound
    let next = source[tokens.upperBound]
    if !next.text.isEmpty { end = next.range.lowerBound }
    // A comment between them stays.
    let gap = source[tokens.upperBound - 1].range.upperBound..<end
    if !isBlank(file, gap) { end = gap.lowerBound }
    remove(file, bytes: start..<end)
  }

  /// Removes a declaration with the documentation above it; other comments stay.
  ///
  /// Returns where its first line began.
  @discardableResult
  func removeLines(_ file: Int, _ tokens: Range<Int>) -> Int {
    let source = source(file)
    let bytes = source.bytes
    let range = source.bytes(of: tokens)
    var start = lineStart(file, range.lowerBound)
    guard isBlank(file, start..<range.lowerBound) else {
      remove(file, bytes: range)
      return range.lowerBound
    }
    // Documentation belongs to what it documents.
    while start > 0 {
      let previous = lineStart(file, start - 1)
      let line = String(decoding: bytes[previous..<start], as: UTF8.self).drop {
        " \t".contains($0)
      }
      guard line.hasPrefix("///") else { break }
      start = previous
    }
    let end = lineEnd(file, range.upperBound)
    // What is after it in its line stays, on a line of its own.
    remove(file, bytes: start..<(isBlank(file, range.upperBound..<end) ? end : range.upperBound))
    return start
  }

  /// What is removed, in order, without a blank line that would be too much.
  ///
  /// Where lists are inserted, a range begins or ends.
  func cuts(_ file: Int) -> [Range<Int>] {
    let bytes = source(file).bytes
    var merged: [Range<Int>] = []
    for cut in removedRanges(file).sorted(by: {
      ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
    }) {
      if let last = merged.last,
        last.upperBound >= cut.lowerBound
          || lineStart(file, cut.lowerBound) == cut.lowerBound
            && lineStart(file, last.upperBound) == last.upperBound
            && isBlank(file, last.upperBound..<cut.lowerBound)
      {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, cut.upperBound)
      } else {
        merged.append(cut)
      }
    }
    let anchors = plans.filter { $0.entry.file == file }.compactMap(\.insertionPlace)
    return merged.flatMap { cut -> [Range<Int>] in
      var (lower, upper) = (cut.lowerBound, cut.upperBound)
      let inside = anchors.filter { lower <= $0 && $0 <= upper }.sorted()
      let isWhole = lineStart(file, lower) == lower && lineStart(file, upper) == upper
      if isWhole {
        let before = lower > 0 ? lineStart(file, lower - 1)..<lower : 0..<0
        let opens =
          before.isEmpty
          || bytes[before].last(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "{")
        if isBlank(file, before) || opens || !inside.isEmpty {
          while upper < bytes.count {
            let next = upper..<lineEnd(file, upper)
            guard isBlank(file, next), !next.isEmpty else { break }
            upper = next.upperBound
          }
        }
        let next = upper..<lineEnd(file, upper)
        let closes =
          !next.isEmpty
          && bytes[next].first(where: { !" \t".utf8.contains($0) }) == UInt8(ascii: "}")
        if closes, inside.isEmpty {
          while lower > 0 {
            let previous = lineStart(file, lower - 1)..<lower
            guard isBlank(file, previous) else { break }
            lower = previous.lowerBound
          }
        }
      }
      var pieces: [Range<Int>] = []
      for place in inside where place > lower && place < upper {
        pieces.append(lower..<place)
        lower = place
      }
      return pieces + [lower..<upper]
    }
  }

  /// The lines of some tokens, as if they weren't indented.
  func lines(_ file: Int, _ tokens: Range<Int>) -> [String] {
    let indentation = indentation(file, tokens.lowerBound)
    var lines: [String] = []
    for (index, line) in text(file, tokens).split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      var line = line.last == "\r" ? line.dropLast() : line
      if index > 0, line.hasPrefix(indentation) { line = line.dropFirst(indentation.count) }
      lines.append(String(line))
    }
    return lines
  }

  /// The comments between two places.
  func comments(_ file: Int, _ bytes: Range<Int>) -> [Range<Int>] {
    source(file).comments.filter {
      $0.lowerBound >= bytes.lowerBound && $0.upperBound <= bytes.upperBound
    }
  }

  /// Puts slashes before the lines of a declaration, with a word why.
  func commentOut(in file: Int, _ tokens: Range<Int>, because reason: String) {
    let range = source(file).bytes(of: tokens)
    let indentation = indentation(file, tokens.lowerBound)
    look(in: file, at: tokens.lowerBound, reason)
    var text = "// TODO(migrate): \(reason)\n"
    let raw = String(decoding: source(file).bytes[range], as: UTF8.self)
    let lines = raw.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let body = index > 0 && line.hasPrefix(indentation) ? line.dropFirst(indentation.count) : line
      text += indentation + "// " + body + (index + 1 < lines.count ? "\n" : "")
    }
    remove(file, bytes: range)
    insert(file, at: range.lowerBound, text)
  }
}
