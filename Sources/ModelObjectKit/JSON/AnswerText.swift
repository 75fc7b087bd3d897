/// Finds the JSON in the answer of a language model, as far as it has arrived.
///
/// Around it there may be prose and code. Of these, the first wins:
///
/// 1. An object or array at the beginning of the text.
/// 2. The first one that begins a Markdown fence of three backticks or more.
/// 3. The first one in prose. Fences of other code are passed over.
///
/// Prose has brackets too: `{name}`, `[1]`. So JSON counts if a key and the beginning of its value
/// have been read. Without them, it counts at the beginning of a text or fence, or if it is empty.
/// From there on what can't be read is an error, unless JSON is found by an earlier rule.
///
/// Each byte is read a limited number of times, whatever the text.
struct AnswerText {
  private let bytes: ByteView
  /// The bracket of the expected root; nil for either.
  private let bracket: UInt8?
  private var index = 0
  private var inProse: Range<Int>?
  private var broken: Range<Int>?
  private var withoutPairs: Range<Int>?

  private init(_ bytes: ByteView, beginningWith bracket: UInt8?) {
    self.bytes = bytes
    self.bracket = bracket
  }

  /// The JSON in a text, up to its end or that of the text; nil if none has arrived.
  static func json(in bytes: ByteView, beginningWith bracket: UInt8?) -> ByteView? {
    var answer = AnswerText(bytes, beginningWith: bracket)
    return answer.find().map { bytes[$0.lowerBound, $0.upperBound] }
  }

  private mutating func find() -> Range<Int>? {
    index = bytes.indexOfText(from: 0)
    if isAtBracket, let json = passValue(isExpected: true) { return json }
    while index < bytes.count {
      if bytes[index] == Self.tick {
        if let json = passFence() { return json }
      } else if isAtBracket, inProse == nil, broken == nil {
        inProse = passValue(isExpected: false)
      } else {
        index += 1
      }
    }
    return broken ?? inProse ?? withoutPairs
  }

  // MARK: - Values

  private var isAtBracket: Bool { bytes.peek(index) | 0x20 == UInt8(ascii: "{") }

  /// Moves past the object or array at the index, or into it if it can't be read; returns it if it
  /// has a key and the beginning of its value.
  private mutating func passValue(isExpected: Bool) -> Range<Int>? {
    let start = index
    let isObject = bytes[start] == UInt8(ascii: "{")
    let fits = bracket == nil || bracket == bytes[start]
    let hasPair = hasPair(at: start)
    // The mapping of the text checks the depth.
    var reader = JSONReader(bytes, maximumDepth: .max / 2)
    reader.position = start
    var isEmpty = false
    do throws(Misfit) {
      var tape = Tape()
      let isWhole = try tape.record(&reader, isComplete: false, keepsParts: false)
      index = reader.position
      isEmpty = isWhole && bytes.indexOfText(from: start + 1) == index - 1
    } catch {
      guard case .syntax(let offset, _) = error else { return nil }
      if hasPair || fits && isExpected {
        broken = broken ?? start..<bytes.count
        index = offset
      } else {
        // What was read of an array may be long, and has no pair; an object's key may be prose.
        index = isObject ? start + 1 : offset
      }
      return nil
    }
    if hasPair { return start..<index }
    if fits, isExpected || isEmpty { withoutPairs = start..<index }
    return nil
  }

  /// Whether an object with a key and the beginning of its value begins at an offset, perhaps in
  /// arrays.
  private func hasPair(at offset: Int) -> Bool {
    let start = indexBehindBrackets(from: offset)
    guard bytes.peek(start) == UInt8(ascii: "{") else { return false }
    var reader = JSONReader(bytes, maximumDepth: 0)
    reader.position = start + 1
    guard (try? reader.key()) != nil else { return false }
    let first = reader.next()
    guard reader.position < bytes.count else { return false }
    guard ![UInt8(ascii: "\""), UInt8(ascii: "{"), UInt8(ascii: "[")].contains(first) else {
      return true
    }
    do throws(Misfit) {
      try reader.skipWordOrNumber(first, isComplete: false)
    } catch {
      // A word or number may be cut.
      guard case .syntax(let offset, _) = error, offset == bytes.count else { return false }
    }
    return true
  }

  /// The offset behind the brackets of arrays that begin at an offset, one in the other.
  private func indexBehindBrackets(from offset: Int) -> Int {
    var start = offset
    while bytes.peek(start) == UInt8(ascii: "[") { start = bytes.indexOfText(from: start + 1) }
    return start
  }

  // MARK: - Fences

  private static var tick: UInt8 { UInt8(ascii: "`") }

  /// Moves past the backticks at the index and what begins with them; returns JSON as `passValue`.
  private mutating func passFence() -> Range<Int>? {
    let isAtLineStart = bytes.isAtLineStart(index)
    let tickCount = passTicks()
    guard tickCount >= 3 else { return nil }
    // The rest of the line may name a language, and have attributes in brackets.
    let name = bytes.indexOfText(from: index)
    /// If an array has no pair, the arrays that begin in it up to here have none either.
    var passed = index
    while index < bytes.count, bytes[index] != 0x0A {
      // Code in a line of prose.
      guard bytes[index] != Self.tick else { return nil }
      if isAtBracket, index >= passed {
        if hasPair(at: index) { break }
        passed = indexBehindBrackets(from: index)
      }
      index += 1
    }
    let isExpected = name >= index || bytes.namesJSON(at: name)
    index = bytes.indexOfText(from: index)
    if isAtBracket, let json = passValue(isExpected: isExpected) { return json }
    if isAtLineStart { passFence(to: tickCount) }
    return nil
  }

  /// Moves past the line that ends a fence, or to the end of the text.
  private mutating func passFence(to tickCount: Int) {
    while index < bytes.count {
      guard bytes[index] == Self.tick else {
        index += 1
        continue
      }
      let isAtLineStart = bytes.isAtLineStart(index)
      if passTicks() >= tickCount, isAtLineStart { return }
    }
  }

  private mutating func passTicks() -> Int {
    let start = index
    while index < bytes.count, bytes[index] == Self.tick { index += 1 }
    return index - start
  }
}

extension ByteView {
  /// Whether nothing but white space is before an offset in its line.
  fileprivate func isAtLineStart(_ offset: Int) -> Bool {
    var index = offset - 1
    while index >= 0, self[index] == 0x20 || self[index] == 0x09 { index -= 1 }
    return index < 0 || self[index] == 0x0A
  }

  /// Whether a language that begins at an offset is one of JSON's.
  fileprivate func namesJSON(at offset: Int) -> Bool {
    zip(offset..., "json".utf8).allSatisfy { peek($0) | 0x20 == $1 }
  }

  /// The offset of the first byte from an offset on that isn't white space, or the end.
  @inline(never)
  func indexOfText(from start: Int) -> Int { endOfBlanks(from: start) }
}
