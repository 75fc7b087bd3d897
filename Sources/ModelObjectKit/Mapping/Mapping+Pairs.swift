extension Mapping {
  /// Maps each pair of an object, through the class's own hook where it has one.
  func mapPairs(_ filling: inout Filling, _ pairs: Input.Pairs) throws(Misfit) {
    if filling.schema.hooks.contains(.serializeValue) {
      return try mapWithHook(&filling, try list(of: pairs, filling.schema.keys))
    }
    if !filling.isFresh || looksAhead || notes.isKept { try lookAhead(&filling, pairs) }
    switch pairs {
    case .unread: try mapText(&filling)
    case .tree(let dictionary): try mapDictionary(&filling, dictionary)
    }
    noteMissing(filling)
  }

  // MARK: - From text

  /// The way that most values of most inputs go: from the bytes into the properties.
  private func mapText(_ filling: inout Filling) throws(Misfit) {
    let start = reader.position
    guard try reader.open(closing: UInt8(ascii: "}")) else { return }
    let schema = filling.schema
    let memory = ObjectMemory(filling.model)
    defer { withExtendedLifetime(filling.model) {} }
    let nestsDirectly =
      !filling.isWatched && !notes.isKept && namedClasses.isEmpty && schema.elementClasses.isEmpty
    let keys = schema.keys
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
      if number < 0 {
        if notes.isKept { noteUnknown(reader.text(of: key), schema) }
        try reader.skipValue()
        continue
      }
      let property = keys.property(of: number)
      if property < 0, let plan = keys.plan(of: number) {
        self.reader = reader
        try mapPlanned(plan, of: number, &filling) { self.reader.text(of: key) }
        reader.position = self.reader.position
      } else if property < 0 {
        self.reader = reader
        try mapTargets(number, .text(reader.position), &filling) { self.reader.text(of: key) }
        try reader.skipValue()
      } else if !takesNow(property, &filling) {
        try reader.skipValue()
      } else if !filling.isWatched,
        try reader.readDirectly(first, schema.directSlots[property], memory)
      {
        continue
      } else if first == UInt8(ascii: "{"), nestsDirectly,
        let nested = schema.nestedSlots[property]
      {
        self.reader = reader
        try mapNested(nested.slot, nested.declared, filling.model, key)
        reader = self.reader
      } else {
        self.reader = reader
        _ = try mapValue(property, try self.reader.value(), filling) { self.reader.text(of: key) }
        try finishValue(from: reader.position)
        reader = self.reader
      }
    } while try reader.hasMore(closing: UInt8(ascii: "}"))
    self.reader = reader
    try mapContested(&filling, .text(start))
  }

  /// Maps the object at hand onto the model that a property holds, where nobody notes anything and
  /// no mapping by name interferes.
  private func mapNested(
    _ slot: ReferenceSlot,
    _ declared: any Model.Type,
    _ object: AnyObject,
    _ key: JSONStringToken
  ) throws(Misfit) {
    do throws(Misfit) {
      guard declared != declared.root else { throw .mismatch }
      let existing = slot.read(from: object)
      let model = try model(from: .unread, declared: declared, existing: existing)
      if model !== existing { _ = slot.write(model, to: object) }
    } catch {
      guard !error.isFatal else {
        trace(error, .key(reader.text(of: key)))
        throw error
      }
    }
  }

  // MARK: - From a dictionary

  private func mapDictionary(
    _ filling: inout Filling,
    _ dictionary: [String: Any]
  ) throws(Misfit) {
    try descend()
    defer { reader.remainingDepth += 1 }
    if filling.isWatched || notes.isKept {
      for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
        try mapPair(&filling, filling.schema.keys.find(key), key, value)
      }
    } else {
      let schema = filling.schema
      let keys = schema.keys
      let memory = ObjectMemory(filling.model)
      defer { withExtendedLifetime(filling.model) {} }
      for (key, var value) in dictionary {
        let number = ByteView.with(key) { keys.find($0) }
        guard number >= 0 else { continue }
        let property = keys.property(of: number)
        if property < 0 {
          try mapTargets(number, .tree(value), &filling) { key }
        } else if takesNow(property, &filling),
          !schema.directSlots[property].write(&value, in: memory)
        {
          _ = try mapValue(property, Input(value), filling) { key }
        }
      }
    }
    try mapContested(&filling, .tree(dictionary))
  }

  /// Maps a pair that somebody wants to know about.
  private func mapPair(
    _ filling: inout Filling,
    _ number: Int,
    _ key: String,
    _ value: Any
  ) throws(Misfit) {
    let schema = filling.schema
    guard number >= 0 else {
      if notes.isKept { noteUnknown(key, schema) }
      return
    }
    try mapTargets(number, .tree(value), &filling) { key }
  }

  // MARK: - One value

  /// Maps a value to all targets of a key: to several properties, or behind paths.
  ///
  /// A property that has been fed before is left for later, when all that compete for it are known.
  func mapTargets(
    _ number: Int,
    _ source: Source,
    _ filling: inout Filling,
    key: () -> String
  ) throws(Misfit) {
    for (target, found) in try found(by: number, from: source, filling.schema)
    where takesNow(target.property, &filling) {
      if target.path.isEmpty {
        _ = try mapValue(target.property, try input(from: source), filling, key: key)
      } else {
        _ = try mapValue(found.after(.key(key())), target.property, filling)
      }
    }
  }

  /// Notes that a key belongs to a property; false where another one does too, and the property
  /// has to wait until all that compete for it are known.
  @inline(__always)
  func takesNow(_ property: Int, _ filling: inout Filling) -> Bool {
    filling.fed.insert(property)
      ? !filling.contested.contains(property) : contest(property, &filling)
  }

  private func contest(_ property: Int, _ filling: inout Filling) -> Bool {
    guard filling.contested.insert(property) else { return false }
    looksAhead = true
    // Nothing may be left of the value that came first: it may not be the best one.
    if filling.isFresh {
      let spare = filling.schema.type.init()
      filling.schema.properties[property].copy(from: spare, to: filling.model)
    }
    return false
  }

  /// Gives a property the value that the input stands for.
  ///
  /// False where it does not fit; then the reason is noted.
  func mapValue(
    _ index: Int,
    _ input: Input,
    _ filling: Filling,
    key: () -> String
  ) throws(Misfit) -> Bool {
    let schema = filling.schema
    let property = schema.properties[index]
    let mark = notes.mark
    if !filling.isFresh || filling.schema.hooks.contains(.serializeValue) {
      checkExclusiveAccess(to: filling.model, at: property.stored.offset)
    }
    var input = input
    var misfit: Misfit?
    do throws(Misfit) {
      if let transform = property.terms.transform { input = try transformed(input, transform) }
      if property.terms.takesElementClass { elementClass = namedClass(property, schema, key) }
      try property.map(input, into: filling.model, self)
    } catch {
      if error.isFatal {
        trace(error, .key(key()))
        throw error
      }
      misfit = error
    }
    elementClass = nil
    guard notes.isKept else { return misfit == nil }
    noteOutcome(misfit, input, property, filling.model, since: mark)
    notes.prefix(since: mark, key: .key(key()), property: .key(property.name))
    return misfit == nil
  }

  private func transformed(
    _ input: Input,
    _ transform: PropertyTransform
  ) throws(Misfit) -> Input {
    var raw: Any?
    if case .null = input {} else { raw = try tree(of: input) }
    do {
      return Input(try transform.read(raw))
    } catch {
      notes.add(ModelError.Issue(kind: .rejected, path: "", found: String(describing: error)))
      throw .rejected
    }
  }

  /// The class that the caller or the model's class gives to what lies in a property.
  private func namedClass(
    _ property: Property,
    _ schema: ModelSchema,
    _ key: () -> String
  ) -> (any Model.Type)? {
    guard !namedClasses.isEmpty || !schema.elementClasses.isEmpty else { return nil }
    let names = property.terms.foldedNames + [FoldedKey(key()).text]
    return names.lazy.compactMap { self.namedClasses[$0] }.first
      ?? names.lazy.compactMap { schema.elementClasses[$0] }.first
  }
}
