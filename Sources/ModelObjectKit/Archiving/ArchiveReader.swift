import ModelObjectEssentials

/// The unarchiving of models from the bytes of an archive.
///
/// An object is made by `init()` when a value refers to it, and is added to a list to be decoded
/// later: so references and cycles need no order, and a chain of any length takes no stack.
final class ArchiveReader: UncheckedStorage<ArchiveReader.State> {
  struct State: ~Copyable {
    /// The archive of the object whose values are being read.
    fileprivate(set) var document: StoredDocument
    fileprivate(set) var models: [(any Model)?]
    /// The numbers of the objects in the order in which they were made, and how many of them are
    /// decoded.
    fileprivate(set) var made: [Int] = []
    fileprivate var filledCount = 0
    /// How the objects were found.
    var origins = ObjectTrail()
    /// How the last part of an object was to be decoded.
    fileprivate var lastPart: ClassFilling?
    /// The models that the value being read may hold.
    var allowed = AllowedModels.none
    /// The skipped objects, with the reasons.
    var leftOut = LeftOutObjects()
    /// What is made otherwise by each opening; nil unless a store file is opened.
    var generated: GeneratedValues?
    /// Whether models in the value being read were made of plain values.
    var isConverted = false
    /// How many such values had parts that don't fit.
    var misfitCount = 0
    /// Whether elements of the value being read are hashed.
    var hashesElements = false
    /// What the `Codable` values cost that were made plain values.
    var plainCost = 0
    /// Whether the models in `Codable` values are complete, so that these may be read.
    var areComplete = false
    /// The models in the `Codable` values that wait for them; nil if none waits.
    var awaited: [any Model]?
  }

  let registry = ClassRegistry()
  let archivedClasses: [any Model.Type]
  /// The archive, or those of a store file.
  let documents: [StoredDocument]
  let tables: [StoredTable]
  /// The last versions of a store file's objects.
  let versions: StoredVersions?
  /// The sets of models that are still to be made.
  var postponed: [PostponedSet] = []
  /// What long strings have become.
  let longValues = LongValues()
  /// What else their uses cost.
  let budget: ArchiveBudget
  /// What a census is to know; nil if the objects are opened to be used.
  let counts: ArchiveCounts?
  /// The error that ended the reading.
  var failure: ModelError?
  var stack = StackLimit()
  lazy var unarchiver = ModelUnarchiver(self)

  /// Calls a closure with what reads an archive or a store file; it reads the bytes in place, so that
  /// it can't be used later.
  static func reading<Result>(
    _ data: Data,
    classes: [any Model.Type],
    counts: ArchiveCounts? = nil,
    _ body: (ArchiveReader) throws -> Result
  ) throws -> Result {
    try reading(data, frames: StoreFrames(data), classes: classes, counts: counts, body)
  }

  /// The same for data whose frames are known; nil if it is an archive.
  static func reading<Result>(
    _ data: Data,
    frames: StoreFrames?,
    classes: [any Model.Type],
    counts: ArchiveCounts? = nil,
    _ body: (ArchiveReader) throws -> Result
  ) throws -> Result {
    try ByteView.with(data) { bytes in
      let archives = frames?.places.map { bytes[$0.lowerBound, $0.upperBound] }
      return try body(ArchiveReader(archives ?? [bytes], classes: classes, counts: counts))
    }
  }

  /// There is at least one archive.
  private init(_ archives: [ByteView], classes: [any Model.Type], counts: ArchiveCounts?) throws {
    archivedClasses = classes
    self.counts = counts
    let budget = ArchiveBudget(archives.reduce(0) { $0 + $1.count })
    self.budget = budget
    var documents = [try StoredDocument(archives[0], after: nil, budget)]
    for archive in archives.dropFirst() {
      documents.append(try StoredDocument(archive, after: documents[documents.count - 1], budget))
    }
    self.documents = documents
    tables = documents.flatMap(\.tables)
    versions = documents.count > 1 ? try StoredVersions(documents) : nil
    let count = documents[documents.count - 1].numbers.upperBound
    super.init(State(document: documents[0], models: Array(repeating: nil, count: count)))
    for type in classes { registry.add(type) }
  }

  /// The table that holds an object; nil if none does.
  func table(of number: Int) -> StoredTable? { tables.table(of: number) }

  /// The value of an object for a key, which is read from here on; nil if there is none.
  @inline(never)
  func stored(_ key: String, of number: Int) throws(Misfit) -> Input? {
    enter(number)
    return try state.document.input(key, of: number)
  }

