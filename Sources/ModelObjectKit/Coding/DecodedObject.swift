import Foundation

/// An object of a decoder, which becomes a model.
///
/// A property that takes an unchanged value is decoded from the container by its own type, as in a
/// class without hooks: the plain values that hooks, transforms and unknown keys see are only views
/// of it.
final class DecodedObject: DecoderObject {
  private let decoding: ModelDecoding
  private let container: KeyedSource
  /// The class that was asked last: the following is for it.
  private var schema: ModelSchema?
  private var coders: [PropertyCoder] = []
  private var keys: [AnyKey] = []
  /// The keys that the container lists several times, as decoders of XML do.
  private var repeated: Set<String> = []
  /// The views by entry, and the entries for which they were made.
  private var views: [Any?] = []
  private var made = PropertySet()
  /// The entries whose views are what their properties take by their own types.
  private var owned = PropertySet()

  init(_ decoding: ModelDecoding, _ container: KeyedSource) {
    self.decoding = decoding
    self.container = container
  }

  /// Finds the keys that count for a class.
  private func ask(for schema: ModelSchema) {
    guard self.schema !== schema else { return }
    self.schema = schema
    let plan = CodingPlan.of(schema)
    coders = plan.coders
    (keys, repeated, made, owned) = ([], [], PropertySet(), PropertySet())
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
      guard let key = plan.key(of: property, in: container, areListed: hasTexts),
        !keys.contains(where: { $0.stringValue == key.stringValue })
      else { continue }
      keys.append(key)
    }
    keys.sort(by: AnyKey.areInOrder)
    views = Array(repeating: nil, count: keys.count)
  }

  func dictionary(_ schema: ModelSchema) throws(Misfit) -> [String: Any] {
    ask(for: schema)
    var dictionary: [String: Any] = [:]
    for (entry, key) in keys.enumerated() { dictionary[key.stringValue] = try value(at: entry) }
    return dictionary
  }

  func tag(_ plan: TagPlan) -> Input? {
    guard let key = container.key(for: plan.key, isFuzzy: plan.isFuzzy) else { return nil }
    return decoding.place(container, key).anyScalar.map { Input($0) }
  }

  func pairs(
    _ changed: [String: Any],
    insteadOf given: [String: Any],
    _ schema: ModelSchema
  ) -> [ObjectSource.Pair] {
    ask(for: schema)
    let entries = Dictionary(
      keys.enumerated().map { ($1.stringValue, $0) },
      uniquingKeysWith: { first, _ in first }
    )
    let removed = given.filter { changed[$0.key] == nil }.inKeyOrder()
    return changed.inKeyOrder().map { key, value in
      // A value that was removed elsewhere has been given another key.
      let isUnchanged = given[key].map { isSameValue($0, value) } ?? false
      let former = isUnchanged ? key : removed.first { isSameValue($0.value, value) }?.key
      if let former, let entry = entries[former] {
        return (key, .original(OriginalValue(origin: self, entry: entry)))
      }
      return (key, .tree(value))
    }
  }

  func mapPlainly(
    to object: inout ObjectFilling,
    _ schema: ModelSchema
  ) throws(Misfit) -> Bool {
    let asksAll = schema.hooks.contains(.serializeValue) || schema.unknownKeys != nil
    guard !asksAll, schema.required.isEmpty, !decoding.mapping.state.notes.isOn else {
      return false
    }
    return try decodePlainly(into: object.model, CodingPlan.of(schema))
  }

  func pairs(_ schema: ModelSchema) -> [ObjectSource.Pair] {
    ask(for: schema)
    return keys.enumerated().map { entry, key in
      (key.stringValue, .original(OriginalValue(origin: self, entry: entry)))
    }
  }

  /// Decodes each property from its only key; false if keys compete.
  private func decodePlainly(into model: any Model, _ plan: CodingPlan) throws(Misfit) -> Bool {
    try decoding.mapping.descend()
    defer { decoding.mapping.ascend() }
    // It takes long to list the columns of a row, and these don't compete.
    let isRow = decoding.kind.scalars == .row
    if isRow, try decodeOnlyKeys(into: model, plan, areListed: false) { return true }
    return try decodeOnlyKeys(into: model, plan, areListed: true)
  }

  /// Decodes each property from its only key; false if keys compete, or if they aren't listed and
  /// one isn't there.
  private func decodeOnlyKeys(
    into model: any Model,
    _ plan: CodingPlan,
    areListed: Bool
  ) throws(Misfit) -> Bool {
    guard let keys = areListed ? onlyKeys(plan) : plan.singleKeys else { return false }
    for property in keys.indices {
      guard let key = keys[property] ?? plan.key(of: property, in: container, areListed: true),
        !decodeScalar(property, key, into: model, plan)
      else { continue }
      if !areListed, !container.contains(key) { return false }
      _ = try pair(of: property, key, model, plan).read()
    }
    return true
  }

  @inline(never)
  private func pair(
    of property: Int,
    _ key: AnyKey,
    _ model: any Model,
    _ plan: CodingPlan
  ) -> DecodedPair {
    let isRefused = plan.slots[property] != nil
    let (place, coder) = (decoding.place(container, key), plan.coders[property])
    return DecodedPair(at: place, isRefused: isRefused, coder, model, plan.schema)
  }

  @inline(__always)
  private func decodeScalar(
    _ property: Int,
    _ key: AnyKey,
    into model: any Model,
    _ plan: CodingPlan
  ) -> Bool {
    guard let slot = plan.slots[property] else { return false }
    return (try? slot.type.decode(slot.place, of: model, container, key)) == true
  }

  /// For each property the only key that the container lists for it; nil if one has several.
  private func onlyKeys(_ plan: CodingPlan) -> [AnyKey?]? {
    let (index, listed) = (plan.schema.keys, decoding.keys(of: container))
    guard !index.hasPaths, let first = listed.first, first.intValue == nil else { return nil }
    var keys = [AnyKey?](repeating: nil, count: plan.coders.count)
    for key in listed {
      let targets = index.find(key.stringValue)
      if index.isEmpty(targets) { continue }
      let property = index.property(of: targets)
      guard property >= 0, keys[property] == nil else { return nil }
      keys[property] = key
    }
    return keys
  }

  // MARK: - Values

  func value(at entry: Int) throws(Misfit) -> Any? {
    if made.insert(entry) { views[entry] = try view(at: entry) }
    return views[entry]
  }

  func isOwned(at entry: Int) -> Bool { owned.contains(entry) }

  func isNull(at entry: Int) -> Bool { decoding.place(container, keys[entry]).isNull }

  private func view(at entry: Int) throws(Misfit) -> Any? {
    let key = keys[entry]
    let place = decoding.place(container, key)
    let coder = coder(of: key.stringValue)
    if isArray(key, coder) { return try place.elements(.any) }
    guard let coder else { return try tree(place, key) }
    if coder.isMapped(in: decoding) { return try place.tree(coder.valueCoder.tree) }
    if let value = coder.valueCoder.wrapped.ownScalar(place) {
      owned.insert(entry)
      return value
    }
    return try coder.valueCoder.wrapped.view(place)
  }

  /// The value of a key that no property takes whole; a path leads into the JSON of a column.
  private func tree(_ place: DecodingPlace, _ key: AnyKey) throws(Misfit) -> Any? {
    let value = try place.tree(.any)
    guard decoding.kind.scalars == .row, value is String || value is Data,
      let step = target(of: key.stringValue)?.path.first
    else { return value }
    return try place.tree(step.index == nil ? .dictionary(.any) : .array(.any))
  }

  /// The coder of the property that a key sets; nil if there is none, or only one with a path.
  private func coder(of key: String) -> PropertyCoder? {
    target(of: key).flatMap { $0.path.isEmpty ? coders[$0.property] : nil }
  }

  private func target(of key: String) -> KeyIndex.Target? {
    guard let index = schema?.keys else { return nil }
    let targets = index.find(key)
    return targets.isNone ? nil : index.targets(of: targets).first
  }

  /// Keeps what else the columns of a row have into which paths lead.
  @inline(never)
  func keepRests(for model: any Model) throws(Misfit) {
    let schema = SchemaCache.schema(of: type(of: model))
    guard schema.keys.hasPaths else { return }
    ask(for: schema)
    var columns: [String: Any] = [:]
    for (entry, key) in keys.enumerated() where target(of: key.stringValue)?.path.isEmpty == false {
      columns[key.stringValue] = try value(at: entry)
    }
    ColumnRests.keep(schema.rests(of: columns), for: model)
  }

  /// Whether a key is repeated, and no property's type says whether it is an array.
  private func isArray(_ key: AnyKey, _ coder: PropertyCoder?) -> Bool {
    repeated.contains(key.stringValue) && coder?.isUntyped != false
  }

  func value(
    of original: OriginalValue,
    for property: Int,
    _ object: borrowing ObjectFilling
  ) -> any DecoderValue {
    let (key, path) = (keys[original.entry], original.path)
    let (coder, place) = (coders[property], decoding.place(container, key))
    let isArray = path.isEmpty && isArray(key, coder)
    return DecodedPair(at: place, path, isArray: isArray, coder, object.model, object.schema)
  }
}
