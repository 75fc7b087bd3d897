import ModelObjectEssentials

/// Reading the commonest values of the commonest types straight into a property.
///
/// Any other value is left to the rules of the property's type. The results are the same as theirs.
extension JSONReader {
  /// Reads the value at the position, which begins with `first`, straight into a property.
  ///
  /// False, with nothing read, if the rules of the property's type have to decide.
  ///
  /// A function of its own: inlined into the loop over the pairs, it made that a tenth slower.
  @inline(never)
  mutating func readDirectly(
    _ first: UInt8,
    into slot: DirectSlot,
    of memory: ObjectMemory
  ) throws(Misfit) -> Bool {
    switch slot {
    case .string(let slot): try readDirectly(first, into: slot, of: memory)
    case .optionalString(let slot): try readDirectly(first, into: slot, of: memory)
    case .int(let slot): try readDirectly(first, into: slot, of: memory)
    case .optionalInt(let slot): try readDirectly(first, into: slot, of: memory)
    case .bool(let slot): try readDirectly(first, into: slot, of: memory)
    case .optionalBool(let slot): try readDirectly(first, into: slot, of: memory)
    case .double(let slot): try readDirectly(first, into: slot, of: memory)
    case .optionalDouble(let slot): try readDirectly(first, into: slot, of: memory)
    case .date(let slot): try readDirectly(first, into: slot, of: memory)
    case .optionalDate(let slot): try readDirectly(first, into: slot, of: memory)
    case .other(let slot): try ValueReader.read(first, from: &self, into: slot, of: memory)
    case .none: false
    }
  }

  @_transparent
  private mutating func readDirectly<Value: DirectElement>(
    _ first: UInt8,
    into slot: Slot<Value>,
    of memory: ObjectMemory
  ) throws(Misfit) -> Bool {
    guard let value = try Value.read(first, &self) else { return false }
    slot.write(value, in: memory)
    return true
  }

  /// Moves past the value at the position if a property holds it already; else false, with nothing
  /// read.
  mutating func pass(
    _ first: UInt8,
    heldBy slot: DirectSlot,
    _ memory: ObjectMemory
  ) throws(Misfit) -> Bool {
    let start = position
    let isHeld =
      switch slot {
      case .string(let slot):
        try isString(first) { text in slot.borrow(from: memory) { text.isText($0) } }
      case .optionalString(let slot):
        switch slot.read(from: memory) {
        case let held?: try isString(first) { $0.isText(held) }
        case nil: try null(first)
        }
      case .int(let slot): try isHeld(first, in: slot, of: memory)
      case .optionalInt(let slot): try isHeld(first, in: slot, of: memory)
      case .bool(let slot): try isHeld(first, in: slot, of: memory)
      case .optionalBool(let slot): try isHeld(first, in: slot, of: memory)
      case .date(let slot): try isHeld(first, in: slot, of: memory)
      case .optionalDate(let slot): try isHeld(first, in: slot, of: memory)
      // 0.0 and -0.0 are equal, and not the same.
      case .double(let slot):
        try Double.read(first, &self)?.bitPattern == slot.read(from: memory).bitPattern
      case .optionalDouble, .other, .none: false
      }
    if !isHeld { position = start }
    return isHeld
  }

  @_transparent
  private mutating func isHeld<Value: DirectElement & Equatable>(
    _ first: UInt8,
    in slot: Slot<Value>,
    of memory: ObjectMemory
  ) throws(Misfit) -> Bool {
    try Value.read(first, &self) == slot.read(from: memory)
  }

  /// Whether the value at the position is a string whose text meets a condition.
  @_transparent
  private mutating func isString(
    _ first: UInt8,
    _ isHeld: (ByteView) -> Bool
  ) throws(Misfit) -> Bool {
    guard first == UInt8(ascii: "\"") else { return false }
    let start = position &+ 1
    let end = bytes.endOfPlainASCII(from: start)
    guard bytes.peek(end) == UInt8(ascii: "\"") else {
      return ByteView.with(try stringText(), isHeld)
    }
    position = end &+ 1
    return isHeld(bytes[start, end])
  }

  /// Moves past `null`; false if the value begins with another byte.
  mutating func null(_ first: UInt8) throws(Misfit) -> Bool {
    guard first == UInt8(ascii: "n") else { return false }
    try word("null", Self.nullLetters)
    return true
  }

  /// Reads the string at the position if it holds a small integer and nothing else; else nil,
  /// with nothing read.
  mutating func quotedInteger(_ first: UInt8) -> Int? {
    guard first == UInt8(ascii: "\"") else { return nil }
    let start = position
    position = start &+ 1
    if let value = smallInteger(), bytes.peek(position) == UInt8(ascii: "\"") {
      position &+= 1
      return value
    }
    position = start
    return nil
  }

  /// Reads a date in one of the usual forms; nil, with nothing read, for any other value, and where
  /// the options in force name a form or a zone.
  mutating func date(_ first: UInt8) -> Date? {
    guard readsUsualDates else { return nil }
    let start = position
    if first == UInt8(ascii: "\"") {
      let end = bytes.endOfPlainASCII(from: start &+ 1)
      guard bytes.peek(end) == UInt8(ascii: "\""),
        let date = DateText.read(bytes[start &+ 1, end], timeZone: nil)
      else { return nil }
      position = end &+ 1
      return date
    }
    guard smallInteger() != nil,
      let date = DateText.date(fromNumber: bytes[start, position], format: .automatic)
    else {
      position = start
      return nil
    }
    return date
  }
}
