// All or nothing: an object that was there before gets its values back if it is rejected, or if the
// mapping fails.

extension Mapping {
  /// The objects that the mapping has changed, among those that were there before.
  var changedModels: Set<ObjectIdentifier> { state.rare?.undoList?.changedModels ?? [] }

  /// Makes it as if nothing had been read since a mark: objects that were there have their values
  /// again, and new ones can't be found.
  func undo(since mark: UndoList.Mark) {
    guard let list = state.rare?.undoList else { return }
    for made in list.undo(since: mark) { known?.drop(made) }
    state.references?.undo(since: mark)
  }

  /// Whether an object may be refused when others have been read after it: until then, each object
  /// that the input names is saved once more, even if that changes nothing.
  var mayRefuseLater: Bool { state.rare?.givenValues != nil }

  /// The same for an object that is refused when others have been read after it, except for what
  /// these name too.
  func undo(in saved: Range<UndoList.Mark>) {
    guard let list = state.rare?.undoList else { return }
    for made in list.undo(in: saved) { known?.drop(made) }
  }

  /// Saves the values of a model that was there before it is filled.
  ///
  /// A hook may change any model in its object. Those with an identity are saved when the input
  /// reaches them.
  func save(_ object: inout ObjectFilling, _ schema: ModelSchema, in outer: ObjectFrame?) {
    let isWhole = schema.isHooked || outer?.isHooked == true && schema.identity != nil
    // A default in a new object was made with it, so that only a hook of its own can reject it
    // alone.
    guard isUpdating || undoMark > 0 || known != nil || !schema.hooks.isDisjoint(with: .rejecting)
    else { return }
    if isWhole {
      object.savedAt = undoMark
      undoList.saveWhole([object.model], in: outer?.knownObjects ?? [])
    } else if object.source.isText, !mayRefuseLater {
      object.isUnsaved = true
    } else {
      saveUnsaved(&object)
    }
  }

  /// Saves the values of an object in front of the first change.
  @inline(never)
  func saveUnsaved(_ object: inout ObjectFilling) {
    object.savedAt = undoMark
    undoList.save(object.model)
    object.isUnsaved = false
  }
}
