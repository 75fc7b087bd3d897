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
      let offer = Offer(number: number, source: source, path: key, targets: targets, index: 0)
      return try decide(offer, &object)
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
    guard !targets.isNone else { return try passUnknown(source, to: &object, under: key) }
    let list = keys.targets(of: targets)
    guard !list.isEmpty else { return try keepTag(source, in: &object, under: key) }
    // Several paths of one key may lead to the same property.
    var touched = object.decided
    if !list.allSatisfy({ touched.insert($0.property) }) { try collect(&object) }
    if object.passing != nil, keys.plan(of: targets) != nil {
      let pair = KnownPair(number: 0, targets: targets, source: source, key: key)
      extras(of: &object).passedOn.append(pair)
    }
    let values = try values(for: targets, at: source, by: object.plan, into: walkTarget(of: object))
    let end = reader.position
    try noteKeys(behind: key, source, of: targets, object.schema)
    for index in list.indices {
      let number = list[index].property
      if values.isTaken(at: index) {
        object.decided.insert(number)
      } else if let source = values.source(at: index, in: reader) {
        let path = values.path(at: index, behind: key, in: reader)
        let offer = Offer(
          number: number,
          source: source,
          path: path,
          targets: targets,
          index: index
        )
        try decide(offer, &object)
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

  /// Lets a property take an offered value if that decides, by the rules of `ObjectFilling`.
  func decide(_ offer: Offer, _ object: inout ObjectFilling) throws(Misfit) {
    if let passing = object.passing { return try pass(offer, passing, in: &object) }
    let waits = object.usesAccessor(offer.number)
    if !waits || object.isCollected || state.notes.isReport {
      guard try isBest(offer, &object) else { return }
    }
    if waits { return try wait(offer, &object) }
    try assign(offer, &object)
  }

  /// Whether an offered value is that of its property's best key, as far as that has to be known now.
  @inline(never)
  private func isBest(_ offer: Offer, _ object: inout ObjectFilling) throws(Misfit) -> Bool {
    if needsRivals(offer, object) { try collect(&object) }
    guard let best = object.extras?.rivals[offer.number]?.first else { return true }
    if best.isKey(of: offer) { return !object.decided.contains(offer.number) }
    if notes.isReport { noteLost(offer.path, offer.number, of: object, to: best.path) }
    return false
  }

  /// Whether it has to be known which keys compete before a property takes a value: it has one of
  /// another key, or the value may have effects beyond its place, as that of a losing key must not.
  private func needsRivals(_ offer: Offer, _ object: borrowing ObjectFilling) -> Bool {
    guard !object.isCollected else { return false }
    if notes.isReport { return true }
    return object.decided.contains(offer.number) || mayHaveEffects(offer, object)
  }

  /// Whether a value may have effects beyond its place: known objects may change, or it may be noticed
  /// that new ones are mapped.
  private func mayHaveEffects(_ offer: Offer, _ object: borrowing ObjectFilling) -> Bool {
    let property = object.schema.properties[offer.number]
    // The hooks of a struct notice it, too.
    guard property.heldModels.holdsModels || property.standIns != nil else { return false }
    guard object.isFresh, state.allowsShortWay else { return true }
    // Null and an empty array make no model, and their class may never have been used. What a
    // transform makes of them isn't known.
    if property.transform == nil, isEmpty(offer.source) { return false }
    if let standIn = property.standIns {
      return SchemaCache.schema(of: standIn).classPlan.isNoticed
    }
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

  /// Whether an object or array begins at an offset of the text.
  func isContainer(at offset: Int) -> Bool {
    reader.bytes.peek(offset) | 0x20 == UInt8(ascii: "{")
  }

  /// Assigns a value to a property, as it is if its type takes that, else by the type's rules.
  ///
  /// A value that names objects which aren't there yet fits (`Hole`).
  @inline(never)
  func assign(_ offer: Offer, _ object: inout ObjectFilling) throws(Misfit) {
    let mark = state.notes.mark
    var fits = try write(offer, &object)
    if !fits { fits = try assignByRules(offer, &object) }
    object.decided.insert(offer.number)
    if !fits { addMisfit(offer.number, &object) }
    if state.notes.hasAny { try judgeNotes(on: offer, fits, since: mark, &object) }
  }

  @inline(never)
  private func addMisfit(_ number: Int, _ object: inout ObjectFilling) {
    extras(of: &object).misfits.insert(number)
  }

  /// Lets the notes on a value count if it decides.
  @inline(never)
  func judgeNotes(
    on offer: Offer,
    _ fits: Bool,
    since mark: Notes.Mark,
    _ object: inout ObjectFilling
  ) throws(Misfit) {
    guard notes.mark != mark else { return }
    if !object.isCollected {
      let own = notes.removeAll(since: mark)
      try collect(&object)
      if object.extras?.rivals[offer.number]?.first?.isKey(of: offer) == false { return }
      notes.add(own)
    }
    if fits { return }
    notes.name(otherKeys(of: offer, object), besides: .key(offer.path.text), since: mark)
  }

  /// The keys that have lost to that of an offered value, if they are known.
  private func otherKeys(of offer: Offer, _ object: borrowing ObjectFilling) -> [String] {
    let rivals = object.extras?.rivals[offer.number] ?? []
    return rivals.filter { !$0.isKey(of: offer) }.map(\.path.text)
  }

  /// Assigns a value to a property by the rules of its type.
  ///
  /// It is inlined, so that nested objects take less of the stack; so is `map`.
  @inline(__always)
  private func assignByRules(_ offer: Offer, _ object: inout ObjectFilling) throws(Misfit) -> Bool {
    let outerModels = state.references?.modelsRead
    let assignment = try assignment(offer, &object)
    defer { state.references?.modelsRead = outerModels }
    return try end(offer, assignment, fits: try map(offer, assignment, into: &object), in: &object)
  }

  /// A value that a property is about to take, and what the property has.
  struct Assignment {
    let property: Property
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
    _ offer: Offer,
    _ object: inout ObjectFilling
  ) throws(Misfit) -> Assignment {
    let property = object.schema.properties[offer.number]
    var assignment = Assignment(property: property, mark: notes.mark)
    if !property.isAccessed { object.checkAccess(to: offer.number) }
    if property.keepsText { reader.keepsEscapes = true }
    if !asksByType(offer) { assignment.input = try input(from: offer.source) }
    assignment.list = list(of: property, object)
    assignment.mayAwait = mayAwait(property)
    if assignment.mayAwait { beginToAwait(property, of: object.model) }
    return assignment
  }

  /// Whether a property asks for its value by its own type.
  @inline(never)
  private func asksByType(_ offer: Offer) -> Bool {
    if case .original = offer.source { !state.mapsByRules } else { false }
  }

  @inline(never)
  private func end(
    _ offer: Offer,
    _ assignment: Assignment,
    fits: Bool,
    in object: inout ObjectFilling
  ) throws(Misfit) -> Bool {
    guard assignment.mayAwait, let hole = hole(offer, assignment, fits: fits, in: object) else {
      // In a struct, which is read again with what holds it: a reference counts for a requirement.
      if !fits, assignment.property.declared != nil,
        state.references?.modelsRead?.endsUnresolved == true
      {
        extras(of: &object).holes.insert(offer.number)
      }
      return fits
    }
    extras(of: &object).holes.insert(offer.number)
    if notes.isOn {
      try collect(&object)
      hole.otherKeys = otherKeys(of: offer, object)
    }
    return true
  }

  @inline(__always)
  private func map(
    _ offer: Offer,
    _ assignment: borrowing Assignment,
    into object: inout ObjectFilling
  ) throws(Misfit) -> Bool {
    if asksByType(offer) { return try decode(offer, &object) }
    return try map(offer, assignment, into: object.memory.object, of: object.plan.schema)
  }

  @inline(never)
  private func decode(_ offer: Offer, _ object: inout ObjectFilling) throws(Misfit) -> Bool {
    guard case .original(var original) = offer.source else { return false }
    if notes.isOn { original.passedKey = offer.path.key }
    return try original.origin.read(original, into: offer.number, of: &object)
  }

  /// Writes a common value straight into a property; false, with nothing read, if the rules of its
  /// type have to decide.
  @inline(never)
  private func write(_ offer: Offer, _ object: inout ObjectFilling) throws(Misfit) -> Bool {
    guard !state.mapsByRules else { return false }
    let slots = object.plan.slots[offer.number]
    let slot = slots.isAccessed ? slots.accessor : slots.direct
    if case .none = slot { return false }
    if !slots.isAccessed { object.checkAccess(to: offer.number) }
    switch offer.source {
    case .text(let offset):
      guard goesDirectly(offset, to: slot) else { return false }
      reader.position = offset
      return try reader.readDirectly(reader.next(), into: slot, of: object.memory)
    case .tree(var value): return slot.write(&value, in: object.memory)
    case .original, .null: return false
    }
  }
}
