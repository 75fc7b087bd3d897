// The steps from token to token: each moves behind one, or reports that it has not arrived whole.

extension ElementCutter {
  mutating func next(in bytes: ByteView) throws(Misfit) -> Found {
    while true {
      guard let byte = skipBlanks(bytes) else {
        guard isComplete else { return .nothingYet }
        try finish(bytes)
        return .end
      }
      if isBrokenOff(at: position, bytes) { return .nothingYet }
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
    let end = byte == UInt8(ascii: "\"") ? findQuote(bytes) : endOfWord(bytes)
    return end ?? (isComplete ? bytes.count : nil)
  }

  private mutating func findQuote(_ bytes: ByteView) -> Int? {
    seen = max(seen, position &+ 1)
    while true {
      seen = bytes.plainRun(from: seen).end
      guard seen < bytes.count else { return nil }
      // The reader refuses control characters.
      guard bytes[seen] == UInt8(ascii: "\\") else { return seen &+ 1 }
      guard seen &+ 1 < bytes.count else { return nil }
      seen &+= 2
    }
  }

  /// Whether the character or the word at an offset may not have arrived whole: an error names the
  /// whole of it.
  private func isBrokenOff(at offset: Int, _ bytes: ByteView) -> Bool {
    guard !isComplete else { return false }
    if bytes[offset] >= 0x80 { return bytes.count - offset < 4 }
    let end = bytes.endOfNamedWord(from: offset)
    return end == bytes.count && end > offset && end - offset < ByteView.longestNamedWord
  }

  private func endOfWord(_ bytes: ByteView) -> Int? {
    var end = position
    while end < bytes.count {
      switch bytes[end] {
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "E"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
        end &+= 1
      default: return isBrokenOff(at: end, bytes) ? nil : max(end, position &+ 1)
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
    if case .null = try reader.value() {
    } else if case .target = way {
      throw .mismatch
    } else {
      useUpWay()
    }
    position = reader.position
    endValue()
    return true
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

  /// As `findToken`, for a token around the elements; throws where it is too large.
  private mutating func findWhole(_ byte: UInt8, _ bytes: ByteView) throws(Misfit) -> Int? {
    let end = findToken(byte, bytes)
    if (end ?? bytes.count) - position > maximumElementSize { throw .stopped }
    return end
  }
}
