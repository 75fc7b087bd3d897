extension RawJSON {
  /// Keeps a JSON text.
  ///
  /// ```swift
  /// try RawJSON(" [1, 2.50] ").text  // "[1, 2.50]"
  /// try RawJSON("[1, 2") == RawJSON("[1]")  // throws
  /// ```
  ///
  /// - Parameter json: One value of any kind, with or without white space around it.
  /// - Throws: A ``ModelError`` of code `malformedJSON` with the place of the error, or `tooDeep` for
  ///   more than 512 levels.
  public init(_ json: some JSONSource) throws {
    self = try JSONText.with(json) { bytes in try Self.checked(bytes).get() }
  }

  /// The text of a value, if it is JSON; nil if it isn't.
  init?(ifJSON text: String) {
    guard case .success(let checked) = ByteView.with(text, { Self.checked($0) }) else { return nil }
    self = checked
  }

  private static func checked(_ bytes: ByteView) -> Result<RawJSON, ModelError> {
    do throws(Misfit) {
      var reader = JSONReader(bytes, maximumDepth: FixedOptions.defaultDepth)
      _ = reader.next()
      let start = reader.position
      try reader.skipValue()
      let end = reader.position
      try reader.end()
      return .success(RawJSON(checked: String(bytes[start, end])))
    } catch {
      guard case .syntax(let offset, let expected) = error else {
        let message = "JSON nested more than \(FixedOptions.defaultDepth) levels deep"
        return .failure(ModelError(.tooDeep, message: message))
      }
      return .failure(bytes.syntaxError(at: offset, expected))
    }
  }

  /// The text without line breaks, which are only between tokens.
  var line: String {
    String(decoding: text.utf8.filter { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self)
  }
}

extension RawJSON: Hashable {
  /// Returns whether two texts have the same content: white space, escapes and the order of keys don't
  /// count, and 1 is 1.0.
  public static func == (first: RawJSON, second: RawJSON) -> Bool {
    first.text.utf8.elementsEqual(second.text.utf8)
      || JSONContent.with(first.text) { first in
        JSONContent.with(second.text) { first.isEqual(to: $0) }
      }
  }

  /// Feeds the content to a hasher.
  public func hash(into hasher: inout Hasher) {
    JSONContent.with(text) { $0.hash(into: &hasher) }
  }
}

/// What a valid text means; it is walked without recursion.
private struct JSONContent: ~Copyable {
  private let bytes: ByteView
  private var tape = Tape()

  private init(_ bytes: ByteView) {
    self.bytes = bytes
    var reader = JSONReader(bytes, maximumDepth: .max)
    _ = try? tape.record(&reader)
  }

  static func with<Result>(_ text: String, _ body: (borrowing JSONContent) -> Result) -> Result {
    ByteView.with(text) { body(JSONContent($0)) }
  }

  func isEqual(to other: borrowing JSONContent) -> Bool {
    var open = [(0, 0)]
    while let (index, place) = open.popLast() {
      switch (tape[index].kind, other.tape[place].kind) {
      case (.object, .object):
        let (pairs, others) = (pairs(of: index), other.pairs(of: place))
        guard pairs.count == others.count else { return false }
        for (pair, other) in zip(pairs, others) {
          guard pair.key.utf8.elementsEqual(other.key.utf8) else { return false }
          open.append((pair.value, other.value))
        }
      case (.array, .array):
        let (elements, others) = (elements(of: index), other.elements(of: place))
        guard elements.count == others.count else { return false }
        open += zip(elements, others)
      case (.plainText, .plainText), (.plainText, .escapedText), (.escapedText, .plainText),
        (.escapedText, .escapedText):
        guard text(at: index).utf8.elementsEqual(other.text(at: place).utf8) else { return false }
      case (.number, .number):
        guard number(at: index) == other.number(at: place) else { return false }
      case (let kind, let other):
        guard kind == other else { return false }
      }
    }
    return true
  }

  func hash(into hasher: inout Hasher) {
    var open = [0]
    while let index = open.popLast() {
      let kind = tape[index].kind
      switch kind {
      case .object:
        let pairs = pairs(of: index)
        hasher.combine(pairs.count)
        for (key, value) in pairs {
          add(key, to: &hasher)
          open.append(value)
        }
      case .array:
        let elements = elements(of: index)
        hasher.combine(elements.count)
        open += elements
      case .plainText, .escapedText: add(text(at: index), to: &hasher)
      case .number: hasher.combine(number(at: index))
      case .yes, .no, .null, .end: hasher.combine(kind)
      }
    }
  }

  /// Equivalent strings with other bytes aren't equal.
  private func add(_ text: String, to hasher: inout Hasher) {
    ByteView.with(text) { $0.hash(into: &hasher) }
  }

  private func elements(of array: Int) -> [Int] {
    var elements: [Int] = []
    var index = array + 1
    while tape[index].kind != .end {
      elements.append(index)
      index = tape.index(after: index)
    }
    return elements
  }

  /// The pairs of an object in the order of their keys; of a key that repeats, the last one.
  private func pairs(of object: Int) -> [(key: String, value: Int)] {
    var pairs: [(key: String, value: Int)] = []
    var index = object + 1
    while tape[index].kind != .end {
      pairs.append((text(at: index), index + 1))
      index = tape.index(after: index + 1)
    }
    let sorted = pairs.inKeyOrder(by: \.key)
    return sorted.indices.filter { index in
      index + 1 == sorted.count || !sorted[index].key.utf8.elementsEqual(sorted[index + 1].key.utf8)
    }
    .map { sorted[$0] }
  }

  private func text(at index: Int) -> String { bytes.text(of: tape[index].token) }

  private func number(at index: Int) -> ExactNumber {
    ExactNumber(bytes[tape[index].begin, tape[index].end])
  }
}

/// The value of a number in JSON, with all of its digits: 1.50 is 15 times a power of ten.
private struct ExactNumber: Hashable {
  private var isNegative = false
  /// Without zeros at either end; empty for zero.
  private var digits: [UInt8] = []
  /// The power of ten of the last digit.
  private var power = 0
  /// A number whose power of ten is too large to be counted.
  private var spelling: String?

  init(_ bytes: ByteView) {
    guard let number = DecimalText(bytes) else { return }
    let all = number.digits
    guard let first = (0..<all.count).first(where: { all[$0] > 0 }) else { return }
    isNegative = number.isNegative
    digits = (first..<all.count).map { UInt8(truncatingIfNeeded: all[$0]) }
    power = number.exponent + all.point - all.count
    if number.exponent.magnitude >= 1_000_000_000_000 { spelling = String(bytes) }
  }
}
