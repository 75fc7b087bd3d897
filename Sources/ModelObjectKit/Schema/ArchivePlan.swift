/// The plan for archiving objects of a class.
final class ArchivePlan: Sendable {
  let schema: ModelSchema
  var properties: [Property] { schema.archived }
  /// The key of each property.
  ///
  /// A class and its superclass may each have a private property of the same name: the second gets
  /// a number after its key.
  let names: [String]

  init(_ schema: ModelSchema) {
    self.schema = schema
    var counts: [String: Int] = [:]
    names = schema.archived.map { property in
      let name = property.stored.storageName.declared
      let count = counts[name, default: 0] + 1
      counts[name] = count
      return count == 1 ? name : "\(name) \(count)"
    }
  }
}
