/// A bit for each object of a class, eight in a byte, the first one lowest.
struct PackedBits {
  private let bytes: ByteView

  /// Returns nil if the bytes are more or fewer than so many bits take.
  init?(_ bytes: ByteView, count: Int) {
    guard bytes.count == count / 8 + (count.isMultiple(of: 8) ? 0 : 1) else { return nil }
    self.bytes = bytes
  }

  subscript(index: Int) -> Bool {
    @inline(__always) get { bytes[index &>> 3] &>> UInt8(index & 7) & 1 == 1 }
  }
}
