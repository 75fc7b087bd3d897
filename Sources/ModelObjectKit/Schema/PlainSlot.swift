/// A type whose values are copied, compared and hashed in place, without its rules, which would do
/// the same.
///
/// A new one needs a conformance and a place in the list of `PlainSlot`.
///
/// The methods on places have one body for all types, in an extension. As requirements they are
/// compiled for each of the types, and a call costs little more than a case of a `switch`.
protocol PlainValue: Hashable, SendableMetatype {
  /// Whether two values are equal as properties of models.
  static func areSame(_ first: Self, _ second: Self) -> Bool
  /// The value to hash, the same for values that are equal as properties.
  var hashed: Self { get }

  static func copy(_ place: FieldPlace, from source: ObjectMemory, to target: ObjectMemory)
  static func areSame(_ place: FieldPlace, in first: ObjectMemory, _ second: ObjectMemory) -> Bool
  static func hash(_ place: FieldPlace, of object: ObjectMemory, into hasher: inout Hasher)
}

/// The place of a property of a plain type, or of an optional one.
struct PlainSlot {
  private let type: any PlainValue.Type
  private let place: FieldPlace

  /// Nil for a property of another type.
  init?(_ stored: StoredProperty) {
    let types: [any PlainValue.Type] = [String.self, Int.self, Bool.self, Double.self]
    let wrapped = (stored.type as? any OptionalType.Type)?.wrappedType ?? stored.type
    guard let type = types.first(where: { $0 == wrapped }) else { return nil }
    self.type = type
    place = stored.place
  }

  @inline(__always)
  func copy(from source: ObjectMemory, to target: ObjectMemory) {
    type.copy(place, from: source, to: target)
  }

  /// Whether the property's values in two objects are equal.
  @inline(__always)
  func areSame(in first: ObjectMemory, _ second: ObjectMemory) -> Bool {
    type.areSame(place, in: first, second)
  }

  @inline(__always)
  func hash(of object: ObjectMemory, into hasher: inout Hasher) {
    type.hash(place, of: object, into: &hasher)
  }
}

extension PlainValue {
  static func areSame(_ first: Self, _ second: Self) -> Bool { first == second }

  var hashed: Self { self }

  @inline(__always)
  static func copy(_ place: FieldPlace, from source: ObjectMemory, to target: ObjectMemory) {
    if let slot = Slot<Self>(place) {
      slot.write(slot.read(from: source), in: target)
    } else if let slot = Slot<Self?>(place) {
      slot.write(slot.read(from: source), in: target)
    }
  }

  @inline(__always)
  static func areSame(
    _ place: FieldPlace,
    in first: ObjectMemory,
    _ second: ObjectMemory
  ) -> Bool {
    if let slot = Slot<Self>(place) {
      return slot.isSame(in: first, second)
        || areSame(slot.read(from: first), slot.read(from: second))
    }
    guard let slot = Slot<Self?>(place) else { return true }
    if slot.isSame(in: first, second) { return true }
    switch (slot.read(from: first), slot.read(from: second)) {
    case (let first?, let second?): return areSame(first, second)
    case (nil, nil): return true
    default: return false
    }
  }

  @inline(__always)
  static func hash(_ place: FieldPlace, of object: ObjectMemory, into hasher: inout Hasher) {
    if let slot = Slot<Self>(place) {
      hasher.combine(slot.read(from: object).hashed)
    } else if let slot = Slot<Self?>(place) {
      hasher.combine(slot.read(from: object).map(\.hashed))
    }
  }
}

extension String: PlainValue {}

extension Int: PlainValue {}

extension Bool: PlainValue {}

extension Double: PlainValue {
  /// NaN equals itself here.
  static func areSame(_ first: Double, _ second: Double) -> Bool {
    first == second || (first.isNaN && second.isNaN)
  }

  var hashed: Double { isNaN ? .nan : self }
}
