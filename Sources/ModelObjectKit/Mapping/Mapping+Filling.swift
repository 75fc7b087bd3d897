/// The loop over the pairs of an object.
extension Mapping {
  /// Maps the object at the position to a fresh model of a class; nil, with nothing read, if the
  /// class needs more than the loop.
  @inline(__always)
  func freshModel(by plan: TextPlan) throws(Misfit) -> (any Model)? {
    if state.stack.isNear() { return nil }
    if let tags = plan.tags { return try freshModel(by: tags) }
    guard plan.isPlain, !state.isAtRoot || hasUsualOptions(plan) else { return nil }
    state.isAtRoot = false
    return try freshModel(plan)
  }

  /// Maps the object at the position to a fresh model of a class that has no hooks.
  func freshModel(_ plan: TextPlan, isPicked: Bool = false) throws(Misfit) -> any Model {
    let model = plan.type.init()
    let isUpdating = state.isUpdating
    state.isUpdating = false
    defer { state.isUpdating = isUpdating }
    var object = ObjectFilling(
      plan,
      ObjectMemory(model),
      from: .text(reader.position),
      passesUnknownKeys: !notes.notesUnknownKeys
    )
    object.isPicked = isPicked
    object.innerGap = reader.betweenPairs
    let first = try reader.openObject(plan.keys, &object.place)
    try fill(&object, from: first)
    return model
  }

  /// Maps the pairs of an object in the text, from the key `first` on, which has been read.
  func fill(_ object: inout ObjectFilling, from first: JSONReader.FoundKey) throws(Misfit) {
    var found = first
    while true {
      if object.isDirect { found = try object.read(from: found, &state.reader) }
      guard !found.isNone else { break }
      try map(found, &object)
      found = try reader.nextKey(in: object.plan.keys, after: &object.place)
    }
    finish(&object)
  }

  /// Maps the pairs of a dictionary.
  func fill(_ object: inout ObjectFilling) throws(Misfit) {
    try descend()
    defer { reader.remainingDepth += 1 }
    switch object.source {
    case .dictionary(let dictionary):
      let keys = object.plan.keys
      for (key, var value) in dictionary { try map(&value, of: key, keys, &object) }
    case .list(let pairs):
      for (key, source) in pairs {
        if case .tree(var value) = source {
          try map(&value, of: key, object.plan.keys, &object)
        } else {
          try give(source, to: object.plan.keys.find(key), &object) { key }
          object.limit += 1
        }
      }
    case .text, .decoded, .none: break
    }
    finish(&object)
  }

  /// Maps a value, which is moved if its property takes it as it is.
  @inline(__always)
  private func map(
    _ value: inout Any,
    of key: String,
    _ keys: KeyIndex,
    _ object: inout ObjectFilling
  ) throws(Misfit) {
    defer { object.limit += 1 }
    let place = ByteView.with(key) { keys.place(of: $0) }
    if object.isDirect, !place.isNone, case let spelling = keys.spelling(at: place),
      spelling.property >= 0, !object.filled.contains(spelling.property)
    {
      object.checkAccess(to: spelling.property)
      if spelling.slot.write(&value, in: object.memory) {
        object.filled.insert(spelling.property)
        return
      }
    }
    let targets = place.isNone ? keys.find(key) : keys.spelling(at: place).targets
    try give(.tree(value), to: targets, &object) { key }
  }

  /// Maps the value of a key of the text that needs more than the reader.
  @inline(never)
  private func map(_ found: JSONReader.FoundKey, _ object: inout ObjectFilling) throws(Misfit) {
    object.limit = found.token.start
    if object.isUnsaved { undoList.save(object.model) }
    object.isUnsaved = false
    let first = reader.next()
    let start = reader.position
    let outerGap = reader.betweenPairs
    reader.betweenPairs = object.innerGap
    if try !mapModels(first, of: found, &object) {
      let token = found.token
      try give(.text(start), to: found.targets, &object) { reader.text(of: token) }
      if reader.position == start { try passValue(&state.reader) }
    }
    keepEnd(of: start, &object)
    object.innerGap = reader.betweenPairs
    reader.betweenPairs = outerGap
  }

