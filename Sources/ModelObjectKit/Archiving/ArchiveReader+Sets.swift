// Sets of models, which are made when the objects that their members consist of are complete.

/// A set that is made later.
struct PostponedSet {
  let object: Int
  let property: Property
  /// The key of its value in the archive; nil if the set that the object has is made once more of
  /// its members.
  let key: String?
  /// The models in the value.
  let members: [any Model]

  init(_ object: Int, _ property: Property, _ key: String?, _ members: [any Model]) {
    (self.object, self.property, self.key, self.members) = (object, property, key, members)
  }
}

/// A set that an object which decodes itself has got, perhaps before its members were complete.
struct ProvisionalSet {
  let key: String
  /// The models in the set.
  private let made: Set<ObjectIdentifier>
  /// Those in the archive's value.
  let members: [any Model]

  init(_ key: String, _ made: [any Model], _ members: [any Model]) {
    self.key = key
    self.made = Set(made.map { ObjectIdentifier($0) })
    self.members = members
  }

  func consists(of models: [any Model]) -> Bool { made == Set(models.map { ObjectIdentifier($0) }) }
}

extension ArchiveReader {
  /// Lets the sets of an object that has decoded itself be made once more: of the archive's value,
  /// if the object has what was made of that, or else of the members that it has.
  func postponeSets(of model: any Model, _ number: Int) {
    let sets = provisional.removeValue(forKey: number) ?? []
    for property in SchemaCache.schema(of: type(of: model)).declaration.copied
    where property.heldModels.comparesModels {
      let models = ModelLister.models(in: property, of: model)
      let set = sets.first { $0.consists(of: models) }
      guard set != nil || !models.isEmpty else { continue }
      postponed.append(PostponedSet(number, property, set?.key, set?.members ?? models))
    }
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
    let isAgain = SchemaCache.schema(of: type(of: model)).hooks.contains(.decode)
    try read(stored, set.property, into: model, isAgain: isAgain)
  }

  private func makeAgain(_ set: PostponedSet) {
    guard let model = state.models[set.object] else { return }
    set.property.copy(from: model, to: model, Copier { _ in true })
  }
}
