import Foundation

/// How the value of a key is assigned to its properties, for every source.
extension Mapping {
  /// Assigns a value to the properties that its key sets, or the values at their paths in it.
  ///
  /// The reader is left after the value, or before one that was not read.
  func assign(
    _ source: ValueLocation,
    to targets: TargetList,
    _ object: inout ObjectFilling,
    key: PairKey
  ) throws(Misfit) {
    let number = object.plan.property(of: targets)
    guard number < 0 else {
      return try offer(source, to: number, targets, 0, &object, key, path: key)
    }
    try assignParts(of: source, to: targets, &object, key: key)
  }

  /// Assigns a value, or the values at paths in it, to the properties of its key: none, one or
  /// several.
  private func assignParts(
    of source: ValueLocation,
    to targets: TargetList,
    _ object: inout ObjectFilling,
    key: PairKey
  ) throws(Misfit) {
    let keys = object.plan.keys
    guard !targets.isNone else {
      let mark = notes.mark
      try passUnknown(source, &object, key)
      return postpone(-1, isTaken: false, since: mark, &object, key)
    }
    let list = keys.targets(of: targets)
    guard !list.isEmpty else {
      try object.addTag(targets)
      return try keepTag(source, &object, key)
    }
    // If several keys, or paths of one key, lead to the same property, their ranks decide.
    var once = object.filled
    if !list.indices.allSatisfy({ once.insert(list[$0].property) }) { try rankFilled(&object) }
    let values = try values(for: targets, at: source, by: object.plan, into: walkTarget(of: object))
    let end = reader.position
    for index in list.indices {
      let number = list[index].property
      if values.isTaken(at: index) {
        object.filled.insert(number)
      } else if let source = values.source(at: index) {
        let path = values.path(at: index, behind: key, in: reader)
        try offer(source, to: number, targets, index, &object, key, path: path)
      }
    }
    reader.position = end
  }

  /// The object for a walk that reads common values straight into its properties; nil if each value
  /// needs a closer look.
  private func walkTarget(of object: borrowing ObjectFilling) -> PathWalk.Target? {
    guard object.isDirect, object.isFresh, !object.isWatched, object.plan.ownWay == .plain,
      !notes.isOn, !state.cut.isUnfinished
    else { return nil }
    return (object.plan, object.memory)
  }

  /// Offers a value to a property, which takes it by the rules of `ObjectFilling`.
  private func offer(
    _ source: ValueLocation,
    to number: Int,
    _ targets: TargetList,
    _ index: Int,
    _ object: inout ObjectFilling,
    _ key: PairKey,
    path: PairKey
  ) throws(Misfit) {
    var rank: KeyRank?
    guard try mayTake(source, number, targets, index, &object, key, path, &rank),
      try assign(source, number, &object, path)
    else { return }
    noteFilled(number, rank, &object)
  }

  /// Whether a property may take a value, which is neither worse than what the property has nor so
  /// common that the property has taken it now.
  @inline(never)
  private func mayTake(
    _ source: ValueLocation,
    _ number: Int,
    _ targets: TargetList,
    _ index: Int,
    _ object: inout ObjectFilling,
    _ key: PairKey,
    _ path: PairKey,
    _ rank: inout KeyRank?
  ) throws(Misfit) -> Bool {
    if object.filled.contains(number) { try rankFilled(&object) }
    let isFilled = object.filled.contains(number)
    if let ranks = object.contest?.ranks {
      let found = KeyRank(object.plan.keys.targets(of: targets)[index], key.text)
      rank = found
      // A property without a rank is settled.
      if isFilled, ranks[number]?.isBetter(than: found) != false {
        noteLost(number, &object, path)
        return false
      }
    }
    if !object.isFresh { noteAssignment(number, object) }
    guard let fit = try write(source, number, object, takesNull: !isFilled && !notes.isOn) else {
      return true
    }
    if fit == .taken {
      if isFilled { forgetLosers(number, object, to: path) }
      noteFilled(number, rank, &object)
    }
    return false
  }

  private func noteFilled(_ number: Int, _ rank: KeyRank?, _ object: inout ObjectFilling) {
    object.filled.insert(number)
    if let rank { object.contest?.ranks?[number] = rank }
  }

  /// Assigns a value to a property; false if it is null or doesn't fit.
  private func assign(
    _ source: ValueLocation,
    _ number: Int,
    _ object: inout ObjectFilling,
    _ path: PairKey
  ) throws(Misfit) -> Bool {
    var assignment = Assignment(number, object.schema.properties[number], mark: notes.mark)
    let outerModels = state.references?.modelsRead
    guard try begin(&assignment, source, &object, path) else { return false }
    defer { state.references?.modelsRead = outerModels }
    let fit = try map(&assignment, source, &object, path)
    return end(&assignment, source, fit, &object, path)
  }

