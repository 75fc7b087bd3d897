import Foundation

/// Reading the commonest values of the commonest types straight into a property.
///
/// Any other value is left to the rules of the property's type. The results are the same as theirs.
extension JSONReader {
  /// Reads the value at the position, which begins with `first`, straight into a property.
  ///
  /// False, with nothing read, where the rules of the property's type have to decide.
  @inline(__always)
  mutating func readDirectly(
    _ first: UInt8,
    _ slot: DirectSlot,
    _ memory: ObjectMemory
  ) throws(Misfit) -> Bool {
    switch slot {
    case .string(let slot): try readDirectly(first, slot, memory)
    case .optionalString(let slot): try readDirectly(first, slot, memory)
    case .int(let slot): try readDirectly(first, slot, memory)
    case .optionalInt(let slot): try readDirectly(first, slot, memory)
    case .bool(let slot): try readDirectly(first, slot, memory)
    case .optionalBool(let slot): try readDirectly(first, slot, memory)
    case .double(let slot): try readDirectly(first, slot, memory)
    case .optionalDouble(let slot): try readDirectly(first, slot, memory)
    case .collection(let slot): try CollectionReader.read(first, &self, slot, memory)
    case .none: false
    }
  }

  @inline(__always)
  private mutating func readDirectly<Value: DirectElement>(
    _ first: UInt8,
    _ slot: Slot<Value>,
    _ memory: ObjectMemory
  ) throws(Misfit) -> Bool {
    guard let value = try Value.read(first, &self) else { return false }
    slot.write(value, in: memory)
    return true
  }

  /// Reads the string at the position where it holds a small integer and nothing else; else nil,
  /// with nothing read.
  mutating func quotedInteger(_ first: UInt8) -> Int? {
    guard first == UInt8(ascii: "\"") else { return nil }
    let start = position
    position = start &+ 1
    if let value = shortInteger() ?? smallInteger(), bytes.peek(position) == UInt8(ascii: "\"") {
      position &+= 1
      return value
    }
    position = start
    return nil
  }

  /// Moves past `null`; false where the value begins with another byte.
  mutating func null(_ first: UInt8) throws(Misfit) -> Bool {
    guard first == UInt8(ascii: "n") else { return false }
    try word("null", Self.nullLetters)
    return true
  }

  @inline(__always)
  mutating func directBool(_ first: UInt8) throws(Misfit) -> Bool? {
    if first == UInt8(ascii: "t") {
      try word("true", Self.trueLetters)
      return true
    }
    guard first == UInt8(ascii: "f") else { return nil }
    try word("false", Self.falseLetters)
    return false
  }
}

extension DirectSlot {
  /// Whether the property is a string, optional or not.
  @inline(__always)
  var takesText: Bool {
    switch self {
    case .string, .optionalString: true
    default: false
    }
  }

  /// Writes a text into a property that is a string; false for any other.
  @inline(__always)
  func write(_ text: String, in memory: ObjectMemory) -> Bool {
    switch self {
    case .string(let slot): slot.write(text, in: memory)
    case .optionalString(let slot): slot.write(text, in: memory)
    default: return false
    }
    return true
  }

  /// Moves a value of a dictionary into the property; false where it is not exactly of its type.
  @inline(__always)
  func write(_ value: inout Any, in memory: ObjectMemory) -> Bool {
    switch self {
    case .string(let slot):
      guard let text = takePayload(of: &value, leaving: "") else { return false }
      slot.write(text, in: memory)
    case .optionalString(let slot):
      if let text = takePayload(of: &value, leaving: "") {
        slot.write(text, in: memory)
      } else {
        guard isNull(value) else { return false }
        slot.write(nil, in: memory)
      }
    case .int(let slot):
      guard let value = payload(of: value, as: Int.self) ?? foundationInteger(value)
      else {
        return false
      }
      slot.write(value, in: memory)
    case .optionalInt(let slot):
      if let value = payload(of: value, as: Int.self) ?? foundationInteger(value) {
        slot.write(value, in: memory)
      } else {
        guard isNull(value) else { return false }
        slot.write(nil, in: memory)
      }
    case .bool(let slot):
      guard let value = payload(of: value, as: Bool.self) ?? foundationBool(value)
      else { return false }
      slot.write(value, in: memory)
    case .optionalBool(let slot):
      if let value = payload(of: value, as: Bool.self) ?? foundationBool(value) {
        slot.write(value, in: memory)
      } else {
        guard isNull(value) else { return false }
        slot.write(nil, in: memory)
      }
    case .double(let slot):
      guard let value = payload(of: value, as: Double.self), value.isFinite else { return false }
      slot.write(value, in: memory)
    case .optionalDouble(let slot):
      guard let value = payload(of: value, as: Double.self), value.isFinite else { return false }
      slot.write(value, in: memory)
    case .collection, .none: return false
    }
    return true
  }
}

/// Whether a value is `NSNull`.
@inline(__always)
private func isNull(_ value: borrowing Any) -> Bool {
  holds(NSNull.self, value)
}

/// The integer in an `NSNumber`, as `JSONSerialization` makes them; nil for any other value.
private func foundationInteger(_ value: borrowing Any) -> Int? {
  foundationNumber(value)?.exactInteger
}

/// The Bool that Foundation's reader makes of `true` and `false`.
private func foundationBool(_ value: borrowing Any) -> Bool? {
  foundationNumber(value)?.exactBool
}

private func foundationNumber(_ value: borrowing Any) -> NSNumber? {
  holds(NSNumber.self, value) ? reference(in: value) as? NSNumber : nil
}
