/// The slot of a property that holds an array or a dictionary of models, or an optional one, and
/// the declared class of these.
class ElementsSlot {
  let declared: any Model.Type
  /// Whether the property holds a dictionary.
  let isDictionary: Bool
  private let offset: Int
  private let isOptional: Bool
  private let known = ImmortalHint<TextPlan.Contents>()

  init(_ declared: any Model.Type, _ stored: StoredProperty, isOptional: Bool, isDictionary: Bool) {
    self.declared = declared
    self.isDictionary = isDictionary
    self.isOptional = isOptional
    offset = stored.offset
  }

  /// The slot of a property; nil where its rules are not those of such a collection.
  static func of(_ stored: StoredProperty, _ rules: ValueRules) -> ElementsSlot? {
    func slot<Element: Model>(of type: Element.Type) -> ElementsSlot? {
      ModelArraySlot<Element>(stored) ?? ModelDictionarySlot<Element>(stored)
    }
    return rules.collectedClass.flatMap { slot(of: $0) }
  }

  /// The plan of the declared class; the class must have been used before.
  final var plan: TextPlan? {
    if let contents = known.value { return TextPlan(contents) }
    guard let plan = SchemaCache.textPlan(of: declared) else { return nil }
    known.store(plan.contents)
    return plan
  }

  /// Whether the property surely holds no models; false where a closer look would be needed.
  @inline(__always)
  final func isEmpty(in memory: ObjectMemory) -> Bool {
    isOptional
      ? memory.isZero(at: offset) : memory.isPlainlyEmpty(at: offset, isDictionary: isDictionary)
  }

  /// Gives a property that holds an array its models.
  func write(_ models: inout ObjectList, in memory: ObjectMemory) {}

  /// Gives a property that holds a dictionary its models.
  func write(_ models: [String: AnyObject], in memory: ObjectMemory) {}

  /// Gives the property the empty value of its type.
  func clear(in memory: ObjectMemory) {}
}

/// The slot of an array of models.
final class ModelArraySlot<Element: Model>: ElementsSlot {
  private let slot: Slot<[Element]>?
  private let optionalSlot: Slot<[Element]?>?

  /// Nil where the property holds something else, or models of the base class.
  init?(_ stored: StoredProperty) {
    slot = Slot(stored)
    optionalSlot = Slot(stored)
    guard slot != nil || optionalSlot != nil, Element.self != Element.root else { return nil }
    super.init(Element.self, stored, isOptional: slot == nil, isDictionary: false)
  }

  override func write(_ models: inout ObjectList, in memory: ObjectMemory) {
    if let slot {
      if models.count > 0 { slot.write(models.take(as: Element.self), in: memory) }
    } else {
      optionalSlot?.write(models.take(as: Element.self), in: memory)
    }
  }

  override func clear(in memory: ObjectMemory) {
    slot?.write([], in: memory)
    optionalSlot?.write(nil, in: memory)
  }
}

/// The slot of a dictionary of models with text as keys.
final class ModelDictionarySlot<Element: Model>: ElementsSlot {
  private let slot: Slot<[String: Element]>?
  private let optionalSlot: Slot<[String: Element]?>?

  /// Nil where the property holds something else, or models of the base class.
  init?(_ stored: StoredProperty) {
    slot = Slot(stored)
    optionalSlot = Slot(stored)
    guard slot != nil || optionalSlot != nil, Element.self != Element.root else { return nil }
    super.init(Element.self, stored, isOptional: slot == nil, isDictionary: true)
  }

  override func write(_ models: [String: AnyObject], in memory: ObjectMemory) {
    let models = nativeDictionary(of: Element.self, from: models)
    slot?.write(models, in: memory)
    optionalSlot?.write(models, in: memory)
  }

  override func clear(in memory: ObjectMemory) {
    slot?.write([:], in: memory)
    optionalSlot?.write(nil, in: memory)
  }
}
