/// The values of one property in a new archive, in the order of the objects.
///
/// The first ones are nodes, and if all are of one kind, it is packed from then on: an archive of a
/// few objects is readable, and packing it would save nothing.
struct WrittenColumn {
  /// Nil if there are too few values, or of several kinds.
  private(set) var packer: ColumnPacker?
  private var nodes: [WrittenNode] = []

  mutating func append(_ node: WrittenNode) {
    if let packer {
      if packer.append(node) { return }
      nodes = packer.nodes
      self.packer = nil
    }
    nodes.append(node)
    guard nodes.count == ArchiveFormat.minimumPackedCount, let packer = ColumnPacker(nodes) else {
      return
    }
    self.packer = packer
    nodes = []
  }

  /// The column in its shortest form.
  var node: WrittenNode {
    if let packer { return .packed(packer) }
    if let first = nodes.first, nodes.count > 1, nodes.allSatisfy({ $0.isSame(as: first) }) {
      return .tagged(.every, first)
    }
    return .array(nodes)
  }
}
