import Foundation

/// What a key gives to its properties, for every source.
extension Mapping {
  /// Gives a value to the properties that its key sets, or the values at their paths in it.
  ///
  /// The reader is left after the value, or before one that was not read.
  func give(
    _ source: Source,
    to targets: TargetList,
    _ object: inout ObjectFilling,
    key: () -> String
  ) throws(Misfit) {
    let keys = object.plan.keys
    guard !targets.isNone else {
      let mark = notes.mark
      try passUnknown(source, &object, key)
      return keepBack(-1, isTaken: false, since: mark, &object, key)
    }
    let number = keys.property(of: targets)
    if number >= 0 { return try offer(source, to: number, targets, 0, &object, key, path: key) }
    let list = keys.targets(of: targets)
    guard !list.isEmpty else {
      try object.addTag(targets)
      return try keepTag(source, &object, key)
    }
    // Keys, or paths behind one key, that may lead to the same property are judged by their ranks.
    var once = object.filled
    if !list.indices.allSatisfy({ once.insert(list[$0].property) }) { try rankFilled(&object) }
    let values = try values(for: targets, at: source, by: object.plan, into: walkTarget(of: object))
    let end = reader.position
    for place in list.indices {
      let number = list[place].property
      if values.isTaken(at: place) {
        object.filled.insert(number)
      } else if let source = values.source(at: place) {
        try offer(source, to: number, targets, place, &object, key) {
          values.path(at: place, behind: key(), in: reader)
        }
      }
    }
    reader.position = end
  }

  /// The object for a walk that reads common values straight into its properties; nil if each value
  /// needs a closer look.
  private func walkTarget(of object: borrowing ObjectFilling) -> PathWalk.Target? {
    guard object.isDirect, object.isFresh, !object.isWatched, object.plan.isPlainOncePicked,
      !notes.isKept, !state.isOpen
    else { return nil }
    return (object.plan, object.memory)
  }

  /// Offers a value to a property, which takes it by the rules of `ObjectFilling`.
  private func offer(
    _ source: Source,
    to number: Int,
    _ targets: TargetList,
    _ place: Int,
    _ object: inout ObjectFilling,
    _ key: () -> String,
    path: () -> String
  ) throws(Misfit) {
    if object.filled.contains(number) { try rankFilled(&object) }
    let isFilled = object.filled.contains(number)
    var rank: KeyRank?
    if let ranks = object.rivals?.ranks {
      let found = KeyRank(object.plan.keys.targets(of: targets)[place], key())
      rank = found
      // A property without a rank is settled.
      if isFilled, ranks[number]?.isBetter(than: found) != false {
        return noteLost(number, &object, path)
      }
    }
    if !object.isFresh { noteAssignment(number, object) }
    if let fit = try write(source, number, object, takesNull: !isFilled && !notes.isKept) {
      guard fit == .taken else { return }
      if isFilled { forgetLosers(number, object, to: path) }
    } else {
      guard try take(source, number, &object, path) else { return }
    }
    object.filled.insert(number)
    if let rank { object.rivals?.ranks?[number] = rank }
  }

  /// Gives a property a value; false if it is null or doesn't fit.
  private func take(
    _ source: Source,
    _ number: Int,
    _ object: inout ObjectFilling,
    _ path: () -> String
  ) throws(Misfit) -> Bool {
    let property = object.schema.properties[number]
    let isFilled = object.filled.contains(number)
    let mark = notes.mark
    if !property.isAccessed { object.checkAccess(to: number) }
    let value = try Given(source, property, self)
    if isFilled, value.isNull, value.input == nil || property.transform == nil {
      noteLost(number, &object, path)
      return false
    }
    let loser = undoLoser(number, property, object)
    let list = list(of: property, object)
    let mayAwait = mayAwait(property)
    let outerModels = state.modelsRead
    if mayAwait { state.modelsRead = ModelsRead() }
    defer { state.modelsRead = outerModels }
    let fit =
      loser != nil || property.declared != nil || list != nil
      ? try takeModels(value, number, list, insteadOf: loser, &object, path)
      : try give(value, number, nil, object, takesNull: !isFilled, path)
    if mayAwait, fit != .misfit { noteTaken(property, of: object.model) }
    if mayAwait { noteAwaited(property, source, list, object, since: mark, path) }
    if fit == .taken {
      forgetLosers(number, object, to: path)
    } else {
      if notes.isKept { rivals(of: &object).seen.insert(number) }
      if isFilled {
        notes.forget(since: mark)
        if fit == .null { noteLost(number, &object, path) }
      }
    }
    keepBack(number, isTaken: fit == .taken, since: mark, &object, path)
    return fit == .taken
  }

  /// A value for a property, and its input; nil if the property asks for it by its own type.
  private struct Given {
    let source: Source
    let input: Input?
    let isNull: Bool

