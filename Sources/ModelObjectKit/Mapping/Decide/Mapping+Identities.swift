// Decide: which object an input is for, by its keys.

extension Mapping {
  /// Looks up the object of an input; the reader may move.
  ///
  /// 1. The keys say which object it is: by the best key of each part of the identity, in the
  ///    dictionary that `willMap(_:)` returns. That is called on a new object: of the class of the object
  ///    in the property, and if the input is for none of that, of the picked class.
  /// 2. A part whose key is missing is that of the object in the property if that has the parts which
  ///    are there; else that of a new object. If all keys are missing, it is the object in the property.
  /// 3. If a part doesn't fit, it is a new object without an identity.
  /// 4. The objects of the store come first, then the elements of the list that is being read, then
  ///    the object in the property.
  /// 5. An object whose class isn't that of the input is replaced.
  ///
  /// Unless the picked class is exact, an object of any subclass fits. The property holds `existing`.
  func knownObject(
    _ source: ObjectSource,
    _ picked: PickedObject,
    existing: (any Model)?,
    rules: ModelRules
  ) throws(Misfit) -> KnownObject? {
    let mark = notes.mark
    let held = existing
    let existing = held.flatMap { fits($0, picked) ? $0 : nil }
    let named = existing.map { SchemaCache.schema(of: type(of: $0)) } ?? picked.schema
    guard let rule = named.identity else { return nil }
    let known = KnownObject(model: existing)
    let parts = try parts(
      of: rule,
      in: source,
      named,
      known,
      isRoot: rules.isRoot,
      dictionary: named === picked.schema ? picked.dictionary : nil
    )
    if known.misfit != nil {
      known.model = nil
      return known
    }
    guard parts.contains(where: { $0 != nil }) else {
      known.identity = existing.flatMap { registry?.identity(of: $0) }
      known.isMatched = known.identity != nil
      known.isFiled = known.isMatched
      return known
    }
    guard
      let identity = rule.identity(
        completed(parts, rule, existing: existing, schema: named, known: known)
      )
    else {
      return known
    }
    find(identity, of: picked, known, held: held, existing: existing, list: rules.list)
    if known.model == nil, named !== picked.schema {
      // A new object is of the declared class, whose identity may be made of other properties.
      notes.forget(since: mark)
      return try knownObject(source, picked, existing: nil, rules: rules)
    }
    return known
  }

  /// What is known of an object of the store that is to be updated: if its keys give another identity,
  /// it is the object that has this, or takes it.
  func knownObject(
    updating model: any Model,
    _ schema: ModelSchema,
    _ source: ObjectSource
  ) throws(Misfit) -> KnownObject? {
    guard let registry, let rule = schema.identity, let filed = registry.identity(of: model) else {
      return nil
    }
    let known = KnownObject(model: model)
    known.identity = filed
    let parts = try parts(of: rule, in: source, schema, known, isRoot: true, dictionary: nil)
    let identity = rule.identity(zip(parts, filed.values).map { $0 ?? $1 })
    guard known.misfit == nil, let identity, identity != filed else {
      // Then it keeps the identity under which it is filed.
      known.misfit = nil
      return known
    }
    known.identity = identity
    if let other = registry.object(identity) {
      (known.model, known.replaced) = (other, [model])
      registry.remove(model, replacedBy: other)
    } else {
      registry.add(model, identity)
    }
    return known
  }

  /// The parts of an identity, with those that the keys lack; the object in the property is no more the
  /// known one if it has others.
  private func completed(
    _ parts: [IdentityValue?],
    _ rule: IdentityRule,
    existing: (any Model)?,
    schema: ModelSchema,
    known: KnownObject
  ) -> [IdentityValue?] {
    let isComplete = parts.allSatisfy { $0 != nil }
    if let existing {
      let filed = registry?.identity(of: existing).map { $0.values.prefix(parts.count).map { $0 } }
      let own: [IdentityValue?] = filed ?? rule.values(of: existing)
      if zip(parts, own).allSatisfy({ $0 == nil || $0 == $1 }) { return own }
      known.model = nil
    }
    guard !isComplete else { return parts }
    let made = known.made ?? schema.type.init()
    known.made = made
    return zip(parts, rule.values(of: made)).map { $0 ?? $1 }
  }

  func fits(_ model: any Model, _ picked: PickedObject) -> Bool {
    let type = picked.schema.type
    return picked.isExact ? Swift.type(of: model) == type : isInstance(model, of: type)
  }

