import ModelObjectEssentials

/// One decoding: a model, and the models in it, from any decoder.
///
/// It is in the thread's state while a decoder decodes a value: models in the value have no other
/// way to the options, the notes and the object around them.
final class ModelDecoding {
  /// The mapping whose options, notes and table of conversions are used.
  let mapping: Mapping
  /// The options in the decoder's `userInfo`.
  private let options: MappingOptions?
  /// Whether all decoders of the same coder have these.
  private let passesOptions: Bool
  /// Whether there are such options: then their dates count, not the decoder's.
  let usesOwnDates: Bool
  /// Whether the decoder is that of a row, whose columns may hold JSON.
  let readsRow: Bool
  /// Whether a container around the present value is decoded whole, to be decoded in parts if that
  /// fails: then this value isn't tried twice as well.
  var isTried: Bool
  /// The input that was given to the table last.
  var tableInput = Input.null
  /// The existing model that the next decoded object updates.
  var existing: AnyObject?
  /// Whether the next decoded object is refused if it may be none: its place is asked again then.
  var refusesEmpty = false
  /// What is to be done with the decoder of a `Visited` value.
  var visitor: ((any Decoder) throws -> Any?)?
  /// The length of the coding path whose steps other code puts in front of notes; nil for the root.
  var notedDepth: Int?
  /// Whether parts that can't be read are marked: the table refuses these, and hooks don't get them.
  var marksUnreadable = false
  /// How many arrays are around the value for which the decoder gave an empty object, too.
  var loneElements = 0
  /// The decoder's error about a text that isn't JSON.
  var syntaxError: (any Error)?
  /// Whether such arrays were found to be nested without end.
  var isBottomless = false
  /// Whether the scalar before this one was a number, so that this one is probably, too.
  var expectsNumber = false

  /// The kind of the present decoder: a column of a row may hold JSON.
  var kind: any CoderKind

  private init(_ decoder: any Decoder) {
    kind = CoderKinds.of(decoder)
    let options = decoder.userInfo[.mappingOptions] as? MappingOptions
    mapping = Mapping(options: .fixed(options), isDecoding: true)
    (self.options, passesOptions) = (options, kind is FoundationCoders)
    usesOwnDates = options != nil
    readsRow = kind is RowCoders
    isTried = false
    mapping.pass(decoder.userInfo)
  }

  /// The decoding that the present thread is running.
  static var current: ModelDecoding? { ThreadState.current?.coding as? ModelDecoding }

  /// Calls a closure that decodes a value, in which there may be models of this decoding.
  func whileCurrent<Value, Failure>(_ body: () throws(Failure) -> Value) throws(Failure) -> Value {
    try ThreadState.with(coding: self, body)
  }

  /// Calls a closure that decodes a container, or returns nil for any other value: only a container
  /// can be too deep.
  func atNextLevel<Value>(
    _ decode: () throws(Misfit) -> Value?
  ) throws(Misfit) -> Value? {
    let levels = mapping.reader.remainingDepth
    mapping.reader.remainingDepth = max(levels - 1, 0)
    defer { mapping.reader.remainingDepth = levels }
    let value = try decode()
    guard value == nil || levels > 0 else { throw .tooDeep(offset: 0) }
    return value
  }

  /// What a decoder holds, as JSON.
  static func json(in decoder: any Decoder) throws -> RawJSON {
    let decoding = ModelDecoding(decoder)
    let mapping = decoding.mapping
    do throws(Misfit) {
      let place: DecodingPlace
      do { place = try decoding.place(in: decoder) } catch { throw .mismatch }
      let input = try place.input(.any)
      guard let json = try RawJSON.read(input, mapping) else { throw .mismatch }
      return json
    } catch {
      if let syntaxError = decoding.syntaxError { throw syntaxError }
      guard case .mismatch = error else { throw mapping.error(for: error) }
      let path = decoder.codingPath
      let context = DecodingError.Context(codingPath: path, debugDescription: "no value of JSON")
      throw DecodingError.typeMismatch(RawJSON.self, context)
    }
  }

  /// Calls a closure that looks at a value before it is mapped, with whether anything is noted.
  ///
  /// What is noted meanwhile would be noted twice.
  func withoutNotes<Value>(
    _ body: (Bool) throws(Misfit) -> Value
  ) throws(Misfit) -> Value {
    let (mark, isNoted) = (mapping.notes.mark, mapping.notes.isOn)
    defer { mapping.notes.forget(since: mark) }
    return try body(isNoted)
  }

  // MARK: - Models

  /// Begins a model that decodes itself; returns the coding that the thread was running.
  @inline(never)
  func beginModel(_ existing: AnyObject?, takesEmpty: Bool) -> AnyObject? {
    let state = ThreadState.ofThread()
    let outer = state.coding
    state.coding = self
    (self.existing, refusesEmpty) = (existing, !takesEmpty && !kind.converts)
    return outer
  }

  @inline(never)
  func endModel(_ outer: AnyObject?) {
    ThreadState.ofThread().coding = outer
    (existing, refusesEmpty) = (nil, false)
  }