    init(_ source: Source, _ property: Property, _ mapping: Mapping) throws(Misfit) {
      self.source = source
      if case .original(let original) = source {
        // Other properties take null for a value that doesn't fit, and asking takes long.
        let asks = property.shape.takesNull || property.transform != nil
        (input, isNull) = (nil, asks && original.isNull)
      } else {
        let input = try mapping.input(from: source)
        (self.input, isNull) = (input, property.isNull(input))
      }
    }
  }

  /// Gives a property its models, so that none of a losing key's are left in the winner's.
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
  private func takeModels(
    _ value: Given,
    _ number: Int,
    _ list: ListUnderWay?,
    insteadOf loser: Loser?,
    _ object: inout ObjectFilling,
    _ path: () -> String
  ) throws(Misfit) -> Fit {
    let (model, schema) = (object.memory.object, object.schema)
    let property = schema.properties[number]
    let isFilled = object.filled.contains(number)
    let isAnew = loser == nil && isFilled
    let remembers = !object.isFresh || value.isNull && !schema.isNilWhenMade(number)
    let isKept = loser == nil && (isAnew || remembers || known != nil)
    let former = isKept ? property.kept(in: model) : ()
    if isAnew {
      if value.input != nil, schema.isNilWhenMade(number) {
        state.ignoresExisting = true
      } else {
        property.copy(from: schema.type.init(), to: model)
      }
    }
    let start = undoMark
    let fit = try give(value, number, list, object, takesNull: !isFilled, path)
    state.ignoresExisting = false
    // The same object inside the value may have set the property.
    let isLeft = isKept && fit == .misfit && known != nil
    if fit != .taken, let loser {
      loser.redo()
    } else if fit != .taken && isAnew
      || isLeft && !Comparison(===).decide({ property.isEqual(to: former, in: model, $0) })
    {
      property.restore(former, in: model)
    } else if fit != .misfit, loser != nil || remembers || known != nil && undoMark > start {
      // A new object, too, may have changed objects of a store.
      rivals(of: &object).models.append(
        ObjectFilling.FilledModel(
          property: number,
          former: loser?.former ?? former,
          changes: start..<undoMark
        )
      )
    }
    return fit
  }

  /// What a key had done to a property's models before it was undone.
  private struct Loser {
    let former: Any
    let redo: () -> Void
  }

  /// Undoes what a key has done to a property's models; nil if nothing is known of it.
  private func undoLoser(
    _ number: Int,
    _ property: Property,
    _ object: borrowing ObjectFilling
  ) -> Loser? {
    guard let filled = object.rivals?.models(of: number) else { return nil }
    let model = object.memory.object
    let value = property.kept(in: model)
    let redo = undoList.undo(in: filled.changes)
    property.restore(filled.former, in: model)
    func redoAll() {
      property.restore(value, in: model)
      redo()
    }
    return Loser(former: filled.former, redo: redoAll)
  }

  private func give(
    _ value: Given,
    _ number: Int,
    _ list: ListUnderWay?,
    _ object: borrowing ObjectFilling,
    takesNull: Bool,
    _ path: () -> String
  ) throws(Misfit) -> Fit {
    let (model, schema) = (object.model, object.schema)
    let property = schema.properties[number]
    if case .original(let original) = value.source {
      let (origin, place) = (original.origin, original.entry)
      let fits = try origin.read(number, at: place, original.path, into: model, schema)
      // A transform may make nil of any value.
      let isNil = property.transform != nil && property.shape.takesNull && property.isNil(in: model)
      return !fits ? .misfit : value.isNull || isNil ? .null : .taken
    }
    let input = value.input ?? .null
    return try map(property, input, model, schema, list, takesNull: takesNull, key: path)
  }

  /// Writes a common value straight into a property; nil, with nothing read, if the rules of its
  /// type have to decide.
  private func write(
    _ source: Source,
    _ number: Int,
    _ object: borrowing ObjectFilling,
    takesNull: Bool
  ) throws(Misfit) -> Fit? {
    // A report notes each value.
    guard !notes.isReport else { return nil }
    let slot = object.plan.slots[number].direct
    if case .none = slot { return nil }
    object.checkAccess(to: number)
    let isNull: Bool
    switch source {
    case .text(let offset):
      guard goesDirectly(offset, to: slot) else { return nil }
      reader.position = offset
      let first = reader.next()
      isNull = first == UInt8(ascii: "n")
      guard !isNull || takesNull, try reader.readDirectly(first, slot, object.memory) else {
        return nil
      }
    case .tree(var value):
      isNull = reference(in: value) is NSNull
      guard !isNull || takesNull, slot.write(&value, in: object.memory) else { return nil }
    case .original, .null: return nil
    }
    return isNull ? .null : .taken
  }
}
