/// The state of one object while its pairs are mapped.
struct Filling {
  let model: any Model
  let schema: ModelSchema
  let traits: Traits
  /// The properties that a key of the input belongs to, and those that several compete for.
  var claims: Claims

  struct Traits {
    /// Whether this mapping made the object: then nobody else can be accessing it.
    let isFresh: Bool
    let isRoot: Bool
    /// Whether each value goes through its rules: because a report tells of it, or because each
    /// write has to make sure that nobody else is accessing the property.
    let isWatched: Bool

    init(isFresh: Bool, isRoot: Bool, isReport: Bool) {
      self.isFresh = isFresh
      self.isRoot = isRoot
      isWatched = isReport || !isFresh
    }

    /// An object that this mapping made inside of another one, and nobody watches.
    static var ofPlainObject: Traits { Traits(isFresh: true, isRoot: false, isReport: false) }
  }

  init(_ model: any Model, _ schema: ModelSchema, _ traits: Traits, _ claims: Claims? = nil) {
    self.model = model
    self.schema = schema
    self.traits = traits
    self.claims = claims ?? Claims(schema.textPlan)
  }

  var isFresh: Bool { traits.isFresh }
  var isRoot: Bool { traits.isRoot }
}
