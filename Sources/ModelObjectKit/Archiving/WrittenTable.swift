/// The objects of one class in a new archive.
final class WrittenTable {
  let type: any Model.Type
  let properties: [(property: Property, key: String)]
  let name: String
  /// Whether the class encodes its objects itself.
  let encodesItself: Bool
  /// The places in the store of objects that are only named; empty for whole objects.
  var places: [Int] = []
  /// The number of the first object of the class.
  var first = 0
  /// The numbers of the objects, in the order in which they were found.
  var objects = ReusedBuffer<Int32>()
  /// The slots of the properties, which are empty for objects that are only named.
  let slots: ImmortalArray<DirectSlot>
  let lists: ImmortalArray<ListSlot>
  /// One column for each property.
  private var columns: [WrittenColumn]
  /// What packs the columns; the columns keep them alive.
  private(set) var packers: ReusedBuffer<Borrowed<ColumnPacker>>
  /// One dictionary for each object, if the class encodes its objects itself.
  var rows: [[String: WrittenNode]] = []

  /// Makes a table of whole objects, or of objects that are only named, by their identities.
  init(_ type: any Model.Type, isOfNames: Bool = false) {
    let schema = SchemaCache.schema(of: type)
    let parts = schema.identity?.parts ?? []
    self.type = type
    properties = isOfNames ? parts.map { ($0, $0.name) } : schema.archived
    name = ArchiveName.current(type)
    encodesItself = schema.hooks.contains(.encode) && !isOfNames
    slots = isOfNames ? ImmortalArray(repeating: .none, count: parts.count) : schema.archivedSlots
    lists = isOfNames ? ImmortalArray(repeating: .none, count: parts.count) : schema.archivedLists
    columns = properties.map { _ in WrittenColumn() }
    var packers = ReusedBuffer<Borrowed<ColumnPacker>>()
    for _ in columns { packers.append(Borrowed(nil)) }
    self.packers = packers
  }

  /// Appends a value to a column.
  func append(_ node: WrittenNode, to column: Int) {
    columns[column].append(node)
    packers[column] = Borrowed(columns[column].packer)
  }

  /// The table as an archive has it.
  var node: WrittenNode {
    var pairs: [String: WrittenNode] = [
      "class": .text(name), "first": .integer(first), "count": .integer(objects.count),
    ]
    if type.archiveVersion != 0 { pairs["version"] = .integer(type.archiveVersion) }
    if !places.isEmpty { pairs["places"] = .places(places) }
    if encodesItself {
      pairs["rows"] = .array(rows.map { .dictionary($0) })
    } else {
      let columns = zip(properties.map(\.key), columns.map(\.node))
      pairs["columns"] = .dictionary(Dictionary(uniqueKeysWithValues: columns))
    }
    return .dictionary(pairs)
  }
}
