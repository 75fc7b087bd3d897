/// A property of a class: its shape, and how it is accessed.
final class Property {
  let stored: StoredProperty
  /// The name without leading underscores: a wrapper stores `foo` as `_foo`.
  ///
  /// If another property of the class has that name, it is the name in memory.
  var name: String
  /// The class's `keyMapping` for the property; nil if only its name is its key.
  var key: JSONKey?
  /// The custom conversion.
  var transform: PropertyTransform? {
    didSet {
      let input = transform?.input.flatMap { ModelObjectKit.shape(of: $0) }
      keepsText = (input ?? shape).keepsText
    }
  }
  /// The number among the mapped properties of its class; negative if it isn't mapped.
  var number = -1
  /// Whether the class's `arrayMapping` specifies the class of the property's objects.
  var isNamed = false
  let shape: any Shape
  /// The models that a value may hold.
  let heldModels: HeldModels
  /// The key path through which the property is read and set; nil for direct access.
  let access: (any PropertyAccess)?
  /// The observers of a property that holds models and is set through a key path.
  let observers: StoredProperty?
  /// The class if the property holds one model or an optional one, which is updated in place.
  let declared: (any Model.Type)?
  /// The shape if the property holds a struct or an optional one, which is mapped in a copy of its value.
  let structShape: (any StructShape)?
  /// The class of the objects that stand for the structs in its value; nil if there are none.
  let standIns: (any Model.Type)?
  /// The slot of that model; nil for access through a key path.
  let nested: NestedSlot?
  /// The place of a value without parts.
  let plain: PlainSlot?
  /// Whether the type is unknown: the value is only copied.
  var isOpaque = false
  /// Whether `arrayMapping` may specify the class of the property's objects.
  let allowsElementClass: Bool
  /// Whether elements of the property's value may be models.
  let listsModels: Bool
  /// Whether the property may hold nil.
  let isOptional: Bool
  /// Whether its value, or what its transform gets, keeps the text of the input.
  private(set) var keepsText: Bool
  /// The property's own date format.
  var dateFormat: DateOptions.Format?
  private let knownFoldedNames = ImmortalHint<[String]>()

  init(_ stored: StoredProperty, _ shape: any Shape, _ access: (any PropertyAccess)? = nil) {
    self.stored = stored
    self.access = access
    self.shape = shape
    heldModels = shape.heldModels
    observers =
      heldModels.isRelationship ? access.flatMap { StoredProperty.registrar(of: $0.root) } : nil
    declared = shape.wrapped.modelClass
    structShape = shape.wrapped.structShape
    standIns = shape.standIns
    nested = access == nil ? declared.flatMap { NestedSlot(stored, $0) } : nil
    plain = access == nil ? PlainSlot(stored, shape) : nil
    allowsElementClass = shape.allowsElementClass
    listsModels = shape.listsModels()
    isOptional = shape.takesNull || shape.isUntyped
    keepsText = shape.keepsText
    name = stored.storageName.declared
  }

  /// The folded names and keys of the property, for `arrayMapping`.
  var foldedNames: [String] {
    knownFoldedNames.value { ([name] + keys).map { FoldedKey($0).text } }
  }

  /// The keys of `keyMapping`; empty if only the property's name is its key.
  var keys: [String] { key?.alternatives.map(\.text) ?? [] }

  /// The type of the property's values.
  var valueType: Any.Type { access?.valueType ?? stored.type }

  /// Whether the property holds models, directly or in containers.
  var isRelationship: Bool { isNamed || heldModels.isRelationship }

  /// The conversion of the property's value for exports.
  var write: (@Sendable (Any?) throws -> Any?)? { transform?.write }

  /// Whether the property's value is a string of JSON in the input and in exports.
  var isJSONText: Bool { transform?.isJSONText == true }

  /// Whether the property is read and set through a key path.
  var isAccessed: Bool { access != nil }

  /// The options with the property's own date format.
  @inline(never)
  func dated(_ options: FixedOptions) -> FixedOptions {
    dateFormat.map { format in options.with { $0.format = format } } ?? options
  }

  /// Whether values are read with the property's own date format: models have their own.
  private func isDated(_ context: any ValueContext) -> Bool {
    dateFormat != nil && context.elementClass == nil && !heldModels.isRelationship
  }

  /// Calls the body with the property's own date format.
  func dated<Value>(
    _ context: any ValueContext,
    _ body: () throws(Misfit) -> Value
  ) throws(Misfit) -> Value {
    guard isDated(context) else { return try body() }
    return try context.using(dated(context.options), body)
  }

  // MARK: - In

