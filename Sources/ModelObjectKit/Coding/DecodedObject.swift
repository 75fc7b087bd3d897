import ModelObjectEssentials

/// An object of a decoder, which becomes a model.
final class DecodedObject: DecodedPairs {
  let decoding: ModelDecoding
  let container: KeyedSource
  /// The keys that the container lists.
  lazy var listed = decoding.kind.keys(of: container)
  /// The class that was asked last: the following is for it.
  private var schema: ModelSchema?
  private var coders: [PropertyCoder] = []
  private var entries: [Entry] = []
  /// The keys whose values couldn't be read into a property, or not completely, if they are of a row.
  private var unread: [(key: AnyKey, property: Int, isWhole: Bool)] = []
  /// The properties for which a row has no value at the end of their paths; nil if that isn't known.
  var missingParts: PropertySet?
  /// The tags that were asked for, if they are of a row.
  private var tags: [String: Any] = [:]

  /// A key that counts for a class, and its value as hooks see it.
  private struct Entry {
    let key: AnyKey
    let targets: TargetList
    /// Whether the container lists the key several times, as decoders of XML do.
    var isRepeated = false
    var view: DecodedView?

    var name: String { key.stringValue }
  }

  /// Whether the container lists no key.
  var listsNone: Bool { listed.isEmpty }

