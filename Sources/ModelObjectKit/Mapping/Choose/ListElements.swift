/// The elements that a list had before it is mapped, each once: inputs with an identity are for them.
struct FormerElements {
  /// The models, read when first needed.
  private let models: () -> [any Model]
  private lazy var known = {
    var seen: Set<ObjectIdentifier> = []
    return models().filter { seen.insert(ObjectIdentifier($0)).inserted }
  }()
  private lazy var knownIDs = Set(known.map { ObjectIdentifier($0) })
  /// The indexes in `known` of the first elements that wait for an input, by their identity; nil
  /// until the first search.
  private var waiting: [ModelIdentity: Int]?
  /// The index of the next element with the same identity, for each index in `known`.
  private var following: [Int?] = []
  /// Whether the elements have an order.
  private let isOrdered: Bool

  init(isOrdered: Bool = true, _ models: @escaping () -> [any Model]) {
    self.isOrdered = isOrdered
    self.models = models
  }

  /// Whether one of them is of a class with an identity.
  var isAnyIdentified: Bool {
    mutating get { known.contains { SchemaCache.schema(of: type(of: $0)).identity != nil } }
  }

  mutating func contains(_ model: AnyObject) -> Bool { knownIDs.contains(ObjectIdentifier(model)) }

  /// The one that the next input with an identity is for.
  mutating func next(_ identity: ModelIdentity, in mapping: Mapping) -> (any Model)? {
    if waiting == nil { waiting = findWaiting(mapping) }
    return waiting?[identity].map { known[$0] }
  }

  private mutating func findWaiting(_ mapping: Mapping) -> [ModelIdentity: Int] {
    var waiting: [ModelIdentity: Int] = [:]
    following = Array(repeating: nil, count: known.count)
    for (index, model) in known.enumerated().reversed() {
      guard let identity = mapping.identity(of: model) else { continue }
      following[index] = waiting.updateValue(index, forKey: identity)
    }
    if !isOrdered { waiting = waiting.filter { following[$0.value] == nil } }
    return waiting
  }

  /// Moves past an input with an identity.
  mutating func pass(_ identity: ModelIdentity) {
    if let index = waiting?[identity] { waiting?[identity] = following[index] }
  }
}

/// The elements that the input gives to a list.
struct NewElements {
  /// The models that the input has named by an identity.
  private(set) var named: Set<ObjectIdentifier> = []
  /// In a store, those that have their place in the list.
  var placed: Set<ObjectIdentifier> = []
  /// The models that replace others, by the identifier of the replaced one.
  private(set) var successors: [ObjectIdentifier: any Model] = [:]
  /// The former elements of which the input gives only values that were rejected.
  private(set) var unchanged: Set<ObjectIdentifier> = []
  /// The former element whose values were rejected last, until it is put in its place.
  private var rejected: (any Model)?

  mutating func add(_ model: any Model, insteadOf others: [any Model]) {
    let id = ObjectIdentifier(model)
    named.insert(id)
    unchanged.remove(id)
    for other in others {
      successors[ObjectIdentifier(other)] = model
    }
  }

  mutating func reject(_ model: any Model) {
    let id = ObjectIdentifier(model)
    if named.insert(id).inserted { unchanged.insert(id) }
    rejected = model
  }

  mutating func popRejected() -> (any Model)? {
    defer { rejected = nil }
    return rejected
  }

  /// Gives a model of a store its place; false if it is named and has one.
  mutating func place(_ model: AnyObject) -> Bool {
    let isFirst = placed.insert(ObjectIdentifier(model)).inserted
    return isFirst || !named.contains(ObjectIdentifier(model))
  }

  func successor(of model: AnyObject) -> AnyObject {
    var current = model
    while let next = successors[ObjectIdentifier(current)] { current = next }
    return current
  }

  /// Models of a store, with the named ones each once.
  func withoutRepetitions(_ models: [AnyObject]) -> [AnyObject] {
    var seen: Set<ObjectIdentifier> = []
    return models.filter { model in
      !named.contains(ObjectIdentifier(model)) || seen.insert(ObjectIdentifier(model)).inserted
    }
  }
}
