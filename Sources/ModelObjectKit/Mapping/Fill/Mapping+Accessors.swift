// Properties that are set through accessors: their setters see the stored properties filled, whatever
// the order of the keys.

/// A value that waits for the end of its object.
struct WaitingValue {
  /// The number of the property.
  let number: Int
  fileprivate let source: Source

  fileprivate enum Source {
    /// A pair of the text whose value is neither an object nor an array.
    case pair(JSONReader.FoundKey, begin: Int)
    indirect case offer(Offer)
  }

  fileprivate func offer(in bytes: ByteView) -> Offer {
    switch source {
    case .offer(let offer): offer
    case .pair(let key, let begin):
      Offer(
        number: number,
        source: .text(begin),
        path: .token(key.token, in: bytes),
        targets: key.targets
      )
    }
  }
}

extension ObjectFilling {
  /// Keeps the value at the position, which begins with `first`, for the accessor of its key's only
  /// property; false, with nothing read, if there is none, or if the value is an object or array.
  @inline(never)
  mutating func wait(
    _ key: JSONReader.FoundKey,
    _ number: Int,
    first: UInt8,
    in reader: inout JSONReader
  ) throws(Misfit) -> Bool {
    guard plan.slots[number].isAccessed, first | 0x20 != UInt8(ascii: "{") else { return false }
    let begin = reader.position
    try reader.skipValue()
    wait(WaitingValue(number: number, source: .pair(key, begin: begin)))
    return true
  }

  fileprivate mutating func wait(_ value: WaitingValue) {
    if waiting.isEmpty { waiting.reserveCapacity(plan.accessorOrder.count) }
    waiting.append(value)
  }
}

extension Mapping {
  /// Keeps a value for an accessor until all pairs have come; the best one stays.
  @inline(never)
  func wait(_ offer: Offer, _ object: inout ObjectFilling) throws(Misfit) {
    if case .text(let start) = offer.source, isContainer(at: start) { try recordAround(object) }
    let new = WaitingValue(number: offer.number, source: .offer(offer))
    if object.decided.insert(offer.number) { return object.wait(new) }
    guard let index = object.waiting.firstIndex(where: { $0.number == offer.number }) else {
      return
    }
    let former = object.waiting[index].offer(in: reader.bytes)
    // A value that is offered by a name comes by keys, too.
    guard !offer.targets.isNone, !former.targets.isNone else { return }
    // Of equal keys, the last one counts.
    if try !rival(former, object).precedes(rival(offer, object)) { object.waiting[index] = new }
  }

  /// Sets the accessors of an object, in the order of the properties' names.
  @inline(never)
  func setAccessors(_ object: inout ObjectFilling) throws(Misfit) {
    let waiting = object.waiting
    object.waiting = []
    let position = reader.position
    try descend()
    let order = object.plan.accessorOrder
    for index in 0..<order.count {
      // A closure would copy each of them.
      var place = 0
      while place < waiting.count, waiting[place].number != order[index] { place += 1 }
      if place < waiting.count { try set(waiting[place], &object) }
    }
    ascend()
    reader.position = position
  }

  @inline(__always)
  private func set(_ value: WaitingValue, _ object: inout ObjectFilling) throws(Misfit) {
    if case .pair(_, let begin) = value.source {
      reader.position = begin
      let slot = object.plan.slots[value.number].accessor
      if try reader.readDirectly(reader.next(), into: slot, of: object.memory) { return }
    }
    try assign(value.offer(in: reader.bytes), &object)
  }
}
