import ModelObjectEssentials

/// How the value of a key is assigned to its properties, for every source.
extension Mapping {
  /// Assigns a value to the properties that its key sets, or the values at their paths in it.
  ///
  /// The reader is left after the value, or before one that was not read.
  @inline(never)
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
      return postpone(-1, isTaken: true, since: mark, &object)
    }
    let list = keys.targets(of: targets)
    guard !list.isEmpty else { return try keepTag(source, &object, key) }
    // Several paths of one key may lead to the same property.
    var touched = object.filled
    if !list.allSatisfy({ touched.insert($0.property) }) {
      try collect(&object, isLate: true)
    }
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
    guard object.isDirect, object.isFresh, !object.isWatched else { return nil }
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
    switch try verdict(on: source, number, &object) {
    case .pass: try pass(source, number, (targets, index), &object, key, path: path)
    case .compete: try fillByBest(number, &object)
    case .take: try assign(source, number, &object, path)
    }
  }

  private enum Verdict { case pass, compete, take }

  /// What becomes of a value that is offered to a property.
  @inline(never)
  private func verdict(
    on source: ValueLocation,
    _ number: Int,
    _ object: inout ObjectFilling
  ) throws(Misfit) -> Verdict {
    if object.passing != nil { return .pass }
    if object.isTouched(number) || mayHaveEffects(source, number, object) {
      try collect(&object, isLate: true)
    }
    return object.extras?.rivals[number] != nil ? .compete : .take
  }

  /// Whether a value of a property may have effects beyond its place, as that of a losing key must not:
  /// known objects may change, or it may be noticed that new ones are mapped.
  private func mayHaveEffects(
    _ source: ValueLocation,
    _ number: Int,
    _ object: borrowing ObjectFilling
  ) -> Bool {
    guard !object.isCollected else { return false }
    let property = object.schema.properties[number]
    guard property.heldModels.holdsModels else { return false }
    guard object.isFresh, state.allowsPlainWay else { return true }
    // Null and an empty array make no model, and their class may never have been used. What a
    // transform makes of them isn't known.
    if property.transform == nil, isEmpty(source) { return false }
    guard case .of(let declared) = property.heldModels.allowed else {
      return !object.schema.elementClasses.isEmpty
    }
    return SchemaCache.schema(of: declared).classPlan.isNoticed
  }

  private func isEmpty(_ source: ValueLocation) -> Bool {
    switch source {
    case .text(let offset): !isFilled(at: offset)
    case .tree(let value): isJSONNull(value)
    case .null: true
    case .original: false
    }
  }

  /// Whether an object, or an array that isn't empty, begins at an offset of the text.
  func isFilled(at offset: Int) -> Bool {
    let bytes = reader.bytes
    switch bytes.peek(offset) {
    case UInt8(ascii: "{"): return true
    case UInt8(ascii: "["):
      return bytes.peek(bytes.indexOfText(from: offset + 1)) != UInt8(ascii: "]")
    default: return false
    }
  }

  /// Assigns a value to a property, as it is if its type takes that; says whether it fits.
  ///
  /// A value that names objects which aren't there yet fits (`AwaitedProperty`).
  @discardableResult
  @inline(never)
  func assign(
    _ source: ValueLocation,
    _ number: Int,
    _ object: inout ObjectFilling,
    _ path: PairKey,
    takesNull: Bool = true
  ) throws(Misfit) -> Fit {
    let fit: Fit
    if let written = try write(source, number, &object) {
      fit = written
      if fit == .taken { forgetMisfits(number, &object) }
    } else {
      fit = try assignByRules(source, number, &object, path, takesNull)
    }
    if fit == .taken { object.filled.insert(number) } else { object.tried.insert(number) }
    if fit == .null, known != nil || object.passing != nil { noteNull(number, &object) }
    return fit
  }

  /// Notes that a property has a null of the input, if that matters later.
  @inline(never)
  private func noteNull(_ number: Int, _ object: inout ObjectFilling) {
    let competes = object.extras?.rivals[number] != nil
    if competes || known != nil || object.schema.properties[number].heldModels.holdsModels {
      extras(of: &object).nulls.insert(number)
    }
  }

  /// Assigns a value to a property by the rules of its type.
  private func assignByRules(
    _ source: ValueLocation,
    _ number: Int,
    _ object: inout ObjectFilling,
    _ path: PairKey,
    _ takesNull: Bool
  ) throws(Misfit) -> Fit {
    let outerModels = state.references?.modelsRead
    var assignment = try assignment(source, number, &object, path, takesNull)
    defer { state.references?.modelsRead = outerModels }
    return end(&assignment, try map(&assignment, &object), &object)
  }

  /// A value that a property is about to take, and what the property has.
  struct Assignment {
    let number: Int
    let property: Property
    let source: ValueLocation
    let path: PairKey
    let takesNull: Bool
    let mark: Notes.Mark
    /// The value; null if the property asks for it by its own type.
    var input = Input.null
    var list: ListMatching?
    /// Whether the value may name models that aren't there yet.
    var mayAwait = false
  }

  /// Reads the value of a property.
  @inline(never)
  private func assignment(
    _ source: ValueLocation,
    _ number: Int,
    _ object: inout ObjectFilling,
    _ path: PairKey,
    _ takesNull: Bool
  ) throws(Misfit) -> Assignment {
    let property = object.schema.properties[number]
    var assignment = Assignment(
      number: number,
      property: property,
      source: source,
      path: path,
      takesNull: takesNull,
      mark: notes.mark
    )
    if !property.isAccessed { object.checkAccess(to: number) }
    if !asksByType(source) { assignment.input = try input(from: source) }
    assignment.list = list(of: property, object)
    assignment.mayAwait = mayAwait(property)
    if assignment.mayAwait { references.modelsRead = ModelsRead() }
    return assignment
  }

  /// Whether a property asks for its value by its own type.
  private func asksByType(_ source: ValueLocation) -> Bool {
    if case .original = source { !state.mapsByRules } else { false }
  }

  /// Whether a value is null for a property; a transform may make a value of null.
  func isNull(_ source: ValueLocation, for property: Property) throws(Misfit) -> Bool {
    if property.transform != nil { return false }
    guard case .original(let original) = source else {
      return property.isNull(try input(from: source))
    }
    // Other properties take null for a value that doesn't fit, and asking takes long.
    return property.shape.takesNull && original.isNull
  }

  @inline(never)
  private func end(
    _ assignment: inout Assignment,
    _ fit: Fit,
    _ object: inout ObjectFilling
  ) -> Fit {
    let (number, mark) = (assignment.number, assignment.mark)
    var fit = fit
    if assignment.mayAwait {
      if let awaited = awaited(assignment, object) {
        fit = .taken
        extras(of: &object).awaited[number] = awaited
      } else if fit != .misfit {
        let isFirst = object.extras?.awaited[number] == nil
        followAwaited(isFirst ? assignment.list : nil, assignment.property, of: object.model)
        object.extras?.awaited[number] = nil
      }
    }
    if fit == .taken { forgetMisfits(number, &object) }
    postpone(number, isTaken: fit == .taken, since: mark, &object)
    return fit
  }

  private func map(
    _ assignment: inout Assignment,
    _ object: inout ObjectFilling
  ) throws(Misfit) -> Fit {
    if asksByType(assignment.source) { return try decode(&assignment, &object) }
    return try map(
      assignment.property,
      assignment.input,
      object.memory.object,
      object.plan.schema,
      assignment.list,
      takesNull: assignment.takesNull,
      key: assignment.path
    )
  }

  private func decode(
    _ assignment: inout Assignment,
    _ object: inout ObjectFilling
  ) throws(Misfit) -> Fit {
    guard case .original(let original) = assignment.source else { return .misfit }
    guard try original.origin.read(original, into: assignment.number, of: object) else {
      return .misfit
    }
    // A transform may make nil of any value, and the string "null" is null.
    let property = assignment.property
    let isNil = property.shape.takesNull && property.isNil(in: object.model)
    return isNil ? .null : .taken
  }

  /// Writes a common value straight into a property; nil, with nothing read, if the rules of its
  /// type have to decide.
  private func write(
    _ source: ValueLocation,
    _ number: Int,
    _ object: inout ObjectFilling
  ) throws(Misfit) -> Fit? {
    guard !state.mapsByRules else { return nil }
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
      guard try reader.readDirectly(first, slot, object.memory) else { return nil }
    case .tree(var value):
      isNull = isJSONNull(value)
      guard slot.write(&value, in: object.memory) else { return nil }
    case .original, .null: return nil
    }
    return isNull ? .null : .taken
  }
}
