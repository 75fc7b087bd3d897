extension Mapping {
  /// Maps an object the full way that the plain way has begun.
  ///
  /// A value that only one key feeds stays. A property with competing keys or a repeated key gets
  /// the value back with which the object was made: its first value may not be the one that counts.
  @inline(never)
  func handOver(
    _ model: any Model,
    _ plain: PlainObject,
    _ start: Int,
    _ mark: ReplacedValues.Mark
  ) throws(Misfit) {
    reader.position = start
    reader.remainingDepth += 1
    let schema = SchemaCache.schema(of: plain.plan.type)
    let pairs = try pairs(of: .unread, schema)
    let object = ObjectUnderWay(self, model, schema, pairs, isFresh: true, isRoot: false)
    object.state.fed = plain.fed
    for number in schema.properties.indices where plain.fed.contains(number) {
      let isRepeated = pairs.repeated.contains(number)
      guard isRepeated || pairs.contested.contains(number) else { continue }
      state.keysCompete = true
      object.state.fed.remove(number)
      // Several objects for one model merge into it; of a repeated key only the last value counts.
      if plain.plan.nestedSlots[number] != nil, !isRepeated { continue }
      restore(number, state.replaced, since: mark, model, plain)
    }
    try object.mapPairs()
  }

  /// Restores the properties whose values were put there as they are.
  func takeBack(
    _ filled: PropertySet,
    _ replaced: ReplacedValues,
    _ model: any Model,
    _ object: inout PlainObject
  ) {
    for number in 0..<object.plan.propertyCount where filled.contains(number) {
      object.fed.remove(number)
      restore(number, replaced, since: 0, model, object)
    }
  }

  /// Restores the value that a property had when the object was made.
  func restore(
    _ number: Int,
    _ replaced: ReplacedValues,
    since mark: ReplacedValues.Mark,
    _ model: any Model,
    _ object: PlainObject
  ) {
    if let value = replaced.value(of: number, since: mark) {
      SchemaCache.schema(of: object.plan.type).properties[number].restore(value, in: model)
    } else if let nested = object.plan.nestedSlots[number] {
      _ = nested.slot.write(nil, to: model)
    } else if let elements = object.plan.elementsSlots[number] {
      elements.clear(in: object.memory)
    } else if case .collection(let slot) = object.plan.directSlots[number] {
      CollectionReader.clear(slot, in: object.memory)
    } else {
      object.plan.directSlots[number].clear(in: object.memory)
    }
  }
}
