import Foundation

/// What a key gives to its properties, for every source.
extension Mapping {
  /// Gives a value to the properties that its key feeds, or the values at their paths in it.
  ///
  /// The reader is left after the value, or before one that was not read.
  func give(
    _ source: Source,
    to targets: TargetList,
    _ model: any Model,
    _ object: inout ObjectFilling,
    key: () -> String
  ) throws(Misfit) {
    let schema = SchemaCache.schema(of: object.plan.type)
    let keys = object.plan.keys
    guard !targets.isNone else {
      let mark = notes.mark
      try passUnknown(source, model, schema, &object, key)
      return keepBack(-1, isTaken: false, since: mark, &object)
    }
    let number = keys.property(of: targets)
    if number >= 0 {
      return try offer(source, to: number, targets, 0, model, schema, &object, key, path: key)
    }
    let list = keys.targets(of: targets)
    guard !list.isEmpty else {
      if object.isPicked, !object.tags.insert(targets) { throw .repeatedTag }
      return try keepTag(source, model, schema, &object, key)
    }
    let values = try values(for: targets, at: source, schema)
    let end = reader.position
    var once = PropertySet()
    for place in list.indices where values.isFound(at: place) {
      let number = list[place].property
      if object.filled.contains(number) || !once.insert(number) { try rankFilled(&object) }
    }
    for place in list.indices {
      guard let source = values.source(at: place) else { continue }
      let number = list[place].property
      try offer(source, to: number, targets, place, model, schema, &object, key) {
        values.path(at: place, behind: key(), in: reader)
      }
    }
    reader.position = end
  }

  /// Offers a value to a property, which takes it by the rules of `ObjectFilling`.
  private func offer(
    _ source: Source,
    to number: Int,
    _ targets: TargetList,
    _ place: Int,
    _ model: any Model,
    _ schema: ModelSchema,
    _ object: inout ObjectFilling,
    _ key: () -> String,
    path: () -> String
  ) throws(Misfit) {
    if object.filled.contains(number) {
      try rankFilled(&object)
    } else if object.isDirect, try write(source, number, object) {
      object.filled.insert(number)
      return
    }
    var rank: KeyRank?
    if let ranks = object.rivals?.ranks {
      let found = KeyRank(object.plan.keys.targets(of: targets)[place], key())
      rank = found
      // A property without a rank is settled.
      if object.filled.contains(number), ranks[number]?.isBetter(than: found) != false {
        return noteLost(number, schema.properties[number], &object, path)
      }
    }
    guard try take(source, number, model, schema, &object, path) else { return }
    object.filled.insert(number)
    if let rank { object.rivals?.ranks?[number] = rank }
  }

  /// Gives a property a value; false if it is null or doesn't fit.
  private func take(
    _ source: Source,
    _ number: Int,
    _ model: any Model,
    _ schema: ModelSchema,
    _ object: inout ObjectFilling,
    _ path: () -> String
  ) throws(Misfit) -> Bool {
    let property = schema.properties[number]
    let isFilled = object.filled.contains(number)
    let mark = notes.mark
    if !object.isDirect, !notes.isReport, try write(source, number, object) {
      if isFilled, let rivals = object.rivals { forgetLosers(number, property, rivals) }
      return true
    }
    if !property.isAccessed { object.checkAccess(to: number) }
    if case .original(let original) = source {
      return try take(original, number, model, schema, &object, path)
    }
    let input = try input(from: source)
    if isFilled, property.terms.transform == nil, property.isNull(input) {
      noteLost(number, property, &object, path)
      return false
    }
    let list = list(of: property, model, schema, isFresh: object.isFresh, key: path)
    let known = object.rivals?.models[number]
    let isHeld = property.holdsOneModel || list != nil
    if let known {
      state.extras?.undoList?.undo(in: known.changes)
      property.restore(known.former, in: model)
    }
    // The model of a key that loses is no part of the new one.
    let isAnew = known == nil && isHeld && isFilled
    let loser = isAnew ? property.kept(in: model) : ()
    if isAnew { takeAway(number, property, model, schema) }
    let remembers =
      known == nil && isHeld
      && (!object.isFresh || property.isNull(input) && !schema.isNilWhenMade(number))
    let former = remembers ? property.kept(in: model) : ()
    let start = undoMark
    let fit = try map(
      property,
      input,
      model,
      schema,
      list,
      takesNull: !isFilled,
      key: path
    )
    state.ignoresExisting = false
    if fit != .misfit, known != nil || remembers {
      rivals(of: &object).models[number] = ObjectFilling.FilledModel(
        former: known?.former ?? former,
        changes: start..<undoMark,
        source: source
      )
    } else if let known {
      let (mark, position) = (notes.mark, reader.position)
      _ = try map(property, try self.input(from: known.source), model, schema, list, key: path)
      reader.position = position
      notes.forget(since: mark)
    } else if isAnew, fit != .taken {
      property.restore(loser, in: model)
    }
    if fit != .taken, notes.isKept { rivals(of: &object).seen.insert(number) }
    if fit == .taken {
      if let rivals = object.rivals { forgetLosers(number, property, rivals) }
    } else if isFilled {
      notes.forget(since: mark)
      if fit == .null { noteLost(number, property, &object, path) }
    }
    keepBack(number, isTaken: fit == .taken, since: mark, &object)
    return fit == .taken
  }

