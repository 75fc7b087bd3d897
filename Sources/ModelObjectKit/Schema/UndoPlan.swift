/// The plan for saving objects of a class before an update.
///
/// Any number of threads may read it: it never changes.
final class UndoPlan: @unchecked Sendable {
  /// A property to save.
  struct SavedProperty {
    /// The stored property; without places in memory, the accessor.
    let property: Property
    /// The property that sets it through its key path; nil if it is only stored.
    let accessor: Property?
    /// The bytes of a stored property; nil without places in memory.
    let bytes: Range<Int>?
  }

  /// The stored properties, except `let`, which never changes, and `weak` ones, and then the accessors
  /// of those whose values only these know, `weak` ones among them.
  ///
  /// Without places in memory, what has an accessor: no one knows which of these are computed.
  let properties: [SavedProperty]
  /// The bytes of all stored properties.
  let bytes: Range<Int>
  /// Whether setting a property may call code of the class.
  let hasAccessors: Bool

  init(_ schema: ModelSchema) {
    let type = schema.type
    let (copied, accessed) = (schema.declaration.copied, schema.declaration.accessed)
    let fields = StoredProperty.all(of: type).dropFirst(StoredProperty.count(of: type.root))
    let stored = fields.compactMap { field -> SavedProperty? in
      guard field.holdsValue else { return nil }
      let known = copied.first { $0.stored.offset == field.offset }
      guard let saved = known ?? .opaque(field) else { return nil }
      let accessor = accessed.byOffset[field.offset]
      let isOwn = accessor?.valueType == field.type || field.storageName.isLazy
      return SavedProperty(property: saved, accessor: isOwn ? accessor : nil, bytes: field.bytes)
    }
    let reached =
      StoredProperty.hasPlace
      ? schema.declaration.reached + schema.declaration.distant.filter(\.isWeak).map(\.property)
      : accessed.properties.filter(\.isAccessed)
    properties = stored + reached.map { SavedProperty(property: $0, accessor: $0, bytes: nil) }
    let start = stored.lazy.compactMap(\.bytes?.lowerBound).min() ?? 0
    bytes = start..<(stored.lazy.compactMap(\.bytes?.upperBound).max() ?? start)
    hasAccessors = properties.contains { $0.accessor != nil }
  }

  /// The values of the properties, in their order.
  func values(in model: any Model) -> [Any] {
    var values: [Any] = []
    values.reserveCapacity(properties.count)
    // By index, as a property would be copied with its references.
    for index in properties.indices {
      values.append(properties[index].property.savedValue(in: model))
    }
    return values
  }
}
