/// The elements that a list had before it is mapped, each once: inputs with an identity are for them.
struct FormerElements {
  /// The models, read when first needed.
  private let read: () -> [any Model]
  private lazy var known = {
    let all = read()
    var ids: Set<ObjectIdentifier> = []
    ids.reserveCapacity(all.count)
    return (models: all.filter { ids.insert(ObjectIdentifier($0)).inserted }, ids: ids)
  }()
  /// The numbers of the identities that elements have; nil until the first search.
  private var numbers: [ModelIdentity: Int]?
  /// For each number the index in `known` of the first element that waits for an input.
  private var waiting: [Int?] = []
  /// For each index in `known` that of the next element with the same identity.
  private var following: [Int?] = []
  /// Whether the elements have an order.
  private let isOrdered: Bool

  init(isOrdered: Bool = true, _ models: @escaping () -> [any Model]) {
    self.isOrdered = isOrdered
    read = models
  }

  /// Whether one of them is of a class with an identity.
  var isAnyIdentified: Bool {
    mutating get { known.models.contains { SchemaCache.schema(of: type(of: $0)).identity != nil } }
  }

  mutating func contains(_ model: AnyObject) -> Bool { known.ids.contains(ObjectIdentifier(model)) }

  /// The one that the next input with an identity is for.
  mutating func next(_ identity: ModelIdentity, in mapping: Mapping) -> (any Model)? {
    if numbers == nil { numbers = number(by: mapping) }
    return numbers?[identity].flatMap { waiting[$0] }.map { known.models[$0] }
  }

  /// Lets all of them wait for inputs; returns the numbers of their identities.
  private mutating func number(by mapping: Mapping) -> [ModelIdentity: Int] {
    let models = known.models
    var numbers = [ModelIdentity: Int](minimumCapacity: models.count)
    following = Array(repeating: nil, count: models.count)
    for (index, model) in models.enumerated().reversed() {
      guard let identity = mapping.identity(of: model) else { continue }
      if let number = numbers[identity] {
        following[index] = waiting[number]
        waiting[number] = index
      } else {
        numbers[identity] = waiting.count
        waiting.append(index)
      }
    }
    if !isOrdered {
      for number in waiting.indices where waiting[number].flatMap({ following[$0] }) != nil {
        waiting[number] = nil
      }
    }
    return numbers
  }

  /// Moves past an input with an identity.
  mutating func pass(_ identity: ModelIdentity) {
    guard let number = numbers?[identity], let index = waiting[number] else { return }
    waiting[number] = following[index]
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
    if !unchanged.isEmpty { unchanged.remove(id) }
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
