extension Mapping {
  /// Rejects an object that the mapping made if its input gives a required property no value.
  ///
  /// An object that is not closed yet may still get one. Errors that were found in it, since the mark,
  /// end the mapping anyway, and say more.
  func checkRequired(
    _ object: inout ObjectFilling,
    _ frame: ObjectFrame
  ) throws(Misfit) {
    let schema = frame.schema
    guard frame.isFresh, !frame.isPending,
      notes.isReport || notes.errorCount == frame.errorCount
    else { return }
    if isUnfinished(object.source) { return }
    for number in schema.required {
      let property = schema.properties[number]
      if object.extras?.awaited[number] != nil { continue }
      let isNil = property.isNil(in: object.memory.object)
      guard isNil || !object.filled.contains(number) else { continue }
      let found = try bestInput(for: number, object)?.description ?? "nothing"
      let words = "\(property.name) is required, found \(found)"
      if frame.isRoot { throw stop(ModelError(.rejected, message: words)) }
      notes.add(ModelError.Issue(.rejected, found: words), as: .rejected)
      throw .rejected
    }
  }

  /// The value of the best key of a property.
  private func bestInput(
    for number: Int,
    _ object: borrowing ObjectFilling
  ) throws(Misfit) -> Input? {
    let best = try rivals(for: PropertySet([number]), in: object)[number]?.first
    let position = reader.position
    defer { reader.position = position }
    return try best.map { (best) throws(Misfit) in try input(from: best.source) }
  }
}
