import ModelObjectEssentials

extension ArchiveReader {
  /// A value of the archive with the model in place of an object's number, unless it is in a
  /// container.
  func withModels(_ stored: Input) throws(Misfit) -> Input {
    guard case .foreign(let value) = stored else { return stored }
    if payload(of: value, as: UnreadableValue.self) != nil { throw .mismatch }
    guard let object = payload(of: value, as: ObjectNumber.self) else { return stored }
    return .foreign(try model(number: object.value))
  }
}

// MARK: - Context of values

extension ArchiveReader: ValueContext {
  var options: FixedOptions { .lenient }
  var elementClass: (any Model.Type)? { nil }
  var allowsNonFinite: Bool { true }

  /// Values that don't fit are skipped silently: archives outlive the classes that wrote them.
  ///
  /// A census counts them.
  func note(_ misfit: Misfit, of input: Input, as shape: any Shape) { countMisfit(input, shape) }

  func noteUnknown(_ input: Input, _ shape: any Shape) { countMisfit(input, shape) }

  func eachElement(
    of items: Input.Items,
    _ body: (Input) throws(Misfit) -> Void
  ) throws(Misfit) {
    guard case .tree(let elements) = items else { throw .damaged }
    for element in elements {
      guard let input = try fittingInput(of: element) else { continue }
      if state.hashesElements, let source = input.source {
        try budget.spend(source.hashCost, on: .hashing)
      }
      try body(input)
    }
  }

  func eachPair(
    of pairs: Input.Pairs,
    _ body: (String, Input) throws(Misfit) -> Void
  ) throws(Misfit) {
    guard case .tree(let dictionary) = pairs else { throw .damaged }
    for (key, value) in dictionary {
      guard let input = try fittingInput(of: value) else { continue }
      try budget.spend(key.hashCost, on: .hashing)
      try body(state.document.unmarked(key), input)
    }
  }

  /// The input for an element; nil if it is absent, or a model that isn't allowed there.
  @inline(never)
  private func fittingInput(of value: Any) throws(Misfit) -> Input? {
    guard let stored = try state.document.input(of: value) else { return nil }
    if let input = try fitting({ () throws(Misfit) in try withModels(stored) }) { return input }
    countMisfit(stored, nil)
    return nil
  }

  /// The result of a closure; nil if the value doesn't fit or is skipped.
  func fitting<Value>(_ read: () throws(Misfit) -> Value) throws(Misfit) -> Value? {
    do throws(Misfit) {
      return try read()
    } catch {
      if error.isFatal { throw error }
      return nil
    }
  }

  /// Reads the properties of a struct, by the same keys as those of an object: those that aren't there,
  /// or don't fit, keep what they have.
  private func standIn(
    _ declared: any Model.Type,
    _ existing: AnyObject?,
    from pairs: Input.Pairs
  ) throws(Misfit) -> any Model {
    try checkStack()
    guard case .tree(let pairs) = pairs else { throw .damaged }
    let standIn = existing.flatMap { declared.root.model($0) } ?? declared.init()
    let (allowed, hashesElements) = (state.allowed, state.hashesElements)
    defer { (state.allowed, state.hashesElements) = (allowed, hashesElements) }
    let schema = SchemaCache.schema(of: declared)
    let properties = schema.archived(where: { pairs[$0] != nil }, of: { Set(pairs.keys) })
    for (property, key) in properties {
      guard let value = pairs[key], let stored = try state.document.input(of: value)
      else {
        state.isConverted = true
        continue
      }
      state.allowed = property.heldModels.allowed
      state.hashesElements = property.heldModels.areHashed
      do throws(Misfit) {
        try map(stored, property, into: standIn)
      } catch {
        if error.isFatal { throw error }
        state.isConverted = true
        countMisfit(stored, property.shape)
      }
    }
    return standIn
  }

  func model(
    of declared: any Model.Type,
    from input: Input,
    updating existing: AnyObject?
  ) throws(Misfit) -> any Model {
    if case .object(let pairs) = input, declared != declared.root {
      return try model(from: pairs, declared: declared, existing: existing)
    }
    guard let model = try input.model(of: declared) else { throw .mismatch }
    return model
  }