  /// Sets the property of an object to the value of an input; if that doesn't fit, throws and
  /// changes nothing.
  @inline(never)
  func map(
    _ input: Input,
    into object: AnyObject,
    _ context: any ValueContext
  ) throws(Misfit) {
    if let declared { return try mapModel(input, declared, into: object, context) }
    if let structShape, case .object(let pairs) = input {
      return try mapStruct(pairs, structShape, into: object, context)
    }
    try mapOther(input, into: object, context)
  }

  /// Maps an object to the struct that the property holds, which begins with its present value.
  @inline(never)
  private func mapStruct(
    _ pairs: Input.Pairs,
    _ shape: any StructShape,
    into object: AnyObject,
    _ context: any ValueContext
  ) throws(Misfit) {
    let present = value(in: object).flatMap { shape.standIn(forAny: $0) }
    let standIn = try context.model(from: pairs, declared: shape.standIn, existing: present)
    if let value = shape.anyValue(of: standIn) { set(value, in: object) }
  }

  /// It isn't inlined, so that nested models take less of the stack.
  @inline(never)
  private func mapOther(
    _ input: Input,
    into object: AnyObject,
    _ context: any ValueContext
  ) throws(Misfit) {
    guard isDated(context) else { return try mapValue(input, into: object, context) }
    try dated(context) { () throws(Misfit) in try mapValue(input, into: object, context) }
  }

  private func mapValue(
    _ input: Input,
    into object: AnyObject,
    _ context: any ValueContext
  ) throws(Misfit) {
    if let plain {
      try plain.type.map(input, plain.place, of: ObjectMemory(object), context)
      extendLifetime(object)
    } else {
      try shape.map(input, self, of: object, context)
    }
  }

  private func mapModel(
    _ input: Input,
    _ declared: any Model.Type,
    into object: AnyObject,
    _ context: any ValueContext
  ) throws(Misfit) {
    let existing = self.object(in: object)
    let model: any Model
    do throws(Misfit) {
      model = try context.model(of: declared, from: input, updating: existing)
    } catch {
      guard case .null = error, shape.takesNull else { throw error }
      try context.convertToNil(input, shape)
      return shape.setNull(self, of: object)
    }
    try set(model, insteadOf: existing, in: object)
  }

  @inline(never)
  private func set(
    _ model: any Model,
    insteadOf existing: AnyObject?,
    in object: AnyObject
  ) throws(Misfit) {
    // A model that was updated in place is not set again, unless an object in it has set another.
    if model === existing, self.object(in: object) === model { return }
    guard nested?.write(model, to: object) ?? shape.set(any: model, self, of: object) else {
      throw .mismatch
    }
  }

  /// Sets the property to a value of its type, or of the type in its optional.
  @inline(never)
  func set(_ value: Any, in object: AnyObject) {
    // A model that was updated in place is not set again.
    if declared != nil, let model = ModelObjectKit.reference(in: value),
      model === self.object(in: object)
    {
      return
    }
    shape.set(any: value, self, of: object)
  }

  /// Converts an input to a value of the property, without storing it; nil for nil.
  func value(of input: Input, _ context: any ValueContext) throws(Misfit) -> Any? {
    try dated(context) { () throws(Misfit) in try shape.opened(input, context) }
  }

  // MARK: - Out

  /// Passes the property's value to a sink.
  @inline(never)
  func write(from object: AnyObject, to sink: any ValueSink) {
    if !isAccessed {
      ObjectMemory.with(object) { write(from: $0, to: sink) }
    } else if dateFormat != nil {
      sink.with(dateFormat) { shape.write(self, of: object, to: sink) }
    } else {
      shape.write(self, of: object, to: sink)
    }
  }

  /// Passes the value to a sink from the memory that holds it; there is no key path.
  @inline(__always)
  func write(from memory: ObjectMemory, to sink: any ValueSink) {
    if dateFormat != nil {
      sink.with(dateFormat) { shape.write(at: stored.place, in: memory, to: sink) }
    } else if let plain {
      plain.type.write(plain.place, of: memory, to: sink)
    } else if structShape?.write(at: stored.place, in: memory, to: sink) != true {
      shape.write(at: stored.place, in: memory, to: sink)
    }
  }

  /// Whether the property holds nil in some memory; there is no key path.
  func isNil(in memory: ObjectMemory) -> Bool {
    guard isOptional else { return false }
    if let plain { return plain.type.isNil(plain.place, of: memory) }
    if let structShape { return structShape.isNil(at: stored.place, in: memory) }
    return shape.opened(at: stored.place, in: memory) == nil
  }

  /// Whether the property holds nil.
  func isNil(in object: AnyObject) -> Bool {
    guard plain == nil, structShape == nil || isAccessed else {
      return ObjectMemory.with(object) { isNil(in: $0) }
    }
    return value(in: object) == nil
  }

