/// A property with an accessor whose value the stored properties of an object don't bring along: it is
/// `lazy` or `weak`, or computed of something that isn't copied.
struct DistantProperty {
  enum Kind {
    /// With the storage; nil if its place isn't known.
    case lazy(Property?)
    case weak
    case computed
  }

  let property: Property
  let kind: Kind

  /// The ones among the properties of a class without storage that can be compared.
  ///
  /// An `unowned` one isn't, unless it is optional: its object may be gone.
  static func all(among unseen: [Property], _ accessed: AccessedProperties) -> [DistantProperty] {
    unseen.compactMap { property in
      guard let field = accessed.storage[ObjectIdentifier(property)] else {
        return DistantProperty(property: property, kind: .computed)
      }
      if field.storageName.isLazy {
        let storage = StoredProperty.hasPlace ? Property.opaque(field) : nil
        return DistantProperty(property: property, kind: .lazy(storage))
      }
      guard !field.isStrong, field.type is any OptionalType.Type else { return nil }
      return DistantProperty(property: property, kind: .weak)
    }
  }

  var isLazy: Bool {
    if case .lazy = kind { true } else { false }
  }

  var isWeak: Bool {
    if case .weak = kind { true } else { false }
  }

  var isComputed: Bool {
    if case .computed = kind { true } else { false }
  }

  /// Whether a `lazy` property has a value in an object.
  func isMade(in object: AnyObject) -> Bool {
    guard case .lazy(let storage) = kind else { return false }
    guard let storage else { return true }
    return (storage.savedValue(in: object) as? any OptionalType)?.wrappedValue != nil
  }
}

extension StoredProperty {
  /// Whether no copy has what a computed property keeps in the storage: in an object that a `let`
  /// holds, for example.
  var mayHideValues: Bool {
    if storageName.isOfMacro { return false }
    if storageName.isLazy || !isStrong { return true }
    if isVar { return !holdsValue }
    let shape = shape(of: type)
    return (shape?.wrapped.leaf ?? shape?.wrapped.raw?.leaf) == nil
  }
}
