import Foundation
@testable import ModelObjectKit

/// Changes an archive: its bytes now and then, else the property list that they are.
@_cdecl("LLVMFuzzerCustomMutator")
public func mutateArchive(
  _ data: UnsafeMutablePointer<UInt8>,
  _ count: Int,
  _ room: Int,
  _ seed: UInt32
) -> Int {
  guard seed % 8 > 0, let tree = propertyList(data, count) else {
    return mutateBytes(data, count, room)
  }
  var mutation = TreeMutation(random: SeededRandom(seed), bytes: fuzzed)
  return write(mutation.mutated(tree), data, room) ?? mutateBytes(data, count, room)
}

/// Puts parts of one archive into another.
@_cdecl("LLVMFuzzerCustomCrossOver")
public func crossArchives(
  _ first: UnsafePointer<UInt8>,
  _ firstCount: Int,
  _ second: UnsafePointer<UInt8>,
  _ secondCount: Int,
  _ result: UnsafeMutablePointer<UInt8>,
  _ room: Int,
  _ seed: UInt32
) -> Int {
  guard let tree = propertyList(first, firstCount),
    let donor = propertyList(second, secondCount)
  else { return 0 }
  var mutation = TreeMutation(random: SeededRandom(seed), bytes: fuzzed)
  return write(mutation.mutated(tree, with: donor), result, room) ?? 0
}

/// The property list that bytes are, where it can be read and is not so deep that Foundation's writer
/// would run out of stack.
private func propertyList(_ start: UnsafePointer<UInt8>, _ count: Int) -> Any? {
  let data = Data(UnsafeBufferPointer(start: start, count: count))
  guard let tree = try? PropertyListReader.read(data), isShallow(tree, levels: 200) else {
    return nil
  }
  return tree
}

private func isShallow(_ tree: Any, levels: Int) -> Bool {
  guard levels > 0 else { return false }
  if let elements = tree as? [Any] {
    return elements.allSatisfy { isShallow($0, levels: levels - 1) }
  }
  guard let pairs = tree as? [String: Any] else { return true }
  return pairs.values.allSatisfy { isShallow($0, levels: levels - 1) }
}

private func write(_ tree: Any, _ start: UnsafeMutablePointer<UInt8>, _ room: Int) -> Int? {
  guard let list = TreeMutation.data(tree), list.count <= room else { return nil }
  _ = list.copyBytes(to: UnsafeMutableBufferPointer(start: start, count: list.count))
  return list.count
}
