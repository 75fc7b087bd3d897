/// Finds the end of an object or array, in bytes that arrive piece by piece.
///
/// It looks for quotes and brackets alone, sixty-four bytes at a time, and checks nothing: errors
/// inside are found when the value is read. No byte is scanned twice.
struct ElementScanner {
  /// The number of open objects and arrays.
  private var depth = 0
  /// Eight ones where the scanner is in a string.
  private var inString: UInt64 = 0
  /// One where a backslash escapes the next byte, else zero.
  private var escape: UInt64 = 0

  /// Moves behind the end of the value and returns true; or to the end of the bytes, and returns
  /// false.
  mutating func findEnd(in bytes: ByteView, from offset: inout Int) -> Bool {
    while offset &+ ByteView.blockLength <= bytes.count {
      if let length = scanBlock(bytes, at: offset) {
        offset &+= length
        return true
      }
      offset &+= ByteView.blockLength
    }
    while offset < bytes.count {
      scan(bytes[offset])
      offset &+= 1
      if depth == 0 { return true }
    }
    return false
  }

  private mutating func scan(_ byte: UInt8) {
    if escape == 1 {
      escape = 0
    } else if byte == UInt8(ascii: "\\") {
      escape = 1
    } else if byte == UInt8(ascii: "\"") {
      inString ^= 0xFF
    } else if inString == 0 {
      if byte | 0x20 == UInt8(ascii: "{") { depth &+= 1 }
      if byte | 0x20 == UInt8(ascii: "}") { depth &-= 1 }
    }
  }

  /// The number of bytes of a block up to the end of the value; nil where it does not end in it.
  @inline(__always)
  private mutating func scanBlock(_ bytes: ByteView, at offset: Int) -> Int? {
    var marks = bytes.blockMarks(at: offset)
    if marks.hasBackslash || escape != 0 {
      marks.quotes &= ~escapedBytes(bytes.blockBackslashes(at: offset))
    }
    let outside = ~stringBytes(marks.quotes)
    let openers = marks.openers & outside
    let closers = marks.closers & outside
    if depth > closers.nonzeroBitCount {
      depth &+= openers.nonzeroBitCount &- closers.nonzeroBitCount
      return nil
    }
    return end(openers.asRowsOfMarks, closers.asRowsOfMarks)
  }

  /// The bytes of a block that are in strings, from the opening quote up to the closing one.
  ///
  /// A byte is in a string where the number of quotes up to it is odd: first within each word, for
  /// all eight at once, and then from word to word.
  @inline(__always)
  private mutating func stringBytes(_ quotes: UInt64) -> UInt64 {
    var inWords = quotes ^ quotes &<< 8
    inWords ^= inWords &<< 16
    inWords ^= inWords &<< 32
    let last = inWords &>> 56
    var words = last ^ last &<< 1
    words ^= words &<< 2
    words ^= words &<< 4
    let before = (words &<< 1 ^ inString) & 0xFF
    inString ^= (0 &- (words &>> 7 & 1)) & 0xFF
    return inWords ^ before &* 0x0101_0101_0101_0101
  }

  /// The bytes of a block that a backslash escapes.
  private mutating func escapedBytes(_ backslashes: UInt64) -> UInt64 {
    let even: UInt64 = 0x5555_5555_5555_5555
    let begins = backslashes.asRowsOfMarks & ~escape
    let followers = begins &<< 1 | escape
    // Of a row of backslashes every other one escapes: the sum carries through each row that begins
    // at an odd place.
    let oddStarts = begins & ~even & ~followers
    let (sum, overflow) = oddStarts.addingReportingOverflow(begins)
    escape = overflow ? 1 : 0
    return ((even ^ sum &<< 1) & followers).asRowsOfMarks
  }

  /// The number of bytes up to the bracket that closes the value; the brackets in the order of
  /// their bytes.
  private mutating func end(_ openers: UInt64, _ closers: UInt64) -> Int? {
    var brackets = openers | closers
    while brackets != 0 {
      let place = brackets.trailingZeroBitCount
      depth &+= openers &>> UInt64(place) & 1 == 1 ? 1 : -1
      if depth == 0 { return place &+ 1 }
      brackets &= brackets &- 1
    }
    return nil
  }
}
