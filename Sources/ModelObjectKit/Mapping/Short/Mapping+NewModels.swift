/// Nested objects that simply become new models in an empty property: for each source, without a
/// closer look at the key or the value.
extension Mapping {
  /// Maps a nested object, or an array or dictionary of them, to new models; false, with nothing
  /// read, unless that is all there is to it.
  @inline(__always)
  func mapModels(
    of targets: TargetList,
    _ object: inout ObjectFilling,
    key: PairKey
  ) throws(Misfit) -> Bool {
    let (number, plan) = placeOfModels(targets, &object)
    guard number >= 0 else { return false }
    guard let plan else { return try mapElements(number, &object) }
    guard try !competes(plan, number, in: &object) else { return false }
    if state.notes.isOn {
      return try mapNoted(number, plan, of: targets, into: &object, under: key)
    }
    if let made = try shortModel(by: plan) {
      write(consume made, to: number, &object)
      return true
    }
    try mapFull(.text(state.reader.position), number: number, plan: plan, into: &object)
    return true
  }

  /// Maps a nested object whose class needs more than the loop.
  ///
  /// If the object is refused, the property stays empty.
  @inline(never)
  private func mapFull(
    _ pairs: Input.Pairs,
    number: Int,
    plan: ClassPlan,
    into object: inout ObjectFilling
  ) throws(Misfit) {
    if let made = try newModel(plan.type, from: pairs) {
      write(consume made, to: number, &object)
    } else {
      object.decided.insert(number)
      extras(of: &object).misfits.insert(number)
    }
  }

  /// Maps a nested dictionary, or an object of a decoder, to a new model; false unless that is all
  /// there is to it.
  func mapModel(
    at source: ValueLocation,
    of targets: TargetList,
    _ object: inout ObjectFilling,
    key: String
  ) throws(Misfit) -> Bool {
    let number = placeOfModel(at: source, targets, &object)
    guard number >= 0 else { return false }
    if case .original = source { return try mapOriginal(source, number, into: &object) }
    return try mapDictionary(source, number, into: &object, under: key)
  }

  @inline(never)
  private func mapOriginal(
    _ source: ValueLocation,
    _ number: Int,
    into object: inout ObjectFilling
  ) throws(Misfit) -> Bool {
    guard case .original(let original) = source else { return false }
    if try original.origin.read(original, into: number, of: &object) {
      object.decided.insert(number)
    }
    return true
  }

  @inline(never)
  private func mapDictionary(
    _ source: ValueLocation,
    _ number: Int,
    into object: inout ObjectFilling,
    under key: String
  ) throws(Misfit) -> Bool {
    guard let (dictionary, plan) = try newDictionary(source, number, of: &object) else {
      return false
    }
    do throws(Misfit) {
      if let made = try shortModel(by: plan, from: dictionary) {
        write(consume made, to: number, &object)
      } else {
        try mapFull(.tree(dictionary), number: number, plan: plan, into: &object)
      }
    } catch {
      trace(error, .key(key))
      throw error
    }
    return true
  }

  /// The dictionary of a new model, and the plan of its class; nil unless that is all there is to it.
  @inline(never)
  private func newDictionary(
    _ source: ValueLocation,
    _ number: Int,
    of object: inout ObjectFilling
  ) throws(Misfit) -> ([String: Any], ClassPlan)? {
    guard case .tree(let tree) = source,
      case .object(.tree(let dictionary)) = input(of: tree),
      let plan = object.plan.slots[number].nested?.planOfFirst(in: object.memory),
      try !competes(plan, number, in: &object)
    else { return nil }
    return (dictionary, plan)
  }

  /// Maps the object at the position to a new model, and records the notes on it; false, with
  /// nothing read, if its class needs more than the loop, or if a hook may give another value.
  @inline(never)
  private func mapNoted(
    _ number: Int,
    _ plan: ClassPlan,
    of targets: TargetList,
    into object: inout ObjectFilling,
    under key: PairKey
  ) throws(Misfit) -> Bool {
    guard object.passing == nil else { return false }
    let (mark, start) = (state.notes.mark, state.reader.position)
    let name = object.schema.properties[number].name
    _ = addStep(.key(key.text), .key(name), of: object.plan.type)
    let made = try shortModel(by: plan)
    removeStep()
    guard let made else { return false }
    write(consume made, to: number, &object)
    let offer = Offer(
      number: number,
      source: .text(start),
      path: key,
      targets: targets,
      index: 0
    )
    try judgeNotes(on: offer, true, since: mark, &object)
    return true
  }

