/// The values of one property in all objects of a class, in the order of the objects.
///
/// Columns cost much less than a dictionary for each object: a key is written once, and Foundation
/// writes a long list faster than many short ones.
final class WrittenColumn {
  private(set) var nodes: [WrittenNode] = []
  private var holdsTextsOnly = true
  private var holdsObjectsOnly = true

  func append(_ node: WrittenNode) {
    switch node {
    case .text: holdsObjectsOnly = false
    case .null: break
    case .object: holdsTextsOnly = false
    default:
      holdsTextsOnly = false
      holdsObjectsOnly = false
    }
    nodes.append(node)
  }

  /// How a column is written.
  enum Form {
    case every(WrittenNode)
    case objects([Int])
    case lines(String)
    case values
  }

  /// The shortest way to write the column.
  var form: Form {
    if let first = nodes.first, nodes.count > 1, nodes.allSatisfy({ $0.isSame(as: first) }) {
      return .every(first)
    }
    if holdsObjectsOnly, let numbers = WrittenNode.objectNumbers(of: nodes) {
      return .objects(numbers)
    }
    if holdsTextsOnly, let lines { return .lines(lines) }
    return .values
  }

  /// The texts as lines of one text, where they are many, mostly distinct, and ASCII in one line
  /// each.
  private var lines: String? {
    guard nodes.count >= ArchiveFormat.minimumLineCount, isMostlyDistinct else { return nil }
    var bytes: [UInt8] = []
    for (row, node) in nodes.enumerated() {
      if row > 0 { bytes.append(UInt8(ascii: "\n")) }
      guard case .text(let text) = node else {
        bytes.append(contentsOf: ArchiveFormat.null.utf8)
        continue
      }
      if text.utf8.first == ArchiveFormat.markByte { bytes.append(ArchiveFormat.markByte) }
      bytes.append(contentsOf: text.utf8)
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

  /// Whether few texts are repeated, by a sample: an array stores a repeated text only once.
  private var isMostlyDistinct: Bool {
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
