/// The mapped properties of a class, some of which are read and set through a key path.
final class AccessedProperties {
  private let type: any Model.Type
  private let onMistake: (String) -> Void
  /// The mapped properties: the stored ones in their order, then the computed ones by name.
  private(set) var properties: [Property] = []
  /// The stored properties with an accessor, by their offsets.
  private(set) var byOffset: [Int: Property] = [:]
  /// The stored properties of those with an accessor.
  private(set) var storage: [ObjectIdentifier: StoredProperty] = [:]
  /// The names of the properties with an accessor.
  let names: Set<String>

  /// A stored property without its accessor; nil if it is never mapped.
  typealias Field = (stored: StoredProperty, property: Property?)

  init(
    _ chain: [any Model.Type],
    of type: any Model.Type,
    _ fields: [Field],
    _ onMistake: @escaping (String) -> Void
  ) {
    self.type = type
    self.onMistake = onMistake
    let mapped = fields.compactMap(\.property)
    var rest: [String: any PropertyAccess] = [:]
    for type in chain {
      for (name, access) in type.propertyAccesses {
        rest[ClassDeclaration.propertyName(name, among: mapped)] = access
      }
    }
    names = Set(rest.keys)
    let declared = fields.map { $0.property?.name ?? $0.stored.storageName.declared }
    for (index, field) in fields.enumerated() {
      // Of private properties with the same name, it is that of the most derived class.
      if let access = rest[declared[index]], !declared[(index + 1)...].contains(declared[index]) {
        rest[declared[index]] = nil
        guard let property = property(declared[index], access, field.stored) else { continue }
        byOffset[field.stored.offset] = property
        storage[ObjectIdentifier(property)] = field.stored
        properties.append(property)
      } else if StoredProperty.hasPlace, let property = field.property {
        properties.append(property)
      }
    }
    // Even of nothing, a sorted list makes the runtime search all conformances.
    guard !rest.isEmpty else { return }
    for (name, access) in rest.inKeyOrder() {
      if let property = property(name, access, nil) { properties.append(property) }
    }
  }

  /// The property of an accessor; nil if that is a mistake.
  private func property(
    _ name: String,
    _ access: any PropertyAccess,
    _ stored: StoredProperty?
  ) -> Property? {
    guard isSubclass(type, of: access.root) else {
      onMistake(
        "\(type).accessors: the key path of \"\(name)\" begins at \(access.root), which is not a"
          + " superclass of \(type)."
      )
      return nil
    }
    if let stored, stored.name == name, StoredProperty.hasPlace, stored.type != access.valueType {
      onMistake(
        "\(type).accessors: the key path of \"\(name)\" leads to \(access.valueType), but the"
          + " property is of type \(stored.type)."
      )
      return nil
    }
    // The storage has no type, so that no slot is made from it: it may be of another type,
    // or missing.
    let untyped = StoredProperty(
      name: stored.flatMap { $0.storageName.isLazy ? nil : $0.name } ?? name,
      type: Void.self,
      offset: 0,
      isVar: true,
      isStrong: true
    )
    guard let shape = shape(of: access.valueType) else {
      onMistake("\(type).accessors lists \"\(name)\": \(reasonForNoShape(access.valueType)).")
      return nil
    }
    let property = Property(untyped, shape.inClass(with: type.keyMatching), access)
    property.name = name
    return property
  }
}
