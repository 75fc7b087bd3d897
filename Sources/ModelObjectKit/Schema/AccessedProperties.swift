/// The mapped properties of a class, some of which are read and set through a key path.
final class AccessedProperties {
  /// The merged `accessors` of a class and its superclasses, by property name.
  private var accesses: [String: any PropertyAccess] = [:]
  private let type: any Model.Type
  private let mistakes: Mistakes
  /// The mapped properties: the stored ones in their order, then the computed ones by name.
  private(set) var properties: [Property]
  /// The stored properties with an accessor, by their offsets.
  private(set) var byOffset: [Int: Property] = [:]
  private(set) var names: Set<String> = []

  /// A stored property without its accessor; nil if it is never mapped.
  private typealias Field = (stored: StoredProperty, property: Property?)

  init(
    _ chain: [any Model.Type],
    of type: any Model.Type,
    _ mapped: [Property],
    among stored: ArraySlice<StoredProperty>,
    _ mistakes: Mistakes
  ) {
    self.type = type
    self.mistakes = mistakes
    properties = StoredProperty.hasPlace ? mapped : []
    for type in chain {
      for (name, access) in type.propertyAccesses {
        accesses[ClassDeclaration.propertyName(name, among: mapped)] = access
      }
    }
    guard !accesses.isEmpty else { return }
    let fields: [Field] = stored.map { field in
      let property = mapped.first {
        $0.stored.offset == field.offset && $0.stored.name == field.name
      }
      return (field, property)
    }
    names = Set(accesses.keys)
    properties = []
    var rest = accesses
    let declared = fields.map { $0.property?.name ?? $0.stored.storageName.declared }
    for (index, field) in fields.enumerated() {
      // Of private properties with the same name, it is that of the most derived class.
      if let access = rest[declared[index]], !declared[(index + 1)...].contains(declared[index]) {
        rest[declared[index]] = nil
        guard let property = property(declared[index], access, field.stored) else { continue }
        byOffset[field.stored.offset] = property
        properties.append(property)
      } else if StoredProperty.hasPlace, let property = field.property {
        properties.append(property)
      }
    }
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
      mistakes.add(
        "\(type).accessors: the key path of \"\(name)\" begins at \(access.root), which is not a"
          + " superclass of \(type)."
      )
      return nil
    }
    if let own = access.name, StorageName.bare(own) != StorageName.bare(name) {
      mistakes.add(
        "\(type).accessors lists \"\(name)\", but the key path is that of \"\(own)\"."
          + " Did you mean \"\(own)\"?"
      )
      return nil
    }
    if let stored, stored.name == name, StoredProperty.hasPlace, stored.type != access.valueType {
      mistakes.add(
        "\(type).accessors: the key path of \"\(name)\" leads to \(access.valueType), but the"
          + " property is of type \(stored.type)."
      )
      return nil
    }
    // The place has no type, so that no slot is made from it: the storage may be of another type,
    // or missing.
    let place = StoredProperty(
      name: stored.flatMap { $0.storageName.isLazy ? nil : $0.name } ?? name,
      type: Void.self,
      offset: 0,
      isVar: true,
      isStrong: true
    )
    guard let shape = shape(of: access.valueType) else {
      mistakes.add("\(type).accessors lists \"\(name)\": \(reasonForNoShape(access.valueType)).")
      return nil
    }
    let property = Property(place, shape, access)
    property.name = name
    return property
  }
}
