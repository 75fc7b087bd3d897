import Synchronization

/// The schemas of all classes that were used so far; each is made once and lives forever.
enum SchemaCache {
  private static let schemas = Mutex<[ObjectIdentifier: ModelSchema]>([:])
  private static let recent = ImmortalTable<ModelSchema>()

  /// What mapping text asks about a class most; the class must have been used before.
  @inline(__always)
  static func textPlan(of type: any Model.Type) -> TextPlan? {
    recent.with(ObjectIdentifier(type)) { $0.type == type ? $0.textPlan : nil }
  }

  /// The schema of a class, made at its first use.
  ///
  /// Any number of threads may ask at once.
  static func schema(of type: any Model.Type) -> ModelSchema {
    let key = ObjectIdentifier(type)
    if let schema = recent.with(key, { $0.type == type ? $0 : nil }) { return schema }
    let known = schemas.withLock { $0[key] }
    // A schema is made outside of the lock: making it calls the class's overrides, which may use
    // models themselves. Where two threads make one, the first to come back wins.
    let made = known ?? ModelSchema(type)
    let schema = schemas.withLock { schemas in
      let schema = schemas[key] ?? made
      schemas[key] = schema
      return schema
    }
    recent.store(schema, for: key)
    return schema
  }
}
