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
      guard let name, isMapped(name), !accessed.names.contains(name) else { return nil }
      return "\(type).\(name) is observed but has no accessor, so views don't notice that it is"
        + " set. List it in accessors, or mark it @ObservationIgnored."
    }
  }
}
