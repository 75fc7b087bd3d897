// Objects that decode themselves.

extension ArchiveReader {
  func decode(_ model: any ArchivingModel, _ number: Int) throws(Misfit) {
    let outer = unarchiver.object
    unarchiver.object = number
    defer { unarchiver.object = outer }
    state.origins.current = (number, "")
    try call { try model.decode(with: unarchiver) }
    postponeSets(of: model, number)
  }

  /// The default of `decode(with:)`.
  func decodeProperties(of model: any Model, _ number: Int) throws(Misfit) {
    var filling = try filling(of: number)
    if type(of: model) == filling.schema.type {
      counts?.withProperties.insert(number)
    } else if let table = table(of: number) {
      filling = try ClassFilling(type(of: model), table)
    }
    try fill(model, filling, number: number, atOnce: true)
  }

  /// The value under a key of an archived object; nil if there is none or it doesn't fit the type.
  func decode<Value>(
    _ type: Value.Type,
    forKey key: String,
    _ number: Int
  ) throws(Misfit) -> Value? {
    state.origins.current = (number, key)
    guard let shape = shape(for: type) else {
      throw stop(.unsupportedValue, "values of type \(type) can't be unarchived")
    }
    guard let stored = try stored(key, of: number) else { return nil }
    if case .of(let declared) = shape.heldModels.allowed { registry.add(declared) }
    var members: [any Model] = []
    if shape.heldModels.comparesModels { members = try touch(stored, shape, fills: true) }
    func value() throws(Misfit) -> Value? {
      state.allowed = shape.heldModels.allowed
      state.hashesElements = shape.heldModels.areHashed
      return try fitting { () throws(Misfit) in
        try whole(members) { (_) throws(Misfit) in
          try converting(try withModels(stored), to: shape) { (input, context) throws(Misfit) in
            try shape.read(input, context)
          }
        } _: {
          let collector = ModelCollector()
          shape.write($0, to: collector)
          return collector.models
        }
      }
    }
    let first = try value()
    guard popAwaited() != nil else { return first }
    try fillIfPossible()
    return try complete { () throws(Misfit) in try value() }
  }

  /// Makes the models that a value refers to, but not the value, and returns them.
  ///
  /// They may also be decoded immediately, as long as the stack has room for one more: models with
  /// their own `decode(with:)` do so recursively.
  func touch(_ stored: Input, _ shape: any Shape, fills: Bool) throws(Misfit) -> [any Model] {
    state.allowed = shape.heldModels.allowed
    let value = try complete { () throws(Misfit) in
      try fitting { () throws(Misfit) in try tree(of: try withModels(stored)) }
    }
    let collector = ModelCollector()
    if let value { collector.untyped(value) }
    if fills { try fillIfPossible() }
    return collector.models
  }

  /// Decodes the objects that have been made, as long as the stack has room for that.
  func fillIfPossible() throws(Misfit) {
    guard !stack.isNear(with: StackLimit.sizeOfHook) else { return }
    let outer = state.origins.current
    try fillAll()
    state.origins.current = outer
    enter(outer.object)
  }
}