  /// Takes the model away that a worse key has given a property of a fresh object.
  private func takeAway(
    _ number: Int,
    _ property: Property,
    _ model: any Model,
    _ schema: ModelSchema
  ) {
    if schema.isNilWhenMade(number) {
      state.ignoresExisting = true
    } else {
      property.copy(from: schema.type.init(), to: model)
    }
  }

  /// Gives a property a value for which it asks by its own type.
  private func take(
    _ original: OriginalValue,
    _ number: Int,
    _ model: any Model,
    _ schema: ModelSchema,
    _ object: inout ObjectFilling,
    _ path: () -> String
  ) throws(Misfit) -> Bool {
    let property = schema.properties[number]
    let isFilled = object.filled.contains(number)
    let isNull = original.isNull
    if isNull, isFilled {
      noteLost(number, property, &object, path)
      return false
    }
    let isAnew = isFilled && property.holdsOneModel
    let loser = isAnew ? property.kept(in: model) : ()
    if isAnew { property.copy(from: schema.type.init(), to: model) }
    let mark = notes.mark
    let fits = try original.origin.read(
      number,
      at: original.entry,
      original.path,
      into: model,
      schema
    )
    let isTaken = fits && !isNull
    if !isTaken {
      if isAnew { property.restore(loser, in: model) }
      if notes.isKept { rivals(of: &object).seen.insert(number) }
    }
    if isTaken {
      if let rivals = object.rivals { forgetLosers(number, property, rivals) }
    } else if isFilled {
      notes.forget(since: mark)
    }
    keepBack(number, isTaken: isTaken, since: mark, &object)
    return isTaken
  }

  /// Writes a common value straight into a property; false, with nothing read, if the rules of its
  /// type have to decide.
  func write(
    _ source: Source,
    _ number: Int,
    _ object: borrowing ObjectFilling
  ) throws(Misfit) -> Bool {
    let slot = object.plan.directSlots[number]
    if case .none = slot { return false }
    object.checkAccess(to: number)
    switch source {
    case .text(let offset):
      guard goesDirectly(offset, to: slot) else { return false }
      reader.position = offset
      let first = reader.next()
      // Null counts less than any value.
      guard first != UInt8(ascii: "n") else { return false }
      return try reader.readDirectly(first, slot, object.memory)
    case .tree(var value):
      if reference(in: value) is NSNull { return false }
      return slot.write(&value, in: object.memory)
    case .original, .null: return false
    }
  }

  // MARK: - Rivals

  /// What is known of an object's rival keys; made if there is nothing yet.
  func rivals(of object: inout ObjectFilling) -> ObjectFilling.Rivals {
    if let rivals = object.rivals { return rivals }
    let made = ObjectFilling.Rivals()
    object.rivals = made
    return made
  }

  /// Keeps where a large value ends, so that a look at the keys of the object, if two compete,
  /// doesn't read it again.
  @inline(__always)
  func keepEnd(of start: Int, _ object: inout ObjectFilling) {
    if reader.position &- start > 4096 { rivals(of: &object).ends[start] = reader.position }
  }

