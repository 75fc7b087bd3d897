/// What mapping text asks about a class for every object and key: one address, which is copied
/// without counting references.
struct TextPlan {
  let contents: Immortal<Contents>

  struct Contents {
    let type: any Model.Type
    let keys: KeyIndex
    /// For each property the slot that takes the commonest values directly; `.none` where a
    /// transform comes first.
    let directSlots: ImmortalArray<DirectSlot>
    /// For each property that holds one model its slot; nil where a transform comes first.
    let nestedSlots: ImmortalArray<NestedSlot?>
    /// For each property that holds an array or dictionary of models its slot; nil where a transform
    /// comes first.
    let elementsSlots: ImmortalArray<ImmortalObject<ElementsSlot>?>
    /// For each property its offset in the object.
    let offsets: ImmortalArray<Int>
    let propertyCount: Int
    /// Whether the class's options are the usual ones.
    let isLenient: Bool
    /// How tags pick the class, where they alone do.
    let tags: Immortal<TagPlan>?
    /// Whether nothing else has to be asked: the class overrides no hook that mapping calls, gives
    /// no classes by name, and keeps no unknown keys.
    let isPlain: Bool
    /// Whether nothing else has to be asked when the class of an object has been picked.
    let isPlainOncePicked: Bool
    /// Whether the class leaves each pair to the mapping, gives no classes by name, and keeps no
    /// unknown keys.
    let hasPlainPairs: Bool
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
  var elementsSlots: ImmortalArray<ImmortalObject<ElementsSlot>?> { contents.value.elementsSlots }
  var offsets: ImmortalArray<Int> { contents.value.offsets }
  var propertyCount: Int { contents.value.propertyCount }
  var isLenient: Bool { contents.value.isLenient }
  var tags: Immortal<TagPlan>? { contents.value.tags }
  var isPlain: Bool { contents.value.isPlain }
  var isPlainOncePicked: Bool { contents.value.isPlainOncePicked }
  var hasPlainPairs: Bool { contents.value.hasPlainPairs }
}
