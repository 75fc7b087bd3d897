extension StoredProperty {
  /// Where the macro `Observable` keeps the observers of the properties that a class itself declares;
  /// nil if the class doesn't have it.
  static func registrar(of type: AnyClass) -> StoredProperty? {
    guard hasPlace else { return nil }
    let inherited = superclass(of: type).map { count(of: $0) } ?? 0
    let own = all(of: type).dropFirst(inherited)
    return own.first(where: \.storageName.isRegistrar)
  }
}

extension ClassDeclaration {
  /// The names in memory of the properties that the macro `Observable` observes, and the classes that
  /// declare them.
  ///
  /// It adds a registrar to a class, and stores the class's own properties with an underscore.
  var observed: [(storage: String, owner: any Model.Type)] {
    let fields = StoredProperty.all(of: type)
    var start = StoredProperty.count(of: type.root)
    return chain.flatMap { type -> [(storage: String, owner: any Model.Type)] in
      let own = fields[start..<max(start, StoredProperty.count(of: type))]
      start = own.endIndex
      guard own.contains(where: \.storageName.isRegistrar) else { return [] }
      return own.filter(\.storageName.isWrapped).map { (storage: $0.name, owner: type) }
    }
  }
}

extension ClassLists {
  /// The mistakes about properties of `@Observable` classes that are set without telling observers.
  var unobserved: [String] {
    let (type, accessed) = (declaration.type, declaration.accessed)
    return declaration.observed.compactMap { storage, owner in
      let name = declaration.stored.last { $0.stored.name == storage }?.name
      guard let name, isMapped(name) else { return nil }
      if accessed.names.contains(name) {
        let property = accessed.properties.last { $0.name == name }
        guard let root = property?.access?.root, root != owner,
          property?.heldModels.isRelationship == true
        else { return nil }
        return
          "\(type).accessors: the key path of \"\(name)\" begins at \(root), so views don't notice"
          + " if an equal object comes. Let it begin at \(owner), which declares the property."
      }
      return "\(type).\(name) is observed but has no accessor, so views don't notice that it is"
        + " set. List it in accessors, or mark it @ObservationIgnored."
    }
  }
}