  /// Throws if there may be no object: some decoders make one without keys of anything, or one whose
  /// only key is empty of a string.
  func checkKeys(for schema: ModelSchema) throws {
    guard listed.allSatisfy({ $0.stringValue.isEmpty }) else { return }
    if listsNone || schema.keys.find("").isNone { throw EmptyObject(isText: !listsNone) }
  }

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
    entries = []
    entries.reserveCapacity(listed.count)
    var fed = PropertySet()
    for key in listed.inKeyOrder(by: \.stringValue) {
      if let last = entries.indices.last, key.stringValue == entries[last].name {
        entries[last].isRepeated = true
        continue
      }
      let targets = schema.keys.find(key.stringValue)
      entries.append(Entry(key: key, targets: targets))
      if schema.keys.isEmpty(targets) { continue }
      for target in schema.keys.targets(of: targets) { fed.insert(target.property) }
    }
    guard decoding.kind.mayHaveUnlistedKeys(schema) else { return }
    for property in coders.indices where !fed.contains(property) {
      guard
        let key = plan.unlistedKey(of: property, in: container, listsNone: listsNone),
        !entries.contains(where: { $0.name == key.stringValue })
      else { continue }
      entries.append(Entry(key: key, targets: schema.keys.find(key.stringValue)))
    }
    entries = entries.inKeyOrder(by: \.name)
  }

  func dictionary(_ schema: ModelSchema) throws(Misfit) -> [String: Any] {
    ask(for: schema)
    var dictionary: [String: Any] = [:]
    for index in entries.indices { dictionary[entries[index].name] = try handedValue(at: index) }
    return dictionary
  }

  func tag(_ plan: TagPlan) -> (key: String, tag: Input)? {
    guard let key = container.key(for: plan.key, plan.matching, among: listed) else {
      return nil
    }
    guard let tag = decoding.kind.scalar(decoding.place(container, key)) else { return nil }
    if decoding.readsRow { tags[plan.key] = tag }
    return (key.stringValue, decoding.mapping.input(of: tag))
  }

  func refuseReference() throws(Misfit) {
    guard container.key(for: "$ref", .exact, among: listed) != nil else { return }
    decoding.tableInput = .object(.tree([:]))
    throw .mismatch
  }

  func pairs(
    _ changed: [String: Any],
    insteadOf given: [String: Any],
    _ schema: ModelSchema
  ) -> [ObjectSource.Pair] {
    ask(for: schema)
    let numbers = Dictionary(entries.indices.map { (entries[$0].name, $0) }) { first, _ in first }
    let removed = given.filter { changed[$0.key] == nil }.inKeyOrder()
    let byValue = Dictionary(grouping: removed) { ValueMark($0.value) }
    return changed.inKeyOrder().map { key, value in
      // A value that was removed elsewhere has been given another key.
      let isUnchanged = given[key].map { isSameValue($0, value) } ?? false
      let former =
        isUnchanged
        ? key : byValue[ValueMark(value)]?.first { isSameValue($0.value, value) }?.key
      if let former, let entry = numbers[former] {
        return (key, .original(OriginalValue(origin: self, entry: entry)))
      }
      return (key, .tree(value))
    }
  }

  func pairs(_ schema: ModelSchema) -> [ObjectSource.Pair] {
    ask(for: schema)
    return entries.indices.map { entry in
      (entries[entry].name, .original(OriginalValue(origin: self, entry: entry)))
    }
  }

  // MARK: - Values

  func value(at entry: Int) throws(Misfit) -> Any? {
    if let view = entries[entry].view { return view.value }
    let view = try view(at: entry)
    entries[entry].view = view
    return view.value
  }

  func handedValue(at entry: Int) throws(Misfit) -> Any? {
    let value = try value(at: entry)
    guard let value, hasPath(entries[entry].targets) else { return value }
    return Self.readable(value)
  }

  /// A plain value without the parts that can't be read.
  private static func readable(_ value: Any) -> Any? {
    switch value {
    case is UnreadableValue: nil
    case let elements as [Any]: elements.compactMap(readable)
    case let pairs as [String: Any]: pairs.compactMapValues(readable)
    default: value
    }
  }

  func isOwned(at entry: Int) -> Bool { entries[entry].view?.isOwned == true }

  func isNull(at entry: Int) -> Bool { decoding.place(container, entries[entry].key).isNull }

  private func view(at entry: Int) throws(Misfit) -> DecodedView {
    let place = decoding.place(container, entries[entry].key)
    let coder = coder(of: entries[entry].targets)
    if isArray(entry, coder) { return DecodedView(value: try place.elements(.any)) }
    guard let coder else { return DecodedView(value: try untypedValue(entry, place)) }
    let valueCoder = coder.valueCoder.wrapped
    if decoding.kind.converts {
      if coder.isMapped(in: decoding) { return DecodedView(value: try place.tree(valueCoder.tree)) }
      if let scalar = valueCoder.scalar, let view = view(of: scalar, entry) { return view }
    }
    return try decoding.kind.view(place, valueCoder)
  }

  /// The value of a key that no property takes whole.
  ///
  /// If the model keeps it, and no hook gets it, or if paths lead into it, the parts that can't be read
  /// are marked, so that they are noted.
  private func untypedValue(_ entry: Int, _ place: DecodingPlace) throws(Misfit) -> Any? {
    let targets = entries[entry].targets
    let outer = decoding.marksUnreadable
    defer { decoding.marksUnreadable = outer }
    let isKept =
      targets.isNone && schema?.unknownKeys != nil
      && schema?.hooks.isDisjoint(with: .gettingValues) == true
    if isKept || hasPath(targets) { decoding.marksUnreadable = true }
    return try tree(place, targets)
  }

  /// A scalar, if the decoder tells it from all other values.
  @inline(never)
  private func view(of scalar: any CodedScalar.Type, _ entry: Int) -> DecodedView? {
    (try? scalar.plain(container, entries[entry].key)).map {
      DecodedView(value: $0, isOwned: true)
    }
  }

  /// The value of a key that no property takes whole; a path leads into the JSON of a column.
  private func tree(_ place: DecodingPlace, _ targets: TargetList) throws(Misfit) -> Any? {
    let value = try place.tree(.any)
    guard decoding.kind is RowCoders, value is String || value is Data,
      let step = target(of: targets)?.path.first
    else { return value }
    return try place.tree(step.index == nil ? .dictionary(.any) : .array(.any))
  }

  /// The coder of the property that a key sets; nil if there is none, or only one with a path.
  private func coder(of targets: TargetList) -> PropertyCoder? {
    target(of: targets).flatMap { $0.path.isEmpty ? coders[$0.property] : nil }
  }

  /// Whether a path leads into the value of a key.
  private func hasPath(_ targets: TargetList) -> Bool {
    target(of: targets)?.path.isEmpty == false
  }

  private func target(of targets: TargetList) -> KeyIndex.Target? {
    targets.isNone ? nil : schema?.keys.targets(of: targets).first
  }

  /// Keeps what the columns of a row have that isn't in the model, and where they have values that
  /// can't be read: nothing can be written in place of these.
  @inline(never)
  func keepRests(for model: any Model) throws(Misfit) {
    let schema = SchemaCache.schema(of: type(of: model))
    guard decoding.readsRow, schema.keys.hasPaths || !unread.isEmpty || !tags.isEmpty else {
      return
    }
    let outer = decoding.marksUnreadable
    decoding.marksUnreadable = true
    defer { decoding.marksUnreadable = outer }
    let row = decoding.kind as? RowCoders
    let columns =
      if let row, schema.keys.hasPaths {
        try columnsWithPaths(schema, row)
      } else { [String: Any]() }
    let blocked = schema.properties.indices.filter {
      missingParts?.contains($0) != false && isBlocked($0, of: schema, by: columns)
    }
    var rests = ColumnRests(Set(unread.map(\.property) + blocked), of: model)
    for (key, property, isWhole) in unread
    where isWhole && schema.isWritten(schema.properties[property], as: key.stringValue) {
      let place = decoding.place(container, key)
      rests.values[property] = if let row { try row.column(place) } else { try place.tree(.any) }
    }
    rests.tags = tags.filter { schema.family.isUnknown($0.value, under: $0.key) }
    rests.columns = columns
    ColumnRests.keep(rests, for: model)
  }

  /// Whether a column has something in the way of a property's path, which stays there.
  private func isBlocked(
    _ property: Int,
    of schema: ModelSchema,
    by columns: [String: Any]
  ) -> Bool {
    columns.contains { column, value in
      let targets = schema.keys.targets(of: schema.keys.find(column))
      let target = targets.first { $0.property == property && !$0.path.isEmpty }
      guard let target else { return false }
      let tree = (value as? String).flatMap { Mapping.markedTree(of: $0) }
      let isContainer = target.path[0].index == nil ? tree is [String: Any] : tree is [Any]
      guard isContainer, let tree else { return !ColumnRests.isVoid(value) }
      return schema.isBlocked(target.path[...], in: tree)
    }
  }

  /// The columns into which paths lead.
  private func columnsWithPaths(
    _ schema: ModelSchema,
    _ row: RowCoders
  ) throws(Misfit) -> [String: Any] {
    var columns: [String: Any] = [:]
    for key in listed {
      let targets = schema.keys.find(key.stringValue)
      if targets.isNone || schema.keys.targets(of: targets).first?.path.isEmpty != false {
        continue
      }
      let place = decoding.place(container, key)
      let text: Any? = row.text(place)
      columns[key.stringValue] = if let text { text } else { try row.column(place) }
    }
    return columns
  }

  /// Whether a key is repeated, and no property's type says whether it is an array.
  private func isArray(_ entry: Int, _ coder: PropertyCoder?) -> Bool {
    entries[entry].isRepeated && coder?.isUntyped != false
  }

  func read(
    _ original: OriginalValue,
    into property: Int,
    of object: inout ObjectFilling
  ) throws(Misfit) -> Bool {
    try read(pair(of: original, for: property, &object), property)
  }

  @inline(__always)
  func read(_ pair: DecodedPair, _ property: Int) throws(Misfit) -> Bool {
    let count = decoding.mapping.state.misfitCount
    let fits = try pair.read()
    if decoding.readsRow {
      note(pair, property, since: count)
      if !fits, !pair.path.isEmpty { missingParts?.insert(property) }
    }
    return fits
  }

  /// Notes that a row's column has values that don't fit.
  @inline(never)
  private func note(_ pair: DecodedPair, _ property: Int, since count: Int) {
    guard decoding.mapping.state.misfitCount != count, case .keyed(_, let key) = pair.place.holder
    else { return }
    unread.append((key, property, pair.path.isEmpty))
  }

  // The way goes on from here, so what is needed for the pair alone isn't on the stack then.
  @inline(never)
  private func pair(
    of original: OriginalValue,
    for property: Int,
    _ object: inout ObjectFilling
  ) -> DecodedPair {
    let (entry, path) = (original.entry, original.path)
    let (coder, place) = (coders[property], decoding.place(container, entries[entry].key))
    let isArray = path.isEmpty && isArray(entry, coder)
    let isOwn = self.coder(of: entries[entry].targets) === coder
    return DecodedPair(
      place: place,
      path: path,
      passedKey: original.passedKey,
      coder: coder,
      model: object.model,
      schema: object.schema,
      isArray: isArray,
      decoded: isOwn ? entries[entry].view?.decoded : nil
    )
  }
}
