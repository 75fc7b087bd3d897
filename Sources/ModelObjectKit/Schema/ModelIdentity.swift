import ModelObjectEssentials

/// The identity of an object within its class family: the values of the properties in its class's
/// `identity`.
///
/// Objects of two families never have the same one.
struct ModelIdentity: Hashable {
  let family: ObjectIdentifier
  fileprivate let value: IdentityValue

  fileprivate init(_ family: any Model.Type, _ first: IdentityValue, _ others: [IdentityValue]) {
    self.family = ObjectIdentifier(family)
    value = others.isEmpty ? first : .several([first] + others)
  }

  /// The identity of a model by its current values; nil if it has none.
  @inline(never)
  init?(of model: any Model) {
    guard let identity = SchemaCache.schema(of: type(of: model)).identity?.identity(of: model)
    else { return nil }
    self = identity
  }

  /// Whether the identity comes before another one: integers by size, other values by their text.
  func precedes(_ other: ModelIdentity) -> Bool {
    let (mine, others) = (values, other.values)
    for (mine, other) in zip(mine, others) where mine != other { return mine.precedes(other) }
    return mine.count < others.count
  }

  /// The values of the properties, in their order.
  var values: [IdentityValue] {
    if case .several(let values) = value { values } else { [value] }
  }
}

/// The value of an identity, or of one of its properties.
enum IdentityValue: Hashable {
  case integer(Int)
  case text(String)
  /// Indirect, as the next, so that the common values are small.
  indirect case other(AnyHashable)
  /// The values of several properties.
  indirect case several([IdentityValue])

  fileprivate func precedes(_ other: IdentityValue) -> Bool {
    switch (self, other) {
    case (.integer(let mine), .integer(let other)): mine < other
    case (.integer, _): true
    case (_, .integer): false
    default: "\(value)".precedes("\(other.value)")
    }
  }

  /// The value as that of a property.
  var value: Any {
    switch self {
    case .integer(let value): value
    case .text(let text): text
    case .other(let value): value.base
    case .several(let values): values.map(\.value)
    }
  }

  /// Hashes all of a value: of decimals and data, Foundation hashes a part, so that hostile
  /// input could have any number of them that collide.
  func hash(into hasher: inout Hasher) {
    switch self {
    case .integer(let value): hasher.combine(value)
    case .text(let text): hasher.combine(text)
    case .several(let values): hasher.combine(values)
    case .other(let value):
      let type = type(of: value.base)
      if type == Decimal.self, let decimal = value.base as? Decimal {
        Decimal.hash(decimal, into: &hasher)
      } else if type == Data.self, let data = value.base as? Data {
        Data.hash(data, into: &hasher)
      } else {
        hasher.combine(value)
      }
    }
  }

  /// Returns nil for a value that isn't `Hashable` or doesn't equal itself.
  init?(_ value: Any) {
    func hashable<Value: Hashable>(_ type: Value.Type) -> AnyHashable? {
      (value as? Value).flatMap { $0 == $0 ? AnyHashable($0) : nil }
    }
    if let integer = payload(of: value, as: Int.self) {
      self = .integer(integer)
    } else if let text = payload(of: value, as: String.self) {
      self = .text(text)
    } else if let double = payload(of: value, as: Double.self), let integer = Int(exactly: double) {
      // In an untyped property, 7 and 7.0 are the same.
      self = .integer(integer)
    } else if let type = type(of: value) as? any Hashable.Type, let value = hashable(type) {
      self = .other(value)
    } else {
      return nil
    }
  }
}

/// The rule for the identity of a class's objects: its `identity`, merged with its superclasses'.
final class IdentityRule {
  /// The class that names the family of the class's objects.
  let family: any Model.Type
  /// The names of the properties if the family's class has others, so that objects of classes with
  /// different ones never have the same identity; else empty.
  private let names: [IdentityValue]
  /// The properties, sorted by name.
  let parts: [Property]
  /// The numbers of those that are mapped.
  let numbers: PropertySet
  /// The slot of the only property.
  private let slot: DirectSlot

