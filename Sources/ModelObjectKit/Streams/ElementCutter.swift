/// Cuts a long text into the elements of an array, or into values, as its bytes arrive.
///
/// Its properties hold the whole state. A token that may continue in bytes that haven't arrived is
/// read again when there are more. Text around the elements is checked and skipped; after an error
/// in a sequence of values, the next call goes on after it.
struct ElementCutter {
  enum Found {
    /// The next element, from one offset in the buffer up to another.
    case element(start: Int, end: Int)
    /// No whole element before more bytes arrive.
    case nothingYet
    case end
  }

  private struct Container {
    let isObject: Bool
    /// Its offset in the whole text.
    let offset: Int
  }

  /// An object or array on the way to the elements.
  private struct Level {
    /// The step of the path that led to it.
    let step: PathStep?
    /// The number of elements or keys that were looked at.
    var count = 0
  }

  /// The bytes that are still to be cut, and some that have been.
  let buffer = ByteBuffer()
  /// Whether there are no more bytes than those in the buffer.
  var isComplete = false

  private var search: PathSearch
  private let maximumDepth: Int
  private let maximumElementSize: Int
  /// Whether the kind of text is known.
  private var hasBegun = false
  /// The objects and arrays that are open, outermost first.
  private var open: [Container] = []
  /// The first of these: those on the way to the elements.
  private var way: [Level] = []
  /// The number of objects and arrays around an element; zero for values, and `.max` as long as the
  /// array isn't open.
  private var elementDepth = Int.max
  /// The number of elements so far, and of values that couldn't be read.
  private(set) var count = 0
  /// Whether one of the elements was an object.
  private(set) var hasObjects = false

  /// The offset in the buffer of the first byte that is needed: of the element, or the next token.
  private var position = 0
  /// The offset after the last token.
  private var passed = 0
  /// Whether a value ends there; else one begins.
  private var isBehindValue = false
  /// Whether that is inside a string, whose rest is read as if it began there.
  private var isInString = false
  /// The number of bytes from which on it is worth reading on.
  private var neededCount = 0

  /// The column of a value that couldn't be read, as long as no line after it is found on which
  /// to go on.
  private var badColumn: Int?
  /// The offsets in the whole text of the objects and arrays in it that hadn't ended, innermost
  /// first: none of them can be read.
  private var unfinished: [Int] = []

  /// The number of bytes of the whole text before the buffer.
  private var start = 0
  /// A position up to which lines have been counted, so that each byte is looked at once for that.
  ///
  /// It isn't behind the first byte that is needed.
  private var counted = TextPosition()
  private var markLength = 0
  /// The end of the line of a sequence, or of what has arrived of it.
  private var lineEnd = 0

  init(_ search: PathSearch, maximumDepth: Int, maximumElementSize: Int) {
    self.search = search
    self.maximumDepth = maximumDepth
    self.maximumElementSize = maximumElementSize
  }

  /// Whether the array with the elements was found.
  var isFound: Bool { search.isFound }
  /// Whether the elements are values one after the other.
  var isSequence: Bool { elementDepth == 0 }
  /// The number of objects and arrays around an element.
  var depth: Int { way.count }
  /// The number of bytes that have been cut or skipped.
  var offset: Int { markLength + start + position }

  /// Drops the bytes that aren't needed any more, so that there is room for others.
  mutating func makeRoom() {
    guard position > 0 else { return }
    buffer.with { countLines(in: $0) }
    buffer.drop(position, from: 0)
    start += position
    neededCount -= position
    passed -= position
    lineEnd = max(0, lineEnd - position)
    position = 0
  }

  /// Counts the lines up to the first byte that is needed.
  private mutating func countLines(in bytes: ByteView) {
    counted.pass(bytes[counted.offset - start, position])
  }

