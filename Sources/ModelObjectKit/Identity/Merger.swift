/// A merge of a server's changes into a model that was changed too.
///
/// It compares three models, what the server sent last, what it sends now, and the model itself,
/// property by property, and nested models of the same identity likewise, each when its property is
/// reached. They are kept in a list, outermost first, so that long chains take no stack.
///
/// In a store it is known which object each of theirs is a copy of: it is that one, wherever it
/// stands. What a value of theirs holds of them is merged, too, if the value is taken.
struct Merger {
  /// The objects that theirs are copies of, by these, and what theirs were before the update.
  private let originals: [ObjectIdentifier: any Model]
  private let formers: [ObjectIdentifier: any Model]
  private let resolve: (ModelConflict) -> ModelConflict.Choice
  private var triples: [Triple]
  private var met: Set<ObjectIdentifier> = []
  private(set) var conflicts: [ModelConflict] = []

  var updates: [ModelUpdate] { triples.map(\.update) }

  /// Three models that are merged.
  private struct Triple {
    let base: any Model
    /// The update of mine with theirs.
    var update: ModelUpdate
    /// The number of the triple around it, and the property there.
    let outer: (number: Int, property: String)?
    /// How many properties were compared.
    var done = 0

    var mine: any Model { update.target }
    var theirs: any Model { update.source }
  }

  /// Finds the new values of a model, and resolves each conflict.
  init(
    _ mine: any Model,
    since base: any Model,
    _ theirs: any Model,
    _ originals: [ObjectIdentifier: any Model],
    _ formers: [ObjectIdentifier: any Model],
    _ resolve: @escaping (ModelConflict) -> ModelConflict.Choice
  ) {
    (self.originals, self.formers, self.resolve) = (originals, formers, resolve)
    triples = [Triple(base: base, update: ModelUpdate(mine, theirs), outer: nil)]
    met = [ObjectIdentifier(mine)]
    // The triples around the present one, and that.
    var branch = [0]
    while let number = branch.last {
      let properties = triples[number].update.declaration.copied
      guard triples[number].done < properties.count else {
        branch.removeLast()
        continue
      }
      let property = properties[triples[number].done]
      triples[number].done += 1
      let inside = merged(property, number).filter {
        met.insert(ObjectIdentifier($0.mine)).inserted
      }
      branch += (triples.count..<triples.count + inside.count).reversed()
      triples += inside
    }
  }

  /// Decides on a property; returns the models in it that are to be merged.
  private mutating func merged(_ property: Property, _ number: Int) -> [Triple] {
    let count = conflicts.count
    let inner = inner(property, number)
    if inner == nil, !property.isOpaque, prefersTheirs(property, number) {
      return known(in: property, number, isResolved: conflicts.count > count)
    }
    triples[number].update.skip(property)
    return inner.map { [$0] } ?? []
  }

  /// The models in a property, if they have the same identity on all sides.
  private func inner(_ property: Property, _ number: Int) -> Triple? {
    let triple = triples[number]
    guard !property.isOpaque, let mine = property.model(in: triple.mine),
      let theirs = property.model(in: triple.theirs), areSameThing(mine, theirs)
    else { return nil }
    let original = originals[ObjectIdentifier(theirs)]
    guard original == nil || original === mine else { return nil }
    let former = original.flatMap { _ in formers[ObjectIdentifier(theirs)] }
    guard let base = former ?? property.model(in: triple.base), areSameThing(mine, base) else {
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
        let base = isResolved ? mine : formers[id] ?? mine
        let outer = (number, property.name)
        found.append(Triple(base: base, update: ModelUpdate(mine, theirs), outer: outer))
      } else if met.insert(id).inserted {
        waiting += ModelLister.models(in: theirs).reversed()
      }
    }
    return found
  }

  /// Whether a value of theirs has a known object that another value hasn't, though it may have an
  /// equal one.
  private func hasOthers(
    _ property: Property,
    in theirs: any Model,
    than other: any Model,
    _ known: [ObjectIdentifier: any Model]
  ) -> Bool {
    guard !known.isEmpty else { return false }
    let held = Set(ModelLister.models(in: property, of: other).map { ObjectIdentifier($0) })
    return ModelLister.models(in: property, of: theirs).contains {
      known[ObjectIdentifier($0)].map { !held.contains(ObjectIdentifier($0)) } ?? false
    }
  }

  /// Whether a property gets the value of theirs; resolves a conflict.
  private mutating func prefersTheirs(_ property: Property, _ number: Int) -> Bool {
    let (mine, base, theirs) = (triples[number].mine, triples[number].base, triples[number].theirs)
    guard
      hasOthers(property, in: theirs, than: base, formers)
        || !Comparison.areEqual(property, in: base, theirs)
    else { return false }
    guard !Comparison.areEqual(property, in: base, mine) else { return true }
    guard
      hasOthers(property, in: theirs, than: mine, originals)
        || !Comparison.areEqual(property, in: mine, theirs)
    else { return false }
    let conflict = ModelConflict(
      path: path(number, property.name),
      base: property.value(in: base),
      mine: property.value(in: mine),
      theirs: property.value(in: theirs)
    )
    conflicts.append(conflict)
    return resolve(conflict) == .theirs
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
