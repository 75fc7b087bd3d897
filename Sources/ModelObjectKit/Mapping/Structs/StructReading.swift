import ModelObjectEssentials

/// One value of a user's `Codable` type that is being read, with all that its code asks for.
///
/// Decoders and containers refer to it. It ends with the value: they may be kept, but the text isn't.
/// If none is kept, it reads the next value.
final class StructReading: UncheckedStorage<StructReading.State> {
  let mapping: Mapping
  private let structs: StructState

  struct State {
    fileprivate(set) var rules: Rules
    /// Whether values are converted: in the second pass.
    fileprivate(set) var converts = false
    /// Whether the value has been read, so that nothing is there any more.
    fileprivate(set) var isOver = false
    /// Why the whole mapping ends, although a type's code may have gone on.
    fileprivate(set) var fatal: Misfit?
    /// The keys from the value to the one whose type's code is running.
    fileprivate(set) var path: [any CodingKey] = []
    /// The keys of objects with many, by the nodes of these.
    var tables: [Int: StructKeys] = [:]
    /// The models that the first pass has read, for the second one.
    fileprivate var models: [ReadModel] = []
    /// Where the notes begin on a value that didn't fit, and was perhaps only an attempt.
    fileprivate var attempt: Notes.Mark?
    /// What is around the value.
    fileprivate var outer = Outer()

    fileprivate init(_ rules: Rules) { self.rules = rules }
  }

  fileprivate struct Outer {
    var reading: StructReading?
    var frame: ObjectFrame?
    var coding: AnyObject?
  }

  var rules: Rules { state.rules }
  var converts: Bool { state.converts }
  var isOver: Bool { state.isOver }
  var fatal: Misfit? { state.fatal }
  var path: [any CodingKey] { state.path }

  struct Rules {
    fileprivate(set) var matching: KeyMatching
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
  fileprivate struct ReadModel {
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
    (self.mapping, self.structs) = (mapping, structs)
    super.init(State(rules))
  }
}

// MARK: - The value

extension StructReading {
  /// Reads the value, twice at the most.
  func value<Own: DecodingShape>(
    of input: Input,
    _ shape: Own
  ) throws(Misfit) -> Own.Value {
    state.rules.matching = shape.rule
    let source = try source(of: input)
    begin()
    defer { end(after: source) }
    return try value(at: source, shape)
  }

  private func value<Own: DecodingShape>(
    at source: StructSource,
    _ shape: Own
  ) throws(Misfit) -> Own.Value {
    let mark = mapping.notes.mark
    do throws(Misfit) {
      return try read(source, shape)
    } catch {
      if error.isFatal { throw error }
    }
    forget(since: mark)
    state.converts = true
    do throws(Misfit) {
      return try read(source, shape)
    } catch {
      // Of a root that doesn't fit, a report lists what does.
      if !mapping.notes.steps.isEmpty { mapping.notes.forgetMatches(since: mark) }
      throw error
    }
  }

  /// Reads the elements of an array of the text, as if each were a value by itself; nothing is noted.
  ///
  /// Returns how many don't fit.
  func elements<Own: DecodingShape>(
    from start: Int,
    _ shape: Own,
    into values: inout [Own.Value]
  ) throws(Misfit) -> Int {
    state.rules.matching = shape.rule
    begin()
    defer { end() }
    mapping.reader.position = start
    guard try mapping.state.reader.open(closing: UInt8(ascii: "]")) else { return 0 }
    // Unspecialized code appends to an array by a search for its type.
    let read = StructBuffer<Own.Value>()
    var misfits = 0
    repeat {
      do throws(Misfit) {
        _ = read.append(try element(shape), at: 0)
      } catch {
        if error.isFatal { throw error }
        misfits += 1
      }
      forgetPasses()
    } while try mapping.state.reader.hasMore(closing: UInt8(ascii: "]"))
    values = values.isEmpty ? read.takeAll() : values + read.takeAll()
    return misfits
  }

  /// Reads the value at the reader's position, and moves the reader past it.
  private func element<Own: DecodingShape>(_ shape: Own) throws(Misfit) -> Own.Value {
    var (source, position) = (StructSource.input(.null), 0)
    defer { mapping.reader.position = endInText(of: source) ?? position }
    if mapping.state.reader.next() == UInt8(ascii: "{") {
      position = mapping.reader.position
      source = .node(try mapping.node(at: position), at: position)
    } else {
      let input = try mapping.nextInput()
      (source, position) = (try self.source(of: input), mapping.reader.position)
      // Null isn't a value, unless the type says so in another value.
      if input.isNullOrNullText { throw .null }
    }
    return try value(at: source, shape)
  }

