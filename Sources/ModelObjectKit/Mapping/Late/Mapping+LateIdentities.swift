// Objects that have another identity at their end than their keys gave: by hooks, accessors, `awake()` or
// `init()`.

/// An object of a store whose identity is seen at the end of the call.
struct LateObject {
  let model: any Model
  /// The identity by which the call found it; nil if its keys gave none.
  let identity: ModelIdentity?
  /// Whether this mapping made the object, or no store has it.
  let isNew: Bool
  /// Whether it is an element of a list, which is then incomplete without it.
  let isElement: Bool
  let steps: [Notes.Step]
}

extension ModelSchema {
  /// Whether an object may have another identity at its end than its keys gave.
  var mayChangeIdentity: Bool {
    hasAccessors || !hooks.isDisjoint(with: .ofMapping)
  }
}

extension Mapping {
  /// Notes an object of a store whose keys didn't give the identity that it has, to be filed at the end
  /// of the call.
  @inline(never)
  func noteIdentity(of frame: ObjectFrame) {
    guard let rule = frame.schema.identity else { return }
    if let misfit = frame.known?.misfit {
      noteUnidentified(misfit)
      return frame.list == nil ? () : missElement(of: frame.schema)
    }
    if let identity = frame.known?.identity {
      guard frame.schema.mayChangeIdentity, !rule.isIdentity(identity, of: frame.model) else {
        return
      }
    }
    if frame.isFresh { undoList.add(made: frame.model) } else { undoList.save(frame.model) }
    rare.lateObjects.append(
      LateObject(
        model: frame.model,
        identity: frame.known?.identity,
        isNew: frame.isFresh || frame.known?.identity == nil,
        isElement: frame.list != nil,
        steps: notes.steps
      )
    )
    undoList.add { [weak rare = rare] in _ = rare?.lateObjects.popLast() }
  }

  private func missElement(of schema: ModelSchema) { registry?.miss(schema) }

  /// Files the objects whose identity is seen at the end of the call, in the order of their ends.
  ///
  /// One isn't filed if another object has its identity. A known object keeps its own, and one that has
  /// none at its end keeps that of its keys.
  @inline(never)
  func fileLateObjects() {
    guard let late = state.rare?.lateObjects, !late.isEmpty, let registry else { return }
    rare.lateObjects = []
    let steps = notes.steps
    defer { notes.steps = steps }
    for object in late {
      notes.steps = object.steps
      file(object, in: registry)
    }
  }

  private func file(_ late: LateObject, in registry: any ObjectRegistry) {
    let model = late.model
    let schema = SchemaCache.schema(of: type(of: model))
    guard let rule = schema.identity else { return }
    guard rule.isGiven(in: model), let now = rule.identity(of: model) else {
      guard late.identity == nil else { return }
      noteUnidentified()
      if late.isElement { registry.miss(schema) }
      return
    }
    if let other = registry.object(now) {
      guard other !== model else { return }
      noteTaken(rule.text(of: model), isNew: late.isNew)
      guard late.isNew else { return }
      registry.drop(model)
      if late.isElement { registry.miss(schema) }
    } else if late.isNew {
      registry.drop(model)
      registry.add(model, now)
      registry.name(now)
    }
  }
}
