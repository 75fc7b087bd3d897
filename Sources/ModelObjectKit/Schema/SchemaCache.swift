/// The schemas of all classes that have been used; each is made once and lives forever.
enum SchemaCache {
  private static let schemas = ImmortalTable<ModelSchema>()

  /// The text plan of a class; nil if the class hasn't been used before.
  @inline(__always)
  static func classPlan(of type: any Model.Type) -> ClassPlan? {
    schemas.with(ObjectIdentifier(type)) { $0.classPlan }
  }

  /// The schema of a class, made at its first use.
  ///
  /// Any number of threads may call it.
  static func schema(of type: any Model.Type) -> ModelSchema {
    let key = ObjectIdentifier(type)
    if let schema = schemas.with(key, { $0 }) { return schema }
    // A schema is made without holding the lock: making it calls the class's overrides, which may
    // use models. If two threads make one, the first to finish wins.
    return schemas.insert(ModelSchema(type), for: key)
  }
}
