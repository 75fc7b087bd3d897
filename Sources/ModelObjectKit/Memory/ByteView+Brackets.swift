extension ByteView {
  /// The quotes and brackets in sixty-four bytes, one bit for each byte.
  ///
  /// Byte `i` of the eight-byte word `j` has bit `8 * i + j`: the bits of eight words lie beside
  /// one another, so that a step through the bytes of a word goes through those of eight words at
  /// once.
  struct BlockMarks {
    var quotes: UInt64 = 0
    /// `{` and `[`.
    var openers: UInt64 = 0
    /// `}` and `]`.
    var closers: UInt64 = 0
    fileprivate(set) var hasBackslash = false
  }

  /// The number of bytes in a block.
  static var blockLength: Int { 64 }

  /// The marks in the block of bytes that begins at an offset.
  @inline(__always)
  func blockMarks(at offset: Int) -> BlockMarks {
    precondition(isInside(offset) && offset &+ Self.blockLength <= count, "outside of the bytes")
    var marks = BlockMarks()
    var backslash: UInt64 = 0
    for number in 0..<8 {
      // The bounds were checked above.
      let word = unsafe uncheckedWord(at: offset &+ number &* 8)
      let shift = UInt64(truncatingIfNeeded: 7 &- number)
      // The brackets of one kind differ in this bit alone.
      let bracket = word | repeated(0x20)
      marks.quotes |= bytes(of: word, equalTo: repeated(0x22)) &>> shift
      marks.openers |= bytes(of: bracket, equalTo: repeated(0x7B)) &>> shift
      marks.closers |= bytes(of: bracket, equalTo: repeated(0x7D)) &>> shift
      let other = word ^ repeated(0x5C)
      backslash |= (other &- repeated(0x01)) & ~other
    }
    marks.hasBackslash = backslash & repeated(0x80) != 0
    return marks
  }

  /// The backslashes in the block of bytes that begins at an offset, with bits as in `BlockMarks`.
  func blockBackslashes(at offset: Int) -> UInt64 {
    var marks: UInt64 = 0
    for number in 0..<8 {
      let word = word(at: offset &+ number &* 8)
      marks |= bytes(of: word, equalTo: repeated(0x5C)) &>> UInt64(7 - number)
    }
    return marks
  }

  /// The offset of the first line feed from `start` on, or the end.
  func endOfLine(from start: Int) -> Int {
    var offset = start
    while offset &+ 8 <= count {
      let marks = bytes(of: word(at: offset), equalTo: repeated(0x0A))
      if marks != 0 { return offset &+ marks.trailingZeroBitCount &>> 3 }
      offset &+= 8
    }
    while offset < count, self[offset] != 0x0A { offset &+= 1 }
    return offset
  }

  /// The number of line feeds.
  var lineFeeds: Int {
    count(of: { bytes(of: $0, equalTo: repeated(0x0A)) }, or: { $0 == 0x0A })
  }

  /// The number of bytes that continue a character of UTF-8.
  var continuationBytes: Int {
    count(of: { $0 & ~($0 &<< 1) & repeated(0x80) }, or: { $0 & 0xC0 == 0x80 })
  }

  /// Counts bytes by words, in which `marks` sets their highest bit, and the last ones one by one.
  @inline(__always)
  private func count(of marks: (UInt64) -> UInt64, or test: (UInt8) -> Bool) -> Int {
    var found = 0
    var offset = 0
    while offset &+ 8 <= count {
      // A byte holds the sums of 255 words.
      var sums: UInt64 = 0
      let end = min(offset &+ 8 &* 255, count)
      while offset &+ 8 <= end {
        // The bounds were checked in the line above.
        sums &+= unsafe marks(uncheckedWord(at: offset)) &>> 7
        offset &+= 8
      }
      let pairs = (sums & 0x00FF_00FF_00FF_00FF) &+ (sums &>> 8 & 0x00FF_00FF_00FF_00FF)
      found &+= Int(truncatingIfNeeded: (pairs &* 0x0001_0001_0001_0001) &>> 48)
    }
    while offset < count {
      if test(self[offset]) { found &+= 1 }
      offset &+= 1
    }
    return found
  }
}

extension UInt64 {
  /// The bits of marks in the order of their bytes, or the other way about.
  ///
  /// The bits of a word are the cells of a square of eight: its rows become its columns.
  var asRowsOfMarks: UInt64 {
    var bits = self
    var swapped = (bits ^ bits &>> 7) & 0x00AA_00AA_00AA_00AA
    bits ^= swapped ^ swapped &<< 7
    swapped = (bits ^ bits &>> 14) & 0x0000_CCCC_0000_CCCC
    bits ^= swapped ^ swapped &<< 14
    swapped = (bits ^ bits &>> 28) & 0x0000_0000_F0F0_F0F0
    return bits ^ swapped ^ swapped &<< 28
  }
}

@inline(__always)
private func repeated(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

/// Marks the bytes of a word that are equal to another's, by their highest bit, and no others.
@inline(__always)
private func bytes(of word: UInt64, equalTo other: UInt64) -> UInt64 {
  let difference = word ^ other
  let low = (difference & repeated(0x7F)) &+ repeated(0x7F)
  return ~(low | difference) & repeated(0x80)
}
