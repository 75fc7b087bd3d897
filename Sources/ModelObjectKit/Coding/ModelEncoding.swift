import ModelObjectEssentials

/// One encoding: a model, and the models in it, to any encoder.
///
/// It is in the thread's state while an encoder encodes a value: models in the value find it there.
final class ModelEncoding {
  let exporter: Exporter
  /// Whether the encoder's `userInfo` has options: then their dates count, not the encoder's.
  let usesOwnDates: Bool
  /// Whether all encoders of the same coder have these.
  private let passesOptions: Bool
  /// Whether the encoder is that of a row, whose columns may hold JSON.
  private let writesRow: Bool
  /// The number of models around the present value.
  private var depth = 0

  private init(_ model: any Model, _ encoder: any Encoder) throws {
    let options = encoder.userInfo[.exportOptions] as? ExportOptions
    let type = type(of: model)
    exporter = Exporter(options ?? type.exportOptions)
    try exporter.options.checkProperties(of: [type])
    usesOwnDates = options != nil
    let kind = CoderKinds.of(encoder)
    (passesOptions, writesRow) = (kind is FoundationCoders, kind is RowCoders)
    exporter.exported = [:]
  }

  /// The encoding of models in a value of a user's type.
  init(inside outer: ModelEncoding) {
    exporter = Exporter(embeddingModelsBy: outer.options, branch: outer.exporter.branch)
    exporter.exported = [:]
    (usesOwnDates, passesOptions) = (outer.usesOwnDates, outer.passesOptions)
    (writesRow, depth) = (outer.writesRow, outer.depth)
  }

  var options: ExportOptions { exporter.options }

  /// Whether an encoder is of this encoding, as far as its `userInfo` tells.
  private func isOf(_ encoder: any Encoder) -> Bool {
    guard usesOwnDates else { return encoder.userInfo[.exportOptions] == nil }
    // Only Foundation's pass their `userInfo` on for certain.
    guard passesOptions else { return true }
    return (encoder.userInfo[.exportOptions] as? ExportOptions)?.isLike(options) == true
  }

  /// The encoding that the present thread is running.
  static var current: ModelEncoding? { ThreadState.current?.coding as? ModelEncoding }

  /// Calls a closure that encodes a value, in which there may be models of this encoding.
  func whileCurrent<Value>(_ body: () throws -> Value) rethrows -> Value {
    try ThreadState.with(coding: self, body)
  }

  /// Encodes a value under a key, in which there may be models.
  func encode(_ value: any Encodable, to target: inout KeyedTarget, _ key: AnyKey) throws {
    let state = ThreadState.ofThread()
    let outer = state.coding
    state.coding = self
    defer { state.coding = outer }
    try target.encode(value, forKey: key)
  }

  /// Encodes a model: the root, or one in a model that is being encoded.
  static func encode(_ model: any Model, to encoder: any Encoder) throws {
    if let place = encoder as? StructEncoder, place.tree.keepsModels {
      // By a type's code: for itself, and as long as it is called.
      place.tree[place.place] = .model(model)
      return
    }
    guard let state = ThreadState.current, let current = state.coding as? ModelEncoding else {
      return try ModelEncoding(model, encoder).encodeRoot(model, to: encoder)
    }
    // Encodings that the classes' own code begins meanwhile don't belong to this one.
    state.coding = nil
    defer { state.coding = current }
    // The code of a user's type may make an encoder with options of its own.
    if !current.isOf(encoder) {
      return try ModelEncoding(model, encoder).encodeRoot(model, to: encoder)
    }
    // Of some models only the identity is encoded.
    if current.exporter.writtenIdentity(of: model) != nil {
      try current.exporter.encodeTree(of: model, to: encoder)
    } else {
      try current.encode(model, to: encoder, isRoot: false)
    }
  }

  private func encodeRoot(_ model: any Model, to encoder: any Encoder) throws {
    try exporter.checked { try encode(model, to: encoder, isRoot: true) }
  }

  private func encode(_ model: any Model, to encoder: any Encoder, isRoot: Bool) throws {
    let schema = SchemaCache.schema(of: type(of: model))
    let plan = schema.exportPlan(exporter.options.keyStyle)
    guard try enter(model, plan: plan, encoder: encoder) else { return }
    defer { leave(plan) }
    try checkDepth(of: encoder)
    if isFlat(model, plan, isRoot: isRoot) {
      try encodeFlat(model, plan, coders: CodingPlan.of(schema).coders, to: encoder)
    } else {
      try encodePlaces(of: model, schema, plan, to: encoder, isRoot: isRoot)
    }
  }

