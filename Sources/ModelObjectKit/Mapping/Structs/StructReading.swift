import ModelObjectEssentials

/// One value of a user's `Codable` type that is being read, with all that its code asks for.
///
/// Decoders and containers refer to it. It ends with the value: they may be kept, but the text isn't.
final class StructReading {
  let mapping: Mapping
  let rules: Rules
  private let structs: StructState
  /// Whether values are converted: in the second pass.
  private(set) var converts = false
  /// Whether the value has been read, so that nothing is there any more.
  private(set) var isOver = false
  /// Why the whole mapping ends, although a type's code may have gone on.
  private(set) var fatal: Misfit?
  /// The keys from the value to the one whose type's code is running.
  private(set) var path: [any CodingKey] = []
  /// The object of the text in which a key was found last, and the node of the next one.
  var cursor = (object: -1, next: 0)
  /// The keys of objects with many, by the nodes of these.
  var tables: [Int: StructKeys] = [:]
  /// The models that the first pass has read, for the second one.
  private var models: [ReadModel] = []
  /// Where the notes begin on a value that didn't fit, and was perhaps only an attempt.
  private var attempt: Notes.Mark?
  /// What is around the value.
  private var outer: (reading: StructReading?, frame: ObjectFrame?, coding: AnyObject?)

  struct Rules {
    let matching: KeyMatching
    let userInfo: [CodingUserInfoKey: Any]
    /// Whether the value has encoded itself in an archive: it is read exactly, with its dates and models
    /// as the encoder wrote them.
    let isArchived: Bool

    init(matching: KeyMatching, userInfo: [CodingUserInfoKey: Any]) {
      (self.matching, self.userInfo, isArchived) = (matching, userInfo, false)
    }

    init(archived: ArchivedValue) {
      (matching, userInfo, isArchived) = (.exact, [.losesNothing: archived], true)
    }
  }

  /// What became of a model in the first pass.
  private struct ReadModel {
    let place: Place
    let type: any Model.Type
    let result: Result<any Model, Misfit>
    let notes: Notes.Postponed
    /// The offset after it in the text.
    let end: Int

    enum Place: Equatable {
      case text(Int)
      case tree(StorageMark)
    }
  }

  init(_ mapping: Mapping, _ structs: StructState, _ rules: Rules) {
    (self.mapping, self.structs, self.rules) = (mapping, structs, rules)
    outer = (structs.reading, mapping.state.frame, ThreadState.current?.coding)
  }
}

// MARK: - The value

extension StructReading {
  /// Reads the value, twice at the most.
  func value<Own: DecodingShape>(
    of input: Input,
    _ shape: Own
  ) throws(Misfit) -> Own.Value {
    let source = try begin(input)
    defer { end(source) }
    let mark = mapping.notes.mark
    do throws(Misfit) {
      return try read(source, shape)
    } catch {
      if error.isFatal { throw error }
    }
    forget(since: mark)
    (converts, cursor) = (true, (-1, 0))
    return try read(source, shape)
  }

  /// Reads a value exactly, with the errors of its type's code.
  func ownValue<Value: Decodable>(of input: Input) throws -> Value {
    let source = try begin(input)
    defer { end(source) }
    let value = try nested(Value.self, source)
    if let fatal { throw fatal }
    return value
  }

  /// Reads an element of a list or a dictionary in the second pass.
  func part<Own: DecodingShape>(
    _ input: Input,
    _ shape: Own
  ) throws(Misfit) -> Own.Value {
    let (source, position) = (try source(of: input), mapping.reader.position)
    let mark = mapping.notes.mark
    defer { mapping.reader.position = endInText(of: source) ?? position }
    do throws(Misfit) {
      return try read(source, shape)
    } catch {
      // It is skipped, and with it what a report lists of it.
      mapping.notes.forgetFacts(since: mark, areMatches: true)
      throw error.isFatal || !input.isNullOrNullText ? error : .null
    }
  }

  private func read<Own: DecodingShape>(
    _ source: StructSource,
    _ shape: Own
  ) throws(Misfit) -> Own.Value {
    let depth = path.count
    do {
      let value = try nested(Own.Value.self, source)
      settle()
      if let fatal { throw fatal }
      return value
    } catch {
      if let fatal { throw fatal }
      throw misfit(error, shape, inside: depth)
    }
  }

