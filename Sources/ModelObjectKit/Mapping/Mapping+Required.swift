extension Mapping {
  /// Rejects an object that the mapping made if its input gives a required property no value.
  ///
  /// An object that is not closed yet may still get one. Errors that were found end the mapping
  /// anyway, and say more.
  func checkRequired(_ object: inout ObjectFilling, _ schema: ModelSchema) throws(Misfit) {
    guard !schema.required.isEmpty, object.isFresh, !object.isTrial,
      notes.isReport || notes.errorCount == 0
    else { return }
    if isUnfinished(object.source) { return }
    for number in schema.required {
      let property = schema.properties[number]
      if object.extras?.awaited[number] != nil { continue }
      let isNil = property.isNil(in: object.memory.object)
      guard isNil || !object.filled.contains(number) else { continue }
      let found = try input(for: number, schema, object.source)?.description ?? "nothing"
      let words = "\(property.name) is required, found \(found)"
      if object.isRoot { throw stop(ModelError(.rejected, message: words)) }
      notes.add(ModelError.Issue(.rejected, found: words), as: .rejected)
      throw .rejected
    }
  }

  /// The value of the last key of a property.
  private func input(
    for number: Int,
    _ schema: ModelSchema,
    _ pairs: ObjectSource
  ) throws(Misfit) -> Input? {
    let position = reader.position
    defer { reader.position = position }
    let last = try knownPairs(in: pairs.inKeyOrder, schema.keys).last { pair in
      schema.keys.targets(of: pair.targets).contains { $0.property == number && $0.path.isEmpty }
    }
    return try last.map { (pair) throws(Misfit) in try input(from: pair.source) }
  }
}