  /// Finds the ranks of the keys that have given properties their values, by looking at the keys of
  /// the object once more; from now on each is kept.
  ///
  /// A key that comes for a property with a value makes this look, so the last key before it that
  /// leads to the property is the one that gave it.
  func rankFilled(_ object: inout ObjectFilling) throws(Misfit) {
    guard rivals(of: &object).ranks == nil else { return }
    // One of the keys may be the tag that picked the class.
    guard !object.isPicked else { throw .repeatedTag }
    let schema = SchemaCache.schema(of: object.plan.type)
    let isHooked = schema.hooks.contains(.serializeValue)
    var ranks: [Int: KeyRank] = [:]
    var filled = object.filled
    let outer = reader
    try eachPair(of: object) { targets, source, key throws(Misfit) in
      let values = try values(for: targets, at: source, schema)
      for (place, target) in object.plan.keys.targets(of: targets).enumerated()
      where object.filled.contains(target.property) {
        guard let source = values.source(at: place) else { continue }
        ranks[target.property] = KeyRank(target, key())
        // A null that went straight into its property is no value. Hooks may change values, and
        // theirs go another way.
        guard !isHooked else { continue }
        if try isNull(source) {
          filled.remove(target.property)
        } else {
          filled.insert(target.property)
        }
      }
    }
    reader = outer
    object.filled = filled
    object.rivals?.ranks = ranks
    // From now on each key is judged.
    object.isDirect = false
  }

  private func isNull(_ source: Source) throws(Misfit) -> Bool {
    if case .original(let original) = source { return original.isNull }
    if case .null = try input(from: source) { return true }
    return false
  }

  /// Calls a closure with each known key before the present one.
  private func eachPair(
    of object: borrowing ObjectFilling,
    _ body: (TargetList, Source, () -> String) throws(Misfit) -> Void
  ) throws(Misfit) {
    let keys = object.plan.keys
    switch object.source {
    case .text(let start):
      reader.position = start
      try look(keys, ends: object.rivals?.ends ?? [:]) { found, offset throws(Misfit) in
        guard found.token.start < object.limit else { return false }
        if !found.targets.isNone {
          try body(found.targets, .text(offset)) { reader.text(of: found.token) }
        }
        return true
      }
    case .dictionary(let dictionary):
      for (key, value) in dictionary.prefix(object.limit) {
        let targets = keys.find(key)
        if !targets.isNone { try body(targets, .tree(value)) { key } }
      }
    case .list(let pairs):
      for (key, source) in pairs.prefix(object.limit) {
        let targets = keys.find(key)
        if !targets.isNone { try body(targets, source) { key } }
      }
    case .none: break
    }
  }

  /// Calls a closure with each key of the object at the position and the offset of its value, until
  /// it returns false; the depth is checked when the object is mapped.
  func look(
    _ keys: KeyIndex,
    ends: [Int: Int] = [:],
    _ body: (JSONReader.FoundKey, Int) throws(Misfit) -> Bool
  ) throws(Misfit) {
    var reader = reader
    reader.remainingDepth = .max / 2
    var place = keys.firstPlace
    var found = try reader.openObject(keys, &place)
    while !found.isNone {
      _ = reader.next()
      let start = reader.position
      guard try body(found, start) else { return }
      if let end = ends[start] { reader.position = end } else { try passValue(&reader) }
      found = try reader.nextKey(in: keys, after: &place)
    }
  }

  // MARK: - Notes

  /// Keeps the notes since a mark until the end of the object.
  func keepBack(
    _ number: Int,
    isTaken: Bool,
    since mark: Notes.Mark,
    _ object: inout ObjectFilling
  ) {
    guard notes.isKept, notes.mark != mark else { return }
    // Null that follows is no value: it has to be seen.
    if !isTaken { object.isDirect = false }
    rivals(of: &object).notes.append(
      ObjectFilling.KeptNotes(
        property: number,
        isTaken: isTaken,
        notes: notes.takeBack(since: mark)
      )
    )
  }

  /// Drops the notes on the value of a property that has now taken another one; for a report they
  /// become notes that their keys gave way.
  private func forgetLosers(
    _ number: Int,
    _ property: Property,
    _ rivals: ObjectFilling.Rivals
  ) {
    let better = notes.matches.last?.key ?? ""
    for (index, kept) in rivals.notes.enumerated() where kept.property == number {
      rivals.notes[index].isTaken = false
      if notes.isReport, kept.notes.key(of: property.name) != nil {
        rivals.notes[index].property = -1
        rivals.notes[index].notes = kept.notes.lost(property.name, to: better)
      }
    }
  }

  /// Notes for a report that a value gave way to that of a better key, or null to any value.
  private func noteLost(
    _ number: Int,
    _ property: Property,
    _ object: inout ObjectFilling,
    _ path: () -> String
  ) {
    guard notes.isReport,
      let taken = object.rivals?.notes.last(where: { $0.property == number && $0.isTaken }),
      let better = taken.notes.key(of: property.name)
    else { return }
    let mark = notes.mark
    notes.add(
      MappingReport.Unfed(
        property: property.name,
        key: path(),
        reason: "gave way to \(better)",
        subject: .key
      )
    )
    keepBack(-1, isTaken: false, since: mark, &object)
  }
}