  /// The number of the property whose models the object or array at the position simply becomes,
  /// and the plan of the one model; the number is negative if there is none.
  @inline(__always)
  private func placeOfModels(
    _ targets: TargetList,
    _ object: inout ObjectFilling
  ) -> (number: Int, plan: ClassPlan?) {
    let first = reader.bytes.peek(reader.position)
    let isObject = first == UInt8(ascii: "{")
    guard isObject || first == UInt8(ascii: "["),
      case let number = placeOfNewModels(targets, &object), number >= 0
    else { return (-1, nil) }
    if isObject, let nested = object.plan.slots[number].nested {
      guard let plan = nested.planOfFirst(in: object.memory) else { return (-1, nil) }
      return (number, plan)
    }
    guard !notes.isOn, let elements = object.plan.slots[number].elements,
      elements.isDictionary == isObject
    else { return (-1, nil) }
    return (number, nil)
  }

  /// The number of the property that a value, which isn't in the text, simply becomes a new model of;
  /// else negative.
  @inline(never)
  private func placeOfModel(
    at source: ValueLocation,
    _ targets: TargetList,
    _ object: inout ObjectFilling
  ) -> Int {
    let number = placeOfNewModels(targets, &object)
    guard number >= 0, !notes.isOn, let nested = object.plan.slots[number].nested,
      nested.planOfFirst(in: object.memory) != nil
    else { return -1 }
    // Only a decoder that is asked for a model is asked for null: that takes long.
    if case .original(let original) = source { return original.isNull ? -1 : number }
    return number
  }

  /// The number of the only property that a key sets, if it has no value of the input yet and may
  /// get new models; else negative.
  @inline(__always)
  func placeOfNewModels(_ targets: TargetList, _ object: inout ObjectFilling) -> Int {
    guard object.isDirect, object.isFresh, !targets.isNone, state.allowsShortWay else { return -1 }
    let number = object.plan.keys.property(of: targets)
    guard number >= 0, !object.decided.contains(number) else { return -1 }
    object.checkAccess(to: number)
    return number
  }

  @inline(__always)
  private func write(
    _ model: consuming AnyObject,
    to number: Int,
    _ object: inout ObjectFilling
  ) {
    object.plan.slots[number].nested?.write(consume model, in: object.memory)
    object.decided.insert(number)
  }

  @inline(__always)
  private func mapElements(_ number: Int, _ object: inout ObjectFilling) throws(Misfit) -> Bool {
    guard let elements = object.plan.slots[number].elements,
      try !competes(elements, number, in: &object)
    else { return false }
    if elements.isDictionary {
      elements.write(try modelsByKey(elements.declared, elements.plan), in: object.memory)
    } else {
      elements.write(try models(elements.declared, elements.plan), in: object.memory)
    }
    object.decided.insert(number)
    return true
  }

  @inline(__always)
  private func competes(
    _ elements: ElementsSlot,
    _ number: Int,
    in object: inout ObjectFilling
  ) throws(Misfit) -> Bool {
    guard elements.plan?.isNoticed != false, isFilled(at: reader.position) else { return false }
    let plan = elements.plan ?? SchemaCache.schema(of: elements.declared).classPlan
    return try competes(plan, number, in: &object)
  }

  /// Whether several keys lead to the property for new models of a class, if it may be noticed that
  /// these are mapped.
  @inline(__always)
  func competes(
    _ plan: ClassPlan,
    _ number: Int,
    in object: inout ObjectFilling
  ) throws(Misfit) -> Bool {
    guard !object.isCollected, plan.isNoticed else { return false }
    return try hasRivals(number, &object)
  }
}
