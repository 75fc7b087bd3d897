/// What a mapping asks of the objects that are known around it, by their identity: a store's.
protocol KnownObjects: AnyObject {
  /// The object with an identity.
  func object(_ identity: ModelIdentity) -> (any Model)?
  /// The identity under which an object is known; nil for one that is not.
  func identity(of object: AnyObject) -> ModelIdentity?
  /// Tells that an input names an identity, whatever comes of it.
  func name(_ identity: ModelIdentity)
  /// Tells that an object is being filled which the input gives an identity: from now on it is
  /// known. True where that is so already, further out.
  func begin(_ object: any Model, _ identity: ModelIdentity) -> Bool
  /// Takes an object in as it is, with all in it; answers the one that is known in its stead.
  func insert(_ object: any Model) throws -> any Model
  /// Tells that an object is filled, or was refused.
  func end(_ object: any Model, _ identity: ModelIdentity, isRefused: Bool)
}

/// What is known of the object that an input names.
struct KnownObject {
  /// The object that is there; nil where a new one has to be made.
  var model: (any Model)?
  /// The object that a new one comes in the place of, as it is of another class.
  var replaced: (any Model)?
  /// What the input gives as identity; nil where it does not give all of it.
  var identity: ModelIdentity?
  /// The pairs of the input, where they were listed, and the class that they were listed for.
  var listed: (schema: ModelSchema, pairs: ObjectPairs)?
}

extension Mapping {
  /// The objects around the mapping; nil where an input only stands for itself.
  var known: (any KnownObjects)? { state.extras?.known }

  /// Lets the mapping file what it makes.
  ///
  /// Each object has to be looked up, so none goes the plain way.
  func file(in known: any KnownObjects) {
    extras.known = known
    state.keysCompete = true
  }

  func model(given model: any Model) throws(Misfit) -> any Model {
    guard let known else { return model }
    return try hook(false) { try known.insert(model) }
  }

  /// What is known of the object that the input at hand names; the reader stays at it.
  ///
  /// 1. What is known around the mapping comes first, then the elements of the list around the input,
  ///    then what its property holds.
  /// 2. An input that names nothing goes to what its property holds.
  /// 3. What is of another class than the input names is replaced.
  ///
  /// The schema is that of the class of which a new object would be made. Where the input leaves the
  /// class open, it may be any below that one. A property may hold what is there already.
  func knownObject(
    _ pairs: Input.Pairs,
    _ schema: ModelSchema,
    isOpen: Bool,
    existing: (any Model)?,
    list: ListUnderWay?
  ) throws(Misfit) -> KnownObject {
    func fits(_ model: any Model) -> Bool {
      isOpen ? isInstance(model, of: schema.type) : type(of: model) == schema.type
    }
    let existing = existing.flatMap { fits($0) ? $0 : nil }
    let named = existing.map { SchemaCache.schema(of: type(of: $0)) } ?? schema
    guard let rule = named.identity else { return KnownObject(model: existing) }
    let start = reader.position
    let outer = enter(named)
    defer {
      leave(outer)
      reader.position = start
    }
    var found = KnownObject(listed: (named, try self.pairs(of: pairs, named)))
    if let listed = found.listed?.pairs {
      found.identity = try identity(in: listed, named, rule)
    }
    guard let identity = found.identity else {
      found.model = existing
      return found
    }
    known?.name(identity)
    let object =
      known?.object(identity) ?? list?.object(identity, in: self)
      ?? existing.flatMap { self.identity(of: $0) == identity ? $0 : nil }
    if let object, fits(object) {
      found.model = object
    } else if named !== schema {
      // A new object is of the declared class, which may be told apart in another way.
      reader.position = start
      return try knownObject(pairs, schema, isOpen: isOpen, existing: nil, list: list)
    } else {
      found.replaced = object
    }
    return found
  }

  /// The identity by which an object is known: the one that it is filed under, else that of its
  /// present values.
  func identity(of model: any Model) -> ModelIdentity? {
    known?.identity(of: model)
      ?? SchemaCache.schema(of: type(of: model)).identity?.identity(of: model)
  }