  /// Returns nil if the class has no identity.
  ///
  /// It is a mistake if the values of a property can't be compared.
  init?(_ lists: ClassLists, _ onMistake: (String) -> Void) {
    guard !lists.identityNames.isEmpty else { return nil }
    let (declaration, mapped) = (lists.declaration, lists.properties)
    let (family, shared) = lists.identityFamily
    self.family = family
    names = shared == lists.identityNames ? [] : lists.identityNames.inKeyOrder().map { .text($0) }
    parts = lists.identityNames.inKeyOrder().compactMap { name in
      let known = mapped.last { $0.name == name }
      guard let property = known ?? declaration.properties.last(where: { $0.name == name }) else {
        if declaration.names.contains(name) {
          onMistake("\(declaration.type).identity lists \"\(name)\", which can't be mapped.")
        }
        return nil
      }
      guard property.shape.isIdentifying else {
        onMistake(
          "\(declaration.type).identity lists \"\(name)\", whose type must be Hashable and must not"
            + " contain models."
        )
        return nil
      }
      return property
    }
    numbers = PropertySet(parts.map(\.number).filter { $0 >= 0 })
    slot = parts.count == 1 ? DirectSlot(parts[0].stored) : .none
  }

  /// The identity with a value for each part; nil if one of them is nil.
  @inline(never)
  func identity(_ value: (Property) -> IdentityValue?) -> ModelIdentity? {
    guard let first = parts.first.flatMap(value) else { return nil }
    let others = parts.dropFirst().compactMap(value)
    return others.count == parts.count - 1 ? identity(first, others) : nil
  }

  /// The identity with these values; nil if one of them is nil.
  func identity(_ values: [IdentityValue?]) -> ModelIdentity? {
    let known = values.compactMap(\.self)
    guard known.count == values.count, let first = known.first else { return nil }
    return identity(first, Array(known.dropFirst()))
  }

  /// The identity with these values.
  func identity(_ first: IdentityValue, _ others: [IdentityValue] = []) -> ModelIdentity {
    ModelIdentity(family, first, names.isEmpty ? others : others + names)
  }

  /// The values of the parts in an object.
  func values(of object: AnyObject) -> [IdentityValue?] {
    parts.map { $0.value(in: object).flatMap { IdentityValue($0) } }
  }

  /// The identity of an object by its current values; nil if one of them is nil.
  @inline(never)
  func identity(of object: AnyObject) -> ModelIdentity? {
    switch slot {
    case .int(let slot): identity(.integer(slot.read(from: object)))
    case .string(let slot): identity(.text(slot.read(from: object)))
    default: identity { $0.value(in: object).flatMap { IdentityValue($0) } }
    }
  }

  /// Whether an object that was filed under an identity has that now.
  func isIdentity(_ identity: ModelIdentity, of object: AnyObject) -> Bool {
    if case .int(let slot) = slot, case .integer(let value) = identity.value {
      return slot.read(from: object) == value
    }
    return self.identity(of: object) == identity
  }

  /// The properties and their values in an object, such as `id 7`.
  func text(of object: AnyObject) -> String {
    parts.map { "\($0.name) \($0.valueText(in: object).quoted)" }.joined(separator: ", ")
  }

  /// Whether an object has an identity that isn't that of a new object.
  func isGiven(in object: AnyObject) -> Bool {
    guard let identity = identity(of: object), let type = type(of: object) as? any Model.Type else {
      return false
    }
    return self.identity(of: type.init()) != identity
  }
}

extension Shape {
  /// Whether values of the type can identify objects.
  fileprivate var isIdentifying: Bool {
    if takesNull, let wrapped = element { return wrapped.isIdentifying }
    return isUntyped || Value.self is any Hashable.Type && !heldModels.holdsModels
  }
}
