/// The objects of one class in a new archive.
final class WrittenTable: WrittenColumns {
  let type: any Model.Type
  let name: String
  /// Whether the class encodes its objects itself.
  let encodesItself: Bool
  /// The places in the store of objects that are only named; empty for whole objects.
  var places: [Int] = []
  /// The number of the first object of the class.
  var first = 0
  /// The numbers of the objects, in the order in which they were found.
  var objects = ReusedBuffer<Int32>()
  /// One dictionary for each object, if the class encodes its objects itself.
  var rows: [[String: WrittenNode]] = []

  /// Makes a table of whole objects, or of objects that are only named, by their identities.
  init(_ type: any Model.Type, isOfNames: Bool = false) {
    let schema = SchemaCache.schema(of: type)
    self.type = type
    name = ArchiveName.current(type)
    encodesItself = schema.hooks.contains(.encode) && !isOfNames
    if isOfNames {
      super.init(naming: schema.identity?.parts ?? [])
    } else {
      super.init(of: schema)
    }
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
      pairs["columns"] = .dictionary(nodes)
    }
    return .dictionary(pairs)
  }
}
