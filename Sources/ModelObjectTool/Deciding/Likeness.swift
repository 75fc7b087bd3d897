/// Whether values, seen in different places, could be of one type.
enum Likeness {
  /// The depth from which on objects count as alike, whatever their keys.
  private static let maximumDepth = 4

  /// Whether one type takes the values of both without becoming vaguer than it is for one of them.
  static func areCompatible(_ first: [Place], _ second: [Place], depth: Int = 0) -> Bool {
    let (firstKinds, secondKinds) = (first.kinds, second.kinds)
    guard !firstKinds.isEmpty, !secondKinds.isEmpty else { return true }
    guard firstKinds == secondKinds else { return false }
    // Several kinds are `Any`, whatever their elements are.
    guard firstKinds.isSingle else { return true }
    let elements = (first.compactMap(\.elements), second.compactMap(\.elements))
    guard areCompatible(elements.0, elements.1, depth: depth) else { return false }
    let objects = (first.compactMap(\.objects), second.compactMap(\.objects))
    return areAlike(objects.0, objects.1, depth: depth + 1)
  }

  /// Whether objects share half of the keys of the smaller ones, with values that are compatible.
  static func areAlike(_ first: [Objects], _ second: [Objects], depth: Int = 0) -> Bool {
    guard depth < maximumDepth, let one = first.first, let other = second.first else { return true }
    if first.count == 1, second.count == 1 {
      if one === other || Families.areOne(one, other, depth: depth) { return true }
    }
    let values = (first.compactMap(\.values), second.compactMap(\.values))
    if !values.0.isEmpty || !values.1.isEmpty {
      if values.0.isEmpty { return first.allSatisfy(\.knownPairs.isEmpty) }
      if values.1.isEmpty { return second.allSatisfy(\.knownPairs.isEmpty) }
      return areCompatible(values.0, values.1, depth: depth)
    }
    let pairs = (first.placesByKey, second.placesByKey)
    let shared = pairs.0.keys.filter { pairs.1[$0] != nil }
    guard shared.count * 2 >= min(pairs.0.count, pairs.1.count) else { return false }
    return shared.allSatisfy {
      areCompatible(pairs.0[$0] ?? [], pairs.1[$0] ?? [], depth: depth)
    }
  }

  /// Whether all values are of one shape: of one kind and, if they are objects, with keys in
  /// common.
  static func isOneShape(_ values: [[Place]]) -> Bool {
    let values = values.filter { !$0.kinds.isEmpty }
    guard let kinds = values.first?.kinds, kinds.isSingle,
      values.allSatisfy({ $0.kinds == kinds })
    else { return false }
    switch kinds {
    case .array:
      let elements = values.map { $0.compactMap(\.elements) }.filter { !$0.kinds.isEmpty }
      return elements.isEmpty || isOneShape(elements)
    case .object:
      let keys = values.map { value in
        value.compactMap(\.objects).placesByKey
      }.filter { !$0.isEmpty }
      return keys.isEmpty || isOneShape(ofObjects: keys)
    default: return true
    }
  }

  /// Whether all keys are ids; or an object has a quarter of all keys on average, and at most a
  /// quarter of the shared keys have values of different kinds.
  private static func isOneShape(ofObjects objects: [[String: [Place]]]) -> Bool {
    var kinds: [String: Kinds] = [:]
    var (shared, contradicting) = (Set<String>(), Set<String>())
    for object in objects {
      for (key, places) in object {
        let found = places.kinds
        if let known = kinds[key] {
          shared.insert(key)
          if !known.isEmpty, !found.isEmpty, known != found { contradicting.insert(key) }
          kinds[key] = known.union(found)
        } else {
          kinds[key] = found
        }
      }
    }
    if kinds.keys.allSatisfy(KeyLook.isID) { return true }
    let filled = objects.reduce(0) { $0 + $1.count }
    return filled * 4 >= objects.count * kinds.count && contradicting.count * 4 <= shared.count
  }
}

extension [Place] {
  var kinds: Kinds { reduce(into: []) { $0.formUnion($1.kinds) } }
}

extension Objects {
  /// The values, where the objects are dictionaries.
  var values: Place? {
    if case .dictionary(let values) = form { values } else { nil }
  }

  /// The keys of the objects with their places, in whatever form; none for dictionaries.
  var knownPairs: [(key: String, place: Place)] {
    switch form {
    case .open: groups.flatMap(\.record.pairs)
    case .dictionary: []
    case .model(let record): record.pairs
    case .family(let family): family.base.pairs + family.members.flatMap(\.record.pairs)
    }
  }
}

extension [Objects] {
  fileprivate var placesByKey: [String: [Place]] {
    var places: [String: [Place]] = [:]
    for (key, place) in flatMap(\.knownPairs) { places[key, default: []].append(place) }
    return places
  }
}
