extension ModelObject {
  /// Swift source of ``accessors`` for all mapped properties that the class itself declares.
  ///
  /// Paste it into the class, in place of an override that is there; then the class maps as
  /// before. Keep entries whose key path leads further, such as `\Order.home.city`: the source has
  /// only names, and the compiler refuses that one. The list has the properties in the order of their declaration, ignored ones too,
  /// then the computed and inherited ones that the class lists already. A comment lists those that
  /// can't have an accessor: properties whose types can't be mapped, names that always need
  /// backticks, and `self`, `Type` and `Protocol`. A class without properties gives an empty string.
  /// In an `@Observable` class, the key paths lead to the properties and not to their storage, so
  /// that observers notice what mapping sets.
  ///
  /// <doc:HowItWorks> explains when you need it.
  ///
  /// ```swift
  /// print(Image.accessorsSource)
  /// // public override class var accessors: [String: PropertyAccessor] {
  /// //   [
  /// //     "imageId": .init(\Image.imageId),
  /// //     "imageUrl": .init(\Image.imageUrl),
  /// //   ]
  /// // }
  /// ```
  public static var accessorsSource: String {
    let declaration = ClassDeclaration(self) { _ in }
    let superclass = declaration.chain.dropLast().last
    let above = superclass.map { ClassDeclaration($0) { _ in } }
    // A class that doesn't override the list returns that of its superclass.
    let inherited = superclass?.propertyAccesses ?? [:]
    var listed: [String: any PropertyAccess] = [:]
    for (name, access) in propertyAccesses where inherited[name]?.root != access.root {
      listed[declaration.propertyName(name)] = access
    }
    let observed = Set(declaration.observed.map(\.storage))
    var lines: [String] = []
    var unreached = declaration.opaque.dropFirst(above?.opaque.count ?? 0).map(\.name)
    for property in declaration.stored.dropFirst(above?.stored.count ?? 0) {
      let name = property.name
      // Only the property itself tells its observers.
      let storage = property.stored.name
      let way = observed.contains(storage) ? String(storage.dropFirst()) : storage
      if let access = listed.removeValue(forKey: name) {
        // Through the storage of a wrapped property comes the wrapper.
        let isStorage = access.valueType == property.stored.type
        lines.append(line(name, access.root, isStorage ? way : nil))
      } else if ["self", "Type", "Protocol"].contains(name) || name.contains("`") {
        unreached.append(name)
      } else {
        lines.append(line(name, self, way))
      }
    }
    lines += listed.inKeyOrder().map { line($0.key, $0.value.root, nil) }
    guard !lines.isEmpty else { return "" }
    let comment =
      unreached.isEmpty ? "" : "// Without an accessor: \(unreached.joined(separator: ", ")).\n"
    return comment + "public override class var accessors: [String: PropertyAccessor] {\n  [\n"
      + lines.map { "    \($0),\n" }.joined() + "  ]\n}"
  }

  private static func line(_ name: String, _ root: AnyClass, _ way: String?) -> String {
    let root = "\(root)".prefix { $0 != "<" }
    let way = way ?? StorageName.bare(name)
    return "\"\(name)\": .init(\\\(root).\(way == "init" ? "`init`" : way))"
  }
}
