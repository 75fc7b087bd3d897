extension ByteView {
  /// The CRC-32 of the bytes, as in zlib and PNG, after that of the bytes before them.
  func checksum(after former: UInt32 = 0) -> UInt32 {
    let table = checksumTable
    var sum = ~former
    for offset in 0..<count { sum = sum >> 8 ^ table[Int((sum ^ UInt32(self[offset])) & 255)] }
    return ~sum
  }
}

/// The checksum of each byte.
private let checksumTable = ImmortalArray<UInt32>(
  (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in sum >> 1 ^ (sum & 1 == 0 ? 0 : 0xEDB8_8320) }
  }
)