  /// Begins to read the values of an object.
  func enter(_ number: Int) {
    guard !state.document.numbers.contains(number), let table = table(of: number) else { return }
    state.document = documents[table.archive]
  }

  /// Ends the reading with an error.
  func stop(_ code: ModelError.Code, _ message: String) -> Misfit {
    stop(ModelError(code, path: state.origins.path, message: message))
  }

  func stop(_ error: ModelError) -> Misfit {
    if failure == nil { failure = error }
    return .stopped
  }

  /// The error that ended the reading; without a reason, the archive is damaged.
  @inline(never)
  func finalError() -> ModelError {
    if failure == nil { _ = stop(.invalidArchive, budget.refusal ?? "damaged") }
    return failure ?? ModelError(.invalidArchive)
  }
}

// MARK: - Objects

extension ArchiveReader {
  /// The model with a number, which is made if it is new; throws if the value being read may not
  /// hold it.
  func model(number: Int) throws(Misfit) -> any Model {
    let number = versions?.last(of: number) ?? number
    guard state.models.indices.contains(number) else {
      throw stop(.invalidArchive, "there is no object \(number)")
    }
    guard !state.leftOut.contains(number) else { throw .mismatch }
    if case .none = state.allowed { throw .mismatch }
    if let known = state.models[number] {
      try checkAllowed(type(of: known), number)
      return known
    }
    let filling = try filling(of: number, after: state.lastPart)
    state.lastPart = filling
    try checkAllowed(filling.schema.type, number)
    return make(filling.schema.type, number)
  }

  private func checkAllowed(_ type: any Model.Type, _ number: Int) throws(Misfit) {
    guard case .of(let declared) = state.allowed, type != declared, !isSubclass(type, of: declared)
    else { return }
    let name = table(of: number)?.name.cut(to: 200) ?? ""
    throw skip(
      "an object of class \(nameWithoutAddress(of: type)) is not allowed where"
        + " \(nameWithoutAddress(of: declared)) is declared. If that class was renamed, list"
        + " \"\(name)\" in \(declared).formerArchiveNames."
    )
  }

  /// Makes a new model of the class of an object.
  func make(_ type: any Model.Type, _ number: Int) -> any Model {
    let model = type.init()
    state.models[number] = model
    state.made.append(number)
    state.origins.add(number)
    return model
  }

  /// The misfit of an object whose class is unknown: it is skipped, or ends the reading.
  func skip(_ message: String, _ number: Int? = nil) -> Misfit {
    guard state.leftOut.skipsUnknown else { return stop(.unknownClass, message) }
    let name = number.flatMap { table(of: $0)?.name.cut(to: 200) }
    state.leftOut.add(number, of: name ?? "", because: message, path: state.origins.path)
    return .mismatch
  }

  /// The misfit of a snapshot whose model is of an unknown class, or is rejected: it is left out as an
  /// object would be, or ends the reading.
  func refuse(_ error: ModelError) -> Misfit {
    let isLeftOut =
      error.code == .rejected ? state.leftOut.skipsRejected : state.leftOut.skipsUnknown
    let message = "a snapshot can't be opened: \(error)"
    guard isLeftOut || counts != nil else { return stop(error.code, message) }
    state.leftOut.add(nil, of: "", because: message, path: state.origins.path)
    return .mismatch
  }

  /// How an object is decoded, perhaps as the one before it.
  func filling(of number: Int, after last: ClassFilling? = nil) throws(Misfit) -> ClassFilling {
    if let last, last.numbers.contains(number) { return last }
    guard let table = table(of: number), table.places.isEmpty else { throw .damaged }
    if let filling = table.filling { return filling }
    let types = registry.find(table.name)
    if types.count > 1 {
      throw stop(.unsupportedValue, ArchiveName.mistake(table.name, types))
    }
    guard let type = types.first else {
      let name = table.name.cut(to: 200)
      let message = "there is no class \"\(name)\". Pass it in classes: or subclasses:. If it was"
      throw skip(message + " renamed, list \"\(name)\" in its formerArchiveNames.", number)
    }
    do throws(Misfit) {
      let filling = try ClassFilling(type, table, isOfKnownClass: registry.knows(type))
      table.filling = filling
      return filling
    } catch {
      let path = state.origins.path(to: table.damagedKey ?? "")
      let message = budget.refusal ?? "damaged"
      throw stop(ModelError(.invalidArchive, path: path, message: message))
    }
  }

