/// Decides the form of the objects of each place, from the root inwards.
///
/// If they are dictionaries, all their values are looked at as one place.
final class Settling {
  /// The way from a key to objects: its value, an element of its array, a value of its dictionary.
  private enum Level {
    case property, element, value
  }

  private let choices: Choices
  /// The keys that have objects under them, with the names of roots.
  private(set) var keys: Set<String> = []

  init(_ choices: Choices) {
    self.choices = choices
  }

  /// The names in the choices that have no objects under them.
  var unusedChoices: [String] {
    choices.maps.union(choices.classes).subtracting(keys).sorted()
  }

  /// Whether the objects at the root, which have no key, are dictionaries.
  func areDictionaries(_ objects: Objects, root name: String) -> Bool {
    keys.insert(name)
    guard !objects.seenPairs.isEmpty else { return false }
    if choices.maps.contains(name) { return true }
    return !choices.classes.contains(name) && MapRules.areDictionaries(objects, under: "")
  }

  /// Settles objects as models, without asking `MapRules`.
  func settleModels(_ objects: Objects) {
    guard case .open = objects.form, !objects.seenPairs.isEmpty else { return }
    let unite: (Objects, Objects) -> Void = { Uniting.unite($0, $1) }
    if let family = FamilyRules.family(of: objects, unite: unite) {
      objects.form = .family(family)
    } else {
      objects.form = .model(objects.combined(unite: unite))
    }
    switch objects.form {
    case .model(let record): settle(record, of: objects, tag: nil)
    case .family(let family):
      settle(family.base, of: objects, tag: nil)
      for member in family.members { settle(member.record, of: objects, tag: member.tags[0]) }
    default: break
    }
  }

  private func settle(_ record: Record, of objects: Objects, tag: String?) {
    let depth = (objects.uses.first?.depth ?? 0) + 1
    for (key, place) in record.pairs {
      settle(place, Objects.Use(key: key, owner: objects, tag: tag, depth: depth))
    }
  }

  /// Settles objects as dictionaries; returns the place of their values.
  @discardableResult
  func settleDictionary(_ objects: Objects, _ use: Objects.Use = .root) -> Place {
    let values = Place()
    for place in objects.seenPairs.flatMap(\.places) { Uniting.add(place, to: values) }
    objects.form = .dictionary(values)
    settle(values, use.several, at: .value)
    return values
  }

  private func settle(_ place: Place, _ use: Objects.Use, at level: Level = .property) {
    if let objects = place.objects, case .open = objects.form {
      keys.insert(use.key)
      objects.add(use)
      if objects.seenPairs.isEmpty {
        // Nothing is known of them yet.
      } else if areDictionaries(objects, use, at: level) {
        settleDictionary(objects, use)
      } else {
        settleModels(objects)
      }
    }
    if let elements = place.elements { settle(elements, use.several, at: .element) }
  }

  private func areDictionaries(_ objects: Objects, _ use: Objects.Use, at level: Level) -> Bool {
    // The key over a dictionary says nothing of its values.
    if level == .value { return MapRules.areDictionaries(objects, under: "") }
    if choices.maps.contains(use.key) { return true }
    if choices.classes.contains(use.key) { return false }
    // A name such as `headers` is of an object; over an array it says nothing of the elements.
    return MapRules.areDictionaries(objects, under: level == .element ? "" : use.key)
  }
}
