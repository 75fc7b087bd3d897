extension Mapping {
  /// Reads the models of the array at the position; elements that aren't objects, or are refused,
  /// are left out.
  func models(_ declared: any Model.Type, _ plan: ClassPlan?) throws(Misfit) -> [AnyObject] {
    guard try state.reader.open(closing: UInt8(ascii: "]")) else { return [] }
    var models: [AnyObject] = []
    models.reserveCapacity(4)
    repeat {
      if let model = try element(declared, plan) { models.append(consume model) }
    } while try state.reader.hasMore(closing: UInt8(ascii: "]"))
    return models
  }

  /// Reads the models of the object at the position by its keys; of a repeated key the last value
  /// counts.
  func modelsByKey(
    _ declared: any Model.Type,
    _ plan: ClassPlan?
  ) throws(Misfit) -> [String: AnyObject] {
    guard try state.reader.open(closing: UInt8(ascii: "}")) else { return [:] }
    // A list first: a growing dictionary hashes its keys again and again.
    var list: [(name: String, model: AnyObject?)] = []
    repeat {
      let name = try state.reader.keyText()
      list.append((name, try element(declared, plan)))
    } while try state.reader.hasMore(closing: UInt8(ascii: "}"))
    var models = [String: AnyObject](minimumCapacity: list.count)
    for (name, model) in list { models[name] = model }
    return models
  }

  /// Reads the model of the value at the position; nil, with the value passed, if it isn't
  /// an object or is refused.
  @inline(__always)
  private func element(
    _ declared: any Model.Type,
    _ plan: ClassPlan?
  ) throws(Misfit) -> (any Model)? {
    guard state.reader.next() == UInt8(ascii: "{") else {
      try state.reader.skipValue()
      return nil
    }
    if let plan, let model = try shortModel(by: plan) { return model }
    return try newModel(declared, from: .text(state.reader.position))
  }

  /// Maps a dictionary, or the object at the position, to a new model of a class that needs more than
  /// the loop; nil, with the object passed, if it is refused.
  @inline(never)
  func newModel(
    _ declared: any Model.Type,
    from pairs: Input.Pairs
  ) throws(Misfit) -> (any Model)? {
    do throws(Misfit) {
      let model = try model(from: pairs, declared: declared, existing: nil)
      return isInstance(model, of: declared) ? model : nil
    } catch {
      guard !error.isFatal else { throw error }
      return nil
    }
  }
}
