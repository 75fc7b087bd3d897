/// One update of a model by the values of another one.
///
/// Models that both hold in a property are brought up to date where they are; what else the other
/// one holds is copied.
struct Updater {
  /// For each model that stays in its place the one that it takes its values from.
  private var sources: [ObjectIdentifier: ObjectIdentifier] = [:]
  private var updates: [ModelUpdate] = []

  /// Updates a model by one whose class is its own, a subclass of it or a superclass of it.
  static func update(_ target: any Model, from source: any Model) throws {
    guard target !== source else { return }
    let (type, other) = (type(of: target), type(of: source))
    guard isSubclass(type, of: other) || isSubclass(other, of: type) else {
      let message = "update(from:) was given \(other), which is no \(type)"
      throw ModelError(.unsupportedValue, message: message)
    }
    var updater = Updater()
    updater.findAll(target, source)
    Copier.update(updater.updates)
    for update in updater.updates.reversed() {
      let hooks = SchemaCache.schema(of: Swift.type(of: update.target)).hooks
      guard hooks.contains(.validate) else { continue }
      do {
        try update.target.validate()
      } catch {
        throw ModelError(.rejected, underlying: error)
      }
    }
  }

  /// Lists all updates of models that this one leads to, itself first.
  private mutating func findAll(_ target: any Model, _ source: any Model) {
    _ = keeps(target, source)
    var next = 0
    while next < updates.count {
      let update = updates[next]
      for (index, property) in update.plan.properties.enumerated() {
        guard let property = property as? ModelProperty,
          let existing = property.model(in: update.target),
          let other = property.model(in: update.source),
          areSameThing(existing, other), keeps(existing, other)
        else { continue }
        updates[next].inPlace.insert(index)
      }
      next += 1
    }
  }

  /// Whether a model stays in its place and takes the values of another one; not where it takes
  /// those of a third one already.
  private mutating func keeps(_ target: any Model, _ source: any Model) -> Bool {
    let (id, other) = (ObjectIdentifier(target), ObjectIdentifier(source))
    if let known = sources[id] { return known == other }
    sources[id] = other
    if id != other { updates.append(ModelUpdate(target, source)) }
    return true
  }
}

/// A model that is there, and the one that it takes its values from.
struct ModelUpdate {
  let target: any Model
  let source: any Model
  /// The properties that both have: those of the class that is the other's own or its superclass.
  let plan: IdentityPlan
  /// Those properties of the target that are set through a key path, by where they are stored.
  private let accessed: [Int: Property]
  /// The numbers of the properties whose models are updated in their places.
  var inPlace: Set<Int> = []

  init(_ target: any Model, _ source: any Model) {
    self.target = target
    self.source = source
    let (type, other) = (type(of: target), type(of: source))
    let schema = SchemaCache.schema(of: isSubclass(type, of: other) ? other : type)
    plan = schema.outgoing.identity(schema)
    accessed = SchemaCache.schema(of: type).declaration.accessed.byOffset
  }

  /// Gives the target the values that were made for it, but for those that need whole models.
  func take(from made: any Model) {
    for (index, property) in plan.properties.enumerated()
    where !plan.isLate[index] && !inPlace.contains(index) {
      take(property, from: made)
    }
    for property in plan.opaque { take(property, from: made) }
  }

  /// Gives the target one value; other code may be changing the property.
  func take(_ property: Property, from made: any Model) {
    if let accessed = accessed[property.stored.offset] {
      return accessed.copy(from: made, to: target)
    }
    checkExclusiveAccess(to: target, at: property.stored.offset)
    property.copy(from: made, to: target)
  }
}
