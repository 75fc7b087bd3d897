/// The encoding of a class's properties under plain options: each under its own key; made once for
/// each key style.
///
/// Any number of threads may read it: nothing in it changes once it is made.
final class FlatEncoding: @unchecked Sendable {
  private struct Item {
    let key: AnyKey
    let coder: PropertyCoder
    /// The number of the property in the schema.
    let property: Int
  }

  private let items: [Item]
  private let tags: [(key: AnyKey, tag: String)]
  /// Whether the class has date formats for some of the properties.
  let isDated: Bool

  private init(_ plan: ExportPlan, _ coders: [PropertyCoder]) {
    items = plan.flatPlaces.map {
      let coder = coders[plan.flatField($0).number]
      return Item(key: AnyKey(plan.flatKey($0)), coder: coder, property: $0.property)
    }
    tags = plan.flatTags.map { (AnyKey($0.key.text), $0.tag) }
    isDated = items.contains { $0.coder.isDated }
  }

  func encode(
    _ model: any Model,
    _ plan: ExportPlan,
    to encoder: any Encoder,
    _ encoding: ModelEncoding
  ) throws {
    var container = encoder.container(keyedBy: AnyKey.self)
    for (key, tag) in tags { try container.encode(tag, forKey: key) }
    for item in items where try !item.coder.encode(from: model, &container, item.key, encoding) {
      // The encoder decides whether it writes a nil that a fresh object holds too.
      if plan.leavesOutNil(of: item.property) {
        try item.coder.encodeNoValue(&container, item.key)
      } else {
        try container.encodeNil(forKey: item.key)
      }
    }
  }

  private static let all = ImmortalTable<FlatEncoding>()

  /// The encoding of a plan, made at its first use; any number of threads may call this at once.
  static func of(_ plan: ExportPlan, _ schema: ModelSchema) -> FlatEncoding {
    let key = ObjectIdentifier(plan)
    return all.with(key) { $0 }
      ?? all.insert(FlatEncoding(plan, CodingPlan.of(schema).coders), for: key)
  }
}
