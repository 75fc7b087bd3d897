/// The objects of one class in a new archive.
final class WrittenTable {
  let plan: ArchivePlan
  let name: String
  let version: Int
  /// Whether the class encodes its objects itself.
  let encodesItself: Bool
  /// The number of the first object of the class.
  var first = 0
  var count = 0
  /// One column for each property; none if the class encodes its objects itself.
  var columns: [[WrittenNode]]
  /// One dictionary for each object, if the class encodes its objects itself.
  var rows: [[String: WrittenNode]] = []

  init(_ schema: ModelSchema) {
    plan = schema.outgoing.archive(schema)
    name = ArchiveName.current(schema.type)
    version = schema.type.archiveVersion
    encodesItself = schema.encodesItself
    columns = schema.encodesItself ? [] : schema.archived.map { _ in [] }
  }
}
