/// What models feed to a hasher.
enum ModelHasher {
  /// Feeds the class, and the properties that hold no models.
  ///
  /// A model that is met inside of another one's value, as in a struct that holds it, feeds its
  /// class only: else hashing a graph that comes back to itself would not end.
  static func hash(_ model: any Model, into hasher: inout Hasher) {
    let type = type(of: model)
    hasher.combine(ObjectIdentifier(type))
    if let state = ThreadState.current, state.isHashing { return }
    let schema = SchemaCache.schema(of: type)
    let plan = schema.outgoing.identity(schema)
    defer { extendLifetime(model) }
    let object = ObjectMemory(model)
    for (index, slot) in plan.slots.enumerated() {
      switch slot {
      case .string(let slot): hasher.combine(slot.read(from: object))
      case .optionalString(let slot): hasher.combine(slot.read(from: object))
      case .int(let slot): hasher.combine(slot.read(from: object))
      case .optionalInt(let slot): hasher.combine(slot.read(from: object))
      case .bool(let slot): hasher.combine(slot.read(from: object))
      case .optionalBool(let slot): hasher.combine(slot.read(from: object))
      case .double(let slot): hasher.combine(plain(slot.read(from: object)))
      case .optionalDouble(let slot): hasher.combine(slot.read(from: object).map { plain($0) })
      case .collection, .none:
        if plan.isHashed[index] { plan.properties[index].hash(of: model, into: &hasher) }
      }
    }
  }

  /// All numbers that are none are one to `==`.
  private static func plain(_ value: Double) -> Double { value.isNaN ? .nan : value }
}
