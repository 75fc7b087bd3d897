/// The part of a schema for mapping text, used for every object and key; copying it doesn't count
/// references.
struct TextPlan {
  let contents: Immortal<Contents>

  struct Contents {
    let type: any Model.Type
    let keys: KeyIndex
    /// For each property, the slot that stores the most common values directly; `.none` if it has a
    /// transform or a date format.
    let directSlots: ImmortalArray<DirectSlot>
    /// For each property that holds one model, its slot; nil for others, those with a transform, and
    /// in a class with `arrayMapping`.
    let nestedSlots: ImmortalArray<NestedSlot?>
    /// For each property that holds an array or dictionary of models, its slot; nil for others and
    /// those with a transform, a date format or an accessor, and in a class with `arrayMapping`.
    let elementsSlots: ImmortalArray<ElementsSlot?>
    /// For each property, its offset in the object.
    let offsets: ImmortalArray<Int>
    let propertyCount: Int
    /// Whether the class's options are the lenient ones.
    let isLenient: Bool
    /// The plan for selecting classes by tags; nil if there are none, or if `modelType(for:)` is
    /// overridden.
    let tags: Immortal<TagPlan>?
    /// Whether the class has no hooks for mapping, `subclasses`, `arrayMapping` or property for
    /// unknown keys.
    let isPlain: Bool
    /// Whether the class is plain except for selecting the class of an object.
    let isPlainOncePicked: Bool
  }

  init(_ contents: Immortal<Contents>) {
    self.contents = contents
  }

  var type: any Model.Type { contents.value.type }
  var keys: KeyIndex { contents.value.keys }
  var directSlots: ImmortalArray<DirectSlot> { contents.value.directSlots }
  var nestedSlots: ImmortalArray<NestedSlot?> { contents.value.nestedSlots }
  var elementsSlots: ImmortalArray<ElementsSlot?> { contents.value.elementsSlots }
  var offsets: ImmortalArray<Int> { contents.value.offsets }
  var propertyCount: Int { contents.value.propertyCount }
  var isLenient: Bool { contents.value.isLenient }
  var tags: Immortal<TagPlan>? { contents.value.tags }
  var isPlain: Bool { contents.value.isPlain }
  var isPlainOncePicked: Bool { contents.value.isPlainOncePicked }
}

extension ImmortalHint<TextPlan.Contents> {
  /// The plan of a class; nil if the class hasn't been used before.
  func plan(of type: any Model.Type) -> TextPlan? {
    if let contents = value { return TextPlan(contents) }
    guard let plan = SchemaCache.textPlan(of: type) else { return nil }
    store(plan.contents)
    return plan
  }
}
