/// The objects of a model store, as a mapping looks them up by their identity.
protocol ObjectRegistry: AnyObject {
  /// The object with an identity; nil if there is none.
  func object(_ identity: ModelIdentity) -> (any Model)?
  /// The identity under which an object is filed; nil if it is not.
  func identity(of object: any Model) -> ModelIdentity?
  /// Records that an input has an identity, even if no object is made from it.
  func name(_ identity: ModelIdentity)
  /// Records that an element wasn't read, so that its object isn't known.
  func miss(_ schema: ModelSchema)
  /// Notes that an object is about to be filled; files it, unless it already is, under the identity
  /// in its input.
  ///
  /// True if an outer object of the input is the same one and is being filled already.
  func begin(_ object: any Model, _ identity: ModelIdentity, isFiled: Bool) -> Bool
  /// Files an object with all models in it; returns the object filed under its identity.
  ///
  /// Objects that it changes are saved in the list; if it throws, they are as they were.
  func insert(_ object: any Model, _ undoList: UndoList) throws -> any Model
  /// Takes back an object that the call has filed.
  func drop(_ object: any Model)
  /// Files an object under an identity that no other object has, when the call ends.
  func add(_ object: any Model, _ identity: ModelIdentity)
  /// Removes an object whose place another one takes, when the call ends.
  func remove(_ object: any Model, replacedBy other: any Model)
  /// Ends what `begin` began.
  func end()
}

extension Mapping {
  func model(given model: any Model) throws(Misfit) -> any Model {
    rare.callersModels.insert(ObjectIdentifier(model))
    guard let registry else { return model }
    let former = ModelIdentity(of: model).flatMap { registry.object($0) }
    let inserted = try hook(false) { try registry.insert(model, undoList) }
    if registry.identity(of: inserted) == nil {
      if SchemaCache.schema(of: type(of: model)).identity != nil { noteUnidentified() }
    } else if let former, inserted === model, notes.isOn {
      noteReplaced([former], by: model)
    }
    return inserted
  }
}

// MARK: - Identities from a program

extension IdentityRule {
  /// The identities that a value from a program may stand for: by the conversions of the
  /// properties, and by their transforms as well.
  ///
  /// If an identity has several properties, the value is a dictionary by their names.
  func identities(given value: Any, _ schema: ModelSchema) -> [ModelIdentity] {
    let mapping = Mapping(options: schema.options)
    return [false, true].compactMap { isTransformed in
      func part(_ property: Property, _ value: Any) -> IdentityValue? {
        try? mapping.value(of: property, mapping.input(of: value), isTransformed: isTransformed)
      }
      if parts.count == 1, let identity = part(parts[0], value) {
        return self.identity(identity)
      }
      guard case .object(.tree(let pairs)) = mapping.input(of: value) else { return nil }
      let named = Dictionary(
        pairs.map { (schema.declaration.propertyName($0.key), $0.value) },
        uniquingKeysWith: { first, _ in first }
      )
      return self.identity { property in named[property.name].flatMap { part(property, $0) } }
    }
  }
}
