/// The part of a schema for mapping text, used for every object and key; copying it doesn't count
/// references.
struct TextPlan {
  let contents: Immortal<Contents>

  struct Contents {
    let type: any Model.Type
    let keys: KeyIndex
    /// For each property, its slots.
    let slots: ImmortalArray<PropertySlots>
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

  var type: any Model.Type { contents.value.type }
  var keys: KeyIndex { contents.value.keys }
  var slots: ImmortalArray<PropertySlots> { contents.value.slots }
  var isLenient: Bool { contents.value.isLenient }
  var tags: Immortal<TagPlan>? { contents.value.tags }
  var isPlain: Bool { contents.value.isPlain }
  var isPlainOncePicked: Bool { contents.value.isPlainOncePicked }

  @inline(__always)
  func place(of key: String) -> SpellingPlace { ByteView.with(key) { keys.place(of: $0) } }

  @inline(__always)
  func targets(of key: String, at place: SpellingPlace) -> TargetList {
    place.isNone ? keys.find(key) : keys.spelling(at: place).targets
  }

  /// The only property that a key sets, without a path; else negative.
  func property(of targets: TargetList) -> Int { targets.isNone ? -1 : keys.property(of: targets) }
}

extension ImmortalHint<TextPlan.Contents> {
  /// The plan of a class; nil if the class hasn't been used before.
  func plan(of type: any Model.Type) -> TextPlan? {
    if let contents = value { return TextPlan(contents: contents) }
    guard let plan = SchemaCache.textPlan(of: type) else { return nil }
    store(plan.contents)
    return plan
  }
}
