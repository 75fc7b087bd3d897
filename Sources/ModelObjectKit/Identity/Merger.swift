/// A merge of a server's changes into a model that was changed too.
///
/// It compares three models, what the server sent last, what it sends now, and the model itself,
/// property by property, and nested models of the same identity likewise. They are kept in a list,
/// so that long chains take no stack.
struct Merger {
  private let resolve: (ModelConflict) -> ModelConflict.Choice
  private var waiting: [Place] = []
  private var met: Set<ObjectIdentifier> = []
  private(set) var updates: [ModelUpdate] = []
  private(set) var conflicts: [ModelConflict] = []

  /// The three models at one place.
  private struct Place {
    let mine: any Model
    let base: any Model
    let theirs: any Model
    let path: Path?
  }

  /// The properties on the way to a place; the path is made for conflicts only.
  private final class Path {
    let outer: Path?
    let property: String

    init(_ outer: Path?, _ property: String) {
      self.outer = outer
      self.property = property
    }

    var text: String {
      var text = ""
      var path: Path? = self
      while let step = path {
        text = PathStep.key(step.property).joined(to: text)
        path = step.outer
      }
      return text
    }
  }

  /// Finds the new values of a model, and resolves each conflict.
  init(
    _ mine: any Model,
    since base: any Model,
    _ theirs: any Model,
    _ resolve: @escaping (ModelConflict) -> ModelConflict.Choice
  ) {
    self.resolve = resolve
    waiting = [Place(mine: mine, base: base, theirs: theirs, path: nil)]
    while let place = waiting.popLast() {
      if met.insert(ObjectIdentifier(place.mine)).inserted { find(place) }
    }
  }

  private mutating func find(_ place: Place) {
    var update = ModelUpdate(place.mine, place.theirs)
    for property in update.plan.properties
    where property.isOpaque || goesInside(property, place) || !takes(property, place) {
      update.skip(property)
    }
    updates.append(update)
  }

  /// Whether a property holds models of the same identity on all sides; if so, they are added to
  /// the list.
  private mutating func goesInside(_ property: Property, _ place: Place) -> Bool {
    guard let mine = property.model(in: place.mine),
      let base = property.model(in: place.base), let theirs = property.model(in: place.theirs),
      areSameThing(mine, base), areSameThing(mine, theirs)
    else { return false }
    let path = Path(place.path, property.name)
    waiting.append(Place(mine: mine, base: base, theirs: theirs, path: path))
    return true
  }

  private mutating func takes(_ property: Property, _ place: Place) -> Bool {
    let (mine, base, theirs) = (place.mine, place.base, place.theirs)
    guard !Comparison.areEqual(property, in: base, theirs) else { return false }
    guard !Comparison.areEqual(property, in: base, mine) else { return true }
    guard !Comparison.areEqual(property, in: mine, theirs) else { return false }
    let conflict = ModelConflict(
      path: Path(place.path, property.name).text,
      base: property.value(in: base),
      mine: property.value(in: mine),
      theirs: property.value(in: theirs)
    )
    conflicts.append(conflict)
    return resolve(conflict) == .theirs
  }
}
