extension Mapping {
  /// The way that most values of most inputs go: from the bytes into the properties.
  ///
  /// Nothing here counts references as long as all goes the common way; whatever else comes up goes
  /// through a `Filling`, as the pairs of a dictionary do.
  func mapText(
    _ plan: TextPlan,
    _ model: any Model,
    _ traits: Filling.Traits,
    _ claims: inout Filling.Claims
  ) throws(Misfit) {
    let objectStart = reader.position
    guard try reader.open(closing: UInt8(ascii: "}")) else { return }
    let memory = ObjectMemory(model)
    defer { withExtendedLifetime(model) {} }
    let nestsDirectly = plan.isPlain && isUndisturbed && !traits.isWatched
    let keys = plan.keys
    var previous = keys.firstPlace
    var reader = reader
    repeat {
      let key: JSONStringToken
      let number: Int
      let guess = keys.follower(of: previous)
      let start = reader.next() == UInt8(ascii: "\"") ? reader.position &+ 1 : 0
      let length = guess < 0 ? -1 : keys.length(of: guess, at: start, in: reader.bytes)
      if length >= 0, start > 0 {
        key = try reader.key(start: start, end: start &+ length)
        number = keys.number(at: guess)
        previous = guess
      } else {
        key = try reader.key()
        number =
          key.hasEscapes
          ? keys.find(reader.text(of: key)) : keys.find(reader.view(of: key), after: &previous)
      }
      let first = reader.next()
      let property = number < 0 ? -1 : keys.property(of: number)
      if property >= 0 {
        guard takesNow(property, &claims, model, plan) else {
          try passValue(&reader)
          continue
        }
        if !traits.isWatched,
          try reader.readDirectly(first, plan.directSlots[property], memory)
        {
          continue
        }
        self.reader = reader
        if first == UInt8(ascii: "{"), nestsDirectly, let nested = plan.nestedSlots[property] {
          try mapNested(nested, model, memory, key)
        } else {
          try mapRuled(property, Filling(model, schema(of: plan), traits, claims), key)
        }
        reader = self.reader
      } else if number < 0 {
        if notes.isKept { noteUnknown(reader.text(of: key), schema(of: plan)) }
        try reader.skipValue()
      } else {
        self.reader = reader
        var filling = Filling(model, schema(of: plan), traits, claims)
        if let paths = keys.plan(of: number) {
          try mapPlanned(paths, of: number, &filling) { self.reader.text(of: key) }
          reader.position = self.reader.position
        } else {
          try mapTargets(number, .text(reader.position), &filling) { self.reader.text(of: key) }
          try reader.skipValue()
        }
        claims = filling.claims
      }
    } while try reader.hasMore(closing: UInt8(ascii: "}"))
    self.reader = reader
    guard !claims.contested.isEmpty else { return }
    var filling = Filling(model, schema(of: plan), traits, claims)
    try mapContested(&filling, .text(objectStart))
  }

  /// Whether nobody notes anything, no mapping by name interferes, and no keys have competed.
  private var isUndisturbed: Bool {
    !notes.isKept && namedClasses.isEmpty && !looksAhead
  }

  private func schema(of plan: TextPlan) -> ModelSchema {
    SchemaCache.schema(of: plan.type)
  }

  /// The model that the object at hand becomes, where it is inside of another one and its class
  /// asks for nothing but its properties; else nil, and nothing is read.
  func plainModel(_ declared: any Model.Type) throws(Misfit) -> (any Model)? {
    guard !isAtRoot, let plan = SchemaCache.textPlan(of: declared), plan.isPlain, isUndisturbed,
      !stack.isNear()
    else { return nil }
    let model = plan.type.init()
    var claims = Filling.Claims(plan)
    let traits = Filling.Traits(isFresh: true, isRoot: false, isReport: false)
    try mapText(plan, model, traits, &claims)
    return model
  }

  /// Maps the value at hand by the rules of a property's type.
  private func mapRuled(
    _ property: Int,
    _ filling: Filling,
    _ key: JSONStringToken
  ) throws(Misfit) {
    let start = reader.position
    _ = try mapValue(property, try reader.value(), filling) { reader.text(of: key) }
    try finishValue(from: start)
  }

  /// Maps the object at hand onto the model that a property holds, where nobody notes anything and
  /// no mapping by name interferes.
  private func mapNested(
    _ nested: NestedSlot,
    _ object: AnyObject,
    _ memory: ObjectMemory,
    _ key: JSONStringToken
  ) throws(Misfit) {
    if nested.slot.isEmpty(in: memory), let model = try plainModel(nested.declared) {
      _ = nested.slot.write(model, to: object)
      return
    }
    do throws(Misfit) {
      let existing = nested.slot.read(from: object)
      let model = try model(from: .unread, declared: nested.declared, existing: existing)
      if model !== existing { _ = nested.slot.write(model, to: object) }
    } catch {
      guard !error.isFatal else { throw error }
    }
  }
}
