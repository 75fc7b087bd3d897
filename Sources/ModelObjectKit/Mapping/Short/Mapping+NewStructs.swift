extension Mapping {
  /// Maps a nested object, or an array of them, to structs; false, with nothing read, unless that is
  /// all there is to it.
  ///
  /// Each is read in place, where that is possible.
  @inline(never)
  func mapStructs(
    of targets: TargetList,
    _ object: inout ObjectFilling
  ) throws(Misfit) -> Bool {
    let isList = reader.bytes.peek(reader.position) == UInt8(ascii: "[")
    guard !notes.isOn, isContainer(at: reader.position),
      case let number = placeOfNewModels(targets, &object), number >= 0,
      let slot = object.plan.slots[number].structs, slot.isList == isList, let plan = slot.plan,
      way(of: plan) == .short, !state.stack.isNear(), try !competes(plan, number, in: &object)
    else { return false }
    if isList {
      let list = slot.shape.newList()
      try mapStructs(plan, to: list)
      slot.write(list, in: object.memory)
    } else {
      let memory = slot.begin(in: object.memory)
      if let rest = try mapInPlace(plan, memory) {
        let standIn = slot.standIn(in: object.memory)
        try mapRest(rest, plan, to: standIn)
        slot.end(standIn, in: object.memory)
      }
    }
    object.decided.insert(number)
    return true
  }

  /// Maps the text's array to structs; nil, with nothing read, if they or the mapping need the full way.
  func shortStructs(_ shape: any StructShape) throws(Misfit) -> (any NewStructs)? {
    let plan = SchemaCache.schema(of: shape.standIn).classPlan
    guard !notes.isOn, way(of: plan) == .short else { return nil }
    let list = shape.newList()
    try mapStructs(plan, to: list)
    return list
  }

  private func mapStructs(_ plan: ClassPlan, to list: any NewStructs) throws(Misfit) {
    guard try state.reader.open(closing: UInt8(ascii: "]")) else { return }
    repeat {
      if state.reader.next() == UInt8(ascii: "{") {
        if let rest = try mapInPlace(plan, list.begin()) {
          let standIn = list.standIn()
          try mapRest(rest, plan, to: standIn)
          list.end(standIn)
        }
      } else {
        try state.reader.skipValue()
      }
    } while try state.reader.hasMore(closing: UInt8(ascii: "]"))
  }

  /// What is left of an object from a key on that needs more than the reader.
  struct RestOfStruct {
    fileprivate let found: JSONReader.FoundKey
    fileprivate let decided: PropertySet
    fileprivate let lastSpelling: SpellingIndex
    fileprivate let start: Int
    fileprivate let gap: BytePattern
  }

  /// Reads the object at the position into the memory of a struct, as far as the reader alone can; nil
  /// at its end.
  @inline(__always)
  private func mapInPlace(
    _ plan: ClassPlan,
    _ memory: ObjectMemory
  ) throws(Misfit) -> RestOfStruct? {
    let (start, gap) = (reader.position, state.reader.betweenPairs)
    var object = ObjectFilling(plan, memory, from: .text(start))
    let first = try state.reader.openObject(plan.keys, &object.lastSpelling)
    let found = try object.read(from: first, &state.reader)
    if found.isNone { return nil }
    return RestOfStruct(
      found: found,
      decided: object.decided,
      lastSpelling: object.lastSpelling,
      start: start,
      gap: gap
    )
  }

  /// Maps what is left of an object to a struct, in the object that stands for it.
  @inline(never)
  private func mapRest(
    _ rest: RestOfStruct,
    _ plan: ClassPlan,
    to standIn: any Model
  ) throws(Misfit) {
    let outer = state.frame.take()
    defer { state.frame = outer }
    var object = ObjectFilling(plan, ObjectMemory(standIn), from: .text(rest.start))
    (object.decided, object.lastSpelling) = (rest.decided, rest.lastSpelling)
    object.innerGap = rest.gap
    try fill(&object, from: rest.found)
    extendLifetime(standIn)
  }
}
