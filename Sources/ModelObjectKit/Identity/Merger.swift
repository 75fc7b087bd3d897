/// A merge of a server's changes into a model that was changed too.
///
/// It compares three models, what the server sent last, what it sends now, and the model itself,
/// property by property, and nested models of the same identity likewise. First it finds which
/// models these are; then it decides on their properties, in order. A value that leads back to one
/// of them doesn't differ for that: what has changed there is merged there. The models are kept in a
/// list, outermost first, so that long chains take no stack.
///
/// Models are compared by their properties, as for a patch, not by an override of `isEqual(to:)`:
/// what has changed in them must reach the server, or come from it.
///
/// In a store it is known which object each of theirs is a copy of: it is that one, wherever it
/// stands. What a value of theirs holds of them is merged, too, if the value is taken.
struct Merger {
  /// The objects that theirs are copies of, by these; empty without a store.
  private let originals: [ObjectIdentifier: any Model]
  /// Which of theirs come into the store; those without an original are new.
  private let additions: Set<ObjectIdentifier>
  /// What theirs were before the update, unless they are copies of what mine are.
  private let formers: [ObjectIdentifier: any Model]
  private let resolve: (ModelConflict) -> ModelConflict.Choice
  private var triples: [Triple]
  /// Theirs of the models that are merged, by mine.
  private var met: [ObjectIdentifier: any Model] = [:]
  /// What mine, theirs and the base have in each other's places, if it is merged by itself.
  private let counterparts = Counterparts()
  private let comparison: Comparison
  private(set) var conflicts: [ModelConflict] = []
  /// The models in the values of the base in these.
  private(set) var modelsInConflicts: [any Model] = []

  var updates: [ModelUpdate] { triples.map(\.update) }

  /// Ends what stays of the columns of mine, if the input has given theirs a value.
  func endColumns() {
    for triple in triples {
      guard let kept = ColumnRests.of(triple.base)?.former else { continue }
      let theirs = ColumnRests.of(triple.theirs)?.former
      ColumnRests.end(triple.mine) { kept[$0] != nil && theirs?[$0] == nil }
    }
  }

  /// Three models that are merged.
  private struct Triple {
    let base: any Model
    /// The update of mine with theirs.
    var update: ModelUpdate
    /// The number of the triple around it, and the property there.
    let outer: (number: Int, property: String)?
    /// The properties whose models are merged, with the numbers of these; nil for those of models
    /// that are merged elsewhere.
    var inner: [ObjectIdentifier: Int?] = [:]
    /// How many properties were searched for models, and how many were decided on.
    var searched = 0
    var decided = 0

    var mine: any Model { update.target }
    var theirs: any Model { update.source }
  }

  /// Pairs of models that are merged by themselves, so that other values needn't compare them.
  private final class Counterparts {
    var pairs: Set<Comparison.Pair> = []

    func add(_ triple: Triple) {
      let (base, mine, theirs) = (triple.base, triple.mine, triple.theirs)
      for (first, second) in [(base, mine), (base, theirs), (mine, theirs)] {
        pairs.insert(Comparison.Pair(first, second))
      }
    }
  }

  /// Finds the new values of a model, and resolves each conflict.
  init(
    _ mine: any Model,
    _ theirs: any Model,
    since copies: [(original: any Model, copy: any Model)],
    _ originals: [ObjectIdentifier: any Model],
    _ additions: Set<ObjectIdentifier>,
    _ resolve: @escaping (ModelConflict) -> ModelConflict.Choice
  ) {
    let pairs = copies.map { (ObjectIdentifier($0.original), $0.copy) }
    formers = Dictionary(pairs) { first, _ in first }
    (self.originals, self.additions, self.resolve) = (originals, additions, resolve)
    let base = formers[ObjectIdentifier(theirs)] ?? theirs
    comparison = Comparison { [counterparts] first, second in
      first === second || counterparts.pairs.contains(Comparison.Pair(first, second)) ? true : nil
    }
    triples = []
    _ = add(Triple(base: base, update: ModelUpdate(mine, theirs), outer: nil))
    // The triples around the present one, and that.
    var branch = [0]
    while let number = branch.last {
      if let property = next(\.decided, number) {
        branch += merged(property, number).reversed()
      } else {
        branch.removeLast()
      }
    }
  }

