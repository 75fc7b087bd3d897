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
  /// For each property the keys to look it up by if a decoder doesn't list its keys.
  let ownKeys: [[KeyIndex.Target]]
  /// For each property its own key; nil if a property has no such key, several, or one with a
  /// path.
  let firstKeys: ImmortalArray<AnyKey>?
  /// For each property its own keys without a path.
  let directKeys: [[AnyKey]]
  /// Whether the container that was decoded last had all properties' own keys: 1 for yes.
  let foundOwnKeys = AtomicWords(count: 1)
  private let knownSpellings = ImmortalHint<[[String]]>()

  private init(_ schema: ModelSchema) {
    self.schema = schema
    let coders = schema.properties.map { PropertyCoder($0) }
    self.coders = coders
    slots = ImmortalArray(coders.map { $0.isMapped || $0.isDated ? nil : $0.scalar })
    var ownKeys = schema.properties.map { _ in [KeyIndex.Target]() }
    for (number, property) in schema.properties.enumerated() {
      let texts =
        property.key?.alternatives.map { $0.head ?? $0.text }
        ?? [property.name, property.stored.name]
      for text in texts {
        let list = schema.keys.find(text)
        guard !list.isNone else { continue }
        ownKeys[number] += schema.keys.targets(of: list).filter { target in
          target.property == number
            && !ownKeys[number].contains { $0.text == target.text && $0.path == target.path }
        }
      }
    }
    self.ownKeys = ownKeys
    let first = ownKeys.enumerated().compactMap { number, targets in
      let listed = schema.properties[number].key?.alternatives.count ?? 1
      return listed == 1 ? targets.first { $0.path.isEmpty && $0.order == 0 } : nil
    }
    firstKeys = first.count == ownKeys.count ? ImmortalArray(first.map { AnyKey($0.text) }) : nil
    directKeys = ownKeys.map { $0.filter { $0.path.isEmpty }.map { AnyKey($0.text) } }
  }

  /// The spellings of a property's keys to try if a decoder lists numbers as keys.
  func spellings(of property: Int) -> [String] {
    knownSpellings.value {
      ownKeys.map { keys in
        let names = keys.flatMap { [$0.text, $0.storedText].compactMap(\.self) }
        return schema.isFuzzy ? names.flatMap { PropertyName($0).usualSpellings } : []
      }
    }[property]
  }

  private static let plans = ImmortalTable<CodingPlan>()

  /// The plan of a class, made at its first use; any number of threads may call this at once.
  static func of(_ schema: ModelSchema) -> CodingPlan {
    let key = ObjectIdentifier(schema.type)
    return plans.with(key) { $0 } ?? plans.insert(CodingPlan(schema), for: key)
  }
}
