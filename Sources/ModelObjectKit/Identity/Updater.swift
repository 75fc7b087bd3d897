/// An update of a model with the values of another one.
///
/// If both hold models of the same identity in a property or its collection, these are updated in
/// place; all other values are copied.
struct Updater {
  private let isShared: (any Model) -> Bool
  /// Whether a list that is observed keeps its models if it gets equal ones.
  private let matchesWatched: Bool
  /// The source of each model that is updated in place.
  private var sources: [ObjectIdentifier: ObjectIdentifier] = [:]
  private var usedSources: Set<ObjectIdentifier> = []
  private var updates: [ModelUpdate] = []
  /// The elements that both hold.
  private var shared: [ObjectIdentifier: any Model] = [:]
  /// What observers watch in place of models that equal it, by these.
  private var watched: [ObjectIdentifier: ObjectIdentifier] = [:]

  /// Updates a model with one of the same class, a subclass or a superclass; else throws.
  ///
  /// Other models in the values are copied, or neither copied nor matched if they are shared.
  /// Returns all updated models; if it throws, they are restored.
  @discardableResult
  static func update(
    _ target: any Model,
    from source: any Model,
    _ undoList: UndoList = UndoList(),
    reach: Copier.Reach = .shared,
    sharing isShared: @escaping (any Model) -> Bool = { _ in false }
  ) throws -> [any Model] {
    guard target !== source else { return [] }
    let (type, other) = (type(of: target), type(of: source))
    guard isSubclass(type, of: other) || isSubclass(other, of: type) else {
      let message = "\(other) is neither a subclass nor a superclass of \(type)"
      throw ModelError(.unsupportedValue, message: message)
    }
    var updater = Updater(isShared: isShared, matchesWatched: true)
    updater.findAll(target, source)
    try apply(updater.updates, updater.shared, reach: reach, sharing: isShared, undoList)
    for update in updater.updates { ColumnRests.end(update.target, givenBy: update.source) }
    return updater.updates.map(\.target)
  }

  /// A model and one of its class, and all pairs of models in them that an update would match.
  static func pairs(
    _ target: any Model,
    _ source: any Model
  ) -> [(target: any Model, source: any Model)] {
    var updater = Updater(isShared: { _ in false }, matchesWatched: false)
    updater.findAll(target, source)
    return updater.updates.map { ($0.target, $0.source) }
  }

  /// Updates models with the values of others, and validates them; if one is invalid, all are
  /// restored.
  ///
  /// Returns what became of the models in the values: what is known of them, the updated models, and
  /// copies.
  @discardableResult
  static func apply(
    _ updates: [ModelUpdate],
    _ known: [ObjectIdentifier: any Model],
    reach: Copier.Reach,
    sharing isShared: @escaping (any Model) -> Bool = { _ in false },
    _ undoList: UndoList
  ) throws -> [ObjectIdentifier: any Model] {
    let mark = undoList.mark
    for update in updates { undoList.save(update.target) }
    // Each once, as many may be in each other.
    undoList.saveWhole(
      updates.map(\.target).filter {
        !SchemaCache.schema(of: Swift.type(of: $0)).hooks.isDisjoint(with: [.awake, .validate])
      }
    )
    let results = Copier.update(updates, known, reach: reach, sharing: isShared)
    do {
      for update in updates.reversed() { try update.target.validate() }
    } catch {
      undoList.undo(since: mark)
      throw ModelError(.rejected, underlyingError: error)
    }
    return results
  }

  /// Lists the update of a model and all updates of nested models.
  private mutating func findAll(_ target: any Model, _ source: any Model) {
    _ = pair(target, with: source)
    var next = 0
    while next < updates.count {
      let update = updates[next]
      let made = update.declaration.distant.filter {
        $0.isMade(in: update.target) && $0.isMade(in: update.source)
      }
      for property in update.declaration.others + made.map(\.property) {
        guard property.declared != nil else {
          findElements(of: property, update)
          continue
        }
        guard let existing = property.model(in: update.target),
          let other = property.model(in: update.source),
          areSameThing(existing, other), !isShared(other), pair(existing, with: other)
        else { continue }
        updates[next].skip(property)
      }
      next += 1
    }
  }

