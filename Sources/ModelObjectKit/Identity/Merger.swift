/// A merge of a server's changes into a model that was changed too.
///
/// It compares three models, what the server sent last, what it sends now, and the model itself,
/// property by property, and nested models of the same identity likewise, each when its property is
/// reached. They are kept in a list, outermost first, so that long chains take no stack.
struct Merger {
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
    _ resolve: @escaping (ModelConflict) -> ModelConflict.Choice
  ) {
    self.resolve = resolve
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
      if let inner = inner(property, number) {
        triples[number].update.skip(property)
        guard met.insert(ObjectIdentifier(inner.mine)).inserted else { continue }
        branch.append(triples.count)
        triples.append(inner)
      } else if property.isOpaque || !prefersTheirs(property, number) {
        triples[number].update.skip(property)
      }
    }
  }

  /// The models in a property, if they have the same identity on all sides.
  private func inner(_ property: Property, _ number: Int) -> Triple? {
    let triple = triples[number]
    guard !property.isOpaque, let mine = property.model(in: triple.mine),
      let base = property.model(in: triple.base), let theirs = property.model(in: triple.theirs),
      areSameThing(mine, base), areSameThing(mine, theirs)
    else { return nil }
    let outer = (number, property.name)
    return Triple(base: base, update: ModelUpdate(mine, theirs), outer: outer)
  }

  private mutating func prefersTheirs(_ property: Property, _ number: Int) -> Bool {
    let (mine, base, theirs) = (triples[number].mine, triples[number].base, triples[number].theirs)
    guard !Comparison.areEqual(property, in: base, theirs) else { return false }
    guard !Comparison.areEqual(property, in: base, mine) else { return true }
    guard !Comparison.areEqual(property, in: mine, theirs) else { return false }
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
