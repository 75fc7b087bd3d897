/// An object of a decoder, which becomes a model.
final class DecodedObject: ObjectOrigin {
  let decoding: ModelDecoding
  let container: KeyedSource
  /// The pairs, as the class that was asked last takes them.
  private var pairs: DecodedPairs?
  /// The pairs of the dictionary that `willMap` returned, if it changed some.
  private var changed: [ObjectSource.Pair]?

  init(_ decoding: ModelDecoding, _ container: KeyedSource) {
    self.decoding = decoding
    self.container = container
  }

  private func pairs(_ schema: ModelSchema) throws(Misfit) -> DecodedPairs {
    if let pairs, pairs.plan.schema === schema { return pairs }
    let made = DecodedPairs(decoding, container, schema, known: try pairs?.dictionary())
    pairs = made
    return made
  }

  func dictionary(_ schema: ModelSchema) throws(Misfit) -> [String: Any] {
    try pairs(schema).dictionary()
  }

  func tag(_ plan: TagPlan) -> Input? {
    guard let key = container.key(for: plan.key, isFuzzy: plan.isFuzzy) else { return nil }
    return decoding.place(container, key).anyScalar.map { Input($0) }
  }

  func replace(
    _ given: [String: Any],
    with new: [String: Any],
    _ schema: ModelSchema
  ) throws(Misfit) {
    changed = try pairs(schema).pairs(new, insteadOf: given)
  }

  func map(to object: consuming ObjectFilling, _ schema: ModelSchema) throws(Misfit) {
    let mapping = decoding.mapping
    let asksAll = schema.hooks.contains(.serializeValue) || schema.unknownKeys != nil
    if changed == nil, !asksAll, schema.required.isEmpty, !mapping.notes.isKept {
      var plain = PlainPairs(
        decoding: decoding,
        container: container,
        model: object.model,
        plan: CodingPlan.of(schema)
      )
      if try plain.decode() { return }
      object.filled = plain.settled
    }
    let pairs = if let changed { changed } else { try pairs(schema).pairs }
    object.source = .list(pairs)
    try mapping.mapPairs(object, schema)
  }
}
