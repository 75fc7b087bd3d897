/// Merges models of different places into one class if they are the same thing.
///
/// Two are of one class by the first of these rules, if no key has values of different kinds in
/// them (``Likeness``); families of subclasses are compared subclass by subclass:
///
/// 1. their keys are the same, whatever their names;
/// 2. they have one name, and share half of the keys of the larger and three quarters of those of
///    the smaller;
/// 3. they share four keys, and four fifths of the keys of the larger, whatever their names.
struct ClassMerging {
  private let roots: [Objects]
  /// The models that have a key, by their numbers.
  private var owners: [String: [Int]] = [:]
  /// The number of keys of each model, by its number.
  private var sizes: [Int: Int] = [:]
  /// What isn't alike in this round.
  private var likeness = Likeness()

  /// The number of objects of like names that are compared with others, which is enough in all but
  /// contrived documents.
  private static let maximumUnlike = 16

  static func mergeClasses(under roots: [Objects]) {
    var merging = ClassMerging(roots: roots)
    // A merged class may be like a third one.
    var rounds = 0
    while merging.mergeOnce(), rounds < 8 { rounds += 1 }
  }

  private init(roots: [Objects]) {
    self.roots = roots
  }

  /// Merges models that are alike; false if there are none.
  private mutating func mergeOnce() -> Bool {
    let models = Walk.models(under: roots)
    var hasMerged = false
    owners = [:]
    sizes = [:]
    likeness = Likeness()
    for (number, model) in models.enumerated() where model.current === model {
      let keys = Set(model.knownPairs.map(\.key))
      if let other = twin(of: model, keys, among: models) {
        Uniting.unite(other, model)
        hasMerged = true
      } else {
        for key in keys { owners[key, default: []].append(number) }
        sizes[number] = keys.count
      }
    }
    return hasMerged
  }

  private mutating func twin(of model: Objects, _ keys: Set<String>, among models: [Objects])
    -> Objects?
  {
    var common: [Int: Int] = [:]
    for key in keys {
      for number in owners[key] ?? [] { common[number, default: 0] += 1 }
    }
    let names = model.wantedNames
    var unlike = 0
    // The last ones come first: with them, objects that are nested deep are compared only once.
    for (number, shared) in common.sorted(by: { $0.key > $1.key }) {
      guard unlike < Self.maximumUnlike else { return nil }
      let other = models[number]
      // It may have grown in this round; the next round has its new size.
      guard other.current === other, let size = self.sizes[number] else { continue }
      let sizes = [keys.count, size].sorted()
      let isSame = shared == sizes[0] && shared == sizes[1]
      let isNamesake =
        shared * 2 >= sizes[1] && shared * 4 >= sizes[0] * 3
        && !names.isDisjoint(with: other.wantedNames)
      let isAlike = shared >= 4 && shared * 5 >= sizes[1] * 4
      likeness.begin()
      if likeness.areOne(model, other) { return other }
      guard isSame || isNamesake || isAlike else { continue }
      if likeness.areAlike([model], [other]) { return other }
      unlike += 1
    }
    return nil
  }
}

extension Objects {
  /// The names that the class of the objects might have.
  var wantedNames: Set<String> { Set(uses.map(\.className)) }
}

/// Goes through the objects under objects, in the order of the document.
enum Walk {
  /// The objects that are models, each once, outer ones first.
  static func models(under roots: [Objects]) -> [Objects] {
    var known: Set<ObjectIdentifier> = []
    var models: [Objects] = []
    var waiting: [Objects] = roots.map(\.current)
    var position = 0
    while position < waiting.count {
      let objects = waiting[position]
      position += 1
      guard known.insert(ObjectIdentifier(objects)).inserted else { continue }
      if let values = objects.values {
        waiting += values.heldObjects
      } else if !objects.knownPairs.isEmpty {
        models.append(objects)
        for (_, place) in objects.knownPairs { waiting += place.heldObjects }
      }
    }
    return models
  }
}

extension Place {
  /// The objects here, and those in the arrays here.
  fileprivate var heldObjects: [Objects] {
    var held: [Objects] = []
    var place: Place? = self
    while let current = place {
      if let objects = current.objects { held.append(objects) }
      place = current.elements
    }
    return held
  }
}
