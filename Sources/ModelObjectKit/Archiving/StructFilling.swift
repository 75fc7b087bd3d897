/// How the structs of a column are read into the memory of their owner, or of an array: if all their
/// properties have columns, and there are no models in them.
final class StructFilling {
  private let slot: StructSlot
  private let rows: PackedRows
  private let properties: [FilledProperty]
  /// For each property, its column if that needs no conversion.
  private let direct: ReusedBuffer<DirectColumn?>
  /// Whether no value has anything to be told.
  private let isSilent: Bool

  /// Nil if they can't.
  init?(_ column: StoredColumn?, _ property: Property) {
    guard case .structs(let structs, let rows)? = column, let slot = StructSlot(property),
      slot.isList == (rows.lists != nil), !property.heldModels.writesModels
    else { return nil }
    let schema = SchemaCache.schema(of: slot.shape.standIn)
    let columns = structs.columns
    let archived = schema.archived(where: { columns[$0] != nil }, of: { Set(columns.keys) })
    var properties: [FilledProperty] = []
    var direct = ReusedBuffer<DirectColumn?>()
    var isSilent = true
    for (property, key) in archived {
      guard let column = columns[key] else { return nil }
      let filled = FilledProperty(property, key, column)
      let directColumn = DirectColumn(column, property)
      properties.append(filled)
      direct.append(directColumn)
      if directColumn == nil, filled.structs?.isSilent ?? (property.plain == nil) == false {
        isSilent = false
      }
    }
    (self.slot, self.rows, self.properties) = (slot, rows, properties)
    self.direct = direct
    self.isSilent = isSilent
  }

  /// Sets the property in some memory to the structs of a row; false if they, or one of their values, need
  /// more.
  func store(
    _ row: Int,
    in memory: ObjectMemory,
    _ reader: ArchiveReader
  ) throws(Misfit) -> Bool {
    switch rows[row] {
    case .absent: return false
    case .null: return slot.setNil(in: memory)
    case .value: break
    }
    guard isSilent || !reader.tellsMisfits else { return false }
    guard let lists = rows.lists else {
      return try fill(slot.begin(in: memory), from: row, reader)
    }
    let list = slot.shape.newList()
    for index in lists.range(row) {
      guard try fill(list.begin(), from: index, reader) else { return false }
    }
    slot.write(list, in: memory)
    return true
  }

  private func fill(
    _ memory: ObjectMemory,
    from row: Int,
    _ reader: ArchiveReader
  ) throws(Misfit) -> Bool {
    for index in 0..<direct.count {
      if let direct = direct[index] {
        guard direct.write(row, in: memory, properties[index].texts) else { return false }
      } else {
        guard try properties[index].store(row, in: memory, reader) else { return false }
      }
    }
    return true
  }
}
