/// One update of a model by the values of another one.
///
/// Models that both hold in a property are brought up to date where they are; what else the other
/// one holds is copied.
struct Updater {
  /// A model that is brought up to date, and the one that it takes its values from.
  private struct Pair: Hashable {
    let target: ObjectIdentifier
    let source: ObjectIdentifier
  }

  private var met: Set<Pair> = []
  private var updates: [ModelUpdate] = []

  /// Updates a model by one whose class is its own, a subclass of it or a superclass of it.
  static func update(_ target: any Model, from source: any Model) throws {
    guard target !== source else { return }
    let (type, other) = (type(of: target), type(of: source))
    guard isSubclass(type, of: other) || isSubclass(other, of: type) else {
      throw ModelError(.unsupportedValue, message: "a \(other) is no \(type)")
    }
    var updates = Self.updates(target, source)
    let targets = Set(updates.map { ObjectIdentifier($0.target) })
    if updates.contains(where: { targets.contains(ObjectIdentifier($0.source)) }) {
      // What is read must not have been written before.
      updates = Self.updates(target, Copier.copy(of: source))
    }
    Copier.update(updates)
    for update in updates.reversed() {
      let hooks = SchemaCache.schema(of: Swift.type(of: update.target)).hooks
      guard hooks.contains(.validate) else { continue }
      do {
        try update.target.validate()
      } catch {
        throw ModelError(.rejected, underlying: error)
      }
    }
  }

  /// All updates of models that this one leads to, itself first.
  private static func updates(_ target: any Model, _ source: any Model) -> [ModelUpdate] {
    var updater = Updater()
    updater.meet(target, source)
    var next = 0
    while next < updater.updates.count {
      let update = updater.updates[next]
      for (index, property) in update.plan.properties.enumerated() {
        guard let property = property as? ModelProperty,
          let existing = property.model(in: update.target),
          let other = property.model(in: update.source), areSameThing(existing, other)
        else { continue }
        updater.updates[next].inPlace.insert(index)
        updater.meet(existing, other)
      }
      next += 1
    }
    return updater.updates
  }

  private mutating func meet(_ target: any Model, _ source: any Model) {
    let pair = Pair(target: ObjectIdentifier(target), source: ObjectIdentifier(source))
    guard target !== source, met.insert(pair).inserted else { return }
    updates.append(ModelUpdate(target, source))
  }
}

/// A model that is there, and the one that it takes its values from.
struct ModelUpdate {
  let target: any Model
  let source: any Model
  /// The properties that both have: those of the class that is the other's own or its superclass.
  let plan: IdentityPlan
  /// The numbers of the properties whose models are updated in their places.
  var inPlace: Set<Int> = []

  init(_ target: any Model, _ source: any Model) {
    self.target = target
    self.source = source
    let (type, other) = (type(of: target), type(of: source))
    let schema = SchemaCache.schema(of: isSubclass(type, of: other) ? other : type)
    plan = schema.outgoing.identity(schema)
  }
}
