/// The plan by which the properties of one class are decoded and encoded, made once.
///
/// Any number of threads may read it: nothing in it changes once it is made, except a hint that any
/// thread may set.
final class CodingPlan: @unchecked Sendable {
  let schema: ModelSchema
  /// For each property of the schema its coder.
  let coders: [PropertyCoder]
  /// For each property its slot, if values are decoded directly into it.
  let slots: ImmortalArray<ScalarSlot?>
  /// The properties in the order in which they are decoded: accessors last, in the order of their names.
  let order: [Int]
  /// For each property its own key; nil if one has several, or a path.
  let singleKeys: [AnyKey?]?
  /// For each property its own keys, and the first steps of its paths.
  private let ownKeys: [[AnyKey]]
  private let knownSpellings = ImmortalHint<[[AnyKey]]>()
  private let hints = AtomicWords(count: 1)

  private init(_ schema: ModelSchema) {
    self.schema = schema
    let coders = schema.properties.map { PropertyCoder($0) }
    self.coders = coders
    let accessors = schema.classPlan.accessorOrder
    order =
      coders.indices.filter { !schema.properties[$0].isAccessed }
      + (0..<accessors.count).map { accessors[$0] }
    slots = ImmortalArray(coders.map { $0.isMapped ? nil : $0.scalar })
    ownKeys = schema.properties.map { $0.targets.map { AnyKey($0.text) } }
    singleKeys = ownKeys.allSatisfy { $0.count == 1 } ? ownKeys.map { $0[0] } : nil
  }

  /// Whether the row before this one had no column with the key of some property.
  ///
  /// Then rows are asked for their columns first: asking one for what it doesn't have takes longer.
  var listsColumns: Bool {
    get { hints[0] == 1 }
    set { hints[0] = newValue ? 1 : 0 }
  }

  /// The best of a property's own keys that a container has, but doesn't list.
  ///
  /// If it lists none, the usual spellings count too.
  func unlistedKey(of property: Int, in container: KeyedSource, listsNone: Bool) -> AnyKey? {
    let keys = ownKeys[property]
    if let key = keys.first(where: { container.contains($0) }) { return key }
    guard listsNone, schema.matching.takesOtherSpellings else { return nil }
    return spellings[property].first { container.contains($0) }
  }

  /// For each property the usual spellings of its own keys.
  private var spellings: [[AnyKey]] {
    knownSpellings.value {
      ownKeys.map { keys in
        keys.flatMap { key in
          ExportOptions.KeyStyle.all.flatMap { style in
            let text = PropertyName(text: key.stringValue).spelled(style)
            return [text, text.uppercased(), text.lowercased()].map { AnyKey($0) }
          }
        }
      }
    }
  }

  private static let plans = ImmortalTable<CodingPlan>()

  /// The plan of a class, made at its first use; any number of threads may call this at once.
  static func of(_ schema: ModelSchema) -> CodingPlan {
    let key = ObjectIdentifier(schema.type)
    return plans.with(key) { $0 } ?? plans.insert(CodingPlan(schema), for: key)
  }
}
