/// How the objects of one class are decoded from an archive.
final class ClassFilling {
  let type: any Model.Type
  let table: StoredTable
  let hooks: Hooks
  let properties: [FilledProperty]

  let decodesItself: Bool

  init(_ type: any Model.Type, _ table: StoredTable) throws(Misfit) {
    self.type = type
    self.table = table
    let schema = SchemaCache.schema(of: type)
    hooks = schema.hooks
    decodesItself = schema.decodesItself
    properties = try schema.archived.map { (property, key) throws(Misfit) in
      FilledProperty(property, key, try table.column(key))
    }
  }
}

/// A property and its column in the archive.
struct FilledProperty {
  let property: Property
  let name: String
  /// Nil if the archive has none, or the class encoded its objects itself.
  let column: StoredColumn?
  let comparesModels: Bool
  private let place: FieldPlace

  init(_ property: Property, _ name: String, _ column: StoredColumn?) {
    self.property = property
    self.name = name
    self.column = column
    comparesModels = property.shape.contents.comparesModels
    place = property.stored.place
  }

  /// Stores a string or an integer directly; false if it must be converted.
  func takes(_ cell: StoredValue, into model: any Model) -> Bool {
    ObjectMemory.with(model) { memory in
      switch cell {
      case .text(let text) where text.utf8.first != ArchiveFormat.markByte:
        place.take(text, in: memory)
      case .integer(let value): place.take(Int(value), in: memory)
      default: false
      }
    }
  }
}