  /// Finds the object with an identity, by the rules of `knownObject`.
  private func find(
    _ identity: ModelIdentity,
    of picked: PickedObject,
    _ known: KnownObject,
    held: (any Model)?,
    existing: (any Model)?,
    list: ListMatching?
  ) {
    let filed = registry?.object(identity)
    let element = list?.next(identity, in: self)
    let matched = filed ?? element
    var object = matched ?? existing.flatMap { self.identity(of: $0) == identity ? $0 : nil }
    if let found = object, !fits(found, picked) { object = nil }
    known.model = object
    known.identity = identity
    known.isMatched = object != nil && matched != nil
    known.isFiled = object != nil && filed != nil
    if let filed, filed !== object { known.replaced.append(filed) }
    if let element, element !== object { known.replaced.append(element) }
    if let held, existing == nil, self.identity(of: held) == identity {
      known.replaced.append(held)
    }
  }

  /// The identity under which an object is filed, else the identity of its present values.
  func identity(of model: any Model) -> ModelIdentity? {
    registry?.identity(of: model)
      ?? SchemaCache.schema(of: type(of: model)).identity?.identity(of: model)
  }

  /// The parts of an identity in the pairs of an object; nil for each property that gets no value.
  ///
  /// A part that doesn't fit is named in what is known of the object, and so is what `willMap(_:)` makes
  /// of the input, whose dictionary may have been made.
  private func parts(
    of rule: IdentityRule,
    in source: ObjectSource,
    _ schema: ModelSchema,
    _ known: KnownObject,
    isRoot: Bool,
    dictionary: [String: Any]?
  ) throws(Misfit) -> [IdentityValue?] {
    var pairs = source
    if schema.hooks.contains(.willMap) {
      let made = schema.type.init()
      known.made = made
      do throws(Misfit) {
        let mapped = try willMap(source, of: made, schema, isRoot: isRoot, dictionary: dictionary)
        known.mapped = mapped
        pairs = .dictionary(mapped.dictionary)
      } catch {
        guard !error.isFatal else { throw error }
        known.refusal = error
      }
    }
    let mark = notes.mark
    defer {
      notes.forget(since: mark)
      state.rare?.insideOfMisfit = nil
    }
    if case .decoded(let object) = pairs { pairs = .dictionary(try object.dictionary(schema)) }
    moveReader(to: pairs)
    let sources = try sources(of: rule, in: pairs, schema.classPlan)
    var parts: [IdentityValue?] = []
    for (index, part) in rule.parts.enumerated() {
      guard let source = sources[index], try !isNull(source, for: part) else {
        parts.append(nil)
        continue
      }
      let value = try value(of: part, try input(from: source))
      if value == nil { known.misfit = part }
      parts.append(value)
    }
    return parts
  }

  /// Where the values of the parts of an identity are, each by its best key.
  private func sources(
    of rule: IdentityRule,
    in pairs: ObjectSource,
    _ plan: ClassPlan
  ) throws(Misfit) -> [ValueLocation?] {
    let known = try knownPairs(in: pairs, plan.keys, for: rule.numbers)
    var found = PropertySet()
    for pair in known {
      let number = plan.property(of: pair.targets)
      if number < 0,
        !plan.keys.targets(of: pair.targets).contains(where: { rule.numbers.contains($0.property) })
      {
        continue
      }
      // Most often each has one key, without a path.
      guard number >= 0, found.insert(number) else {
        let keys = try rivals(for: rule.numbers, plan, in: pairs)
        return rule.parts.map { keys[$0.number]?.first?.source }
      }
    }
    return rule.parts.map { part in
      known.first { plan.property(of: $0.targets) == part.number }?.source
    }
  }

  /// The value that a property makes of an input; nil for null and if it doesn't fit.
  func value(
    of property: Property,
    _ input: Input,
    isTransformed: Bool = true
  ) throws(Misfit) -> IdentityValue? {
    let (mark, outer) = (notes.mark, state.rules)
    state.rules = ModelRules()
    state.rules.hasAnyForm = true
    defer { state.rules = outer }
    do throws(Misfit) {
      var input = input
      if isUnfinished(input) { throw .unfinished }
      if isTransformed, let transform = property.transform {
        input = try transformed(input, of: property, by: transform)
      }
      guard let value = try property.value(of: input, self), !Unknown.isCase(value) else {
        return nil
      }
      return IdentityValue(value)
    } catch {
      // It is noted when the pair is mapped.
      notes.forget(since: mark)
      if error.isFatal { throw error }
      return nil
    }
  }
}
