import Observation

extension ClassDeclaration {
  /// The names in memory of the properties that the macro `Observable` observes.
  ///
  /// It adds a registrar to a class, and stores the class's own properties with an underscore.
  var observed: [String] {
    let fields = StoredProperty.all(of: type)
    var start = StoredProperty.count(of: type.root)
    return chain.flatMap { type in
      let own = fields[start..<max(start, StoredProperty.count(of: type))]
      start = own.endIndex
      guard own.contains(where: \.storageName.isRegistrar) else { return [String]() }
      return own.map(\.storageName).filter(\.isWrapped).map(\.text)
    }
  }
}

extension ClassLists {
  /// The mistakes about properties of `@Observable` classes that are set without telling observers.
  var unobserved: [String] {
    let (type, accessed) = (declaration.type, declaration.accessed)
    return declaration.observed.compactMap { storage in
      let name = declaration.stored.last { $0.stored.name == storage }?.name
      guard let name, isMapped(name) else { return nil }
      guard let property = accessed.properties.last(where: { $0.name == name && $0.isAccessed })
      else {
        return "\(type).\(name) is observed but has no accessor, so views don't notice that it is"
          + " set. List it in accessors, or mark it @ObservationIgnored."
      }
      guard let access = property.access, !isObserved(property) else { return nil }
      return "\(type).accessors: the key path of \"\(name)\" leads to its storage \(storage), so"
        + " views don't notice that it is set. Write \\\(access.root).\(storage.dropFirst())."
    }
  }

  /// Whether the accessor of a property leads to what tells observers, and not to its storage.
  ///
  /// A registrar keeps an observer of what has been read as long as it may have to call it.
  private func isObserved(_ property: Property) -> Bool {
    final class Observer: Sendable {}
    let model = declaration.type.init()
    weak var held: Observer?
    do {
      let observer = Observer()
      held = observer
      withObservationTracking {
        _ = property.value(in: model)
      } onChange: {
        extendLifetime(observer)
      }
    }
    return withExtendedLifetime(model) { held != nil }
  }
}
