/// Models that are written as their identity, for `ReferenceHandling.identities`.
extension Exporter {
  /// The identity of a nested model that is written in its place; nil if the model is.
  @inline(never)
  func writtenIdentity(of model: any Model) -> IdentityRule? {
    guard writesIdentities, let rule = SchemaCache.schema(of: type(of: model)).identity,
      rule.isGiven(in: model)
    else { return nil }
    return rule
  }

  /// The identity of a model that is inside itself: a patch names it by that.
  @inline(never)
  func identity(ofOuter model: any Model) -> IdentityRule? {
    guard branch.contains(model), let rule = SchemaCache.schema(of: type(of: model)).identity,
      rule.isGiven(in: model)
    else { return nil }
    return rule
  }

  /// A model's identity as the object that an update finds it by.
  func tree(of identity: IdentityRule, of model: any Model) throws -> Any {
    try builder.value { try write(identity, of: model, to: $0, isObject: true) } ?? [:]
  }

  /// Passes a model's identity to a sink: the value of its property, or an object of several.
  func write(
    _ identity: IdentityRule,
    of model: any Model,
    to sink: any ExportSink,
    isObject: Bool = false
  ) throws {
    let plan = SchemaCache.schema(of: type(of: model)).exportPlan(options.keyStyle)
    var options = options
    options.properties = Set(identity.parts.map(\.name))
    let export = try ModelExport(model, plan, by: self, options, isRoot: true).checked()
    if identity.parts.count == 1, !isObject {
      return try export.write(.property(identity.parts[0]), to: sink)
    }
    sink.begin(isArray: false, count: identity.parts.count)
    try export.write(export.pairs(), to: sink)
    sink.end(isArray: false)
  }

  /// A nested model, or its identity, as plain values.
  func tree(ofNested model: any Model) throws -> Any? {
    guard let identity = writtenIdentity(of: model) else {
      return try dictionary(of: model, isRoot: false)
    }
    return try builder.value { try write(identity, of: model, to: $0) }
  }
}
