extension Mapping {
  /// Maps a dictionary onto a fresh object, in the dictionary's own order; false, and the object is
  /// as it was made, where keys compete, feed more than one property, or have paths.
  ///
  /// Values that need the rules of a type come last: no nested object is made before all keys are
  /// known.
  func mapPlainly(
    _ model: any Model,
    _ dictionary: [String: Any],
    _ schema: ModelSchema
  ) throws(Misfit) -> Bool {
    let keys = schema.keys
    var object = PlainObject(schema.textPlan, ObjectMemory(model))
    defer { withExtendedLifetime(model) {} }
    var replaced = ReplacedValues()
    var others: [(key: String, value: Any, property: Int)] = []
    for (key, var value) in dictionary {
      let targets = keys.find(key)
      guard !keys.isEmpty(targets) else { continue }
      let property = keys.property(of: targets)
      guard property >= 0, object.fed.insert(property) else {
        for other in others { object.fed.remove(other.property) }
        takeBack(object.fed, replaced, model, &object)
        return false
      }
      let slot = object.plan.directSlots[property]
      replaced.keep(property, slot, object.memory)
      if !slot.write(&value, in: object.memory) { others.append((key, value, property)) }
    }
    try descend()
    defer { reader.remainingDepth += 1 }
    for (key, value, property) in others {
      _ = try mapValue(schema.properties[property], Input(value), model, schema) { key }
    }
    return true
  }
}
