extension MergePatch {
  /// The content of an export under a key.
  struct Value {
    let exporter: Exporter
    let export: ModelExport
    let content: PairContent

    /// The property, if its value is unchanged.
    var property: Property? {
      switch content {
      case .property(let property), .counted(let property): property
      default: nil
      }
    }

    /// The property whose values are compared: equal ones may be written in different order.
    var comparedProperty: Property? {
      if case .written(_, let property) = content, property.isJSONText { return property }
      return property
    }

    /// The number of levels of objects in which removed entries are null.
    var levels: Int {
      switch content {
      case .counted: 1
      case .property(let property), .changed(_, let property?):
        property.write == nil ? property.shape.levels : 0
      case .changed(_, nil): .max
      default: 0
      }
    }

    func write(to sink: any ExportSink) {
      // Only a transform can throw, and it has already been called.
      try? export.write(content, to: sink)
    }

    /// The value, with models unchanged; nil if it is omitted.
    func tree() -> Any? { exporter.builder.value(leavingModels: true) { write(to: $0) } }

    /// The value if it is one model, or what stands for a struct.
    func model() -> (any Model)? {
      if let property, let shape = property.structShape, property.write == nil {
        return property.value(in: export.model).flatMap { shape.standIn(forAny: $0) }
      }
      guard property?.declared != nil else { return nil }
      return tree().flatMap { reference(in: $0) as? any Model }
    }
  }
}

extension Exporter {
  /// Calls a closure with the pairs of a model, which is on the branch; compiled once for all results.
  @_semantics("optimize.sil.specialize.generic.never")
  func pairs<Result>(
    of model: any Model,
    isRoot: Bool,
    _ body: ([MergePatch.Pair]) throws -> Result
  ) throws -> Result {
    try onBranch(model) { schema, plan in
      guard mayNest(at: builder.depth) else { throw failure ?? ModelError(.tooDeep) }
      var dictionaries: ExportedDictionary?
      if schema.hooks.contains(.didExport) {
        dictionaries = try self.dictionaries(of: model, schema, plan, isRoot: isRoot)
      }
      builder.depth += 1
      defer { builder.depth -= 1 }
      let export = try ModelExport(model, plan, by: self, isRoot: isRoot).checked()
      return try body(try parts(export.pairs(dictionaries), export))
    }
  }

  private func parts(
    _ pairs: [ModelExport.Pair],
    _ export: ModelExport
  ) throws -> [MergePatch.Pair] {
    try pairs.compactMap { key, content in try part(content, export).map { (key.text, $0) } }
  }

  private func part(_ content: PairContent, _ export: ModelExport) throws -> MergePatch.Part? {
    switch content {
    case .inner(let array) where array.innerIsArray:
      let pairs = try export.elements(of: array).enumerated().map { index, content in
        (String(index), try content.flatMap { try part($0, export) } ?? .null)
      }
      return .pairs(pairs, isArray: true)
    case .inner(let object):
      return .pairs(try parts(export.pairs(in: object.inner), export), isArray: false)
    case .nothing: return nil
    default: break
    }
    return try export.written(content).map {
      .value(MergePatch.Value(exporter: self, export: export, content: $0))
    }
  }
}

extension Shape {
  /// The number of levels of objects in a value: dictionaries, the fields of a `Codable` value, and
  /// models that a hook changes.
  fileprivate var levels: Int {
    if isUntyped { return 0 }
    guard let element else {
      return heldModels.isRelationship || structShape != nil ? .max / 2 : isEncoded ? 1 : 0
    }
    if takesNull { return element.levels }
    return isList ? 0 : 1 + min(element.levels, .max / 2)
  }
}
