/// Writes the differences between two exports as a merge patch.
///
/// A merge patch sets keys, and null removes them; models in both are given by their own changes,
/// and so are objects that were made for key paths. Everything else is whole.
struct MergePatch {
  let tree: ExportedTree
  let exporter: Exporter
  let sink: any ExportSink
  let state: State

  init(
    _ tree: ExportedTree,
    _ exporter: Exporter,
    _ sink: any ExportSink,
    _ state: State = State()
  ) {
    self.tree = tree
    self.exporter = exporter
    self.sink = sink
    self.state = state
  }

  /// Writes the object that turns the older value into the newer one.
  ///
  /// Throws if a model gets a class that no patch can say.
  func give(_ new: Int, since old: Int) throws {
    guard let newer = tree.object(new), let older = tree.object(old) else { return }
    giveChanges(newer, older, at: nil)
    if let error = state.error { throw error }
  }

  func giveChanges(_ new: ExportedTree.Object, _ old: ExportedTree.Object, at place: Place?) {
    guard sink.mayNest() else { return sink.leaveOut() }
    sink.beginObject(count: new.keys.count)
    for key in new.keys(over: old) where new.values[key] != old.values[key] {
      sink.key(key)
      if let value = new.values[key] {
        state.path.append(.key(key))
        give(value, insteadOf: old.values[key], at: self.place(of: value, key, in: new, place))
        state.path.removeLast()
      } else if let gone = old.values[key] {
        giveGone(gone)
      }
    }
    sink.endObject()
  }

  private func give(_ new: Int, insteadOf old: Int?, at place: Place?) {
    if let old, let newer = tree.object(new), let older = tree.object(old) {
      switch (newer.origin, older.origin) {
      case (.path, .path): return giveChanges(newer, older, at: place)
      case (.model(let model), .model(let other))
      where areSameThing(model, other) && isTakenInPlace(model, new, old, at: place):
        return giveChanges(newer, older, at: place)
      default: break
      }
    }
    giveWhole(new, over: old, isThere: true, at: place)
  }

  /// Writes a whole value, with null for keys that a merge would keep of the older one.
  ///
  /// `isThere` tells whether an update finds the older value in the place.
  func giveWhole(_ new: Int, over old: Int?, isThere: Bool, at place: Place?) {
    switch tree[new] {
    case .leaf(let leaf): give(leaf)
    case .array(let elements, .path):
      var older: [Int] = []
      if let old, case .array(let elements, .path) = tree[old] { older = elements }
      guard sink.mayNest() else { return sink.leaveOut() }
      sink.beginArray(count: elements.count)
      for (index, element) in elements.enumerated() {
        let old = older.indices.contains(index) ? older[index] : nil
        giveElement(
          element,
          index,
          over: old,
          isThere: isThere,
          at: self.place(ofElement: index, in: place)
        )
      }
      for element in older.dropFirst(elements.count) { giveGone(element) }
      sink.endArray()
    case .array(let elements, _):
      var older = KnownElements()
      if isThere, let old { find(in: old, &older) }
      giveList(elements, over: &older, at: place)
    case .object(let object):
      giveObject(object, over: old.flatMap { tree.object($0) }, isThere: isThere, at: place)
    }
  }

  private func giveElement(
    _ new: Int,
    _ index: Int,
    over old: Int?,
    isThere: Bool,
    at place: Place?
  ) {
    state.path.append(.index(index))
    giveWhole(new, over: old, isThere: isThere, at: place)
    state.path.removeLast()
  }

  func giveObject(
    _ new: ExportedTree.Object,
    over old: ExportedTree.Object?,
    isThere: Bool,
    at place: Place?
  ) {
    let older = new.isWhole || old?.isWhole == true ? nil : old
    let reading = reading(of: new, over: older, isThere: isThere, at: place)
    guard sink.mayNest() else { return sink.leaveOut() }
    sink.beginObject(count: new.keys.count + reading.nullTags.count)
    for key in reading.nullTags {
      sink.key(key)
      sink.null()
    }
    for key in new.keys(over: reading.keepsNulls ? nil : older)
    where !reading.nullTags.contains(key) {
      sink.key(key)
      if let value = new.values[key] {
        state.path.append(.key(key))
        giveWhole(
          value,
          over: older?.values[key],
          isThere: reading.isInPlace,
          at: self.place(of: value, key, in: new, place)
        )
        state.path.removeLast()
      } else if let gone = older?.values[key] {
        giveGone(gone)
      }
    }
    sink.endObject()
  }

  /// Writes a list whole.
  ///
  /// An update maps its models into those of the older list with the same identity, so each needs
  /// null for keys that only the older one has.
  private func giveList(_ elements: [Int], over older: inout KnownElements, at place: Place?) {
    guard sink.mayNest() else { return sink.leaveOut() }
    sink.beginArray(count: elements.count)
    for (index, element) in elements.enumerated() {
      switch tree[element] {
      case .array(let elements, .list), .array(let elements, .set):
        state.path.append(.index(index))
        giveList(elements, over: &older, at: place)
        state.path.removeLast()
      default:
        let old = identity(of: element).flatMap { older.next($0) }
        giveElement(element, index, over: old, isThere: old != nil, at: place)
      }
    }
    sink.endArray()
  }

  /// The models of an older list as an update matches them.
  private struct KnownElements {
    var elements: [ModelIdentity: ArraySlice<Int>] = [:]
    /// Whether they have an order: in a set equal identities are not matched.
    var areOrdered = true

    mutating func next(_ identity: ModelIdentity) -> Int? {
      guard areOrdered || elements[identity]?.count == 1 else { return nil }
      return elements[identity]?.popFirst()
    }
  }

  private func find(in list: Int, _ found: inout KnownElements) {
    guard case .array(let elements, let kind) = tree[list], kind != .path else { return }
    if kind == .set { found.areOrdered = false }
    for element in elements {
      if let identity = identity(of: element) {
        found.elements[identity, default: []].append(element)
      } else {
        find(in: element, &found)
      }
    }
  }

  private func identity(of element: Int) -> ModelIdentity? {
    guard let object = tree.object(element), case .model(let model) = object.origin else {
      return nil
    }
    return identity(of: model)
  }

  /// Writes null; where the value was made for key paths, null for each property at their ends, as
  /// null at the beginning of a path does not change the property at its end.
  private func giveGone(_ old: Int) {
    switch tree[old] {
    case .object(let object):
      guard case .path = object.origin else { return sink.null() }
      sink.beginObject(count: object.keys.count)
      for key in object.keys {
        guard let value = object.values[key] else { continue }
        sink.key(key)
        giveGone(value)
      }
      sink.endObject()
    case .array(let elements, .path):
      sink.beginArray(count: elements.count)
      for element in elements { giveGone(element) }
      sink.endArray()
    default: sink.null()
    }
  }

  func give(_ leaf: ExportedTree.Leaf) {
    switch leaf {
    case .null: sink.null()
    case .bool(let value): sink.bool(value)
    case .signed(let value): sink.integer(value)
    case .unsigned(let value): sink.integer(value)
    case .float(let value): sink.float(value)
    case .double(let value): sink.double(value)
    case .decimal(let value): sink.decimal(value)
    case .text(let value, let isPassedOn):
      if isPassedOn, let writer = sink as? JSONWriter {
        writer.passesOn { writer.text(value) }
      } else {
        sink.text(value)
      }
    case .date(let written):
      exporter.ownDateFormat = written.format
      sink.date(written.date)
      exporter.ownDateFormat = nil
    }
  }
}
