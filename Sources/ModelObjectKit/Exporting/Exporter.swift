import ModelObjectEssentials

/// An export of models to JSON text or dictionaries.
///
/// It is made for one call. Sinks pass models in values back to it.
final class Exporter: ModelExporting {
  let options: ExportOptions
  var ownDateFormat: DateOptions.Format?
  /// The error because of which the whole export fails.
  private(set) var failure: ModelError?
  private var stack = StackLimit()
  /// The number of strings of JSON around the value that is being written.
  var textDepth = 0
  /// The models from the root to the present one, those of the exports around it included.
  var branch: ObjectBranch
  /// The numbers of the models, if the options ask for them.
  var numbers = ModelNumbers()
  let numbersModels: Bool
  /// Whether nested models with an identity are written as that.
  let writesIdentities: Bool
  /// Whether the options omit nulls and embed models, without layout, sorted keys and references.
  private let isPlain: Bool
  lazy var builder = TreeBuilder(self)
  /// What values of `Codable` types encode.
  let trees = ReusedTree(nil)
  /// The steps to the value that is being encoded, in lists that are passed element by element.
  var indexes: [Int] = []
  /// The dictionaries before and after `didExport`, by their models; nil if they aren't needed.
  var exported: [ObjectIdentifier: ExportedDictionary]?

  init(
    _ options: ExportOptions,
    branch: ObjectBranch = ObjectBranch(),
    numbersModels: Bool = false
  ) {
    self.options = options
    self.numbersModels = numbersModels && options.references == .preserved
    writesIdentities = options.references == .identities && options.relationships == .embedded
    self.branch = branch
    isPlain =
      !options.includesNulls && options.relationships == .embedded && !options.prettyPrinted
      && !options.sortedKeys && !self.numbersModels
  }

  // MARK: - Roots

  /// The dictionary of the root.
  func root(_ model: any Model) throws -> [String: Any] {
    try checked { try dictionary(of: model, isRoot: true) }
  }

  /// Writes the root.
  func root(_ model: any Model, to writer: JSONWriter) throws {
    try checked { try write(model, to: writer, isRoot: true) }
  }

  /// Writes an array of models, without those that are rejected.
  func roots(_ models: [any Model], to writer: JSONWriter) throws {
    writer.begin(isArray: true, count: models.count)
    try checked { for model in models { _ = writes(root: model, to: writer) } }
    writer.end(isArray: true)
  }

  /// Writes a root; false if it is rejected.
  private func writes(root model: any Model, to writer: JSONWriter) -> Bool {
    (try? writer.attempt { try write(model, to: writer, isRoot: true) }) != nil
  }

  /// Writes models as lines, without those that are rejected.
  func lines(of models: [any Model], to writer: JSONWriter) throws {
    try checked {
      for model in models {
        if numbersModels { numbers = ModelNumbers() }
        if writes(root: model, to: writer) { writer.buffer.append(UInt8(ascii: "\n")) }
      }
    }
  }

  /// The dictionaries of models, without those that are rejected.
  func roots(_ models: [any Model]) throws -> [[String: Any]] {
    try checked { models.compactMap { try? dictionary(of: $0, isRoot: true) } }
  }

  /// The result of an export; throws the error because of which it fails.
  func checked<Result>(_ export: () throws -> Result) throws -> Result {
    let result = try export()
    if let failure { throw failure }
    return result
  }

  // MARK: - Depth

  func mayNest(at depth: Int, with more: Int = 0) -> Bool {
    // In a copy: Swift watches a property for as long as a method changes it, which takes longer.
    var stack = stack
    let message = stack.message(at: depth, with: more)
    self.stack = stack
    guard let message else { return true }
    fail(ModelError(.tooDeep, message: message))
    return false
  }

  func fail(_ error: ModelError) {
    if failure == nil { failure = error }
  }

  // MARK: - Nested models

  func write(_ model: any Model, to sink: any ExportSink) {
    let isOmitted = options.relationships == .omitted && type(of: model).structType == nil
    guard !isOmitted, sink.mayNest() else { return sink.leaveOut() }
    // The date format of a property doesn't apply to models in it.
    let format = ownDateFormat
    ownDateFormat = nil
    defer { ownDateFormat = format }
    do {
      if let identity = writtenIdentity(of: model) {
        try write(identity, of: model, to: sink)
      } else if let writer = sink as? JSONWriter {
        try write(model, to: writer, isRoot: false)
      } else if let builder = sink as? TreeBuilder {
        builder.add(try dictionary(of: model, isRoot: false))
      }
    } catch {
      sink.leaveOut()
    }
  }

  func write(
    structOf type: any Model.Type,
    in memory: ObjectMemory,
    to sink: any ExportSink
  ) -> Bool {
    guard isPlain, ownDateFormat == nil, let writer = sink as? JSONWriter, writer.mayNest() else {
      return false
    }
    let plan = SchemaCache.schema(of: type).exportPlan(options.keyStyle)
    guard plan.isOfValues else { return false }
    writeFlat(in: memory, plan, to: writer)
    return true
  }

  // MARK: - One model

  /// Whether all properties of a model are written, each under its own key.
  func isFlat(_ plan: ExportPlan, isRoot: Bool) -> Bool {
    plan.isFlat && isPlain && (!isRoot || options.properties == nil)
  }