  /// Matches the models in two collections by identity; if several have the same one, in order.
  ///
  /// 1. The elements of a set have no order: if several have the same identity, none is matched.
  /// 2. In a property that is observed, those without an identity are matched too, if all are equal.
  private mutating func findElements(of property: Property, _ update: ModelUpdate) {
    let present = ModelLister.models(in: property, of: update.target)
    guard !present.isEmpty else { return }
    var waiting: [ModelIdentity: ArraySlice<any Model>] = [:]
    for model in present {
      if let identity = ModelIdentity(of: model) { waiting[identity, default: []].append(model) }
    }
    if property.heldModels.areHashed { waiting = waiting.filter { $0.value.count == 1 } }
    let models = ModelLister.models(in: property, of: update.source)
    var unnamed: [ObjectIdentifier: any Model] = [:]
    if matchesWatched, update.isObserved(property),
      models.contains(where: { ModelIdentity(of: $0) == nil })
    {
      findWatched(models, property, update)
      let pairs = present.map { (ObjectIdentifier($0), $0) }
      unnamed = Dictionary(pairs) { first, _ in first }
    } else if waiting.isEmpty {
      return
    }
    for model in models {
      let identity = ModelIdentity(of: model)
      let watched = watched[ObjectIdentifier(model)].flatMap { unnamed[$0] }
      guard !isShared(model),
        let known = identity.map({ waiting[$0]?.popFirst() }) ?? watched,
        type(of: known) == type(of: model)
      else { continue }
      if pair(known, with: model), known === model { shared[ObjectIdentifier(known)] = known }
    }
  }

  /// Finds the models in a property that is observed which equal those that are to come, if all do.
  private mutating func findWatched(
    _ models: [any Model],
    _ property: Property,
    _ update: ModelUpdate
  ) {
    guard !models.allSatisfy({ watched[ObjectIdentifier($0)] != nil }) else { return }
    let comparison = Comparison { $0 === $1 ? true : nil }
    guard comparison.decide({ property.areEqual(in: update.target, update.source, $0) }) else {
      return
    }
    // With the models in them, whose properties needn't be compared once more.
    for pair in comparison.met { watched[pair.second] = watched[pair.second] ?? pair.first }
  }

  /// Notes that a model is updated from another one; false if one of them already has a third one, so
  /// that what is one model there is one here.
  private mutating func pair(_ target: any Model, with source: any Model) -> Bool {
    let (id, other) = (ObjectIdentifier(target), ObjectIdentifier(source))
    if let known = sources[id] { return known == other }
    guard usedSources.insert(other).inserted else { return false }
    sources[id] = other
    if id != other { updates.append(ModelUpdate(target, source)) }
    return true
  }
}

/// The update of a model in place, with the values of another one.
struct ModelUpdate {
  let target: any Model
  let source: any Model
  /// The properties of both: those of the superclass of the two classes.
  let declaration: ClassDeclaration
  /// The properties of the target that are set through a key path, by the offsets of their storage.
  private let accessed: [Int: Property]
  /// The properties that keep their values, or whose models are updated in place.
  private var skipped: Set<ObjectIdentifier> = []

  init(_ target: any Model, _ source: any Model) {
    self.target = target
    self.source = source
    let (type, other) = (type(of: target), type(of: source))
    let schema = SchemaCache.schema(of: isSubclass(type, of: other) ? other : type)
    declaration = schema.declaration
    accessed = SchemaCache.schema(of: type).declaration.accessed.byOffset
  }

  /// Whether the target tells observers which models a property holds.
  func isObserved(_ property: Property) -> Bool {
    accessed[property.stored.offset]?.observers != nil
  }

  mutating func skip(_ property: Property) { skipped.insert(ObjectIdentifier(property)) }

  func skips(_ property: Property) -> Bool { skipped.contains(ObjectIdentifier(property)) }

  /// Sets the target's values that were made for it: those that need complete models, or all
  /// others; traps if other code is changing one of the properties.
  func setValues(from made: any Model, areLate: Bool) {
    for property in declaration.copied
    where property.heldModels.copiesLate == areLate && !skips(property) {
      if let accessed = accessed[property.stored.offset] {
        accessed.copy(from: made, to: target)
      } else {
        ObjectMemory.with(target) { checkExclusiveAccess(to: $0, at: property.stored.offset) }
        property.copy(from: made, to: target)
      }
    }
  }
}
