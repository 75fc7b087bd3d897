/// The objects of a model store, as a mapping looks them up by their identity.
protocol ObjectRegistry: AnyObject {
  /// The object with an identity; nil if there is none.
  func object(_ identity: ModelIdentity) -> (any Model)?
  /// The identity under which an object is filed; nil if it is not.
  func identity(of object: any Model) -> ModelIdentity?
  /// Records that an input has an identity, even if no object is made from it.
  func name(_ identity: ModelIdentity)
  /// Records that an element wasn't read, so that its object isn't known.
  func miss(_ schema: ModelSchema)
  /// Notes that an object is about to be filled; files it, unless it already is, under the identity
  /// in its input.
  ///
  /// True if an outer object of the input is the same one and is being filled already.
  func begin(_ object: any Model, _ identity: ModelIdentity, isFiled: Bool) -> Bool
  /// Files an object with all models in it; returns the object filed under its identity.
  ///
  /// Objects that it changes are saved in the list; if it throws, they are as they were.
  func insert(_ object: any Model, _ undoList: UndoList) throws -> any Model
  /// Takes back an object that the call has filed.
  func drop(_ object: any Model)
  /// Ends what `begin` began.
  func end()
}

/// The result of looking up the object of an input.
final class IdentityMatch {
  /// The object to update; nil if a new one has to be made.
  let model: (any Model)?
  /// Whether the object to update was found by its identity.
  var isMatched = false
  /// Whether it is the one in the store.
  var isFiled = false
  /// The objects that the model replaces: of another class, or not the one in the store.
  var replaced: [any Model] = []
  /// The identity in the input; nil if it is not complete.
  var identity: ModelIdentity?
  /// Whether the input has a part of one that isn't complete.
  var hasPart = false
  /// Whether the key of a part has a value that doesn't fit, or that is an unknown case.
  var hasMisfit = false

  init(_ model: (any Model)?) {
    self.model = model
  }
}

extension Mapping {
  func model(given model: any Model) throws(Misfit) -> any Model {
    rare.callersModels.insert(ObjectIdentifier(model))
    guard let registry else { return model }
    let former = ModelIdentity(of: model).flatMap { registry.object($0) }
    let inserted = try hook(false) { try registry.insert(model, undoList) }
    if registry.identity(of: inserted) == nil {
      if SchemaCache.schema(of: type(of: model)).identity != nil { noteUnidentified() }
    } else if let former, inserted === model, notes.isOn {
      noteReplaced([former], by: model)
    }
    return inserted
  }

  /// Looks up the object of an input; the reader may move.
  ///
  /// 1. The objects of the store come first, then the elements of the list that is being read, then
  ///    the object in the property.
  /// 2. An input without an identity updates the object in the property, unless it has a part of one
  ///    which isn't that of this object.
  /// 3. An object whose class isn't that of the input is replaced.
  ///
  /// The schema is that of the class of a new object; unless the class is exact, an object of any
  /// subclass fits. The property holds `existing`.
  func knownObject(
    _ source: ObjectSource,
    _ schema: ModelSchema,
    isExact: Bool,
    existing: (any Model)?,
    list: ListMatching?
  ) throws(Misfit) -> IdentityMatch {
    let held = existing
    let existing = held.flatMap { fits($0, schema, isExact: isExact) ? $0 : nil }
    let named = existing.map { SchemaCache.schema(of: type(of: $0)) } ?? schema
    guard let rule = named.identity else { return IdentityMatch(existing) }
    let isRoot = enter(named)
    defer { leave(isRoot) }
    let unmatched = IdentityMatch(existing)
    let parts = try parts(of: rule, in: source, named, unmatched)
    guard let identity = rule.identity(parts) else {
      guard let existing, isOther(parts, rule, than: existing) else { return unmatched }
      return try knownObject(source, schema, isExact: isExact, existing: nil, list: list)
    }
    let match = match(identity, schema, isExact: isExact, existing: held, list: list)
    if match.model == nil, named !== schema {
      // A new object is of the declared class, whose identity may be made of other properties.
      return try knownObject(source, schema, isExact: isExact, existing: nil, list: list)
    }
    return match
  }