  /// Finds the next element; the bytes of the one before it may be dropped.
  mutating func next() throws -> Found {
    guard try hasBegun || begin() else { return isComplete ? .end : .nothingYet }
    let buffer = buffer
    return try buffer.with { bytes in
      do throws(Misfit) {
        guard isComplete || bytes.count >= neededCount else { return .nothingYet }
        return try next(in: bytes)
      } catch {
        let problem = self.error(for: error, in: bytes)
        if isSequence, case .syntax = error { giveUp(in: bytes) }
        throw problem
      }
    }
  }

  /// The next line of a sequence, if it has arrived and may be one object, as its mapping will tell.
  mutating func line(in bytes: ByteView) -> (start: Int, end: Int)? {
    guard isSequence, open.isEmpty, !isInString, badColumn == nil else { return nil }
    let start = bytes.indexOfText(from: passed)
    guard bytes.peek(start) == UInt8(ascii: "{") else { return nil }
    // There may be many values in a line.
    if lineEnd < start || lineEnd >= bytes.count || bytes[lineEnd] != 0x0A {
      lineEnd = bytes.endOfLine(from: max(start, lineEnd))
    }
    var end = lineEnd
    guard isComplete || end < bytes.count else { return nil }
    while bytes.isBlank(at: end - 1) { end -= 1 }
    guard bytes.peek(end - 1) == UInt8(ascii: "}"), end - start <= maximumElementSize else {
      return nil
    }
    return (start, end)
  }

  /// Moves behind a line that is one object.
  mutating func take(_ line: (start: Int, end: Int)) {
    (position, passed) = (line.end, line.end)
    count += 1
    hasObjects = true
  }

  /// Skips a byte-order mark, and finds out the kind of text; false if too little has arrived.
  private mutating func begin() throws -> Bool {
    let buffer = buffer
    let beginning = buffer.with { bytes in (0..<3).map { bytes.peek($0) } }
    guard beginning[0] < 0xFE || offset > 0 else {
      let found = "a byte-order mark of another encoding"
      throw ModelError(.malformedJSON, message: "line 1, column 1: expected UTF-8, found \(found)")
    }
    if beginning[0] == 0xEF, offset == 0 {
      guard beginning[2] != 0 || isComplete else { return false }
      if beginning == [0xEF, 0xBB, 0xBF] {
        // The mark isn't a character of the text.
        buffer.drop(3, from: 0)
        markLength = 3
      }
    }
    let text = buffer.with { $0.indexOfText(from: position) }
    let isArray = buffer.with { $0.peek(text) } == UInt8(ascii: "[")
    (position, passed) = (text, text)
    hasBegun = text < buffer.count
    if hasBegun, !isArray, search.isAtTarget { elementDepth = 0 }
    return hasBegun
  }
}

// MARK: - Tokens

extension ElementCutter {
  private mutating func next(in bytes: ByteView) throws(Misfit) -> Found {
    var reader = JSONReader(bytes, maximumDepth: maximumDepth - open.count)
    reader.position = passed
    do throws(Misfit) {
      while true {
        if let badColumn {
          guard findLine(notBehind: badColumn, bytes) else {
            return isComplete ? .end : .nothingYet
          }
          reader.position = passed
        }
        if !isInString {
          _ = reader.next()
          passed = reader.position
          if open.count <= elementDepth { position = passed }
          if passed == bytes.count {
            guard isComplete else { return .nothingYet }
            if isSequence, open.isEmpty { return .end }
          }
          if isBehindValue, open.isEmpty {
            try reader.end()
            guard isFound else { throw .mismatch }
            return .end
          }
        }
        try passToken(&reader)
        if let element = try goOn(behind: reader) { return element }
      }
    } catch {
      // An error so near to the end may be one only because more bytes have to arrive.
      guard !isComplete, case .syntax(let offset, _) = error, offset + 16 > bytes.count else {
        throw error
      }
      try wait(bytes)
      return .nothingYet
    }
  }

  /// Whether an element has begun, or begins with the next token.
  private var isAtElement: Bool {
    open.count > elementDepth || open.count == elementDepth && !isBehindValue
  }

