/// The columns of an archive: the values of one property in all objects of a class, in the order of
/// the objects.
///
/// Columns are much faster than a dictionary for each object: a key is written once, and one long
/// list faster than many short ones.
extension WrittenNode {
  /// The shortest form of a column.
  static func column(_ nodes: [WrittenNode]) -> WrittenNode {
    if let first = nodes.first, nodes.count > 1, nodes.allSatisfy({ $0.isSame(as: first) }) {
      return .tagged(.every, first)
    }
    return lines(of: nodes).map { .tagged(.lines, .text($0)) } ?? .array(nodes)
  }

  /// The strings as lines of one string, if they are many, mostly distinct, and one line of ASCII
  /// each.
  private static func lines(of nodes: [WrittenNode]) -> String? {
    guard nodes.count >= ArchiveFormat.minimumLineCount, areMostlyDistinct(nodes) else {
      return nil
    }
    var lines: [String] = []
    for node in nodes {
      guard case .text(let text) = node else { return nil }
      lines.append(text)
    }
    let text = lines.joined(separator: "\n")
    return ByteView.with(text) { view in
      view.continuationBytes == 0 && view.lineFeeds == nodes.count - 1 ? text : nil
    }
  }

  /// Whether few strings are repeated, in a sample: an array stores a repeated string once.
  private static func areMostlyDistinct(_ nodes: [WrittenNode]) -> Bool {
    let rows = stride(from: 0, to: nodes.count, by: max(1, nodes.count / 128))
    let sample = rows.map { row in if case .text(let text) = nodes[row] { text } else { "" } }
    return Set(sample).count * 4 >= sample.count * 3
  }
}
