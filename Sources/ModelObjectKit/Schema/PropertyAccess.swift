/// The access to a property through a key path, without its types.
protocol PropertyAccess: AnyObject, Sendable {
  /// The class that the key path begins at.
  var root: AnyClass { get }
  var valueType: Any.Type { get }
  /// The name of the property that the key path leads to; nil where it does not tell.
  var name: String? { get }

  /// The property as mapping sees it; nil where the table does not know its type.
  func property(_ stored: StoredProperty) -> Property?
}

/// The access to a property through a key path.
final class KeyPathAccess<Root: AnyObject, Value>: PropertyAccess {
  private let path: any ReferenceWritableKeyPath<Root, Value> & Sendable

  init(_ path: any ReferenceWritableKeyPath<Root, Value> & Sendable) {
    self.path = path
  }

  var root: AnyClass { Root.self }
  var valueType: Any.Type { Value.self }

  var name: String? { propertyName(of: path, in: Root.self) }

  func property(_ stored: StoredProperty) -> Property? {
    guard let rules = ValueRules.of(Value.self) as? Rules<Value> else { return nil }
    return AccessedProperty(stored, self, rules: rules)
  }

  /// The value that an object has; nil for an object of another class.
  func value(in object: AnyObject) -> Value? { (object as? Root)?[keyPath: path] }

  func set(_ value: Value, in object: AnyObject) { (object as? Root)?[keyPath: path] = value }
}

/// A property that is read and set through a key path, stored or not.
final class AccessedProperty<Root: AnyObject, Value>: Property {
  private let access: KeyPathAccess<Root, Value>
  private let valueRules: Rules<Value>
  /// The declared class where the value is a single model; else nil.
  private let declared: (any Model.Type)?

  fileprivate init(
    _ stored: StoredProperty,
    _ access: KeyPathAccess<Root, Value>,
    rules: Rules<Value>
  ) {
    self.access = access
    valueRules = rules
    let wrapped = (Value.self as? any OptionalType.Type)?.wrappedType
    declared = (wrapped ?? Value.self) as? any Model.Type
    super.init(stored)
  }

  override var rules: ValueRules { valueRules }
  override var valueType: Any.Type { Value.self }
  override var isAccessed: Bool { true }
  override var holdsOneModel: Bool { declared != nil }

  override func dated(_ format: DateOptions.Format) -> Property {
    guard let rules = valueRules.dated(format) as? Rules<Value> else { return self }
    let property = AccessedProperty(stored, access, rules: rules)
    property.name = name
    return property
  }

  override func map(
    _ input: Input,
    into object: AnyObject,
    _ context: any ValueContext
  ) throws(Misfit) {
    guard let declared else {
      return access.set(try valueRules.read(input, context), in: object)
    }
    do throws(Misfit) {
      let existing = model(in: object)
      let model = try readModel(input, declared, existing, context)
      // A model that was updated in place is not set again.
      guard model !== existing else { return }
      guard let value = model as? Value else { throw .mismatch }
      access.set(value, in: object)
    } catch {
      guard case .null = error, let null = valueRules.nullElement else { throw error }
      access.set(null, in: object)
    }
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
    access.set(
      former.map { valueRules.merged(value, onto: $0.value, matched) } ?? value,
      in: object
    )
  }

  override func value(of input: Input, _ context: any ValueContext) throws(Misfit) -> Any? {
    valueRules.opened(try valueRules.read(input, context))
  }

  private func model(in object: AnyObject) -> AnyObject? {
    access.value(in: object).flatMap { valueRules.opened($0) }.flatMap { reference(in: $0) }
  }

  override func copy(from source: AnyObject, to target: AnyObject) {
    if let value = access.value(in: source) { access.set(value, in: target) }
  }

  override func kept(in object: AnyObject) -> Any {
    access.value(in: object).map { KeptValue($0) } ?? ()
  }

  override func restore(_ kept: Any, in object: AnyObject) {
    if let kept = kept as? KeptValue<Value> { access.set(kept.value, in: object) }
  }

  /// The storage of a `lazy` property is an optional; it stays without a value.
  override func restore(from saved: ObjectMemory, at place: FieldPlace, in object: AnyObject) {
    let value = Slot<Value>(place)?.read(from: saved) ?? Slot<Value?>(place)?.read(from: saved)
    if let value { access.set(value, in: object) }
  }

  override func holds(_ kept: Any, in object: AnyObject, _ comparer: any ModelComparer) -> Bool {
    guard let kept = kept as? KeptValue<Value>, let value = access.value(in: object) else {
      return true
    }
    return valueRules.areEqual(kept.value, value, comparer)
  }

  override func isNil(in object: AnyObject) -> Bool {
    access.value(in: object).map { valueRules.isNil($0) } ?? true
  }

  override func value(in object: AnyObject) -> Any? {
    access.value(in: object).flatMap { valueRules.opened($0) }
  }

  override func give(from object: AnyObject, to sink: any ValueSink) {
    if let value = access.value(in: object) {
      valueRules.give(value, to: sink)
    } else {
      sink.leaveOut()
    }
  }

  override func valueText(in object: AnyObject) -> String {
    guard let value = access.value(in: object) else { return "" }
    guard let declared else { return valueRules.text(of: value) }
    // As for `SingleModelProperty`: the class where it is not the declared one.
    guard let model = model(in: object) else { return "nil" }
    return type(of: model) == declared ? "" : "\(type(of: model))"
  }
}
