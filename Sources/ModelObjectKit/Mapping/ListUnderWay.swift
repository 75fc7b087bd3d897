/// A list of models that a mapping gives elements, and in which they are told apart.
///
/// 1. An input that names an element that is there is mapped into it.
/// 2. Two inputs that name the same one make one element, in the first place.
/// 3. Of several elements that are there with one identity the first one is matched.
final class ListUnderWay: MatchedElements {
  /// The models of the list as it was; found when they are first asked for.
  private let formerModels: () -> [any Model]
  private lazy var former = formerModels()
  private lazy var formerIDs = Set(former.map { ObjectIdentifier($0) })
  /// By their identity what was there, and what the input has added or put in its place.
  private var objects: [ModelIdentity: any Model]?
  private var successors: [ObjectIdentifier: any Model] = [:]
  private var successorIDs: Set<ObjectIdentifier> = []
  /// The models that the input has named, and those that have a place.
  private var named: Set<ObjectIdentifier> = []
  private var placed: Set<ObjectIdentifier> = []
  /// Whether each element stands in the list itself: else it may stand in several lists of it.
  private let isDirect: Bool
  /// Whether elements that the input does not name stay.
  let isMerged: Bool
  /// Whether elements of the class that is declared are told apart.
  private let isIdentified: Bool
  /// What the property held before the mapping, to be merged with.
  var kept: Any?

  init(
    isDirect: Bool,
    isMerged: Bool,
    isIdentified: Bool,
    _ former: @escaping () -> [any Model]
  ) {
    self.isDirect = isDirect
    self.isMerged = isMerged && isDirect
    self.isIdentified = isIdentified
    formerModels = former
  }

  /// Whether its elements are told apart at all: others are replaced as a whole.
  var tellsApart: Bool {
    isIdentified || !named.isEmpty
      || former.contains { SchemaCache.schema(of: type(of: $0)).identity != nil }
  }

  /// The element with an identity.
  func object(_ identity: ModelIdentity, in mapping: Mapping) -> (any Model)? {
    if let objects { return objects[identity] }
    var objects: [ModelIdentity: any Model] = [:]
    for model in former {
      guard let identity = mapping.identity(of: model), objects[identity] == nil else { continue }
      objects[identity] = model
    }
    self.objects = objects
    return objects[identity]
  }

  /// Takes a model in that the input names, in the place of another one where it replaces that.
  func add(_ model: any Model, _ identity: ModelIdentity, insteadOf replaced: (any Model)?) {
    let id = ObjectIdentifier(model)
    objects?[identity] = model
    named.insert(id)
    guard let replaced, replaced !== model else { return }
    successors[ObjectIdentifier(replaced)] = model
    successorIDs.insert(id)
  }

  /// Whether the list held a model before the mapping.
  func held(_ model: AnyObject) -> Bool { formerIDs.contains(ObjectIdentifier(model)) }

  // MARK: - What the rules ask

  func takes(_ model: AnyObject) -> Bool {
    guard isDirect else { return true }
    let isFirst = placed.insert(ObjectIdentifier(model)).inserted
    return isFirst || !named.contains(ObjectIdentifier(model))
  }

  func settled(_ models: [AnyObject]) -> [AnyObject] {
    guard !successors.isEmpty else { return models }
    var seen: Set<ObjectIdentifier> = []
    return models.map { successor(of: $0) }.filter { model in
      !named.contains(ObjectIdentifier(model)) || seen.insert(ObjectIdentifier(model)).inserted
    }
  }

  func isKnown(_ model: AnyObject) -> Bool {
    held(model) || successorIDs.contains(ObjectIdentifier(model))
  }

  func successor(of model: AnyObject) -> AnyObject {
    var current = model
    while let next = successors[ObjectIdentifier(current)] { current = next }
    return current
  }
}

extension Mapping {
  /// The list that the mapping begins with, of elements of a class.
  func list(
    of type: any Model.Type,
    _ former: @escaping () -> [any Model]
  ) -> ListUnderWay {
    let schema = SchemaCache.schema(of: type)
    let options = givenOptions ?? schema.options
    return ListUnderWay(
      isDirect: true,
      isMerged: options.arrays == .merge,
      isIdentified: schema.identity != nil,
      former
    )
  }
}

extension ObjectUnderWay {
  /// The list that a property holds, where the models in it are told apart: in an object that was
  /// there before, and wherever objects are known around the mapping.
  func list(of number: Int, key: () -> String) -> ListUnderWay? {
    let property = schema.properties[number]
    guard property.terms.listsModels, !isFresh || mapping.known != nil else { return nil }
    let elementClass =
      property.terms.takesElementClass ? mapping.namedClass(property, schema, key) : nil
    let models = property.rules.contents.models
    guard let elements = models.class(named: elementClass) else { return nil }
    let schema = SchemaCache.schema(of: elements)
    // Nothing that an object of this list becomes is told apart from another one.
    guard schema.identity != nil || schema.tags != nil || schema.hooks.contains(.modelType) else {
      return nil
    }
    if let list = state.lists[number] { return list }
    let (isFresh, model) = (isFresh, model)
    let list = ListUnderWay(
      isDirect: property.rules.listsModelsDirectly,
      isMerged: !isFresh && mapping.options.arrays == .merge,
      isIdentified: schema.identity != nil
    ) { isFresh ? [] : ModelLister.models(in: property, of: model) }
    if list.isMerged { list.kept = property.kept(in: model) }
    // Another key may come for the property: it finds the elements that were there at first.
    if isHooked || pairs.contested.contains(number) { state.lists[number] = list }
    return list
  }
}

extension HeldModels {
  /// The class of the objects in a place where a mapping by name gives another class, or none; nil
  /// where they become no models.
  fileprivate func `class`(named elementClass: (any Model.Type)?) -> (any Model.Type)? {
    guard case .of(let declared) = self else { return elementClass }
    return elementClass.flatMap { isSubclass($0, of: declared) ? $0 : nil } ?? declared
  }
}
