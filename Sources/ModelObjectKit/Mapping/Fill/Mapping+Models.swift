// Models in a value, by what an input has in their place.

extension Mapping {
  func model(
    of declared: any Model.Type,
    from input: Input,
    updating existing: AnyObject?
  ) throws(Misfit) -> any Model {
    guard !recordsModels else { return try recordedModel(of: declared, from: input, existing) }
    let type = classOfElement(declared)
    guard case .object(let pairs) = input else {
      return try otherModel(of: declared, from: input, naming: type)
    }
    // The base class has no properties, so the object would be lost.
    guard type != declared.root else { throw .mismatch }
    return try model(from: pairs, declared: type, existing: existing)
  }

  /// The class that `arrayMapping` names, if it is one of the declared class's; else that.
  @inline(never)
  private func classOfElement(_ declared: any Model.Type) -> any Model.Type {
    guard let element = elementClass, isSubclass(element, of: declared) else { return declared }
    return element
  }

  /// Reads a model and records it; while it is read, others aren't recorded.
  private func recordedModel(
    of declared: any Model.Type,
    from input: Input,
    _ existing: AnyObject?
  ) throws(Misfit) -> any Model {
    try once { () throws(Misfit) in try model(of: declared, from: input, updating: existing) }
  }

  /// A model that isn't an object of the input.
  private func otherModel(
    of declared: any Model.Type,
    from input: Input,
    naming type: any Model.Type
  ) throws(Misfit) -> any Model {
    if let given = try input.model(of: declared) { return try model(given: given) }
    guard let model = try model(named: input, declared: type) else { throw .mismatch }
    return model
  }
}
