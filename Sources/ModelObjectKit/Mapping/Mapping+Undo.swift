// All or nothing: an object that was there before gets its values back if it is rejected, or if the
// mapping fails.

extension Mapping {
  /// The saved values; a mapping that only makes objects has none.
  var undoList: UndoList {
    if let list = state.extras?.undoList { return list }
    let made = UndoList()
    extras.undoList = made
    return made
  }

  var undoMark: UndoList.Mark { state.extras?.undoList?.mark ?? 0 }

  /// The objects that the mapping has changed, among those that were there before.
  var changedModels: Set<ObjectIdentifier> { state.extras?.undoList?.changedModels ?? [] }

  func undo(since mark: UndoList.Mark) {
    state.extras?.undoList?.undo(since: mark)
  }

  /// Calls a closure that fills a model that was made before.
  ///
  /// If it throws, the model gets all its values back, and so do the models in it. A closure that
  /// saves late gets true if it has to save the model before it changes it.
  func undoing(
    _ model: any Model,
    _ schema: ModelSchema,
    savesLate: Bool = false,
    _ fill: (Bool) throws(Misfit) -> Void
  ) throws(Misfit) {
    let mark = undoMark
    // A default in a new object was made with it, so that only a hook of its own can reject it
    // alone.
    guard state.isUpdating || mark > 0 || known != nil || !schema.hooks.isDisjoint(with: .rejecting)
    else {
      return try fill(false)
    }
    // A hook may change any model in its object. These are saved once, by the outermost object.
    let isHooked = !schema.hooks.isDisjoint(with: .ofMapping)
    let outer = state.hasSavedModels
    let isSaved = outer && schema.identity == nil
    state.hasSavedModels = isHooked || isSaved
    defer { state.hasSavedModels = outer }
    if isHooked, !isSaved {
      undoList.saveWhole(model)
    } else if !savesLate {
      undoList.save(model)
    }
    do throws(Misfit) {
      try fill(savesLate)
    } catch {
      undo(since: mark)
      throw error
    }
  }
}
