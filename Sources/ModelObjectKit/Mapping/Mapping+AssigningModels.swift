// A property with models takes a value: what a losing key or a value that doesn't fit has changed is
// put back.

extension Mapping {
  /// What a property with models held before it takes a value.
  final class FormerModels {
    /// The value; nil if it need not be saved.
    let value: Any?
    let undone: Undone?
    /// Whether the property has been made anew.
    let isAnew: Bool
    /// Whether the value has to be remembered.
    let remembers: Bool
    let undoMark: UndoList.Mark

    init(_ value: Any?, _ undone: Undone?, isAnew: Bool, remembers: Bool, _ mark: UndoList.Mark) {
      (self.value, self.undone) = (value, undone)
      (self.isAnew, self.remembers, undoMark) = (isAnew, remembers, mark)
    }
  }

  /// Sees to it that none of a losing key's models are left in the winner's; nil if the property of
  /// a new object takes its first models.
  ///
  /// | the property's value comes from | taken | null, doesn't fit, or refused | the call throws |
  /// |---|---|---|---|
  /// | before the mapping | the models there are updated, or replaced | unchanged | as before |
  /// | a worse key; only new models | begins again with the class's default | the worse key's | as before |
  /// | a worse key that changed models | begins again with what was there | the worse key's, done again | as before |
  ///
  /// A null is used in the first row only, if the property takes it. What a better key may have to
  /// undo is recorded. Objects that another key has changed since keep these changes, property by
  /// property (`UndoList.undo(in:)`).
  func beginModels(
    _ assignment: inout Assignment,
    _ hasInput: Bool,
    insteadOf undone: Undone?,
    _ object: borrowing ObjectFilling
  ) -> FormerModels? {
    let (model, schema) = (object.memory.object, object.schema)
    let (number, property) = (assignment.number, assignment.property)
    let isAnew = undone == nil && assignment.isFilled
    let remembers = !object.isFresh || assignment.isNull && !schema.isNilWhenMade(number)
    let isSaved = undone == nil && (isAnew || remembers || known != nil)
    guard isSaved || undone != nil else { return nil }
    let former: Any? = isSaved ? .some(property.savedValue(in: model)) : nil
    if isAnew {
      if hasInput, schema.isNilWhenMade(number) {
        state.rules.ignoresExisting = true
      } else {
        property.copy(from: schema.type.init(), to: model)
      }
    }
    return FormerModels(former, undone, isAnew: isAnew, remembers: remembers, undoMark)
  }

  func endModels(
    _ former: FormerModels,
    _ property: Property,
    _ fit: Fit,
    _ object: inout ObjectFilling
  ) {
    state.rules.ignoresExisting = false
    let (undone, mark, model) = (former.undone, former.undoMark, object.memory.object)
    // The same object inside the value may have set the property.
    let isLeft = fit == .misfit && known != nil
    if fit != .taken, let undone {
      undone.redo()
    } else if let value = former.value,
      fit != .taken && former.isAnew
        || isLeft && !Comparison(===).decide({ property.isEqual(to: value, in: model, $0) })
    {
      property.restore(value, in: model)
    } else if fit != .misfit, undone != nil || former.remembers || known != nil && undoMark > mark {
      // A new object, too, may have changed objects of a store.
      contest(of: &object).models.append(
        ObjectFilling.FilledModel(
          property: property.number,
          former: undone?.former ?? former.value ?? (),
          changes: mark..<undoMark
        )
      )
    }
  }

  /// What a key had done to a property's models before it was undone.
  struct Undone {
    let former: Any
    let redo: () -> Void
  }

  /// Undoes what a key has done to a property's models; nil if nothing is known of it.
  func undoKey(
    _ number: Int,
    _ property: Property,
    _ object: borrowing ObjectFilling
  ) -> Undone? {
    guard let filled = object.contest?.models(of: number) else { return nil }
    let model = object.memory.object
    let value = property.savedValue(in: model)
    let (made, redo) = undoList.undo(in: filled.changes)
    let dropped = drop(made)
    property.restore(filled.former, in: model)
    func redoAll() {
      property.restore(value, in: model)
      redo()
      file(dropped)
    }
    return Undone(former: filled.former, redo: redoAll)
  }

  /// Takes back new objects that only a losing key has; what refers to them is treated as if they
  /// had been refused.
  @inline(never)
  private func drop(_ made: [any Model]) -> [(model: any Model, identity: ModelIdentity)] {
    made.compactMap { model in
      guard let identity = known?.identity(of: model) else { return nil }
      known?.drop(model)
      references.refuse(model, number: nil)
      references.record(identity, ofRefused: model)
      return (model, identity)
    }
  }

  /// Files objects again, unless there are others with their identities by now.
  private func file(_ dropped: [(model: any Model, identity: ModelIdentity)]) {
    for (model, identity) in dropped where known?.object(identity) == nil {
      references.accept(model)
      known?.file(model, identity)
    }
  }
}
