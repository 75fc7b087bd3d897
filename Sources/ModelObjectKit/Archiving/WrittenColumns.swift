/// The columns of some properties in a new archive: those of a class, or of the structs in a column.
///
/// It stores what packs the columns, which these keep alive.
class WrittenColumns: UncheckedStorage<ReusedBuffer<Borrowed<ColumnPacker>>> {
  final let properties: [(property: Property, key: String)]
  /// The slots of the properties, which are empty for objects that are only named.
  final let slots: ImmortalArray<DirectSlot>
  final let lists: ImmortalArray<ListSlot>
  final let structs: ImmortalArray<StructSlot?>
  /// One column for each property.
  private final var columns: [WrittenColumn]

  /// The columns of structs; nil if they are values as any other, because they are in structs of their
  /// own type, or too deep.
  private convenience init?(of slot: StructSlot, in outer: [any Model.Type]) {
    let type = slot.shape.standIn
    let schema = SchemaCache.schema(of: type)
    guard outer.count < ArchiveFormat.maximumStructDepth, !schema.archived.isEmpty,
      !outer.contains(where: { $0 == type })
    else { return nil }
    self.init(of: schema, in: outer + [type])
  }

  /// The columns of a class, or of structs in others.
  init(of schema: ModelSchema, in outer: [any Model.Type] = []) {
    properties = schema.archived
    slots = schema.archivedSlots
    lists = schema.archivedLists
    structs = schema.archivedStructs
    columns = []
    var packers = ReusedBuffer<Borrowed<ColumnPacker>>()
    for index in properties.indices {
      let inner = structs[index].flatMap { slot in
        WrittenColumns(of: slot, in: outer).map { (columns: $0, isList: slot.isList) }
      }
      columns.append(WrittenColumn(of: inner, inStructs: !outer.isEmpty))
      packers.append(Borrowed(columns[index].packer))
    }
    super.init(packers)
  }

  /// The columns of objects that are only named.
  init(naming parts: [Property]) {
    properties = parts.map { ($0, $0.name) }
    slots = ImmortalArray(repeating: .none, count: parts.count)
    lists = ImmortalArray(repeating: .none, count: parts.count)
    structs = ImmortalArray(repeating: nil, count: parts.count)
    columns = parts.map { _ in WrittenColumn() }
    var packers = ReusedBuffer<Borrowed<ColumnPacker>>()
    for _ in parts { packers.append(Borrowed(nil)) }
    super.init(packers)
  }

  /// Appends a value to a column.
  final func append(_ node: WrittenNode, to column: Int) {
    columns[column].append(node)
    state[column] = Borrowed(columns[column].packer)
  }

  /// Appends to each column what is in the place of a struct that is nil.
  final func appendNothing() {
    for index in columns.indices {
      if let packer = columns[index].packer {
        packer.appendNothing()
      } else {
        append(.absent, to: index)
      }
    }
  }

  /// The columns as an archive has them, by their keys.
  final var nodes: [String: WrittenNode] {
    var nodes: [String: WrittenNode] = [:]
    for (index, column) in columns.enumerated() { nodes[properties[index].key] = column.node }
    return nodes
  }

  /// The same for structs: at least one column has a byte or more for each of them.
  final var nodesOfStructs: [String: WrittenNode] {
    var nodes = nodes
    if columns.allSatisfy(\.isOfBits) { nodes[properties[0].key] = .array(columns[0].values) }
    return nodes
  }

  /// The structs one by one, as dictionaries.
  final func dictionaries(_ count: Int) -> [WrittenNode] {
    let values = columns.map(\.values)
    return (0..<count).map { row in
      var pairs: [String: WrittenNode] = [:]
      for (index, (_, key)) in properties.enumerated() {
        if case .text(ArchiveFormat.absent) = values[index][row] { continue }
        pairs[ArchiveFormat.marked(key)] = values[index][row]
      }
      return .dictionary(pairs)
    }
  }
}
