/// Cuts a long text into the elements of an array, or into lines, as its bytes arrive.
///
/// Its properties hold the whole state: where the bytes run out it returns `nothingYet`, and goes
/// on at the same place when there are more. Text around the elements is checked and passed over.
struct ElementCutter {
  enum Found {
    /// The next element, from one offset in the buffer up to another.
    case element(start: Int, end: Int)
    /// No whole element before more bytes arrive.
    case nothingYet
    case end
  }

  /// The token, or the kind of value, that must come next.
  enum Expected {
    case beginning
    case value
    case firstElement
    case firstKey
    case key
    case colon
    case separator
    case end
    case line
    /// Any value behind any other, with or without white space between them.
    case values
  }

  /// An object or array that is open.
  struct Container {
    let isObject: Bool
    /// Whether its elements are the ones to cut.
    let isTarget: Bool
    /// Whether a step of the path led to it.
    let hasStep: Bool
    /// The steps that are looked for in it.
    var point: PathSearch.Point
    /// The number of elements that were looked up in it; of an array only.
    var count = 0
  }

  /// The bytes that are still to be cut, and some that have been.
  let buffer = ByteBuffer()
  /// Whether a text that is no array is a sequence of values, with any line breaks; else each line
  /// is an element.
  var takesBrokenLines = false
  /// Whether there are no more bytes than those in the buffer.
  var isComplete = false

  let search: PathSearch?
  let maximumDepth: Int
  let maximumElementSize: Int
  var expected = Expected.beginning
  var containers: [Container] = []
  /// Where the next value leads to, and the step to it.
  var way = PathSearch.Way.nowhere
  var step: PathStep?
  /// The steps to the innermost open object or array.
  var path: [PathStep] = []
  /// Whether the array with the elements was found.
  var isFound = false
  /// The number of elements so far.
  var count = 0

  /// The offset of the next byte in the buffer.
  var position = 0
  /// The offset up to which the element or token at the position has been scanned.
  var seen = 0
  /// The first byte of a long string, key or number beside the elements, as long as that is passed
  /// over piece by piece.
  var longToken: UInt8?
  /// The scanner for the end of the element at the position, where that is an object or array.
  var scanner: ElementScanner?

  /// The position in the whole text at which the buffer begins.
  private var start = TextPosition()
  private var markLength = 0

  init(_ search: PathSearch?, maximumDepth: Int, maximumElementSize: Int) {
    self.search = search
    self.maximumDepth = maximumDepth
    self.maximumElementSize = maximumElementSize
  }

  /// Whether each line is an element.
  var takesLines: Bool { expected == .line }
  /// The number of objects and arrays around an element.
  var depth: Int { containers.count }
  /// The number of bytes that have been cut or passed over.
  var offset: Int { markLength + start.offset + position }

  /// Drops the bytes before the position, so that there is room for more.
  mutating func makeRoom() {
    guard position > 0 else { return }
    buffer.with { start.pass($0[0, position]) }
    buffer.drop(position)
    seen = max(0, seen - position)
    position = 0
  }

  /// Finds the next element; the bytes of the one before it may be dropped.
  mutating func next() throws(ModelError) -> Found {
    guard expected != .beginning || begin() else { return isComplete ? .end : .nothingYet }
    let buffer = buffer
    let result: Result<Found, ModelError> = buffer.with { bytes in
      do throws(Misfit) {
        return .success(try next(in: bytes))
      } catch {
        return .failure(self.error(for: error, in: bytes))
      }
    }
    return try result.get()
  }

  /// Passes a byte-order mark, and finds out the kind of text; false where too little has arrived.
  private mutating func begin() -> Bool {
    let buffer = buffer
    let beginning = buffer.with { bytes in (0..<3).map { bytes.peek($0) } }
    if beginning[0] == 0xEF, offset == 0 {
      guard beginning[2] != 0 || isComplete else { return false }
      if beginning == [0xEF, 0xBB, 0xBF] {
        // The mark is no character of the text.
        buffer.drop(3)
        markLength = 3
      }
    }
    guard let byte = buffer.with({ skipBlanks($0) }) else { return false }
    if search != nil {
      expected = .value
      way = search.map { .on($0.root) } ?? .nowhere
    } else if byte == UInt8(ascii: "[") {
      expected = .value
      way = .target
    } else {
      expected = takesBrokenLines ? .values : .line
    }
    return true
  }
}

// MARK: - Errors

extension ElementCutter {
  private func error(for misfit: Misfit, in bytes: ByteView) -> ModelError {
    switch misfit {
    case .syntax(let offset, let expected):
      return bytes.syntaxError(at: offset, expected, behind: start)
    case .tooDeep:
      return placed(ModelError(.tooDeep, message: "more than \(maximumDepth) levels"))
    case .stopped:
      let message = "more than \(maximumElementSize) bytes"
      return placed(ModelError(.tooLarge, message: message), index: count)
    case .mismatch, .null, .rejected, .unresolved, .unfinished, .repeatedTag:
      return noArray(in: bytes)
    }
  }

  private func noArray(in bytes: ByteView) -> ModelError {
    var reader = JSONReader(bytes, maximumDepth: .max)
    reader.position = position
    guard case .target = way, let value = try? reader.value() else {
      return ModelError(
        .unexpectedRoot,
        path: search?.spelling ?? "",
        message: "expected an array, found nothing"
      )
    }
    let error = ModelError(
      .unexpectedRoot,
      message: "expected an array, found \(value.description)"
    )
    return placed(step.map { error.prefixed(with: $0) } ?? error)
  }

  /// An error with the path to the array, and the index of the element that it is about.
  func placed(_ error: ModelError, index: Int? = nil) -> ModelError {
    let inner = index.map { error.prefixed(with: .index($0)) } ?? error
    return path.reversed().reduce(inner) { $0.prefixed(with: $1) }
  }

  /// The steps to the element that was found last.
  var place: [PathStep] { path + [.index(count - 1)] }

  /// An error of a mapping of the element that was found last, as one of the whole text.
  func placed(_ error: ModelError, from start: Int, to end: Int) -> ModelError {
    guard error.code == .malformedJSON else { return placed(error, index: count - 1) }
    // The mapping's error has the line and column within the element.
    return buffer.with { bytes in
      var reader = JSONReader(bytes[0, end], maximumDepth: .max)
      reader.position = start
      do throws(Misfit) {
        try reader.skipValue()
        _ = reader.next()
        if reader.position < end {
          let expected = depth > 0 ? name(of: .separator) : "the end of the line"
          throw .syntax(offset: reader.position, expected: expected)
        }
      } catch {
        return self.error(for: error, in: bytes)
      }
      return placed(error, index: count - 1)
    }
  }

  /// The error in an element whose end can't be found: it is too large unless the text has ended.
  func misfitOfCutElement(in bytes: ByteView) -> Misfit {
    guard isComplete else { return .stopped }
    var reader = JSONReader(bytes, maximumDepth: .max)
    reader.position = position
    do throws(Misfit) {
      try reader.skipValue()
    } catch {
      return error
    }
    return .stopped
  }
}
