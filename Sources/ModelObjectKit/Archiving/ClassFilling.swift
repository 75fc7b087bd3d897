/// How the objects of one class are decoded from an archive.
final class ClassFilling {
  let schema: ModelSchema
  let table: StoredTable
  let properties: [FilledProperty]

  init(_ type: any Model.Type, _ table: StoredTable) throws(Misfit) {
    schema = SchemaCache.schema(of: type)
    self.table = table
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

  /// Stores a string or an integer of the column directly; false if the value must be converted.
  func takes(_ row: Int, into model: any Model) -> Bool {
    ObjectMemory.with(model) { memory in
      switch column {
      case .texts(let texts)? where texts[row].utf8.first != ArchiveFormat.markByte:
        place.take(texts[row], in: memory)
      case .integers(let integers)?: place.take(Int(integers[row]), in: memory)
      default: false
      }
    }
  }
}
