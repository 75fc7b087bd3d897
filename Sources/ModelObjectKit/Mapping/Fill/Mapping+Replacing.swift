// A better key that comes after a worse one.

extension Mapping {
  /// Lets the value of a better key take the place of that of a worse one, of which nothing is left.
  @inline(never)
  func replace(with offer: Offer, _ object: inout ObjectFilling) throws(Misfit) {
    let number = offer.number
    let property = object.schema.properties[number]
    if property.isAccessed {
      // The former value hasn't been set.
      object.waiting.removeAll { $0.number == number }
      object.decided.remove(number)
      return try wait(offer, &object)
    }
    let isChanged = object.isFilled(number)
    object.extras?.misfits.remove(number)
    if object.extras?.holes.contains(number) == true {
      object.extras?.holes.remove(number)
      references.leave(property, of: object.model, as: nil, undoList)
    }
    // A model or a struct that is there is updated, and a list that is there may be merged.
    let isUpdated =
      property.declared != nil || property.structShape != nil || list(of: property, object) != nil
    if isChanged, isUpdated { restore(property, &object) }
    try assign(offer, &object)
    if isChanged, !isUpdated, !object.isFilled(number) { restore(property, &object) }
  }

  /// Gives a property the value that it had before the input.
  private func restore(_ property: Property, _ object: inout ObjectFilling) {
    if let before = state.rare?.undoList?.value(of: property, savedAt: object.savedAt) {
      property.restore(before, in: object.model)
    } else if let nested = property.nested, object.schema.isNilWhenMade(property.number) {
      _ = nested.write(nil, to: object.model)
    } else {
      property.copy(from: object.plan.type.init(), to: object.model)
    }
  }
}