  @inline(never)
  private func checkDepth(of encoder: any Encoder) throws {
    try checkDepth(depth)
    if depth >= 32 { try checkDepth(encoder.codingPath.count) }
  }

  @inline(never)
  private func isFlat(_ model: any Model, _ plan: ExportPlan, isRoot: Bool) -> Bool {
    exporter.isFlat(plan, isRoot: isRoot) && !plan.schema.hooks.contains(.didExport)
      && rests(of: model) == nil
  }

  private func rests(of model: any Model) -> ColumnRests? {
    writesRow ? ColumnRests.of(model) : nil
  }

  /// Goes into a model; false, with null encoded, if it contains itself.
  @inline(never)
  private func enter(
    _ model: any Model,
    plan: ExportPlan,
    encoder: any Encoder
  ) throws -> Bool {
    guard !plan.mayHoldModels || exporter.branch.enter(model) else {
      // It does so in a value that could not be looked into before.
      var container = encoder.singleValueContainer()
      try container.encodeNil()
      return false
    }
    depth += 1
    return true
  }

  private func leave(_ plan: ExportPlan) {
    depth -= 1
    if plan.mayHoldModels { exporter.branch.leave() }
  }

  @inline(never)
  private func encodePlaces(
    of model: any Model,
    _ schema: ModelSchema,
    _ plan: ExportPlan,
    to encoder: any Encoder,
    isRoot: Bool
  ) throws {
    let export = try ModelExport(model, plan, by: exporter, isRoot: isRoot).checked()
    let isRow = CoderKinds.of(encoder) is RowCoders
    let exported =
      schema.hooks.contains(.didExport)
      ? try exporter.dictionaries(
        of: model,
        schema,
        plan,
        isRoot: isRoot,
        nullKeys: isRow ? export.nullKeys : []
      ) : nil
    let current = rests(of: model)?.without(changesOf: model)
    try EncodedObject(self, export, exported: exported, rests: current).encode(to: encoder)
    // The column has another value now.
    if let current { ColumnRests.end(model) { current.former[$0] == nil } }
  }

  /// Throws if one more container would be too deep at a depth.
  ///
  /// That is the length of the coding path, which encoders make anew each time. That takes long, so
  /// models only ask for it where some are nested.
  func checkDepth(_ depth: Int) throws {
    let path = depth * StackLimit.sizeOfCodingStep
    try exporter.checked { _ = exporter.mayNest(at: depth, with: path) }
  }

  /// Encodes the properties of a plain class under plain options, each under its own key.
  private func encodeFlat(
    _ model: any Model,
    _ plan: ExportPlan,
    coders: [PropertyCoder],
    to encoder: any Encoder
  ) throws {
    var target = encoder.container(keyedBy: AnyKey.self)
    for (key, tag) in plan.flatTags { try target.encode(tag, forKey: AnyKey(key.text)) }
    for index in plan.flatPlaces.indices {
      try encode(index, of: model, plan: plan, coders: coders, to: &target)
    }
  }

  private func encode(
    _ index: Int,
    of model: any Model,
    plan: ExportPlan,
    coders: [PropertyCoder],
    to target: inout KeyedTarget
  ) throws {
    let (key, property) = flatKey(index, plan)
    if try coders[property].encode(from: model, to: &target, key, self) { return }
    // The encoder decides whether it writes a nil that a fresh object holds too.
    if plan.schema.isNilWhenMade(property) {
      try coders[property].valueCoder.wrapped.encodeNoValue(&target, key)
    } else {
      try target.encodeNil(forKey: key)
    }
  }

  // A function of its own, as the way to nested models leads on from the other: a place takes room.
  @inline(never)
  private func flatKey(_ index: Int, _ plan: ExportPlan) -> (key: AnyKey, property: Int) {
    (AnyKey(plan.flatPlaces[index].key.value), plan.flatPlaces[index].property)
  }

  /// Whether a value is encoded: no model in it contains itself or is rejected by its `didExport`.
  func encodes(_ value: Any) -> Bool {
    switch value {
    case let model as any Model: exporter.writes(model)
    case let models as [Any]: models.allSatisfy { encodes($0) }
    case let models as [AnyHashable: Any]: models.values.allSatisfy { encodes($0) }
    default: true
    }
  }
}

extension Exporter {
  /// Encodes a model in another one as plain values.
  fileprivate func encodeTree(of model: any Model, to encoder: any Encoder) throws {
    try EncodedTree(try tree(ofNested: model) ?? JSONNull.value).encode(to: encoder)
  }
}
