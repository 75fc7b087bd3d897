/// One copy: a model and all models that are reached from it, each copied once.
///
/// It goes from model to model by a list, so that long chains need no stack.
final class Copier: ModelCopier {
  private struct Pair {
    let original: any Model
    let copy: any Model
    let schema: ModelSchema
    let plan: IdentityPlan
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

  private func copy(_ root: any Model) -> any Model {
    let copy = copied(root)
    var next = 0
    while next < pairs.count {
      fill(pairs[next])
      next += 1
    }
    // What needs whole models, such as a set, comes from the inside out.
    for pair in pairs.reversed() {
      for property in pair.plan.late {
        property.copy(from: pair.original, to: pair.copy, self)
      }
    }
    for pair in pairs.reversed() where pair.schema.hooks.contains(.awake) { pair.copy.awake() }
    return copy
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
    if pair.plan.isFlat { return Self.copyFlat(pair.original, to: pair.copy, pair.plan) }
    for (index, property) in pair.plan.properties.enumerated() {
      if pair.plan.isLate[index] {
        property.give(from: pair.original, to: ModelCollector(self))
      } else {
        property.copy(from: pair.original, to: pair.copy, self)
      }
    }
    for property in pair.plan.opaque { property.copy(from: pair.original, to: pair.copy) }
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
      case .collection, .none: break
      }
    }
  }
}
