import ModelObjectEssentials

extension DirectSlot {
  /// Whether the property is a string, optional or not.
  @inline(__always)
  var isText: Bool {
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

  /// Writes an integer into a property that is an `Int`; false for any other.
  @inline(__always)
  func write(_ integer: Int, in memory: ObjectMemory) -> Bool {
    switch self {
    case .int(let slot): slot.write(integer, in: memory)
    case .optionalInt(let slot): slot.write(integer, in: memory)
    default: return false
    }
    return true
  }

  /// Moves a value of a dictionary into the property; false if it is not exactly of its type.
  @inline(__always)
  func write(_ value: inout Any, in memory: ObjectMemory) -> Bool {
    switch self {
    case .string(let slot):
      guard let text = movePayload(outOf: &value, leaving: "") else { return false }
      slot.write(text, in: memory)
    case .optionalString(let slot):
      guard let text = movePayload(outOf: &value, leaving: "") else {
        return writeNil(slot, value, in: memory)
      }
      slot.write(text, in: memory)
    case .int(let slot):
      guard let value = payload(of: value, as: Int.self) ?? foundationInteger(value)
      else { return false }
      slot.write(value, in: memory)
    case .optionalInt(let slot):
      guard let value = payload(of: value, as: Int.self) ?? foundationInteger(value)
      else { return writeNil(slot, value, in: memory) }
      slot.write(value, in: memory)
    case .bool(let slot):
      guard let value = payload(of: value, as: Bool.self) ?? foundationBool(value)
      else { return false }
      slot.write(value, in: memory)
    case .optionalBool(let slot):
      guard let value = payload(of: value, as: Bool.self) ?? foundationBool(value)
      else { return writeNil(slot, value, in: memory) }
      slot.write(value, in: memory)
    case .double(let slot):
      guard let value = payload(of: value, as: Double.self) ?? foundationDouble(value),
        value.isFinite
      else { return false }
      slot.write(value, in: memory)
    case .optionalDouble(let slot):
      guard let value = payload(of: value, as: Double.self) ?? foundationDouble(value)
      else { return writeNil(slot, value, in: memory) }
      guard value.isFinite else { return false }
      slot.write(value, in: memory)
    case .date, .optionalDate, .other, .none: return false
    }
    return true
  }
}

/// Writes nil if a value is null; false for any other.
@inline(never)
private func writeNil<Value>(
  _ slot: Slot<Value?>,
  _ value: borrowing Any,
  in memory: ObjectMemory
) -> Bool {
  guard isJSONNull(value) else { return false }
  slot.write(nil, in: memory)
  return true
}
