/// The pairs of a keyed container, for the loop over pairs.
///
/// A property that takes a value as it came is decoded from the container by its own type, as in a
/// class without hooks: the plain values that hooks, transforms and unknown keys see are only views
/// of it.
final class DecodedPairs: ValueOrigin {
  private let decoding: ModelDecoding
  private let container: KeyedSource
  let plan: CodingPlan
  private var keys: [AnyKey] = []
  /// The keys that the container lists several times, as decoders of XML do.
  private var repeated: Set<String> = []
  /// The views by entry, and the entries for which they were made.
  private var views: [Any?]
  private var made = PropertySet()
  /// The entries whose views are what their properties take by their own types.
  private var owned = PropertySet()
  /// The views by key, if they were made for another class of the same object.
  private let known: [String: Any]?

  init(
    _ decoding: ModelDecoding,
    _ container: KeyedSource,
    _ schema: ModelSchema,
    known: [String: Any]? = nil
  ) {
    self.decoding = decoding
    self.container = container
    plan = CodingPlan.of(schema)
    self.known = known
    var hasTexts = false
    var fed = PropertySet()
    for key in decoding.keys(of: container).sorted(by: AnyKey.areInOrder) {
      if key.intValue == nil { hasTexts = true }
      guard key.stringValue != keys.last?.stringValue else {
        repeated.insert(key.stringValue)
        continue
      }
      keys.append(key)
      let targets = schema.keys.find(key.stringValue)
      guard !targets.isNone else { continue }
      for target in schema.keys.targets(of: targets) { fed.insert(target.property) }
    }
    for property in schema.properties.indices where !fed.contains(property) {
      let key = decoding.ownKey(of: property, plan, container, hasTexts: hasTexts)
      guard let key, !keys.contains(where: { $0.stringValue == key.stringValue }) else { continue }
      keys.append(key)
    }
    keys.sort(by: AnyKey.areInOrder)
    views = Array(repeating: nil, count: keys.count)
  }

  /// The pairs in the one order of keys.
  var pairs: [ObjectSource.Pair] {
    keys.enumerated().map { entry, key in
      (key.stringValue, .original(OriginalValue(origin: self, entry: entry)))
    }
  }

  /// The pairs of the dictionary that `willMap` returned: unchanged values as they came.
  func pairs(
    _ changed: [String: Any],
    insteadOf given: [String: Any]
  ) -> [ObjectSource.Pair] {
    let entries = Dictionary(
      keys.enumerated().map { ($1.stringValue, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    return changed.inKeyOrder().map { key, value in
      if let entry = entries[key], let former = given[key], isSameValue(former, value) {
        (key, .original(OriginalValue(origin: self, entry: entry)))
      } else {
        (key, .tree(value))
      }
    }
  }

  /// The views of all values that can be read, by key.
  func dictionary() throws(Misfit) -> [String: Any] {
    var dictionary: [String: Any] = [:]
    for (entry, key) in keys.enumerated() { dictionary[key.stringValue] = try value(at: entry) }
    return dictionary
  }

  func value(at entry: Int) throws(Misfit) -> Any? {
    if made.insert(entry) {
      let known = known?[keys[entry].stringValue]
      views[entry] = if let known { known } else { try view(at: entry) }
    }
    return views[entry]
  }

  func isOwned(at entry: Int) -> Bool { owned.contains(entry) }

  func isNull(at entry: Int) -> Bool { decoding.place(container, keys[entry]).isNull }

  private func view(at entry: Int) throws(Misfit) -> Any? {
    let key = keys[entry]
    let place = decoding.place(container, key)
    let coder = property(of: key.stringValue).map { plan.coders[$0] }
    if isArray(key, coder) { return try place.elements(.any) }
    guard let coder else { return try place.tree(.any) }
    if coder.isMapped(in: decoding) { return try place.tree(coder.valueCoder.tree) }
    if let value = coder.valueCoder.wrapped.ownScalar(place) {
      owned.insert(entry)
      return value
    }
    return try coder.valueCoder.wrapped.view(place)
  }

  /// The property that a key sets; nil if there is none, or only one with a path.
  private func property(of key: String) -> Int? {
    let index = plan.schema.keys
    let targets = index.find(key)
    guard !targets.isNone, let target = index.targets(of: targets).first, target.path.isEmpty
    else { return nil }
    return target.property
  }

  /// Whether a key is repeated, and no property's type says whether it is an array.
  private func isArray(_ key: AnyKey, _ coder: PropertyCoder?) -> Bool {
    repeated.contains(key.stringValue) && coder?.isUntyped != false
  }

  func read(
    _ property: Int,
    at entry: Int,
    _ path: [PathStep],
    into model: any Model,
    _ schema: ModelSchema
  ) throws(Misfit) -> Bool {
    let coder = plan.coders[property]
    let key = keys[entry]
    let isArray = path.isEmpty && isArray(key, coder)
    return try decoding.decode(key, path, isArray: isArray, in: container, coder, model, schema)
  }
}
