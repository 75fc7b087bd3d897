// The steps from token to token: each moves behind one, or reports that it has not arrived whole.

extension ElementCutter {
  mutating func next(in bytes: ByteView) throws(Misfit) -> Found {
    while true {
      if let first = longToken {
        guard try passOver(first, bytes) else { return .nothingYet }
      }
      guard let byte = skipBlanks(bytes) else {
        guard isComplete else { return .nothingYet }
        try finish(bytes)
        return .end
      }
      if isAtElement(byte) {
        guard let end = try findElement(byte, bytes) else { return .nothingYet }
        let start = position
        move(to: end)
        count += 1
        if !containers.isEmpty { expected = .separator }
        return .element(start: start, end: end)
      }
      guard try take(byte, bytes) else { return .nothingYet }
    }
  }

  private func isAtElement(_ byte: UInt8) -> Bool {
    switch expected {
    case .line, .values: true
    case .value: containers.last?.isTarget == true
    case .firstElement: containers.last?.isTarget == true && byte != UInt8(ascii: "]")
    default: false
    }
  }

  /// Moves to the next byte that is no white space; nil where the bytes run out.
  mutating func skipBlanks(_ bytes: ByteView) -> UInt8? {
    while position < bytes.count {
      let byte = bytes[position]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { return byte }
      position &+= 1
    }
    return nil
  }

  private mutating func move(to offset: Int) {
    position = offset
    seen = offset
    scanner = nil
  }

  /// Checks that the text may end here.
  private func finish(_ bytes: ByteView) throws(Misfit) {
    switch expected {
    case .beginning, .line, .values: break
    case .end: if !isFound { throw .mismatch }
    default: throw .syntax(offset: bytes.count, expected: name(of: expected))
    }
  }

  func name(of expected: Expected) -> StaticString {
    switch expected {
    case .beginning, .line, .values, .value, .firstElement: "a value"
    case .firstKey, .key: "a key in quotes"
    case .colon: "':'"
    case .separator: containers.last?.isObject == true ? "',' or '}'" : "',' or ']'"
    case .end: "the end of the text"
    }
  }
}

// MARK: - Elements

extension ElementCutter {
  /// The end of the element at the position; nil where more bytes have to arrive.
  private mutating func findElement(_ byte: UInt8, _ bytes: ByteView) throws(Misfit) -> Int? {
    let end: Int?
    if expected == .line {
      let found = bytes.endOfLine(from: max(seen, position))
      end = found < bytes.count || isComplete ? found : nil
      seen = found
    } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
      end = findBracket(bytes)
      if end == nil, isComplete { throw misfitOfCutElement(in: bytes) }
    } else {
      end = findToken(byte, bytes)
    }
    if (end ?? bytes.count) - position > maximumElementSize {
      throw misfitOfCutElement(in: bytes[0, end ?? bytes.count])
    }
    return end
  }

  private mutating func findBracket(_ bytes: ByteView) -> Int? {
    var scanner = scanner ?? ElementScanner()
    var offset = self.scanner == nil ? position : seen
    let isWhole = scanner.findEnd(in: bytes, from: &offset)
    self.scanner = scanner
    seen = offset
    return isWhole ? offset : nil
  }

  /// The end of the string, number or word at the position, or of the one byte that is none of
  /// these; nil where more bytes have to arrive.
  private mutating func findToken(_ byte: UInt8, _ bytes: ByteView) -> Int? {
    seen = max(seen, position + 1)
    let isString = byte == UInt8(ascii: "\"")
    return (isString ? findQuote(bytes) : findEndOfWord(bytes)) ?? (isComplete ? bytes.count : nil)
  }

  private mutating func findQuote(_ bytes: ByteView) -> Int? {
    while true {
      seen = bytes.plainRun(from: min(seen, bytes.count)).end
      guard seen < bytes.count else { return nil }
      // The reader refuses control characters.
      guard bytes[seen] == UInt8(ascii: "\\") else { return seen &+ 1 }
      guard seen &+ 1 < bytes.count else { return nil }
      seen &+= 2
    }
  }

  private mutating func findEndOfWord(_ bytes: ByteView) -> Int? {
    while seen < bytes.count {
      switch bytes[seen] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        seen &+= 1
      default: return seen
      }
    }
    return nil
  }
}

// MARK: - Tokens around the elements