  private func write(_ model: any Model, to writer: JSONWriter, isRoot: Bool) throws {
    if numbersModels, let reference = numbers.reference(to: model) {
      writer.begin(isArray: false, count: 1)
      writer.key("$ref")
      writer.text(reference)
      return writer.end(isArray: false)
    }
    try onBranch(model) { schema, plan in
      guard schema.hooks.contains(.didExport) else {
        if isFlat(plan, isRoot: isRoot) { return writeFlat(model, plan, to: writer) }
        return try writer.attempt { try writeObject(model, plan, to: writer, isRoot: isRoot) }
      }
      try writeHooked(model, schema, plan, to: writer, isRoot: isRoot)
    }
  }

  /// Writes a model on the branch whose class has a hook.
  @inline(never)
  private func writeHooked(
    _ model: any Model,
    _ schema: ModelSchema,
    _ plan: ExportPlan,
    to writer: JSONWriter,
    isRoot: Bool
  ) throws {
    // Each hook is called once.
    let isOutermost = exported == nil
    if isOutermost { exported = [:] }
    defer { if isOutermost { exported = nil } }
    let former = numbers.mark
    var dictionaries = try self.dictionaries(of: model, schema, plan, isRoot: isRoot)
    if numbersModels { dictionaries.after["$id"] = nil }
    // The same models are exported again.
    numbers.goBack(to: former, keepsNumbers: true)
    try writer.attempt {
      try writeObject(model, plan, to: writer, isRoot: isRoot, dictionaries)
    }
  }

  func dictionary(of model: any Model, isRoot: Bool) throws -> [String: Any] {
    if numbersModels, let reference = numbers.reference(to: model) { return ["$ref": reference] }
    return try onBranch(model) { try dictionaries(of: model, $0, $1, isRoot: isRoot).after }
  }

  /// The dictionaries of a model on the branch, before and after its hook, which is called once as
  /// long as they are needed; without a hook they are the same.
  ///
  /// The hook sees null under keys without a value if they are listed.
  func dictionaries(
    of model: any Model,
    _ schema: ModelSchema,
    _ plan: ExportPlan,
    isRoot: Bool,
    nullKeys: [String] = []
  ) throws -> ExportedDictionary {
    if let known = exported?[ObjectIdentifier(model)] { return known }
    var before: [String: Any]
    // Without a model around it that is also in it, it is another one in another place.
    var isForThisPlace = false
    do {
      let watched = branch.beginToWatch()
      defer { isForThisPlace = branch.endToWatch(watched) }
      if isFlat(plan, isRoot: isRoot) {
        before = flatDictionary(of: model, plan)
      } else {
        let tree = try builder.value { try writeObject(model, plan, to: $0, isRoot: isRoot) }
        before = tree as? [String: Any] ?? [:]
      }
    }
    for key in nullKeys where before[key] == nil { before[key] = JSONNull.value }
    var dictionaries = ExportedDictionary(model: model, before: before, after: before)
    guard schema.hooks.contains(.didExport) else { return dictionaries }
    if let failure { throw failure }
    do {
      try model.didExport(&dictionaries.after)
    } catch {
      throw ModelError(.rejected, underlyingError: error)
    }
    if !isForThisPlace { exported?[ObjectIdentifier(model)] = dictionaries }
    return dictionaries
  }

  /// Whether a nested model is written: it isn't inside itself, and isn't rejected.
  func writes(_ model: any Model) -> Bool {
    if numbersModels, numbers.reference(to: model) != nil { return true }
    if let identity = writtenIdentity(of: model) {
      return (try? builder.value { try write(identity, of: model, to: $0) }) != nil
    }
    guard options.relationships != .omitted, branch.enter(model) else { return false }
    branch.leave()
    let schema = SchemaCache.schema(of: type(of: model))
    let plan = schema.exportPlan(options.keyStyle)
    if plan.isInfallible, !schema.hooks.contains(.didExport) { return true }
    let former = numbers.mark
    defer { numbers.goBack(to: former) }
    return (try? dictionary(of: model, isRoot: false)) != nil
  }

  /// Calls a closure with a model on the branch.
  @inline(__always)
  func onBranch<Result>(
    _ model: any Model,
    _ body: (ModelSchema, ExportPlan) throws -> Result
  ) throws -> Result {
    let schema = SchemaCache.schema(of: type(of: model))
    let plan = schema.exportPlan(options.keyStyle)
    // A model without models can't be inside itself, unless its hook puts it there.
    let mayRepeat = plan.mayHoldModels || numbersModels
    if mayRepeat, !branch.enter(model) { throw Cycle() }
    defer { if mayRepeat { branch.leave() } }
    let former = numbers.mark
    do {
      return try body(schema, plan)
    } catch {
      numbers.goBack(to: former)
      throw error
    }
  }

  /// A model is inside itself; the caller omits it.
  private struct Cycle: Error {}
}

/// A model's dictionary before and after its hook.
struct ExportedDictionary {
  /// Kept alive, because the dictionaries are found by its address.
  let model: any Model
  let before: [String: Any]
  var after: [String: Any]
}
