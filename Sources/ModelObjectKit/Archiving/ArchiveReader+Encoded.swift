// `Codable` values with models in them.
//
// 1. The first time, such a value is decoded to see which models it asks for. These are made, as by a
//    property that refers to them.
// 2. When they are complete, it is decoded again, and set: a type's own code may look into its models.

extension ArchiveReader {
  /// What the decoder of a `Codable` value knows of the archive.
  func part(of encoded: EncodedValue) -> ArchivedValue {
    ArchivedValue(archivedClasses, tellsMisfits: tellsMisfits, models: encoded.models) {
      [unowned self] (number, type) throws(Misfit) in
      try model(number, inCodableOf: type)
    }
  }

  /// A model for which a `Codable` value asks.
  private func model(
    _ number: Int,
    inCodableOf type: (any Model.Type)?
  ) throws(Misfit) -> any Model {
    let outer = state.allowed
    defer { state.allowed = outer }
    if let type { registry.add(type) }
    state.allowed = type.map { .of($0) } ?? .any
    // Which class it is to be isn't known: only one that the archive is opened with.
    if type == nil, !isKnown(number) {
      throw skip(
        "an object is not of one of the classes that the archive is opened with. Pass its class in"
          + " classes: or subclasses:.",
        number
      )
    }
    let model = try model(number: number)
    if !state.areComplete { state.awaited = (state.awaited ?? []) + [model] }
    return model
  }

  /// Whether an object has been made, or is of a class that the archive is opened with.
  private func isKnown(_ number: Int) -> Bool {
    let last = versions?.last(of: number) ?? number
    guard state.models.indices.contains(last), state.models[last] == nil else { return true }
    guard let table = table(of: last), let type = registry.find(table.name).first else {
      return false
    }
    return registry.knows(type)
  }

  /// Lets the value that is being read wait for its models.
  func wait() -> Misfit {
    state.awaited = state.awaited ?? []
    return .mismatch
  }

  /// The models for which the value that has just been read waits; nil if it doesn't.
  func popAwaited() -> [any Model]? {
    defer { state.awaited = nil }
    return state.awaited
  }

  /// Calls a closure that reads a value whose models are complete.
  func complete<Value>(_ read: () throws(Misfit) -> Value) throws(Misfit) -> Value {
    let outer = state.areComplete
    state.areComplete = true
    defer { state.areComplete = outer }
    return try read()
  }

  /// The plain Swift values of a `Codable` value with its models in their places: the property has
  /// another type now.
  func tree(_ plain: Any, with models: EncodedModels) throws(Misfit) -> Any {
    let outer = state.allowed
    defer { state.allowed = outer }
    var made: [any Model] = []
    for number in models.numbers {
      if case .none = outer, !isKnown(number) { throw .mismatch }
      state.allowed = .any
      made.append(try model(number: number))
    }
    guard state.areComplete else {
      state.awaited = (state.awaited ?? []) + made
      throw wait()
    }
    return Self.tree(plain, with: made, models.key)
  }

  private static func tree(_ value: Any, with models: [any Model], _ key: String) -> Any {
    switch value {
    case let elements as [Any]: return elements.map { tree($0, with: models, key) }
    case let pairs as [String: Any]:
      if pairs.count == 1, let number = pairs[key] as? Int, models.indices.contains(number) {
        return models[number]
      }
      return pairs.mapValues { tree($0, with: models, key) }
    default: return value
    }
  }
}