extension ElementCutter {
  /// Takes the next token; false where it has not arrived whole.
  private mutating func take(_ byte: UInt8, _ bytes: ByteView) throws(Misfit) -> Bool {
    switch (expected, byte) {
    case (.value, UInt8(ascii: "{")), (.firstElement, UInt8(ascii: "{")): try open(isObject: true)
    case (.value, UInt8(ascii: "[")), (.firstElement, UInt8(ascii: "[")): try open(isObject: false)
    case (.firstElement, UInt8(ascii: "]")), (.firstKey, UInt8(ascii: "}")): close()
    case (.value, _), (.firstElement, _): return try takeScalar(byte, bytes)
    case (.firstKey, UInt8(ascii: "\"")), (.key, UInt8(ascii: "\"")): return try takeKey(bytes)
    case (.colon, UInt8(ascii: ":")): move(on: .value)
    case (.separator, UInt8(ascii: ",")):
      let isObject = containers.last?.isObject == true
      move(on: isObject ? .key : .value)
      if !isObject { lookUpElement() }
    case (.separator, UInt8(ascii: "}")) where containers.last?.isObject == true: close()
    case (.separator, UInt8(ascii: "]")) where containers.last?.isObject == false: close()
    default: throw .syntax(offset: position, expected: name(of: expected))
    }
    return true
  }

  private mutating func move(on expected: Expected) {
    move(to: position + 1)
    self.expected = expected
  }

  private mutating func open(isObject: Bool) throws(Misfit) {
    guard containers.count < maximumDepth else { throw .tooDeep(offset: position) }
    var point = PathSearch.Point.none
    var isTarget = false
    useUpWay()
    switch way {
    case .target:
      guard !isObject else { throw .mismatch }
      isTarget = true
      isFound = true
    case .on(let next): point = next
    case .nowhere: break
    }
    containers.append(
      Container(isObject: isObject, isTarget: isTarget, hasStep: step != nil, point: point)
    )
    if let step { path.append(step) }
    (way, step) = (.nowhere, nil)
    move(on: isObject ? .firstKey : .firstElement)
    if !isObject { lookUpElement() }
  }

  private mutating func close() {
    if containers.popLast()?.hasStep == true { path.removeLast() }
    position += 1
    endValue()
  }

  /// Moves on behind a value that is passed over.
  private mutating func endValue() {
    move(to: position)
    (way, step) = (.nowhere, nil)
    expected = containers.isEmpty ? .end : .separator
  }

  private mutating func takeScalar(_ byte: UInt8, _ bytes: ByteView) throws(Misfit) -> Bool {
    guard let end = try findWhole(byte, bytes) else { return false }
    var reader = JSONReader(bytes[0, end], maximumDepth: 0)
    reader.position = position
    let value = try reader.value()
    if case .null = value {} else { try takeWay() }
    position = reader.position
    endValue()
    return true
  }

  /// Notes that a value that is no object or array stands where the path may lead.
  private mutating func takeWay() throws(Misfit) {
    if case .target = way { throw .mismatch }
    useUpWay()
  }

  private mutating func takeKey(_ bytes: ByteView) throws(Misfit) -> Bool {
    guard let end = try findWhole(UInt8(ascii: "\""), bytes) else { return false }
    var reader = JSONReader(bytes[0, end], maximumDepth: 0)
    reader.position = position
    let token = try reader.string()
    position = reader.position
    if let search, !isFound, let last = containers.last, !last.point.isNone {
      let key = reader.text(of: token)
      lookUp(.key(key), search.way(of: key, from: last.point))
    }
    move(to: position)
    expected = .colon
    return true
  }

  /// Makes the key of the value at the position lead nowhere when it is repeated.
  private mutating func useUpWay() {
    guard let search, case .on = way, case .key(let key)? = step else { return }
    let number = containers.count - 1
    containers[number].point = search.point(containers[number].point, after: key)
  }

  private mutating func lookUpElement() {
    guard let search, !isFound, let last = containers.last, !last.point.isNone else { return }
    lookUp(.index(last.count), search.way(of: last.count, from: last.point))
    containers[containers.count - 1].count += 1
  }

  private mutating func lookUp(_ step: PathStep, _ way: PathSearch.Way) {
    self.way = way
    if case .nowhere = way { self.step = nil } else { self.step = step }
  }

  /// As `findToken`, for a token around the elements: one that is very long is passed over piece by
  /// piece.
  private mutating func findWhole(_ byte: UInt8, _ bytes: ByteView) throws(Misfit) -> Int? {
    if let end = findToken(byte, bytes) { return end }
    guard bytes.count - position > 1 << 16 else { return nil }
    if expected == .value || expected == .firstElement { try takeWay() }
    longToken = byte
    position = seen
    return nil
  }

  /// Moves to the end of a long token, of which no more than its end is checked; false where that
  /// has not arrived.
  private mutating func passOver(_ first: UInt8, _ bytes: ByteView) throws(Misfit) -> Bool {
    let isString = first == UInt8(ascii: "\"")
    seen = position
    let end = isString ? findQuote(bytes) : findEndOfWord(bytes) ?? (isComplete ? seen : nil)
    position = end ?? seen
    guard let end else {
      if isComplete { throw .syntax(offset: bytes.count, expected: "'\"'") }
      return false
    }
    if isString, bytes[end - 1] != first { throw .syntax(offset: end - 1, expected: "'\"'") }
    longToken = nil
    let isKey = expected == .key || expected == .firstKey
    endValue()
    if isKey { expected = .colon }
    return true
  }
}
