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
        let expected: StaticString =
          switch word {
          case "true": "the rest of true"
          case "false": "the rest of false"
          default: "the rest of null"
          }
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

  /// Reads a number of up to nineteen digits as the nearest `Double`; nil, with nothing read, if it
  /// has more or its power of ten is too large.
  mutating func double() -> Double? {
    var offset = position
    let isNegative = bytes.peek(offset) == UInt8(ascii: "-")
    if isNegative { offset &+= 1 }
    let start = offset
    var digits: UInt64 = 0
    bytes.addDigits(from: &offset, to: &digits)
    var count = offset &- start
    guard count > 0, count == 1 || bytes.peek(start) != UInt8(ascii: "0") else { return nil }
    var power = 0
    if bytes.peek(offset) == UInt8(ascii: ".") {
      let point = offset
      offset &+= 1
      bytes.addDigits(from: &offset, to: &digits)
      power = point &+ 1 &- offset
      count &-= power
      guard power < 0 else { return nil }
    }
    guard count <= 19 else { return nil }
    if bytes.peek(offset) | 0x20 == UInt8(ascii: "e") {
      guard let exponent = bytes.shortExponent(from: &offset) else { return nil }
      power &+= exponent
    }
    guard let magnitude = ScaledDigits.double(digits, power: power) else { return nil }
    position = offset
    return isNegative ? -magnitude : magnitude
  }

  /// Reads a number, checking JSON's grammar.
  mutating func number() throws(Misfit) -> Number {
    let start = position
    if let value = smallInteger() { return .signed(Int64(value)) }
    try skipNumber()
    guard let text = DecimalText(bytes[start, position]) else {
      throw .syntax(offset: start, expected: "a number")
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
    while bytes.peek(position) &- UInt8(ascii: "0") < 10 { position &+= 1 }
    guard position > start else { throw .syntax(offset: position, expected: "a digit") }
  }
}

extension ByteView {
  /// Appends the decimal digits from an offset on to a number, which wraps if they are too many.
  @inline(__always)
  fileprivate func addDigits(from offset: inout Int, to value: inout UInt64) {
    while let run = digits(at: offset) {
      value = value &* powersOfTen[run.count] &+ run.value
      offset &+= run.count
      if run.count < 8 { return }
    }
    while true {
      let digit = peek(offset) &- UInt8(ascii: "0")
      guard digit < 10 else { return }
      value = value &* 10 &+ UInt64(digit)
      offset &+= 1
    }
  }

  /// Reads an exponent of one to four digits with its letter at an offset; nil for any other.
  fileprivate func shortExponent(from offset: inout Int) -> Int? {
    offset &+= 1
    let sign = peek(offset)
    if sign == UInt8(ascii: "-") || sign == UInt8(ascii: "+") { offset &+= 1 }
    let start = offset
    var value = 0
    while true {
      let digit = peek(offset) &- UInt8(ascii: "0")
      guard digit < 10 else { break }
      guard offset &- start < 4 else { return nil }
      value = value &* 10 &+ Int(digit)
      offset &+= 1
    }
    guard offset > start else { return nil }
    return sign == UInt8(ascii: "-") ? -value : value
  }
}

/// The first powers of ten.
private let powersOfTen: [UInt64] = [
  1, 10, 100, 1000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000,
]
