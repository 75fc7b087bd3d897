extension Mapping {
  /// Maps each pair of an object, through the class's own hook where it has one.
  func mapPairs(_ filling: inout Filling, _ pairs: Input.Pairs) throws(Misfit) {
    if filling.schema.hooks.contains(.serializeValue) {
      return try mapWithHook(&filling, try list(of: pairs))
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
    var reader = reader
    repeat {
      let key = try reader.key()
      let number =
        key.hasEscapes
        ? schema.keys.find(reader.text(of: key)) : schema.keys.find(reader.view(of: key))
      let first = reader.next()
      if number < 0 {
        if notes.isKept { noteUnknown(reader.text(of: key), schema) }
        try reader.skipValue()
        continue
      }
      let property = schema.keys.property(of: number)
      if property < 0 {
        self.reader = reader
        try mapTargets(number, .text(reader.position), &filling) { self.reader.text(of: key) }
        try reader.skipValue()
      } else if !takesNow(property, &filling) {
        try reader.skipValue()
      } else if filling.isFresh, !notes.isReport,
        try reader.readDirectly(first, schema.directSlots[property], filling.model)
      {
        continue
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

  // MARK: - From a dictionary

  private func mapDictionary(
    _ filling: inout Filling,
    _ dictionary: [String: Any]
  ) throws(Misfit) {
    try descend()
    defer { reader.remainingDepth += 1 }
    if notes.isKept {
      for (key, value) in dictionary.sorted(by: { $0.key < $1.key }) {
        try mapPair(&filling, key, value)
      }
    } else {
      for (key, value) in dictionary { try mapPair(&filling, key, value) }
    }
    try mapContested(&filling, .tree(dictionary))
  }

  @inline(__always)
  private func mapPair(_ filling: inout Filling, _ key: String, _ value: Any) throws(Misfit) {
    let schema = filling.schema
    let number = schema.keys.find(key)
    guard number >= 0 else {
      if notes.isKept { noteUnknown(key, schema) }
      return
    }
    let property = schema.keys.property(of: number)
    if property < 0 {
      try mapTargets(number, .tree(value), &filling) { key }
    } else if takesNow(property, &filling) {
      if filling.isFresh, !notes.isReport,
        writeDirectly(value, schema.directSlots[property], filling.model)
      {
        return
      }
      _ = try mapValue(property, Input(value), filling) { key }
    }
  }

  /// Puts a value that is just of the property's type in its place.
  @inline(__always)
  private func writeDirectly(_ value: Any, _ slot: DirectSlot, _ model: any Model) -> Bool {
    switch slot {
    case .string(let slot):
      payload(of: value, as: String.self).map { slot.write($0, to: model) } != nil
    case .optionalString(let slot):
      payload(of: value, as: String.self).map { slot.write($0, to: model) } != nil
    case .int(let slot): payload(of: value, as: Int.self).map { slot.write($0, to: model) } != nil
    case .optionalInt(let slot):
      payload(of: value, as: Int.self).map { slot.write($0, to: model) } != nil
    case .bool(let slot): payload(of: value, as: Bool.self).map { slot.write($0, to: model) } != nil
    case .optionalBool(let slot):
      payload(of: value, as: Bool.self).map { slot.write($0, to: model) } != nil
    case .double, .optionalDouble, .none: false
    }
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
    for target in filling.schema.keys.targets(of: number) {
      if target.path.isEmpty {
        guard takesNow(target.property, &filling) else { continue }
        _ = try mapValue(target.property, try input(from: source), filling, key: key)
      } else {
        guard let found = try follow(target.path, from: source, filling.schema) else { continue }
        guard takesNow(target.property, &filling) else { continue }
        _ = try mapValue(found.after(.key(key())), target.property, filling)
      }
    }
  }

  /// Notes that a key belongs to a property; false where another one does too, and the property
  /// has to wait until all that compete for it are known.
  @inline(__always)
  private func takesNow(_ property: Int, _ filling: inout Filling) -> Bool {
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
    var fits = true
    do throws(Misfit) {
      if let transform = schema.transforms[index] { input = try transformed(input, transform) }
      elementClass = schema.takesElementClass[index] ? namedClass(index, schema, key) : nil
      try property.map(input, into: filling.model, self)
    } catch {
      if error.isFatal {
        trace(error, .key(key()))
        throw error
      }
      note(error, input, expected: property.rules.typeName)
      fits = false
    }
    elementClass = nil
    guard notes.isKept else { return fits }
    noteOutcome(fits, property, filling.model, since: mark)
    notes.prefix(since: mark, key: .key(key()), property: .key(property.name))
    return fits
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
    _ index: Int,
    _ schema: ModelSchema,
    _ key: () -> String
  ) -> (any Model.Type)? {
    guard !namedClasses.isEmpty || !schema.elementClasses.isEmpty else { return nil }
    let names = schema.foldedNames[index] + [FoldedKey(key()).text]
    return names.lazy.compactMap { self.namedClasses[$0] }.first
      ?? names.lazy.compactMap { schema.elementClasses[$0] }.first
  }
}

extension JSONReader {
  /// Reads the value at hand, which begins with `first`, straight into a property whose type takes
  /// it as it is.
  ///
  /// False, and nothing is read, where the rules of the type have to decide.
  @inline(__always)
  mutating func readDirectly(
    _ first: UInt8,
    _ slot: DirectSlot,
    _ model: any Model
  ) throws(Misfit) -> Bool {
    switch slot {
    case .string(let slot):
      guard first == UInt8(ascii: "\"") else { return false }
      slot.write(text(of: try string()), to: model)
      return true
    case .optionalString(let slot):
      guard first == UInt8(ascii: "\"") else { return false }
      slot.write(text(of: try string()), to: model)
      return true
    case .int(let slot):
      guard let value = smallInteger() else { return false }
      slot.write(value, to: model)
    case .optionalInt(let slot):
      guard let value = smallInteger() else { return false }
      slot.write(value, to: model)
    case .bool(let slot):
      guard first == UInt8(ascii: "t") || first == UInt8(ascii: "f") else { return false }
      slot.write(try bool(first), to: model)
    case .optionalBool(let slot):
      guard first == UInt8(ascii: "t") || first == UInt8(ascii: "f") else { return false }
      slot.write(try bool(first), to: model)
    case .double, .optionalDouble, .none: return false
    }
    return true
  }

  private mutating func bool(_ first: UInt8) throws(Misfit) -> Bool {
    try word(first == UInt8(ascii: "t") ? "true" : "false")
    return first == UInt8(ascii: "t")
  }
}
