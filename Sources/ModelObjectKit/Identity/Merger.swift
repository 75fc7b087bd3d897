/// A merge of a server's changes into a model that was changed too.
///
/// It compares three models, what the server sent last, what it sends now, and the model itself,
/// property by property, and nested models of the same identity likewise. They are kept in a list,
/// outermost first, so that long chains take no stack.
struct Merger {
  private let resolve: (ModelConflict) -> ModelConflict.Choice
  private var places: [Place]
  private var met: Set<ObjectIdentifier> = []
  private(set) var updates: [ModelUpdate] = []
  private(set) var conflicts: [ModelConflict] = []

  /// The three models at one place.
  private struct Place {
    let mine: any Model
    let base: any Model
    let theirs: any Model
    /// The number of the place around it, and the property there.
    var outer: (number: Int, property: String)?
  }

  /// Finds the new values of a model, and resolves each conflict.
  init(
    _ mine: any Model,
    since base: any Model,
    _ theirs: any Model,
    _ resolve: @escaping (ModelConflict) -> ModelConflict.Choice
  ) {
    self.resolve = resolve
    places = [Place(mine: mine, base: base, theirs: theirs)]
    var next = 0
    while next < places.count {
      if met.insert(ObjectIdentifier(places[next].mine)).inserted { find(next) }
      next += 1
    }
  }

  private mutating func find(_ number: Int) {
    let place = places[number]
    var update = ModelUpdate(place.mine, place.theirs)
    for property in update.declaration.copied
    where property.isOpaque || goesInside(property, number) || !takes(property, number) {
      update.skip(property)
    }
    updates.append(update)
  }

  /// Whether a property holds models of the same identity on all sides; if so, they are added to
  /// the list.
  private mutating func goesInside(_ property: Property, _ number: Int) -> Bool {
    let place = places[number]
    guard let mine = property.model(in: place.mine),
      let base = property.model(in: place.base), let theirs = property.model(in: place.theirs),
      areSameThing(mine, base), areSameThing(mine, theirs)
    else { return false }
    let outer = (number, property.name)
    places.append(Place(mine: mine, base: base, theirs: theirs, outer: outer))
    return true
  }

  private mutating func takes(_ property: Property, _ number: Int) -> Bool {
    let (mine, base, theirs) = (places[number].mine, places[number].base, places[number].theirs)
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

  /// The path of a property at a place.
  private func path(_ number: Int, _ property: String) -> String {
    var text = ""
    var outer: (number: Int, property: String)? = (number, property)
    while let step = outer {
      text = PathStep.key(step.property).joined(to: text)
      outer = places[step.number].outer
    }
    return text
  }
}
