/// Words and numbers.
extension JSONReader {
  static let trueLetters: UInt32 = 0x6575_7274
  static let falseLetters: UInt32 = 0x6573_6C61
  static let nullLetters: UInt32 = 0x6C6C_756E

  /// Moves past `true`, `false` or `null`.
  @inline(__always)
  mutating func word(_ word: StaticString, _ letters: UInt32) throws(Misfit) {
    // Four letters are compared at once: the last four of "false".
    let skipped = word.utf8CodeUnitCount &- 4
    if position &+ skipped &+ 4 <= bytes.count, bytes.half(at: position &+ skipped) == letters {
      position &+= word.utf8CodeUnitCount
    } else {
      try slowWord(word)
    }
  }

  private mutating func slowWord(_ word: StaticString) throws(Misfit) {
    let word = word.description
    var offset = position
    for byte in word.utf8 {
      guard bytes.peek(offset) == byte else {
        let expected: Expected =
          word == "true" ? .restOfTrue : word == "false" ? .restOfFalse : .restOfNull
        throw .syntax(offset: offset, expected: expected)
      }
      offset &+= 1
    }
    position = offset
  }

  /// Reads an integer of up to eighteen digits; nil, with nothing read, for other numbers and `-0`.
  @inline(__always)
  mutating func smallInteger() -> Int? {
    // Most are short.
    guard let run = bytes.digits(at: position), run.count < 8 else { return longInteger() }
    let (first, following) = (bytes.peek(position), bytes.peek(position &+ run.count))
    guard run.count > 0 else { return first == UInt8(ascii: "-") ? longInteger() : nil }
    guard run.count == 1 || first != UInt8(ascii: "0"), following != UInt8(ascii: "."),
      following | 0x20 != UInt8(ascii: "e")
    else { return nil }
    position &+= run.count
    return Int(run.value)
  }

  /// Same as `smallInteger`, for any of them.
  @inline(never)
  private mutating func longInteger() -> Int? {
    var offset = position
    let isNegative = bytes.peek(offset) == UInt8(ascii: "-")
    if isNegative { offset &+= 1 }
    let start = offset
    var digits: UInt64 = 0
    bytes.addDigits(from: &offset, to: &digits)
    let value = Int(truncatingIfNeeded: digits)
    // Eighteen digits can't overflow; `number` reads numbers with a leading zero, a decimal point
    // or an exponent, and "-0".
    let count = offset &- start
    let following = bytes.peek(offset)
    guard count > 0, count <= 18, following != UInt8(ascii: "."),
      following | 0x20 != UInt8(ascii: "e"),
      count == 1 || bytes.peek(start) != UInt8(ascii: "0"), value != 0 || !isNegative
    else { return nil }
    position = offset
    return isNegative ? 0 &- value : value
  }

  /// Reads a number as the nearest `Double`; nil, with nothing read, if that isn't finite.
  mutating func double() -> Double? {
    guard let number = DecimalText(startOf: bytes[position, bytes.count]), number.isJSON,
      let value = number.double
    else { return nil }
    position &+= number.bytes.count
    return value
  }

  /// Reads a number, checking JSON's grammar.
  mutating func number() throws(Misfit) -> Number {
    let start = position
    if let value = smallInteger() { return .signed(Int64(value)) }
    try skipNumber()
    guard let text = DecimalText(bytes[start, position]) else {
      throw .syntax(offset: start, expected: .number)
    }
    return .literal(text)
  }

  mutating func skipNumber() throws(Misfit) {
    if bytes.peek(position) == UInt8(ascii: "-") { position &+= 1 }
    if bytes.peek(position) == UInt8(ascii: "0") {
      position &+= 1
    } else {
      try skipDigits()
    }
    if bytes.peek(position) == UInt8(ascii: ".") {
      position &+= 1
      try skipDigits()
    }
    if bytes.peek(position) | 0x20 == UInt8(ascii: "e") {
      position &+= 1
      let sign = bytes.peek(position)
      if sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { position &+= 1 }
      try skipDigits()
    }
  }

  private mutating func skipDigits() throws(Misfit) {
    let start = position
    position = bytes.endOfDigits(from: start)
    guard position > start else { throw .syntax(offset: position, expected: .digit) }
  }
}
