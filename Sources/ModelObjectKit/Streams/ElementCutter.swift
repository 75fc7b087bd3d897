/// Cuts a long text into the elements of an array, or into lines, as its bytes arrive.
///
/// Its properties hold the whole state. A token that may continue in bytes that haven't arrived is
/// read again when there are more. Text around the elements is checked and skipped.
struct ElementCutter {
  enum Found {
    /// The next element, from one offset in the buffer up to another.
    case element(start: Int, end: Int)
    /// No whole element before more bytes arrive.
    case nothingYet
    case end
  }

  private enum Expected {
    case beginning
    case value
    case afterValue
    case line
    /// One value after another, with or without white space between them.
    case values
  }

  /// An object or array that is open, and that is on the way to the elements.
  private struct Container {
    let isObject: Bool
    /// The step of the path that led to it.
    let step: PathStep?
    /// The number of elements or keys that were looked at.
    var count = 0
  }

  /// The bytes that are still to be cut, and some that have been.
  let buffer = ByteBuffer()
  /// Whether a text that isn't an array is a sequence of values, with any line breaks; else each
  /// line is an element.
  var allowsBrokenLines = false
  /// Whether there are no more bytes than those in the buffer.
  var isComplete = false

  private var search: PathSearch
  private let maximumDepth: Int
  private let maximumElementSize: Int
  private var expected = Expected.beginning
  private var containers: [Container] = []
  /// The number of objects and arrays around an element; zero before their array was entered.
  private var elementDepth = 0
  /// The number of elements so far.
  private(set) var count = 0

  /// The offset of the next byte in the buffer.
  private var position = 0
  /// How far the value at the position has been passed.
  private var passing = ValuePassing(from: 0)
  /// The number of bytes from which on it is worth reading on.
  private var neededCount = 0

  /// The position in the whole text at which the buffer begins.
  private var start = TextPosition()
  private var markLength = 0

  init(_ search: PathSearch, maximumDepth: Int, maximumElementSize: Int) {
    self.search = search
    self.maximumDepth = maximumDepth
    self.maximumElementSize = maximumElementSize
  }

  /// Whether the array with the elements was found.
  var isFound: Bool { search.isFound }
  /// The number of objects and arrays around an element.
  var depth: Int { containers.count }
  /// The number of bytes that have been cut or skipped.
  var offset: Int { markLength + start.offset + position }

  /// Drops the bytes that aren't needed any more, so that there is room for others.
  mutating func makeRoom() {
    guard position > 0 else { return }
    buffer.with { start.pass($0[0, position]) }
    buffer.drop(position, from: 0)
    neededCount -= position
    passing.offset -= position
    position = 0
  }

  /// Finds the next element; the bytes of the one before it may be dropped.
  mutating func next() throws -> Found {
    guard expected != .beginning || begin() else { return isComplete ? .end : .nothingYet }
    let buffer = buffer
    return try buffer.with { bytes in
      do throws(Misfit) {
        guard isComplete || bytes.count >= neededCount else { return .nothingYet }
        return try next(in: bytes)
      } catch {
        throw self.error(for: error, in: bytes)
      }
    }
  }

  /// Skips a byte-order mark, and finds out the kind of text; false if too little has arrived.
  private mutating func begin() -> Bool {
    let buffer = buffer
    let beginning = buffer.with { bytes in (0..<3).map { bytes.peek($0) } }
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
    let isDocument = isArray || !search.isAtTarget
    move(to: text, isDocument ? .value : allowsBrokenLines ? .values : .line)
    if text == buffer.count { expected = .beginning }
    return text < buffer.count
  }
}

// MARK: - Tokens

