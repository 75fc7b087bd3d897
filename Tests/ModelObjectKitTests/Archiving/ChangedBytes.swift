import Foundation
import ModelObjectKit
import Testing

/// Opens an archive in which some bytes are others, many times: what isn't read is a `ModelError`.
func expectErrorsOrNone<Opened>(
  in data: Data,
  _ random: inout SeededGenerator,
  open: (Data) throws -> Opened
) {
  for _ in 0..<inLongTests(3_000, else: 300) {
    var changed = data
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let offset = Int.random(in: 8..<changed.count, using: &random)
      changed[offset] = UInt8.random(in: 0...255, using: &random)
    }
    do {
      _ = try open(changed)
    } catch {
      #expect(error is ModelError)
    }
  }
}
