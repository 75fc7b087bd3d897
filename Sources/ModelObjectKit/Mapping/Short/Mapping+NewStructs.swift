extension Mapping {
  /// Maps a nested object, or an array of them, to structs; false, with nothing read, unless that is
  /// all there is to it.
  ///
  /// One object stands for each element in turn.
  @inline(never)
  func mapStructs(
    of targets: TargetList,
    _ object: inout ObjectFilling
  ) throws(Misfit) -> Bool {
    let isList = reader.bytes.peek(reader.position) == UInt8(ascii: "[")
    guard !notes.isOn, isContainer(at: reader.position),
      case let number = placeOfNewModels(targets, &object), number >= 0,
      let slot = object.plan.slots[number].structs, slot.isList == isList, let plan = slot.plan,
      way(of: plan) == .short, !state.stack.isNear(), try !competes(plan, number, &object)
    else { return false }
    if isList {
      let list = slot.shape.newList()
      try mapStructs(plan, to: list)
      slot.write(list, in: object.memory)
    } else {
      let standIn = slot.begin(in: object.memory)
      try mapShort(plan, to: standIn)
      slot.end(standIn, in: object.memory)
    }
    object.decided.insert(number)
    return true
  }

  private func mapStructs(_ plan: ClassPlan, to list: any NewStructs) throws(Misfit) {
    guard try state.reader.open(closing: UInt8(ascii: "]")) else { return }
    let standIn = plan.type.init()
    repeat {
      if state.reader.next() == UInt8(ascii: "{") {
        try mapShort(plan, to: standIn)
        list.append(standIn)
      } else {
        try state.reader.skipValue()
      }
    } while try state.reader.hasMore(closing: UInt8(ascii: "]"))
  }
}
