/// Whether values, seen in different places, could be of one type.
struct Likeness {
  /// Objects that are alike, or are being compared, which counts as alike: objects may be recursive.
  private var alike: Set<[ObjectIdentifier]> = []
  /// Objects that aren't alike, whatever those around them are.
  private var different: Set<[ObjectIdentifier]> = []

  /// Begins another comparison; what is alike may be so only because of the last one.
  mutating func begin() { alike.removeAll(keepingCapacity: true) }

  /// Whether one type takes the values of both without becoming vaguer than it is for one of them.
  static func areCompatible(_ first: [Place], _ second: [Place]) -> Bool {
    var likeness = Likeness()
    return likeness.areCompatible(first, second)
  }

  mutating func areCompatible(_ first: [Place], _ second: [Place]) -> Bool {
    let (firstKinds, secondKinds) = (first.kinds, second.kinds)
    guard !firstKinds.isEmpty, !secondKinds.isEmpty else { return true }
    guard firstKinds == secondKinds else { return false }
    // Several kinds are `Any`, whatever their elements are.
    guard firstKinds.isSingle else { return true }
    return areCompatible(first.compactMap(\.elements), second.compactMap(\.elements))
      && areAlike(first.allObjects, second.allObjects)
  }

  /// Whether objects share half of the keys of the smaller ones, with values that are compatible;
  /// or are of one family.
  mutating func areAlike(_ first: [Objects], _ second: [Objects]) -> Bool {
    guard let one = first.first, let other = second.first else { return true }
    let pair = (first + second).map { ObjectIdentifier($0) }
    if different.contains(pair) { return false }
    guard alike.insert(pair).inserted else { return true }
    if first.count == 1, second.count == 1, one === other || areOne(one, other) { return true }
    let values = (first.compactMap(\.values), second.compactMap(\.values))
    let pairs = (first.placesByKey, second.placesByKey)
    let areAlike =
      if !values.0.isEmpty || !values.1.isEmpty {
        (values.0.isEmpty || values.1.isEmpty)
          ? pairs.0.isEmpty && pairs.1.isEmpty : areCompatible(values.0, values.1)
      } else {
        share(pairs.0, pairs.1)
      }
    if !areAlike {
      alike.remove(pair)
      different.insert(pair)
    }
    return areAlike
  }

  /// Whether the smaller has half of its keys in the larger, with values that are compatible.
  mutating func share(_ first: [String: [Place]], _ second: [String: [Place]]) -> Bool {
    let shared = first.keys.filter { second[$0] != nil }
    guard shared.count * 2 >= min(first.count, second.count) else { return false }
    return shared.allSatisfy { areCompatible(first[$0] ?? [], second[$0] ?? []) }
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

  /// The objects here, each once.
  fileprivate var allObjects: [Objects] {
    var known: Set<ObjectIdentifier> = []
    return compactMap(\.objects).filter { known.insert(ObjectIdentifier($0)).inserted }
  }
}

extension Objects {
  /// The values, if the objects are dictionaries.
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
