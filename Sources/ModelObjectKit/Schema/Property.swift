/// A stored property of a class, as mapping sees it.
class Property {
  let stored: StoredProperty
  /// The name without leading underscores: a wrapper stores `foo` as `_foo`.
  ///
  /// It is the name in memory where another property of the class has the name without underscores.
  final var name: String
  /// The class's declarations about the property.
  final var terms = PropertyTerms()
  private let knownFoldedNames = ImmortalHint<[String]>()

  init(_ stored: StoredProperty) {
    self.stored = stored
    name = stored.storageName.declared
  }

  /// The names and keys of the property, folded, by which `arrayMapping` may name it.
  final var foldedNames: [String] {
    knownFoldedNames.value { ([name] + terms.keys).map { FoldedKey($0).text } }
  }

  /// The type of the property's values.
  var valueType: Any.Type { stored.type }

  /// Whether the property is read and set through a key path.
  var isAccessed: Bool { false }

  /// Whether the property's value is one model, which is updated in place.
  var holdsOneModel: Bool { false }

  /// The rules of the property's type.
  var rules: ValueRules { ValueRules() }

  /// The property as mapping and export see it where it has its own date format.
  func dated(_ format: DateOptions.Format) -> Property { self }

  /// Gives the property of an object the value of an input; throws, and leaves the property alone,
  /// where it does not fit.
  func map(
    _ input: Input,
    into object: AnyObject,
    _ context: any ValueContext
  ) throws(Misfit) {}

  /// Gives the property a list of models that are matched by identity; `former` returns the former
  /// `kept(in:)` where elements that are not named stay, else nil.
  func map(
    _ input: Input,
    into object: AnyObject,
    _ context: any ValueContext,
    _ matched: any MatchedElements,
    former: () -> Any?
  ) throws(Misfit) {
    try map(input, into: object, context)
  }

  /// The property's value for an input, without storing it; nil for nil.
  func value(of input: Input, _ context: any ValueContext) throws(Misfit) -> Any? { nil }

  /// Gives the property of an object the value that it has in another one.
  func copy(from source: AnyObject, to target: AnyObject) {}

  /// Gives the property of an object a copy of the value that it has in another one.
  func copy(from source: AnyObject, to target: AnyObject, _ copier: any ModelCopier) {
    copy(from: source, to: target)
  }

  /// The property's value, for `restore`.
  func kept(in object: AnyObject) -> Any { () }

  /// Gives the property a kept value again.
  func restore(_ kept: Any, in object: AnyObject) {}

  /// Gives the property the value that its storage had, through its key path.
  func restore(from saved: ObjectMemory, at place: FieldPlace, in object: AnyObject) {}

  /// Whether the property's value isn't the saved one any more, if the bits of its storage aren't.
  func isChanged(
    in object: AnyObject,
    from saved: ObjectMemory,
    _ comparer: any ModelComparer
  ) -> Bool { true }

  /// Whether the property still has a kept value.
  func holds(_ kept: Any, in object: AnyObject, _ comparer: any ModelComparer) -> Bool { true }

  /// Whether the property's values in two objects are equal.
  func areEqual(in first: AnyObject, _ second: AnyObject, _ comparer: any ModelComparer) -> Bool {
    true
  }

  /// Whether values of the property's type can be compared.
  var isCompared: Bool { true }

  /// Feeds the property's value to a hasher.
  func hash(of object: AnyObject, into hasher: inout Hasher) {}

  /// Whether the property holds nil.
  func isNil(in object: AnyObject) -> Bool { false }

  /// The property's value; nil for nil.
  func value(in object: AnyObject) -> Any? { nil }

  /// Gives the property's value to a sink.
  func give(from object: AnyObject, to sink: any ValueSink) {
    sink.leaveOut()
  }

  /// The value of the property as a report shows it.
  func valueText(in object: AnyObject) -> String { "" }
}

/// The declarations of a class about one of its properties.
struct PropertyTerms {
  /// The conversion that comes before the rules of the type.
  var transform: PropertyTransform?
  /// The key that a missing value is reported by.
  var firstKey = ""
  /// Whether the class lists keys for the property.
  var hasKeyMapping = false
  /// Whether `arrayMapping` may name the class of the property's objects.
  var takesElementClass = false
  /// Whether elements of the property's value may be models.
  var listsModels = false
  /// The keys of `keyMapping` for the property; empty where it has its name alone.
  var keys: [String] = []
}

/// A property whose value is the one that the rules of its type read.
final class ValueProperty<Value>: Property {
  private let slot: Slot<Value>
  private let valueRules: Rules<Value>

  init(_ stored: StoredProperty, slot: Slot<Value>, rules: Rules<Value>) {
    self.slot = slot
    valueRules = rules
    super.init(stored)
  }

  override var rules: ValueRules { valueRules }

  override func dated(_ format: DateOptions.Format) -> Property {
    (valueRules.dated(format) as? Rules<Value>)
      .map { ValueProperty(stored, slot: slot, rules: $0) } ?? self
  }

  override func map(
    _ input: Input,
    into object: AnyObject,
    _ context: any ValueContext
  ) throws(Misfit) {
    slot.write(try valueRules.read(input, context), to: object)
  }

  override func map(
    _ input: Input,
    into object: AnyObject,
    _ context: any ValueContext,
    _ matched: any MatchedElements,
    former: () -> Any?
  ) throws(Misfit) {
    let value = try valueRules.read(input, context)
    let former = former() as? KeptValue<Value>
    slot.write(
      former.map { valueRules.merged(value, onto: $0.value, matched) } ?? value,
      to: object
    )
  }

