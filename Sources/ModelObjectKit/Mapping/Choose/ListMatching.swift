/// A list of models that is being mapped and whose elements are matched by their identity.
///
/// 1. The first input with an identity is mapped onto the first present element with it, the second
///    onto the second; further ones are new elements.
/// 2. The elements of a set have no order: if several have one identity, none of them is matched.
/// 3. A store has one object for an identity. It is one element of each list, in the place of the
///    first input. Without a store, only a reference names an object again, and it is an element each
///    time.
final class ListMatching: MatchedElements {
  /// The models that were in the list before the mapping, each once; read when first needed.
  private let formerModels: () -> [any Model]
  private lazy var known = {
    var seen: Set<ObjectIdentifier> = []
    return formerModels().filter { seen.insert(ObjectIdentifier($0)).inserted }
  }()
  private lazy var knownIDs = Set(known.map { ObjectIdentifier($0) })
  /// The indexes in `known` of the first elements that wait for an input, by their identity; nil
  /// until the first search.
  private var waiting: [ModelIdentity: Int]?
  /// The index of the next element with the same identity, for each index in `known`.
  private var following: [Int?] = []
  /// The models that replace others, by the identifier of the replaced one.
  private var successors: [ObjectIdentifier: any Model] = [:]
  /// The models that the input has named by an identity, and in a store those that have their place
  /// in the list.
  private var named: Set<ObjectIdentifier> = []
  private var placed: Set<ObjectIdentifier> = []
  /// The former elements of which the input gives only values that were rejected.
  private var unchanged: Set<ObjectIdentifier> = []
  /// The former element whose values were rejected last, until it is put in its place.
  private var rejected: (any Model)?
  /// Whether the elements have an order.
  private let isOrdered: Bool
  /// Whether elements that the input does not name stay in the list.
  let isMerged: Bool
  /// Whether the declared class has an identity.
  private let isIdentified: Bool
  /// Whether the mapping belongs to a store.
  private let isInStore: Bool
  /// The value of the property before the mapping, to be merged with.
  var saved: Any?

  /// A list of the schema's class.
  init(
    _ schema: ModelSchema,
    in mapping: Mapping,
    isMerged: Bool,
    isDirect: Bool = true,
    isOrdered: Bool = true,
    _ former: @escaping () -> [any Model]
  ) {
    self.isOrdered = isOrdered
    self.isMerged = isMerged && isDirect
    isIdentified = schema.identity != nil
    isInStore = mapping.known != nil
    formerModels = former
  }

  /// Whether any of its elements has an identity; else the complete list is replaced.
  var tellsApart: Bool {
    isIdentified || !named.isEmpty
      || known.contains { SchemaCache.schema(of: type(of: $0)).identity != nil }
  }

  /// The element for the next input with an identity; nil if there is none.
  func next(_ identity: ModelIdentity, in mapping: Mapping) -> (any Model)? {
    if waiting == nil {
      var waiting: [ModelIdentity: Int] = [:]
      following = Array(repeating: nil, count: known.count)
      for (index, model) in known.enumerated().reversed() {
        guard let identity = mapping.identity(of: model) else { continue }
        following[index] = waiting.updateValue(index, forKey: identity)
      }
      if !isOrdered { waiting = waiting.filter { following[$0.value] == nil } }
      self.waiting = waiting
    }
    return waiting?[identity].map { known[$0] }
  }

  /// Moves past an input with an identity, whose element has been found.
  func pass(_ identity: ModelIdentity) {
    if let index = waiting?[identity] { waiting?[identity] = following[index] }
  }

  /// Adds the model of the input; it may replace others.
  func add(_ model: any Model, insteadOf others: [any Model]) {
    let id = ObjectIdentifier(model)
    named.insert(id)
    unchanged.remove(id)
    for other in others {
      successors[ObjectIdentifier(other)] = model
    }
  }

  /// Leaves an element whose new values were rejected in its place, if the list held it before.
  func reject(_ model: (any Model)?) {
    guard let model, held(model) else { return }
    let id = ObjectIdentifier(model)
    if named.insert(id).inserted { unchanged.insert(id) }
    rejected = model
  }

  /// The element that was rejected last and stays.
  func popRejected() -> (any Model)? {
    defer { rejected = nil }
    return rejected
  }

  /// Whether a former element has taken values of the input.
  func isUpdated(_ model: AnyObject) -> Bool {
    held(model) && !unchanged.contains(ObjectIdentifier(model))
  }

  /// Whether the list held a model before the mapping.
  func held(_ model: AnyObject) -> Bool { knownIDs.contains(ObjectIdentifier(model)) }

  // MARK: - MatchedElements

  var former: Any? { tellsApart ? saved : nil }

  func begin() -> Set<ObjectIdentifier> {
    defer { placed = [] }
    return placed
  }

  func end(_ outer: Set<ObjectIdentifier>) { placed = outer }

  func adds(_ model: AnyObject) -> Bool {
    guard isInStore else { return true }
    let isFirst = placed.insert(ObjectIdentifier(model)).inserted
    return isFirst || !named.contains(ObjectIdentifier(model))
  }

  func settled(_ models: [AnyObject]) -> [AnyObject] {
    guard !successors.isEmpty else { return models }
    let models = models.map { successor(of: $0) }
    guard isInStore else { return models }
    var seen: Set<ObjectIdentifier> = []
    return models.filter { model in
      !named.contains(ObjectIdentifier(model)) || seen.insert(ObjectIdentifier(model)).inserted
    }
  }

  func successor(of model: AnyObject) -> AnyObject {
    var current = model
    while let next = successors[ObjectIdentifier(current)] { current = next }
    return current
  }
}

extension Mapping {
  /// The list for a mapping whose root is an array of models of a class.
  func list(
    of type: any Model.Type,
    _ former: @escaping () -> [any Model]
  ) -> ListMatching {
    let schema = SchemaCache.schema(of: type)
    let options = givenOptions ?? schema.options
    return ListMatching(schema, in: self, isMerged: options.arrays == .merge, former)
  }

  /// The list of a property whose models are matched by identity; nil if they are not.
  ///
  /// They are matched if the object existed before the mapping, and always if the mapping belongs
  /// to a store.
  func list(of property: Property, _ object: borrowing ObjectFilling) -> ListMatching? {
    // The models of a dictionary are always replaced.
    let isFresh = object.isFresh || property.shape.isDictionary
    guard property.listsModels, !isFresh || known != nil else { return nil }
    let elementClass = property.allowsElementClass ? namedClass(property, object.schema) : nil
    guard let elements = property.heldModels.allowed.class(named: elementClass) else {
      return nil
    }
    let schema = SchemaCache.schema(of: elements)
    // No object of this list can become a model with an identity.
    guard schema.identity != nil || schema.tags != nil || schema.hooks.contains(.modelType) else {
      return nil
    }
    let model = object.model
    let list = ListMatching(
      schema,
      in: self,
      isMerged: !isFresh && options.arrays == .merge,
      isDirect: property.shape.listsModels(directly: true),
      isOrdered: !property.heldModels.areHashed
    ) { isFresh ? [] : ModelLister.models(in: property, of: model) }
    if list.isMerged { list.saved = property.savedValue(in: model) }
    return list
  }
}

extension AllowedModels {
  /// The class of the objects that `arrayMapping` or the caller gives, or none;
  /// nil if they do not become models.
  func `class`(named elementClass: (any Model.Type)?) -> (any Model.Type)? {
    guard case .of(let declared) = self else { return elementClass }
    return elementClass.flatMap { isSubclass($0, of: declared) ? $0 : nil } ?? declared
  }
}
