/// The hash of models.
enum ModelHasher {
  /// Adds the class and the properties without models.
  ///
  /// A model inside a value of another one, such as a struct, adds only its class: otherwise
  /// hashing a cyclic graph wouldn't end.
  static func hash(_ model: any Model, into hasher: inout Hasher) {
    let type = type(of: model)
    hasher.combine(ObjectIdentifier(type))
    if let state = ThreadState.current, state.isHashing { return }
    let declaration = SchemaCache.schema(of: type).declaration
    ObjectMemory.with(model) { object in
      for slot in declaration.slots { slot.type.hash(slot.place, of: object, into: &hasher) }
    }
    for property in declaration.hashed { property.hash(of: model, into: &hasher) }
  }
}