  /// A value that a property is about to take, and what the property has.
  struct Assignment {
    let number: Int
    let property: Property
    let mark: Notes.Mark
    /// The value; null if the property asks for it by its own type.
    var input = Input.null
    var isNull = false
    /// Whether the value of another key has been assigned to the property.
    var isFilled = false
    var list: ListMatching?
    var mayAwait = false
    /// What the property held before, if it holds models.
    var former: FormerModels?

    init(_ number: Int, _ property: Property, mark: Notes.Mark) {
      (self.number, self.property, self.mark) = (number, property, mark)
    }
  }

  /// Reads the value of a property; false if it is lost.
  @inline(never)
  private func begin(
    _ assignment: inout Assignment,
    _ source: ValueLocation,
    _ object: inout ObjectFilling,
    _ path: PairKey
  ) throws(Misfit) -> Bool {
    let (number, property) = (assignment.number, assignment.property)
    assignment.isFilled = object.filled.contains(number)
    if !property.isAccessed { object.checkAccess(to: number) }
    let hasInput = try read(source, &assignment)
    if assignment.isFilled, assignment.isNull, !hasInput || property.transform == nil {
      noteLost(number, &object, path)
      return false
    }
    let undone = undoKey(number, property, object)
    assignment.list = list(of: property, object)
    assignment.mayAwait = mayAwait(property)
    if assignment.mayAwait { references.modelsRead = ModelsRead() }
    let mayMake = known != nil && property.heldModels.holdsModels
    if undone != nil || property.declared != nil || assignment.list != nil || mayMake {
      assignment.former = beginModels(&assignment, hasInput, insteadOf: undone, object)
    }
    return true
  }

  /// Reads the value; false if the property asks for it by its own type.
  private func read(_ source: ValueLocation, _ assignment: inout Assignment) throws(Misfit) -> Bool
  {
    let property = assignment.property
    if case .original(let original) = source {
      // Other properties take null for a value that doesn't fit, and asking takes long.
      let asks = property.shape.takesNull || property.transform != nil
      assignment.isNull = asks && original.isNull
      // The string "null" would take the place of a value.
      if asks, assignment.isFilled, !assignment.isNull {
        assignment.isNull = property.isNull(try input(from: source))
      }
      return false
    }
    assignment.input = try input(from: source)
    assignment.isNull = property.isNull(assignment.input)
    return true
  }

  @inline(never)
  private func end(
    _ assignment: inout Assignment,
    _ source: ValueLocation,
    _ fit: Fit,
    _ object: inout ObjectFilling,
    _ path: PairKey
  ) -> Bool {
    let (number, mark) = (assignment.number, assignment.mark)
    if let former = assignment.former { endModels(former, assignment.property, fit, &object) }
    if assignment.mayAwait {
      if fit != .misfit { noteTaken(assignment.property, of: object.model) }
      noteAwaited(assignment.property, source, assignment.list, object, since: mark, path)
    }
    if fit == .taken {
      forgetLosers(number, object, to: path)
    } else {
      if notes.isOn { contest(of: &object).seen.insert(number) }
      if assignment.isFilled {
        notes.forget(since: mark)
        if fit == .null { noteLost(number, &object, path) }
      }
    }
    postpone(number, isTaken: fit == .taken, since: mark, &object, path)
    return fit == .taken
  }

  private func map(
    _ assignment: inout Assignment,
    _ source: ValueLocation,
    _ object: inout ObjectFilling,
    _ path: PairKey
  ) throws(Misfit) -> Fit {
    if case .original(let original) = source { return try decode(original, &assignment, &object) }
    return try map(
      assignment.property,
      assignment.input,
      object.memory.object,
      object.schema,
      assignment.list,
      takesNull: !assignment.isFilled,
      key: path
    )
  }

  private func decode(
    _ original: OriginalValue,
    _ assignment: inout Assignment,
    _ object: inout ObjectFilling
  ) throws(Misfit) -> Fit {
    let fits = try original.origin.value(of: original, for: assignment.number, object).read()
    return fits ? fit(of: &assignment, in: object.model) : .misfit
  }

  private func fit(of assignment: inout Assignment, in model: any Model) -> Fit {
    // A transform may make nil of any value, and the string "null" is null.
    let property = assignment.property
    let isNull = assignment.isNull || property.shape.takesNull && property.isNil(in: model)
    return isNull ? .null : .taken
  }

  /// Writes a common value straight into a property; nil, with nothing read, if the rules of its
  /// type have to decide.
  private func write(
    _ source: ValueLocation,
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
