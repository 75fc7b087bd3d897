/// The part of a schema that mapping text uses for every object and key: one address, which is
/// copied without counting references.
struct TextPlan {
  let contents: Immortal<Contents>

  struct Contents {
    let type: any Model.Type
    let keys: KeyIndex
    /// For each property the slot that takes the commonest values directly; `.none` where it has a
    /// transform, a date format or an accessor.
    let directSlots: ImmortalArray<DirectSlot>
    /// For each property that holds one model its slot; nil for others, and where it has a
    /// transform.
    let nestedSlots: ImmortalArray<NestedSlot?>
    /// For each property that holds an array or dictionary of models its slot; nil for others, and
    /// where it has a transform, a date format or an accessor.
    let elementsSlots: ImmortalArray<ElementsSlot?>
    /// For each property its offset in the object.
    let offsets: ImmortalArray<Int>
    let propertyCount: Int
    /// Whether the class's options are the lenient ones.
    let isLenient: Bool
    /// The plan by which tags pick the class; nil where there are none, or `modelType(for:)` picks
    /// it.
    let tags: Immortal<TagPlan>?
    /// Whether the class overrides no hook that mapping calls, and has no `subclasses`,
    /// `arrayMapping`, accessors or property for unknown keys.
    let isPlain: Bool
    /// Whether the class is plain except for picking the class of an object.
    let isPlainOncePicked: Bool
  }

  init(_ contents: Contents) {
    self.contents = Immortal(contents)
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
