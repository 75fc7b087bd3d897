import ModelObjectEssentials

extension ClassLists {
  /// The mistakes about accessors whose key path leads to a stored property of another name: exports
  /// have its value twice.
  ///
  /// Most key paths don't tell the property's name, so it is tried with a new object.
  var aliases: [String] {
    guard StoredProperty.hasPlace else { return [] }
    let exported = properties.filter { !unexported.contains($0.name) }
    let names = Set(exported.map(\.name))
    let stored = declaration.stored.filter { names.contains($0.name) }
    return exported.filter(\.isAccessed).compactMap { property in
      let twin = stored.first { twin in
        twin.name != property.name && twin.valueType == property.valueType
          && isAlias(property, of: twin)
      }
      guard let twin else { return nil }
      let (type, name) = (declaration.type, property.name)
      let isStored = declaration.stored.contains { $0.name == name }
      return "\(type).accessors: the key path of \"\(name)\" leads to \"\(twin.name)\", so exports"
        + " have its value twice. "
        + (isStored
          ? "Did you mean \\\(type).\(name)?"
          : "Did you mean \"\(twin.name)\"? If not, list one of them in ignoredProperties.")
    }
  }

  /// Whether a property has the value of a stored one, also after that has changed, and not a value
  /// of its own.
  private func isAlias(_ property: Property, of stored: Property) -> Bool {
    let object = declaration.type.init()
    let first = stored.value(in: object)
    let own = declaration.stored.first { $0.name == property.name }
    guard own != nil || areSame(property.value(in: object), first) else { return false }
    change(stored, in: object)
    let second = stored.value(in: object)
    return !areSame(first, second) && areSame(property.value(in: object), second)
      && !areSame(own?.value(in: object), second)
  }

  /// Gives a property another value, if one of some values fits its type.
  private func change(_ property: Property, in object: any Model) {
    if let declared = property.declared { return property.set(declared.init(), in: object) }
    let before = property.value(in: object)
    let texts = (property.shape.wrapped.rawValues ?? []) + ["2", UUID().uuidString]
    let inputs: [Input] =
      texts.map { .text(.string($0)) }
      + [.number(.signed(3)), .bool(true), .array(.tree(["2"])), .object(.tree(["a": "2"]))]
    let mapping = Mapping(options: nil)
    for input in inputs {
      _ = try? property.map(input, into: object, mapping)
      if !areSame(before, property.value(in: object)) { return }
    }
  }

  private func areSame(_ first: Any?, _ second: Any?) -> Bool {
    first.equals(second) { first, second in
      Comparison { $0 === $1 }.decide { UntypedTree.areEqual(first, second, $0) }
    }
  }
}
