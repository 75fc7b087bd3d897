/// The plan for saving objects of a class before an update.
///
/// Any number of threads may read it: it never changes.
final class UndoPlan: @unchecked Sendable {
  /// The properties to save: the stored ones, except `let`, which never changes, and `weak` ones;
  /// then those that are computed.
  ///
  /// One that is set through a key path has an accessor.
  let properties: [(saved: Property, accessor: Property?)]

  init(_ schema: ModelSchema) {
    let type = schema.type
    let (copied, accessed) = (schema.declaration.copied, schema.declaration.accessed)
    let fields = StoredProperty.all(of: type).dropFirst(StoredProperty.count(of: type.root))
    var properties: [(saved: Property, accessor: Property?)] = []
    for field in fields where field.holdsValue {
      let known = copied.first { $0.stored.offset == field.offset }
      guard let saved = known ?? .opaque(field) else { continue }
      let accessor = accessed.byOffset[field.offset]
      let isOwn = accessor?.valueType == field.type || field.storageName.isLazy
      properties.append((saved, isOwn ? accessor : nil))
    }
    let computed = accessed.properties.filter { property in
      property.isAccessed && !properties.contains { $0.accessor === property }
    }
    self.properties = properties + computed.map { ($0, $0) }
  }
}
