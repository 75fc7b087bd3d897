import ModelObjectEssentials

extension ArchiveReader {
  /// Sets a property to the value of a column whose values are of its type.
  @inline(__always)
  func store(
    _ column: DirectColumn,
    _ row: Int,
    in model: any Model,
    _ filling: ClassFilling,
    _ index: Int
  ) throws(Misfit) {
    let kind = column.rows[row]
    guard kind != .absent else { return }
    let isNil = kind == .null
    var isDamaged = false
    if isNil, !filling.properties[index].property.isOptional {
      state.origins.current = (filling.numbers.lowerBound + row, filling.properties[index].name)
      return compareDefault(of: filling.properties[index].property, in: model)
    }
    ObjectMemory.with(model) { memory in
      switch column.values {
      case .integers(let integers): column.write(isNil ? nil : integers[row], in: memory)
      case .doubles(let bytes): column.write(isNil ? nil : bytes.double(at: row), in: memory)
      case .floats(let bytes): column.write(isNil ? nil : bytes.float(at: row), in: memory)
      case .booleans(let bits): column.write(isNil ? nil : bits[row], in: memory)
      case .dates(let bytes):
        let date = Date(timeIntervalSinceReferenceDate: bytes.double(at: row))
        column.write(isNil ? nil : date, in: memory)
      case .strings(let strings):
        let text = strings[row]
        if text == nil { isDamaged = true }
        column.write(isNil ? nil : text, in: memory)
      case .indexes(let indexes):
        column.write(isNil ? nil : filling.texts[index][indexes[row]], in: memory)
      case .objects: break
      }
    }
    if case .objects(let numbers) = column.values {
      let number = isNil ? ArchiveFormat.noObject : numbers[row]
      state.origins.current = (filling.numbers.lowerBound + row, filling.properties[index].name)
      try storeModel(number, in: model, filling.properties[index].property)
    } else if isDamaged {
      state.origins.current = (filling.numbers.lowerBound + row, filling.properties[index].name)
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
