/// The plan for saving objects of a class before an update.
///
/// Any number of threads may read it: it never changes.
final class UndoPlan: @unchecked Sendable {
  /// The stored properties, except `let`, which never changes, and `weak` ones.
  let fields: SavedFields
  /// The properties, by the numbers of their fields.
  let properties: [Property?]
  /// The properties that are set through key paths, with their storage, which is nil if it doesn't
  /// hold the property's value.
  let accessed: [(property: Property, storage: FieldPlace?)]

  init(_ schema: ModelSchema) {
    let type = schema.type
    let stored = StoredProperty.all(of: type).dropFirst(StoredProperty.count(of: type.root))
      .filter(\.holdsValue)
    fields = SavedFields(stored)
    let copied = schema.declaration.copied
    properties = stored.map { field in copied.first { $0.stored.offset == field.offset } }
    let accessed = schema.declaration.accessed
    self.accessed = accessed.properties.filter(\.isAccessed).map { property in
      let storage = stored.first { accessed.byOffset[$0.offset] === property }
      let isOwn = storage.map { $0.type == property.valueType || $0.storageName.isLazy } ?? false
      return (property, isOwn ? storage?.place : nil)
    }
  }
}