  /// Reads a value exactly, with the errors of its type's code.
  func ownValue<Value: Decodable>(_ type: Value.Type, of input: Input) throws -> Value {
    let source = try source(of: input)
    begin()
    defer { end(after: source) }
    let value = try nested(type, source)
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
      // It is skipped, and with it what a report lists of it; what its list notes of it stays.
      mapping.notes.forgetMatches(since: mark)
      state.attempt = nil
      throw error.isFatal || !input.isNullOrNullText ? error : .null
    }
  }

  private func read<Own: DecodingShape>(
    _ source: StructSource,
    _ shape: Own
  ) throws(Misfit) -> Own.Value {
    let depth = state.path.count
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
    let error = error as? DecodingError
    (structs.lastError.error, structs.lastError.depth) = (error, depth)
    if converts { mapping.noteInside(error?.words(inside: depth), shape) }
    return .mismatch
  }

  private func begin() {
    let coding = ThreadState.current?.coding
    state.outer = Outer(reading: structs.reading, frame: mapping.state.frame, coding: coding)
    structs.reading = self
    state.isOver = false
    mapping.state.frame = nil
    // Coders that a type's code makes don't belong to one around the mapping.
    if coding != nil { ThreadState.current?.coding = nil }
  }

  private func end(after source: StructSource? = nil) {
    state.isOver = true
    structs.reading = state.outer.reading
    mapping.state.frame = state.outer.frame
    if let coding = state.outer.coding { ThreadState.current?.coding = coding }
    state.outer = Outer()
    if let source, let end = endInText(of: source) { mapping.reader.position = end }
    state.fatal = nil
    forgetPasses()
  }

  /// Forgets what the two passes have found out, for the next value.
  private func forgetPasses() {
    (state.converts, state.attempt) = (false, nil)
    if !state.tables.isEmpty { state.tables = [:] }
    if !state.models.isEmpty { state.models = [] }
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
    if let key { state.path.append(key) }
    defer {
      if key != nil { state.path.removeLast() }
      mapping.reader.remainingDepth = depth
    }
    return try Value(from: StructDecoder(self, source, depth: state.path.count))
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

  /// Throws if the mapping has ended.
  func check() throws {
    if let fatal { throw fatal }
  }

  /// Keeps the misfit if it ends the mapping; returns it.
  func stop(_ misfit: Misfit) -> Misfit {
    if misfit.isFatal, state.fatal == nil { state.fatal = misfit }
    return misfit
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
    state.path += decoder.keys
    mapping.notes.enter(decoder.keys.map(\.step))
    _ = mapping.addStep(step, key)
    defer {
      state.path.removeLast(decoder.keys.count)
      mapping.notes.steps.removeLast(mapping.notes.steps.count - steps)
    }
    do {
      return try traced(step, body)
    } catch {
      state.attempt = mark
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
    state.attempt = nil
  }

  /// Forgets what was noted in an attempt that has failed.
  func settle() {
    guard let attempt = state.attempt else { return }
    forget(since: attempt)
  }

  /// Notes that an optional is nil because what is there doesn't fit.
  func note<Value: Decodable>(
    _ error: any Error,
    _ source: StructSource,
    inside depth: Int,
    since start: Notes.Mark,
    _ type: Value.Type
  ) {
    state.attempt = nil
    mapping.notes.forgetMatches(since: start)
    let shape: any Shape = StructType.of(type).shape ?? DecodableShape<Value>()
    let misfit = misfit(error, shape, inside: depth + 1)
    if case .null = misfit { return }
    mapping.state.misfitCount += 1
    guard mapping.notes.isOn, !misfit.isFatal else { return }
    let (input, mark) = ((try? input(source)) ?? .null, mapping.notes.mark)
    mapping.noteMisfit(
      misfit,
      of: input,
      as: shape,
      options: mapping.options,
      since: mark,
      subject: .property
    )
  }

  /// Whether a report lists the parts of the value: it is what the caller asks for.
  var listsParts: Bool { structs.listsParts }

  /// Notes for a report that an optional has no key.
  func noteMissing(_ name: String) {
    guard listsParts else { return }
    settle()
    mapping.notes.add(mapping.unmapped(name, because: "no such key"))
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
      return try mapping.model(of: type, from: try input(source), updating: nil)
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
      let known = state.models.firstIndex(where: { $0.place == place && $0.type == declared })
    {
      let model = state.models.remove(at: known)
      mapping.notes.add(model.notes)
      mapping.reader.position = model.end
      return try model.result.get()
    }
    let mark = mapping.notes.mark
    let result = result(of: pairs, declared)
    if !converts {
      let notes = mapping.notes.postponed(since: mark)
      let end = mapping.reader.position
      state.models.append(
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
