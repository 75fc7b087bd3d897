/// The columns of an archive: the values of one property in all objects of a class, in the order of
/// the objects.
///
/// Columns are much faster than a dictionary for each object: a key is written once, and Foundation
/// writes a long list faster than many short ones.
extension WrittenNode {
  /// The shortest form of a column.
  static func column(_ nodes: [WrittenNode]) -> WrittenNode {
    if let first = nodes.first, nodes.count > 1, nodes.allSatisfy({ $0.isSame(as: first) }) {
      return .tagged(.every, first)
    }
    return lines(of: nodes).map { .lines($0) } ?? .array(nodes)
  }

  /// The strings as lines of one string, if they are many, mostly distinct, and one line of ASCII
  /// each.
  private static func lines(of nodes: [WrittenNode]) -> String? {
    guard nodes.count >= ArchiveFormat.minimumLineCount, areMostlyDistinct(nodes) else {
      return nil
    }
    var bytes: [UInt8] = []
    for (row, node) in nodes.enumerated() {
      if row > 0 { bytes.append(UInt8(ascii: "\n")) }
      switch node {
      case .text(let text): bytes.append(contentsOf: StoredMark.marked(text).utf8)
      case .null: bytes.append(contentsOf: ArchiveFormat.null.utf8)
      default: return nil
      }
    }
    var lineCount = 1
    var allBits: UInt8 = 0
    for byte in bytes {
      allBits |= byte
      if byte == UInt8(ascii: "\n") { lineCount += 1 }
    }
    guard allBits < 0x80, lineCount == nodes.count else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether few strings are repeated, in a sample: an array stores a repeated string once.
  private static func areMostlyDistinct(_ nodes: [WrittenNode]) -> Bool {
    let step = max(1, nodes.count / 128)
    var seen: Set<String> = []
    var count = 0
    for row in stride(from: 0, to: nodes.count, by: step) {
      count += 1
      if case .text(let text) = nodes[row] { seen.insert(text) }
    }
    return seen.count * 4 >= count * 3
  }
}
