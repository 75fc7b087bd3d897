/// A copy of a model and all models that it refers to, each copied once.
///
/// The models are kept in a list, so that long chains take no stack.
final class Copier: ModelCopier {
  private struct Pair {
    let original: any Model
    let copy: any Model
    let schema: ModelSchema
    let plan: IdentityPlan
    /// The update of an existing model with the copy's values; nil for a plain copy.
    var update: ModelUpdate?

    /// The resulting object: the copy, or the updated model.
    var result: any Model { update?.target ?? copy }
  }

  private var copies: [ObjectIdentifier: any Model] = [:]
  private var pairs: [Pair] = []
  /// Whether a model isn't copied.
  private var isKept: (any Model) -> Bool = { _ in false }

  /// The copy of a model.
  static func copy(of model: any Model) -> any Model {
    let schema = SchemaCache.schema(of: type(of: model))
    let plan = schema.identityPlan
    guard let slots = plan.flatSlots, !schema.hooks.contains(.awake) else {
      return copies(of: [model])[0]
    }
    let copy = schema.type.init()
    copyFlat(model, to: copy, slots)
    return copy
  }

  /// The copies of models, in their order.
  static func copies(of models: [any Model]) -> [any Model] {
    let copier = Copier()
    let copies = models.map { copier.copied($0) }
    copier.fillAll()
    return copies
  }

  /// Updates existing models with the values of others; copies the models in these values.
  ///
  /// The values are first made in new objects, because sources and targets may refer to each other.
  static func update(
    _ updates: [ModelUpdate],
    keeping shared: [any Model],
    where isKept: @escaping (any Model) -> Bool
  ) {
    let copier = Copier()
    copier.isKept = isKept
    for model in shared { copier.copies[ObjectIdentifier(model)] = model }
    for update in updates {
      let id = ObjectIdentifier(update.source)
      // Other references to the source become references to the target, if its class is allowed.
      if copier.copies[id] == nil, isSubclass(type(of: update.target), of: type(of: update.source))
      {
        copier.copies[id] = update.target
      }
      let schema = SchemaCache.schema(of: type(of: update.target))
      copier.pairs.append(
        Pair(
          original: update.source,
          copy: schema.type.init(),
          schema: schema,
          plan: update.plan,
          update: update
        )
      )
    }
    copier.fillAll()
  }

  private func fillAll() {
    var next = 0
    while next < pairs.count {
      fill(pairs[next])
      next += 1
    }
    for pair in pairs { pair.update?.take(from: pair.copy) }
    // Values that need complete models, such as sets, are copied innermost first.
    let targets = Set(pairs.compactMap { $0.update.map { ObjectIdentifier($0.target) } })
    let areRead =
      !targets.isEmpty && pairs.contains { targets.contains(ObjectIdentifier($0.original)) }
    for pair in pairs.reversed() {
      for property in pair.plan.late {
        property.copy(from: pair.original, to: pair.copy, self)
        if !areRead { pair.update?.takeLate(property, from: pair.copy) }
      }
    }
    if areRead {
      for pair in pairs {
        for property in pair.plan.late { pair.update?.takeLate(property, from: pair.copy) }
      }
    }
    for pair in pairs.reversed() where pair.schema.hooks.contains(.awake) { pair.result.awake() }
  }

  func copied(_ model: any Model) -> any Model {
    let id = ObjectIdentifier(model)
    if let copy = copies[id] { return copy }
    if isKept(model) { return model }
    let schema = SchemaCache.schema(of: type(of: model))
    let plan = schema.identityPlan
    let copy = schema.type.init()
    copies[id] = copy
    pairs.append(Pair(original: model, copy: copy, schema: schema, plan: plan))
    return copy
  }

  private func fill(_ pair: Pair) {
    if let slots = pair.plan.flatSlots {
      return Self.copyFlat(pair.original, to: pair.copy, slots)
    }
    for (index, property) in pair.plan.properties.enumerated() {
      if pair.update?.skipped.contains(index) == true { continue }
      if let slot = pair.plan.slots[index] {
        ObjectMemory.with(pair.original) { source in
          ObjectMemory.with(pair.copy) { slot.type.copy(slot.place, from: source, to: $0) }
        }
      } else if pair.plan.isLate[index] {
        for model in ModelLister.models(in: property, of: pair.original) { _ = copied(model) }
      } else {
        property.copy(from: pair.original, to: pair.copy, self)
      }
    }
    for property in pair.plan.opaque { property.copy(from: pair.original, to: pair.copy) }
  }

  /// Copies properties that are all of the most common types.
  private static func copyFlat(_ original: any Model, to copy: any Model, _ slots: [PlainSlot]) {
    ObjectMemory.with(original) { source in
      ObjectMemory.with(copy) { target in
        for slot in slots { slot.type.copy(slot.place, from: source, to: target) }
      }
    }
  }
}
