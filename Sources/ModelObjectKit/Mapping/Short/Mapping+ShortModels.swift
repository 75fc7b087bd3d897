// New objects that take the short way, and whether the next object may.

extension Mapping {
  /// Maps the object at the position to a new model of a class; nil, with nothing read, if the
  /// class needs more than the loop.
  @inline(__always)
  func shortModel(by plan: ClassPlan) throws(Misfit) -> (any Model)? {
    if state.stack.isNear() { return nil }
    switch way(of: plan) {
    case .full: return nil
    case .picked: return try plan.tags.flatMap { (tags) throws(Misfit) in try shortModel(by: tags) }
    case .short: return try shortModel(plan)
    }
  }

  /// Maps a dictionary to a new model of a class; nil if the class needs more than the loop.
  func shortModel(
    by plan: ClassPlan,
    from dictionary: [String: Any]
  ) throws(Misfit) -> (any Model)? {
    guard !state.stack.isNear(), way(of: plan) == .short else { return nil }
    let model = plan.type.init()
    return try mapShort(plan, from: .dictionary(dictionary), to: model) ? model : nil
  }

  /// Maps the object at the position to a new model of a class that has no hooks.
  ///
  /// It isn't one function with the one above: each level would hold on the stack what both need.
  func shortModel(_ plan: ClassPlan) throws(Misfit) -> any Model {
    let model = plan.type.init()
    try mapShort(plan, to: model)
    return model
  }

  /// Maps an object to a new model, or the object that stands for a struct; false, with nothing read,
  /// for a source that needs more than the loop.
  func mapShort(
    _ plan: ClassPlan,
    from source: ObjectSource,
    to model: any Model
  ) throws(Misfit) -> Bool {
    guard !state.stack.isNear() else { return false }
    switch source {
    case .text(let start):
      reader.position = start
      try mapShort(plan, to: model)
      return true
    case .dictionary:
      let outer = state.frame.take()
      defer { state.frame = outer }
      var object = shortObject(plan, ObjectMemory(model), from: source)
      bringInOrder(&object)
      try fillFromTree(&object)
      extendLifetime(model)
      return true
    case .list, .decoded, .none: return false
    }
  }

  /// Maps the object at the position.
  @inline(__always)
  private func mapShort(_ plan: ClassPlan, to model: any Model) throws(Misfit) {
    let outer = state.frame.take()
    defer { state.frame = outer }
    var object = shortObject(plan, ObjectMemory(model), from: .text(reader.position))
    try fillFromStart(&object)
    extendLifetime(model)
  }

  @inline(__always)
  private func shortObject(
    _ plan: ClassPlan,
    _ memory: ObjectMemory,
    from source: ObjectSource
  ) -> ObjectFilling {
    ObjectFilling(
      plan,
      memory,
      from: source,
      passesUnknownKeys: !notes.notesUnknownKeys
    )
  }

  /// The way of the next object: that of its class, unless the mapping leaves only the full way.
  @inline(__always)
  func way(of plan: ClassPlan) -> Way {
    state.allowsShortWay ? plan.way : .full
  }
}