  override func value(of input: Input, _ context: any ValueContext) throws(Misfit) -> Any? {
    valueRules.opened(try valueRules.read(input, context))
  }

  override func copy(from source: AnyObject, to target: AnyObject) {
    slot.write(slot.read(from: source), to: target)
  }

  override func copy(from source: AnyObject, to target: AnyObject, _ copier: any ModelCopier) {
    slot.write(valueRules.copy(slot.read(from: source), copier), to: target)
  }

  override func isChanged(
    in object: AnyObject,
    from saved: ObjectMemory,
    _ comparer: any ModelComparer
  ) -> Bool {
    !valueRules.areEqual(slot.read(from: object), slot.read(from: saved), comparer)
  }

  override func kept(in object: AnyObject) -> Any { KeptValue(slot.read(from: object)) }

  override func restore(_ kept: Any, in object: AnyObject) {
    if let kept = kept as? KeptValue<Value> { slot.write(kept.value, to: object) }
  }

  override func areEqual(
    in first: AnyObject,
    _ second: AnyObject,
    _ comparer: any ModelComparer
  ) -> Bool {
    valueRules.areEqual(slot.read(from: first), slot.read(from: second), comparer)
  }

  override func hash(of object: AnyObject, into hasher: inout Hasher) {
    valueRules.hash(slot.read(from: object), into: &hasher)
  }

  override func isNil(in object: AnyObject) -> Bool {
    valueRules.isNil(slot.read(from: object))
  }

  override func value(in object: AnyObject) -> Any? {
    valueRules.opened(slot.read(from: object))
  }

  override func give(from object: AnyObject, to sink: any ValueSink) {
    valueRules.give(slot.read(from: object), to: sink)
  }

  override func valueText(in object: AnyObject) -> String {
    valueRules.text(of: slot.read(from: object))
  }
}

/// A property that holds one model, or an optional one: an existing model is updated in place.
final class SingleModelProperty: Property {
  private let slot: ReferenceSlot
  private let declared: any Model.Type
  private let modelRules: ValueRules

  init(
    _ stored: StoredProperty,
    slot: ReferenceSlot,
    declared: any Model.Type,
    rules: ValueRules
  ) {
    self.slot = slot
    self.declared = declared
    modelRules = rules
    super.init(stored)
  }

  override var rules: ValueRules { modelRules }
  override var holdsOneModel: Bool { true }

  /// The slot for mapping text; nil where the property is of the base class, whose objects the
  /// rules refuse.
  var nestedSlot: NestedSlot? {
    declared == declared.root
      ? nil
      : NestedSlot(slot: slot, declared: declared)
  }

  override func map(
    _ input: Input,
    into object: AnyObject,
    _ context: any ValueContext
  ) throws(Misfit) {
    do throws(Misfit) {
      let existing = slot.read(from: object)
      let model = try readModel(input, declared, existing, context)
      guard model === existing || slot.write(model, to: object) else { throw .mismatch }
    } catch {
      guard case .null = error, slot.isOptional else { throw error }
      _ = slot.write(nil, to: object)
    }
  }

  override func copy(from source: AnyObject, to target: AnyObject) {
    _ = slot.write(slot.read(from: source), to: target)
  }

  override func copy(from source: AnyObject, to target: AnyObject, _ copier: any ModelCopier) {
    _ = slot.write(model(in: source).map { copier.copied($0) }, to: target)
  }

  override func kept(in object: AnyObject) -> Any { KeptValue(slot.read(from: object)) }

  override func restore(_ kept: Any, in object: AnyObject) {
    if let kept = kept as? KeptValue<AnyObject?> { _ = slot.write(kept.value, to: object) }
  }

  override func areEqual(
    in first: AnyObject,
    _ second: AnyObject,
    _ comparer: any ModelComparer
  ) -> Bool {
    switch (model(in: first), model(in: second)) {
    case (let first?, let second?): comparer.areEqual(first, second)
    case (nil, nil): true
    default: false
    }
  }

  override func isNil(in object: AnyObject) -> Bool { slot.read(from: object) == nil }

  override func value(in object: AnyObject) -> Any? { slot.read(from: object) }

  /// The class where it is not the declared one; the matches of the model's properties show the
  /// rest.
  override func valueText(in object: AnyObject) -> String {
    guard let model = slot.read(from: object) else { return "nil" }
    return type(of: model) == declared ? "" : "\(type(of: model))"
  }

  /// The model that the property holds.
  func model(in object: AnyObject) -> (any Model)? {
    slot.read(from: object).flatMap { declared.model($0) }
  }

  override func give(from object: AnyObject, to sink: any ValueSink) {
    if let model = slot.read(from: object).flatMap({ declared.model($0) }) {
      sink.model(model)
    } else {
      sink.null()
    }
  }
}

extension Property {
  /// The property for storage of a class; nil where mapping never touches it: `let`, `lazy`,
  /// `weak`, `unowned`, types that the runtime does not report, and types that the table does not
  /// know.
  static func of(_ stored: StoredProperty) -> Property? {
    guard stored.isVar, stored.isStrong, !stored.storageName.isLazy, stored.type != Void.self,
      let rules = ValueRules.of(stored.type)
    else { return nil }
    let value = rules.takesNull ? rules.elementRules ?? rules : rules
    if let declared = value.modelClass,
      let slot = ReferenceSlot(stored, of: declared)
    {
      return SingleModelProperty(stored, slot: slot, declared: declared, rules: rules)
    }
    return rules.property(stored)
  }
}
