import ModelObjectEssentials

/// A packed column whose values are those of its property's type: they need no conversion.
struct DirectColumn: BitwiseCopyable {
  let values: PackedColumn.Values
  let rows: PackedRows
  private let place: FieldPlace

  /// Returns nil for values of another type than the property's.
  init?(_ column: StoredColumn?, _ property: Property) {
    guard case .packed(let column)? = column, column.lists == nil, !property.isAccessed else {
      return nil
    }
    let place = property.stored.place
    func isOf<Value>(_ type: Value.Type) -> Bool {
      place.type == Value.self || place.type == Value?.self
    }
    let isDirect =
      switch column.values {
      case .integers: isOf(Int.self)
      case .doubles: isOf(Double.self)
      case .floats: isOf(Float.self)
      case .booleans: isOf(Bool.self)
      case .dates: isOf(Date.self)
      case .strings, .indexes: isOf(String.self)
      case .objects: property.nested != nil
      }
    guard isDirect else { return nil }
    values = column.values
    rows = column.rows
    self.place = place
  }

  /// Sets the property in some memory to the value of a row, to nil only if it is optional; false for a
  /// model, and for text that isn't UTF-8.
  ///
  /// The strings that are there once each are only asked for if there are any.
  @inline(__always)
  func write(_ row: Int, in memory: ObjectMemory, _ texts: @autoclosure () -> [String]) -> Bool {
    guard rows[row] == .value else { return rows[row] == .null && writeNil(in: memory) }
    switch values {
    case .integers(let integers): write(integers[row], in: memory)
    case .doubles(let bytes): write(bytes.double(at: row), in: memory)
    case .floats(let bytes): write(bytes.float(at: row), in: memory)
    case .booleans(let bits): write(bits[row], in: memory)
    case .dates(let bytes):
      write(Date(timeIntervalSinceReferenceDate: bytes.double(at: row)), in: memory)
    case .strings(let strings):
      guard let text = strings[row] else { return false }
      write(text, in: memory)
    case .indexes(let indexes): write(texts()[indexes[row]], in: memory)
    case .objects: return false
    }
    return true
  }
  @inline(__always)
  private func write<Value>(_ value: Value, in memory: ObjectMemory) {
    if let slot = Slot<Value>(place) {
      slot.write(value, in: memory)
    } else {
      Slot<Value?>(place)?.write(value, in: memory)
    }
  }

  @inline(__always)
  private func writeNil(in memory: ObjectMemory) -> Bool {
    func write<Value>(_ type: Value.Type) -> Bool {
      guard let slot = Slot<Value?>(place) else { return false }
      slot.write(nil, in: memory)
      return true
    }
    return switch values {
    case .integers: write(Int.self)
    case .doubles: write(Double.self)
    case .floats: write(Float.self)
    case .booleans: write(Bool.self)
    case .dates: write(Date.self)
    case .strings, .indexes: write(String.self)
    case .objects: false
    }
  }
}
