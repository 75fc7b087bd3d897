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
  var objects: [Int] = []
  /// One column for each property; none if the class encodes its objects itself.
  var columns: [[WrittenNode]]
  /// One dictionary for each object, if the class encodes its objects itself.
  var rows: [[String: WrittenNode]] = []

  init(_ schema: ModelSchema) {
    type = schema.type
    properties = schema.archived
    name = ArchiveName.current(schema.type)
    encodesItself = schema.encodesItself
    columns = schema.encodesItself ? [] : properties.map { _ in [] }
  }

  /// Makes a table of objects that are only named, by their identities.
  init(namesOf schema: ModelSchema) {
    type = schema.type
    properties = (schema.identity?.parts ?? []).map { part in
      (part, schema.archived.first { $0.property.name == part.name }?.key ?? part.name)
    }
    name = ArchiveName.current(schema.type)
    encodesItself = false
    columns = properties.map { _ in [] }
  }
}
