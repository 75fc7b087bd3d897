import ModelObjectEssentials

/// An object of a decoder whose properties are each decoded by their own type, without a look at all
/// pairs.
extension DecodedObject {
  func mapByTypes(
    to object: inout ObjectFilling,
    _ schema: ModelSchema
  ) throws(Misfit) -> Bool {
    guard mapsByTypes(schema) else { return false }
    let plan = CodingPlan.of(schema)
    let model = object.memory.model(of: object.plan.type)
    try decoding.mapping.descend()
    defer { decoding.mapping.ascend() }
    var first = 0
    if try decodeUnlisted(from: &first, into: model, plan) { return true }
    guard let keys = onlyKeys(plan) else { return false }
    missingParts = PropertySet()
    _ = try decode(keys.own, from: first, areListed: true, into: model, plan)
    try decodeParts(of: keys, &object, plan)
    return true
  }

  /// Decodes the properties of a row up to the first whose column isn't there; true if all are.
  @inline(never)
  private func decodeUnlisted(
    from first: inout Int,
    into model: any Model,
    _ plan: CodingPlan
  ) throws(Misfit) -> Bool {
    guard let keys = unlistedKeys(plan) else { return false }
    first = try decode(keys, from: 0, areListed: false, into: model, plan)
    if first == keys.count { return true }
    plan.listsColumns = true
    return false
  }

  @inline(never)
  private func decodeParts(
    of keys: OnlyKeys,
    _ object: inout ObjectFilling,
    _ plan: CodingPlan
  ) throws(Misfit) {
    for (key, targets) in keys.columns {
      try decodeParts(targets, under: key, into: &object, plan: plan)
    }
  }

  private func mapsByTypes(_ schema: ModelSchema) -> Bool {
    !schema.hooks.contains(.serializeValue) && schema.unknownKeys == nil && schema.required.isEmpty
      && !decoding.mapping.state.notes.isOn && !decoding.mapping.state.mapsByRules
  }

  /// The keys of a row if they are asked for without listing its columns, which takes long; rows
  /// have no keys that compete.
  private func unlistedKeys(_ plan: CodingPlan) -> [AnyKey?]? {
    decoding.kind is RowCoders && !plan.listsColumns ? plan.singleKeys : nil
  }

  /// Decodes properties in their order, each from its key, from a place in that on up to the first whose
  /// key isn't there if they aren't listed; returns the place of that one, or the number of all.
  private func decode(
    _ keys: [AnyKey?],
    from first: Int,
    areListed: Bool,
    into model: any Model,
    _ plan: CodingPlan
  ) throws(Misfit) -> Int {
    var place = first
    while let pair = pair(from: &place, in: keys, areListed: areListed, model: model, plan: plan) {
      _ = try read(pair, plan.order[place])
      place += 1
    }
    return place
  }

  /// The next property, from a place on, that is no scalar, which are decoded; nil at the end, or at the
  /// first whose key isn't there.
  @inline(never)
  private func pair(
    from place: inout Int,
    in keys: [AnyKey?],
    areListed: Bool,
    model: any Model,
    plan: CodingPlan
  ) -> DecodedPair? {
    let asksMore = areListed && decoding.kind.mayHaveUnlistedKeys(plan.schema)
    while place < keys.count {
      let property = plan.order[place]
      var key = keys[property]
      if key == nil, asksMore {
        key = plan.unlistedKey(of: property, in: container, listsNone: listsNone)
      }
      if let key, !decodeScalar(property, from: container, under: key, into: model, plan: plan) {
        let isThere = areListed || container.contains(key)
        return isThere ? pair(of: property, under: key, model: model, plan: plan) : nil
      }
      place += 1
    }
    return nil
  }

  @inline(never)
  private func pair(
    of property: Int,
    under key: AnyKey,
    model: any Model,
    plan: CodingPlan
  ) -> DecodedPair {
    DecodedPair(
      place: decoding.place(container, key),
      coder: plan.coders[property],
      model: model,
      schema: plan.schema,
      isRefused: plan.slots[property] != nil
    )
  }

  @inline(__always)
  func decodeScalar(
    _ property: Int,
    from container: KeyedSource,
    under key: AnyKey,
    into model: any Model,
    plan: CodingPlan
  ) -> Bool {
    guard let slot = plan.slots[property] else { return false }
    return (try? slot.type.decode(slot.place, of: model, from: container, under: key)) == true
  }

  /// The model that a row itself is, beside those of associations; nil if there is none.
  ///
  /// GRDB decodes a key that a row doesn't have from the whole row. It is asked for only if the row has
  /// columns for the model that the class hasn't, and none that both have.
  @inline(never)
  private func propertyOfRow(_ plan: CodingPlan, besides fed: PropertySet) -> Int? {
    guard let row = decoding.kind as? RowCoders else { return nil }
    let missing = plan.coders.indices.filter {
      !fed.contains($0) && plan.coders[$0].valueCoder.optional == nil
        && plan.coders[$0].valueCoder.modelClass != nil && !plan.coders[$0].isMapped
    }
    guard missing.count == 1, let type = plan.coders[missing[0]].valueCoder.modelClass else {
      return nil
    }
    let inner = SchemaCache.schema(of: type).keys
    let columns = listed.filter {
      !inner.find($0.stringValue).isNone && row.scalar(decoding.place(container, $0)) != nil
    }
    let areInner = columns.allSatisfy { plan.schema.keys.find($0.stringValue).isNone }
    return areInner && !columns.isEmpty ? missing[0] : nil
  }

  /// Keys that don't compete.
  private struct OnlyKeys {
    /// For each property its own key.
    var own: [AnyKey?]
    /// The keys into whose values paths lead.
    var columns: [(key: AnyKey, targets: [KeyIndex.Target])] = []
  }

  /// The only keys that the container lists for the properties; nil if one has several.
  private func onlyKeys(_ plan: CodingPlan) -> OnlyKeys? {
    let index = plan.schema.keys
    guard let first = listed.first, first.intValue == nil,
      !index.hasPaths
        || !decoding.kind.mayHaveUnlistedKeys(plan.schema) && !plan.schema.hasAccessors
    else { return nil }
    var keys = OnlyKeys(own: [AnyKey?](repeating: nil, count: plan.coders.count))
    var fed = PropertySet()
    for key in listed {
      let targets = index.find(key.stringValue)
      if index.isEmpty(targets) { continue }
      let property = index.property(of: targets)
      if property >= 0 {
        guard fed.insert(property) else { return nil }
        keys.own[property] = key
      } else {
        let parts = index.targets(of: targets)
        guard parts.allSatisfy({ !$0.path.isEmpty && fed.insert($0.property) }) else { return nil }
        keys.columns.append((key, parts))
      }
    }
    if let property = propertyOfRow(plan, besides: fed) {
      keys.own[property] = AnyKey(plan.schema.properties[property].name)
    }
    if plan.listsColumns, decoding.kind is RowCoders, let own = plan.singleKeys {
      plan.listsColumns = zip(keys.own, own).contains { $0?.stringValue != $1?.stringValue }
    }
    return keys
  }
}
