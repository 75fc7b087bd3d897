/// The loop over the pairs of an object.
extension Mapping {
  /// Maps the pairs of the object at the position.
  @inline(__always)
  func fillFromStart(_ object: inout ObjectFilling) throws(Misfit) {
    object.innerGap = state.reader.betweenPairs
    try fill(&object, from: try firstKey(&object))
  }

  @inline(__always)
  private func firstKey(_ object: inout ObjectFilling) throws(Misfit) -> JSONReader.FoundKey {
    try state.reader.openObject(object.plan.keys, &object.lastSpelling)
  }

  /// Maps the pairs of an object in the text, from the key `first` on, which has been read.
  func fill(_ object: inout ObjectFilling, from first: JSONReader.FoundKey) throws(Misfit) {
    var found = first
    while true {
      found = try passCommon(found, &object)
      guard !found.isNone else { break }
      try map(found, &object)
      found = try nextKey(&object)
    }
    try finish(&object)
  }

  @inline(__always)
  private func nextKey(_ object: inout ObjectFilling) throws(Misfit) -> JSONReader.FoundKey {
    try state.reader.nextKey(in: object.plan.keys, after: &object.lastSpelling)
  }

  /// Reads pairs that need only the reader, up to one that needs more, or the end.
  @inline(__always)
  private func passCommon(
    _ found: JSONReader.FoundKey,
    _ object: inout ObjectFilling
  ) throws(Misfit) -> JSONReader.FoundKey {
    object.isDirect ? try object.read(from: found, &state.reader) : found
  }

  /// Maps the pairs of a dictionary.
  func fillFromTree(_ object: inout ObjectFilling) throws(Misfit) {
    try fillFromPairs(&object)
    try finish(&object)
  }

  private func fillFromPairs(_ object: inout ObjectFilling) throws(Misfit) {
    try descend()
    defer { ascend() }
    switch object.source {
    case .dictionary(let dictionary):
      let keys = object.plan.keys
      for (key, var value) in dictionary { try map(&value, of: key, in: keys, into: &object) }
    case .list(let pairs): try fill(&object, from: pairs)
    case .text, .decoded, .none: break
    }
  }

  @inline(never)
  private func fill(
    _ object: inout ObjectFilling,
    from pairs: [ObjectSource.Pair]
  ) throws(Misfit) {
    for (key, source) in pairs {
      if case .tree(var value) = source {
        try map(&value, of: key, in: object.plan.keys, into: &object)
      } else {
        try assign(source, to: object.plan.keys.find(key), &object, key: .text(key))
      }
    }
  }

  @inline(__always)
  private func map(
    _ value: inout Any,
    of key: String,
    in keys: KeyIndex,
    into object: inout ObjectFilling
  ) throws(Misfit) {
    let index = ByteView.with(key) { keys.index(of: $0) }
    if !write(&value, at: index, in: keys, into: &object) {
      let targets = index.isNone ? keys.find(key) : keys.spelling(at: index).targets
      let source = ValueLocation.tree(value)
      if try !mapModel(at: source, of: targets, &object, key: key) {
        try assign(source, to: targets, &object, key: .text(key))
      }
    }
  }

  /// Writes a common value straight into the property of a spelling; false if the rules of its type
  /// have to decide.
  @inline(__always)
  private func write(
    _ value: inout Any,
    at index: SpellingIndex,
    in keys: KeyIndex,
    into object: inout ObjectFilling
  ) -> Bool {
    guard object.isDirect, !index.isNone, case let spelling = keys.spelling(at: index),
      spelling.property >= 0, !object.decided.contains(spelling.property)
    else { return false }
    object.checkAccess(to: spelling.property)
    guard spelling.slot.write(&value, in: object.memory) else { return false }
    object.decided.insert(spelling.property)
    return true
  }

  /// Maps the value of a key of the text that needs more than the reader.
  @inline(never)
  private func map(_ found: JSONReader.FoundKey, _ object: inout ObjectFilling) throws(Misfit) {
    let start = beginValue(of: found, &object)
    let (targets, key) = (found.targets, PairKey.token(found.token, in: state.reader.bytes))
    var isMapped = try mapModels(of: targets, &object, key: key)
    if !isMapped { isMapped = try mapStructs(of: targets, &object) }
    if !isMapped { try assign(.text(start), to: targets, &object, key: key) }
    try endValue(from: start, &object)
  }

  /// Moves to the value of a key; the gaps of the object and of those in it change places.
  @inline(__always)
  private func beginValue(
    of found: JSONReader.FoundKey,
    _ object: inout ObjectFilling
  ) -> Int {
    if object.isUnsaved { saveUnsaved(&object) }
    _ = reader.next()
    swap(&object.innerGap, &state.reader.betweenPairs)
    return reader.position
  }

  @inline(__always)
  private func endValue(from start: Int, _ object: inout ObjectFilling) throws(Misfit) {
    if reader.position == start { try passValue(&state.reader) }
    swap(&object.innerGap, &state.reader.betweenPairs)
  }

  /// Ends an object: sets its accessors and what was collected for one, and notes the missing keys.
  @inline(__always)
  func finish(_ object: inout ObjectFilling) throws(Misfit) {
    if !object.waiting.isEmpty { try setAccessors(&object) }
    if notes.isOn || object.extras != nil { try settle(&object) }
  }

  @inline(never)
  private func settle(_ object: inout ObjectFilling) throws(Misfit) {
    let schema = object.schema
    if let new = object.extras?.unknown, !new.isEmpty, let unknownKeys = schema.unknownKeys {
      let model = object.model
      // A hook may have changed the property too.
      let pairs = new.reduce(into: unknownKeys.read(from: model)) { $0[$1.key] = $1.value }
      unknownKeys.set(pairs, in: model)
    }
    if notes.isOn { try noteBlockedPaths(of: &object) }
    noteKeys(of: object, isUpdating: isUpdating)
  }

  /// Counts an object, and notes the missing keys.
  func noteKeys(of object: borrowing ObjectFilling, isUpdating: Bool) {
    guard notes.isOn else { return }
    let (schema, decided, handed) = (object.schema, object.decided, object.extras?.handed)
    // An object that was there has its values.
    func isThere(_ number: Int) -> Bool {
      isUpdating || decided.contains(number) || handed?.contains(number) == true
    }
    notes.count(schema, isThere: isThere)
    noteMissing(schema, in: object.source, isThere: isThere)
  }
}
