import ModelObjectEssentials

extension Mapping: ValueContext {
  var matched: (any MatchedElements)? { state.rules.list }

  func note(_ misfit: Misfit, of input: Input, as shape: any Shape) {
    // Whether a named model is there is known at the end.
    if case .unresolved = misfit, !isResolving { return }
    if let registry, !misfit.isFatal, let type = shape.modelClass {
      registry.miss(SchemaCache.schema(of: type))
    }
    state.misfitCount += 1
    guard notes.isOn, !misfit.isFatal else { return }
    noteMisfit(misfit, of: input, as: shape, options: options, since: notes.mark, subject: .part)
    notes.leftOutPart = true
  }

  func noteUnknown(_ input: Input, _ shape: any Shape) {
    state.misfitCount += 1
    if notes.isOn { noteIssue(.mismatch, of: input, as: shape) }
  }

  @inline(never)
  func convert(
    _ input: Input,
    to shape: @autoclosure () -> any Shape,
    _ read: () throws(Misfit) -> Void
  ) throws(Misfit) {
    guard state.mapsByRules, !state.rules.hasAnyForm else { return try read() }
    guard options.conversions != .fail else {
      noteInside(", and conversions are refused", shape())
      throw .mismatch
    }
    state.rules.hasAnyForm = true
    defer { state.rules.hasAnyForm = false }
    try read()
    if notes.isOn { noteConversion(of: input, to: shape()) }
  }

  func noteInside(_ words: @autoclosure () -> String?, _ shape: any Shape) {
    guard notes.isOn, let words = words() else { return }
    rare.insideOfMisfit = (words, shape.typeName)
  }

  func eachElement(of items: Input.Items, _ body: (Input) throws(Misfit) -> Void) throws(Misfit) {
    guard case .text(let start) = items else {
      if case .tree(let elements) = items { try eachElement(in: elements, body) }
      return
    }
    var counts = ElementCounts()
    state.reader.position = start
    guard try state.reader.open(closing: UInt8(ascii: "]")) else { return }
    repeat {
      let start = startOfValue()
      try eachElement(try nextInput(), counting: &counts, body)
      try finishValue(from: start)
    } while try state.reader.hasMore(closing: UInt8(ascii: "]"))
  }

  private func eachElement(
    in elements: [Any],
    _ body: (Input) throws(Misfit) -> Void
  ) throws(Misfit) {
    var counts = ElementCounts()
    try descend()
    defer { ascend() }
    for index in 0..<elements.count {
      try eachElement(input(of: elements[index]), counting: &counts, body)
    }
  }

  /// How many elements were read, and how many of them were taken: the indexes of the next one in
  /// the input and in the list.
  private struct ElementCounts {
    var read = 0
    var taken = 0
  }

  private func eachElement(
    _ input: Input,
    counting counts: inout ElementCounts,
    _ body: (Input) throws(Misfit) -> Void
  ) throws(Misfit) {
    let isNoted = addStep(.index(counts.read), .index(counts.taken))
    defer { if isNoted { removeStep() } }
    do throws(Misfit) {
      try body(input)
    } catch {
      if error.isFatal { trace(error, .index(counts.read)) }
      throw error
    }
    counts.read += 1
    if !popLeftOut() { counts.taken += 1 }
  }

  /// Refuses an object without pairs for a model, such as PHP's `{"1": {…}, "2": {…}}`: as the only
  /// element of a list, what is in it would be lost.
  @inline(never)
  func checkLoneElement(_ input: Input, _ shape: any Shape) throws(Misfit) {
    let (type, element) = (
      shape.structShape?.standIn ?? shape.heldModels.allowed.class(named: elementClass),
      shape.wrapped.element
    )
    guard element == nil, shape.heldModels.holdsModels || shape.structShape != nil, let type,
      type != type.root,
      case .object(let pairs) = input, try !hasPair(for: type, in: ObjectSource(pairs))
    else { return }
    if isUnfinished(input) { throw .unfinished }
    let issue = ModelError.Issue(
      .typeMismatch,
      expected: "[\(shape.typeName)]",
      found: "an object with none of \(type.shown)'s keys"
    )
    notes.add(issue, as: .typeMismatch, of: input, expected: shape.jsonWords)
    throw .rejected
  }

  private func hasPair(
    for type: any Model.Type,
    in source: ObjectSource
  ) throws(Misfit) -> Bool {
    let (schema, pairs) = (SchemaCache.schema(of: type), try pairs(of: source))
    let takesAny = !schema.hooks.isDisjoint(with: [.serializeValue, .willMap, .modelType])
    if takesAny || schema.unknownKeys != nil { return !pairs.isEmpty }
    return pairs.contains { !schema.keys.find($0.key).isNone || isMark($0.key) }
  }

  private func startOfValue() -> Int {
    _ = state.reader.next()
    return state.reader.position
  }

  /// Calls the body with each pair; of a key that is repeated in a text, only with the last one.
  ///
  /// Keys are compared as strings.
  func eachPair(
    of pairs: Input.Pairs,
    _ body: (String, Input) throws(Misfit) -> Void
  ) throws(Misfit) {
    switch pairs {
    case .tree(let dictionary):
      try descend()
      defer { ascend() }
      let pairs = showsOrder ? dictionary.inKeyOrder() : Array(dictionary)
      for (key, value) in pairs { try eachPair(key, of: input(of: value), body) }
    case .text(let start):
      let end = try end(ofPartsAt: start)
      var seen: Set<String> = []
      let pairs = try self.pairs(of: .text(start)).reversed()
      let lasts = pairs.filter { seen.insert($0.key).inserted }
      try descend()
      defer { ascend() }
      for (key, source) in lasts.reversed() { try eachPair(key, of: try input(from: source), body) }
      reader.position = end
    }
  }

  /// Sorts the pairs of an object that is a Swift dictionary, if their order can be noticed.
  func bringInOrder(_ object: inout ObjectFilling) {
    guard case .dictionary = object.source else { return }
    let schema = object.schema
    if schema.hooks.contains(.serializeValue) || showsOrder {
      object.source = object.source.inKeyOrder
    }
  }

  /// Whether it can be noticed in which order the values of a Swift dictionary are mapped.
  ///
  /// It has none of its own, so that they are sorted then.
  var showsOrder: Bool {
    if notes.isOn || state.rare?.isInOrder == true || mayRefer || !options.elementClasses.isEmpty {
      return true
    }
    return notes.root.map { SchemaCache.schema(of: $0).classPlan.isNoticed } ?? true
  }

  @inline(never)
  private func eachPair(
    _ key: String,
    of input: Input,
    _ body: (String, Input) throws(Misfit) -> Void
  ) throws(Misfit) {
    try within(.key(key), property: .key(key)) { () throws(Misfit) in try body(key, input) }
    _ = popLeftOut()
  }

  /// Moves past an object or array that was not read.
  func finishValue(from start: Int) throws(Misfit) {
    if state.reader.position == start { try state.reader.skipValue() }
  }

  /// Moves past a value that was read half-way; `start` and `depth` are those of its beginning.
  func skipValue(from start: Int, depth: Int) throws(Misfit) {
    reader.position = start
    reader.remainingDepth = depth
    try passValue(&state.reader)
  }

  /// Enters one more level of nesting; throws if the depth limit is reached.
  func descend() throws(Misfit) {
    guard state.reader.remainingDepth > 0 else { throw .tooDeep(offset: 0) }
    state.reader.remainingDepth -= 1
  }

  func ascend() { state.reader.remainingDepth += 1 }
}
