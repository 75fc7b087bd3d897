/// Collects bits as `PackedBits` reads them: eight in a byte, the first one lowest.
final class BitPacker {
  private let bytes = ByteBuffer()
  private var last: UInt8 = 0
  private(set) var count = 0
  /// How many are set.
  private(set) var setCount = 0

  func append(_ bit: Bool) {
    if bit {
      last |= 1 &<< UInt8(count & 7)
      setCount &+= 1
    }
    count &+= 1
    guard count & 7 == 0 else { return }
    bytes.append(last)
    last = 0
  }

  /// Appends bits that aren't set, up to a number of bits.
  func pad(to count: Int) {
    while self.count < count, self.count & 7 != 0 { append(false) }
    let whole = max(0, count - self.count) / 8
    bytes.append(repeating: 0, count: whole)
    self.count += 8 * whole
    while self.count < count { append(false) }
  }

  /// The bits up to a number of them as an archive has them; nothing can be appended after that.
  func data(_ count: Int) -> ByteBuffer {
    pad(to: count)
    if count & 7 != 0 { bytes.append(last) }
    return bytes
  }

  subscript(index: Int) -> Bool {
    guard index < count else { return false }
    let byte = index >> 3 == count >> 3 ? last : bytes.with { $0[index >> 3] }
    return byte >> UInt8(index & 7) & 1 == 1
  }
}
