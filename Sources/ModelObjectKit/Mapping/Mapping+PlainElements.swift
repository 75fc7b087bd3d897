extension Mapping {
  /// Maps the array or dictionary at hand into a property that holds none of its models yet.
  func mapElements(
    _ elements: ImmortalObject<ElementsSlot>,
    _ memory: ObjectMemory
  ) throws(Misfit) {
    let (declared, plan, isDictionary) = elements.with { ($0.declared, $0.plan, $0.isDictionary) }
    if isDictionary {
      let models = try modelsByKey(declared, plan)
      elements.with { $0.write(models, in: memory) }
    } else {
      let models = try models(declared, plan)
      elements.with { $0.write(models, in: memory) }
    }
  }

  /// The models of the array at hand; what is no object, or is refused, is left out.
  func models(_ declared: any Model.Type, _ plan: TextPlan?) throws(Misfit) -> [AnyObject] {
    var models: [AnyObject] = []
    guard try reader.open(closing: UInt8(ascii: "]")) else { return models }
    // An array that grows from nothing is copied again and again; this one is let go of soon.
    models.reserveCapacity(16)
    repeat {
      if let model = try element(declared, plan) { models.append(model) }
    } while try reader.hasMore(closing: UInt8(ascii: "]"))
    return models
  }

  /// The models of the object at hand by its keys; of the same key twice the last one counts.
  private func modelsByKey(
    _ declared: any Model.Type,
    _ plan: TextPlan?
  ) throws(Misfit) -> [String: AnyObject] {
    guard try reader.open(closing: UInt8(ascii: "}")) else { return [:] }
    // A list first: a dictionary that grows hashes its keys again and again.
    var list: [(name: String, model: AnyObject?)] = []
    repeat {
      let name = try reader.keyText()
      list.append((name, try element(declared, plan)))
    } while try reader.hasMore(closing: UInt8(ascii: "}"))
    var models = [String: AnyObject](minimumCapacity: list.count)
    for (name, model) in list { models[name] = model }
    return models
  }

  /// The model of the value at hand, which is passed; nil where it is no object or is refused.
  @inline(__always)
  private func element(
    _ declared: any Model.Type,
    _ plan: TextPlan?
  ) throws(Misfit) -> (any Model)? {
    guard reader.next() == UInt8(ascii: "{") else {
      try reader.skipValue()
      return nil
    }
    if let plan, takesPlainWay, !stack.isNear() {
      if plan.isPlain { return try plainModel(plan) }
      if let tags = plan.tags, let model = try plainModel(by: tags) { return model }
    }
    do throws(Misfit) {
      return try model(from: .unread, declared: declared, existing: nil)
    } catch {
      guard !error.isFatal else { throw error }
      return nil
    }
  }
}