extension ElementCutter {
  private mutating func next(in bytes: ByteView) throws(Misfit) -> Found {
    do throws(Misfit) {
      while true {
        var reader = JSONReader(bytes, maximumDepth: maximumDepth - depth - passing.depth)
        reader.position = passing.offset
        let first = passing.isInString ? UInt8(ascii: "\"") : reader.next()
        if passing.offset == position, !passing.isInString {
          position = reader.position
          passing.offset = position
        }
        if position == bytes.count {
          guard isComplete else { return .nothingYet }
          if expected == .line || expected == .values { return .end }
        }
        if expected == .afterValue {
          guard !containers.isEmpty else {
            try reader.end()
            guard isFound else { throw .mismatch }
            return .end
          }
          try moveOn(&reader)
        } else if first | 0x20 == UInt8(ascii: "{"), search.leadsOn, expected == .value {
          try open(first, &reader)
        } else if let element = try pass(first, &reader) {
          return element
        }
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

  private var isAtElement: Bool {
    switch expected {
    case .line, .values: true
    case .value: depth == elementDepth && isFound
    case .beginning, .afterValue: false
    }
  }

  /// Opens an object or array on the way.
  private mutating func open(_ first: UInt8, _ reader: inout JSONReader) throws(Misfit) {
    let isObject = first == UInt8(ascii: "{")
    let isFilled = try reader.open(closing: first &+ 2)
    let key = isFilled && isObject ? try reader.key() : nil
    if isFilled, !isComplete { try reader.checkMore() }
    let container = Container(isObject: isObject, step: search.step)
    try search.enter(isArray: !isObject)
    containers.append(container)
    if isFound { elementDepth = depth }
    goOn(isFilled, key, reader)
  }

  /// Moves on to the next value on the way, or to the end of an object or array.
  private mutating func moveOn(_ reader: inout JSONReader) throws(Misfit) {
    let isObject = containers[depth - 1].isObject
    let hasMore = try reader.hasMore(closing: isObject ? UInt8(ascii: "}") : UInt8(ascii: "]"))
    let key = hasMore && isObject ? try reader.key() : nil
    goOn(hasMore, key, reader)
  }

  /// Prepares for the next value in the innermost object or array, or leaves that.
  private mutating func goOn(_ hasMore: Bool, _ key: JSONStringToken?, _ reader: JSONReader) {
    if hasMore {
      look(at: key, reader)
    } else {
      containers.removeLast()
      search.leave(to: depth)
    }
    move(to: reader.position, hasMore ? .value : .afterValue)
  }

  /// Finds out where the next key, or the next element of an array, leads.
  private mutating func look(at key: JSONStringToken?, _ reader: JSONReader) {
    guard !isFound else { return }
    let index = PathStep.index(containers[depth - 1].count)
    search.look(at: key.map { .key(reader.bytes.text(of: $0)) } ?? index, in: depth)
    containers[depth - 1].count += 1
  }

  /// Passes a value: an element, which is the result, or one that no path leads into.
  private mutating func pass(_ first: UInt8, _ reader: inout JSONReader) throws(Misfit) -> Found? {
    let (start, isElement) = (position, isAtElement)
    if expected == .line {
      passing.offset = reader.bytes.endOfLine(from: passing.offset)
      reader.position = passing.offset
      if !isComplete { try reader.checkMore() }
    } else {
      try passing.pass(&reader, isComplete: isComplete)
    }
    if isElement {
      guard reader.position - start <= maximumElementSize else { throw .stopped }
      count += 1
    } else if search.leadsOn, first != UInt8(ascii: "n") {
      try search.enter(isArray: false)
      search.leave(to: depth)
    }
    move(to: reader.position, isElement && containers.isEmpty ? expected : .afterValue)
    return isElement ? .element(start: start, end: position) : nil
  }

  private mutating func move(to offset: Int, _ expected: Expected) {
    position = offset
    self.expected = expected
    passing = ValuePassing(from: offset)
  }

  /// Prepares for more bytes: keeps an element that has not arrived whole, or a key, a number or
  /// white space, if it isn't too large.
  ///
  /// Bytes that are read again are few, or have grown by a quarter, so the work is linear.
  private mutating func wait(_ bytes: ByteView) throws(Misfit) {
    let longToken = 1 << 12
    if bytes.count - passing.offset > longToken { try passing.moveIntoString(bytes) }
    if !isAtElement {
      if expected == .value, search.isAtTarget, passing.isInString { throw .mismatch }
      position = passing.offset
    }
    let length = bytes.count - passing.offset
    guard bytes.count - position <= maximumElementSize || !isAtElement && length <= longToken else {
      throw .stopped
    }
    if length > longToken { neededCount = bytes.count + length / 4 }
  }
}

// MARK: - Errors

extension ElementCutter {
  private func error(for misfit: Misfit, in bytes: ByteView) -> ModelError {
    switch misfit {
    case .syntax(let offset, let expected):
      return bytes.syntaxError(at: offset, expected, behind: start)
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
    return containers.compactMap(\.step).reversed().reduce(inner) { $0.prefixed(with: $1) }
  }

  /// The steps to the element that was found last.
  var path: [PathStep] { containers.compactMap(\.step) + [.index(count - 1)] }

  /// An error of a mapping of the element that was found last, as one of the whole text.
  func placed(_ error: ModelError, from start: Int, to end: Int) -> ModelError {
    guard error.code == .malformedJSON else { return placed(error, index: count - 1) }
    // The mapping's error has the line and column within the line.
    return buffer.with { bytes in
      var reader = JSONReader(bytes[0, end], maximumDepth: .max)
      reader.position = start
      do throws(Misfit) {
        try reader.skipValue()
        _ = reader.next()
        throw .syntax(offset: reader.position, expected: .endOfLine)
      } catch {
        return self.error(for: error, in: bytes)
      }
    }
  }
}
