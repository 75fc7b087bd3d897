import Foundation

/// One encoding: a model, and the models in it, to any encoder.
///
/// It is in the thread's state while an encoder encodes a value: models in the value find it there.
final class ModelEncoding {
  private let exporter: Exporter
  /// Whether the encoder's `userInfo` has options: then their dates count, not the encoder's.
  let usesOwnDates: Bool

  private init(_ model: any Model, _ encoder: any Encoder) throws {
    let options = encoder.userInfo[.exportOptions] as? ExportOptions
    let type = type(of: model)
    exporter = Exporter(options ?? type.exportOptions)
    try exporter.options.checkProperties(of: [type])
    usesOwnDates = options != nil
    exporter.exported = [:]
  }

  var options: ExportOptions { exporter.options }

  /// The encoding that the present thread is running.
  static var current: ModelEncoding? { ThreadState.current?.coding as? ModelEncoding }

  /// Calls a closure that encodes a value, in which there may be models of this encoding.
  func asking<Value>(_ body: () throws -> Value) rethrows -> Value {
    try ThreadState.with(coding: self, body)
  }

  /// Encodes a model: the root, or one in a model that is being encoded.
  static func encode(_ model: any Model, to encoder: any Encoder) throws {
    // Inside of an export a user's type becomes plain values, and so do the models in it.
    if let exporter = Exporter(around: encoder) {
      let encoding = try ModelEncoding(model, encoder)
      let tree = EncodedTree(try exporter.dictionary(of: model, isRoot: false))
      return try encoding.asking { try tree.encode(to: encoder) }
    }
    guard let state = ThreadState.current, let current = state.coding as? ModelEncoding else {
      let encoding = try ModelEncoding(model, encoder)
      return try encoding.exporter.checked {
        try encoding.encode(model, to: encoder, isRoot: true)
      }
    }
    // Encodings that the classes' own code begins meanwhile don't belong to this one.
    state.coding = nil
    defer { state.coding = current }
    try current.encode(model, to: encoder, isRoot: false)
  }

  private func encode(_ model: any Model, to encoder: any Encoder, isRoot: Bool) throws {
    let schema = SchemaCache.schema(of: type(of: model))
    let plan = schema.outgoing.export(schema, options.keyStyle)
    guard plan.mayHoldModels else {
      return try encode(model, schema, plan, to: encoder, isRoot: isRoot)
    }
    guard exporter.branch.enter(model) else {
      // A model that contains itself, in a value that could not be looked into before.
      var container = encoder.singleValueContainer()
      return try container.encodeNil()
    }
    defer { exporter.branch.leave() }
    try encode(model, schema, plan, to: encoder, isRoot: isRoot)
  }

  private func encode(
    _ model: any Model,
    _ schema: ModelSchema,
    _ plan: ExportPlan,
    to encoder: any Encoder,
    isRoot: Bool
  ) throws {
    try checkDepth(of: encoder)
    if let flat = flatEncoding(schema, plan, isRoot: isRoot) {
      return try flat.encode(model, plan, to: encoder, self)
    }
    let object = EncodedObject(self, PlaceContents(model, plan, options, isRoot: isRoot))
    let exported =
      schema.hooks.contains(.didExport)
      ? try exporter.dictionaries(of: model, schema, plan, isRoot: isRoot) : nil
    try object.encode(exported, to: encoder)
  }

  /// Throws if one more container would be too deep.
  func checkDepth(of encoder: any Encoder) throws {
    try exporter.checked { _ = exporter.mayNest(at: encoder.codingPath.count) }
  }

  /// The encoding of a plain class under plain options; nil for any other.
  private func flatEncoding(
    _ schema: ModelSchema,
    _ plan: ExportPlan,
    isRoot: Bool
  ) -> FlatEncoding? {
    guard plan.isFlat, exporter.isPlain, !schema.hooks.contains(.didExport),
      !isRoot || options.properties == nil
    else { return nil }
    let flat = FlatEncoding.of(plan, schema)
    return flat.isDated && usesOwnDates ? nil : flat
  }

  /// Whether a value is encoded: no model in it contains itself or is rejected by its `didExport`.
  func takes(_ value: Any) -> Bool {
    switch value {
    case let model as any Model: exporter.takes(model)
    case let models as [Any]: models.allSatisfy { takes($0) }
    case let models as [AnyHashable: Any]: models.values.allSatisfy { takes($0) }
    default: true
    }
  }

  /// The values that a closure gives to a sink, as plain values; nil if it gives none.
  func tree(_ give: (any ExportSink) -> Void) -> Any? {
    exporter.builder.value { give(exporter.builder) }
  }
}
