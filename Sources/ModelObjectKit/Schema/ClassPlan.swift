/// How the objects of a class become models; known once for a class.
///
/// The options in force, a store, a report or a cut text may leave only the full way:
/// `Mapping.way(of:)`.
enum Way {
  /// The loop over the pairs is all there is to it: no hooks for mapping, `subclasses`, required
  /// properties or property for unknown keys.
  case short
  /// The tags of an object pick its class, and the way is that one's own.
  case picked
  /// Each object may be known, hooks are called, and what it has changed may have to be undone.
  case full
}

/// The part of a schema for mapping text, used for every object and key; copying it doesn't count
/// references.
struct ClassPlan {
  let storage: Immortal<Storage>

  struct Storage {
    let type: any Model.Type
    let keys: KeyIndex
    /// For each property, its slots.
    let slots: ImmortalArray<PropertySlots>
    /// Whether the class's options are the lenient ones.
    let isLenient: Bool
    /// The properties that are set through key paths, in the order of their names.
    let accessorOrder: ImmortalArray<Int>
    /// The plan for selecting classes by tags; nil if there are none, or if `modelType(for:)` is
    /// overridden.
    let tags: Immortal<TagPlan>?
    /// The way of an object that this class, or its tags, describe.
    let way: Way
    /// The way of an object whose class is known to be this one.
    let ownWay: Way
    /// The whole schema; looked up when first asked, since the plan is a part of it.
    let knownSchema = ImmortalHint<ModelSchema>()
    /// Whether it is noticed that an object is mapped; found out when first asked.
    let knownNotice = ImmortalHint<Bool>()
  }

  var type: any Model.Type { storage.value.type }
  var schema: ModelSchema { storage.value.knownSchema.value { SchemaCache.schema(of: type) } }
  var keys: KeyIndex { storage.value.keys }
  var slots: ImmortalArray<PropertySlots> { storage.value.slots }
  var isLenient: Bool { storage.value.isLenient }
  var accessorOrder: ImmortalArray<Int> { storage.value.accessorOrder }
  var tags: Immortal<TagPlan>? { storage.value.tags }
  var way: Way { storage.value.way }
  var ownWay: Way { storage.value.ownWay }

  /// The class's own options; nil for the lenient ones.
  var options: FixedOptions? { isLenient ? nil : schema.options }

  /// The way of a root of the class with the options in force.
  func way(_ options: FixedOptions?) -> Way { options?.makesModels != false ? way : .full }

  /// The only property that a key sets, without a path; else negative.
  func property(of targets: TargetList) -> Int { targets.isNone ? -1 : keys.property(of: targets) }
}

extension ImmortalHint<ClassPlan.Storage> {
  /// The plan of a class; nil if the class hasn't been used before.
  func plan(of type: any Model.Type) -> ClassPlan? {
    if let storage = value { return ClassPlan(storage: storage) }
    guard let plan = SchemaCache.classPlan(of: type) else { return nil }
    store(plan.storage)
    return plan
  }
}
