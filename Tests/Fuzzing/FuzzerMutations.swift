import Foundation

/// The fuzzer's own changes of bytes.
@_silgen_name("LLVMFuzzerMutate")
func mutateBytes(_ data: UnsafeMutablePointer<UInt8>, _ count: Int, _ room: Int) -> Int

/// Bytes as the fuzzer changes them.
func fuzzed(_ data: Data) -> Data {
  let room = data.count + 64
  return Data(
    [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
      guard let start = buffer.baseAddress else { return }
      buffer.initialize(repeating: 0)
      _ = data.copyBytes(to: buffer)
      count = mutateBytes(start, data.count, room)
    }
  )
}

/// Random numbers from a seed (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(_ seed: UInt32) { state = UInt64(seed) }

  /// The same numbers for the same bytes.
  init(for bytes: some Sequence<UInt8>) { self.init(bytes.reduce(0) { $0 &* 31 &+ UInt32($1) }) }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
