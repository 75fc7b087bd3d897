/// Decides the form of the objects of each place, from the root inwards.
///
/// If they are dictionaries, all their values are looked at as one place.
final class Settling {
  /// The way from a key to objects: its value, an element of its array, a value of its dictionary.
  private enum Level {
    case property, element, value
  }

  private let choices: Choices
  /// The kinds of values under each key.
  private var kinds: [String: Kinds] = [:]
  /// The keys that have only objects under them somewhere, with the names of roots.
  private var applied: Set<String> = []
  /// Those of them under which an object has a key.
  private var filled: Set<String> = []

  init(_ choices: Choices) {
    self.choices = choices
  }

  /// Why the first choice that can't apply can't; nil if all of them did.
  var unusedChoice: String? {
    let maps = choices.maps.subtracting(applied).sorted().map { ("--map", $0) }
    let classes = choices.classes.subtracting(filled).sorted().map { ("--class-for", $0) }
    guard let (option, key) = (maps + classes).first else { return nil }
    let reason: String
    if applied.contains(key) {
      reason = "each object under the key is empty"
    } else if let kinds = kinds[key], !kinds.isEmpty {
      reason =
        kinds.contains(.object)
        ? "the property may be \(kinds.names), so it is of type Any"
        : "no object is found under the key, but \(kinds.names)"
    } else {
      reason = kinds[key] == nil ? "no object has the key" : "the key is always null or empty"
    }
    return "'\(option) \(key)' can't apply: \(reason)"
  }

  /// Whether the objects at the root, which have no key, are dictionaries.
  func areDictionaries(_ objects: Objects, root name: String) -> Bool {
    applied.insert(name)
    guard !objects.seenPairs.isEmpty else { return false }
    filled.insert(name)
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
    if level != .value { note(place, use.key) }
    if let objects = place.objects, case .open = objects.form {
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

  /// Notes whether a choice for a key could apply to a place.
  private func note(_ place: Place, _ key: String) {
    kinds[key, default: []].formUnion(place.kinds)
    guard place.kinds == .object else { return }
    applied.insert(key)
    if place.objects?.seenPairs.isEmpty == false || place.objects?.values != nil {
      filled.insert(key)
    }
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