  /// Decodes the objects that have been made, and those that are made meanwhile.
  func fillAll() throws(Misfit) {
    var last: ClassFilling?
    while state.filledCount < state.made.count {
      let number = state.made[state.filledCount]
      state.filledCount += 1
      guard let model = state.models[number] else { continue }
      let filling = try filling(of: number, after: last)
      last = filling
      if filling.schema.hooks.contains(.decode), let model = model as? any ArchivingModel {
        try decode(model, number)
      } else {
        try fill(model, filling, number: number, atOnce: false)
      }
      if let counts { try count(number, filling, into: counts) }
    }
  }

  /// Sets the properties of a model from an object of the archive.
  ///
  /// A set of models is made later, when its members are complete. A model that decodes itself has it
  /// at once, and then once more.
  func fill(
    _ model: any Model,
    _ filling: ClassFilling,
    number: Int,
    atOnce: Bool
  ) throws(Misfit) {
    enter(number)
    let document = state.document
    let row = number - filling.numbers.lowerBound
    for index in 0..<filling.direct.count {
      if let direct = filling.direct[index] {
        try store(direct, row, in: model, of: filling, at: index)
        continue
      }
      let property = filling.properties[index]
      guard !ObjectMemory.with(model, { property.store(row, in: $0) }) else { continue }
      state.origins.current = (number, property.name)
      if let structs = property.structs, try structs.store(row, in: ObjectMemory(model), self) {
        extendLifetime(model)
        continue
      }
      let stored: Input? =
        if let column = property.column {
          try document.input(in: column, row)
        } else {
          try document.input(property.name, of: number)
        }
      guard let stored else { continue }
      let members: [any Model]
      if property.comparesModels {
        members = try touch(stored, property.property.shape, fills: atOnce)
      } else {
        try read(stored, property.property, into: model)
        guard let awaited = popAwaited() else { continue }
        if atOnce {
          try fillIfPossible()
          try readComplete(stored, of: property.property, into: model) { () throws(Misfit) in
            try fillIfPossible()
          }
          continue
        }
        members = awaited
      }
      guard atOnce else {
        postponed.append(
          PostponedSet(number, property.property, key: property.name, members: members)
        )
        continue
      }
      try whole(members) { (isAgain) throws(Misfit) in
        try read(stored, property.property, into: model, isAgain: isAgain)
      } _: {
        ModelLister.models(in: property.property, of: model)
      }
    }
  }

  /// Sets a property to a value whose models are complete.
  ///
  /// A type's own code may ask for more of them than before: these are decoded by the closure.
  func readComplete(
    _ stored: Input,
    of property: Property,
    into model: any Model,
    _ fillMore: () throws(Misfit) -> Void
  ) throws(Misfit) {
    let (origin, document) = (state.origins.current, state.document)
    while true {
      let count = state.made.count
      try complete { () throws(Misfit) in try read(stored, property, into: model) }
      guard state.made.count > count, state.filledCount < state.made.count else { return }
      try fillMore()
      (state.origins.current, state.document) = (origin, document)
    }
  }

  /// Sets a property to its archived value, unless that doesn't fit.
  func read(
    _ stored: Input,
    _ property: Property,
    into model: any Model,
    isAgain: Bool = false
  ) throws(Misfit) {
    state.allowed = property.heldModels.allowed
    state.hashesElements = property.heldModels.areHashed
    counts?.current = isAgain ? nil : (type(of: model), property)
    defer { counts?.current = nil }
    state.isConverted = false
    do throws(Misfit) {
      try map(stored, property, into: model)
    } catch {
      if error.isFatal { throw error }
      if state.awaited != nil { return }
      countMisfit(stored, property.shape)
      return compareDefault(of: property, in: model)
    }
    guard state.awaited == nil, state.isConverted || property.shape.isArchivedApart else { return }
    compareDefault(of: property, in: model) { (other) throws(Misfit) in
      try self.map(stored, property, into: other)
    }
  }

  func map(
    _ stored: Input,
    _ property: Property,
    into model: any Model
  ) throws(Misfit) {
    let input = try withModels(stored)
    func read(_ model: any Model) throws(Misfit) {
      try converting(input, to: property.shape) { (input, context) throws(Misfit) in
        try property.map(input, into: model, context)
      }
    }
    guard case .foreign(let value) = input, value is EncodedValue,
      try isEncoded(input, byOtherThan: property.shape)
    else { return try read(model) }
    try convert(input, of: property, into: model, read)
  }