  /// The next property of a triple by one of its counts.
  private mutating func next(_ count: WritableKeyPath<Triple, Int>, _ number: Int) -> Property? {
    let declaration = triples[number].update.declaration
    let (stored, distant) = (declaration.copied, declaration.distant)
    let index = triples[number][keyPath: count]
    triples[number][keyPath: count] += 1
    if index < stored.count { return stored[index] }
    return index - stored.count < distant.count ? distant[index - stored.count].property : nil
  }

  /// Adds a triple and all that are in it, unless its model is merged already; returns its number.
  private mutating func add(_ triple: Triple) -> Int? {
    guard let first = addAlone(triple) else { return nil }
    var branch = [first]
    while let number = branch.last {
      guard let property = next(\.searched, number) else {
        branch.removeLast()
        continue
      }
      guard let inner = inner(property, number) else { continue }
      let added = addAlone(inner)
      triples[number].inner[ObjectIdentifier(property)] = .some(added)
      if let added { branch.append(added) }
    }
    return first
  }

  private mutating func addAlone(_ triple: Triple) -> Int? {
    guard met.updateValue(triple.theirs, forKey: ObjectIdentifier(triple.mine)) == nil else {
      return nil
    }
    counterparts.add(triple)
    triples.append(triple)
    return triples.count - 1
  }

  /// Decides on a property; returns the numbers of the models in it that are to be merged now.
  private mutating func merged(_ property: Property, _ number: Int) -> [Int] {
    let count = conflicts.count
    let inner = triples[number].inner[ObjectIdentifier(property)]
    if inner == nil, !property.isOpaque, prefersTheirs(property, number) {
      return known(in: property, number, isResolved: conflicts.count > count).compactMap { add($0) }
    }
    triples[number].update.skip(property)
    return inner.flatMap { $0 }.map { [$0] } ?? []
  }

  /// The models in a property, if they have the same identity on all sides.
  private func inner(_ property: Property, _ number: Int) -> Triple? {
    let triple = triples[number]
    guard !property.isOpaque, let mine = property.model(in: triple.mine),
      let theirs = property.model(in: triple.theirs), mine !== theirs, areSameThing(mine, theirs)
    else { return nil }
    // A model in two places is merged with one of theirs.
    if let other = met[ObjectIdentifier(mine)], other !== theirs { return nil }
    let original = originals[ObjectIdentifier(theirs)]
    let isNew = original == nil && additions.contains(ObjectIdentifier(theirs))
    guard !isNew, original == nil || original === mine else { return nil }
    guard let base = original.map({ former(of: theirs, $0) }) ?? property.model(in: triple.base),
      areSameThing(mine, base)
    else {
      return nil
    }
    let outer = (number, property.name)
    return Triple(base: base, update: ModelUpdate(mine, theirs), outer: outer)
  }

  /// The known objects in a value that is taken, and in the new objects there.
  ///
  /// If it was taken in a conflict, so are all their values.
  private mutating func known(
    in property: Property,
    _ number: Int,
    isResolved: Bool
  ) -> [Triple] {
    guard !originals.isEmpty else { return [] }
    var found: [Triple] = []
    var waiting = Array(ModelLister.models(in: property, of: triples[number].theirs).reversed())
    while let theirs = waiting.popLast() {
      let id = ObjectIdentifier(theirs)
      if let mine = originals[id] {
        let base = isResolved ? mine : former(of: theirs, mine)
        let outer = (number, property.name)
        found.append(Triple(base: base, update: ModelUpdate(mine, theirs), outer: outer))
      } else if met.updateValue(theirs, forKey: id) == nil {
        waiting += ModelLister.models(in: theirs).reversed()
      }
    }
    return found
  }

