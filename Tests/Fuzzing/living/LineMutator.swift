import Foundation

/// Changes lines: their bytes now and then, else the JSON that they are.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateLines(
  _ data: UnsafeMutablePointer<UInt8>,
  _ count: Int,
  _ room: Int,
  _ seed: UInt32
) -> Int {
  guard seed % 8 > 0, let lines = Lines(data, count) else { return mutateBytes(data, count, room) }
  var mutation = LineMutation(SeededRandom(seed))
  return mutation.mutated(lines, with: lines).write(data, room) ?? mutateBytes(data, count, room)
}

/// Puts parts of one input into another.
@_cdecl("LLVMFuzzerCustomCrossOver")
public func crossLines(
  _ first: UnsafePointer<UInt8>,
  _ firstCount: Int,
  _ second: UnsafePointer<UInt8>,
  _ secondCount: Int,
  _ result: UnsafeMutablePointer<UInt8>,
  _ room: Int,
  _ seed: UInt32
) -> Int {
  guard let lines = Lines(first, firstCount), let donor = Lines(second, secondCount) else {
    return 0
  }
  var mutation = LineMutation(SeededRandom(seed))
  return mutation.mutated(lines, with: donor).write(result, room) ?? 0
}

/// Two letters, and the JSON texts behind them.
struct Lines {
  var letters: [UInt8]
  var trees: [Tree]

  /// Nil if one of the texts is no JSON.
  init?(_ start: UnsafePointer<UInt8>, _ count: Int) {
    let bytes = UnsafeBufferPointer(start: start, count: count)
    guard count > 2 else { return nil }
    letters = Array(bytes[..<2])
    trees = []
    for line in bytes[2...].split(separator: UInt8(ascii: "\n")) {
      guard let (tree, depth) = ReferenceReader.read(line), depth < 200 else { return nil }
      trees.append(tree)
    }
    if trees.isEmpty { return nil }
  }

  /// The number of bytes that were written; nil if there is no room.
  func write(_ start: UnsafeMutablePointer<UInt8>, _ room: Int) -> Int? {
    let bytes = letters + Array(trees.map(\.json).joined(separator: "\n").utf8)
    guard bytes.count <= room else { return nil }
    start.update(from: bytes, count: bytes.count)
    return bytes.count
  }
}
