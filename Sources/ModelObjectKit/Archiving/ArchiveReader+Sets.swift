// Sets of models, and `Codable` values with models in them, which are made when the objects that these
// consist of are complete.

/// A set, or a `Codable` value, that is made later.
struct PostponedSet {
  let object: Int
  let property: Property
  /// The key of its value in the archive; nil if the set that the object has is made once more of
  /// its members.
  let key: String?
  /// The models in the value.
  let members: [any Model]

  init(_ object: Int, _ property: Property, key: String?, members: [any Model]) {
    (self.object, self.property, self.key, self.members) = (object, property, key, members)
  }
}

extension ArchiveReader {
  /// Lets the sets that an object has given itself be made once more of their members.
  func postponeSets(of model: any Model, _ number: Int) {
    for property in SchemaCache.schema(of: type(of: model)).declaration.copied
    where property.heldModels.comparesModels {
      let models = ModelLister.models(in: property, of: model)
      if !models.isEmpty {
        postponed.append(PostponedSet(number, property, key: nil, members: models))
      }
    }
  }

  /// A value with sets of some members for an object that decodes itself.
  ///
  /// Members that aren't complete yet may count as equal: then the value is made as if all were
  /// different, so that each set has all of its members until it is made once more.
  func whole<Value>(
    _ members: [any Model],
    _ read: (_ isAgain: Bool) throws(Misfit) -> Value,
    _ models: (Value) -> [any Model]
  ) throws(Misfit) -> Value {
    let value = try read(false)
    guard models(value).count < members.count else { return value }
    return try ThreadState.with(comparingIdentities: true) { () throws(Misfit) in try read(true) }
  }

  /// Makes the sets of models, innermost first.
  ///
  /// In a circle, the members of a set aren't complete when it is made, so that they count as
  /// different then; when all sets of the circle are there, each is made once more of its members.
  func fillPostponed() throws(Misfit) {
    guard !postponed.isEmpty else { return }
    var sets: [ObjectIdentifier: [PostponedSet]] = [:]
    for set in postponed {
      if let model = state.models[set.object] {
        sets[ObjectIdentifier(model), default: []].append(set)
      }
    }
    let owners = postponed.compactMap { state.models[$0.object] }
    postponed = []
    let groups = CompletionOrder.groups(from: owners) { model in
      ModelLister.models(in: model)
        + (sets[ObjectIdentifier(model)]?.flatMap(\.members) ?? [])
    }
    for group in groups {
      let inside = group.objects.flatMap { sets[ObjectIdentifier($0)] ?? [] }
      try ThreadState.with(comparingIdentities: group.isCircle) { () throws(Misfit) in
        for set in inside { try make(set) }
      }
      guard group.isCircle else { continue }
      for set in inside { makeAgain(set) }
    }
  }

  private func make(_ set: PostponedSet) throws(Misfit) {
    guard let key = set.key else { return makeAgain(set) }
    state.origins.current = (set.object, key)
    guard let model = state.models[set.object], let stored = try stored(key, of: set.object) else {
      return
    }
    try readComplete(stored, of: set.property, into: model) { () throws(Misfit) in
      try fillAll()
      try fillPostponed()
    }
  }

  private func makeAgain(_ set: PostponedSet) {
    guard let model = state.models[set.object] else { return }
    set.property.copy(from: model, to: model, Copier { _ in true })
  }
}