  /// Maps a nested object, or an array or dictionary of them, to new models; false, with nothing
  /// read, unless that is all there is to it.
  @inline(__always)
  private func mapModels(
    _ first: UInt8,
    of found: JSONReader.FoundKey,
    _ object: inout ObjectFilling
  ) throws(Misfit) -> Bool {
    let isObject = first == UInt8(ascii: "{")
    guard isObject || first == UInt8(ascii: "["), object.isDirect, object.isFresh,
      !found.targets.isNone, makesModels
    else { return false }
    let number = object.plan.keys.property(of: found.targets)
    guard number >= 0, !object.filled.contains(number),
      object.rivals?.models.contains(where: { $0.property == number }) != true
    else { return false }
    if isObject, let nested = object.plan.slots[number].nested {
      guard nested.isEmpty(in: object.memory), let plan = nested.plan else { return false }
      let (isNoted, mark, token) = (notes.isKept, notes.mark, found.token)
      if isNoted { addStep(to: number, token, object) }
      defer { if isNoted { notes.steps.removeLast() } }
      guard let made = try freshModel(by: plan) else { return false }
      nested.write(consume made, in: object.memory)
      if isNoted {
        keepBack(number, isTaken: true, since: mark, &object) { reader.text(of: token) }
      }
    } else {
      guard !notes.isKept, let elements = object.plan.slots[number].elements,
        elements.isDictionary == isObject
      else { return false }
      if isObject {
        let models = try modelsByKey(elements.declared, elements.plan)
        elements.write(models, in: object.memory)
      } else {
        elements.write(try models(elements.declared, elements.plan), in: object.memory)
      }
    }
    object.filled.insert(number)
    return true
  }

  /// Adds the step to the value of a property.
  @inline(never)
  private func addStep(
    to number: Int,
    _ key: JSONStringToken,
    _ object: borrowing ObjectFilling
  ) {
    let name = object.schema.properties[number].name
    let key = PathStep.key(reader.text(of: key))
    notes.steps.append(Notes.Step(key: key, property: .key(name), owner: object.plan.type))
  }

  /// Whether each object in the input simply becomes a model of the class that its place declares:
  /// `arrayMapping` gives no other class, the text is complete and has no references, and there is
  /// neither a report nor a store.
  var makesModels: Bool {
    state.changedOptions?.makesModels != false && !state.isOpen && !notes.isReport && known == nil
  }

  /// Whether a root can be mapped with the options in force; if so, sets the depth limit for
  /// errors.
  func hasUsualOptions(_ plan: TextPlan) -> Bool {
    guard givenOptions != nil || plan.isLenient && state.changedOptions == nil else { return false }
    state.depthLimit = givenOptions?.maximumDepth ?? FixedOptions.usualDepth
    return true
  }

  /// Ends an object: notes the missing keys, and sets what was collected for an accessor.
  @inline(__always)
  func finish(_ object: inout ObjectFilling) {
    if notes.isKept || object.rivals != nil { settle(&object) }
  }

  private func settle(_ object: inout ObjectFilling) {
    let schema = object.schema
    if let new = object.rivals?.unknown, !new.isEmpty, let unknownKeys = schema.unknownKeys {
      let model = object.model
      // A hook may have changed the property too.
      let pairs = new.reduce(into: unknownKeys.read(from: model)) { $0[$1.key] = $1.value }
      unknownKeys.property.restore(pairs, in: model)
    }
    for kept in object.rivals?.notes ?? []
    where kept.property < 0 || kept.isTaken || !object.filled.contains(kept.property) {
      notes.add(kept.notes)
    }
    let (filled, seen) = (object.filled, object.rivals?.seen)
    // An object that was there has its values.
    let mayMiss = object.isFresh || !state.isUpdating
    func isThere(_ number: Int) -> Bool {
      !mayMiss || filled.contains(number) || seen?.contains(number) == true
    }
    notes.count(schema, isThere: isThere)
    noteMissing(schema, isThere: isThere)
  }
}