  /// The identity that the pairs of an object give; nil where one of the properties gets no value.
  private func identity(
    in pairs: ObjectPairs,
    _ schema: ModelSchema,
    _ rule: IdentityRule
  ) throws(Misfit) -> ModelIdentity? {
    let mark = notes.mark
    defer {
      notes.forget(since: mark)
      forgetInside()
    }
    var values: [IdentityValue] = []
    for part in rule.parts {
      guard let number = part.number, let value = try value(of: number, in: pairs, schema),
        let value = IdentityValue(value)
      else { return nil }
      values.append(value)
    }
    return ModelIdentity(rule.family, values)
  }

  /// The value that a property will get of the pairs of an object, by the rule of the best key; nil
  /// for none, and for nil.
  private func value(
    of number: Int,
    in pairs: ObjectPairs,
    _ schema: ModelSchema
  ) throws(Misfit) -> Any? {
    let property = schema.properties[number]
    var values: [(rank: KeyRank, source: Source)] = []
    for place in pairs.list.indices {
      let feeds = pairs.list[place].number
      guard feeds >= 0 else { continue }
      let only = schema.keys.property(of: feeds)
      if only == number, !pairs.contested.contains(number) {
        return try value(of: property, at: pairs.source(at: place))
      }
      guard only == number || only < 0 else { continue }
      for (target, found) in try self.values(for: feeds, at: pairs.source(at: place), schema)
      where target.property == number {
        let key = key(of: pairs.list[place], in: pairs, schema.keys)
        values.append((KeyRank(target, key), found.source))
      }
    }
    if property.terms.hasKeyMapping, values.count > 1 {
      var present: [Int] = []
      for value in values where try !isNull(value.source, for: property) {
        present.append(value.rank.order)
      }
      let order = present.min() ?? values.map(\.rank.order).min()
      values.removeAll { $0.rank.order != order }
    }
    for value in values.sorted(by: { $0.rank.isBetter(than: $1.rank) }) {
      do throws(Misfit) {
        return try self.value(of: property, at: value.source, orThrow: true)
      } catch {
        if error.isFatal { throw error }
      }
    }
    return nil
  }

  /// The value that a property gets from a source; what does not fit is none, or is thrown.
  private func value(
    of property: Property,
    at source: Source,
    orThrow: Bool = false
  ) throws(Misfit) -> Any? {
    let outer = elementClass
    elementClass = nil
    defer { elementClass = outer }
    do throws(Misfit) {
      var input = try input(from: source)
      if isUnfinished(input) { throw .unfinished }
      if let transform = property.terms.transform { input = try transformed(input, transform) }
      return try property.value(of: input, self)
    } catch {
      if error.isFatal || orThrow { throw error }
      return nil
    }
  }
}

// MARK: - What a program asks

extension IdentityRule {
  /// The identities that a value of a program may stand for: by the properties' own conversions, and
  /// by their transforms as well.
  ///
  /// A dictionary names the properties where they are several.
  func identities(given value: Any, _ schema: ModelSchema) -> [ModelIdentity] {
    let mapping = Mapping(options: schema.options, namedClasses: [:])
    return [false, true].compactMap { isTransformed in
      if parts.count == 1,
        let identity = mapping.value(given: value, parts[0].property, isTransformed)
      {
        return ModelIdentity(family, [identity])
      }
      guard case .object(.tree(let pairs)) = Input(value) else { return nil }
      let named = Dictionary(
        pairs.map { (schema.declaration.propertyName($0.key), $0.value) },
        uniquingKeysWith: { first, _ in first }
      )
      let values = parts.compactMap { part in
        named[part.property.name].flatMap {
          mapping.value(given: $0, part.property, isTransformed)
        }
      }
      return values.count == parts.count ? ModelIdentity(family, values) : nil
    }
  }
}

extension Mapping {
  fileprivate func value(
    given value: Any,
    _ property: Property,
    _ isTransformed: Bool
  ) -> IdentityValue? {
    var input = Input(value)
    do throws(Misfit) {
      if isTransformed, let transform = property.terms.transform {
        input = try transformed(input, transform)
      }
      return try property.value(of: input, self).flatMap { IdentityValue($0) }
    } catch {
      return nil
    }
  }
}