  /// The property's value; nil for nil.
  @inline(never)
  func value(in object: AnyObject) -> Any? {
    nested == nil ? shape.opened(self, of: object) : model(in: object)
  }

  /// The value of the property for a report.
  ///
  /// For a model, it is the class if that isn't the declared one; the matches of the model's
  /// properties show the rest.
  func valueText(in object: AnyObject) -> String {
    if structShape != nil { return isNil(in: object) ? "nil" : "" }
    guard let declared else { return shape.text(any: content(of: object)) }
    guard let model = self.object(in: object) else { return "nil" }
    return type(of: model) == declared ? "" : "\(type(of: model))"
  }

  /// The model that the property holds.
  @inline(never)
  func model(in object: AnyObject) -> (any Model)? {
    guard let declared else { return nil }
    return self.object(in: object).flatMap { declared.model($0) }
  }

  /// The model that the property holds, or what stands for the struct in it.
  func standInOrModel(in object: AnyObject) -> (any Model)? {
    guard let structShape else { return model(in: object) }
    return value(in: object).flatMap { structShape.standIn(forAny: $0) }
  }

  private func object(in object: AnyObject) -> AnyObject? {
    nested.map { $0.read(from: object) }
      ?? value(in: object).flatMap { ModelObjectKit.reference(in: $0) }
  }

  // MARK: - Two objects

  /// Copies the property's value from an object to another one; if there is a copier, including the
  /// models in it.
  @inline(never)
  func copy(from source: AnyObject, to target: AnyObject, _ copier: (any ModelCopier)? = nil) {
    if let copier, let nested {
      _ = nested.write(model(in: source).map { copier.copied($0) }, to: target)
    } else {
      shape.copy(self, from: source, to: target, copier)
    }
  }

  /// Whether the property's values in two objects are equal.
  @inline(never)
  func areEqual(in first: AnyObject, _ second: AnyObject, _ comparer: any ModelComparer) -> Bool {
    shape.areEqual(self, in: first, second, comparer)
  }

  /// Adds the property's value to a hasher.
  func hash(of object: AnyObject, into hasher: inout Hasher) {
    shape.hash(any: content(of: object), into: &hasher)
  }

  // MARK: - Values that are put back

  /// The property's value: a model, or an optional of none, or an `Any` of exactly the type.
  func savedValue(in object: AnyObject) -> Any {
    if let nested { return nested.read(from: object) ?? AnyObject?.none as Any }
    guard let plain else { return content(of: object) }
    return ObjectMemory.with(object) { plain.type.content(plain.place, of: $0) } ?? ()
  }

  /// Restores a saved value.
  func restore(_ saved: Any, in object: AnyObject) {
    guard let nested else { return _ = shape.set(any: saved, self, of: object) }
    _ = nested.write(ModelObjectKit.reference(in: saved), to: object)
  }

  /// Whether the property's value equals a saved one.
  @inline(never)
  func isEqual(to saved: Any, in object: AnyObject, _ comparer: any ModelComparer) -> Bool {
    shape.isEqual(self, of: object, to: saved, comparer)
  }

  /// The property's value, in an `Any` of exactly its type.
  private func content(of object: AnyObject) -> Any { shape.value(self, of: object) ?? () }
}

extension Property {
  /// The property for storage of a class; nil if it is never mapped: `let`, `lazy`, `weak`,
  /// `unowned`, types that the runtime doesn't report, and types without a shape.
  static func of(_ stored: StoredProperty, _ rule: KeyMatching) -> Property? {
    guard stored.isVar, stored.isStrong, !stored.storageName.isLazy, stored.type != Void.self else {
      return nil
    }
    return ModelObjectKit.shape(of: stored.type).map { Property(stored, $0.inClass(with: rule)) }
  }

  /// The target of its name, under which a hook may pass a value on: it is better than all listed keys.
  var namedTarget: KeyIndex.Target {
    let isFirst = key == nil || targets.first?.text == name && targets[0].path.isEmpty
    return isFirst ? targets[0] : KeyIndex.Target(property: number, order: -1, text: name)
  }

  /// The targets of the keys that match the property.
  var targets: [KeyIndex.Target] {
    guard let key else {
      let storedText = stored.name == name ? nil : stored.name
      return [KeyIndex.Target(property: number, order: 0, text: name, storedText: storedText)]
    }
    return key.alternatives.enumerated().flatMap { order, alternative in
      let whole = KeyIndex.Target(property: number, order: 2 * order, text: alternative.text)
      guard let path = alternative.path, let head = alternative.head else { return [whole] }
      let rest = Array(path.dropFirst())
      return [
        whole, KeyIndex.Target(property: number, order: 2 * order + 1, text: head, path: rest),
      ]
    }
  }
}
