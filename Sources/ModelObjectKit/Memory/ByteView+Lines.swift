extension ByteView {
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

@inline(__always)
private func repeated(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }

/// Marks the bytes of a word that are equal to another's, by their highest bit, and no others.
@inline(__always)
private func bytes(of word: UInt64, equalTo other: UInt64) -> UInt64 {
  let difference = word ^ other
  let low = (difference & repeated(0x7F)) &+ repeated(0x7F)
  return ~(low | difference) & repeated(0x80)
}
