extension ByteView {
  /// The CRC-32 of the bytes, as in zlib and PNG, after that of the bytes before them.
  func checksum(after former: UInt32 = 0) -> UInt32 {
    let table = checksumTable
    var (sum, offset) = (~former, 0)
    // Eight bytes at once, each with its own look-up: none has to wait for another one.
    while count - offset >= 8 {
      let word = word(at: offset) ^ UInt64(sum)
      sum = 0
      for place in 0..<8 { sum ^= table[256 * (7 - place) + Int(word >> UInt64(8 * place) & 255)] }
      offset += 8
    }
    while offset < count {
      sum = sum >> 8 ^ table[Int((sum ^ UInt32(self[offset])) & 255)]
      offset += 1
    }
    return ~sum
  }
}

/// The checksum of each byte, then of each byte before a zero, and so on up to seven zeros.
private let checksumTable: ImmortalArray<UInt32> = {
  var sums = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xEDB8_8320) }
  }
  for index in 0..<7 * 256 { sums.append(sums[index] >> 8 ^ sums[Int(sums[index] & 255)]) }
  return ImmortalArray(sums)
}()