  private func fits(_ model: any Model, _ schema: ModelSchema, isExact: Bool) -> Bool {
    isExact ? type(of: model) == schema.type : isInstance(model, of: schema.type)
  }

  /// The object with an identity, by the rules of `knownObject`.
  func match(
    _ identity: ModelIdentity,
    _ schema: ModelSchema,
    isExact: Bool,
    existing held: (any Model)?,
    list: ListMatching?
  ) -> IdentityMatch {
    let existing = held.flatMap { fits($0, schema, isExact: isExact) ? $0 : nil }
    let filed = registry?.object(identity)
    let element = list?.next(identity, in: self)
    let matched = filed ?? element
    var object = matched ?? existing.flatMap { self.identity(of: $0) == identity ? $0 : nil }
    if let found = object, !fits(found, schema, isExact: isExact) { object = nil }
    let match = IdentityMatch(object)
    match.identity = identity
    match.isMatched = object != nil && matched != nil
    match.isFiled = object != nil && filed != nil
    if let filed, filed !== object { match.replaced.append(filed) }
    if let element, element !== object { match.replaced.append(element) }
    if let held, existing == nil, self.identity(of: held) == identity {
      match.replaced.append(held)
    }
    return match
  }

  /// The identity under which an object is filed, else the identity of its present values.
  func identity(of model: any Model) -> ModelIdentity? {
    registry?.identity(of: model)
      ?? SchemaCache.schema(of: type(of: model)).identity?.identity(of: model)
  }

  /// The parts of an identity in the pairs of an object; nil for each property that gets no value.
  ///
  /// What there is of them is said in the match, too.
  private func parts(
    of rule: IdentityRule,
    in source: ObjectSource,
    _ schema: ModelSchema,
    _ match: IdentityMatch
  ) throws(Misfit) -> [IdentityValue?] {
    let mark = notes.mark
    defer {
      notes.forget(since: mark)
      state.rare?.insideOfMisfit = nil
    }
    var pairs = source
    if case .decoded(let object) = source { pairs = .dictionary(try object.dictionary(schema)) }
    moveReader(to: pairs)
    let keys = try rivals(for: rule.numbers, schema.classPlan, in: pairs)
    var values: [Int: IdentityValue] = [:]
    for (number, keys) in keys {
      let input = try input(from: keys[0].source)
      let value = try value(of: schema.properties[number], input)
      values[number] = value
      if value == nil, !keys[0].isNull { match.hasMisfit = true }
    }
    match.hasPart = !values.isEmpty
    return rule.parts.map { values[$0.number] }
  }

  /// The value that a property makes of an input; nil for null and if it doesn't fit.
  func value(
    of property: Property,
    _ input: Input,
    isTransformed: Bool = true
  ) throws(Misfit) -> IdentityValue? {
    let (mark, outer) = (notes.mark, state.rules)
    state.rules = ModelRules()
    defer { state.rules = outer }
    do throws(Misfit) {
      var input = input
      if isUnfinished(input) { throw .unfinished }
      if isTransformed, let transform = property.transform {
        input = try transformed(input, property, transform)
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

// MARK: - Identities from a program

extension IdentityRule {
  /// The identities that a value from a program may stand for: by the conversions of the
  /// properties, and by their transforms as well.
  ///
  /// If an identity has several properties, the value is a dictionary by their names.
  func identities(given value: Any, _ schema: ModelSchema) -> [ModelIdentity] {
    let mapping = Mapping(options: schema.options)
    return [false, true].compactMap { isTransformed in
      func part(_ property: Property, _ value: Any) -> IdentityValue? {
        try? mapping.value(of: property, mapping.input(of: value), isTransformed: isTransformed)
      }
      if parts.count == 1, let identity = part(parts[0], value) {
        return self.identity(identity)
      }
      guard case .object(.tree(let pairs)) = mapping.input(of: value) else { return nil }
      let named = Dictionary(
        pairs.map { (schema.declaration.propertyName($0.key), $0.value) },
        uniquingKeysWith: { first, _ in first }
      )
      return self.identity { property in named[property.name].flatMap { part(property, $0) } }
    }
  }
}