  /// Calls a closure with a value and what reads it: a mapping of plain values if a user's type has
  /// encoded it, and the type is another one now.
  ///
  /// What doesn't fit in plain values is counted as a misfit of all.
  func converting<Value>(
    _ input: Input,
    to shape: any Shape,
    _ read: (Input, any ValueContext) throws(Misfit) -> Value
  ) throws(Misfit) -> Value {
    guard !input.isNil || shape.wrapped.takesNull else { return try read(.null, self) }
    guard try isEncoded(input, byOtherThan: shape) else { return try read(input, self) }
    state.isConverted = true
    // The encoder of archives writes dates as seconds since 2001.
    let options: FixedOptions =
      if case .of(let type) = shape.heldModels.allowed { SchemaCache.schema(of: type).options } else
      { .lenient }
    let mapping = Mapping(options: options.ofArchive)
    if tellsMisfits { mapping.notes.reportedKinds = IssueKinds(.typeMismatch) }
    let value = try read(Input(try countedTree(of: input)), mapping)
    if mapping.notes.issueCount > 0 {
      state.misfitCount += 1
      countMisfit(input, shape)
    }
    return value
  }

  private func isEncoded(_ input: Input, byOtherThan shape: any Shape) throws(Misfit) -> Bool {
    switch input {
    case .foreign(let value): guard type(of: value) == EncodedValue.self else { return false }
    case .array, .object: break
    default: return false
    }
    return shape.isEncoded || shape.keepsText ? false : try holdsEncoded(input, shape) == true
  }

  /// Whether a value is what a user's type has encoded, or the first one of a list is, or any of a
  /// dictionary; nil if there is only null.
  ///
  /// It looks no deeper than the values of the shape are. An `Any` takes what there is.
  private func holdsEncoded(_ input: Input, _ shape: any Shape) throws(Misfit) -> Bool? {
    if input.isNil { return nil }
    if case .foreign(let value) = input { return value is EncodedValue && !shape.wrapped.isUntyped }
    guard let element = shape.wrapped.element else { return false }
    var answer: Bool?
    switch input {
    case .array(.tree(let elements)):
      for value in elements where answer == nil {
        guard let input = try state.document.input(of: value) else { continue }
        answer = try holdsEncoded(input, element)
      }
    case .object(.tree(let pairs)):
      for value in pairs.values where answer != true {
        guard let input = try state.document.input(of: value) else { continue }
        answer = try holdsEncoded(input, element) ?? answer
      }
    default: answer = false
    }
    return answer
  }

  /// Calls `awake` and then `validate` on all objects, beginning with those found last.
  ///
  /// Returns false if objects were rejected that must be skipped.
  func finishModels() throws(Misfit) -> Bool {
    let count = state.leftOut.count
    for hook in [Hooks.awake, .validate] where hasMade(hook) {
      for number in state.made.reversed() {
        guard let model = state.models[number], try filling(of: number).schema.hooks.contains(hook)
        else {
          continue
        }
        state.origins.current = (number, "")
        try call {
          if hook == .awake { return model.awake() }
          do {
            try model.validate()
          } catch  where failure == nil && counts != nil {
            counts?.census.add(.rejected, "", of: type(of: model), found: nil)
          } catch  where failure == nil && state.leftOut.maySkip(number) {
            let identity = try filling(of: number).schema.identity?.text(of: model)
            let reason = (identity.map { "\($0): " } ?? "") + error.quoted
            state.leftOut.add(
              number,
              of: "\(type(of: model))",
              because: reason,
              path: state.origins.path
            )
          }
        }
      }
    }
    return state.leftOut.count == count
  }

  /// Drops all objects, to read them again without the skipped ones.
  func beginAgain() {
    state.leftOut.beginRound()
    state.models = Array(repeating: nil, count: state.models.count)
    (state.made, state.filledCount, postponed) = ([], 0, [])
    (state.areComplete, state.awaited) = (false, nil)
    state.origins = ObjectTrail()
    state.generated = state.generated.map { GeneratedValues($0.differ) }
  }

  /// Calls a hook; an error that it throws ends the reading.
  func call(_ hook: () throws -> Void) throws(Misfit) {
    do {
      try hook()
    } catch {
      throw stop(ModelError(.rejected, path: state.origins.path, underlyingError: error))
    }
    if failure != nil { throw .stopped }
  }
}
