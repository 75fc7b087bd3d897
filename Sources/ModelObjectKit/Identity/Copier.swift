/// One copy: a model and all models that are reached from it, each copied once.
///
/// It goes from model to model by a list, so that long chains need no stack.
final class Copier: ModelCopier {
  private struct Pair {
    let original: any Model
    let copy: any Model
    let schema: ModelSchema
    let plan: IdentityPlan
    /// The properties of a model that is there already which keep their models; nil for a copy.
    var inPlace: Set<Int>?

    /// Others may be changing a property of a model that is there.
    func checkAccess(to property: Property) {
      if inPlace != nil { checkExclusiveAccess(to: copy, at: property.stored.offset) }
    }
  }

  let stack = StackGuard()
  private var copies: [ObjectIdentifier: any Model] = [:]
  /// What takes the place of a container, and the container, which holds its address.
  private var containers: [ObjectIdentifier: (original: AnyObject, copy: AnyObject?)] = [:]
  private var pairs: [Pair] = []

  /// The copy of a model.
  static func copy(of model: any Model) -> any Model {
    let schema = SchemaCache.schema(of: type(of: model))
    let plan = schema.outgoing.identity(schema)
    guard plan.isFlat, !schema.hooks.contains(.awake) else { return Copier().copy(model) }
    let copy = schema.type.init()
    copyFlat(model, to: copy, plan)
    return copy
  }

  /// Gives models that are there the values of others; what those hold is copied.
  static func update(_ updates: [ModelUpdate]) {
    let copier = Copier()
    for update in updates {
      let id = ObjectIdentifier(update.source)
      if copier.copies[id] == nil { copier.copies[id] = update.target }
      copier.pairs.append(
        Pair(
          original: update.source,
          copy: update.target,
          schema: SchemaCache.schema(of: type(of: update.target)),
          plan: update.plan,
          inPlace: update.inPlace
        )
      )
    }
    copier.fillAll()
  }

  private func copy(_ root: any Model) -> any Model {
    let copy = copied(root)
    fillAll()
    return copy
  }

  private func fillAll() {
    var next = 0
    while next < pairs.count {
      fill(pairs[next])
      next += 1
    }
    // What needs whole models, such as a set, comes from the inside out.
    for pair in pairs.reversed() {
      for property in pair.plan.late {
        pair.checkAccess(to: property)
        property.copy(from: pair.original, to: pair.copy, self)
      }
    }
    for pair in pairs.reversed() where pair.schema.hooks.contains(.awake) { pair.copy.awake() }
  }

  func copied(_ model: any Model) -> any Model {
    let id = ObjectIdentifier(model)
    if let copy = copies[id] { return copy }
    let schema = SchemaCache.schema(of: type(of: model))
    let plan = schema.outgoing.identity(schema)
    let copy = schema.type.init()
    copies[id] = copy
    pairs.append(Pair(original: model, copy: copy, schema: schema, plan: plan))
    return copy
  }

  func container(insteadOf container: AnyObject, _ make: () -> AnyObject?) -> AnyObject? {
    let id = ObjectIdentifier(container)
    if let known = containers[id] { return known.copy }
    containers[id] = (container, nil)
    let copy = make()
    containers[id] = (container, copy)
    return copy
  }

  private func fill(_ pair: Pair) {
    if pair.plan.isFlat, pair.inPlace == nil {
      return Self.copyFlat(pair.original, to: pair.copy, pair.plan)
    }
    for (index, property) in pair.plan.properties.enumerated() {
      if let inPlace = pair.inPlace {
        if inPlace.contains(index) { continue }
        pair.checkAccess(to: property)
      }
      if pair.plan.isLate[index] {
        property.give(from: pair.original, to: ModelCollector(self))
      } else {
        property.copy(from: pair.original, to: pair.copy, self)
      }
    }
    for property in pair.plan.opaque {
      pair.checkAccess(to: property)
      property.copy(from: pair.original, to: pair.copy)
    }
  }

  /// Copies properties that all are of the commonest types.
  private static func copyFlat(_ original: any Model, to copy: any Model, _ plan: IdentityPlan) {
    defer { extendLifetime(original) }
    let source = ObjectMemory(original)
    defer { extendLifetime(copy) }
    let target = ObjectMemory(copy)
    for slot in plan.slots {
      switch slot {
      case .string(let slot): slot.write(slot.read(from: source), in: target)
      case .optionalString(let slot): slot.write(slot.read(from: source), in: target)
      case .int(let slot): slot.write(slot.read(from: source), in: target)
      case .optionalInt(let slot): slot.write(slot.read(from: source), in: target)
      case .bool(let slot): slot.write(slot.read(from: source), in: target)
      case .optionalBool(let slot): slot.write(slot.read(from: source), in: target)
      case .double(let slot): slot.write(slot.read(from: source), in: target)
      case .optionalDouble(let slot): slot.write(slot.read(from: source), in: target)
      case .none: break
      }
    }
  }
}
