// Removing whole lines, and the indentation of what is written.
extension FileMover {
  func lineStart(_ offset: Int) -> Int {
    let bytes = source.bytes
    var start = min(offset, bytes.count)
    while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
    return start
  }

  /// The byte after the end of the line.
  func lineEnd(_ offset: Int) -> Int {
    let bytes = source.bytes
    var end = offset
    while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
    return min(end + 1, bytes.count)
  }

  private func isBlank(_ range: Range<Int>) -> Bool {
    source.bytes[range].allSatisfy { " \t\r\n".utf8.contains($0) }
  }

  func indentation(_ token: Int) -> String {
    let offset = source[token].range.lowerBound
    let start = lineStart(offset)
    return String(
      decoding: source.bytes[start..<offset].prefix { $0 == 32 || $0 == 9 },
      as: UTF8.self
    )
  }

  /// Removes tokens and the space after them.
  func removeWithSpace(_ tokens: Range<Int>) {
    let start = source[tokens.lowerBound].range.lowerBound
    var end = source[tokens.upperBound - 1].range.upperBound
    let next = source[tokens.upperBound]
    if !next.text.isEmpty { end = next.range.lowerBound }
    // A comment between them stays.
    let gap = source[tokens.upperBound - 1].range.upperBound..<end
    if !isBlank(gap) { end = gap.lowerBound }
    remove(bytes: start..<end)
  }

  /// Removes a declaration with the documentation above it; other comments stay.
  ///
  /// Returns where its first line began.
  @discardableResult
  func removeLines(_ tokens: Range<Int>) -> Int {
    let bytes = source.bytes
    let range = source.bytes(of: tokens)
    let end = end(of: tokens)
    var start = lineStart(range.lowerBound)
    // Of the spaces around it, one stays.
    let hasSpace = start < range.lowerBound && isBlank(range.lowerBound - 1..<range.lowerBound)
    let inLine = range.lowerBound - (hasSpace ? 1 : 0)..<end
    guard isBlank(start..<range.lowerBound) else {
      remove(bytes: inLine)
      return inLine.lowerBound
    }
    // Documentation belongs to what it documents.
    while start > 0 {
      let previous = lineStart(start - 1)
      let line = String(decoding: bytes[previous..<start], as: UTF8.self).drop {
        " \t".contains($0)
      }
      guard line.hasPrefix("///") else { break }
      start = previous
    }
    if isBlank(end..<lineEnd(end)) {
      remove(bytes: start..<lineEnd(end))
    } else {
      // What is after it in its line stays, where it began.
      remove(bytes: start..<lineStart(range.lowerBound))
      remove(bytes: inLine)
    }
    return start
  }

  /// The end of a declaration that goes, with the semicolon that parted it from the next one, which
  /// can't stand alone.
  private func end(of tokens: Range<Int>) -> Int {
    let next = source[tokens.upperBound]
    return next.text == ";" ? next.range.upperBound : source.bytes(of: tokens).upperBound
  }

  /// What is removed, in order, without a blank line that would be too much.
  ///
  /// Where lists are inserted, a range begins or ends.
  func cuts() -> [Range<Int>] {
    let bytes = source.bytes
    var merged: [Range<Int>] = []
    for cut in removedRanges.sorted(by: {
      ($0.lowerBound, $0.upperBound) < ($1.lowerBound, $1.upperBound)
    }) {
      if let last = merged.last,
        last.upperBound >= cut.lowerBound
          || lineStart(cut.lowerBound) == cut.lowerBound
            && lineStart(last.upperBound) == last.upperBound
            && isBlank(last.upperBound..<cut.lowerBound)
      {
        merged[merged.count - 1] = last.lowerBound..<max(last.upperBound, cut.upperBound)
      } else {
        merged.append(cut)
      }
    }
    let anchors = migration.plans.filter { $0.entry.file == file }.compactMap(\.insertionPlace)
    return merged.flatMap { cut -> [Range<Int>] in
      var (lower, upper) = (cut.lowerBound, cut.upperBound)
      let inside = anchors.filter { lower <= $0 && $0 <= upper }.sorted()
      let isWhole = lineStart(lower) == lower && lineStart(upper) == upper
      if isWhole {
        let before = lower > 0 ? lineStart(lower - 1)..<lower : 0..<0
        let opens =
          before.isEmpty
          || bytes[before].last(where: { !" \t\r\n".utf8.contains($0) }) == UInt8(ascii: "{")
        if isBlank(before) || opens || !inside.isEmpty {
          while upper < bytes.count {
            let next = upper..<lineEnd(upper)
            guard isBlank(next), !next.isEmpty else { break }
            upper = next.upperBound
          }
        }
        let next = upper..<lineEnd(upper)
        let closes =
          !next.isEmpty
          && bytes[next].first(where: { !" \t".utf8.contains($0) }) == UInt8(ascii: "}")
        if closes, inside.isEmpty {
          while lower > 0 {
            let previous = lineStart(lower - 1)..<lower
            guard isBlank(previous) else { break }
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
  func lines(_ tokens: Range<Int>) -> [String] {
    let indentation = indentation(tokens.lowerBound)
    var lines: [String] = []
    for (index, line) in text(tokens).split(separator: "\n", omittingEmptySubsequences: false)
      .enumerated()
    {
      var line = line.last == "\r" ? line.dropLast() : line
      if index > 0, line.hasPrefix(indentation) { line = line.dropFirst(indentation.count) }
      lines.append(String(line))
    }
    return lines
  }

  /// The comments between two places.
  func comments(_ bytes: Range<Int>) -> [Range<Int>] {
    source.comments.filter {
      $0.lowerBound >= bytes.lowerBound && $0.upperBound <= bytes.upperBound
    }
  }

  /// Puts slashes before the lines of a declaration, with a word why.
  func commentOut(_ tokens: Range<Int>, because reason: String) {
    let range = source.bytes(of: tokens)
    let indentation = indentation(tokens.lowerBound)
    look(at: tokens.lowerBound, reason)
    var text = "// TODO(migrate): \(reason)\n"
    let raw = String(decoding: source.bytes[range], as: UTF8.self)
    let lines = raw.split(separator: "\n", omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let body = index > 0 && line.hasPrefix(indentation) ? line.dropFirst(indentation.count) : line
      text += indentation + "// " + body + (index + 1 < lines.count ? "\n" : "")
    }
    let end = end(of: tokens)
    // What is after it in its line isn't a comment.
    if !isBlank(end..<lineEnd(end)) { text += "\n" + indentation.dropLast() }
    remove(bytes: range.lowerBound..<end)
    insert(at: range.lowerBound, text)
  }

  func isAllRemoved(_ range: Range<Int>) -> Bool {
    var covered = Set<Int>()
    for cut in removedRanges where cut.overlaps(range) {
      for place in max(cut.lowerBound, range.lowerBound)..<min(cut.upperBound, range.upperBound) {
        covered.insert(place)
      }
    }
    let bytes = source.bytes
    return range.allSatisfy { covered.contains($0) || " \t\r\n".utf8.contains(bytes[$0]) }
  }
}
