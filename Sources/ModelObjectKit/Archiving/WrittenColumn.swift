/// The values of one property in a new archive, in the order of the objects.
///
/// The first ones are nodes, and if all are of one kind, it is packed from then on: an archive of a
/// few objects is readable, and packing it would save nothing. Structs, and what is in them, are packed
/// from the beginning.
struct WrittenColumn {
  /// Nil if there are too few values, or of several kinds.
  private(set) var packer: ColumnPacker?
  private var nodes: [WrittenNode] = []
  /// Whether it is a column of structs in a column.
  private var isInStructs = false

  init() {}

  /// A column in one of structs, or of them.
  init(of structs: (columns: WrittenColumns, isList: Bool)?, inStructs: Bool) {
    isInStructs = inStructs
    guard inStructs || structs != nil else { return }
    packer = ColumnPacker(of: structs, inStructs: inStructs)
  }

  mutating func append(_ node: WrittenNode) {
    if let packer {
      if packer.append(node) { return }
      nodes = packer.nodes
      self.packer = nil
    }
    nodes.append(node)
    guard nodes.count == ArchiveFormat.minimumPackedCount, !isInStructs,
      let packer = ColumnPacker(nodes)
    else { return }
    self.packer = packer
    nodes = []
  }

  /// Whether each value takes a bit only.
  var isOfBits: Bool { packer.map { $0.kind == nil || $0.kind == .booleans } ?? false }

  /// The values one by one.
  var values: [WrittenNode] { packer?.nodes ?? nodes }

  /// The column in its shortest form.
  var node: WrittenNode {
    if let packer, isInStructs || packer.isWorthPacking { return .packed(packer) }
    let nodes = values
    if !isInStructs, let first = nodes.first, nodes.count > 1,
      nodes.allSatisfy({ $0.isSame(as: first) })
    {
      return .tagged(.every, first)
    }
    return .array(nodes)
  }
}