  /// What one of theirs was before the update; the original, unless the base had a copy of that.
  private func former(of theirs: any Model, _ original: any Model) -> any Model {
    formers[ObjectIdentifier(theirs)] ?? formers[ObjectIdentifier(original)] ?? original
  }

  /// Whether a value of theirs is another one than mine or that of the base: not equal, or with a
  /// known or new object in place of an equal one.
  private func differs(
    _ property: Property,
    in theirs: any Model,
    from other: any Model,
    _ counterpart: (_ theirs: any Model, _ original: any Model) -> any Model
  ) -> Bool {
    guard areEqual(property, in: other, theirs) else { return true }
    guard !originals.isEmpty else { return false }
    let held = Set(ModelLister.models(in: property, of: other).map { ObjectIdentifier($0) })
    return ModelLister.models(in: property, of: theirs).contains { theirs in
      guard let original = originals[ObjectIdentifier(theirs)] else {
        return additions.contains(ObjectIdentifier(theirs))
      }
      return !held.contains(ObjectIdentifier(counterpart(theirs, original)))
    }
  }

  private func areEqual(_ property: Property, in first: any Model, _ second: any Model) -> Bool {
    comparison.decide { property.areEqual(in: first, second, $0) }
  }

  /// Whether a property gets the value of theirs; resolves a conflict.
  private mutating func prefersTheirs(_ property: Property, _ number: Int) -> Bool {
    let (mine, base, theirs) = (triples[number].mine, triples[number].base, triples[number].theirs)
    guard differs(property, in: theirs, from: base, former), !follows(property, number) else {
      return false
    }
    guard !areEqual(property, in: base, mine) else { return true }
    guard differs(property, in: theirs, from: mine, { $1 }), isSettable(property, in: mine) else {
      return false
    }
    let conflict = ModelConflict(
      path: path(number, property.name),
      base: property.value(in: base),
      mine: property.value(in: mine),
      theirs: property.value(in: theirs)
    )
    conflicts.append(conflict)
    modelsInConflicts += ModelLister.models(in: property, of: base)
    return resolve(conflict) == .theirs
  }

  /// Whether theirs of a computed property is what the stored ones give, on which the merge decides.
  private func follows(_ property: Property, _ number: Int) -> Bool {
    let declaration = triples[number].update.declaration
    guard declaration.distant.contains(where: { $0.property === property && $0.isComputed }) else {
      return false
    }
    let (base, theirs) = (triples[number].base, triples[number].theirs)
    let probe = SchemaCache.schema(of: type(of: theirs)).type.init()
    for stored in declaration.copied { stored.copy(from: base, to: probe) }
    let before = property.savedValue(in: probe)
    for stored in declaration.copied where stored.isCompared {
      stored.copy(from: theirs, to: probe)
    }
    return areEqual(property, in: probe, theirs)
      && !comparison.decide { property.isEqual(to: before, in: probe, $0) }
  }

  /// Whether an input may set a property: by its keys, a computed property or a hook.
  private func isSettable(_ property: Property, in model: any Model) -> Bool {
    let schema = SchemaCache.schema(of: type(of: model))
    let stored = schema.declaration.stored
    return schema.properties.contains { mapped in
      mapped.name == property.name || !stored.contains { $0.name == mapped.name }
    } || schema.unknownKeys != nil || !schema.hooks.isDisjoint(with: [.serializeValue, .didMap])
  }

  /// The path of a property of a triple.
  private func path(_ number: Int, _ property: String) -> String {
    var text = ""
    var outer: (number: Int, property: String)? = (number, property)
    while let step = outer {
      text = PathStep.key(step.property).joined(to: text)
      outer = triples[step.number].outer
    }
    return text
  }
}