  /// Moves the reader past a value without parts, a bracket, or a comma; and the key after that.
  private mutating func passToken(_ reader: inout JSONReader) throws(Misfit) {
    if isBehindValue {
      let isObject = open.last?.isObject == true
      let hasMore = try reader.hasMore(closing: isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
      return beginPart(hasMore, hasMore && isObject ? try reader.key() : nil, reader)
    }
    let first = isInString ? UInt8(ascii: "\"") : reader.bytes.peek(passed)
    switch first {
    case UInt8(ascii: "{"), UInt8(ascii: "["): return try enter(first, &reader)
    case UInt8(ascii: "\""): _ = try reader.string()
    default: try reader.skipWordOrNumber(first, isComplete: isComplete)
    }
    if !isAtElement, search.leadsOn, first != UInt8(ascii: "n") {
      try search.enter(isArray: false)
      search.leave(to: depth)
    }
    isBehindValue = true
  }

  /// Enters an object or array.
  private mutating func enter(_ first: UInt8, _ reader: inout JSONReader) throws(Misfit) {
    let isObject = first == UInt8(ascii: "{")
    let isFilled = try reader.open(closing: first &+ 2)
    let key = isFilled && isObject ? try reader.key() : nil
    if isFilled, !isComplete { try reader.checkMore() }
    if !isAtElement, search.leadsOn {
      let level = Level(step: search.step)
      try search.enter(isArray: !isObject)
      way.append(level)
      if isFound { elementDepth = way.count }
    }
    open.append(Container(isObject: isObject, offset: start + passed))
    beginPart(isFilled, key, reader)
  }

  /// Prepares for the next value in the innermost object or array, or leaves that.
  private mutating func beginPart(_ hasMore: Bool, _ key: JSONStringToken?, _ reader: JSONReader) {
    isBehindValue = !hasMore
    if hasMore {
      guard !isFound, open.count == depth else { return }
      // Finds out where the next key, or the next element of an array, leads.
      let index = PathStep.index(way[depth - 1].count)
      search.look(at: key.map { .key(reader.bytes.text(of: $0)) } ?? index, in: depth)
      way[depth - 1].count += 1
    } else {
      open.removeLast()
      if open.count < depth {
        way.removeLast()
        search.leave(to: depth)
      }
      if open.count < elementDepth { elementDepth = .max }
    }
  }

  /// Goes on behind a token; the result is the element that has ended with it.
  private mutating func goOn(behind reader: JSONReader) throws(Misfit) -> Found? {
    let start = position
    passed = reader.position
    isInString = false
    if open.count <= elementDepth { position = passed }
    guard isBehindValue, open.count == elementDepth else { return nil }
    guard passed - start <= maximumElementSize else {
      // The error is about this element.
      isBehindValue = false
      throw .stopped
    }
    count += 1
    if reader.bytes.peek(start) == UInt8(ascii: "{") { hasObjects = true }
    if open.isEmpty { isBehindValue = false }
    return .element(start: start, end: passed)
  }

  /// Prepares for more bytes: keeps an element that has not arrived whole, or a key, a number or
  /// white space, if it isn't too large.
  ///
  /// Bytes that are read again are few, or have grown by a quarter, so the work is linear.
  private mutating func wait(_ bytes: ByteView) throws(Misfit) {
    let longToken = 1 << 12
    if bytes.count - passed > longToken { try moveIntoString(bytes) }
    if !isAtElement {
      if isInString, search.isAtTarget { throw .mismatch }
      position = passed
    }
    let length = bytes.count - passed
    guard bytes.count - position <= maximumElementSize || !isAtElement && length <= longToken else {
      throw .stopped
    }
    if length > longToken { neededCount = bytes.count + length / 4 }
  }

  /// Moves into a string that is cut, up to its last whole character, so that it isn't read again.
  private mutating func moveIntoString(_ bytes: ByteView) throws(Misfit) {
    guard isInString || !isBehindValue && bytes.peek(passed) == UInt8(ascii: "\"") else { return }
    isInString = true
    passed = try bytes.endOfCutString(from: passed + 1) - 1
  }
}

// MARK: - What can't be read

extension ElementCutter {
  /// Gives up the value that is being read; the next call goes on after its first line.
  ///
  /// What is behind that, up to the error, is read once more: the value may have been cut, and
  /// others may have followed. An object or array of it that was open at the error would end with
  /// the same one, so it isn't tried: the work is linear.
  private mutating func giveUp(in bytes: ByteView) {
    badColumn = counted.column
    if !open.isEmpty { unfinished = open.reversed().map(\.offset) }
    open = []
    count += 1
    (isBehindValue, isInString, neededCount) = (false, false, 0)
  }

