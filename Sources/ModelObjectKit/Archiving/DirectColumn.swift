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

  /// Sets the property of an object to a value, to nil only if it is optional.
  @inline(__always)
  func write<Value>(_ value: Value?, in memory: ObjectMemory) {
    if let value, let slot = Slot<Value>(place) {
      slot.write(value, in: memory)
    } else {
      Slot<Value?>(place)?.write(value, in: memory)
    }
  }
}
