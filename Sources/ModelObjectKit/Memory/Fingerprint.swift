import ModelObjectEssentials

/// 64 bits that stand for a sequence of words; they differ from program to program.
///
/// Unlike a `Hasher`, it takes a word in a few instructions: each save makes fingerprints of all
/// objects.
struct Fingerprint {
  /// Unknown to those who write the input, so that no input can have the fingerprint of another.
  private static let start = UInt64.random(in: .min ... .max)

  private(set) var value = start

  /// What a word is: a factor for each kind, so that no two mean the same.
  enum Kind: UInt64 {
    case number = 0x9E37_79B9_7F4A_7C15
    case float = 0xA076_1D64_78BD_642F
    case date = 0x5899_65CC_7537_4CC3
    case text = 0xE703_7ED1_A0B4_28DB
    case data = 0x8EBC_6AF0_9C88_C6E3
    /// A value without bits, or the beginning of a container.
    case mark = 0x1D8E_4E27_C47D_124F
    case model = 0xB492_B66F_BE98_F273
  }

  @inline(__always)
  mutating func add(_ kind: Kind, _ word: UInt64) {
    let product = (value ^ word).multipliedFullWidth(by: kind.rawValue)
    value = product.high ^ product.low
  }

  mutating func add(_ kind: Kind, _ bytes: ByteView) {
    add(kind, UInt64(bytes.count))
    var offset = 0
    while bytes.count - offset >= 8 {
      add(kind, bytes.word(at: offset))
      offset += 8
    }
    var rest: UInt64 = 0
    while offset < bytes.count {
      rest = rest << 8 | UInt64(bytes[offset])
      offset += 1
    }
    add(kind, rest)
  }
}
