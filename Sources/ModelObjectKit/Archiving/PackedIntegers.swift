/// Integers of one size, signed, the lowest byte of each first.
struct PackedIntegers {
  private let bytes: ByteView
  private let size: Int
  let count: Int

  /// Integers whose size is known.
  init(_ bytes: ByteView, size: Int) {
    self.bytes = bytes
    self.size = size
    count = bytes.count / size
  }

  /// Integers as an archive has them: the size of each, 1, 2, 4 or 8, and all of them.
  ///
  /// Returns nil for other bytes.
  init?(_ bytes: ByteView) {
    guard let size = bytes.isInside(0) ? Int(bytes[0]) : nil, [1, 2, 4, 8].contains(size),
      (bytes.count - 1).isMultiple(of: size)
    else { return nil }
    self.init(bytes[1, bytes.count], size: size)
  }

  subscript(index: Int) -> Int {
    @inline(__always) get {
      switch size {
      case 1: Int(Int8(bitPattern: bytes[index]))
      case 2: Int(Int16(bitPattern: bytes.pair(at: 2 &* index)))
      case 4: Int(Int32(bitPattern: bytes.half(at: 4 &* index)))
      default: Int(Int64(bitPattern: bytes.word(at: 8 &* index)))
      }
    }
  }

  /// Nil if there is none.
  var last: Int? { count == 0 ? nil : self[count - 1] }

  /// Whether each is at least the one before it, and the first one isn't negative: ends of parts
  /// that follow one another.
  var areEnds: Bool {
    var end = 0
    for index in 0..<count {
      guard self[index] >= end else { return false }
      end = self[index]
    }
    return true
  }

  /// The part that ends with one of them, which are ends.
  @inline(__always)
  func range(_ index: Int) -> Range<Int> {
    (index == 0 ? 0 : self[index &- 1])..<self[index]
  }

  /// Whether each is in a range.
  func areAll(in range: Range<Int>) -> Bool {
    for index in 0..<count where !range.contains(self[index]) { return false }
    return true
  }
}
