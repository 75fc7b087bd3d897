// Properties that are set through accessors: their setters see the stored properties filled, whatever
// the order of the keys.

extension Mapping {
  /// Keeps a value for an accessor until all pairs have come; the best one stays.
  @inline(never)
  func wait(_ offer: Offer, _ object: inout ObjectFilling) throws(Misfit) {
    if case .text(let start) = offer.source, isContainer(at: start) { try recordAround(object) }
    if object.decided.insert(offer.number) {
      if object.waiting.isEmpty { object.waiting.reserveCapacity(object.plan.accessorOrder.count) }
      return object.waiting.append(offer)
    }
    guard let index = object.waiting.firstIndex(where: { $0.number == offer.number }) else {
      return
    }
    // Of equal keys, the last one counts.
    if try !rival(object.waiting[index], object).precedes(rival(offer, object)) {
      object.waiting[index] = offer
    }
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
      if place < waiting.count { try assign(waiting[place], &object) }
    }
    ascend()
    reader.position = position
  }
}