  /// The misfit for an error of a type's code; in the second pass, the reason is told.
  func misfit(_ error: any Error, _ shape: any Shape, inside depth: Int) -> Misfit {
    if let misfit = error as? Misfit { return misfit }
    structs.lastError = (error as? DecodingError, depth)
    if converts { mapping.noteInside((error as? DecodingError)?.words(inside: depth), shape) }
    return .mismatch
  }

  private func begin(_ input: Input) throws(Misfit) -> StructSource {
    let source = try source(of: input)
    structs.reading = self
    mapping.state.frame = nil
    // Coders that a type's code makes don't belong to one around the mapping.
    if outer.coding != nil { ThreadState.current?.coding = nil }
    return source
  }

  private func end(_ source: StructSource) {
    isOver = true
    structs.reading = outer.reading
    mapping.state.frame = outer.frame
    if outer.coding != nil { ThreadState.current?.coding = outer.coding }
    if let end = endInText(of: source) { mapping.reader.position = end }
  }

  /// The offset after what is at a source of the text; nil for another source.
  private func endInText(of source: StructSource) -> Int? {
    guard case .node(let index, let offset) = source, case let node = node(index, at: offset),
      node >= 0
    else { return nil }
    return mapping.state.tape.end(of: node)
  }

  /// Where an input is: an object or array of the text is recorded as a whole.
  private func source(of input: Input) throws(Misfit) -> StructSource {
    switch input {
    case .object(.text(let start)), .array(.text(let start)):
      .node(try mapping.node(at: start), at: start)
    default: .input(input)
    }
  }

  /// Calls the code of a type with a decoder of what is at a source.
  func nested<Value: Decodable>(
    _ type: Value.Type,
    _ source: StructSource,
    at key: (any CodingKey)? = nil
  ) throws -> Value {
    let depth = mapping.reader.remainingDepth
    try enter(source)
    if let key { path.append(key) }
    defer {
      if key != nil { path.removeLast() }
      mapping.reader.remainingDepth = depth
    }
    return try Value(from: StructDecoder(reading: self, source: source, depth: path.count))
  }

  private func enter(_ source: StructSource) throws {
    try check()
    do throws(Misfit) {
      try mapping.checkStack()
      if isContainer(source) { try mapping.descend() }
    } catch {
      throw stop(error)
    }
  }

  /// Throws if the value was read before, or if the mapping has ended.
  func check() throws {
    if isOver { throw DecodingError.dataCorrupted(context("the value has been read before")) }
    if let fatal { throw fatal }
  }

  /// Keeps the misfit if it ends the mapping; returns it.
  func stop(_ misfit: Misfit) -> Misfit {
    if misfit.isFatal, fatal == nil { fatal = misfit }
    return misfit
  }

  func context(_ words: String, _ keys: [any CodingKey] = []) -> DecodingError.Context {
    DecodingError.Context(codingPath: path + keys, debugDescription: words)
  }
}

// MARK: - Notes

extension StructReading {
  /// Calls a closure that reads the value at a key, with the step to it in the paths of notes.
  ///
  /// If that fails, and the type's code goes on all the same, it was only an attempt, and what was
  /// noted in it counts no more.
  @inline(__always)
  func within<Value>(
    _ decoder: StructDecoder,
    _ step: @autoclosure () -> PathStep,
    _ key: @autoclosure () -> PathStep,
    _ body: () throws -> Value
  ) throws -> Value {
    guard mapping.notes.isOn || !decoder.keys.isEmpty else { return try traced(step(), body) }
    return try noting(decoder, step(), key(), body)
  }

  @inline(never)
  private func noting<Value>(
    _ decoder: StructDecoder,
    _ step: PathStep,
    _ key: PathStep,
    _ body: () throws -> Value
  ) throws -> Value {
    settle()
    let (mark, steps) = (mapping.notes.mark, mapping.notes.steps.count)
    // The keys of containers that were taken by hand.
    path += decoder.keys
    mapping.notes.enter(decoder.keys.map(\.step))
    _ = mapping.addStep(step, key)
    defer {
      path.removeLast(decoder.keys.count)
      mapping.notes.steps.removeLast(mapping.notes.steps.count - steps)
    }
    do {
      return try traced(step, body)
    } catch {
      attempt = mark
      throw error
    }
  }

