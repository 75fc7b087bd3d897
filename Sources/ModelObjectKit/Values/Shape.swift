import ModelObjectEssentials

/// How values of a property's type are read, written, copied, compared, hashed and shown.
///
/// There is a shape for each way to build a type: a leaf, an optional, an array, a set, a
/// dictionary, a raw value, a model, `Any`, and custom types. To add a type without parts, add a
/// ``Leaf``, not a shape.
protocol Shape<Value>: Sendable {
  associatedtype Value

  /// The name of the type in errors.
  var typeName: String { get }
  /// The shape of the values that an optional or a collection holds; nil for other types.
  var element: (any Shape)? { get }
  /// The type without parts; nil for other shapes.
  var leaf: (any Leaf.Type)? { get }
  /// The shape of the raw values; nil if values have none.
  var raw: (any Shape)? { get }
  /// The models that a value may hold.
  var heldModels: HeldModels { get }
  /// The raw values of an enum that lists its cases; nil for any other type.
  var rawValues: [String]? { get }
  /// The shape itself if its values are structs that are mapped by their properties; else nil.
  var structShape: (any StructShape)? { get }
  /// Whether a value is an array or a set.
  var isList: Bool { get }
  /// Whether null is a value of the type.
  var takesNull: Bool { get }

  /// Reads a value from an input; throws if the input doesn't fit.
  func read(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Value

  /// Reads the key of a pair, or another value whose conversion isn't reported.
  func readKey(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Value

  /// Whether an input that fits is of the form that JSON has for the type, so that it isn't converted.
  func isOwnForm(_ input: Input, _ context: any ValueContext) -> Bool

  /// Passes the parts of a value to a sink.
  func write(_ value: Value, to sink: any ValueSink)

  /// Adds the elements of an array of the text that begins at an offset; false, with nothing read, if
  /// they have to be read one by one.
  func read(
    elementsFrom start: Int,
    _ context: any ValueContext,
    into values: inout [Value]
  ) throws(Misfit) -> Bool

  /// The value without the optionals around it; nil for nil.
  func opened(_ value: Value) -> Any?

  /// The value with copies of the models in it.
  func copy(_ value: Value, _ copier: any ModelCopier) -> Value

  /// Whether two values are equal; values that can't be compared are not.
  func areEqual(_ first: Value, _ second: Value, _ comparer: any ModelComparer) -> Bool

  /// Adds a value without models to a hasher; equal values add the same.
  func hash(_ value: Value, into hasher: inout Hasher)

  /// The value for null as an element of a container; nil if null doesn't fit the type.
  var nullElement: Value? { get }

  /// The value as the key of an object, for a type that can be one.
  func keyText(of value: Value) -> String

  /// The value as a report shows it.
  func text(of value: Value) -> String

  /// The reason why an input other than null doesn't fit, for a report.
  func reason(_ input: Input, _ options: FixedOptions) -> String

  /// The shape of the same type in a class that matches keys by a rule: those of users' own values
  /// in it are matched by that, too.
  func matching(_ rule: KeyMatching) -> any Shape<Value>
}

extension Shape {
  var typeName: String { String(describing: Value.self) }
  var element: (any Shape)? { nil }
  var leaf: (any Leaf.Type)? { nil }
  var raw: (any Shape)? { nil }
  var heldModels: HeldModels { element?.heldModels ?? .none }
  var rawValues: [String]? { nil }
  var structShape: (any StructShape)? { nil }
  var isList: Bool { false }
  var takesNull: Bool { false }
  var nullElement: Value? { nil }

  func readKey(_ input: Input, _ context: any ValueContext) throws(Misfit) -> Value {
    try read(input, context)
  }

  func isOwnForm(_ input: Input, _ context: any ValueContext) -> Bool { true }
  func opened(_ value: Value) -> Any? { value }
  func read(
    elementsFrom start: Int,
    _ context: any ValueContext,
    into values: inout [Value]
  ) throws(Misfit) -> Bool { false }
  func copy(_ value: Value, _ copier: any ModelCopier) -> Value { value }
  func keyText(of value: Value) -> String { text(of: value) }
  func text(of value: Value) -> String { shownText(of: value) }
  func reason(_ input: Input, _ options: FixedOptions) -> String { input.reason(typeName) }
  func matching(_ rule: KeyMatching) -> any Shape<Value> { self }

  func areEqual(_ first: Value, _ second: Value, _ comparer: any ModelComparer) -> Bool {
    Unknown.areEqual(first, second) ?? false
  }

  func hash(_ value: Value, into hasher: inout Hasher) {
    Unknown.hash(value, into: &hasher)
  }
}

extension Shape {
  /// Whether the type is `Any`.
  var isUntyped: Bool { Value.self == Any.self }

  /// Whether values are written by their own `Codable` conformance.
  var isEncoded: Bool { heldModels.isEncoded }

  /// The shape in a class that matches keys by a rule.
  func inClass(with rule: KeyMatching) -> any Shape { isEncoded ? matching(rule) : self }

  /// Whether values can be the keys of an object, as text.
  var isKey: Bool { raw?.isKey ?? leaf?.kind.isKey ?? false }

  /// Whether a string is stored unchanged, so that its beginning is the beginning of the value.
  var storesText: Bool {
    leaf?.kind.storesText ?? (takesNull || isList ? element?.storesText : nil) ?? isUntyped
  }

  /// Whether strings such as `nil` and `null` are values of this type rather than null.
  var storesNullText: Bool {
    (raw ?? (takesNull ? element : nil))?.storesNullText ?? (!isList && storesText)
  }

  /// Whether `arrayMapping` may specify the class of the type's objects.
  var allowsElementClass: Bool {
    element?.allowsElementClass ?? (isUntyped || modelClass != nil)
  }

  /// The shape without the optional around it.
  var wrapped: any Shape { takesNull ? element ?? self : self }

  /// The class of the objects that stand for the structs in a value; nil if there are none.
  var standIns: (any Model.Type)? { structShape?.standIn ?? element?.standIns }

  /// The expected value in an issue: the type, or the raw values of an enum.
  var expectation: String {
    let unknown = (wrapped.valueType as? any UnknownRepresentable.Type).map {
      Self.rawValue(of: $0)
    }
    guard let rawValues = rawValues?.filter({ $0 != unknown }), !rawValues.isEmpty else {
      return typeName
    }
    let shown = rawValues.prefix(20).joined(separator: ", ") + (rawValues.count > 20 ? ", …" : "")
    return "one of \(shown)"
  }

  /// The raw value of an enum's case for those that it doesn't know.
  private static func rawValue<Value: UnknownRepresentable>(of type: Value.Type) -> String {
    "\(type.unknown.rawValue)"
  }

  /// The class if the type is a single model; nil for other types.
  var modelClass: (any Model.Type)? {
    guard element == nil, case .of(let type) = heldModels.allowed else { return nil }
    return type
  }

  /// A value of the type, or of the type in its optional; nil for a value of another type.
  ///
  /// Only an exact match keeps an optional in an optional: a cast opens both.
  func typed(_ value: Any) -> Value? { exactValue(in: value, Value.self) ?? value as? Value }

  /// Passes a value to a sink; false if it isn't of the type.
  func write(any value: Any, to sink: any ValueSink) -> Bool {
    guard let value = typed(value) else { return false }
    write(value, to: sink)
    return true
  }

  func opened(any value: Any) -> Any? { typed(value).flatMap { opened($0) } }

  func keyText(any value: Any) -> String { typed(value).map { keyText(of: $0) } ?? "" }

  func text(any value: Any) -> String { typed(value).map { text(of: $0) } ?? "" }

  func copy(any value: Any, _ copier: any ModelCopier) -> Any {
    typed(value).map { copy($0, copier) } ?? value
  }

  func areEqual(any first: Any, _ second: Any, _ comparer: any ModelComparer) -> Bool {
    guard let first = typed(first), let second = typed(second) else { return false }
    return areEqual(first, second, comparer)
  }

  func hash(any value: Any, into hasher: inout Hasher) {
    if let value = typed(value) { hash(value, into: &hasher) }
  }

  /// The error for an input that doesn't fit.
  func misfit(_ input: Input) -> Misfit {
    if case .null = input { return .null }
    if input.isCutString { return .unfinished }
    return !storesNullText && input.isNullOrNullText ? .null : .mismatch
  }
}

/// An optional or a collection, with its own type.
protocol Container {
  /// The shape of the type; nil if its values have none.
  static var shape: (any Shape)? { get }
  /// The array type for a set; otherwise the type itself.
  static var listType: Any.Type { get }
  /// The type of a dictionary's keys; nil for other containers.
  static var keyType: Any.Type? { get }
  /// The type of the values in it.
  static var partType: Any.Type { get }
  /// The elements of an array or a set; nil for other containers.
  var elements: [Any]? { get }
  /// The same, of a set in an order that they alone decide.
  var orderedElements: [Any]? { get }
  /// The pairs of a dictionary; nil for other containers.
  var pairs: [(Any, Any)]? { get }
  /// Makes an array or a set from the values that are of its type.
  static func made(of elements: [Any]) -> Self?
}

extension Container {
  static var listType: Any.Type { Self.self }
  static var keyType: Any.Type? { nil }
  var elements: [Any]? { nil }
  var orderedElements: [Any]? { elements }
  var pairs: [(Any, Any)]? { nil }
  static func made(of elements: [Any]) -> Self? { nil }
}

/// The shape of a type; nil if it has none.
///
/// 1. The most common types, and models.
/// 2. Optionals and collections of types with shapes.
/// 3. A user's own `ModelStruct` or `ModelValue`.
/// 4. Leaves: numbers, dates, types that are spelled as a string.
/// 5. `Any`.
/// 6. Types with a raw value whose type has a shape.
/// 7. Any other `Codable` type.
///
/// They are made once for a type.
func shape(of type: Any.Type) -> (any Shape)? {
  knownShape(of: type).shape
}

/// The shape of a type, as a shape of that type.
func shape<Value>(for type: Value.Type) -> (any Shape<Value>)? {
  (knownShape(of: type).typed as? TypedShape<Value>)?.shape
}

/// The reason why a type has no shape, for a report.
func reasonForNoShape(_ type: Any.Type) -> String {
  let wrapped = (type as? any OptionalType.Type)?.wrappedType ?? type
  if let key = (wrapped as? any Container.Type)?.keyType, shape(of: key)?.isKey != true {
    return "\(key) can't be the key type of a dictionary"
  }
  if wrapped is any ModelStruct.Type {
    return "\(wrapped) is a ModelStruct, which must be Codable with PublicSymbols"
  }
  return "values of type \(type) can't be mapped"
}

/// What to do about a type without a shape, as a sentence; nil if nothing helps, as for a closure.
func remedyForNoShape(_ type: Any.Type) -> String? {
  if let container = type as? any Container.Type {
    if let key = container.keyType, shape(of: key)?.isKey != true {
      return "\(key) can't be the key type of a dictionary."
    }
    return shape(of: container.partType) == nil ? remedyForNoShape(container.partType) : nil
  }
  switch declaredKind(of: type) {
  case .enumeration: return "Add \": String\" to \(type), or make it Codable or a ModelValue."
  case .structure: return "Make \(type) Codable, a ModelStruct or a ModelValue."
  case .class: return "Make \(type) Codable or a ModelValue."
  case .none: return nil
  }
}

private let knownShapes = ImmortalTable<KnownShape>()

private func knownShape(of type: Any.Type) -> KnownShape {
  func typed<Value>(_ shape: some Shape<Value>) -> any Sendable { TypedShape(shape: shape) }
  let key = ObjectIdentifier(type)
  if let known = knownShapes.with(key, { $0 }) { return known }
  let shape = madeShape(of: type)
  return knownShapes.insert(KnownShape(shape, shape.map { typed($0) }), for: key)
}

/// The shape of a type, or that there is none.
private final class KnownShape: Sendable {
  let shape: (any Shape)?
  /// The same as a `TypedShape`.
  let typed: (any Sendable)?

  init(_ shape: (any Shape)?, _ typed: (any Sendable)?) {
    self.shape = shape
    self.typed = typed
  }
}

/// A shape as one of its type.
///
/// A cast to `any Shape<Value>` would make the runtime search all conformances of the program.
struct TypedShape<Value>: Sendable {
  let shape: any Shape<Value>
}

/// The first cast of a type to a protocol makes the runtime search all conformances of the program,
/// so the most common types are found without a cast.
private func madeShape(of type: Any.Type) -> (any Shape)? {
  func model<Value: Model>(_ type: Value.Type) -> any Shape { ModelShape<Value>() }
  func user<Value: ModelValue>(_ type: Value.Type) -> any Shape { ModelValueShape<Value>() }
  func leaf<Value: Leaf>(_ type: Value.Type) -> any Shape { LeafShape<Value>() }
  func codable<Value: Codable>(_ type: Value.Type) -> any Shape { CodableShape<Value>() }
  func raw<Value: RawRepresentable>(_ type: Value.Type) -> (any Shape)? {
    guard let rawShape = shape(for: Value.RawValue.self) else { return nil }
    return RawValueShape<Value>(rawShape: rawShape)
  }
  if let shape = commonShape(of: type) { return shape }
  if let type = type as? AnyClass, let type = modelType(type) { return model(type) }
  let container = type as? any Container.Type
  if let shape = container?.shape { return shape }
  if let type = type as? any ModelStruct.Type, let shape = structShape(of: type) { return shape }
  if let type = type as? any ModelValue.Type { return user(type) }
  if let value = type as? any Leaf.Type {
    // Only the class itself is a leaf, not its subclasses.
    let parent: AnyClass? = (type as? AnyClass).flatMap { superclass(of: $0) }
    return parent is any Leaf.Type ? nil : leaf(value)
  }
  if type == Any.self { return UntypedShape() }
  if let shape = foundationShape(of: type) { return shape }
  if container != nil || hasNoRules(type) { return nil }
  if let type = type as? any RawRepresentable.Type, let shape = raw(type) { return shape }
  if let type = type as? any (Decodable & Encodable).Type { return codable(type) }
  // Named, since a cast names no file, and a linker takes only those out of an archive that are named.
  // Last, since the runtime also searches all conformances to make the type.
  return type == [String: Any].self ? [String: Any].shape : nil
}

/// The leaves that most properties have.
let commonLeaves: [any Leaf.Type] = [
  String.self, Int.self, Bool.self, Double.self, Date.self, URL.self,
]

/// The shape of a common leaf, its optional or its array; nil for other types.
///
/// The leaves in the list bring their conformances along. If a shape such as `LeafShape<String>`
/// were named here, the runtime would search for them.
private func commonShape(of type: Any.Type) -> (any Shape)? {
  func shape<Value: Leaf>(_ leaf: Value.Type) -> (any Shape)? {
    if type == Value.self { return LeafShape<Value>() }
    if type == Value?.self { return OptionalShape(inner: LeafShape<Value>()) }
    return type == [Value].self ? ArrayShape(inner: LeafShape<Value>()) : nil
  }
  for leaf in commonLeaves {
    if let shape = shape(leaf) { return shape }
  }
  return nil
}
