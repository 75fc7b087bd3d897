import ModelObjectEssentials

extension ArchiveReader {
  /// Sets a property to the value of a column whose values are of its type.
  @inline(__always)
  func store(
    _ column: DirectColumn,
    _ row: Int,
    in model: any Model,
    of filling: ClassFilling,
    at index: Int
  ) throws(Misfit) {
    let kind = column.rows[row]
    guard kind != .absent else { return }
    let isWritten = ObjectMemory.with(model) { column.write(row, in: $0, filling.texts[index]) }
    guard !isWritten else { return }
    let property = filling.properties[index]
    state.origins.current = (filling.numbers.lowerBound + row, property.name)
    if kind == .null, !property.property.isOptional {
      compareDefault(of: property.property, in: model)
    } else if case .objects(let numbers) = column.values {
      let number = kind == .null ? ArchiveFormat.noObject : numbers[row]
      try storeModel(number, in: model, property.property)
    } else {
      throw .damaged
    }
  }

  /// Sets a property to a model, by its number in the archive.
  private func storeModel(
    _ number: Int,
    in model: any Model,
    _ property: Property
  ) throws(Misfit) {
    guard let nested = property.nested else { return }
    guard number != ArchiveFormat.noObject else { return _ = nested.write(nil, to: model) }
    let number = state.document.number(number)
    state.allowed = .of(nested.declared)
    if let value = try fitting({ () throws(Misfit) in try self.model(number: number) }) {
      _ = nested.write(value, to: model)
    } else {
      compareDefault(of: property, in: model)
    }
  }
}