  @inline(__always)
  private func traced<Value>(
    _ step: @autoclosure () -> PathStep,
    _ body: () throws -> Value
  ) throws -> Value {
    do {
      return try body()
    } catch {
      if let fatal { mapping.trace(fatal, step()) }
      throw error
    }
  }

  /// Forgets what was noted since a mark, in an attempt that has failed.
  func forget(since mark: Notes.Mark) {
    mapping.notes.forget(since: mark)
    attempt = nil
  }

  /// Forgets what was noted in an attempt that has failed.
  func settle() {
    guard let attempt else { return }
    forget(since: attempt)
  }

  /// Notes that an optional is nil because what is there doesn't fit.
  func note<Value: Decodable>(
    _ error: any Error,
    _ source: StructSource,
    inside depth: Int,
    _ type: Value.Type
  ) {
    attempt = nil
    let shape: any Shape = StructType.of(type).shape ?? DecodableShape<Value>()
    let misfit = misfit(error, shape, inside: depth + 1)
    if case .null = misfit { return }
    mapping.note(misfit, (try? input(source)) ?? .null, shape)
    _ = mapping.popLeftOut()
  }

  /// Whether a report lists the parts of the value: it is what the caller asks for.
  var listsParts: Bool { structs.listsParts }

  /// Notes for a report that an optional has no key.
  func noteMissing(_ name: String) {
    if listsParts { mapping.notes.add(mapping.unmapped(name, "no such key")) }
  }

  /// Notes for a report what a key has become; what is in an object has lines of its own.
  func noteMatch<Value: Decodable>(_ value: Value?, _ source: StructSource) {
    let shape = StructType.of(Value.self).shape
    guard shape.map({ !$0.isEncoded && !$0.heldModels.holdsModels }) ?? !isContainer(source)
    else { return }
    let text = value.map { value in shape?.text(any: value) ?? shownText(of: value) } ?? "nil"
    mapping.noteMatch(text)
  }

  /// Reads a value whose parts have no lines of their own in a report.
  func asOne<Value>(_ body: () throws -> Value) rethrows -> Value {
    let outer = structs.listsParts
    structs.listsParts = false
    defer { structs.listsParts = outer }
    return try body()
  }
}

// MARK: - Models

extension StructReading {
  /// Reads a model that a type's code asks for.
  func model(_ type: any Model.Type, _ source: StructSource) throws -> any Model {
    try check()
    let depth = mapping.reader.remainingDepth
    defer { mapping.reader.remainingDepth = depth }
    do throws(Misfit) {
      return try readModel(try input(source), type, nil, mapping)
    } catch {
      throw stop(error)
    }
  }

  /// Makes a model of an object in the value; one that the first pass has made isn't made again.
  func model(
    from pairs: Input.Pairs,
    declared: any Model.Type
  ) throws(Misfit) -> any Model {
    let place: ReadModel.Place =
      switch pairs {
      case .text(let start): .text(start)
      case .tree(let pairs): .tree(StorageMark(pairs))
      }
    if converts,
      let known = models.firstIndex(where: { $0.place == place && $0.type == declared })
    {
      let model = models.remove(at: known)
      mapping.notes.add(model.notes)
      mapping.reader.position = model.end
      return try model.result.get()
    }
    let mark = mapping.notes.mark
    let result = result(of: pairs, declared)
    if !converts {
      let notes = mapping.notes.postponed(since: mark)
      let end = mapping.reader.position
      models.append(
        ReadModel(place: place, type: declared, result: result, notes: notes, end: end)
      )
    }
    return try result.get()
  }

  private func result(
    of pairs: Input.Pairs,
    _ type: any Model.Type
  ) -> Result<any Model, Misfit> {
    structs.reading = nil
    defer { structs.reading = self }
    do throws(Misfit) {
      guard try !mapping.isReference(pairs) else { throw .mismatch }
      return .success(try mapping.model(from: ObjectSource(pairs), declared: type, existing: nil))
    } catch {
      return .failure(error)
    }
  }
}
