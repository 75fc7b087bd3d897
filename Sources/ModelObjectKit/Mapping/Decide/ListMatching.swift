/// A list of models that is being mapped and whose elements are matched by their identity.
///
/// 1. The first input with an identity is mapped onto the first present element with it, the second
///    onto the second; further ones are new elements.
/// 2. The elements of a set have no order: if several have one identity, none of them is matched.
/// 3. A store has one object for an identity. It is one element of each list, in the place of the
///    first input. Without a store, only a reference names an object again, and it is an element each
///    time.
final class ListMatching: UncheckedStorage<ListMatching.State>, MatchedElements {
  struct State {
    var old: FormerElements
    var new = NewElements()
    /// The value of the property before the mapping, to be merged with.
    fileprivate(set) var saved: Any?
  }

  /// Whether elements that the input does not name stay in the list.
  let isMerged: Bool
  /// Whether the declared class has an identity.
  private let isIdentified: Bool
  /// Whether the mapping belongs to a store.
  private let isInStore: Bool

  /// A list of the schema's class.
  init(
    _ schema: ModelSchema,
    _ former: FormerElements,
    in mapping: Mapping,
    isMerged: Bool,
    saved: Any? = nil
  ) {
    self.isMerged = isMerged
    isIdentified = schema.identity != nil
    isInStore = mapping.registry != nil
    super.init(State(old: former, saved: saved))
  }

  /// Merges with the present value of the property.
  func begin(with property: Property, of model: any Model) {
    state.saved = property.savedValue(in: model)
    state.old = FormerElements { ModelLister.models(in: property, of: model) }
  }

  /// Whether any of its elements has an identity; else the complete list is replaced.
  var tellsApart: Bool { isIdentified || !state.new.named.isEmpty || state.old.isAnyIdentified }

  /// The element for the next input with an identity; nil if there is none.
  func next(_ identity: ModelIdentity, in mapping: Mapping) -> (any Model)? {
    state.old.next(identity, in: mapping)
  }

  /// Moves past an input with an identity, whose element has been found.
  func pass(_ identity: ModelIdentity) { state.old.pass(identity) }

  /// Adds the model of the input; it may replace others.
  func add(_ model: any Model, insteadOf others: [any Model]) {
    state.new.add(model, insteadOf: others)
  }

  /// Leaves an element whose new values were rejected in its place, if the list held it before.
  func reject(_ model: (any Model)?) {
    guard let model, held(model) else { return }
    state.new.reject(model)
  }

  /// The element that was rejected last and stays.
  func popRejected() -> (any Model)? { state.new.popRejected() }

  /// Whether a former element has taken values of the input.
  func isUpdated(_ model: AnyObject) -> Bool {
    held(model) && !state.new.unchanged.contains(ObjectIdentifier(model))
  }

  /// Whether the list held a model before the mapping.
  func held(_ model: AnyObject) -> Bool { state.old.contains(model) }

  // MARK: - MatchedElements

  var former: Any? { state.saved.flatMap { tellsApart ? $0 : nil } }

  func begin() -> Set<ObjectIdentifier> {
    defer { state.new.placed = [] }
    return state.new.placed
  }

  func end(_ outer: Set<ObjectIdentifier>) { state.new.placed = outer }

  func adds(_ model: AnyObject) -> Bool { !isInStore || state.new.place(model) }

  func settled(_ models: [AnyObject]) -> [AnyObject] {
    guard !state.new.successors.isEmpty else { return models }
    let models = models.map { successor(of: $0) }
    return isInStore ? state.new.withoutRepetitions(models) : models
  }

  func successor(of model: AnyObject) -> AnyObject { state.new.successor(of: model) }
}

extension Mapping {
  /// The list for a mapping whose root is an array of models of a class.
  func list(
    of type: any Model.Type,
    _ former: @escaping () -> [any Model]
  ) -> ListMatching {
    let schema = SchemaCache.schema(of: type)
    let elements = FormerElements(former)
    return ListMatching(schema, elements, in: self, isMerged: rootOptions(schema).arrays == .merge)
  }

  /// The options for a root of a class, also before they are fixed.
  func rootOptions(_ schema: ModelSchema) -> FixedOptions { callersOptions ?? schema.options }

  /// The list of a property whose models are matched by identity; nil if they are not.
  ///
  /// They are matched if the object existed before the mapping, and always if the mapping belongs
  /// to a store.
  func list(of property: Property, _ object: borrowing ObjectFilling) -> ListMatching? {
    // The models of a dictionary are always replaced.
    let isFresh = object.isFresh || property.shape.isDictionary
    guard property.listsModels, !isFresh || registry != nil else { return nil }
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
    let former = FormerElements(isOrdered: !property.heldModels.areHashed) {
      isFresh ? [] : ModelLister.models(in: property, of: model)
    }
    let isMerged =
      !isFresh && options.arrays == .merge && property.shape.listsModels(directly: true)
    return ListMatching(
      schema,
      former,
      in: self,
      isMerged: isMerged,
      saved: isMerged ? property.savedValue(in: model) : nil
    )
  }
}

extension AllowedModels {
  /// The class of the objects: the one that `arrayMapping` or the caller gives if it fits, else the
  /// declared one; nil if they do not become models.
  func `class`(named elementClass: (any Model.Type)?) -> (any Model.Type)? {
    guard case .of(let declared) = self else { return elementClass }
    return elementClass.flatMap { isSubclass($0, of: declared) ? $0 : nil } ?? declared
  }
}
