extension ByteView {
  /// The CRC-32 of the bytes, as in zlib and PNG, after that of the bytes before them.
  func checksum(after former: UInt32 = 0) -> UInt32 {
    let table = checksumTable
    var sum = ~former
    var offset = 0
    while count - offset >= 8 {
      let word = word(at: offset) ^ UInt64(sum)
      sum = 0
      // Each byte by its distance from the end of the word.
      for index in 0..<8 {
        sum ^= table[(7 - index) << 8 | Int(truncatingIfNeeded: word >> UInt64(index * 8)) & 255]
      }
      offset += 8
    }
    while offset < count {
      sum = sum >> 8 ^ table[Int((sum ^ UInt32(self[offset])) & 255)]
      offset += 1
    }
    return ~sum
  }
}

/// The checksum of each byte that is followed by up to seven zero bytes.
private let checksumTable: ImmortalArray<UInt32> = {
  var table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xEDB8_8320) }
  }
  for index in 256..<2048 {
    let former = table[index - 256]
    table.append(former >> 8 ^ table[Int(former & 255)])
  }
  return ImmortalArray(table)
}()