  /// Decodes the root, or a model nested in it.
  static func model(_ type: any Model.Type, from decoder: any Decoder) throws -> any Model {
    if let model = try modelInStruct(type, from: decoder) { return model }
    let current = current
    // Decodings that the classes' own code begins meanwhile don't belong to this one.
    ThreadState.current?.coding = nil
    defer { ThreadState.current?.coding = current }
    if let current, current.isOf(decoder) { return try current.nested(type, decoder) }
    return try ModelDecoding(decoder).root(type, decoder)
  }

  /// A model in a value that the library itself decodes; nil if another decoder does, or if it is an
  /// archive's and no object of that.
  @inline(never)
  private static func modelInStruct(
    _ type: any Model.Type,
    from decoder: any Decoder
  ) throws -> (any Model)? {
    guard let decoder = decoder as? StructDecoder else { return nil }
    let (reading, source) = (decoder.reading, decoder.source)
    guard reading.rules.isArchived else { return try reading.model(type, source) }
    return try reading.archivedModel(at: source, of: type)
  }

  /// Whether a decoder is of this decoding, as far as its `userInfo` tells: the code of a user's type
  /// may make others.
  private func isOf(_ decoder: any Decoder) -> Bool {
    guard let options else { return decoder.userInfo[.mappingOptions] == nil }
    // Only Foundation's pass their `userInfo` on for certain.
    guard passesOptions else { return true }
    return (decoder.userInfo[.mappingOptions] as? MappingOptions)?.isLike(options) == true
  }

  @inline(never)
  private func root(_ type: any Model.Type, _ decoder: any Decoder) throws -> any Model {
    try Mapping.checkRoot(type)
    let container = try decoder.container(keyedBy: AnyKey.self)
    mapping.fixOptions(of: type)
    notedDepth = container.codingPath.count + 1
    let object = DecodedObject(self, container)
    let archived = decoder.userInfo[.losesNothing] as? ArchivedValue
    if archived?.tellsMisfits == true { mapping.notes.reportedKinds = IssueKinds(.typeMismatch) }
    defer { archived?.add(mapping.notes.issues, from: decoder) }
    do {
      return try mapping.rootValue { () throws(Misfit) in
        let model = try mapping.rootModel(from: .decoded(object), declared: type)
        try object.keepRests(for: model)
        return model
      }
    } catch let error as ModelError {
      if let syntaxError { throw syntaxError }
      throw decoder.codingPath.reversed().reduce(error) { $0.prefixed(with: $1.step) }
    }
  }

  /// A nested model, in a property or in a user's own type.
  func nested(_ declared: any Model.Type, _ decoder: any Decoder) throws -> any Model {
    let nested = try enter(declared, decoder)
    defer { leave(nested) }
    let source = ObjectSource.decoded(nested.object)
    let existing = nested.existing
    let model = try mapping.model(from: source, declared: nested.type, existing: existing)
    try nested.object.keepRests(for: model)
    return model
  }

  /// A nested model, and the state of the decoding in front of it.
  private final class Nested {
    let type: any Model.Type
    let existing: AnyObject?
    let object: DecodedObject
    let notedDepth: Int?
    let kind: any CoderKind
    let marksUnreadable: Bool
    let steps: [Notes.Step]

    init(
      _ type: any Model.Type,
      existing: AnyObject?,
      from container: KeyedSource,
      in decoding: ModelDecoding
    ) {
      (self.type, self.existing) = (type, existing)
      object = DecodedObject(decoding, container)
      (notedDepth, kind) = (decoding.notedDepth, decoding.kind)
      (marksUnreadable, steps) = (decoding.marksUnreadable, decoding.mapping.notes.steps)
    }
  }

  @inline(never)
  private func leave(_ nested: Nested) {
    (notedDepth, kind) = (nested.notedDepth, nested.kind)
    (marksUnreadable, mapping.notes.steps) = (nested.marksUnreadable, nested.steps)
  }

  /// Throws if the thread's stack has no room for another level, and for the coding path.
  @inline(never)
  func checkStack() throws(Misfit) {
    let levels = mapping.options.maximumDepth - mapping.reader.remainingDepth
    try mapping.checkStack(with: levels * StackLimit.sizeOfCodingStep)
  }

  @inline(never)
  private func enter(_ declared: any Model.Type, _ decoder: any Decoder) throws -> Nested {
    let (existing, refusesEmpty) = (existing, refusesEmpty)
    (self.existing, self.refusesEmpty) = (nil, false)
    try checkStack()
    // The decoder's own error is passed on: by it a row learns that the column is JSON.
    let container = try decoder.container(keyedBy: AnyKey.self)
    let named = mapping.elementClass
    let type = named.flatMap { isSubclass($0, of: declared) ? $0 : nil } ?? declared
    guard type != type.root else { throw Misfit.mismatch }
    let nested = Nested(type, existing: existing, from: container, in: self)
    let kind = CoderKinds.of(decoder)
    if refusesEmpty, !kind.converts {
      try nested.object.checkKeys(for: SchemaCache.schema(of: type))
    }
    if let notedDepth {
      // The coding path between a property and a model in its value.
      mapping.notes.enter(decoder.codingPath.dropFirst(notedDepth).map(\.step))
    }
    // That of a property.
    notedDepth = container.codingPath.count + 1
    marksUnreadable = false
    self.kind = kind
    return nested
  }
}

/// It isn't known whether there is an object.
struct EmptyObject: Error {
  let isText: Bool
}