  /// Moves to the next line on which a value may begin; false if it hasn't arrived.
  ///
  /// It isn't indented further than the value that couldn't be read, and so isn't a part of it.
  private mutating func findLine(notBehind column: Int, _ bytes: ByteView) -> Bool {
    while true {
      position = bytes.endOfLine(from: position)
      passed = position
      var text = position + 1
      while bytes.isBlank(at: text), text - position <= column + 1 { text += 1 }
      guard text < bytes.count else {
        if isComplete { position = bytes.count }
        return false
      }
      let offset = start + text
      while let inner = unfinished.last, inner < offset { unfinished.removeLast() }
      let isEnd = bytes[text] | 0x20 == UInt8(ascii: "}")
      if text - position <= column + 1, bytes[text] != 0x0A, !isEnd, unfinished.last != offset {
        (position, passed, badColumn) = (text, text, nil)
        return true
      }
      position = text
    }
  }
}

extension ByteView {
  /// Whether there is a space, a tab or a carriage return at an offset.
  fileprivate func isBlank(at offset: Int) -> Bool {
    let byte = peek(offset)
    return byte == 0x20 || byte == 0x09 || byte == 0x0D
  }
}

// MARK: - Errors

extension ElementCutter {
  private mutating func error(for misfit: Misfit, in bytes: ByteView) -> ModelError {
    switch misfit {
    case .syntax(let offset, let expected):
      countLines(in: bytes)
      let rest = bytes[position, bytes.count]
      return rest.syntaxError(at: offset - position, expected, behind: counted)
    case .tooDeep(let offset):
      let inner = isAtElement ? bytes[position, bytes.count].jsonPath(to: offset - position) : ""
      let message = "more than \(maximumDepth) levels"
      let error = ModelError(.tooDeep, path: inner, message: message)
      return placed(error, index: isAtElement ? count : nil)
    case .stopped:
      let message = "more than \(maximumElementSize) bytes"
      return placed(ModelError(.tooLarge, message: message), index: isAtElement ? count : nil)
    case .mismatch, .null, .rejected, .unresolved, .unfinished:
      return noArray(in: bytes)
    }
  }

  private func noArray(in bytes: ByteView) -> ModelError {
    var (path, found) = (search.spelling, "nothing")
    if search.isAtTarget {
      var reader = JSONReader(bytes, maximumDepth: .max)
      reader.position = position
      path = search.step?.joined(to: "") ?? ""
      found = (try? reader.value())?.description ?? "a long value"
    }
    let message = "expected an array, found \(found)"
    return placed(ModelError(.unexpectedRoot, path: path, message: message))
  }

  /// An error with the path to the array, and the index of the element that it is about.
  private func placed(_ error: ModelError, index: Int? = nil) -> ModelError {
    let inner = index.map { error.prefixed(with: .index($0)) } ?? error
    return way.compactMap(\.step).reversed().reduce(inner) { $0.prefixed(with: $1) }
  }

  /// The steps to the element that was found last.
  var path: [PathStep] { way.compactMap(\.step) + [.index(count - 1)] }

  /// An error of a mapping of the element that was found last, as one of the whole text.
  func inElement(_ error: ModelError) -> ModelError { placed(error, index: count - 1) }
}
