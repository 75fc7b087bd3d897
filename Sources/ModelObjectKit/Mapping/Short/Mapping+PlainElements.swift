extension Mapping {
  /// Reads the models of the array at the position; elements that aren't objects, or are refused,
  /// are left out.
  func models(_ declared: any Model.Type, _ plan: ClassPlan?) throws(Misfit) -> [AnyObject] {
    guard try state.reader.open(closing: UInt8(ascii: "]")) else { return [] }
    var models: [AnyObject] = []
    models.reserveCapacity(4)
    var count = 0
    repeat {
      let model = try element(declared, plan, count, models.count)
      if let model { models.append(consume model) }
      count &+= 1
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
      list.append((name, try element(declared, plan, 0, 0)))
    } while try state.reader.hasMore(closing: UInt8(ascii: "}"))
    var models = [String: AnyObject](minimumCapacity: list.count)
    for (name, model) in list { models[name] = model }
    return models
  }

  @inline(never)
  private func addStep(_ count: Int, _ taken: Int) { _ = addStep(.index(count), .index(taken)) }

  /// Passes an element that isn't an object.
  @inline(never)
  private func passOther(
    _ declared: any Model.Type,
    _ count: Int,
    _ taken: Int
  ) throws(Misfit) {
    let start = state.reader.position
    if state.notes.isOn, let shape = shape(of: declared) {
      addStep(count, taken)
      let input = try nextInput()
      note(shape.misfit(input), input, shape)
      removeStep()
    }
    if state.reader.position == start { try state.reader.skipValue() }
  }

  /// Reads the model of the value at the position; nil, with the value passed, if it isn't
  /// an object or is refused.
  @inline(__always)
  private func element(
    _ declared: any Model.Type,
    _ plan: ClassPlan?,
    _ count: Int,
    _ taken: Int
  ) throws(Misfit) -> (any Model)? {
    guard state.reader.next() == UInt8(ascii: "{") else {
      try passOther(declared, count, taken)
      return nil
    }
    // The class of a root may have options that ask for notes, then also of the roots after it.
    if let plan, !state.notes.isOn, let model = try shortModel(by: plan) { return model }
    return try fullElement(declared, count, taken)
  }

  @inline(__always)
  private func fullElement(
    _ declared: any Model.Type,
    _ count: Int,
    _ taken: Int
  ) throws(Misfit) -> (any Model)? {
    // An error ends the mapping, so it may leave the step.
    if state.isAtRoot { addStep(count, taken) }
    let model = try newModel(declared, from: .text(state.reader.position))
    if state.isAtRoot { removeStep() }
    return model
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