  /// Maps an object that was archived as a dictionary because the property had another type.
  func model(
    from pairs: Input.Pairs,
    declared: any Model.Type,
    existing: AnyObject?
  ) throws(Misfit) -> any Model {
    if declared.structType != nil { return try standIn(declared, existing, from: pairs) }
    guard let tree = try countedTree(of: .object(pairs)) as? [String: Any] else {
      throw .mismatch
    }
    state.isConverted = true
    let options = counts.map {
      SchemaCache.schema(of: declared).options.counting(in: $0.census)
    }
    let mapping = Mapping(options: options)
    if tellsMisfits { mapping.notes.reportedKinds = IssueKinds(.typeMismatch) }
    defer {
      mapping.notes.settle()
      tell(mapping.notes.issues)
    }
    return try mapping.model(from: .tree(tree), declared: declared, existing: existing)
  }

  /// An object that has nothing for a model is no list of one, as in JSON.
  func checkLoneElement(_ input: Input, _ shape: any Shape) throws(Misfit) {
    guard case .object = input, shape.heldModels.holdsModels else { return }
    try Mapping(options: .lenient).checkLoneElement(Input(try tree(of: input)), shape)
  }

  func tree(of input: Input) throws(Misfit) -> Any {
    try checkStack()
    let value = try input.plain { (part) throws(Misfit) in
      guard let input = try fittingInput(of: part) else { return nil }
      return try tree(of: input)
    }
    if let some = value as? SomeInput { return try tree(of: some.input) }
    if let encoded = value as? EncodedValue {
      let plain = try plain(encoded)
      state.plainCost += plain.cost
      return try encoded.models.map { (models) throws(Misfit) in
        try budget.spend(plain.cost, on: .converting)
        return try tree(plain.tree, with: models)
      } ?? plain.tree
    }
    return value
  }

  /// The same for a conversion, which looks at all of it.
  func countedTree(of input: Input) throws(Misfit) -> Any {
    let former = state.plainCost
    let tree = try tree(of: input)
    try budget.spend(state.plainCost - former, on: .converting)
    return tree
  }

  /// A `Codable` value as plain Swift values: equal ones are one value, which its copies share.
  private func plain(_ encoded: EncodedValue) throws(Misfit) -> PlainValue {
    try longValues.value(of: .text(encoded.text), for: "plain") { () throws(Misfit) in
      try budget.spend(encoded.text.utf8.count, on: .decoding)
      return PlainValue(try encoded.tree())
    }
  }

  func checkStack() throws(Misfit) {
    if stack.isNear() { throw stop(.tooDeep, StackLimit.message) }
  }

  func json(of input: Input) throws(Misfit) -> Data {
    let writer = JSONWriter()
    guard writer.write(try countedTree(of: input)) else { throw .mismatch }
    return writer.data
  }

  func decoded<Own: DecodingShape>(
    from input: Input,
    by shape: Own
  ) throws(Misfit) -> Own.Value {
    if input.isNullOrNullText { throw .null }
    let mapping = Mapping(options: .lenient)
    return try mapping.decoded(from: mapping.input(of: try countedTree(of: input)), by: shape)
  }

  func decodedByItself<Value: Decodable>(_ type: Value.Type, from input: Input) -> Value? {
    if case .foreign(let value) = input, let encoded = value as? EncodedValue {
      return try? encoded.decoded(as: type, part(of: encoded))
    }
    guard let tree = try? tree(of: input) else { return nil }
    let mapping = Mapping(options: .lenient)
    return mapping.decodedByItself(type, from: mapping.input(of: tree))
  }

  func decoded<Own: DecodingShape>(
    from encoded: EncodedValue,
    by shape: Own
  ) throws(Misfit) -> Own.Value? {
    let part = part(of: encoded)
    if encoded.models != nil {
      try budget.spend(encoded.text.utf8.count, on: .decoding)
      guard state.areComplete else {
        // Its models are made, but not yet decoded.
        _ = try? encoded.decoded(as: Own.Value.self, part)
        if failure != nil || part.isDamaged { throw .stopped }
        throw wait()
      }
    }
    let value: Own.Value?
    do throws(ModelError) {
      value = try encoded.decoded(as: Own.Value.self, part)
    } catch {
      throw refuse(error)
    }
    if failure != nil || part.isDamaged { throw .stopped }
    if value != nil { tell(part.issues) }
    return value
  }
}

extension EncodedValue {
  /// The value as plain Swift values.
  func tree() throws(Misfit) -> Any {
    try ByteView.with(text) { bytes throws(Misfit) in
      let mapping = Mapping(text: bytes, options: nil)
      guard let tree = try? mapping.tree(of: try mapping.nextInput()) else { throw .mismatch }
      return tree
    }
  }
}
